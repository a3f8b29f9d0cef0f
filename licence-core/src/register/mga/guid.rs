//! The GUID that a seal is known by, out of the addresses that carry it.

use uuid::Uuid;

const PARAMETER: &str = "company=";
const HOSTS: [&str; 2] = ["authorisation.mga.org.mt", "www.authorisation.mga.org.mt"];
const GUID_LENGTH: usize = 36;

/// The GUID in the address of a seal page; `None` for an address of another site.
pub(super) fn in_seal_link(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("//")?;
    let host = rest.split(['/', '?', '#', ':']).next()?;
    HOSTS.iter().any(|known| host.eq_ignore_ascii_case(known)).then(|| in_query(rest))?
}

/// The GUID of the parameter `company`, whatever stands before it.
pub(super) fn in_query(address: &str) -> Option<String> {
    let address = address.to_ascii_lowercase();
    let (_, value) = address.split_once(PARAMETER)?;
    whole(value.get(..GUID_LENGTH)?)
}

/// The one GUID in the name of a file; `None` when there are several.
pub(super) fn in_name(name: &str) -> Option<String> {
    in_query(name).or_else(|| {
        let starts = (0..name.len()).filter_map(|at| name.get(at..at + GUID_LENGTH));
        let mut found: Vec<_> = starts.filter_map(whole).collect();
        found.dedup();
        found.pop().filter(|_| found.is_empty())
    })
}

/// The text as a GUID in lower case.
pub(super) fn whole(text: &str) -> Option<String> {
    let is_one = text.len() == GUID_LENGTH;
    is_one.then(|| Uuid::try_parse(text).ok())?.map(|guid| guid.hyphenated().to_string())
}

#[cfg(test)]
mod tests {
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
}
