use super::fixture::{B2C, guid, read_files, seal};
use crate::register::RegisterError;
use crate::register::reading::ListedLicence;

fn read_one(page: &super::fixture::SealPage) -> Result<ListedLicence, RegisterError> {
    read_files(&[page.file()]).map(|mut reading| {
        assert!(!reading.complete);
        reading.licences.remove(0)
    })
}

fn lantern() -> super::fixture::SealPage {
    seal(1, "Lantern Ltd", &[["MGA/B2C/1/2020", B2C, "Licensed"]], &["https://a.example"])
}

#[test]
fn the_row_says_the_status_not_the_page() {
    for status in ["Surrendered", "Cancelled", "Suspended", "Expired", "Revoked", "Pending", "Odd"]
    {
        let page = seal(1, "Lantern Ltd", &[["MGA/B2C/1/2020", B2C, status]], &[]);
        assert_eq!(read_one(&page).unwrap().status_text.as_deref(), Some(status));
    }
}

#[test]
fn the_name_stands_between_its_labels() {
    for (company, name) in [
        ("Lantern  Ltd", "Lantern Ltd"),
        ("Address Bay Ltd", "Address Bay Ltd"),
        ("Caf\u{e9}\u{a0}&amp; Co", "Caf\u{e9} & Co"),
        ("<b>Lan</b>tern", "Lantern"),
    ] {
        let mut page = lantern();
        page.company = company.into();
        assert_eq!(read_one(&page).unwrap().operator.name, name);
    }
}

#[test]
fn web_sites_are_kept_as_their_links_lead() {
    for (links, cells, complete) in [
        (
            Some(
                "<a href='http://www.MrSlot.example'>MrSlot</a>, <a href=' https://A.example/mt '>Visit site</a>",
            ),
            &["http://www.MrSlot.example", "https://A.example/mt"][..],
            true,
        ),
        (
            Some("<ul><li>lekker.example</li><li>b.example/</li></ul>"),
            &["b.example/", "lekker.example"],
            true,
        ),
        (
            Some("<a href='https://a.example'>Play</a><a href='https://a.example'>A</a>"),
            &["https://a.example"],
            true,
        ),
        (Some(""), &[], true),
        (Some("None"), &[], true),
        (None, &[], true),
    ] {
        let mut page = lantern();
        page.websites = links.map(str::to_owned);
        let licence = read_one(&page).unwrap();
        let found: Vec<_> = licence.domains.iter().map(|d| d.domain.as_str()).collect();
        assert_eq!((found.as_slice(), licence.domains_complete), (cells, complete), "{links:?}");
    }
}

/// The page without `details=1` has neither games nor sites: nothing follows for the domains.
#[test]
fn the_short_form_says_nothing_of_web_sites() {
    let mut page = lantern();
    page.websites = None;
    let mut file = page.file();
    let text = String::from_utf8(file.bytes).unwrap();
    let (before, games) = text.split_once("<table id=\"mainPlaceHolder_coreContentPlaceHolder_mainContentPlaceHolder_sealContent_tblGameTypesTable").unwrap();
    let (_, after) = games.split_once("</table>").unwrap();
    file.bytes = [before, after].concat().into_bytes();
    let reading = read_files(&[file]).unwrap();
    assert!(!reading.licences[0].domains_complete);
}

#[test]
fn the_guid_comes_from_the_page_or_its_file_name() {
    let guid_in_seal = |name: &str, action: &str, above: &str| {
        let mut page = lantern();
        (page.name, page.action) = (name.to_owned(), action.to_owned());
        let mut file = page.file();
        file.bytes.splice(0..0, above.bytes());
        let read = read_files(&[file]).map_err(|error| error.to_string())?;
        Ok::<_, String>(read.licences[0].operator.upstream_id.clone().unwrap())
    };
    let (one, two) = (guid(1), guid(2));
    let url = format!("https://authorisation.mga.org.mt/verification.aspx?company={one}&details=1");
    assert_eq!(guid_in_seal("a.html", &url.replace('&', "&amp;"), "").unwrap(), one);
    assert_eq!(guid_in_seal(&format!("{}.html", one.to_uppercase()), "", "").unwrap(), one);
    assert_eq!(
        guid_in_seal(&format!("verification.aspx_lang=EN&company={one}&details=1"), "", "")
            .unwrap(),
        one
    );
    assert_eq!(
        guid_in_seal("a", "", &format!("<!-- saved from url=(0101){url} -->\n")).unwrap(),
        one
    );
    assert_eq!(
        guid_in_seal(&format!("company={two}"), &url, "").unwrap_err(),
        format!("company={two}: the page is the seal {one} and the seal {two}")
    );
    assert!(guid_in_seal("a.html", "", "").unwrap_err().contains("does not tell its GUID"));
}

#[test]
fn a_column_beside_the_games_is_declared_or_refused() {
    let with = |heading: &str, cell: &str| {
        let mut file = lantern().file();
        let games = "<tr><th>Vertical</th></tr><tr>";
        let column = format!("<tr><th>{heading}</th><th>Vertical</th></tr><tr><td>{cell}</td>");
        let text = String::from_utf8(file.bytes).unwrap();
        assert!(text.contains(games));
        file.bytes = text.replace(games, &column).into_bytes();
        let read = read_files(&[file]).map_err(|error| error.to_string())?;
        Ok::<_, String>(read.licences[0].status_text.clone().unwrap())
    };
    assert_eq!(with("Status", "").unwrap(), "Licensed");
    assert_eq!(with("Status", "Suspended").unwrap(), "Licensed; Text: Suspended");
    let refusal = with("Until", "2030").unwrap_err();
    assert!(refusal.contains("column \"Until\" is not known"), "{refusal}");
}
