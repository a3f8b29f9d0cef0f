//! Lookups of operators and licences on a real database (specification 4.1).

mod actions;
mod bodies;
mod operators;
mod pages;
mod past;
mod routes;
mod search;

use std::collections::HashSet;
use std::fmt::Debug;

use licence_core::lookup::Page;
use licence_core::operator::Slug;

const ALL: Page = Page { limit: 100, offset: 0 };

fn slug(text: &str) -> Slug {
    text.parse().unwrap()
}

/// Fails unless pages of one size are the pieces of a whole of so many rows, each exactly once.
fn assert_pieces<T: Clone + Debug + PartialEq>(pages: &[Vec<T>], limit: u64, whole: &[T]) {
    let rows: Vec<T> = pages.concat();
    assert_eq!(rows, whole, "pages of {limit}");
    let is_full = |page: &Vec<T>| page.len() as u64 == limit;
    let full = pages.iter().take_while(|page| is_full(page)).count();
    let left: usize = pages[full..].iter().skip(1).map(Vec::len).sum();
    assert_eq!(left, 0, "a page of {limit} that is not full is the last one");
}

/// Fails when a row is there twice.
fn assert_distinct<T: Eq + std::hash::Hash + Debug>(rows: &[T]) {
    let distinct: HashSet<&T> = rows.iter().collect();
    assert_eq!(distinct.len(), rows.len(), "{rows:?}");
}
