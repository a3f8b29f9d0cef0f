//! The links of a page.

use std::collections::HashSet;

use url::Url;

use super::FetchedPage;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::{RegisterError, SourceFile};
use crate::text::trimmed;

pub(super) struct Link(pub(super) Url);

impl Link {
    pub(super) fn file_name(&self) -> &str {
        self.0.path().rsplit('/').next().unwrap_or_default()
    }
}

/// The links of a page to other places, in its order, each once and without its fragment.
pub(super) fn links_of(html: &HtmlPage<'_>) -> Result<Vec<Link>, RegisterError> {
    let page = Url::parse(html.name())
        .map_err(|_| html.malformed("the page has no address of its own"))?;
    let stated = html.all(selector!("base[href]")).find_map(|base| base.attr("href"));
    let base = stated.and_then(|href| page.join(href).ok()).unwrap_or(page);
    let (mut links, mut known) = (Vec::new(), HashSet::new());
    for href in html.all(selector!("a[href]")).filter_map(|link| link.attr("href")) {
        let Ok(mut url) = base.join(trimmed(href)) else { continue };
        url.set_fragment(None);
        if known.insert(url.clone()) {
            links.push(Link(url));
        }
    }
    Ok(links)
}

/// The page as a file to parse, named by its address.
pub(super) fn as_file(page: &FetchedPage) -> SourceFile {
    SourceFile { name: page.url.clone(), bytes: page.bytes.clone() }
}

#[cfg(test)]
mod tests;
