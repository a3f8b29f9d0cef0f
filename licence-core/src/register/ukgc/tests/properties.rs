use proptest::prelude::*;

use super::fixture::{Fixture, HEADERS, file, read_files};

type Rows = Vec<String>;

/// Rows as they are and in another order. Few accounts, numbers and words, so that rows meet.
fn rows(cells: &[&'static str]) -> impl Strategy<Value = (Rows, Rows)> + use<> {
    let row = cells.to_vec().prop_map(|cells| cells.join(",") + "\n");
    prop::collection::vec(row, 1..12)
        .prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))
}

const ACCOUNT: &str = "0{0,2}[123]";

fn register() -> impl Strategy<Value = (Fixture, Fixture)> {
    let number = "(000-)?00000[12]-[RN]-00000[012]-00[012]";
    let licence = [
        ACCOUNT,
        number,
        "Active|Revoked|Revoked - Non Payment of Fee|Lapsed|Odd",
        "Remote|Non-Remote",
        "Casino|Bingo",
        "(2014-03-1[123]T00:00:00)?",
        "(1[12]/05/2026)?",
    ];
    let files = (
        rows(&[ACCOUNT, "(A|B) Ltd"]),
        rows(&licence),
        rows(&[ACCOUNT, "[ab]", "Active|Inactive"]),
        rows(&[ACCOUNT, "[ab][.]example", "Active|Inactive|White Label|Odd"]),
    );
    files.prop_map(|(businesses, licences, trading_names, domain_names)| {
        let fixture = |pick: fn(&(Rows, Rows)) -> &Rows| Fixture {
            businesses: pick(&businesses).concat(),
            licences: pick(&licences).concat(),
            trading_names: pick(&trading_names).concat(),
            domain_names: pick(&domain_names).concat(),
        };
        (fixture(|rows| &rows.0), fixture(|rows| &rows.1))
    })
}

proptest! {
    #[test]
    fn the_order_of_rows_changes_nothing((fixture, shuffled) in register()) {
        let reading = fixture.read().unwrap();
        prop_assert_eq!(&reading, &shuffled.read().unwrap());
        prop_assert_eq!(reading.validate("ukgc"), Ok(()));
        let json = serde_json::to_vec(&reading).unwrap();
        prop_assert_eq!(crate::register::reading::RegisterReading::from_json(&json, "r"), Ok(reading));
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..80), text in "[\"\\n,0-9RNa-]{0,60}") {
        let _ = read_files(&[file("text", &text), crate::register::SourceFile {
            name: "bytes".into(), bytes: bytes.clone(),
        }]);
        for part in 0..HEADERS.len() {
            let mut files = Fixture::default().files();
            files[part].bytes.extend(text.bytes().chain(bytes.iter().copied()));
            let _ = read_files(&files);
            let mut files = Fixture::default().files();
            files[part].bytes.extend(text.bytes());
            let _ = read_files(&files);
        }
    }
}

/// Twenty times the real register.
#[test]
fn a_hundred_thousand_rows_are_read() {
    let mut fixture = Fixture::default();
    for i in 0..25_000 {
        fixture.businesses += &format!("\"{i}\",\"Operator {i} Limited\"\n");
        let (account, number) = (i / 5, i / 3);
        fixture.licences += &format!(
            "\"{account}\",\"{account:06}-R-{number:06}-01{}\",\"Active\",\"Remote\",\"Casino\",\
             \"2016-07-12T00:00:00+00:00\",\"\"\n",
            i % 7
        );
        fixture.trading_names += &format!("\"{account}\",\"name {i}\",\"Active\"\n");
        fixture.domain_names += &format!("\"{account}\",\"www.site{i}.example/\",\"Active\"\n");
    }
    let files = fixture.files();
    let reading = read_files(&files).unwrap();
    let domains: usize = reading.licences.iter().map(|licence| licence.domains.len()).sum();
    assert_eq!(domains, 25_000);
}
