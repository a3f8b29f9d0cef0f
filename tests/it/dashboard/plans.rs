//! What a plan has and lacks, and how long a limit refuses.

use licence_core::account::plan::Plan;
use licence_core::member::Role;
use serde_json::json;

use super::visitor::Visitor;
use crate::support::service::Service;

#[tokio::test]
async fn a_trial_is_told_its_limit_of_a_day_and_what_it_lacks() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Trial, Role::Owner).await;
    owner.get(&service, "/check/lanternspin.example").await;
    let overview = owner.get(&service, "/overview").await;
    let day = overview.text("section[aria-labelledby=per_day]");
    for part in ["1 of 1,000 requests of the members", "(0 %)", "Resets 2026-11-02 00:00 UTC"] {
        assert!(day.contains(part), "{part} in {day}");
    }
    assert_eq!(overview.texts("#used").len(), 0, "no month is limited");
    let lacks = overview.texts("section[aria-labelledby=plan] dd");
    assert_eq!(lacks, ["5", "none in this plan", "none in this plan", "none in this plan"]);
    for (target, id, part) in [
        ("/watchlist", "#none", "The plan has no watchlist"),
        ("/webhooks", "#none", "The plan has no webhooks"),
        ("/batch", "#refusal", "A trial does not include this. A trial checks one domain"),
        ("/exports", "#refusal", "Choose the plan Pro"),
    ] {
        let page = owner.get(&service, target).await;
        assert!(page.text(id).contains(part), "{}", page.source());
        let offers = [page.texts("main form"), page.texts("main a.button"), page.texts("#full")];
        assert_eq!(offers.concat().len(), 0, "{target} {}", page.source());
    }
    let refused = owner.post(&service, "/batch", "domains=a.example").await;
    assert_eq!(refused.reply.status, 402);
    assert!(!refused.text("main").contains("/v1/"), "{}", refused.source());
}

#[tokio::test]
async fn a_month_has_its_limit_and_numbers_are_grouped() {
    let service = Service::start().await;
    for (plan, month) in [
        (Plan::Pro, "0 of 100,000 requests (0 %)"),
        (Plan::Business, "0 of any number requests"),
        (Plan::Canceled, "The plan has no requests."),
    ] {
        let owner = Visitor::new(&service, plan, Role::Owner).await;
        let overview = owner.get(&service, "/overview").await;
        let text = overview.text("section[aria-labelledby=per_month]");
        assert!(text.contains(month), "{text}");
    }
}

#[tokio::test]
async fn a_limit_of_a_second_says_how_long_it_refuses() {
    let service = Service::start().await.with_plan(Plan::Pro, json!({"requests_per_second": 1}));
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let search = async || owner.get(&service, "/operators?q=lantern").await;
    assert_eq!(search().await.reply.status, 200);
    let refused = search().await;
    assert_eq!(refused.reply.status, 429);
    assert_eq!(refused.reply.header("retry-after"), Some("1"));
    let hint = "Try again in 1 second, or choose a higher plan.".to_owned();
    assert!(refused.texts("main p").contains(&hint), "{}", refused.source());
}
