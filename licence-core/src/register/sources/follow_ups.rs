//! What to fetch next, from the page that was read.

use std::collections::{BTreeSet, HashSet};

use chrono::NaiveDate;
use url::Url;

use super::{check_link, is_loopback};
use crate::jurisdiction::JurisdictionCode;
use crate::register::html_page::{HtmlPage, first_byte, selector};
use crate::register::survey::Survey;
use crate::register::{Accepted, RegisterError, RegisterFault, SourceFile, cw};
use crate::text::trimmed;
use crate::time::Timestamp;

/// The files that Great Britain's download page must link.
const UKGC_FILES: [&str; 4] = [
    "business-licence-register-businesses.csv",
    "business-licence-register-licences.csv",
    "business-licence-register-trading-names.csv",
    "business-licence-register-domain-names.csv",
];

/// Returns whether this address may lead to more of the register, so that its bytes are needed even
/// when they have not changed.
pub fn may_lead_on(code: JurisdictionCode, url: &str) -> bool {
    let path = Url::parse(url).map(|url| url.path().to_ascii_lowercase()).unwrap_or_default();
    let ends_in = |ends: &[&str]| ends.iter().any(|end| path.ends_with(end));
    match code {
        JurisdictionCode::Ukgc => !ends_in(&[".csv", ".zip"]),
        JurisdictionCode::Cw => !ends_in(&["/token", "/certificate"]),
        JurisdictionCode::Iom => !ends_in(&[".xlsx"]),
        JurisdictionCode::Mga => !ends_in(&["/verification.aspx"]),
        JurisdictionCode::Kh | JurisdictionCode::An | JurisdictionCode::Tgc => false,
    }
}

/// Returns whether the page only leads to the register and is no part of it.
pub fn is_only_an_index(code: JurisdictionCode, page: &SourceFile) -> bool {
    let leads = matches!(code, JurisdictionCode::Ukgc | JurisdictionCode::Cw);
    leads && may_lead_on(code, &page.name) && is_web_page(page)
}

/// Returns the addresses to fetch next, in the order of the page.
///
/// The certificates of Curacao follow from the licence numbers in its PDF, which are no links:
/// see [`cw_certificate_urls`].
///
/// # Errors
/// [`RegisterError`] when the page does not link the register, or lacks one of its files; when a
/// link leads to a host that is none of the register's; when the PDF of Curacao cannot be read.
pub fn follow_ups(code: JurisdictionCode, page: &SourceFile) -> Result<Vec<String>, RegisterError> {
    if code == JurisdictionCode::Cw && page.is_pdf() {
        return cw_certificate_urls(&page.name, &cw_numbers(page)?);
    }
    if !may_lead_on(code, &page.name) || !is_web_page(page) {
        return Ok(Vec::new());
    }
    let html = HtmlPage::open(page)?;
    let links = links_of(&html)?;
    let next = match code {
        JurisdictionCode::Ukgc => ukgc(&html, &links)?,
        JurisdictionCode::Cw => {
            vec![newest(&html, &links, cw_register_date)?.ok_or_else(|| {
                html.is_not("a page with a link to the dated license_registry PDF")
            })?]
        }
        JurisdictionCode::Iom => newest(&html, &links, iom_list_date)?.into_iter().collect(),
        JurisdictionCode::Mga => mga(&html, &links)?,
        JurisdictionCode::Kh | JurisdictionCode::An | JurisdictionCode::Tgc => Vec::new(),
    };
    let follow = |link: &Url| {
        let link = link.to_string();
        check_link(code, &page.name, &link).map(|()| link)
    };
    next.into_iter().map(follow).collect()
}

/// Returns the certificate pages of these licence numbers of Curacao, each once: the last group of
/// a number is the key of its page. If the PDF comes from this machine, so do the pages, so that a
/// copy of the register is read whole.
///
/// # Errors
/// [`RegisterError`] for a number whose last group is no number.
///
/// ```
/// use licence_core::register::sources::cw_certificate_urls;
///
/// let urls = cw_certificate_urls("https://cdn.example/r.pdf", &["OGL/2024/887/0618".into()])?;
/// assert_eq!(urls, ["https://cert.cga.cw/token?id=618"]);
/// # Ok::<(), licence_core::register::RegisterError>(())
/// ```
pub fn cw_certificate_urls(pdf: &str, numbers: &[String]) -> Result<Vec<String>, RegisterError> {
    let here = Url::parse(pdf).ok().filter(is_loopback);
    let base = match &here {
        Some(pdf) => format!("{}/", pdf.origin().ascii_serialization()),
        None => "https://cert.cga.cw/".to_owned(),
    };
    let mut urls = Vec::new();
    let mut known = HashSet::new();
    for number in numbers {
        let last = number.trim().rsplit('/').next();
        let key: u64 = last.and_then(|last| last.parse().ok()).ok_or_else(|| {
            let fault = format!("the licence number {number:?} does not end in /NUMBER");
            RegisterError::malformed(pdf, fault)
        })?;
        if known.insert(key) {
            urls.push(format!("{base}token?id={key}"));
        }
    }
    Ok(urls)
}

fn cw_numbers(pdf: &SourceFile) -> Result<Vec<String>, RegisterError> {
    // When it was read does not matter: only the numbers are looked at.
    let (read_at, accepted) = (Timestamp::EPOCH, Accepted::default());
    let survey = Survey::new(JurisdictionCode::Cw, &accepted);
    let reading = cw::read(&survey, std::slice::from_ref(pdf), read_at)?;
    Ok(reading.licences.into_iter().filter_map(|licence| licence.license_number).collect())
}

/// Returns whether the file may be a web page. Tables, archives and documents begin otherwise.
fn is_web_page(page: &SourceFile) -> bool {
    first_byte(&page.bytes).is_none_or(|first| first == b'<')
}

/// Returns the links of a page to other places, in its order, each once and without its fragment.
fn links_of(html: &HtmlPage<'_>) -> Result<Vec<Url>, RegisterError> {
    let page = Url::parse(html.name())
        .map_err(|_| html.malformed("the page has no address of its own"))?;
    let stated = html.all(selector!("base[href]")).find_map(|base| base.attr("href"));
    let base = stated.and_then(|href| page.join(href).ok()).unwrap_or(page);
    let (mut links, mut known) = (Vec::new(), HashSet::new());
    for href in html.all(selector!("a[href]")).filter_map(|link| link.attr("href")) {
        let Ok(mut url) = base.join(trimmed(href)) else { continue };
        url.set_fragment(None);
        if known.insert(url.clone()) {
            links.push(url);
        }
    }
    Ok(links)
}

fn file_name(link: &Url) -> &str {
    link.path().rsplit('/').next().unwrap_or_default()
}

fn ukgc<'l>(html: &HtmlPage<'_>, links: &'l [Url]) -> Result<Vec<&'l Url>, RegisterError> {
    let of_file = |file: &'static str| links.iter().filter(move |link| file_name(link) == file);
    if UKGC_FILES.iter().all(|file| of_file(file).next().is_none()) {
        return Err(html.is_not("the download page with links to business-licence-register CSVs"));
    }
    let only_link = |file| match of_file(file).collect::<Vec<_>>()[..] {
        [link] => Ok(link),
        [] => Err(html.fault(RegisterFault::MissingFile(format!("a link to {file}")))),
        _ => Err(html.malformed(format!("two different links to {file}"))),
    };
    UKGC_FILES.into_iter().map(only_link).collect()
}

fn mga<'l>(html: &HtmlPage<'_>, links: &'l [Url]) -> Result<Vec<&'l Url>, RegisterError> {
    let is_seal = |link: &&Url| file_name(link).eq_ignore_ascii_case("verification.aspx");
    let seals: Vec<_> = links.iter().filter(is_seal).collect();
    if seals.is_empty() {
        return Err(html.is_not("the saved list with its links to company seals"));
    }
    Ok(seals)
}

/// Returns the newest of the files whose name has a date. Two files of its day would be two lists.
fn newest<'l>(
    html: &HtmlPage<'_>,
    links: &'l [Url],
    date_in: fn(&str) -> Option<NaiveDate>,
) -> Result<Option<&'l Url>, RegisterError> {
    let date_of = |link: &&Url| date_in(file_name(link));
    let newest = links.iter().filter(|link| date_of(link).is_some()).max_by_key(date_of);
    let of_its_day = |link: &&Url| newest.is_some_and(|newest| date_of(link) == date_of(&newest));
    // A corrected file has another end (`…_license_registry-1.pdf`).
    let list = |link: &&Url| {
        let name = file_name(link).replace(|c: char| c.is_ascii_digit(), "");
        name.split("license_registry").next().unwrap_or_default().to_owned()
    };
    let lists: BTreeSet<_> = links.iter().filter(of_its_day).map(|link| list(&link)).collect();
    let names: BTreeSet<_> = links.iter().filter(of_its_day).map(file_name).collect();
    match newest.filter(|_| lists.len() > 1) {
        Some(_) => Err(html.malformed(format!("links to several lists of one day: {names:?}"))),
        None => Ok(newest),
    }
}

/// Returns the date of a name such as `20260722_20260722_ogl_license_registry.pdf`.
fn cw_register_date(file: &str) -> Option<NaiveDate> {
    let file = file.to_ascii_lowercase();
    let rest = file.strip_suffix(".pdf").filter(|rest| rest.contains("license_registry"))?;
    let dates = rest.split(|c: char| !c.is_ascii_digit());
    dates.filter_map(|digits| NaiveDate::parse_from_str(digits, "%Y%m%d").ok()).max()
}

/// Returns the date of a name such as `26-10-02-current-ogra-licence-holders.xlsx`.
fn iom_list_date(file: &str) -> Option<NaiveDate> {
    let file = file.to_ascii_lowercase();
    let (date, rest) = file.split_at_checked("26-10-02".len())?;
    let is_list = rest.contains("current") && rest.ends_with("licence-holders.xlsx");
    NaiveDate::parse_from_str(date, "%y-%m-%d").ok().filter(|_| is_list)
}

#[cfg(test)]
mod tests;
