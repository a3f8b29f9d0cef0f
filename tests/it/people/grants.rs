//! Grants of the connector: codes, tokens, their rotation and their end, in every process.

use licence_core::member::Role;
use licence_core::oauth::grant::{
    CODE_LIFETIME, GRANT_LIFETIME, GrantId, REFRESH_GRACE, REFRESH_IDLE,
};
use licence_core::oauth::request::{Proposal, ReturnAddress};
use licence_core::oauth::token::{AccessToken, CodeToken, RefreshToken};
use licence_core::oauth::token_request::RevokedToken;
use licence_core::oauth::{Client, ClientId, ConnectorAddress, Scopes, TokenError, pkce};
use licence_store::service::{ConnectorError, IssuedTokens};
use serde_json::json;

use super::urgent::busy;
use super::*;
use crate::support::databases::TestDatabase;
use crate::support::dump::dump;
use crate::support::readings::{open, open_seeded};

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub(super) const REDIRECT: &str = "http://localhost/callback";
const SECOND: Duration = Duration::from_secs(1);

pub(super) fn connector() -> ConnectorAddress {
    ConnectorAddress("https://mcp.example".parse().unwrap())
}

fn proposal(scopes: Scopes) -> Proposal {
    let challenge = pkce::Challenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    let return_to = ReturnAddress { redirect_uri: REDIRECT.to_owned(), state: None };
    Proposal { return_to, challenge: challenge.unwrap(), scopes }
}

pub(super) async fn registered(store: &Store, name: &str) -> Client {
    let body = json!({"client_name": name, "redirect_uris": [REDIRECT]}).to_string();
    let client = Client::from_registration(body.as_bytes()).unwrap();
    store.register_client(&client, now()).await.unwrap();
    client
}

async fn code(store: &Store, client: &Client, member: &Member, at: Timestamp) -> CodeToken {
    let (who, scopes) = ((member.account_id, member.id), Scopes::all());
    let proposal = proposal(scopes.clone());
    store.create_code(who, client, &proposal, &scopes, &connector(), at).await.unwrap()
}

async fn exchange(
    store: &Store,
    client: &Client,
    code: &CodeToken,
    at: Timestamp,
) -> Result<IssuedTokens, ConnectorError> {
    store.exchange_code(&client.id, code, Some(REDIRECT), VERIFIER, at).await
}

async fn refresh(
    store: &Store,
    client: &Client,
    token: &RefreshToken,
    at: Timestamp,
) -> Option<IssuedTokens> {
    match store.refresh_tokens(&client.id, token, None, at).await {
        Ok(tokens) => Some(tokens),
        Err(ConnectorError::Refused(TokenError::InvalidGrant)) => None,
        Err(other) => panic!("{other}"),
    }
}

/// The scopes that a token can use now; `None` for a token that is refused.
pub(super) async fn can_use(store: &Store, token: &AccessToken, at: Timestamp) -> Option<String> {
    let caller = store.connector_caller(token, &connector(), at).await.unwrap();
    caller.map(|caller| caller.scopes.to_string())
}

/// Two processes on one database, a member, a client, and the tokens of a grant.
pub(super) struct Granted {
    pub(super) database: TestDatabase,
    pub(super) store: Store,
    pub(super) elsewhere: Store,
    pub(super) member: Member,
    client: Client,
    pub(super) tokens: IssuedTokens,
}

pub(super) async fn granted(role: Role) -> Granted {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    enrolled(&store, account, "Grace", Role::Owner).await;
    let member = enrolled(&store, account, "Ada", role).await.member;
    let client = registered(&store, "Editor").await;
    let code = code(&store, &client, &member, now()).await;
    let tokens = exchange(&elsewhere, &client, &code, now()).await.unwrap();
    Granted { database, store, elsewhere, member, client, tokens }
}

pub(super) async fn grant_id(it: &Granted) -> GrantId {
    it.store.grants(it.member.account_id, None, now()).await.unwrap()[0].id
}

#[tokio::test]
async fn a_grant_gives_what_the_role_allows_until_the_token_ends() {
    let it = granted(Role::Developer).await;
    let all = Some(Scopes::all().to_string());
    let access = &it.tokens.access;
    for store in [&it.store, &it.elsewhere] {
        assert_eq!(can_use(store, access, after(minutes(60) - SECOND)).await, all);
        assert_eq!(can_use(store, access, after(minutes(60))).await, None);
    }
    assert_eq!((it.tokens.expires_in, &it.tokens.scopes), (3_600, &Scopes::all()));
    let other = ConnectorAddress("https://other.example".parse().unwrap());
    assert_eq!(it.store.connector_caller(access, &other, now()).await.unwrap(), None);
    it.store.flush_usage().await.unwrap();
    let grants = it.store.grants(it.member.account_id, None, now()).await.unwrap();
    assert_eq!((grants.len(), grants[0].last_used_at.is_some()), (1, true));
}

#[tokio::test]
async fn fifty_uses_of_a_code_at_once_give_tokens_once_and_end_the_grant() {
    let it = granted(Role::Owner).await;
    let code = code(&it.store, &it.client, &it.member, now()).await;
    let uses = (0..50).map(|number| {
        let store = if number % 2 == 0 { it.store.clone() } else { it.elsewhere.clone() };
        let (client, code) = (it.client.clone(), code.clone());
        tokio::spawn(async move { exchange(&store, &client, &code, now()).await.ok() })
    });
    let mut tokens = Vec::new();
    for used in uses.collect::<Vec<_>>() {
        tokens.extend(used.await.unwrap());
    }
    assert_eq!(tokens.len(), 1);
    assert_eq!(can_use(&it.store, &tokens[0].access, now()).await, None);
    assert!(can_use(&it.store, &it.tokens.access, now()).await.is_some(), "another grant");
    let reused = entries(&it.store).await;
    assert!(reused.iter().any(|entry| entry.action.as_str() == "grant.reuse"));
}

#[tokio::test]
async fn a_code_is_for_its_client_its_address_and_a_minute() {
    let it = granted(Role::Owner).await;
    let other = registered(&it.store, "Other").await;
    let code = code(&it.store, &it.client, &it.member, now()).await;
    for (client, redirect, verifier, at) in [
        (&other, Some(REDIRECT), VERIFIER, now()),
        (&it.client, Some("http://localhost:1/callback"), VERIFIER, now()),
        (&it.client, Some(REDIRECT), &VERIFIER[1..], now()),
        (&it.client, Some(REDIRECT), VERIFIER, after(CODE_LIFETIME)),
    ] {
        let refused = it.store.exchange_code(&client.id, &code, redirect, verifier, at).await;
        assert!(matches!(refused, Err(ConnectorError::Refused(TokenError::InvalidGrant))));
    }
    let late = after(CODE_LIFETIME - SECOND);
    exchange(&it.elsewhere, &it.client, &code, late).await.unwrap();
}

#[tokio::test]
async fn eight_refreshes_at_once_work_in_two_processes_and_a_late_one_ends_the_grant() {
    let it = granted(Role::Owner).await;
    let uses = (0..8).map(|number| {
        let store = if number % 2 == 0 { it.store.clone() } else { it.elsewhere.clone() };
        let (client, token) = (it.client.clone(), it.tokens.refresh.clone());
        tokio::spawn(async move { refresh(&store, &client, &token, now()).await })
    });
    let mut pairs = Vec::new();
    for used in uses.collect::<Vec<_>>() {
        pairs.push(used.await.unwrap().expect("within the grace"));
    }
    for pair in &pairs {
        assert!(can_use(&it.store, &pair.access, now()).await.is_some());
    }
    let token = &it.tokens.refresh;
    assert_eq!(refresh(&it.store, &it.client, token, after(REFRESH_GRACE - SECOND)).await, None);
    assert!(can_use(&it.store, &pairs[0].access, now()).await.is_some(), "a ninth use is refused");
    assert_eq!(refresh(&it.elsewhere, &it.client, token, after(REFRESH_GRACE)).await, None);
    assert_eq!(can_use(&it.store, &pairs[0].access, now()).await, None);
    assert_eq!(refresh(&it.store, &it.client, &pairs[0].refresh, now()).await, None);
    let last = entries(&it.store).await.pop().unwrap();
    assert_eq!((last.action.as_str(), last.actor.to_string().as_str()), ("grant.reuse", "server"));
}

#[tokio::test]
async fn no_refreshing_outlives_the_grant_and_an_unused_token_goes_first() {
    let it = granted(Role::Owner).await;
    let day = minutes(24 * 60);
    let mut token = it.tokens.refresh.clone();
    for number in 1..=4 {
        let at = after(number * 22 * day);
        let tokens = refresh(&it.store, &it.client, &token, at).await.expect("before its end");
        token = tokens.refresh;
    }
    let last = refresh(&it.store, &it.client, &token, after(GRANT_LIFETIME - SECOND)).await;
    let last = last.expect("a second before the end");
    assert_eq!(last.expires_in, 1);
    assert_eq!(refresh(&it.store, &it.client, &last.refresh, after(GRANT_LIFETIME)).await, None);
    assert_eq!(can_use(&it.store, &last.access, after(GRANT_LIFETIME)).await, None);

    let idle = granted(Role::Owner).await;
    let late = refresh(&idle.store, &idle.client, &idle.tokens.refresh, after(REFRESH_IDLE)).await;
    assert_eq!(late, None);
}

#[tokio::test]
async fn what_ends_a_grant_holds_for_the_next_call_of_another_process() {
    for end in ["revoke", "disable", "lower", "give up", "remove client"] {
        let it = granted(Role::Developer).await;
        let (account, member) = (it.member.account_id, it.member.id);
        it.store.create_key(account, "announced", now()).await.unwrap();
        let before = can_use(&it.elsewhere, &it.tokens.access, now()).await;
        assert_eq!(before, Some(Scopes::all().to_string()), "{end}");
        let mut expected = None;
        match end {
            "revoke" => {
                let id = it.store.grants(account, Some(member), now()).await.unwrap()[0].id;
                assert!(it.store.revoke_grant(account, Some(member), id, now()).await.unwrap());
                assert!(!it.store.revoke_grant(account, Some(member), id, now()).await.unwrap());
            }
            "disable" => drop(it.store.disable_member(account, member, now()).await.unwrap()),
            "lower" => {
                it.store.set_member_role(account, member, Role::Viewer, now()).await.unwrap();
                expected = Some("licences:read watchlist:read".to_owned());
            }
            "give up" => {
                let token = RevokedToken::Refresh(it.tokens.refresh.clone());
                let other = ClientId("reg-other".to_owned());
                it.store.revoke_token(&other, &token, now()).await.unwrap();
                assert!(can_use(&it.store, &it.tokens.access, now()).await.is_some());
                it.store.revoke_token(&it.client.id, &token, now()).await.unwrap();
            }
            _ => assert!(it.store.remove_client(&it.client.id, now()).await.unwrap()),
        }
        assert_eq!(can_use(&it.elsewhere, &it.tokens.access, now()).await, expected, "{end}");
        let renewed = refresh(&it.elsewhere, &it.client, &it.tokens.refresh, now()).await;
        assert_eq!(renewed.is_some(), expected.is_some(), "{end}");
    }
}

#[tokio::test]
async fn a_grant_belongs_to_its_account_and_its_member() {
    let it = granted(Role::Developer).await;
    let stranger = account(&it.store).await;
    let grace = it.store.members(it.member.account_id).await.unwrap()[0].id;
    let (account, id) = (it.member.account_id, grant_id(&it).await);
    for (account, member) in [(stranger, None), (account, Some(grace))] {
        assert_eq!(it.store.grants(account, member, now()).await.unwrap(), []);
        assert!(!it.store.revoke_grant(account, member, id, now()).await.unwrap());
    }
    assert!(can_use(&it.store, &it.tokens.access, now()).await.is_some());
    assert!(it.store.revoke_grant(account, None, id, now()).await.unwrap(), "an owner may");
}

#[tokio::test]
async fn only_hashes_are_stored() {
    let it = granted(Role::Owner).await;
    let code = code(&it.store, &it.client, &it.member, now()).await;
    let stored = format!("{:?}", dump(it.database.url()).await);
    let secrets = [code.reveal(), it.tokens.access.reveal(), it.tokens.refresh.reveal()];
    for secret in secrets {
        assert!(!stored.contains(&secret[4..]), "{secret}");
    }
    assert!(stored.contains(&it.tokens.access.hash().to_string()));
}

#[tokio::test]
async fn a_grant_ends_while_a_reading_is_applied() {
    let it = granted(Role::Developer).await;
    let account = it.member.account_id;
    let id = grant_id(&it).await;
    let other = busy(&it.database).await;
    it.elsewhere.revoke_grant(account, None, id, now()).await.unwrap();
    assert_eq!(can_use(&it.store, &it.tokens.access, now()).await, None);
    // On PostgreSQL it was ended.
    let _ = other.close().await;
    it.store.set_plan(account, Plan::Business, now()).await.unwrap().unwrap();
    let log = entries(&it.store).await;
    assert_eq!(log.iter().filter(|entry| entry.action.as_str() == "grant.revoke").count(), 1);
}

/// Of an owner only the database knows whether another is left, and a role or a client is a row; but what
/// a token could do too much ends before the other writer does.
#[tokio::test]
async fn no_token_outlives_its_owner_role_or_client_beside_another_writer() {
    for end in ["disable", "lower", "remove client"] {
        let it = granted(Role::Owner).await;
        let (account, member) = (it.member.account_id, it.member.id);
        let reading = Scopes::parse("licences:read");
        let (own, store) = ((account, member), it.store.clone());
        let proposal = proposal(reading.clone());
        let resource = connector();
        let code = store.create_code(own, &it.client, &proposal, &reading, &resource, now());
        let reader = exchange(&store, &it.client, &code.await.unwrap(), now()).await.unwrap();
        let all = Some(Scopes::all().to_string());
        assert_eq!(can_use(&it.elsewhere, &it.tokens.access, now()).await, all, "{end}");

        let other = busy(&it.database).await;
        let client = it.client.id.clone();
        let ending = tokio::spawn(async move {
            match end {
                "disable" => drop(store.disable_member(account, member, now()).await.unwrap()),
                "lower" => {
                    let role = Role::Viewer;
                    drop(store.set_member_role(account, member, role, now()).await.unwrap());
                }
                _ => assert!(store.remove_client(&client, now()).await.unwrap()),
            }
        });
        while can_use(&it.elsewhere, &it.tokens.access, now()).await == all {
            tokio::task::yield_now().await;
        }
        let read_only = Some(reading.to_string()).filter(|_| end == "lower");
        assert_eq!(can_use(&it.elsewhere, &reader.access, now()).await, read_only, "{end}");
        // On PostgreSQL it was ended.
        let _ = other.close().await;
        ending.await.unwrap();
        assert_ne!(can_use(&it.store, &it.tokens.access, now()).await, all, "{end}");
    }
}
