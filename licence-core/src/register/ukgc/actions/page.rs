//! A page of regulatory actions: a heading for each licensee, paragraphs under it.

use crate::register::RegisterError;
use crate::register::boilerplate::is_content;
use crate::register::html_page::{HtmlPage, blocks_in, is_struck, joined, selector, struck_around};
use crate::regulatory_action::is_company_name;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) subject: String,
    pub(super) paragraphs: Vec<String>,
}

/// Returns the entries of the page. The highest heading that names a company gives the level of the
/// licensees. A heading below it is the title of a part of the entry; but one that names a company ends
/// the entry, because nobody knows whom the text under it is about.
pub(super) fn entries(page: &HtmlPage<'_>) -> Result<Vec<Entry>, RegisterError> {
    let blocks: Vec<_> = blocks(page).collect();
    let of_companies = blocks.iter().filter(|(_, text)| is_company_name(text));
    let level_of_licensees = of_companies.filter_map(|(level, _)| *level).min();
    let mut entries = Vec::<Entry>::new();
    let mut is_open = false;
    for (level, text) in blocks {
        if level.is_none() {
            let entry = entries.last_mut().filter(|_| is_open);
            entry.into_iter().for_each(|entry| entry.paragraphs.push(text.clone()));
        } else if level <= level_of_licensees || is_company_name(&text) {
            is_open = level == level_of_licensees;
            entries.extend(is_open.then(|| Entry { subject: text, paragraphs: Vec::new() }));
        }
    }
    entries.retain(|entry| !entry.paragraphs.is_empty());
    if !entries.iter().any(|entry| is_company_name(&entry.subject)) {
        return Err(page.is_not("headings that name licensees, with paragraphs under them"));
    }
    Ok(entries)
}

/// Returns the texts of headings, with their levels, and of paragraphs, without page boilerplate and what
/// is struck out.
fn blocks(page: &HtmlPage<'_>) -> impl Iterator<Item = (Option<u32>, String)> {
    let blocks = page.all(selector!("h1, h2, h3, h4, h5, h6, p, li"));
    let blocks = blocks.filter(|block| is_content(*block) && struck_around(*block) == 0);
    let texts = blocks.map(|block| {
        let level = block.value().name().strip_prefix('h').and_then(|level| level.parse().ok());
        (level, joined(blocks_in(block, |part| is_struck(part.value()))))
    });
    texts.filter(|(_, text)| !text.is_empty())
}
