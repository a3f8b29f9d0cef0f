//! A page of regulatory actions: a heading for each licensee, paragraphs under it.

use scraper::ElementRef;

use crate::register::RegisterError;
use crate::register::html_page::{
    HtmlPage, elements_around, is_struck, joined, lines_without, selector, text_in,
};
use crate::register::layout::is_one_of;
use crate::regulatory_action::is_company_name;
use crate::text::folded;

const TITLE: &str = "regulatory actions";
const REGULATOR: [&str; 2] = ["gambling commission", "gamblingcommission.gov.uk"];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) subject: String,
    pub(super) paragraphs: Vec<String>,
    /// The headings below its own up to that of another company, with what is under them.
    pub(super) beneath: Vec<String>,
    /// The level of its heading.
    level: u8,
}

/// Returns whether the page calls itself the Commission's regulatory actions.
pub(super) fn is_one(page: &HtmlPage<'_>) -> bool {
    let mut titles = page.all(selector!("title, h1, h2"));
    titles.any(|title| folded(&text_in(title)).contains(TITLE)) && {
        let text = folded(&page.text());
        REGULATOR.iter().any(|name| text.contains(name))
    }
}

/// Returns the entries of companies. Every heading opens an entry, so what is under the name of a
/// person, or under a title inside an entry, is in none of these.
pub(super) fn entries(page: &HtmlPage<'_>) -> Result<Vec<Entry>, RegisterError> {
    let main = page.all(selector!("main")).next().unwrap_or(page.root());
    let blocks = main.select(selector!("h1, h2, h3, h4, h5, h6, p, li"));
    let mut entries = Vec::<Entry>::new();
    for block in blocks.filter(is_shown_alone) {
        let text = joined(lines_without(block, |part| is_struck(part.value())));
        if let [b'h', level] = *block.value().name().as_bytes() {
            entries.push(Entry { subject: text, level, ..Entry::default() });
        } else if let Some(entry) = entries.last_mut().filter(|_| !text.is_empty()) {
            entry.paragraphs.push(text);
        }
    }
    for at in 0..entries.len() {
        let is_below = |it: &&Entry| it.level > entries[at].level && !is_company_name(&it.subject);
        let below = entries[at + 1..].iter().take_while(is_below);
        let texts = below.flat_map(|it| std::iter::once(&it.subject).chain(&it.paragraphs));
        entries[at].beneath = texts.cloned().collect();
    }
    entries.retain(|entry| is_company_name(&entry.subject) && !entry.paragraphs.is_empty());
    match entries.is_empty() {
        true => Err(page.is_not("headings that name licensees, with paragraphs under them")),
        false => Ok(entries),
    }
}

/// Returns whether a block is in no other one, in no navigation and not struck out.
fn is_shown_alone(block: &ElementRef<'_>) -> bool {
    const OTHERS: &str = "footer | li | nav | p | template";
    let mut around = elements_around(**block);
    !around.any(|it| is_one_of(it.value().name(), OTHERS) || is_struck(it.value()))
}
