//! Failed authentication is limited by address; valid keys work from there all the same.
//!
//! Whether the database is asked about a key shows when its table is away: the answer is then 500.

use licence_core::account::key::KeyLimits;
use licence_core::network::Network;
use sea_orm::{ConnectionTrait, Database};

use super::limits::EXPIRED;
use super::{CHECK, REVOKED, customer};
use crate::support::readings::now;
use crate::support::service::{Ask, Service};

const UNKNOWN: &str = "401 auth_invalid api_key_invalid";
const ATTACKER: &str = "2001:db8::1";
const ELSEWHERE: &str = "192.0.2.9";

fn unknown_key(number: u32) -> String {
    format!("lic_{number:032}")
}

#[tokio::test]
async fn a_caller_that_fails_too_often_is_refused_without_a_query_and_locks_nobody_out() {
    let service = Service::start().await;
    let app = service.app();
    let is_asked = service.database_url().starts_with("postgres");
    let answer = async |key: &str, from: &str| {
        let reply = Ask::get(CHECK).key(key).from(from).send_to(&app).await;
        if reply.status == 200 { "200".to_owned() } else { reply.refusal() }
    };
    let asked = if is_asked { "500 server_error internal_error" } else { UNKNOWN };
    let (valid, leaked) = (customer(&service.store).await, customer(&service.store).await);
    let limited = async |limits: KeyLimits| {
        let created = service.store.create_limited_key(valid.account, "x", limits, now()).await;
        created.unwrap().unwrap().key.reveal().to_owned()
    };
    let expiry = Some("2026-11-01T06:30:00Z".parse().unwrap());
    let before = "2026-11-01T06:00:00Z".parse().unwrap();
    let expired = limited(KeyLimits::new(expiry, &[], before).unwrap()).await;
    let network: Network = "192.0.2.0/24".parse().unwrap();
    let elsewheres = limited(KeyLimits::new(None, &[network], now()).unwrap()).await;
    let elsewhere = service.another().await.store;
    for number in 0..=100 {
        assert_eq!(answer(&unknown_key(number), ATTACKER).await, UNKNOWN);
    }
    assert_eq!(answer(&unknown_key(1000), ELSEWHERE).await, UNKNOWN);

    let neighbour = "2001:db8::ffff";
    assert_eq!(answer(&valid.text, neighbour).await, "200");
    assert_eq!(answer(&leaked.text, neighbour).await, "200");
    elsewhere.revoke_key(leaked.key, now()).await.unwrap().unwrap();
    assert_eq!(answer(&leaked.text, neighbour).await, REVOKED, "at once");

    let database = Database::connect(service.database_url()).await.unwrap();
    let rename = async |from: &str, to: &str| {
        let statement = format!("alter table {from} rename to {to}");
        database.execute_unprepared(&statement).await.unwrap();
    };
    rename("api_keys", "api_keys_away").await;
    assert_eq!(answer(&unknown_key(2000), ATTACKER).await, UNKNOWN, "no query");
    assert_eq!(answer(&unknown_key(2000), neighbour).await, UNKNOWN, "no query");
    assert_eq!(answer(&expired, ATTACKER).await, EXPIRED, "no query");
    assert_eq!(answer(&elsewheres, ATTACKER).await, UNKNOWN, "no query");
    assert_eq!(answer(&unknown_key(1000), ELSEWHERE).await, UNKNOWN, "asked within a second");
    assert_eq!(answer(&unknown_key(2000), ELSEWHERE).await, asked, "another network");
    service.set_clock("2026-11-01T07:00:01Z");
    assert_eq!(answer(&unknown_key(1000), ELSEWHERE).await, asked, "a second later");
    service.set_clock("2026-11-01T07:01:00Z");
    assert_eq!(answer(&unknown_key(2000), ATTACKER).await, asked, "the next minute");
    rename("api_keys_away", "api_keys").await;

    for number in 0..=100 {
        assert_eq!(answer(&unknown_key(number), ATTACKER).await, UNKNOWN);
    }
    let created = customer(&elsewhere).await;
    assert_eq!(answer(&created.text, ELSEWHERE).await, "200", "a new key works at once");
    service.set_clock("2026-11-01T07:01:01Z");
    assert_eq!(answer(&created.text, ATTACKER).await, "200", "within a second from everywhere");
}
