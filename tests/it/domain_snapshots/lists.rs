//! The dated lists of the UKGC's domains, and what differs between them: sets of lines, with
//! nothing of the code under test but the reading of a cell.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use licence_core::register::domain_cell::host_of;
use licence_core::time::Timestamp;

use crate::support::readings::at;

/// From here on the lists hold what is in force alone.
const FIRST: &str = "UK-20260330-2000";

/// The domains in force at an instant, under their [`key`]s, as they are written.
pub struct List {
    pub read_at: Timestamp,
    pub cells: BTreeMap<String, String>,
}

/// What makes two cells the same domain: the site, or the cell where it names none.
pub fn key(cell: &str) -> String {
    host_of(cell).map_or_else(|_| cell.to_owned(), |host| host.site().to_owned())
}

/// All lists in their order, or `None` with a printed line.
pub fn read() -> Option<Vec<List>> {
    let folder = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/registers/UKGC/domain-snapshots"
    ));
    let Ok(files) = folder.read_dir() else {
        println!("skipped: the dated domain lists are not on this machine");
        return None;
    };
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.file_name().is_some_and(|name| *name.to_string_lossy() >= *FIRST));
    paths.sort();
    let list = |path: &PathBuf| list(&std::fs::read_to_string(path).unwrap());
    let lists: Vec<List> = paths.iter().map(list).collect();
    assert!(lists.len() > 50 && lists.is_sorted_by_key(|list| list.read_at));
    Some(lists)
}

/// The first line is the instant, `YYYYMMDD HH:MM`.
fn list(text: &str) -> List {
    let mut lines = text.lines().map(str::trim);
    let stamp = lines.next().unwrap();
    let [year, month, day] = [&stamp[..4], &stamp[4..6], &stamp[6..8]];
    let read_at = at(&format!("{year}-{month}-{day}T{}:00Z", &stamp[9..]));
    let cells = lines.filter(|line| !line.is_empty());
    List { read_at, cells: cells.map(|cell| (key(cell), cell.to_owned())).collect() }
}

/// Every domain that ever was on a list.
pub fn all_keys(lists: &[List]) -> BTreeSet<&str> {
    lists.iter().flat_map(|list| list.cells.keys()).map(String::as_str).collect()
}

/// The domains that came and those that went, after the list before.
pub fn changes<'l>(lists: &'l [List], nth: usize) -> (BTreeSet<&'l str>, BTreeSet<&'l str>) {
    let keys = |list: &'l List| list.cells.keys().map(String::as_str).collect::<BTreeSet<_>>();
    let after = keys(&lists[nth]);
    let before = nth.checked_sub(1).map(|before| keys(&lists[before])).unwrap_or_default();
    (&after - &before, &before - &after)
}

/// How many domains are on both lists and written in another way.
pub fn rewritten(lists: &[List], nth: usize) -> usize {
    let Some(before) = nth.checked_sub(1).map(|before| &lists[before].cells) else { return 0 };
    let is_other = |(key, cell): &(&String, &String)| before.get(*key).is_some_and(|b| b != *cell);
    lists[nth].cells.iter().filter(is_other).count()
}

/// The list in force at an instant: of two of one instant the later one.
pub fn in_force(lists: &[List], instant: Timestamp) -> Option<&List> {
    lists.iter().rev().find(|list| list.read_at <= instant)
}
