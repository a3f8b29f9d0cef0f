//! Notices on the page of a list, which speak against single holders whatever their rows say.

use scraper::ElementRef;

use super::html_page::blocks_in;
use super::layout::{note, speaks_against};
use super::reading::ListedLicence;
use super::survey::Survey;
use super::surveyed_page::SurveyedPage;
use crate::check::names::{tokens, tokens_without_legal_form};

/// Keeps the blocks of a page that speak against somebody, without those in its lists and panels.
pub(super) fn keep(page: &SurveyedPage<'_>, is_list: impl Fn(ElementRef<'_>) -> bool) {
    let is_read = |it: ElementRef<'_>| is_list(it) || it.value().name() == "mat-expansion-panel";
    for block in blocks_in(page.root(), is_read) {
        if speaks_against(&block.text) {
            page.keep_notice(block.text);
        }
    }
}

/// Adds every notice to the licences that it names: by the holder, the number or a host.
pub(super) fn note_named(survey: &Survey<'_>, licences: &mut [ListedLicence]) {
    let notices = survey.notices();
    let words: Vec<_> = notices.iter().map(|(_, notice)| words(notice)).collect();
    for licence in licences {
        let names = names_of(licence);
        let is_new = |text: &str| !licence.status_text.as_deref().unwrap_or("").contains(text);
        let about =
            notices.iter().zip(&words).filter(|(_, words)| speaks_against_one(words, &names));
        let about = about.filter(|((_, text), _)| is_new(text));
        let about: Vec<_> = about
            .filter_map(|((file, text), _)| survey.text_remark(file, "Notice", text))
            .collect();
        note(&mut licence.status_text, &about);
    }
}

/// Returns whether a notice has one of the names and speaks against it in its other words: a company
/// may be called `Old Mill`.
fn speaks_against_one(words: &str, names: &[String]) -> bool {
    let rest = names.iter().fold(words.to_owned(), |rest, name| rest.replace(name, " "));
    rest.len() < words.len() && speaks_against(&rest)
}

/// Returns what a notice may call a licence by. A name of one word is left out: it may be a word of
/// the language.
fn names_of(licence: &ListedLicence) -> Vec<String> {
    let name = &licence.operator.name;
    let names = [tokens(name), tokens_without_legal_form(name)].into_iter();
    let names = names.chain(licence.license_number.as_deref().map(tokens));
    let names = names.filter(|tokens| tokens.len() > 1);
    let hosts = licence.domains.iter().map(|listed| tokens(&listed.domain));
    names.chain(hosts).map(|tokens| format!(" {} ", tokens.join(" "))).collect()
}

fn words(text: &str) -> String {
    format!(" {} ", tokens(text).join(" "))
}

#[cfg(test)]
mod tests {
    use crate::jurisdiction::JurisdictionCode::Kh;
    use crate::register::tests::{file, read, read_accepting};

    const NOTICE: &str = "The permit of Birch Gaming Inc. was suspended on 3 November 2026.";

    fn page(notice: &str) -> String {
        format!(
            "<p>Permit Holders</p><table><tr><th>OPERATOR</th><th>URL</th></tr>\
             <tr><td>Birch Gaming Inc</td><td>birch.example</td></tr>\
             <tr><td>Past Limited</td><td>past.example</td></tr></table>\
             <div class=notices><p>{notice}</p></div>"
        )
    }

    #[test]
    fn a_notice_takes_the_licences_it_names_out_of_force() {
        for (notice, is_named) in [
            (NOTICE, true),
            ("Birch Gaming: the permit is not in force", true),
            ("Players of birch.example: the site was closed, its permit revoked.", true),
            ("The permit of Birch Gaming Inc. was renewed.", false),
            ("The permit of Birch Gaming Products Ltd was suspended.", true),
            ("The permit of Silver Birch Inc. was suspended.", false),
            ("The permit of Past Limited was renewed.", false),
            ("Past permit holders are not listed.", false),
        ] {
            let reading = read(Kh, &[file("kh", page(notice))]).unwrap();
            let status = |at: usize| reading.licences[at].status_text.as_deref();
            let expected = format!("certified; Notice: {notice}");
            let expected = if is_named { expected.as_str() } else { "certified" };
            assert_eq!(status(0), Some(expected), "{notice}");
            assert_eq!(status(1), Some("certified"), "{notice}");
        }
    }

    #[test]
    fn an_accepted_notice_says_nothing() {
        let reading = read_accepting(Kh, &[file("kh", page(NOTICE))], &[NOTICE]).unwrap();
        assert_eq!(reading.licences[0].status_text.as_deref(), Some("certified"));
    }
}
