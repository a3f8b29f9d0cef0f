use super::*;

const GUID: &str = "4d0c7f5e-0001-4000-8000-000000000001";

#[test]
fn only_the_regulators_seal_links_count() {
    let query = format!("verification.aspx?lang=EN&company={GUID}&details=1");
    for (address, is_seal) in [
        (format!("https://authorisation.mga.org.mt/{query}"), true),
        (format!("http://WWW.authorisation.mga.org.mt/{}", query.to_uppercase()), true),
        (format!("https://authorisation.mga.org.mt.evil.example/{query}"), false),
        (format!("https://evil.example/authorisation.mga.org.mt/{query}"), false),
        (format!("https://authorisation.mga.org.mt@evil.example/{query}"), false),
        (format!("./{query}"), false),
        ("https://authorisation.mga.org.mt/?company=4d0c7f5e".to_owned(), false),
    ] {
        assert_eq!(in_seal_link(&address).as_deref(), is_seal.then_some(GUID), "{address}");
    }
}

#[test]
fn a_file_can_be_named_after_its_seal() {
    for name in [
        format!("verification.aspx?lang=EN&company={GUID}&details=1"),
        format!("seals/{}.html", GUID.to_uppercase()),
        format!("seal-{GUID} (1).html"),
    ] {
        assert_eq!(in_name(&name).as_deref(), Some(GUID), "{name}");
    }
    let two = format!("{GUID}_4d0c7f5e-0001-4000-8000-000000000002");
    for name in ["seal.html", "é4d0c7f5e-0001-4000-8000-00000000000é", two.as_str()] {
        assert_eq!(in_name(name), None, "{name}");
    }
}
