//! The files of a crate do not import each other in a circle, so that each can be read after those
//! that it imports.
//!
//! An import of an item counts as one of the file that defines the item. A re-export (`pub use`) is
//! no import, and neither is anything under `#[cfg(test)]`.

mod graph;

use std::fs;
use std::path::Path;

use graph::circles;

/// The crates of the product.
const CRATES: &[&str] = &["licence-core", "licence-store", "licence-server", "licence-cli"];

#[test]
fn no_files_of_a_crate_import_each_other() {
    for name in CRATES {
        let mut sources = Vec::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(name).join("src");
        read_folder(&root, "", &mut sources);
        sources.sort();
        let circles = circles(sources.iter().map(|(file, text)| (file.as_str(), text.as_str())));
        assert!(circles.is_empty(), "{name} has circles of imports:\n{}", circles.join("\n"));
    }
}

/// A name, the files with their sources, and the circles in them.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

#[test]
fn a_circle_is_named_by_its_files_in_order() {
    const ITEM: &str = "pub struct Item;";
    const CASES: &[Case] = &[
        (
            "none",
            &[("lib.rs", "mod a; mod b;"), ("a.rs", ITEM), ("b.rs", "use crate::a::Item;")],
            &[],
        ),
        (
            "two files",
            &[
                ("a.rs", "use crate::b::{Item, Other as O};"),
                ("b.rs", "fn f(_: super::a::Item) {}"),
            ],
            &["a.rs → b.rs → a.rs"],
        ),
        (
            "three files, one of them in a macro",
            &[
                ("a.rs", "use crate::b;"),
                ("b.rs", "use crate::c::*;"),
                ("c.rs", "m!(crate::a::f());"),
            ],
            &["a.rs → b.rs → c.rs → a.rs"],
        ),
        (
            "through a re-export",
            &[
                ("lib.rs", "pub use a::Item;"),
                ("a.rs", "use crate::b::f;"),
                ("b.rs", "use crate::Item;"),
            ],
            &["a.rs → b.rs → a.rs"],
        ),
        (
            "a folder that re-exports its parts",
            &[("a.rs", "pub use one::Item;"), ("a/one.rs", ITEM), ("a/two.rs", "use super::Item;")],
            &[],
        ),
        (
            "a folder and its part",
            &[("a.rs", "mod one; fn f() { one::g() }"), ("a/one.rs", "use super::Item;")],
            &["a.rs → a/one.rs → a.rs"],
        ),
        (
            "tests and text",
            &[
                ("a.rs", "#[cfg(test)] mod tests; #[cfg(test)] mod more { use crate::b; }"),
                ("a/tests.rs", "use crate::b;"),
                ("b.rs", "use crate::a; use crate::a::tests::f; // crate::b"),
            ],
            &[],
        ),
    ];
    for (name, sources, expected) in CASES {
        assert_eq!(circles(sources.iter().copied()), *expected, "{name}");
    }
}

fn read_folder(folder: &Path, prefix: &str, sources: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            read_folder(&path, &format!("{name}/"), sources);
        } else if name.ends_with(".rs") {
            sources.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}
