//! What the fuzz targets share: an input is one to five files, and a reader has to answer each set
//! of files, whatever it is, without a panic and within what its documentation promises.

mod head;
mod wrap;

pub use head::with_fitting_head;
pub use wrap::{pdf_of, with_workbooks, zip_of};

use licence_core::catalogue::{Catalogue, CatalogueBuilder, OperatorRow, RegisterRows};
use licence_core::check::{CheckQuery, check as licence_check, check_as_of, check_row};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::point_in_time::AsOf;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{Accepted, RegisterError, SourceFile, read};
use licence_core::time::Timestamp;

/// What stands between two files of an input.
pub const SEPARATOR: &[u8] = b"\n--next-file--\n";

/// Great Britain's register has four files, and one page beside them.
const MOST_FILES: usize = 5;

/// The pieces of an input.
pub fn pieces(mut input: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    while let Some(at) = input.windows(SEPARATOR.len()).position(|part| part == SEPARATOR)
        && pieces.len() + 1 < MOST_FILES
    {
        pieces.push(&input[..at]);
        input = &input[at + SEPARATOR.len()..];
    }
    pieces.push(input);
    pieces
}

/// The pieces as files. The Isle of Man dates its spreadsheets in their names.
pub fn files(input: &[u8]) -> Vec<SourceFile> {
    let named = pieces(input).into_iter().enumerate();
    named
        .map(|(index, bytes)| {
            let name = format!("26-10-0{}-current-ogra-licence-holders.xlsx", index + 1);
            SourceFile { name, bytes: bytes.to_vec() }
        })
        .collect()
}

/// The libraries for PDF and spreadsheets panic on some files, where the readers catch it. A panic that
/// nobody catches still ends the target.
const LIBRARIES: [&str; 7] = [
    "/adobe-cmap-parser-",
    "/calamine-",
    "/cff-parser-",
    "/lopdf-",
    "/pdf-extract-",
    "/postscript-",
    "/type1-encoding-parser-",
];

/// Prints no panic of [`LIBRARIES`].
pub fn leave_out_caught_panics() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_of_library = |file: &str| LIBRARIES.iter().any(|name| file.contains(name));
        if !panic.location().is_some_and(|at| is_of_library(at.file())) {
            hook(panic);
        }
    }));
}

/// Reads the files and holds the reader to what it promises: the order of files changes nothing,
/// no whole register is empty, and a valid reading survives the neutral form.
pub fn check(code: JurisdictionCode, mut files: Vec<SourceFile>) {
    let reading = read(code, &files, read_at(), &Accepted::default());
    if files.len() > 1 {
        files.reverse();
        assert_same(&reading, &read(code, &files, read_at(), &Accepted::default()));
    }
    let Ok(reading) = reading else { return };
    assert!(!reading.complete || !reading.licences.is_empty(), "an empty register");
    check_reading(&reading);
}

fn assert_same(
    reading: &Result<RegisterReading, RegisterError>,
    reversed: &Result<RegisterReading, RegisterError>,
) {
    match (reading, reversed) {
        (Ok(one), Ok(other)) => assert_eq!(one, other, "the order of the files matters"),
        (Err(_), Err(_)) => {}
        (one, other) => panic!("the order of the files matters: {one:?} {other:?}"),
    }
}

/// Whether a valid reading comes out of the neutral form as it went in.
pub fn check_reading(reading: &RegisterReading) {
    if reading.validate("reading").is_err() {
        return;
    }
    let json = neutral_form(reading);
    let again = RegisterReading::from_json(json.as_bytes(), "reading")
        .unwrap_or_else(|error| panic!("the neutral form is refused: {error}\n{json}"));
    assert_eq!(json, neutral_form(&again), "the neutral form says something else");
    assert_eq!(reading.content_sha256(), again.content_sha256());
}

fn neutral_form(reading: &RegisterReading) -> String {
    serde_json::to_string(reading).expect("a reading has a neutral form")
}

fn read_at() -> Timestamp {
    "2026-11-01T06:00:00Z".parse().expect("the literal is a time")
}

/// Asks a catalogue every kind of question, and holds it to its bounds: no answer is larger than
/// the lists of an answer may be.
pub fn ask(catalogue: &Catalogue) {
    const HOSTS: [&str; 8] = [
        "a.com",
        "lanlanlan0.com",
        "www.play.lanlanlan0.net",
        "x.a.com",
        "lanlanlan25.com",
        "lan1anlan0.com",
        "bestcasino.bet",
        "co.uk",
    ];
    let now = read_at();
    for host in HOSTS {
        let answer = licence_check(catalogue, &CheckQuery::domain(host).expect("a host"), now);
        assert!(answer.alternatives.len() <= 5 && answer.related_hosts.len() <= 20);
        check_row(catalogue, host, now);
    }
    for number in ["ALSI-00000", "1", "102"] {
        licence_check(catalogue, &CheckQuery::licence_number(number).expect("a number"), now);
    }
    let _ = (catalogue.verify(), catalogue.info(), catalogue.host_verdicts());
    let mut changed = CatalogueBuilder::new();
    for slug in ["lanlanlan0-0", "new-games"] {
        let name = "Lantern Games N.V.";
        changed.add_operator(&OperatorRow { slug, display_name: name, registered_name: None });
    }
    let _ = catalogue.merge(changed);
    let query = CheckQuery::domain("lanlanlan0.com").expect("a host");
    let _ = check_as_of(catalogue, &query, AsOf::now(now), now);
}
