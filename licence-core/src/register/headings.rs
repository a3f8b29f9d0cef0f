//! The headings under which the lists of a page stand. Where being listed is being licensed, a list
//! of those who are not must not be read as one of those who are.

use ego_tree::{NodeId, NodeRef};
use scraper::node::Element;
use scraper::{ElementRef, Node};

use super::RegisterError;
use super::contradiction::{are_told_against, is_heading_of_others, is_of_several, speaks_against};
use super::html_page::{HtmlPage, is_inline, is_of_furniture, selector, text_in};
use crate::text::{folded, shown};

/// A line in bold letters stands under every heading that is marked up as one.
const BOLD: u8 = 7;

/// Whether every list of a page, of the tables that are one, stands under a heading of licensees.
///
/// # Errors
/// A list whose heading, caption or opening sentence says otherwise (`Former licensees`).
pub(super) fn check(
    page: &HtmlPage<'_>,
    is_list: impl Fn(ElementRef<'_>) -> bool,
) -> Result<(), RegisterError> {
    let mut headings = Vec::new();
    for element in
        page.all(selector!("h1, h2, h3, h4, h5, h6, p, div, summary, legend, dt, center, table"))
    {
        if element.value().name() != "table" {
            follow(&mut headings, element);
            continue;
        }
        let caption = element.select(selector!("caption")).next().map(text_in);
        let caption = caption.filter(|caption| is_of_others(caption));
        let over = || headings.iter().find(|heading| heading.is_over(element));
        let heading = caption.or_else(|| over().map(|heading| heading.text.clone()));
        if let Some(heading) = heading.filter(|_| is_list(element)) {
            let fault = format!("a list under the heading {}", shown(&heading));
            return Err(page.malformed(fault));
        }
    }
    Ok(())
}

/// A heading of others than licensees.
struct Heading {
    level: u8,
    text: String,
    /// What holds the heading, and more than that.
    part: Option<NodeId>,
}

impl Heading {
    /// Whether a table stands in the same part of the page.
    fn is_over(&self, table: ElementRef<'_>) -> bool {
        table.ancestors().any(|node| Some(node.id()) == self.part)
    }
}

/// Ends the headings that an element takes the place of, and begins one of others.
fn follow(headings: &mut Vec<Heading>, element: ElementRef<'_>) {
    let Some(level) = level(element) else { return };
    headings.retain(|heading| heading.level < level);
    let text = text_in(element);
    if !is_of_something_else(element) && is_of_others(&text) {
        headings.push(Heading { level, text, part: part_of(element) });
    }
}

fn part_of(heading: ElementRef<'_>) -> Option<NodeId> {
    let says = |node: NodeRef<'_, Node>| {
        let mut texts = node.descendants().filter_map(|node| node.value().as_text());
        texts.any(|text| !text.trim().is_empty())
    };
    let mut at = *heading;
    loop {
        let parent = at.parent()?;
        if at.prev_siblings().chain(at.next_siblings()).any(says) {
            return Some(parent.id());
        }
        at = parent;
    }
}

/// Its place among headings; `None` for a paragraph that is none.
fn level(element: ElementRef<'_>) -> Option<u8> {
    match element.value().name().as_bytes() {
        [b'h', digit] => Some(digit - b'0'),
        b"summary" | b"legend" | b"dt" => Some(BOLD),
        _ if !is_a_line(element) => None,
        _ if is_bold(element) => Some(BOLD),
        // Any other line ends no heading, and is one only where it names several.
        _ => {
            let text = text_in(element);
            let is_one = is_of_several(&text) || text.split(". ").any(is_opening);
            (is_one && is_of_others(&text)).then_some(BOLD + 1)
        }
    }
}

/// A heading that names several (`Former licensees`), or says that they are not in force.
pub(super) fn is_of_others(text: &str) -> bool {
    let is_heading = is_heading_of_others(text) && !text.ends_with(['.', '?']);
    (is_heading && (is_of_several(text) || speaks_against(text)))
        || text.split(". ").any(is_opening)
}

/// A sentence such as `The following operators are no longer certified`.
fn is_opening(sentence: &str) -> bool {
    let folded = folded(sentence);
    let is_of_a_list = ["operator", "licens", "licenc", "permit", "compan", "domain", "site"];
    folded.contains("following")
        && is_of_a_list.iter().any(|word| folded.contains(word))
        && are_told_against(sentence)
}

/// What a page has beside its content on every one of its pages, and one item of a list.
fn is_of_something_else(element: ElementRef<'_>) -> bool {
    let is_beside = |around: &Element| is_of_furniture(around) && around.name() != "header";
    let mut around = element.ancestors().filter_map(|node| node.value().as_element());
    let is_link = |link: ElementRef<'_>| text_in(link) == text_in(element);
    let is_a_term = element.value().name() == "dt";
    (is_beside(element.value()) && !is_a_term)
        || around.any(is_beside)
        || element.select(selector!("a")).any(is_link)
}

/// Whether a line is short and all in bold letters, as headings are that are not marked up as such.
fn is_bold(line: ElementRef<'_>) -> bool {
    const MAX_WORDS: usize = 8;
    let Some(bold) = line.select(selector!("b, strong")).next() else { return false };
    let text = text_in(line);
    text.split(' ').count() <= MAX_WORDS && text_in(bold) == text
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

    const LIST: &str = "<table><tr><td>a.example</td></tr></table>";

    #[test]
    fn a_list_under_the_heading_of_others_is_refused() {
        for before in [
            "<h2>Former licensees</h2>",
            "<h2>Unlicensed operators</h2><p>Please beware.</p>",
            "<h2>Former licensees</h2><p>The following operators held a licence.</p>",
            "<h2>Suspended licences</h2><h3>2025</h3>",
            "<p><b>Suspended licences</b></p>",
            "<div><strong>Revoked</strong></div><p>Since 2024:</p>",
            "<p>Revoked licences:</p>",
            "<details><summary>Suspended licences</summary>",
            "<div class=a><div class=title><h2>Former licensees</h2></div><div>",
            "<h1>Register</h1><p>The following operators are no longer certified.</p>",
            "<h2>Licensees</h2><table></table><h2>Warnings: unlicensed</h2><div><ul><li>",
        ] {
            let error = checked(&format!("{before}{LIST}")).unwrap_err();
            assert!(error.starts_with("p.html: a list under the heading \""), "{error}");
        }
        let caption = LIST.replace("<tr>", "<caption>Cancelled licences</caption><tr>");
        assert!(checked(&caption).is_err());
    }

    #[test]
    fn other_headings_and_other_parts_of_the_page_say_nothing() {
        for before in [
            "",
            "<h2>Former licensees</h2><table><tr><td>b.example</td></tr></table><h2>Licensees</h2>",
            "<p>Former licensees are not listed.</p>",
            "<p><a href=x>Former licensees</a></p>",
            "<div>Closed</div><p>Offline</p><div class=badge>Suspended (2 October 2026)</div>",
            "<h3>Archive</h3><h3>Applications</h3>",
            "<p>The following list shows operators, and is updated when a licence is revoked.</p>",
            "<p>The operator is removed from this list.</p>",
            "<p>The following list does not include operators whose licence was revoked.</p>",
            "<p><b>Cancelled licences are not listed.</b></p>",
            "<p>A licence may be <b>revoked</b>.</p>",
            "<p>The following operators have been certified. A permit may be revoked.</p>",
            "<p>We use the following cookies. Consent can be withdrawn.</p>",
            "<p>Beware of <b>unlicensed</b> operators.</p>",
            "<h3>What happens if a licence is revoked?</h3>",
            "<aside><h3>Public warnings</h3></aside>",
            "<nav><div><b>Revoked licences</b></div></nav>",
            "<div><h3>Archive</h3><ul><li>2025</ul></div>",
        ] {
            assert_eq!(checked(&format!("{before}{LIST}")), Ok(()), "{before}");
        }
    }
}
