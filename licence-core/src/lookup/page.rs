//! Pages of a list, and the rules of their parameters.

use thiserror::Error;

use crate::text::{is_digits, quoted};

/// A part of a list: at most `limit` rows after the first `offset` ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The most rows, at least 1.
    pub limit: u64,
    /// How many rows come before the page.
    pub offset: u64,
}

/// How a list treats a limit above its maximum.
///
/// Exhaustive: a limit is refused or capped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboveMax {
    /// As an error.
    Refused,
    /// As the maximum.
    Capped,
}

/// The rules for the pages of one list.
///
/// ```
/// use licence_core::lookup::{Page, PageRules};
///
/// let rules = PageRules::JURISDICTION_OPERATORS;
/// assert_eq!(rules.page(None, Some("100")), Ok(Page { limit: 50, offset: 100 }));
/// assert!(rules.page(Some("201"), None).is_err());
/// assert_eq!(PageRules::SEARCH.page(Some("201"), None).map(|page| page.limit), Ok(100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRules {
    default: u64,
    max: u64,
    above: AboveMax,
}

/// Why the parameters of a page are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidPage {
    /// The limit is not a number, zero, or above the maximum.
    #[error("limit is {given}; it is a whole number from 1 to {max}")]
    Limit {
        /// The value, shortened.
        given: String,
        /// The most rows of a page.
        max: u64,
    },
    /// The offset is not a number, or negative.
    #[error("offset is {given}; it is a whole number of 0 or more")]
    Offset {
        /// The value, shortened.
        given: String,
    },
}

impl InvalidPage {
    /// Returns the name of the invalid parameter.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Limit { .. } => "limit",
            Self::Offset { .. } => "offset",
        }
    }
}

impl PageRules {
    /// The operators of a jurisdiction (specification 4.1).
    pub const JURISDICTION_OPERATORS: Self = Self::new(50, 200, AboveMax::Refused);
    /// The search with a key (decisions 3).
    pub const SEARCH: Self = Self::new(20, 100, AboveMax::Capped);
    /// The search without a key: never more than 3 rows.
    pub const SEARCH_KEYLESS: Self = Self::new(3, 3, AboveMax::Capped);
    /// The regulatory actions of an operator.
    pub const REGULATORY_ACTIONS: Self = Self::new(20, 100, AboveMax::Refused);
    /// The operators on a watchlist (specification 4.3).
    pub const WATCHLIST_OPERATORS: Self = Self::new(50, 200, AboveMax::Refused);
    /// The events of the watched operators (specification 4.3).
    pub const WATCHLIST_EVENTS: Self = Self::new(100, 500, AboveMax::Refused);
    /// The deliveries of a webhook endpoint (specification 4.4).
    pub const DELIVERIES: Self = Self::new(100, 200, AboveMax::Refused);

    /// Returns rules for pages of `default` rows, or of a requested number up to `max`.
    pub const fn new(default: u64, max: u64, above: AboveMax) -> Self {
        Self { default, max, above }
    }

    /// Returns the number of rows of a page without a limit.
    pub const fn default_limit(&self) -> u64 {
        self.default
    }

    /// Returns the most rows of a page.
    pub const fn max_limit(&self) -> u64 {
        self.max
    }

    /// Parses the two parameters of a query.
    ///
    /// # Errors
    /// [`InvalidPage`] for a limit of 0 or above the maximum (unless it is capped), a negative
    /// number, and a text that is not a number.
    pub fn page(&self, limit: Option<&str>, offset: Option<&str>) -> Result<Page, InvalidPage> {
        Ok(Page {
            limit: limit.map_or(Ok(self.default), |text| self.limit(text))?,
            offset: offset.map_or(Ok(0), |text| {
                whole_number(text).ok_or_else(|| InvalidPage::Offset { given: quoted(text) })
            })?,
        })
    }

    fn limit(&self, text: &str) -> Result<u64, InvalidPage> {
        let limit = whole_number(text).filter(|limit| *limit > 0);
        match (limit, self.above) {
            (Some(limit), _) if limit <= self.max => Ok(limit),
            (Some(_), AboveMax::Capped) => Ok(self.max),
            (Some(_) | None, _) => Err(InvalidPage::Limit { given: quoted(text), max: self.max }),
        }
    }
}

/// Parses digits. A number above the largest of a database counts as the largest.
fn whole_number(text: &str) -> Option<u64> {
    const LARGEST: u64 = i64::MAX as u64;
    is_digits(text).then(|| text.parse().map_or(LARGEST, |number: u64| number.min(LARGEST)))
}

impl Page {
    /// Returns the rows of this page from the whole list.
    pub fn slice<T>(&self, rows: impl IntoIterator<Item = T>) -> Vec<T> {
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        rows.into_iter().skip(count(self.offset)).take(count(self.limit)).collect()
    }
}

#[cfg(test)]
mod tests;
