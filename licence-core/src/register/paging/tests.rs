use super::*;
use crate::jurisdiction::JurisdictionCode::Kh;
use crate::register::Accepted;
use crate::register::survey::Survey;
use crate::register::tests::file;

#[test]
fn a_page_that_shows_a_part_of_its_list_is_refused() {
    for (text, part) in [
        ("Showing 1 to 25 of 34 entries", Some("1 to 25 of 34")),
        ("<p>Showing valid licences.</p>Showing 1-10 of 1,446", Some("1 to 10 of 1446")),
        ("Showing 26 \u{2013} 34 of 34", Some("26 to 34 of 34")),
        ("showing 1 to 5 out of 34.", Some("1 to 5 of 34")),
        ("1\u{2013}5 of 34 results", Some("1 to 5 of 34")),
        ("Displaying 5 of 34 operators", Some("showing 5 of 34")),
        ("Showing 1 to 5 of 5 entries (filtered from 34 total entries)", Some("filtered from 34")),
        ("Page 1 of 145", Some("page 1 of 145")),
        ("PAGE 1/4", Some("page 1 of 4")),
        ("3 of 5 results", Some("showing 3 of 5")),
        ("3 of 5 permits", Some("showing 3 of 5")),
        ("5 of 5 results", None),
        ("Updated 28/09/2023, 3 of 5 members on 1 of 2 days", None),
        ("Showing 1 to 34 of 34 entries", None),
        ("Page 1 of 1", None),
        ("Showing all of it", None),
        ("Page one of many", None),
    ] {
        let file = file("p.html", format!("<title>Register</title><div>{text}</div>"));
        let accepted = Accepted::default();
        let survey = Survey::new(Kh, &accepted);
        let page = SurveyedPage::open(&survey, &file).unwrap();
        let refused = check_paging(&page).err().map(|error| error.to_string());
        let expected =
            part.map(|part| format!("p.html: the page shows a part of the list only: {part:?}"));
        assert_eq!(refused, expected, "{text}");
    }
}
