//! A page of regulatory actions: a heading for each licensee, paragraphs under it.

use scraper::Node;

use crate::register::RegisterError;
use crate::register::html_page::{
    HtmlPage, depth_after, edges, is_code, is_inline, is_struck, selector, text_in,
};
use crate::regulatory_action::is_company_name;
use crate::text::{collapsed, folded};

const TITLE: &str = "regulatory actions";
const REGULATOR: [&str; 2] = ["gambling commission", "gamblingcommission.gov.uk"];
const LEVELS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) subject: String,
    pub(super) paragraphs: Vec<String>,
}

/// Returns whether the page calls itself the Commission's regulatory actions.
pub(super) fn is_one(page: &HtmlPage<'_>) -> bool {
    let mut titles = page.all(selector!("title, h1, h2"));
    titles.any(|title| folded(&text_in(title)).contains(TITLE)) && {
        let text = folded(&page.text());
        REGULATOR.iter().any(|name| text.contains(name))
    }
}

/// Returns the entries of the page. The highest heading that names a company gives the level of the
/// licensees. A heading below it is left out, but another company under a company has an entry of its
/// own.
pub(super) fn entries(page: &HtmlPage<'_>) -> Result<Vec<Entry>, RegisterError> {
    let blocks = blocks(page);
    let companies = blocks.iter().filter_map(|block| match block {
        Block::Heading(level @ 1.., text) if is_company_name(text) => Some(*level),
        _ => None,
    });
    let level = companies.min();
    let entries = level.map(|level| under_headings(blocks, level)).unwrap_or_default();
    if !entries.iter().any(|entry| is_company_name(&entry.subject)) {
        return Err(page.is_not("headings that name licensees, with paragraphs under them"));
    }
    Ok(entries)
}

/// A heading with its level from zero, or a paragraph.
enum Block {
    Heading(usize, String),
    Paragraph(String),
}

fn under_headings(blocks: Vec<Block>, level: usize) -> Vec<Entry> {
    let mut entries = Vec::<Entry>::new();
    let mut is_open = false;
    for block in blocks {
        match block {
            Block::Heading(at, subject)
                if at <= level || (is_open && is_another(&subject, entries.last())) =>
            {
                is_open = at >= level;
                if is_open {
                    entries.push(Entry { subject, paragraphs: Vec::new() });
                }
            }
            // A title of a part of the entry, or the name of a person.
            Block::Heading(..) => {}
            Block::Paragraph(text) => {
                if let Some(entry) = entries.last_mut().filter(|_| is_open) {
                    entry.paragraphs.push(text);
                }
            }
        }
    }
    entries.retain(|entry| !entry.paragraphs.is_empty());
    entries
}

/// Returns whether a heading names another company than the entry that it is in. What is under
/// a person is about that person.
fn is_another(heading: &str, entry: Option<&Entry>) -> bool {
    let names = |subject: &str| is_company_name(subject) && folded(subject) != folded(heading);
    is_company_name(heading) && entry.is_some_and(|entry| names(&entry.subject))
}

/// Returns the headings and paragraphs in the order of the page, without navigation, code and what is
/// struck out.
fn blocks(page: &HtmlPage<'_>) -> Vec<Block> {
    let main = page.all(selector!("main")).next().unwrap_or(page.root());
    let (mut blocks, mut text, mut hidden) = (Vec::new(), String::new(), 0_usize);
    for (node, opens) in edges(main) {
        match node.value() {
            Node::Text(piece) if opens && hidden == 0 => text.push_str(piece),
            Node::Element(element)
                if is_code(element)
                    || is_struck(element)
                    || matches!(element.name(), "nav" | "footer" | "head") =>
            {
                hidden = depth_after(hidden, opens);
            }
            Node::Element(element) if hidden == 0 && !is_inline(element.name()) => {
                let block = collapsed(&std::mem::take(&mut text));
                let level = LEVELS.iter().position(|name| *name == element.name());
                match level.filter(|_| !opens) {
                    _ if block.is_empty() => {}
                    Some(level) => blocks.push(Block::Heading(level, block)),
                    None => blocks.push(Block::Paragraph(block)),
                }
            }
            _ => {}
        }
    }
    blocks
}
