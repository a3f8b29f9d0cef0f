//! Passkeys over HTTP: what the script of a page asks, and the forms that it sends.

use licence_core::account::plan::Plan;
use licence_core::member::Role;
use serde_json::Value;

use super::page::Page;
use super::visitor::{Visitor, cookie, form_of, post_link};
use crate::support::authenticator::Authenticator;
use crate::support::service::Service;

/// A challenge: its token, and the options for the browser.
async fn challenge(page: Page) -> (String, Value) {
    assert_eq!(page.reply.status, 200, "{}", page.source());
    assert_eq!(page.reply.header("cache-control"), Some("no-store"));
    assert_eq!(page.reply.header("content-encoding"), None);
    let body = page.reply.json();
    (body["token"].as_str().unwrap().to_owned(), body["options"].clone())
}

fn form(token: &str, answer: &str, more: &str) -> String {
    format!("token={token}&answer={answer}&{more}")
}

/// A member with a passkey, and the cookie after adding it.
async fn with_passkey(service: &Service, role: Role) -> (Visitor, Authenticator) {
    let mut visitor = Visitor::new(service, Plan::Pro, role).await;
    let passkey = add_passkey(service, &mut visitor).await;
    (visitor, passkey)
}

/// A passkey of the first member of an account, who gets a new cookie.
pub async fn add_passkey(service: &Service, visitor: &mut Visitor) -> Authenticator {
    let member = service.store.members(visitor.account).await.unwrap().remove(0).id;
    let passkey = Authenticator::new(1, member);
    let (token, options) = challenge(visitor.post(service, "/passkeys/challenge", "").await).await;
    let answer = passkey.create(&options);
    let added = visitor.post(service, "/passkeys", &form(&token, &answer, "label=my+laptop")).await;
    assert_eq!(added.reply.header("location"), Some("/settings"), "{}", added.source());
    visitor.cookie = cookie(&added);
    passkey
}

async fn ask(service: &Service) -> (String, Value) {
    challenge(Page::request(form_of("/sign-in/challenge", ""), service).await).await
}

#[tokio::test]
async fn a_passkey_is_added_listed_and_removed_and_signs_in() {
    let service = Service::start().await;
    let (visitor, passkey) = with_passkey(&service, Role::Viewer).await;
    let settings = visitor.get(&service, "/settings").await;
    assert!(settings.texts("th[scope=row]").contains(&"my laptop".to_owned()));
    assert!(settings.texts(".notice").iter().any(|it| it.contains("You have one passkey")));

    let owner = Visitor::in_account(&service, visitor.account, Role::Owner).await;
    let members = owner.get(&service, "/members").await;
    let mut counts = members.texts("td.number");
    counts.sort();
    assert_eq!(counts, ["0", "1"]);

    let (token, options) = ask(&service).await;
    let signed_in = form(&token, &passkey.get(&options), "next=/watchlist");
    let signed_in = Page::request(form_of("/sign-in/passkey", &signed_in), &service).await;
    assert_eq!(signed_in.reply.header("location"), Some("/watchlist"));
    let again = Visitor { account: visitor.account, cookie: cookie(&signed_in) };
    let settings = again.get(&service, "/settings").await;
    let remove = settings.attributes("form[action$='/remove']", "action").remove(0);
    let removed = again.post(&service, &remove, "").await;
    assert_eq!(removed.reply.header("location"), Some("/settings"));
    assert_eq!(visitor.get(&service, "/settings").await.reply.status, 303, "other sessions end");
    assert_eq!(again.post(&service, &remove, "").await.reply.status, 404);
    let (token, options) = ask(&service).await;
    let refused = form(&token, &passkey.get(&options), "");
    let refused = Page::request(form_of("/sign-in/passkey", &refused), &service).await;
    assert_eq!(refused.reply.status, 403);
    assert_eq!(refused.text("h1"), "The passkey was not accepted");
}

#[tokio::test]
async fn a_proof_makes_an_old_session_fresh_under_a_new_cookie() {
    let service = Service::start().await;
    let (mut visitor, passkey) = with_passkey(&service, Role::Owner).await;
    assert_eq!(visitor.get(&service, "/keys").await.texts(".notice a").len(), 0);
    service.set_clock("2026-11-01T07:11:00Z");
    let keys = visitor.get(&service, "/keys").await;
    let link = keys.attributes(".notice a", "href");
    assert_eq!(link, ["/prove?next=/keys"]);
    let from_keys = form_of("/keys", "label=production")
        .header("cookie", &visitor.cookie)
        .header("referer", "https://licence.example/keys");
    let refused = Page::request(from_keys, &service).await;
    assert_eq!(refused.reply.status, 403);
    assert!(refused.attributes("main a", "href").contains(&"/prove?next=/keys".to_owned()));

    let prove = visitor.get(&service, &link[0]).await;
    assert_eq!(prove.attributes("form[data-passkey] input[name=next]", "value"), ["/keys"]);
    let (token, options) = ask(&service).await;
    let sent = form(&token, &passkey.get(&options), "next=/keys");
    let proven = visitor.post(&service, "/prove", &sent).await;
    assert_eq!(proven.reply.header("location"), Some("/keys"));
    assert_eq!(visitor.get(&service, "/keys").await.reply.status, 303, "the old token is dead");
    visitor.cookie = cookie(&proven);
    let created = visitor.post(&service, "/keys", "label=production").await;
    assert_eq!(created.text("h1"), "Your new key production");
}

#[tokio::test]
async fn a_proof_leads_back_to_the_query_of_the_page() {
    let service = Service::start().await;
    let (visitor, _) = with_passkey(&service, Role::Owner).await;
    service.set_clock("2026-11-01T07:11:00Z");
    let page = "/connect?client_id=a&state=b%26c";
    let sent = form_of("/keys", "label=production")
        .header("cookie", &visitor.cookie)
        .header("referer", &format!("https://licence.example{page}"));
    let refused = Page::request(sent, &service).await;
    let links = refused.attributes("main a", "href");
    let link = links.iter().find(|it| it.starts_with("/prove")).unwrap();
    let prove = visitor.get(&service, link).await;
    assert_eq!(prove.attributes("form[data-passkey] input[name=next]", "value"), [page]);
}

#[tokio::test]
async fn passkeys_change_only_with_a_fresh_proof() {
    let service = Service::start().await;
    let (visitor, _) = with_passkey(&service, Role::Developer).await;
    let settings = visitor.get(&service, "/settings").await;
    let remove = settings.attributes("form[action$='/remove']", "action").remove(0);
    service.set_clock("2026-11-01T07:11:00Z");
    for path in ["/passkeys/challenge", "/passkeys", &remove] {
        let page = visitor.post(&service, path, "label=x").await;
        assert_eq!((page.reply.status, page.text("h1").as_str()), (403, "Prove who you are"));
    }
}

#[tokio::test]
async fn a_tampered_expired_or_foreign_answer_signs_nobody_in() {
    let service = Service::start().await;
    let (visitor, passkey) = with_passkey(&service, Role::Owner).await;
    let (token, options) = ask(&service).await;
    let (other_token, _) = ask(&service).await;
    let answer = passkey.get(&options);
    let foreign =
        Authenticator { origin: "https://evil.example", ..Authenticator::new(1, passkey.user) };
    for (what, token, answer) in [
        ("no answer", token.as_str(), ""),
        ("no token", "", answer.as_str()),
        ("an unknown token", &"A".repeat(43), &answer),
        ("another challenge", &other_token, &answer),
        ("another site", &ask(&service).await.0, &foreign.get(&options)),
    ] {
        for path in ["/sign-in/passkey", "/prove"] {
            let page = visitor.post(&service, path, &form(token, answer, "")).await;
            assert_eq!(page.reply.status, 403, "{what} {path}");
            assert_eq!(page.reply.header("set-cookie"), None, "{what} {path}");
        }
    }
    service.set_clock("2026-11-01T07:05:00Z");
    let expired = form_of("/sign-in/passkey", &form(&token, &answer, "")).from("203.0.113.9");
    assert_eq!(Page::request(expired, &service).await.reply.status, 403);
}

#[tokio::test]
async fn where_passkeys_are_required_a_link_may_only_add_one() {
    let service = Service::start().await.requiring_passkeys();
    let mut visitor = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for (target, location) in
        [("/overview", "/settings"), ("/keys", "/settings"), ("/sign-in", "/overview")]
    {
        let page = visitor.get(&service, target).await;
        assert_eq!(page.reply.header("location"), Some(location), "{target}");
    }
    let refused = visitor.post(&service, "/keys", "label=production").await;
    assert_eq!((refused.reply.status, refused.text("h1").as_str()), (403, "Use a passkey"));
    // To the pages for everybody the member is a visitor, so a check is not charged to the account.
    assert_eq!(visitor.get(&service, "/").await.texts("header form").len(), 0);
    let settings = visitor.get(&service, "/settings").await;
    assert!(settings.texts(".notice").iter().any(|it| it.contains("only add a passkey")));

    let member = service.store.members(visitor.account).await.unwrap().remove(0).id;
    let passkey = Authenticator::new(1, member);
    let (token, options) = challenge(visitor.post(&service, "/passkeys/challenge", "").await).await;
    let sent = form(&token, &passkey.create(&options), "label=laptop");
    visitor.cookie = cookie(&visitor.post(&service, "/passkeys", &sent).await);
    assert_eq!(visitor.get(&service, "/overview").await.reply.status, 200);
}

#[tokio::test]
async fn where_passkeys_are_required_the_next_sign_in_ends_the_session_of_a_link() {
    let service = Service::start().await.requiring_passkeys();
    let (visitor, passkey) = with_passkey(&service, Role::Owner).await;
    let link = async || {
        let link = service.store.link_member(visitor.account, passkey.user, service.now()).await;
        link.unwrap().unwrap().token
    };
    for by_passkey in [false, true] {
        let used = post_link(&service, &link().await).await;
        let by_link = Visitor { account: visitor.account, cookie: cookie(&used) };
        assert_eq!(by_link.get(&service, "/settings").await.reply.status, 200);
        let next = if by_passkey {
            let (token, options) = ask(&service).await;
            let sent = form(&token, &passkey.get(&options), "");
            by_link.post(&service, "/sign-in/passkey", &sent).await
        } else {
            by_link.post(&service, &link().await.path(), "").await
        };
        assert_eq!(next.reply.status, 303, "{}", next.source());
        let left = by_link.get(&service, "/settings").await;
        assert_eq!(left.reply.header("location"), Some("/sign-in?next=/settings"), "{by_passkey}");
    }
}

#[tokio::test]
async fn a_member_has_twenty_sign_ins_by_passkey_in_an_hour() {
    let service = Service::start().await;
    let (_, passkey) = with_passkey(&service, Role::Owner).await;
    let sign_in = async |number: usize, passkey: &Authenticator| {
        let from = format!("198.51.100.{number}");
        let asked = form_of("/sign-in/challenge", "").from(&from);
        let (token, options) = challenge(Page::request(asked, &service).await).await;
        let sent = form(&token, &passkey.get(&options), "");
        Page::request(form_of("/sign-in/passkey", &sent).from(&from), &service).await
    };
    // Whoever knows the passkey, but does not hold it, uses up nothing.
    let forged = Authenticator::new(1, passkey.user);
    for number in 0..20 {
        assert_eq!(sign_in(number, &forged).await.reply.status, 403);
    }
    for number in 20..40 {
        assert_eq!(sign_in(number, &passkey).await.reply.status, 303, "{number}");
    }
    let refused = sign_in(40, &passkey).await;
    assert_eq!((refused.reply.status, refused.text("h1").as_str()), (429, "Too many sign-ins"));
    assert_eq!(refused.reply.header("set-cookie"), None);
    service.set_clock("2026-11-01T08:00:00Z");
    assert_eq!(sign_in(40, &passkey).await.reply.status, 303);
}
