//! What answers a question: a database on this machine, or a server. A command asks the same way
//! either way, and gets the same bytes: the body of the REST API.
//!
//! What cannot be asked is refused before either side is, by the rules and in the words of the
//! server (specification 7), so that a path is never made of what is no slug, code or id.

mod check;
mod export;
mod lookup;
mod watchlist;
mod webhooks;

use licence_core::account::plan::Plans;
use licence_core::account::{Account, AccountId};
use licence_core::period::Period;
use licence_store::Store;
use serde::Serialize;

use crate::exit::Failure;
use crate::remote::{Call, Client};

pub(crate) use check::CheckRequest;
pub(crate) use export::{ExportFile, RowsReceived};

/// A body of the REST API, byte for byte.
pub(crate) type Body = Vec<u8>;

/// What answers a question.
pub(crate) enum Service {
    /// A database, in this process.
    Local(Box<Local>),
    /// A server.
    Remote(Client),
}

/// A database, and what a server would know of its caller.
pub(crate) struct Local {
    pub(crate) store: Store,
    pub(crate) account: Option<AccountId>,
    pub(crate) plans: Plans,
    pub(crate) event_retention: Period,
}

impl Service {
    /// Closes the store, so that SQLite leaves one file.
    pub(crate) async fn close(self) {
        if let Self::Local(local) = self {
            local.store.close().await;
        }
    }

    /// Ends a question without closing what is open, which would take longer than the answer. The
    /// next command starts from the catalogue that this one built.
    pub(crate) async fn finish(self) {
        if let Self::Local(local) = self {
            local.store.wait_until_kept().await;
        }
    }

    /// Returns whether no register was read into the database of this machine yet.
    pub(crate) async fn is_empty(&self) -> Result<bool, Failure> {
        match self {
            Self::Local(local) => Ok(local.store.is_empty().await?),
            Self::Remote(_) => Ok(false),
        }
    }
}

impl Local {
    async fn account(&self) -> Result<Account, Failure> {
        let Some(id) = self.account else {
            let error = "on a database this is asked for an account: give --account ID \
                         (`licence accounts create NAME --plan PLAN` makes one)";
            return Err(Failure::Usage(error.to_owned()));
        };
        self.store.account(id).await?.ok_or_else(|| Failure::unknown_account(id.0))
    }
}

/// Returns a value as the server sends it.
pub(crate) fn body(value: &impl Serialize) -> Result<Body, Failure> {
    Ok(serde_json::to_vec(value).map_err(std::io::Error::from)?)
}

async fn ask(client: &Client, call: Call) -> Result<Body, Failure> {
    Ok(client.ask(&call).await?.body)
}
