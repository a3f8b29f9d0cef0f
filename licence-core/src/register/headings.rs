//! The headings under which the lists of a page stand. Where being listed is being licensed, a list
//! of those who are not must not be read as one of those who are.

use scraper::ElementRef;

use super::RegisterError;
use super::contradiction::{is_of_others, speaks_against};
use super::html_page::{HtmlPage, is_inline, selector, text_in};
use crate::text::{folded, shown};

/// Whether every list of a page, of the tables that are one, stands under a heading of licensees.
///
/// # Errors
/// A list whose heading, caption or opening sentence says otherwise (`Former licensees`).
pub(super) fn check(
    page: &HtmlPage<'_>,
    is_list: impl Fn(ElementRef<'_>) -> bool,
) -> Result<(), RegisterError> {
    let mut heading = None;
    for element in page.all(selector!("h1, h2, h3, h4, h5, h6, p, div, table")) {
        match element.value().name() {
            "table" => {
                let caption = element.select(selector!("caption")).next();
                let of_table = caption.map_or(heading.clone(), of_others);
                if let Some(heading) = of_table.filter(|_| is_list(element)) {
                    let fault = format!("a list under the heading {}", shown(&heading));
                    return Err(page.malformed(fault));
                }
            }
            _ if is_beside_the_page(element) => {}
            "p" | "div" if !is_bold(element) => heading = opening(element).or(heading),
            _ => heading = of_others(element),
        }
    }
    Ok(())
}

/// What a page has beside its content on every one of its pages.
fn is_beside_the_page(element: ElementRef<'_>) -> bool {
    let mut around = element.ancestors().filter_map(ElementRef::wrap);
    around.any(|element| matches!(element.value().name(), "aside" | "footer" | "nav"))
}

fn of_others(heading: ElementRef<'_>) -> Option<String> {
    Some(text_in(heading)).filter(|text| is_of_others(text))
}

/// A sentence such as `The following operators are no longer certified`.
fn opening(paragraph: ElementRef<'_>) -> Option<String> {
    let text = Some(paragraph).filter(|element| is_a_line(*element)).map(text_in)?;
    (folded(&text).contains("following") && speaks_against(&text)).then_some(text)
}

/// Whether a line is short and all in bold letters, as headings are that are not marked up as such.
fn is_bold(line: ElementRef<'_>) -> bool {
    const MAX_WORDS: usize = 8;
    let Some(bold) = line.select(selector!("b, strong")).next().filter(|_| is_a_line(line)) else {
        return false;
    };
    let text = text_in(line);
    let is_short = text.split(' ').count() <= MAX_WORDS && !text.ends_with('.');
    is_short && text_in(bold) == text
}

fn is_a_line(element: ElementRef<'_>) -> bool {
    let is_of_the_line = |name: &str| is_inline(name) || name == "br";
    element.child_elements().all(|child| is_of_the_line(child.value().name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::tests::file;

    fn checked(html: &str) -> Result<(), String> {
        let file = file("p.html", format!("<title>Register</title>{html}"));
        let page = HtmlPage::open(&file).unwrap();
        let is_list = |table: ElementRef<'_>| text_in(table).contains("a.example");
        check(&page, is_list).map_err(|error| error.to_string())
    }

    #[test]
    fn a_list_under_the_heading_of_others_is_refused() {
        const LIST: &str = "<table><tr><td>a.example</td></tr></table>";
        for before in [
            "<h2>Former licensees</h2>",
            "<h2>Unlicensed operators</h2><p>Please beware.</p>",
            "<h2>Former licensees</h2><p>The following operators held a licence.</p>",
            "<p><b>Suspended licences</b></p>",
            "<div><strong>Revoked</strong></div><p>Since 2024:</p>",
            "<h1>Register</h1><p>The following operators are no longer certified.</p>",
            "<h2>Licensees</h2><table></table><h2>Warnings: unlicensed</h2><div><ul><li>",
        ] {
            let error = checked(&format!("{before}{LIST}")).unwrap_err();
            assert!(error.starts_with("p.html: a list under the heading \""), "{error}");
        }
        let caption = LIST.replace("<tr>", "<caption>Cancelled licences</caption><tr>");
        assert!(checked(&caption).is_err());
        for before in [
            "",
            "<h2>Former licensees</h2><table><tr><td>b.example</td></tr></table><h2>Licensees</h2>",
            "<p>Former licensees are not listed.</p>",
            "<aside><h3>Public warnings</h3></aside>",
            "<nav><div><b>Revoked licences</b></div></nav>",
            "<p>A licence may be <b>revoked</b>.</p>",
            "<p><b>Cancelled licences are not listed.</b></p>",
            "<p>The following operators have been certified.</p>",
            "<p>Beware of <b>unlicensed</b> operators.</p>",
        ] {
            assert_eq!(checked(&format!("{before}{LIST}")), Ok(()), "{before}");
        }
    }
}
