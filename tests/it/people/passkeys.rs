//! Passkeys from the challenge to the session, with an authenticator in software. The challenge and
//! the answer meet different processes.

use licence_core::account::AccountId;
use licence_core::audit::{Action, Outcome};
use licence_core::passkey::{CEREMONY_LIFETIME, MAX_PASSKEYS};
use licence_core::session::{IdentityProof, SignedIn};
use licence_store::passkeys::{PasskeyAnswer, PasskeyChallenge, PasskeySite};
use serde_json::json;

use super::*;
use crate::support::authenticator::{Authenticator, USER_PRESENT};
use crate::support::databases::TestDatabase;
use crate::support::dump::dump;
use crate::support::readings::{open, open_seeded};

/// Two processes of one database, and the site of their dashboard.
struct Cluster {
    database: TestDatabase,
    store: Store,
    elsewhere: Store,
    site: PasskeySite,
    account: AccountId,
}

impl Cluster {
    async fn open() -> Self {
        let database = TestDatabase::new().await;
        let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
        let site = PasskeySite::new("https://licence.example").unwrap();
        let account = account(&store).await;
        Self { database, store, elsewhere, site, account }
    }

    async fn member(&self, who: &str) -> SignedIn {
        let session = enrolled(&self.store, self.account, who, Role::Owner).await;
        self.store.session(&session.token, now()).await.unwrap().unwrap()
    }

    /// Adds a passkey, and returns the new token of the session.
    async fn add(&self, member: &SignedIn, passkey: &Authenticator) -> Option<SessionToken> {
        let started = self.store.start_passkey(&self.site, member, now()).await.unwrap();
        let challenge = started.unwrap();
        let credential = passkey.create(&challenge.options);
        let answer = PasskeyAnswer { token: &challenge.token, credential: &credential };
        let label = name("laptop");
        self.elsewhere.finish_passkey(&self.site, member, answer, &label, now()).await.unwrap()
    }

    async fn challenge(&self) -> PasskeyChallenge {
        self.store.start_passkey_sign_in(&self.site, now()).await.unwrap().unwrap()
    }

    async fn sign_in(&self, passkey: &Authenticator) -> Option<NewSession> {
        let challenge = self.challenge().await;
        self.finish(&challenge, &passkey.get(&challenge.options), now()).await
    }

    async fn finish(
        &self,
        challenge: &PasskeyChallenge,
        credential: &str,
        at: Timestamp,
    ) -> Option<NewSession> {
        let answer = PasskeyAnswer { token: &challenge.token, credential };
        let (store, from) = (&self.elsewhere, origin());
        let proof = store.verify_passkey(&self.site, answer, from.address, at).await.unwrap()?;
        store.sign_in_by_passkey(&proof, from, at).await.unwrap()
    }

    async fn prove(&self, member: &SignedIn, passkey: &Authenticator) -> Option<SessionToken> {
        let challenge = self.challenge().await;
        let credential = passkey.get(&challenge.options);
        let answer = PasskeyAnswer { token: &challenge.token, credential: &credential };
        self.elsewhere.finish_passkey_proof(&self.site, answer, member, now()).await.unwrap()
    }

    /// The refused acts, the oldest first, each with its reason.
    async fn refusals(&self) -> Vec<(Action, String)> {
        let log = entries(&self.store).await.into_iter();
        let refused = log.filter(|entry| entry.outcome == Outcome::Refused);
        refused.map(|entry| (entry.action, entry.reason.unwrap())).collect()
    }
}

#[tokio::test]
async fn a_browser_is_asked_for_a_passkey_that_a_sign_in_finds() {
    let cluster = Cluster::open().await;
    let ada = cluster.member("Ada").await;
    assert!(cluster.add(&ada, &Authenticator::new(1, ada.member.id)).await.is_some());
    let started = cluster.store.start_passkey(&cluster.site, &ada, now()).await.unwrap();
    let options = &started.unwrap().options["publicKey"];
    let selection = &options["authenticatorSelection"];
    for (found, expected) in [
        (&selection["residentKey"], json!("required")),
        (&selection["requireResidentKey"], json!(true)),
        (&selection["userVerification"], json!("required")),
        (&options["rp"]["id"], json!("licence.example")),
        (&options["user"]["name"], json!("Ada (A customer)")),
        (&options["user"]["displayName"], json!("Ada")),
        (&options["excludeCredentials"][0]["id"], json!(Authenticator::new(1, ada.member.id).id())),
    ] {
        assert_eq!(*found, expected, "{options}");
    }
    assert_eq!(cluster.challenge().await.options.get("mediation"), None);
}

#[tokio::test]
async fn a_passkey_signs_its_member_in_until_it_is_removed() {
    let cluster = Cluster::open().await;
    let ada = cluster.member("Ada").await;
    let passkey = Authenticator::new(1, ada.member.id);
    let renewed = cluster.add(&ada, &passkey).await.unwrap();
    let by_link = cluster.store.session(&renewed, now()).await.unwrap().unwrap();
    assert_eq!(by_link.proven_by, IdentityProof::Passkey, "the device has just verified Ada");

    let session = cluster.sign_in(&passkey).await.unwrap();
    let by_passkey = cluster.store.session(&session.token, now()).await.unwrap().unwrap();
    assert_eq!(by_passkey.member.id, ada.member.id);
    assert_eq!((by_passkey.proven_by, by_passkey.is_fresh), (IdentityProof::Passkey, true));
    let passkeys = cluster.store.passkeys(cluster.account, ada.member.id).await.unwrap();
    assert_eq!((passkeys.len(), passkeys[0].last_used_at), (1, Some(now())));
    assert_eq!(passkeys[0].label.as_str(), "laptop");

    // Removing it ends the other sessions, and nobody signs in with it.
    let remove = || cluster.elsewhere.remove_passkey(&by_passkey, passkeys[0].id, now());
    assert!(remove().await.unwrap());
    assert_eq!(who(&cluster.store, &renewed, now()).await, None);
    assert_eq!(who(&cluster.store, &session.token, now()).await, Some(ada.member.id));
    assert!(cluster.sign_in(&passkey).await.is_none());
    assert!(!remove().await.unwrap());
    assert_eq!(
        cluster.refusals().await,
        [
            (Action::SessionSignIn, "the passkey is not on record".to_owned()),
            (Action::PasskeyRemove, "the member has no such passkey".to_owned()),
        ]
    );
}

#[tokio::test]
async fn a_proof_gives_the_session_a_new_token_and_the_old_one_is_dead() {
    let cluster = Cluster::open().await;
    let (ada, eve) = (cluster.member("Ada").await, cluster.member("Eve").await);
    let (of_ada, of_eve) =
        (Authenticator::new(1, ada.member.id), Authenticator::new(2, eve.member.id));
    let token = cluster.add(&ada, &of_ada).await.unwrap();
    cluster.add(&eve, &of_eve).await.unwrap();
    assert!(cluster.prove(&ada, &of_eve).await.is_none(), "a passkey of another member");
    assert_eq!(who(&cluster.store, &token, now()).await, Some(ada.member.id));
    let renewed = cluster.prove(&ada, &of_ada).await.unwrap();
    assert_eq!(who(&cluster.store, &token, now()).await, None);
    let session = cluster.store.session(&renewed, now()).await.unwrap().unwrap();
    assert_eq!((session.session_id, session.is_fresh), (ada.session_id, true));
    assert_eq!(session.times.created_at, ada.times.created_at);
    // A session that ended is not renewed, and gets no passkey.
    let (account, id) = (cluster.account, ada.member.id);
    cluster.store.end_session(account, id, ada.session_id, now()).await.unwrap();
    assert!(cluster.prove(&ada, &of_ada).await.is_none());
    assert!(cluster.add(&ada, &Authenticator::new(3, id)).await.is_none());
    assert_eq!(cluster.store.passkeys(account, id).await.unwrap().len(), 1);
    let ended = "the session has ended".to_owned();
    let refused = [(Action::SessionSignIn, ended.clone()), (Action::PasskeyAdd, ended)];
    assert_eq!(cluster.refusals().await[1..], refused);
}

/// What is removed or used while an answer is verified opens nothing.
#[tokio::test]
async fn a_passkey_opens_no_session_beside_its_removal_and_counts_once() {
    let cluster = Cluster::open().await;
    for number in 0..5 {
        let ada = cluster.member("Ada").await;
        let mut passkey = Authenticator::new(number, ada.member.id);
        let token = cluster.add(&ada, &passkey).await.unwrap();
        passkey.uses = 1;
        let (one, other) = tokio::join!(cluster.sign_in(&passkey), cluster.sign_in(&passkey));
        assert!(one.is_some() != other.is_some(), "a copy of the passkey has the same counter");

        passkey.uses = 2;
        let own = cluster.store.session(&token, now()).await.unwrap().unwrap();
        let id = cluster.store.passkeys(cluster.account, ada.member.id).await.unwrap()[0].id;
        let removing = cluster.store.remove_passkey(&own, id, now());
        let (session, removed) = tokio::join!(cluster.sign_in(&passkey), removing);
        assert!(removed.unwrap());
        if let Some(session) = session {
            assert_eq!(who(&cluster.store, &session.token, now()).await, None);
        }
    }
}

#[tokio::test]
async fn a_passkey_that_does_not_fit_is_not_added() {
    let cluster = Cluster::open().await;
    let (ada, eve) = (cluster.member("Ada").await, cluster.member("Eve").await);
    let good = || Authenticator::new(1, ada.member.id);
    for (what, passkey) in [
        ("an unverified user", Authenticator { flags: USER_PRESENT, ..good() }),
        ("another origin", Authenticator { origin: "https://evil.example", ..good() }),
        ("another site", Authenticator { host: "evil.example", ..good() }),
    ] {
        assert!(cluster.add(&ada, &passkey).await.is_none(), "{what}");
    }
    // The challenge of another member.
    let started = cluster.store.start_passkey(&cluster.site, &ada, now()).await.unwrap().unwrap();
    let credential = good().create(&started.options);
    let answer = PasskeyAnswer { token: &started.token, credential: &credential };
    let label = name("laptop");
    let added = cluster.store.finish_passkey(&cluster.site, &eve, answer, &label, now());
    assert!(added.await.unwrap().is_none());
    // A passkey that another member has.
    assert!(cluster.add(&ada, &good()).await.is_some());
    assert!(cluster.add(&eve, &good()).await.is_none());
    assert!(cluster.refusals().await.iter().all(|(action, _)| *action == Action::PasskeyAdd));
    assert_eq!(cluster.refusals().await.len(), 5);
}

#[tokio::test]
async fn an_answer_that_does_not_fit_signs_nobody_in() {
    let cluster = Cluster::open().await;
    let (ada, eve) = (cluster.member("Ada").await, cluster.member("Eve").await);
    let mut passkey = Authenticator::new(1, ada.member.id);
    cluster.add(&ada, &passkey).await.unwrap();
    let forged = Authenticator::new(1, ada.member.id);
    assert!(cluster.sign_in(&forged).await.is_none(), "another key");
    let unknown = Authenticator::new(2, ada.member.id);
    assert!(cluster.sign_in(&unknown).await.is_none(), "a passkey that nobody added");
    passkey.user = eve.member.id;
    assert!(cluster.sign_in(&passkey).await.is_none(), "the name of another member");
    passkey.user = ada.member.id;
    let flags = std::mem::replace(&mut passkey.flags, USER_PRESENT);
    assert!(cluster.sign_in(&passkey).await.is_none(), "an unverified user");
    passkey.flags = flags;
    let origin = std::mem::replace(&mut passkey.origin, "https://evil.example");
    assert!(cluster.sign_in(&passkey).await.is_none(), "another origin");
    passkey.origin = origin;
    let host = std::mem::replace(&mut passkey.host, "evil.example");
    assert!(cluster.sign_in(&passkey).await.is_none(), "another site");
    passkey.host = host;
    let (one, other) = (cluster.challenge().await, cluster.challenge().await);
    let answer = passkey.get(&one.options);
    assert!(cluster.finish(&other, &answer, now()).await.is_none(), "another challenge");
    let nul = "{\"rawId\": \"\\u0000\"}";
    for text in ["", "{}", "null", "{\"rawId\": 7}", nul, &answer.replace("\"signature\"", "\"s\"")]
    {
        let challenge = cluster.challenge().await;
        assert!(cluster.finish(&challenge, text, now()).await.is_none(), "{text}");
    }
    assert!(cluster.sign_in(&passkey).await.is_some());
    cluster.store.disable_member(cluster.account, ada.member.id, now()).await.unwrap();
    assert!(cluster.sign_in(&passkey).await.is_none(), "a disabled member");
}

#[tokio::test]
async fn a_challenge_has_one_answer_within_five_minutes() {
    let cluster = Cluster::open().await;
    let ada = cluster.member("Ada").await;
    let passkey = Authenticator::new(1, ada.member.id);
    cluster.add(&ada, &passkey).await.unwrap();
    let challenge = cluster.challenge().await;
    let answer = passkey.get(&challenge.options);
    let end = now().later_by(CEREMONY_LIFETIME);
    assert!(cluster.finish(&challenge, &answer, end).await.is_none(), "it expired");
    assert!(cluster.finish(&challenge, &answer, now()).await.is_some());
    assert!(cluster.finish(&challenge, &answer, now()).await.is_none(), "it was used");
    // A challenge to make a passkey signs nobody in.
    let started = cluster.store.start_passkey(&cluster.site, &ada, now()).await.unwrap().unwrap();
    let answer = passkey.get(&started.options);
    assert!(cluster.finish(&started, &answer, now()).await.is_none());
    let unused = cluster.challenge().await;
    let dump = dump(cluster.database.url()).await;
    assert_eq!(dump["ceremonies"].len(), 1);
    assert!(!format!("{dump:?}").contains(unused.token.reveal()), "only its hash is stored");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_has_at_most_ten_passkeys() {
    let cluster = Cluster::open().await;
    let ada = cluster.member("Ada").await;
    // Two browsers are asked while one more is allowed; they answer at once, and one is refused.
    let (mut challenges, last) = (Vec::new(), MAX_PASSKEYS as u8);
    for id in 1..=last {
        if id == last {
            let start = || cluster.store.start_passkey(&cluster.site, &ada, now());
            challenges = vec![start().await.unwrap().unwrap(), start().await.unwrap().unwrap()];
        } else {
            cluster.add(&ada, &Authenticator::new(id, ada.member.id)).await.unwrap();
        }
    }
    let finish = async |store: &Store, id, challenge: &PasskeyChallenge| {
        let credential = Authenticator::new(id, ada.member.id).create(&challenge.options);
        let answer = PasskeyAnswer { token: &challenge.token, credential: &credential };
        let label = name("one more");
        let finished = store.finish_passkey(&cluster.site, &ada, answer, &label, now());
        finished.await.unwrap().is_some()
    };
    let (one, other) = tokio::join!(
        finish(&cluster.store, last, &challenges[0]),
        finish(&cluster.elsewhere, last + 1, &challenges[1]),
    );
    assert_ne!(one, other);
    let passkeys = cluster.store.passkeys(cluster.account, ada.member.id).await.unwrap();
    assert_eq!(passkeys.len(), MAX_PASSKEYS);
    assert!(cluster.store.start_passkey(&cluster.site, &ada, now()).await.unwrap().is_none());
}

#[tokio::test]
async fn passkeys_of_another_account_are_not_found() {
    let cluster = Cluster::open().await;
    let ada = cluster.member("Ada").await;
    cluster.add(&ada, &Authenticator::new(1, ada.member.id)).await.unwrap();
    let other = account(&cluster.store).await;
    let eve = enrolled(&cluster.store, other, "Eve", Role::Owner).await;
    let eve = cluster.store.session(&eve.token, now()).await.unwrap().unwrap();
    assert_eq!(cluster.store.passkeys(other, ada.member.id).await.unwrap(), []);
    let id = cluster.store.passkeys(cluster.account, ada.member.id).await.unwrap()[0].id;
    assert!(!cluster.store.remove_passkey(&eve, id, now()).await.unwrap());
    assert_eq!(cluster.store.passkeys(cluster.account, ada.member.id).await.unwrap().len(), 1);
}
