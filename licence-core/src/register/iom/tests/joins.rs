use serde_json::json;

use super::fixture::{domains, licences, licensee, page, sheet, statuses};
use crate::register::reading::ListedLicence;

/// Page and spreadsheet, each with these names and statuses.
fn both(on_page: &[(&str, &str)], in_sheet: &[(&str, &str)]) -> Vec<ListedLicence> {
    let items: String =
        on_page.iter().map(|(name, status)| licensee(name, status, "Full", "a.example")).collect();
    let rows: Vec<_> =
        in_sheet.iter().map(|(name, status)| [*name, *status, "43000", "Full"]).collect();
    let files = [page(&items), sheet(&rows)];
    let read = licences(&files);
    let [page, sheet] = files;
    assert_eq!(licences(&[sheet, page]), read);
    read
}

#[test]
fn one_company_in_two_spellings_is_one_licence() {
    for (on_page, in_sheet) in [
        ("TT8 Innovations Limited", "Tt8 Innovations Limited"),
        ("GreenPlay Limited", "Greenplay Limited"),
        ("Cobra Trading Limited", "Cobra Trading"),
        ("HGXM", "HGXM Ltd"),
        ("HGXM Ltd", "HGXM"),
        ("Laxey Wheel Gaming Limited", "LAXEY WHEEL\u{a0}GAMING LTD."),
        ("Fenella\u{2019}s Bet Limited", "Fenella's Bet Limited"),
    ] {
        let read = both(&[(on_page, "Active")], &[(in_sheet, "Active")]);
        assert_eq!(statuses(&read), [(on_page, "Active")], "{on_page} {in_sheet}");
        let other = read[0].raw_data["Spreadsheet"]["Name"].as_str().unwrap();
        assert_eq!(other, in_sheet.replace('\u{a0}', " "));
        assert_eq!(domains(&read[0]), ["a.example"]);
        assert!(read[0].domains_complete);
        assert_eq!(read[0].issued_date, "2019-07-24".parse().ok(), "the page's");
    }
}

#[test]
fn a_legal_form_is_left_off_only_where_the_name_is_unique() {
    for (on_page, in_sheet) in [
        (&["Cobra Trading Limited", "Cobra Trading Inc"][..], &["Cobra Trading"][..]),
        (&["Cobra Trading Limited"], &["Cobra Trading PLC"]),
        (&["Cobra Trading N.V."], &["Cobra Trading B.V."]),
    ] {
        let active =
            |names: &[&'static str]| names.iter().map(|name| (*name, "Active")).collect::<Vec<_>>();
        let suspended: Vec<_> = in_sheet.iter().map(|name| (*name, "Suspended")).collect();
        let read = both(&active(on_page), &suspended);
        assert_eq!(read.len(), on_page.len() + in_sheet.len(), "{on_page:?} {in_sheet:?}");
    }
}

/// A licensee that ends leaves the page, and the spreadsheet may be older.
#[test]
fn a_licensee_that_only_the_spreadsheet_has_is_not_in_force() {
    for (in_sheet, listed) in [
        ("Active", None),
        ("Licensed", None),
        ("Suspended", Some("Suspended")),
        ("Suspended (2 October 2026)", Some("Suspended (2 October 2026)")),
        ("Under review", Some("Under review")),
    ] {
        let read = both(
            &[("A Limited", "Active"), ("P Limited", "Active")],
            &[("A Limited", "Active"), ("S Limited", in_sheet)],
        );
        let of_page = [("A Limited", "Active"), ("P Limited", "Active")];
        let of_sheet = listed.map(|status| ("S Limited", status));
        let expected: Vec<_> = of_page.into_iter().chain(of_sheet).collect();
        assert_eq!(statuses(&read), expected);
        let complete = read.iter().map(|licence| licence.domains_complete);
        assert!(complete.eq(expected.iter().map(|(name, _)| *name != "S Limited")));
    }
    let second = [["A Limited", "Active", "", "Full"], ["A Limited", "Active", "", "Supply"]];
    let files = [page(&licensee("A Limited", "Active", "Full", "-")), sheet(&second)];
    assert_eq!(licences(&files).len(), 1, "a second licence of the same company");
}

#[test]
fn of_two_statuses_the_worse_counts_and_both_are_kept() {
    for (on_page, in_sheet, counts, noted) in [
        ("Active", "Active", "Active", false),
        ("Active", "ACTIVE", "Active", false),
        ("Active", "Suspended", "Suspended", true),
        ("Active", "Suspended (02/10/2026)", "Suspended (02/10/2026)", true),
        ("Suspended (2 October 2026)", "Active", "Suspended (2 October 2026)", true),
        ("Suspended (2 October 2026)", "Suspended", "Suspended (2 October 2026)", true),
        ("Suspended", "Cancelled", "Cancelled", true),
        ("Active", "Provisional - Active", "Provisional - Active", true),
        ("Active (provisional)", "Active", "Active (provisional)", true),
        ("Active", "Licensed", "Active", true),
        ("Under review", "Active", "Under review", true),
        ("", "Suspended", "Suspended", false),
    ] {
        let read =
            both(&[("A Limited", on_page), ("Z Limited", "Active")], &[("A Limited", in_sheet)]);
        assert_eq!(statuses(&read)[0], ("A Limited", counts), "{on_page} {in_sheet}");
        assert_eq!(read[0].raw_data["Licence Status"], json!(on_page));
        assert_eq!(read[0].raw_data["Spreadsheet"]["Firm Status"], json!(in_sheet));
        let note = read[0].raw_data.get("Status difference").and_then(|note| note.as_str());
        let expected =
            format!("the page says {on_page:?}, the spreadsheet {in_sheet:?}; {counts:?} counts");
        assert_eq!(note, noted.then_some(expected.as_str()));
    }
}

#[test]
fn the_types_of_one_company_are_joined_one_by_one() {
    let items = licensee("A Limited", "Active", "Full", "a.example")
        + &licensee("A Limited", "Active", "Software Supply", "-");
    let rows =
        [["A Ltd", "Suspended", "43000", "software supply"], ["A Ltd", "Active", "43001", "Full"]];
    let read = licences(&[page(&items), sheet(&rows)]);
    let seen: Vec<_> = read
        .iter()
        .map(|l| (l.license_types[0].as_str(), l.status_text.as_deref().unwrap()))
        .collect();
    assert_eq!(seen, [("Full", "Active"), ("Software Supply", "Suspended")]);

    // The case of a type is no other type, and so no other licence.
    let [read] = &licences(&[page(&licensee("A Limited", "Active", "NETWORK services", "-"))])[..]
    else {
        panic!("one licence")
    };
    assert_eq!(read.license_types, ["Network Services"]);
    assert_eq!(read.license_type_raw.as_deref(), Some("NETWORK services"));

    let read = licences(&[
        page(&licensee("A Limited", "Active", "Full", "-")),
        sheet(&[["A Limited", "Active", "", "Full OGRA"]]),
    ]);
    assert_eq!((read.len(), read[0].license_types[0].as_str()), (1, "Full"), "named in two ways");

    let read = licences(&[
        page(&(licensee("A Limited", "Active", "", "-"))),
        sheet(&[["A Limited", "Active", "", "Full"]]),
    ]);
    assert_eq!(read[0].license_types, ["Full"], "the page has none");
}

/// Page and spreadsheet may divide the types of a company into licences in two ways.
#[test]
fn what_is_said_of_one_of_several_types_is_said_of_the_entry_that_has_them() {
    for (kinds, status) in [
        (["Full", "Network Services"], "Suspended"),
        (["Software Supply", "Sub-licence"], "Active"),
    ] {
        let rows = kinds.map(|kind| ["A Limited", "Suspended", "43000", kind]);
        let entry = licensee("A Limited", "Active", "Full, Network Services", "a.example");
        let read = licences(&[
            page(&(entry + &licensee("Z Limited", "Active", "Full", "-"))),
            sheet(&rows),
        ]);
        let with_domain = read.iter().find(|licence| !licence.domains.is_empty()).unwrap();
        assert_eq!(with_domain.status_text.as_deref(), Some(status), "{kinds:?}");
    }
}

/// Links of one text may lead to two sites.
#[test]
fn two_entries_of_a_company_with_two_sites_are_two() {
    let link = |host: &str| format!("<a href=\"https://{host}\">Visit website</a>");
    let entries =
        ["a.example", "b.example"].map(|host| licensee("A Limited", "Active", "Full", &link(host)));
    let read = licences(&[page(&entries.concat())]);
    let listed: Vec<_> = read.iter().flat_map(domains).collect();
    assert_eq!(listed, ["https://a.example", "https://b.example"]);
}

#[test]
fn a_mark_on_a_name_makes_no_other_licence() {
    for marked in
        ["A Limited*", "A Limited (suspended)", "A Limited - revoked", "A LIMITED SUSPENDED"]
    {
        let status = format!("Active; Name: {marked}");
        let active = |name| [(name, "Active"), ("Z Limited", "Active")];
        for (on_page, in_sheet) in [("A Limited", marked), (marked, "A Limited"), (marked, marked)]
        {
            let read = both(&active(on_page), &active(in_sheet));
            let expected = [("A Limited", status.as_str()), ("Z Limited", "Active")];
            let plain = |name: &str| name.replace("LIMITED", "Limited");
            let read: Vec<_> = statuses(&read).into_iter().map(|(n, s)| (plain(n), s)).collect();
            let read: Vec<_> = read.iter().map(|(name, status)| (name.as_str(), *status)).collect();
            assert_eq!(read, expected, "{on_page} {in_sheet}");
        }
    }
    let read = both(&[("A Limited", "Active")], &[("S Limited (suspended)", "Active")]);
    let expected = [("A Limited", "Active"), ("S Limited", "Active; Name: S Limited (suspended)")];
    assert_eq!(statuses(&read), expected, "only the spreadsheet has it");
}
