//! What a page of one licence or domain said against it stays while that page is not read again: its
//! absence from one reading proves nothing.

mod certificates;
mod domains;
mod seals;
mod spreadsheets;

use licence_core::check::{CheckQuery, Verdict};
use licence_core::register::reading::{ListedDomain, ListedLicence};
use licence_store::Store;

use crate::support::readings::{licence, now};

const PAGE: &str = "https://seal.example/1";

async fn verdict(store: &Store) -> Verdict {
    let query = CheckQuery::domain("a.example").unwrap();
    store.check(&query, None, now()).await.unwrap().verdict
}

/// A licence with a domain, and what the page of either says.
fn listed(status: &str, domain: &str, page: Option<&str>) -> ListedLicence {
    let mut listed = licence("Alpha Ltd", "MGA/B2C/1/2020", status, &[]);
    listed.domains.push(ListedDomain {
        domain: domain.to_owned(),
        verification_url: page.map(|_| PAGE.to_owned()),
        verification_page_status: page.map(str::to_owned),
        verification_page_read_at: page.map(|_| now()),
        ..ListedDomain::default()
    });
    listed
}
