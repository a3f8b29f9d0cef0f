//! The tools, in the order in which they are listed, and the scopes that they need.

use crate::wire_enum::wire_enum;

wire_enum! {
    /// A tool of the connector.
    pub enum Tool: "tool" {
        /// Checks a domain.
        CheckDomain = "check_domain",
        /// Checks up to 100 domains.
        CheckDomains = "check_domains",
        /// Checks a licence number.
        CheckLicenceNumber = "check_licence_number",
        /// Finds operators by a part of a name.
        SearchOperators = "search_operators",
        /// Returns an operator with licences, domains and actions.
        GetOperator = "get_operator",
        /// Returns a licence, and its history.
        GetLicence = "get_licence",
        /// Returns the regulatory actions against an operator.
        ListRegulatoryActions = "list_regulatory_actions",
        /// Returns how fresh the registers are.
        GetCoverage = "get_coverage",
        /// Returns the watched operators.
        ListWatchlist = "list_watchlist",
        /// Returns what changed at the watched operators.
        ListWatchlistEvents = "list_watchlist_events",
        /// Adds an operator to the watchlist.
        WatchOperator = "watch_operator",
        /// Removes an operator from the watchlist.
        UnwatchOperator = "unwatch_operator",
    }
}

wire_enum! {
    /// A right that a member grants to a client of the connector.
    pub enum Scope: "scope" {
        /// Check domains and licence numbers, and look up operators and licences.
        LicencesRead = "licences:read",
        /// Read the watchlist and its events.
        WatchlistRead = "watchlist:read",
        /// Add operators to the watchlist, and remove them.
        WatchlistWrite = "watchlist:write",
    }
}

impl Tool {
    /// Returns the title for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::CheckDomain => "Check a domain",
            Self::CheckDomains => "Check many domains",
            Self::CheckLicenceNumber => "Check a licence number",
            Self::SearchOperators => "Search operators",
            Self::GetOperator => "Show an operator",
            Self::GetLicence => "Show a licence",
            Self::ListRegulatoryActions => "List regulatory actions",
            Self::GetCoverage => "Show how fresh the registers are",
            Self::ListWatchlist => "List the watchlist",
            Self::ListWatchlistEvents => "List events of watched operators",
            Self::WatchOperator => "Watch an operator",
            Self::UnwatchOperator => "Stop watching an operator",
        }
    }

    /// Returns the description for the model: what the tool answers, when to use it, and the rule
    /// that it must not break. Rules are here, because clients ignore other instructions.
    pub const fn description(self) -> &'static str {
        match self {
            Self::CheckDomain => {
                "Answers whether a gambling domain is on record with a regulator, by which licence \
                 and in which status. Use check_domains for more than one domain. Only a verdict of \
                 licensed is a pass; absence from a register is not a revocation. Quote sentence as \
                 it is."
            }
            Self::CheckDomains => {
                "Answers the question of check_domain for 1 to 100 domains, as one request. Only a \
                 verdict of licensed is a pass; absence from a register is not a revocation. Quote \
                 sentence as it is."
            }
            Self::CheckLicenceNumber => {
                "Answers whether a licence number is on record, and in which status. Give the number \
                 as the regulator writes it. Only a verdict of licensed is a pass; absence is not a \
                 revocation. Quote sentence as it is."
            }
            Self::SearchOperators => {
                "Finds operators by a part of their name, and returns their slugs for get_operator. \
                 A found name proves no licence. Use check_domain for a domain."
            }
            Self::GetOperator => {
                "Returns an operator by slug with licences, domains and latest regulatory actions. \
                 Only a licence in status active is in force. A past date in as_of says which status \
                 was observed then."
            }
            Self::GetLicence => {
                "Returns one licence by the id that other tools return, its status on a past date \
                 (as_of) and its history. Only status active is in force; a withdrawn history entry \
                 says nothing about the past."
            }
            Self::ListRegulatoryActions => {
                "Returns fines, suspensions and other actions that a regulator published against an \
                 operator. An empty list is no clean record: actions are linked only where the match \
                 is certain."
            }
            Self::GetCoverage => {
                "Returns when each regulator's register was last read and how many licences are on \
                 record. Use it before you conclude from absence: a stale register may miss a licence."
            }
            Self::ListWatchlist => {
                "Returns the operators that the account watches, the last added first."
            }
            Self::ListWatchlistEvents => {
                "Returns changes at watched operators, the oldest first. Go on with next_cursor. It \
                 counts toward the hourly poll limit, so do not call it in a loop."
            }
            Self::WatchOperator => {
                "Adds an operator to the account's watchlist, so that changes of its licences become \
                 events. Use it only when the user asks for it."
            }
            Self::UnwatchOperator => {
                "Removes an operator from the account's watchlist. Use it only when the user asks \
                 for it."
            }
        }
    }

    /// Returns the scope that a call needs.
    pub const fn scope(self) -> Scope {
        match self {
            Self::CheckDomain
            | Self::CheckDomains
            | Self::CheckLicenceNumber
            | Self::SearchOperators
            | Self::GetOperator
            | Self::GetLicence
            | Self::ListRegulatoryActions
            | Self::GetCoverage => Scope::LicencesRead,
            Self::ListWatchlist | Self::ListWatchlistEvents => Scope::WatchlistRead,
            Self::WatchOperator | Self::UnwatchOperator => Scope::WatchlistWrite,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connector::{InvalidArguments, ToolCall};
    use serde_json::{Value, json};

    fn parse(tool: Tool, arguments: Value) -> Result<ToolCall, InvalidArguments> {
        ToolCall::parse(tool, arguments.as_object().cloned().unwrap())
    }

    /// A list of tools costs every conversation its tokens: a token is about four characters.
    #[test]
    fn the_list_of_tools_is_short() {
        let mut characters = 0;
        for tool in Tool::ALL {
            let description = tool.description();
            assert!((1..=400).contains(&description.len()), "{tool}: {}", description.len());
            let schema = Value::Object(tool.input_schema()).to_string();
            assert!(!schema.contains("$ref") && !schema.contains("oneOf"), "{tool}");
            assert!(!description.contains("  "), "{tool}");
            characters += tool.as_str().len() + description.len() + schema.len();
        }
        assert!(characters <= 12_000, "{characters} characters");
    }

    #[test]
    fn only_changes_of_the_watchlist_need_the_right_to_write() {
        for tool in Tool::ALL {
            let is_change = matches!(tool, Tool::WatchOperator | Tool::UnwatchOperator);
            assert_eq!(tool.scope() == Scope::WatchlistWrite, is_change, "{tool}");
        }
    }

    #[test]
    fn an_argument_that_does_not_fit_is_named_with_its_rule() {
        for (tool, arguments, error) in [
            (Tool::CheckDomain, json!({}), "The argument domain is missing."),
            (Tool::CheckDomain, json!({"domain": null}), "The argument domain is missing."),
            (Tool::CheckDomain, json!({"domain": 7}), "The argument domain must be a text."),
            (
                Tool::SearchOperators,
                json!({"query": ""}),
                "The argument query has 0 characters, and takes 2 to 200.",
            ),
            (
                Tool::CheckDomain,
                json!({"domain": "a.example", "detail": "all"}),
                "The argument detail is \"all\", and must be one of summary, full.",
            ),
            (
                Tool::CheckDomains,
                json!({"domains": []}),
                "The argument domains holds 0 texts, and takes 1 to 100.",
            ),
            (
                Tool::CheckDomains,
                json!({"domains": ["a.example", 1]}),
                "The argument domains holds something other than texts.",
            ),
            (
                Tool::SearchOperators,
                json!({"query": "ab", "limit": 51}),
                "The argument limit is 51, and must be a whole number from 1 to 50.",
            ),
            (
                Tool::SearchOperators,
                json!({"query": "ab", "limit": 1.5}),
                "The argument limit is 1.5, and must be a whole number from 1 to 50.",
            ),
            (
                Tool::GetOperator,
                json!({"operator": "a", "include": ["keys"]}),
                "The argument include is \"keys\", and must be one of licences, domains, actions.",
            ),
            (
                Tool::GetLicence,
                json!({"license_id": "0".repeat(36), "include_history": "yes"}),
                "The argument include_history must be true or false.",
            ),
            (
                Tool::GetCoverage,
                json!({"code": "MGA"}),
                "The argument code is not an argument of this tool; it takes jurisdiction.",
            ),
        ] {
            assert_eq!(parse(tool, arguments).unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn a_text_that_is_missing_too_short_or_too_long_is_refused_as_the_api_refuses_it() {
        let number = "MGA/B2C/7114/2021";
        let domain = "a.example";
        let check = Tool::CheckDomain;
        let (number_check, events) = (Tool::CheckLicenceNumber, Tool::ListWatchlistEvents);
        let long = "a".repeat(513);
        for (tool, arguments, code, reason, field, suggestion) in [
            (
                Tool::GetLicence,
                json!({"license_id": number}),
                "invalid_license_id",
                "invalid_input",
                "license_id",
                "Send the id of a licence, a UUID, not its number.",
            ),
            (
                check,
                json!({"domain": &long[..254]}),
                "invalid_query",
                "hostname_too_long",
                "domain",
                "Send a hostname of at most 253",
            ),
            (
                check,
                json!({"domain": ""}),
                "invalid_query",
                "not_a_valid_hostname",
                "domain",
                "Send the bare hostname",
            ),
            (
                check,
                json!({}),
                "invalid_query",
                "missing_required_parameter",
                "domain",
                "Send domain. A bare hostname, for example",
            ),
            (
                check,
                json!({"domain": domain, "as_of": &long[..65]}),
                "invalid_query",
                "invalid_input",
                "as_of",
                "Send a date such as 2026-03-01",
            ),
            (
                number_check,
                json!({"license_number": &long[..65]}),
                "invalid_query",
                "invalid_input",
                "license_number",
                "Send the licence number as",
            ),
            (
                number_check,
                json!({}),
                "invalid_query",
                "missing_required_parameter",
                "license_number",
                "Send license_number. The number as published",
            ),
            (
                Tool::GetOperator,
                json!({"operator": &long[..101]}),
                "invalid_slug",
                "invalid_input",
                "slug",
                "Send an operator slug: 1 to 100",
            ),
            (
                Tool::GetCoverage,
                json!({"jurisdiction": "M"}),
                "invalid_jurisdiction_code",
                "invalid_input",
                "code",
                "Call get_coverage without",
            ),
            (
                events,
                json!({"cursor": long}),
                "invalid_query",
                "invalid_cursor",
                "cursor",
                "Send next_cursor of the page before",
            ),
            (
                events,
                json!({"since": ""}),
                "invalid_query",
                "invalid_input",
                "since",
                "Send a date-time with a UTC offset",
            ),
        ] {
            let read = parse(tool, arguments).unwrap_err().to_object();
            assert_eq!((&read["code"], &read["reason"]), (&json!(code), &json!(reason)), "{read}");
            assert_eq!(read["field"], field, "{read}");
            assert!(read["suggestion"].as_str().unwrap().starts_with(suggestion), "{read}");
        }
    }

    #[test]
    fn a_batch_takes_texts_that_are_no_domains() {
        let domains = vec!["a.example".to_owned(), String::new(), "x".repeat(300)];
        let call = parse(Tool::CheckDomains, json!({ "domains": domains })).unwrap();
        assert_eq!(call, ToolCall::CheckDomains { domains });
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let search = |arguments| parse(Tool::SearchOperators, arguments).unwrap();
        let expected =
            |limit, offset| ToolCall::SearchOperators { query: "ab".to_owned(), limit, offset };
        assert_eq!(search(json!({"query": "ab"})), expected(10, 0));
        assert_eq!(search(json!({"query": "ab", "limit": null})), expected(10, 0));
        assert_eq!(search(json!({"query": "ab", "limit": 50, "offset": 7})), expected(50, 7));
    }
}
