use super::*;
use crate::jurisdiction::JurisdictionCode::An;

fn checked(words: &[&str]) -> Result<(), String> {
    let licence = |word: &&str| ListedLicence {
        status_text: Some((*word).to_owned()),
        ..ListedLicence::default()
    };
    let bytes = br#"{"jurisdiction": "AN", "read_at": "2026-11-01T06:00:00.000Z",
                     "source_kind": "scraped"}"#;
    let reading = RegisterReading::from_json(bytes, "an.json").unwrap();
    let reading = RegisterReading { licences: words.iter().map(licence).collect(), ..reading };
    assert_eq!(reading.jurisdiction, An);
    let file = SourceFile { name: "an.html".to_owned(), bytes: Vec::new() };
    check(&reading, &[file]).map_err(|error| error.to_string())
}

#[test]
fn a_register_of_unknown_statuses_is_none() {
    let message = "an.html: expected statuses such as \"valid\", found none that is known \
                   among 10 licences, but \"valide\"";
    assert_eq!(checked(&["valide"; 10]), Err(message.to_owned()));
    assert_eq!(checked(&["valide"; 9]), Ok(()));
    let mut one_known = ["valide"; 10];
    one_known[9] = "Valid";
    assert_eq!(checked(&one_known), Ok(()));
}
