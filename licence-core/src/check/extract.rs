//! Answers from an extract: the few rows of the registers that a question is about.
//!
//! Equality of a host or of a licence number needs no other row than those it is equal to, so a
//! process that asks once has no use for everything else. What a *name* says depends on the names
//! of all operators: [`check_extract`] then has no answer, and never another one than
//! [`check`](crate::check::check) has from the whole. A [`NameScan`](crate::name_pages::NameScan)
//! finds what the extract must hold beside, for [`check`](crate::check::check) to answer from it as
//! from the whole.

use crate::catalogue::Catalogue;
use crate::check::answer::Answer;
use crate::check::carried;
use crate::check::generic_terms::{Genericness, genericness};
use crate::check::ladder::{self, Finding};
use crate::check::query::{CheckQuery, Subject};
use crate::check::{BatchRow, CheckResult, result, row};
use crate::hostname::Hostname;
use crate::licence_number::LookupKeys;
use crate::time::Timestamp;

/// The rows that an extract for a question holds, each with its licence and operator; of every
/// register beside them the last read. More rows do no harm.
///
/// Exhaustive, because the store loads each of them in its own way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// The domains with this host.
    Host(String),
    /// The domains with this host or one below it.
    HostsUnder(String),
    /// The licences that share a key.
    Numbers(LookupKeys),
}

impl Wanted {
    /// All that a question is about; `None` when no few rows hold all that could be equal.
    pub fn by(query: &CheckQuery) -> Option<Vec<Self>> {
        match &query.subject {
            Subject::Domain(host) => {
                Some([Self::by_host(host)?].into_iter().chain(Self::within(host)).collect())
            }
            Subject::LicenceNumber(number) => {
                Some(vec![Self::Numbers(LookupKeys::from_number(number))])
            }
        }
    }

    /// The hosts that the labels of a host may carry, with and without `www.`.
    fn within(host: &Hostname) -> Vec<Self> {
        let Some(registrable) = host.registrable() else { return Vec::new() };
        let forms = |host: &str| [host.to_owned(), format!("www.{host}")].map(Self::Host);
        carried::hosts_within(host, &registrable).flat_map(forms).collect()
    }

    fn by_host(host: &Hostname) -> Option<Self> {
        // Where the public suffix list has its seam between a host and its `www.` form, the two
        // are one site of two registrable domains.
        let site: Hostname = host.site().parse().ok()?;
        let twin = format!("www.{site}").parse::<Hostname>().ok();
        let twin = twin.filter(|twin| twin.site() == site.as_str());
        if twin.is_some_and(|twin| group(&twin) != group(&site)) {
            return site.is_held_suffix().then(|| Self::HostsUnder(site.to_string()));
        }
        Some(match host.registrable() {
            Some(registrable) => Self::HostsUnder(registrable.name.to_owned()),
            None => Self::Host(host.to_string()),
        })
    }
}

/// What hosts are related by.
fn group(host: &Hostname) -> &str {
    host.registrable().map_or(host.as_str(), |registrable| registrable.name)
}

/// Answers a question from a catalogue that holds at least the rows it [wants](Wanted::by), as the
/// catalogue of all rows answers it; `None` when that takes the names of all operators.
pub fn check_extract(
    extract: &Catalogue,
    query: &CheckQuery,
    now: Timestamp,
) -> Option<CheckResult> {
    let finding = ladder::find(extract, query);
    // The near names beside related hosts come from all operators.
    let has_near_names = matches!(finding, Finding::Related { .. });
    (rests_on_equality(&finding) && !has_near_names).then(|| result(extract, query, &finding, now))
}

/// Answers a row of a batch likewise: it names no near names beside related hosts.
pub fn check_row_extract(
    extract: &Catalogue,
    raw_domain: &str,
    now: Timestamp,
) -> Option<BatchRow> {
    let Ok(query) = CheckQuery::domain(raw_domain) else {
        return Some(BatchRow::invalid_hostname(raw_domain));
    };
    let finding = ladder::find(extract, &query);
    let answer = rests_on_equality(&finding).then(|| Answer::of_row(extract, &finding, now))?;
    Some(row(query.echo, answer))
}

/// Whether no name on record was asked on the way to this finding, nor could have changed it.
fn rests_on_equality(finding: &Finding<'_>) -> bool {
    match finding {
        Finding::Listed { .. }
        | Finding::Related { .. }
        | Finding::NothingOnRecord { root: None, .. }
        | Finding::Numbered { .. }
        | Finding::AmbiguousNumber { .. }
        | Finding::UnknownNumber { .. } => true,
        // A composition of generic words may be the name of an operator, a single term never is.
        Finding::Generic { root, .. } => {
            matches!(genericness(root), Genericness::Term | Genericness::Description)
        }
        Finding::LookAlike { .. }
        | Finding::Named { .. }
        | Finding::Crowded { .. }
        | Finding::NothingOnRecord { root: Some(_), .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(host: &str) -> Option<Vec<Wanted>> {
        Wanted::by(&CheckQuery::domain(host).unwrap())
    }

    #[test]
    fn a_host_wants_what_is_under_its_registrable_domain() {
        for (host, registrable) in [
            ("example.co.uk", "example.co.uk"),
            ("www.Example.co.uk.", "example.co.uk"),
            ("a.b.example.co.uk", "example.co.uk"),
            ("me.github.io", "me.github.io"),
            ("www.co.uk", "www.co.uk"),
        ] {
            let wanted = wanted(host).unwrap();
            assert_eq!(wanted[0], Wanted::HostsUnder(registrable.to_owned()), "{host}");
        }
        for host in ["github.io", "www.github.io"] {
            assert_eq!(
                wanted(host),
                Some(vec![Wanted::HostsUnder("github.io".to_owned())]),
                "{host}"
            );
        }
        assert_eq!(wanted("co.uk"), Some(vec![Wanted::Host("co.uk".to_owned())]));
        let carried = ["bet.com", "www.bet.com"].map(|host| Wanted::Host(host.to_owned()));
        assert_eq!(wanted("bet.com.evil.org").unwrap()[1..], carried);
    }

    #[test]
    fn where_a_host_and_its_www_form_have_other_relatives_nothing_is_enough() {
        for host in ["city.kawasaki.jp", "kawasaki.jp", "www.kawasaki.jp"] {
            let seam = host != "city.kawasaki.jp";
            assert_eq!(wanted(host).is_none(), seam, "{host}");
        }
    }
}
