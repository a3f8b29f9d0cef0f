//! The arguments of each tool.

use serde_json::{Map, Value};

use super::argument::{self, Argument, Kind};
use super::tool::Tool;
use crate::check::{MAX_BATCH_DOMAINS, MAX_LICENCE_NUMBER_CHARS};
use crate::event::cursor::MAX_CURSOR_CHARS;
use crate::hostname::MAX_HOSTNAME_CHARS;
use crate::lookup::ActionSort;
use crate::operator::MAX_SLUG_CHARS;

const fn required(name: &'static str, kind: Kind, description: &'static str) -> Argument {
    Argument { name, kind, is_required: true, description }
}

const fn optional(name: &'static str, kind: Kind, description: &'static str) -> Argument {
    Argument { name, kind, is_required: false, description }
}

const fn limit(max: u64, default: u64) -> Argument {
    optional("limit", Kind::Number(1, max, default), "The most rows to return, for example 10")
}

const DOMAIN: Argument = required(
    "domain",
    Kind::Text(1, MAX_HOSTNAME_CHARS),
    "A bare hostname, for example lanternspin.example",
);
const DOMAINS: Argument = required(
    "domains",
    Kind::Texts(MAX_BATCH_DOMAINS),
    "Bare hostnames, for example [\"lanternspin.example\"]",
);
const LICENCE_NUMBER: Argument = required(
    "license_number",
    Kind::Text(1, MAX_LICENCE_NUMBER_CHARS),
    "The number as published, for example MGA/B2C/7114/2021",
);
const AS_OF: Argument = optional(
    "as_of",
    Kind::Text(1, 64),
    "A past date or an instant with its offset, for example 2026-03-01. The verdict stays today's",
);
const DETAIL: Argument = optional(
    "detail",
    Kind::Word(&["summary", "full"]),
    "full adds the whole body of the REST API as the member full",
);
const QUERY: Argument =
    required("query", Kind::Text(2, 200), "A part of a name, for example lantern");
const OPERATOR: Argument = required(
    "operator",
    Kind::Text(1, MAX_SLUG_CHARS),
    "The operator's slug, as search_operators returns it, for example harbour-lantern-gaming-limited",
);
const INCLUDE: Argument = optional(
    "include",
    Kind::Words(&["licences", "domains", "actions"]),
    "Which lists to return, for example [\"licences\"]; all of them without it",
);
const LICENCE_ID: Argument = required(
    "license_id",
    Kind::Text(36, 36),
    "The id, for example bc612d6e-a4ef-4197-8536-abd5dcbf30a3",
);
const INCLUDE_HISTORY: Argument =
    optional("include_history", Kind::Flag, "Whether to return the history");
const HISTORY_LIMIT: Argument = optional(
    "history_limit",
    Kind::Number(1, 100, 20),
    "The most entries of the history, the newest ones, for example 20",
);
const SORT: Argument = optional(
    "sort",
    Kind::Word(&[
        ActionSort::DateDesc.as_str(),
        ActionSort::DateAsc.as_str(),
        ActionSort::AmountDesc.as_str(),
        ActionSort::TypeAsc.as_str(),
    ]),
    "The order",
);
const JURISDICTION: Argument = optional(
    "jurisdiction",
    Kind::Text(2, 4),
    "The code of one register, for example MGA; all of them without it",
);
const SINCE: Argument = optional(
    "since",
    Kind::Text(1, 64),
    "The instant after which to begin, for example 2026-11-01T00:00:00Z",
);
const CURSOR: Argument = optional(
    "cursor",
    Kind::Text(1, MAX_CURSOR_CHARS),
    "next_cursor of the page before, unchanged; excludes since",
);
const SEARCH_LIMIT: Argument = limit(50, 10);
const WATCHLIST_LIMIT: Argument = limit(100, 50);
const OFFSET: Argument =
    optional("offset", Kind::Number(0, 1_000_000, 0), "How many rows to skip, for example 10");

impl Tool {
    /// Returns the JSON Schema of the arguments.
    pub fn input_schema(self) -> Map<String, Value> {
        argument::schema(self.arguments())
    }

    pub(super) const fn arguments(self) -> &'static [Argument] {
        match self {
            Self::CheckDomain => const { &[DOMAIN, AS_OF, DETAIL] },
            Self::CheckDomains => const { &[DOMAINS] },
            Self::CheckLicenceNumber => const { &[LICENCE_NUMBER, AS_OF, DETAIL] },
            Self::SearchOperators => const { &[QUERY, SEARCH_LIMIT, OFFSET] },
            Self::GetOperator => const { &[OPERATOR, AS_OF, INCLUDE] },
            Self::GetLicence => const { &[LICENCE_ID, AS_OF, INCLUDE_HISTORY, HISTORY_LIMIT] },
            Self::ListRegulatoryActions => const { &[OPERATOR, SORT, SEARCH_LIMIT, OFFSET] },
            Self::GetCoverage => const { &[JURISDICTION] },
            Self::ListWatchlist => const { &[WATCHLIST_LIMIT, OFFSET] },
            Self::ListWatchlistEvents => const { &[SINCE, CURSOR, WATCHLIST_LIMIT] },
            Self::WatchOperator | Self::UnwatchOperator => const { &[OPERATOR] },
        }
    }
}
