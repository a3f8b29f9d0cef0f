//! The plans and their limits: where `X-Upgrade-URL` leads.

use licence_core::account::plan::{Cap, Plan, PlanLimits, Plans};
use licence_core::chart::grouped_number;

use super::markup::table;

/// A limit, and the function that reads it from a plan.
type Limit = (&'static str, fn(&PlanLimits) -> Cap);

const LIMITS: [Limit; 7] = [
    ("Requests a second", |limits| limits.requests_per_second),
    ("Requests a month", |limits| limits.requests_per_month),
    ("Requests a UTC day", |limits| limits.requests_per_day),
    ("Watchlist polls an hour", |limits| limits.polls_per_hour),
    ("Exports a UTC day", |limits| limits.exports_per_day),
    ("Watched operators", |limits| limits.watchlist_operators),
    ("Webhook endpoints", |limits| limits.webhook_endpoints),
];

/// The plans on offer, and the legacy one.
const LISTED_PLANS: [(Plan, &str); 5] = [
    (Plan::Starter, "Starter"),
    (Plan::Pro, "Pro"),
    (Plan::Business, "Business"),
    (Plan::Enterprise, "Enterprise"),
    (Plan::Trial, "Trial (legacy)"),
];

pub(super) fn section(plans: &Plans) -> String {
    let mut head = vec![""];
    head.extend(LISTED_PLANS.iter().map(|(_, title)| *title));
    let row = |(title, limit): &Limit| -> Vec<String> {
        let caps = LISTED_PLANS.iter().map(|(plan, _)| cap_text(limit(&plans.limits(*plan))));
        std::iter::once((*title).to_owned()).chain(caps).collect()
    };
    let rows: Vec<_> = LIMITS.iter().map(row).collect();
    format!("<h2 id=\"plans\">Plans</h2>\n{}", table(&head, &rows))
}

fn cap_text(cap: Cap) -> String {
    match cap {
        Cap::AtMost(0) => "–".to_owned(),
        Cap::AtMost(count) => grouped_number(count),
        Cap::Unlimited => "unlimited".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plan_is_shown_with_its_limits() {
        let html = section(&Plans::default());
        for text in [
            "<th>Starter</th>",
            "<td>Requests a month</td><td>10,000</td><td>100,000</td><td>unlimited</td>",
            "<td>Exports a UTC day</td><td>–</td><td>10</td><td>100</td><td>unlimited</td><td>–</td>",
        ] {
            assert!(html.contains(text), "{text}\n{html}");
        }
    }
}
