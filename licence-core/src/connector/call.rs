//! A call of a tool, with its arguments parsed.

use serde_json::{Map, Value};
use thiserror::Error;

use super::argument::Arguments;
use super::refusal::CallRefusal;
use super::tool::Tool;

/// A call of a tool. Values are in the form of the API's parameters, so that a front end passes
/// them on and the rules of the API refuse what breaks them.
///
/// Exhaustive, because a front end answers each call in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolCall {
    /// `GET /v1/check?domain=`.
    CheckDomain {
        /// The domain.
        domain: String,
        /// The past instant, if one is asked about.
        as_of: Option<String>,
        /// Whether to return the whole body of the API too.
        is_full: bool,
    },
    /// `POST /v1/check/batch`.
    CheckDomains {
        /// The domains.
        domains: Vec<String>,
    },
    /// `GET /v1/check?license_number=`.
    CheckLicenceNumber {
        /// The number.
        license_number: String,
        /// The past instant, if one is asked about.
        as_of: Option<String>,
        /// Whether to return the whole body of the API too.
        is_full: bool,
    },
    /// `GET /v1/operators/search`.
    SearchOperators {
        /// The search term.
        query: String,
        /// The most rows.
        limit: u64,
        /// How many rows to skip.
        offset: u64,
    },
    /// `GET /v1/operators/{slug}`, and its regulatory actions.
    GetOperator {
        /// The slug.
        operator: String,
        /// The past instant, if one is asked about.
        as_of: Option<String>,
        /// Which lists to return.
        details: OperatorDetails,
    },
    /// `GET /v1/licenses/{license_id}`, and its history.
    GetLicence {
        /// The id.
        license_id: String,
        /// The past instant, if one is asked about.
        as_of: Option<String>,
        /// The most entries of the history, the newest ones; `None` for no history at all.
        history_limit: Option<u64>,
    },
    /// `GET /v1/operators/{slug}/regulatory-actions`.
    ListRegulatoryActions {
        /// The slug.
        operator: String,
        /// The order.
        sort: Option<String>,
        /// The most rows.
        limit: u64,
        /// How many rows to skip.
        offset: u64,
    },
    /// `GET /v1/health/coverage`.
    GetCoverage {
        /// The code of the only register to return.
        jurisdiction: Option<String>,
    },
    /// `GET /v1/watchlist/operators`.
    ListWatchlist {
        /// The most rows.
        limit: u64,
        /// How many rows to skip.
        offset: u64,
    },
    /// `GET /v1/watchlist/events`.
    ListWatchlistEvents {
        /// The instant to begin after.
        since: Option<String>,
        /// The cursor of the page before.
        cursor: Option<String>,
        /// The most events.
        limit: u64,
    },
    /// `POST /v1/watchlist/operators`.
    WatchOperator {
        /// The slug.
        operator: String,
    },
    /// `DELETE /v1/watchlist/operators/{slug}`.
    UnwatchOperator {
        /// The slug.
        operator: String,
    },
}

/// Which lists of an operator to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperatorDetails {
    /// Its licences.
    pub licences: bool,
    /// Its domains.
    pub domains: bool,
    /// Its latest regulatory actions.
    pub actions: bool,
}

/// The arguments of a call do not fit the tool.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .refusal.error)]
pub struct InvalidArguments {
    refusal: Box<CallRefusal>,
}

impl InvalidArguments {
    /// Returns the refusal in the words in which the API refuses a parameter
    /// (specification, "Errors").
    pub fn to_object(&self) -> Value {
        self.refusal.to_object()
    }
}

impl ToolCall {
    /// Returns the slug of the operator that the call is about.
    pub fn operator(&self) -> Option<&str> {
        match self {
            Self::GetOperator { operator, .. }
            | Self::ListRegulatoryActions { operator, .. }
            | Self::WatchOperator { operator }
            | Self::UnwatchOperator { operator } => Some(operator),
            _ => None,
        }
    }

    /// Parses the arguments of a call.
    ///
    /// ```
    /// use licence_core::connector::{Tool, ToolCall};
    ///
    /// let arguments = serde_json::json!({"domain": "a.example", "until": 1});
    /// let error = ToolCall::parse(Tool::CheckDomain, arguments.as_object().cloned().unwrap());
    /// assert_eq!(
    ///     error.unwrap_err().to_string(),
    ///     "The argument until is not an argument of this tool; it takes domain, as_of, detail."
    /// );
    /// ```
    ///
    /// # Errors
    /// [`InvalidArguments`] names the first argument that is unknown, missing or out of range.
    pub fn parse(tool: Tool, arguments: Map<String, Value>) -> Result<Self, InvalidArguments> {
        let given = Arguments::check(tool.arguments(), arguments)
            .map_err(|refusal| InvalidArguments { refusal })?;
        let is_full = given.text("detail").as_deref() == Some("full");
        let (limit, offset) = (given.number("limit"), given.number("offset"));
        let as_of = given.text("as_of");
        let operator = given.required("operator");
        Ok(match tool {
            Tool::CheckDomain => {
                Self::CheckDomain { domain: given.required("domain"), as_of, is_full }
            }
            Tool::CheckDomains => Self::CheckDomains { domains: given.texts("domains") },
            Tool::CheckLicenceNumber => {
                let license_number = given.required("license_number");
                Self::CheckLicenceNumber { license_number, as_of, is_full }
            }
            Tool::SearchOperators => {
                Self::SearchOperators { query: given.required("query"), limit, offset }
            }
            Tool::GetOperator => {
                let lists = given.texts("include");
                let includes = |name: &str| lists.is_empty() || lists.iter().any(|it| it == name);
                let details = OperatorDetails {
                    licences: includes("licences"),
                    domains: includes("domains"),
                    actions: includes("actions"),
                };
                Self::GetOperator { operator, as_of, details }
            }
            Tool::GetLicence => {
                let history_limit =
                    given.flag("include_history").then(|| given.number("history_limit"));
                Self::GetLicence { license_id: given.required("license_id"), as_of, history_limit }
            }
            Tool::ListRegulatoryActions => {
                Self::ListRegulatoryActions { operator, sort: given.text("sort"), limit, offset }
            }
            Tool::GetCoverage => Self::GetCoverage { jurisdiction: given.text("jurisdiction") },
            Tool::ListWatchlist => Self::ListWatchlist { limit, offset },
            Tool::ListWatchlistEvents => {
                let (since, cursor) = (given.text("since"), given.text("cursor"));
                Self::ListWatchlistEvents { since, cursor, limit }
            }
            Tool::WatchOperator => Self::WatchOperator { operator },
            Tool::UnwatchOperator => Self::UnwatchOperator { operator },
        })
    }
}
