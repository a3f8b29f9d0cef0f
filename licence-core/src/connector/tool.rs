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
mod tests;
