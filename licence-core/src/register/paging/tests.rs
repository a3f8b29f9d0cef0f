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
        (
            "Showing 1 to 5 of 5 entries (filtered from 34 total entries)",
            Some("filtered from 34 total"),
        ),
        ("Page 1 of 145", Some("page 1 of 145")),
        ("Continued on next page", Some("continued")),
        ("PAGE 1/4", Some("page 1 of 4")),
        ("1 of 3 pages", Some("page 1 of 3")),
        ("Continued on page 2", Some("continued")),
        ("List continues on the next page.", Some("continued")),
        ("Only the first 4 operators are listed.", Some("first 4")),
        ("Displaying results 1-10 out of a total of 34", Some("1 to 10 of 34")),
        ("<p>\u{2026} and 1 more</p>", Some("and 1 more")),
        ("<p>... and 1,450 more</p>", Some("and 1450 more")),
        ("3 of 5 results", Some("showing 3 of 5")),
        ("3 of 5 permits", Some("showing 3 of 5")),
        ("Showing the first 50 permit holders.", Some("first 50")),
        ("Showing the first 50 of 60", Some("showing 50 of 60")),
        ("Showing the first 50 entries of 60", Some("showing 50 of 60")),
        ("Showing the first 50 entries (60 total)", Some("showing 50 of 60")),
        ("Showing the first 50 (60 total)", Some("showing 50 of 60")),
        ("Showing 1 through 50 of 60", Some("1 to 50 of 60")),
        ("Showing 50 entries of 60", Some("showing 50 of 60")),
        ("50 of 60 shown", Some("showing 50 of 60")),
        ("Showing rows 1 - 50 (60 total)", Some("1 to 50 of 60")),
        ("Show all 60", Some("show all 60")),
        ("Show all 1,475", Some("show all 1475")),
        ("Show all (1,475)", Some("show all 1475")),
        ("Show 1,450 more", Some("show 1450 more")),
        ("Displaying the 5 of 34 operators", Some("showing 5 of 34")),
        ("Showing 1 to 10 of the 34 operators", Some("1 to 10 of 34")),
        ("1 to 10 of the 34 operators", Some("1 to 10 of 34")),
        ("Showing 5 of the 34 operators", Some("showing 5 of 34")),
        ("Showing the first 50 of the 60 permits", Some("showing 50 of 60")),
        ("5 of the 34 shown", Some("showing 5 of 34")),
        ("<ul><li>a.example</li><li>...</li></ul>", Some("...")),
        ("<ul><li>a.example</li><li>. . .</li></ul>", Some(". . .")),
        ("<ul><li>a.example</li><li>\u{2026}</li></ul>", Some("\u{2026}")),
        ("<ul><li>a.example</li><li>and 1 more</li></ul>", Some("and 1 more")),
        ("<ul><li>a.example</li><li>\u{2026} and 1 more</li></ul>", Some("and 1 more")),
        ("<ul><li>a.example</li><li>+1 more</li></ul>", Some("+1 more")),
        ("<ul><li>a.example</li><li>etc.</li></ul>", Some("etc.")),
        ("<table><tr><td>a.example<br>...</td></tr></table>", Some("...")),
        ("<table><tr><td>A</td><td>a.example, etc.</td></tr></table>", Some("a.example, etc.")),
        ("<table><tr><td>A</td></tr><tr><td>...</td></tr></table>", Some("...")),
        ("<table><tr><td>A</td><td>...</td></tr></table>", None),
        ("<table><tr><td>A</td><td>https://a.example/casi...</td></tr></table>", None),
        ("<ul><li>Licensees</li><li>...</li></ul>", None),
        ("<p>Loading ...</p><p>...</p><ul><li>Loading...</li><li>a.example.</li></ul>", None),
        ("<nav><ul><li>Home</li><li>...</li></ul></nav>", None),
        ("<div class=news><ul><li>The Commission ...</li><li>...</li></ul></div>", None),
        ("5 of 5 results", None),
        ("2 of the 53 operators hold two permits.", None),
        ("Showing the first 60 of 60", None),
        ("Showing the first 60 entries of 60", None),
        ("Showing the first 60 entries (60 total)", None),
        ("Showing the first 60 (60 total)", None),
        ("Showing rows 1 - 60 (60 total)", None),
        ("Show all operators", None),
        ("Updated 28/09/2023, 3 of 5 members on 1 of 2 days", None),
        ("Showing 1 to 34 of 34 entries", None),
        ("Page 1 of 1", None),
        ("1 of 1 pages", None),
        ("Continued from page 1", None),
        ("The Commission certified Birch Inc. and 2 more.", None),
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
