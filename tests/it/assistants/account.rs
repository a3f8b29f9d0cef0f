//! What the account allows: its plan, its quota, and room for clients.

use licence_core::audit::{Action, AuditQuery};
use licence_core::oauth::Client;
use licence_core::oauth::client::ClientKind;
use sea_orm::{ConnectionTrait, Database};

use super::*;

/// The most registrations on record.
const ROOM: usize = 10_000;

#[tokio::test]
async fn a_plan_that_ends_holds_for_the_next_call_of_another_process() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let elsewhere = it.service.another().await;
    let token = it.token(ALL).await;
    let call = async || {
        let parameters = json!({"name": "check_domain", "arguments": {"domain": "a.example"}});
        let reply = ask(&elsewhere, message("tools/call", parameters).key(&token)).await;
        assert_eq!(reply.status, 200, "the grant stays");
        reply.json()["result"].clone()
    };
    assert_eq!(call().await["structuredContent"]["verdict"], "not_found");
    let (store, account, now) = (&it.service.store, it.visitor.account, it.service.now());
    store.set_plan(account, Plan::Canceled, now).await.unwrap().unwrap();
    let refused = call().await;
    assert_eq!(refused["isError"], true, "{refused}");
    assert!(refused["content"][0]["text"].as_str().unwrap().contains("plan_inactive"), "{refused}");
    store.set_plan(account, Plan::Pro, now).await.unwrap().unwrap();
    assert_eq!(call().await.get("isError"), Some(&json!(false)));
}

#[tokio::test]
async fn the_api_the_pages_and_the_connector_have_one_count() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    let key = it.visitor.post(&it.service, "/keys", "label=x").await.text("#key");
    let check = Ask::get("/v1/check?domain=a.example").key(&key);
    assert_eq!(check.send_to(&it.service.app()).await.status, 200);
    it.visitor.get(&it.service, "/check/a.example").await;
    assert_eq!(it.call(&token, "check_domain", json!({"domain": "a.example"})).await.status, 200);
    it.call(&token, "check_domain", json!({"domain": "no host"})).await;
    let counted = Ask::get("/v1/jurisdictions").key(&key).send_to(&it.service.app()).await;
    assert_eq!(counted.header("x-monthly-quota-used"), Some("4"));
    it.service.store.flush_usage().await.unwrap();
    assert_eq!(it.visitor.get(&it.service, "/overview").await.text("#used"), "4");
}

/// Fills the room for registrations, each last used at an instant.
async fn fill(service: &Service, last_used_at: i64) {
    let database = Database::connect(service.database_url()).await.unwrap();
    let metadata = r#"{"client_name":null,"redirect_uris":["http://localhost/x"],"allows_none":true,"jwks_uri":null,"jwks":null}"#;
    let rows: Vec<String> = (0..ROOM)
        .map(|number| format!("('reg-{number}','registered','{metadata}',0,{last_used_at})"))
        .collect();
    let columns = "id, kind, metadata, created_at, last_used_at";
    let insert = format!("insert into oauth_clients ({columns}) values {}", rows.join(","));
    database.execute_unprepared(&insert).await.unwrap();
    database.close().await.unwrap();
}

fn registration(name: &str) -> Ask {
    json_post("/register", &json!({"client_name": name, "redirect_uris": ["http://localhost/y"]}))
}

#[tokio::test]
async fn different_registrations_stay_under_a_ceiling_and_block_nobody_else() {
    let service = Service::start().await;
    fill(&service, service.now().epoch_millis()).await;
    for name in ["one", "two"] {
        let refused = ask(&service, registration(name)).await;
        assert_eq!((refused.status, refused.header("retry-after")), (503, Some("3600")), "{name}");
    }
    assert_eq!(service.store.clients().await.unwrap().len(), ROOM);
    // A client that is known, one that an operator adds, and the sign-in with it.
    let known = json!({"redirect_uris": ["http://localhost/x"]});
    let added = Client::from_registration(known.to_string().as_bytes()).unwrap();
    let added = service.store.add_client(added.metadata, service.now()).await.unwrap();
    assert_eq!(added.kind, ClientKind::Added);
    let visitor = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let it = Connected { service, visitor, client_id: added.id.to_string() };
    let query = it.query(ALL).replace("localhost%3A50123%2Fcallback", "localhost%3A50123%2Fx");
    assert_eq!(it.consent(&query, "licences:read").await.reply.status, 200);
    let log = it.service.store.audit_log(&AuditQuery::default()).await.unwrap().entries;
    assert!(log.iter().any(|entry| entry.action == Action::ClientAdd));
}

#[tokio::test]
async fn registrations_that_nobody_used_for_a_month_make_room() {
    let service = Service::start().await;
    fill(&service, service.now().epoch_millis()).await;
    assert_eq!(ask(&service, registration("new")).await.status, 503);
    let month = std::time::Duration::from_secs(31 * 86_400);
    service.set_clock(&service.now().later_by(month).to_string());
    assert_eq!(ask(&service, registration("new")).await.status, 201);
    assert_eq!(service.store.clients().await.unwrap().len(), 1);
}
