//! Keys that expire, and keys for some networks.

use licence_core::account::key::{KeyExpiry, KeyLimits};
use licence_core::account::plan::Plan;
use licence_core::network::Network;

use super::CHECK;
use crate::support::log::Log;
use crate::support::readings::now;
use crate::support::service::{Ask, Service};

pub(super) const EXPIRED: &str = "401 auth_revoked api_key_expired";
const INVALID: &str = "401 auth_invalid api_key_invalid";

async fn answer(service: &Service, key: &str, from: &str) -> String {
    let reply = service.ask(Ask::get(CHECK).key(key).from(from)).await;
    if reply.status == 200 { "200".to_owned() } else { reply.refusal() }
}

#[tokio::test]
async fn a_key_is_refused_after_its_expiry_and_outside_of_its_networks() {
    let (log, _guard) = Log::begin(tracing::Level::INFO);
    let service = Service::start().await;
    let elsewhere = service.another().await;
    let account = service.store.create_account("A", Plan::Enterprise, now()).await.unwrap().id;
    let expiry: KeyExpiry = "2026-11-01".parse().unwrap();
    let networks: [Network; 2] = ["192.0.2.0/24", "2001:db8::/32"].map(|it| it.parse().unwrap());
    let limits = KeyLimits::new(Some(expiry), &networks, now()).unwrap();
    let created = service.store.create_limited_key(account, "x", limits.clone(), now()).await;
    let created = created.unwrap().unwrap();
    let key = created.key.reveal();
    assert_eq!(service.store.keys(account).await.unwrap().unwrap()[0].limits, limits);
    for (clock, from, expected) in [
        ("2026-11-01T07:00:00Z", "192.0.2.200", "200"),
        ("2026-11-01T07:00:00Z", "::ffff:192.0.2.1", "200"),
        ("2026-11-01T07:00:00Z", "2001:db8:9::1", "200"),
        ("2026-11-01T07:00:00Z", "198.51.100.7", INVALID),
        ("2026-11-01T23:59:59.999Z", "192.0.2.1", "200"),
        ("2026-11-02T00:00:00Z", "192.0.2.1", EXPIRED),
        ("2026-11-02T00:00:00Z", "198.51.100.7", INVALID),
    ] {
        service.set_clock(clock);
        for server in [&service, &elsewhere] {
            assert_eq!(answer(server, key, from).await, expected, "{clock} {from}");
        }
    }
    service.store.revoke_key(created.id, now()).await.unwrap().unwrap();
    let revoked = answer(&service, key, "192.0.2.1").await;
    assert_eq!(revoked, super::REVOKED, "a revoked key is that, expired or not");
    let logged = log.text();
    let line = logged.lines().find(|line| line.contains(&created.id.0.to_string()));
    assert!(line.is_some_and(|line| line.contains("198.51.100.7")), "{logged}");
    assert!(!logged.contains(&key[4..]), "{logged}");
}
