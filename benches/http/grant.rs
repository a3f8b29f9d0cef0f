//! The token of an assistant that a member connected.

use licence_core::account::AccountId;
use licence_core::member::Role;
use licence_core::oauth::client::ClientMetadata;
use licence_core::oauth::pkce::Challenge;
use licence_core::oauth::request::{Proposal, ReturnAddress};
use licence_core::oauth::{ConnectorAddress, Scopes};
use licence_core::time::Timestamp;
use licence_store::Store;
use licence_store::service::SignInOrigin;

/// The public address of the connector. Its host is that of each request.
pub const CONNECTOR_URL: &str = "http://connector.bench";
const REDIRECT: &str = "http://localhost/callback";
/// The verifier and the challenge of RFC 7636.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Returns an access token for the account, good for an hour.
pub async fn access_token(store: &Store, account: AccountId, now: Timestamp) -> String {
    let name = "Bench".parse().expect("a name");
    let link = store.invite_member(account, &name, Role::Owner, now).await.expect("a link");
    let origin =
        SignInOrigin { user_agent: "bench", address: [127, 0, 0, 1].into(), replaces: None };
    let link = link.expect("the account is there").token;
    let member = store.use_link(&link, origin, now).await.expect("a session").expect("a member");
    let metadata = ClientMetadata::new(Some("bench"), &[REDIRECT]).expect("a client");
    let client = store.add_client(metadata, now).await.expect("a client");
    let proposal = Proposal {
        return_to: ReturnAddress { redirect_uri: REDIRECT.to_owned(), state: None },
        challenge: Challenge::parse(CHALLENGE).expect("a challenge"),
        scopes: Scopes::all(),
    };
    let connector = ConnectorAddress(CONNECTOR_URL.parse().expect("an origin"));
    let who = (account, member.member.id);
    let code = store.create_code(who, &client, &proposal, &proposal.scopes, &connector, now).await;
    let code = code.expect("a code");
    let tokens = store.exchange_code(&client.id, &code, None, VERIFIER, now).await;
    tokens.unwrap_or_else(|error| panic!("{error}")).access.reveal().to_owned()
}
