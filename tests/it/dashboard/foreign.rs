//! Everything that an account has, asked for by a member of another account.

use std::collections::BTreeSet;

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode::Mga;
use licence_core::member::Role;
use licence_core::register::reading::RegisterReading;
use licence_server::dashboard_routes;

use super::passkeys::add_passkey;
use super::visitor::Visitor;
use crate::assistants::{ALL, Connected};
use crate::support::readings::{apply, licence, reading};
use crate::support::service::Service;

/// What belongs to no account: records of the registers, and the list of the visitor.
const SHARED: &[&str] =
    &["/operators/{slug}", "/licences/{license_id}", "/watchlist/{slug}/remove"];

/// An owner who has one of everything.
async fn with_everything() -> (Service, Visitor) {
    let connected = Connected::over(Service::sending().await, Plan::Pro, Role::Owner).await;
    connected.token(ALL).await;
    let (service, mut owner) = (connected.service, connected.visitor);
    add_passkey(&service, &mut owner).await;
    for (target, form) in [
        ("/keys", "label=production"),
        ("/members", "name=Bo&role=viewer"),
        ("/evidence", "domain=lanternspin.example"),
        ("/webhooks", "url=http://127.0.0.1:18082/x&events=license.issued"),
    ] {
        let page = owner.post(&service, target, form).await;
        assert!([200, 303].contains(&page.reply.status), "{target} {}", page.source());
    }
    let rows = vec![licence("Bet Ltd", "MGA/B2C/7/2020", "Licensed", &[])];
    let partial = RegisterReading { complete: false, ..reading(Mga, 8, rows) };
    apply(&service.store, &partial).await.unwrap();
    let watched = owner.post(&service, "/watchlist", "slugs=bet-ltd").await;
    assert_eq!(watched.reply.status, 303, "{}", watched.source());
    (service, owner)
}

/// The addresses of everything that the owner has, as the pages of the owner lead to them.
async fn addresses(service: &Service, owner: &Visitor) -> Vec<String> {
    let webhooks = owner.get(service, "/webhooks").await.attributes("th a", "href");
    let pages = ["/keys", "/members", "/settings", "/connections", "/evidence", "/events"];
    let mut found = webhooks.clone();
    for target in pages.map(str::to_owned).iter().chain(&webhooks) {
        let page = owner.get(service, target).await;
        assert_eq!(page.reply.status, 200, "{target} {}", page.source());
        found.extend(page.attributes("main form[method=post]", "action"));
        found.extend(page.attributes("main a", "href"));
    }
    found
}

/// The values that the parameters of a pattern have in an address.
fn values<'a>(pattern: &str, address: &'a str) -> Option<Vec<&'a str>> {
    let (wanted, given) = (pattern.split('/'), address.split('/'));
    let pairs: Vec<_> = wanted.clone().zip(given.clone()).collect();
    let fits = pairs.iter().all(|(wanted, given)| wanted.starts_with('{') || wanted == given);
    let of_parameters = pairs.into_iter().filter(|(wanted, _)| wanted.starts_with('{'));
    (fits && wanted.count() <= given.count())
        .then(|| of_parameters.map(|(_, given)| given).collect())
}

#[tokio::test]
async fn every_id_of_another_account_is_not_there() {
    let (service, owner) = with_everything().await;
    let known = addresses(&service, &owner).await;
    let stranger = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let mut kinds = BTreeSet::new();
    for route in dashboard_routes() {
        let is_of_an_account = route.permission.is_some() && !SHARED.contains(&route.path);
        if !is_of_an_account || !route.path.contains('{') {
            continue;
        }
        // What begins alike has the same ids.
        let (prefix, _) = route.path.rsplit_once('}').unwrap();
        let prefix = format!("{prefix}}}");
        let found = known.iter().find_map(|address| values(&prefix, address));
        let ids = found.unwrap_or_else(|| panic!("no page leads to {route:?}: {known:?}"));
        let mut ids = ids.into_iter();
        let segments = route.path.split('/').map(|it| match it.starts_with('{') {
            true => ids.next().unwrap(),
            false => it,
        });
        let path = segments.collect::<Vec<_>>().join("/");
        let page = match route.method {
            "GET" => stranger.get(&service, &path).await,
            _ => {
                let form = "label=x&role=viewer&active=true&since=2026-11-01T06:00:00Z";
                stranger.post(&service, &path, form).await
            }
        };
        assert_eq!(page.reply.status, 404, "{route:?} {path} {}", page.source());
        kinds.insert(route.path.split('/').nth(1).unwrap());
    }
    let expected = [
        "connections",
        "events",
        "evidence",
        "invitations",
        "keys",
        "members",
        "passkeys",
        "sessions",
        "webhooks",
    ];
    assert_eq!(Vec::from_iter(kinds), expected);
    assert_eq!(addresses(&service, &owner).await, known, "nothing of it was changed");
}
