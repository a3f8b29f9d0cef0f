use proptest::prelude::*;

use super::fixture::{file, list, read_files, seal};
use crate::register::SourceFile;
use crate::register::reading::RegisterReading;

proptest! {
    #[test]
    fn the_order_of_files_and_rows_changes_nothing(
        rows in prop::collection::vec(("[AB]( Ltd| Limited)", "B2C|B2B|", "[ab][.]example|-"), 1..6),
        seals in prop::collection::vec(("[abc][.]example", "[ABC] Ltd", "Licensed|Removed|Odd"), 0..4),
    ) {
        let row = |(a, b, c): &(String, String, String)| [a.clone(), b.clone(), c.clone()];
        let rows: Vec<_> = rows.iter().map(row).collect();
        let mut rows: Vec<_> = rows.iter().map(|[a, b, c]| [a.as_str(), b.as_str(), c.as_str()]).collect();
        let mut files: Vec<_> = seals.iter().enumerate().map(|(n, (domain, operator, word))| seal(n, domain, operator, word)).collect();
        let mut again = files.clone();
        files.push(list(&rows));
        rows.reverse();
        again.reverse();
        again.insert(0, list(&rows));
        match (read_files(&files), read_files(&again)) {
            (Ok(reading), Ok(again)) => {
                prop_assert_eq!(&reading, &again);
                prop_assert_eq!(reading.validate("tgc"), Ok(()));
                let json = serde_json::to_vec(&reading).unwrap();
                prop_assert_eq!(RegisterReading::from_json(&json, "r").unwrap(), reading);
            }
            (reading, again) => prop_assert!(reading.is_err() && again.is_err()),
        }
    }

    #[test]
    fn no_page_panics(bytes in prop::collection::vec(any::<u8>(), 0..60), text in "(\\PC|[<>:/.]){0,60}", at in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>()) {
        let pages = [list(&[["Lantern Ltd", "B2C", "a.example"]]), seal(1, "a.example", "Lantern Ltd", "licensed")];
        for whole in pages {
            let at = at.index(whole.bytes.len());
            for insert in [&bytes[..], text.as_bytes()] {
                let mut mutated = whole.clone();
                mutated.bytes.splice(at..at, insert.iter().copied());
                let _ = read_files(&[mutated]);
            }
            let mut mutated = whole.clone();
            mutated.bytes.truncate(cut.index(whole.bytes.len()));
            let _ = read_files(&[whole, mutated]);
        }
        let _ = read_files(&[SourceFile { name: text.clone(), bytes }, file("text", &text)]);
    }
}
