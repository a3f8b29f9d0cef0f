use super::*;

#[test]
fn an_export_has_one_of_three_datasets_and_one_of_two_formats() {
    for (text, expected) in [
        ("licences", Some(Dataset::Licences)),
        ("licenses", Some(Dataset::Licences)),
        ("operators", Some(Dataset::Operators)),
        ("domains", Some(Dataset::Domains)),
        ("Licences", None),
        ("", None),
        ("events", None),
    ] {
        assert_eq!(dataset(text).ok(), expected, "{text:?}");
    }
    for (text, expected) in [
        (None, Some(ExportFormat::Csv)),
        (Some("csv"), Some(ExportFormat::Csv)),
        (Some("json"), Some(ExportFormat::Json)),
        (Some("ndjson"), Some(ExportFormat::Json)),
        (Some("CSV"), None),
        (Some("xlsx"), None),
        (Some(""), None),
    ] {
        assert_eq!(export_format(text).ok(), expected, "{text:?}");
    }
}

#[test]
fn an_operator_with_a_reserved_slug_is_unknown() {
    for text in ["search", "Search", "SEARCH"] {
        let unknown = RequestError::UnknownOperator(Slug::from_name("search"));
        assert_eq!(operator_slug(text), Err(unknown), "{text}");
    }
    for text in ["search-limited", "Researchers"] {
        assert_eq!(operator_slug(text), slug(text), "{text}");
    }
    assert!(matches!(operator_slug("a b"), Err(RequestError::Slug(_))));
}

#[test]
fn a_jurisdiction_code_is_known_unknown_or_none() {
    use RequestError::{JurisdictionCode, UnknownJurisdiction};
    for known in ["UKGC", "ukgc", "cW", "Iom"] {
        assert!(jurisdiction_code(known).is_ok(), "{known}");
    }
    for unknown in ["XX", "00", "ABCDEFGHIJKLMNOP"] {
        let refused = UnknownJurisdiction(format!("{unknown:?}"));
        assert_eq!(jurisdiction_code(unknown), Err(refused));
    }
    for none in ["", "a", "ABCDEFGHIJKLMNOPQ", "UK-GC", "UK GC", " CW", "ÜK"] {
        assert_eq!(jurisdiction_code(none), Err(JurisdictionCode(format!("{none:?}"))));
    }
}

#[test]
fn a_licence_id_is_a_hyphenated_uuid() {
    let id = "6c58799f-f5f4-4d86-a53d-7fdc3e14277a";
    assert_eq!(licence_id(id).map(|id| id.0.to_string()), Ok(id.to_owned()));
    assert_eq!(licence_id(&id.to_uppercase()), licence_id(id));
    for other in [
        "",
        "090114-R-391114-012",
        "6c58799ff5f44d86a53d7fdc3e14277a",
        "{6c58799f-f5f4-4d86-a53d-7fdc3e14277a}",
        "urn:uuid:6c58799f-f5f4-4d86-a53d-7fdc3e14277a",
        "6c58799f-f5f4-4d86-a53d-7fdc3e14277g",
        "6c58799ff-5f4-4d86-a53d-7fdc3e14277a",
    ] {
        assert_eq!(licence_id(other), Err(RequestError::LicenceId(format!("{other:?}"))));
    }
}

#[test]
fn a_refusal_is_a_sentence_and_names_its_field() {
    let now = Timestamp::EPOCH;
    let webhook = "x".repeat(65);
    for (error, text, field) in [
        (domain("a b").err(), "\"a b\" is not a bare hostname", Some("domain")),
        (licence_number(" ").err(), "\" \" is no licence number: a l", Some("license_number")),
        (as_of(Some("soon"), now).err(), "as_of: \"soon\" is neither a date", Some("as_of")),
        (search_term(None).err(), "A search needs the parameter q", Some("q")),
        (search_term(Some("")).err(), "A search needs the parameter q", Some("q")),
        (action_sort(Some("up")).err(), "sort: \"up\" is not a", Some("sort")),
        (slug_in_lower_case("a b").err(), "\"a b\" is no", Some("slug")),
        (slug_in_lower_case("Bet").err(), "\"Bet\" has upper case; a slug h", Some("slug")),
        (
            webhook_id(&webhook).err(),
            &format!("The account has no webhook {:?}.", &webhook[1..]),
            None,
        ),
        (dataset("brands").err(), "There is no dataset \"brands\".", None),
        (export_format(Some("xml")).err(), "format: \"xml\" is not a", Some("format")),
        (export_filter(["XX"], []).err(), "jurisdiction: \"XX\" is not a", Some("jurisdiction")),
        (export_filter([], ["good"]).err(), "status: \"good\" is not a", Some("status")),
    ] {
        let error = error.unwrap();
        assert!(error.to_string().starts_with(text), "{error}");
        assert!(error.to_string().ends_with('.'), "{error}");
        assert_eq!(error.field(), field, "{error}");
    }
}
