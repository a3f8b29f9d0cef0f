//! A full run, and a search for the very secrets that it made: in the log, in the audit log, in every
//! table, and in every later page.

use licence_core::account::plan::Plan;
use licence_core::audit::AuditQuery;
use licence_core::member::Role;
use tracing::Level;

use super::page::Page;
use super::visitor::{Visitor, cookie, form_of, invite};
use crate::support::authenticator::Authenticator;
use crate::support::dump::dump;
use crate::support::log::Log;
use crate::support::service::{Ask, Service};

#[tokio::test]
async fn no_secret_of_a_full_run_is_in_a_log_a_table_or_another_page() {
    let (log, _guard) = Log::begin(Level::TRACE);
    let service = Service::sending().await;
    let mut secrets = Vec::new();
    let mut errors = Vec::new();

    // A link, its session, and the link again.
    let account = service.store.create_account("A customer", Plan::Pro, service.now()).await;
    let account = account.unwrap().id;
    let token = invite(&service, account, Role::Owner).await;
    Page::at(&service, &token.path()).await;
    let used = Page::request(form_of(&token.path(), ""), &service).await;
    let mut owner = Visitor { account, cookie: cookie(&used) };
    errors.push(Page::request(form_of(&token.path(), ""), &service).await);
    errors.push(Page::at(&service, &token.path()).await);
    secrets.push(("link", token.reveal().to_owned()));
    secrets.push(("session", value(&owner.cookie)));

    // A key, used and revoked; a webhook with two secrets; an invitation.
    let key = owner.post(&service, "/keys", "label=production").await.text("#key");
    let checked = Ask::get("/v1/check?domain=lanternspin.example").key(&key);
    assert_eq!(checked.send_to(&service.app()).await.status, 200);
    errors.push(owner.get(&service, &format!("/check/{key}")).await);
    secrets.push(("key", key));
    let form = "url=http://127.0.0.1:18081/x&events=license.issued&watchlist_only=true";
    let created = owner.post(&service, "/webhooks", form).await;
    secrets.push(("webhook secret", created.text("#secret")));
    let list = owner.get(&service, "/webhooks").await;
    let webhook = list.attributes("th a", "href").remove(0);
    for form in ["", "active=", "active=no"] {
        let refused = owner.post(&service, &format!("{webhook}/state"), form).await;
        assert_eq!(refused.reply.status, 400, "{form}");
    }
    let rotated = owner.post(&service, &format!("{webhook}/rotate"), "").await;
    secrets.push(("new webhook secret", rotated.text("#secret")));
    owner.post(&service, &format!("{webhook}/test"), "").await;
    let invited = owner.post(&service, "/members", "name=Bo&role=viewer").await;
    let link = invited.text("#link");
    secrets.push(("invitation", link.rsplit('/').next().unwrap().to_owned()));

    // A passkey: added, refused, and used.
    let member = service.store.members(account).await.unwrap().remove(0).id;
    let passkey = Authenticator::new(1, member);
    let asked = owner.post(&service, "/passkeys/challenge", "").await.reply.json();
    let answer = passkey.create(&asked["options"]);
    let form = format!("token={}&answer={answer}&label=laptop", asked["token"].as_str().unwrap());
    let added = owner.post(&service, "/passkeys", &form).await;
    owner.cookie = cookie(&added);
    errors.push(owner.post(&service, "/passkeys", &form).await);
    let again = Page::request(form_of("/sign-in/challenge", ""), &service).await.reply.json();
    let answer = passkey.get(&again["options"]);
    let form = format!("token={}&answer={answer}", again["token"].as_str().unwrap());
    let proven = owner.post(&service, "/prove", &form).await;
    secrets.push(("session before the proof", value(&owner.cookie)));
    owner.cookie = cookie(&proven);
    errors.push(owner.post(&service, "/prove", &form).await);
    for challenge in [&asked, &again] {
        secrets.push(("ceremony", challenge["token"].as_str().unwrap().to_owned()));
        let challenge = challenge["options"]["publicKey"]["challenge"].as_str().unwrap();
        secrets.push(("challenge", challenge.to_owned()));
    }
    secrets.push(("session after the proof", value(&owner.cookie)));

    service.store.flush_usage().await.unwrap();
    let entries = service.store.audit_log(&AuditQuery::default()).await.unwrap().entries;
    assert!(entries.len() > 8, "the run is on record");
    let mut pages = vec![
        ("the audit log", serde_json::to_string(&entries).unwrap()),
        ("the database", format!("{:?}", dump(service.database_url()).await)),
        ("the log", log.text()),
    ];
    pages.extend(errors.iter().map(|page| ("an error page", page.source().to_owned())));
    for target in ["/keys", "/webhooks", &webhook, "/members", "/settings", "/audit", "/overview"] {
        pages.push(("a page", owner.get(&service, target).await.source().to_owned()));
    }
    assert!(pages[2].1.len() > 1_000, "the run is logged");
    for (what, secret) in &secrets {
        assert!(secret.len() >= 32, "{what} {secret}");
        for (place, text) in &pages {
            // The key that was asked about as a host is the question, which the page repeats.
            let is_question = *what == "key" && *place == "an error page";
            assert!(is_question || !text.contains(secret.as_str()), "the {what} is in {place}");
        }
    }
}

fn value(cookie: &str) -> String {
    cookie.split_once('=').unwrap().1.to_owned()
}
