//! The links of a page.

use std::collections::HashSet;

use url::Url;

use super::FetchedPage;
use super::allowed::check_link;
use crate::jurisdiction::JurisdictionCode;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::{RegisterError, RegisterFault, SourceFile};
use crate::text::trimmed;

/// A link of a page, resolved.
pub(super) struct Link(Url);

impl Link {
    /// The last part of its path: the name of a file.
    pub(super) fn file_name(&self) -> &str {
        self.0.path().rsplit('/').next().unwrap_or_default()
    }

    /// The address, checked against the hosts of the register.
    pub(super) fn followed_from(
        &self,
        code: JurisdictionCode,
        page: &FetchedPage,
    ) -> Result<String, RegisterError> {
        let link = self.0.to_string();
        check_link(code, &page.url, &link).map(|()| link)
    }
}

/// The links of a page to other places, in its order, each once and without its fragment.
pub(super) fn links_of(html: &HtmlPage<'_>) -> Result<Vec<Link>, RegisterError> {
    let base = base_of(html)?;
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

/// What relative links are relative to.
fn base_of(html: &HtmlPage<'_>) -> Result<Url, RegisterError> {
    let no_address = |_| {
        let fault = RegisterFault::Malformed("the page has no address of its own".to_owned());
        RegisterError::of_file(html.name(), fault)
    };
    let page = Url::parse(html.name()).map_err(no_address)?;
    let stated = html.all(selector!("base[href]")).find_map(|base| base.attr("href"));
    Ok(stated.and_then(|href| page.join(href).ok()).unwrap_or(page))
}

/// The page as a file to parse, named by its address.
pub(super) fn as_file(page: &FetchedPage) -> SourceFile {
    SourceFile { name: page.url.clone(), bytes: page.bytes.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(url: &str, html: &str) -> Vec<String> {
        let file = SourceFile { name: url.into(), bytes: html.into() };
        let html = HtmlPage::open(&file).unwrap();
        links_of(&html).unwrap().iter().map(|link| link.0.to_string()).collect()
    }

    #[test]
    fn links_are_resolved_against_the_page() {
        let page = "<a href='/a.csv'>a</a><a href=' b.csv#top '>b</a><a href='//c.example/c'>c</a>\
                    <a href='b.csv'>again</a><a name=x>none</a><a href='https://['>broken</a>";
        let expected =
            ["https://r.example/a.csv", "https://r.example/d/b.csv", "https://c.example/c"];
        assert_eq!(links("https://r.example/d/page?x=1", page), expected);
    }

    #[test]
    fn a_page_of_many_links_takes_no_time() {
        let page: String = (0..50_000).map(|n| format!("<a href='/{n}.csv'>x</a>")).collect();
        assert_eq!(links("https://r.example/d/page", &page).len(), 50_000);
    }

    #[test]
    fn a_page_may_state_its_own_base() {
        let page = "<base href='/other/'><a href='a.csv'>a</a>";
        assert_eq!(links("https://r.example/d/page", page), ["https://r.example/other/a.csv"]);
    }
}
