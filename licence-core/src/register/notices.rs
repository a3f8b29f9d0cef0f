//! Notices on the page of a list, which speak against single holders whatever their rows say.

use scraper::ElementRef;

use super::NameKind;
use super::html_page::blocks_in;
use super::layout::note;
use super::reading::ListedLicence;
use super::survey::{Line, Notice, Survey};
use super::surveyed_page::SurveyedPage;
use crate::check::names::{tokens, tokens_without_legal_form};
use crate::jurisdiction::JurisdictionCode;
use crate::status::wording::{has_phrase, has_word_out_of_force};

/// The most words beside the name in a line that only names a holder, such as those of a date.
const MAX_WORDS_BESIDE: usize = 4;
/// The most words of a line between a notice and a holder under it.
const MAX_WORDS_BETWEEN: usize = 12;

/// Keeps the notices of a page, without those in its lists, panels and navigation. A legend that tells
/// by a typeface or colour who is not in force is refused, because nobody reads these.
pub(super) fn keep(page: &SurveyedPage<'_>, is_list: impl Fn(ElementRef<'_>) -> bool) {
    let is_left_out = |it: ElementRef<'_>| {
        is_list(it) || matches!(it.value().name(), "mat-expansion-panel" | "nav")
    };
    let lines = blocks_in(page.root(), is_left_out).into_iter().map(|block| block.text);
    let lines: Vec<_> = lines.collect();
    for (at, text) in lines.iter().enumerate().filter(|(_, text)| speaks_against(text)) {
        if has_phrase(text, TYPEFACES) {
            page.note_unknown(NameKind::Heading, text, "");
        }
        let notice = |line| Notice { file: page.name().to_owned(), text: text.clone(), line };
        page.survey.keep_notice(notice(Line::None));
        // There the names over the tables are lines of the list.
        if page.survey.code() == JurisdictionCode::Iom {
            continue;
        }
        let under = lines[at + 1..].iter().take_while(|line| {
            !speaks_against(line) && line.split(' ').count() <= MAX_WORDS_BETWEEN
        });
        let over = at.checked_sub(1).map(|at| lines[at].clone());
        let over = over.map(|over| Line::Over(over, lines.get(at + 1).cloned()));
        let about = under.cloned().map(Line::Under).chain(over);
        about.for_each(|line| page.survey.keep_notice(notice(line)));
    }
}

/// Adds every notice to the licences that it names: by the holder, the number or a host.
pub(super) fn note_named(survey: &Survey<'_>, licences: &mut [ListedLicence]) {
    let names: Vec<_> = licences.iter().map(names_of).collect();
    for notice in survey.notices().iter() {
        let names_nobody = !names.iter().any(|names| words_beside(&notice.text, names).is_some());
        let is_holder = |line: &str| names.iter().any(|names| is_only_name(line, names));
        for (licence, names) in licences.iter_mut().zip(&names) {
            let text = match &notice.line {
                Line::None => words_beside(&notice.text, names)
                    .filter(|beside| speaks_against(beside))
                    .map(|_| notice.text.clone()),
                Line::Over(_, Some(under)) if is_holder(under) => None,
                Line::Under(line) if names_nobody && is_only_name(line, names) => {
                    Some(format!("{} {line}", notice.text))
                }
                Line::Over(line, _) if names_nobody && is_only_name(line, names) => {
                    Some(format!("{line} {}", notice.text))
                }
                Line::Under(_) | Line::Over(..) => None,
            };
            let status = licence.status_text.as_deref().unwrap_or_default();
            let text = text.filter(|text| !status.contains(text));
            let remark = text.and_then(|text| survey.text_remark(&notice.file, "Notice", &text));
            note(&mut licence.status_text, &Vec::from_iter(remark));
        }
    }
}

/// Returns whether a text has a word with which a regulator takes a licence out of force.
fn speaks_against(text: &str) -> bool {
    const WORDS: [&str; 19] = [
        "cancel",
        "cancels",
        "ended",
        "invalid",
        "lost",
        "not in force",
        "not licensed",
        "not renewed",
        "revoke",
        "revokes",
        "surrender",
        "surrenders",
        "suspend",
        "suspends",
        "terminates",
        "void",
        "without a licence",
        "without a license",
        "without a permit",
    ];
    has_word_out_of_force(text) || has_phrase(text, WORDS)
}

/// Words of a legend that tells by a typeface or colour.
const TYPEFACES: [&str; 10] = [
    "asterisk",
    "bold",
    "grey",
    "highlighted",
    "in gray",
    "in red",
    "italic",
    "italics",
    "marked",
    "shaded",
];

/// Returns the words of a text without the names in it; `None` if it has none of them.
fn words_beside(text: &str, names: &[String]) -> Option<String> {
    let words = spaced(&tokens(text));
    let rest = names.iter().fold(words.clone(), |rest, name| rest.replace(name, " "));
    (rest.len() < words.len()).then_some(rest)
}

fn is_only_name(line: &str, names: &[String]) -> bool {
    let beside = words_beside(line, names);
    beside.is_some_and(|beside| beside.split_whitespace().count() <= MAX_WORDS_BESIDE)
}

/// Returns what a notice may call a licence by. A name of one word is left out: it may be a word of
/// the language.
fn names_of(licence: &ListedLicence) -> Vec<String> {
    let name = &licence.operator.name;
    let names = [tokens(name), tokens_without_legal_form(name)].into_iter();
    let names = names.chain(licence.license_number.as_deref().map(tokens));
    let names = names.filter(|tokens| tokens.len() > 1);
    let hosts = licence.domains.iter().map(|listed| tokens(&listed.domain));
    names.chain(hosts).map(|tokens| spaced(&tokens)).collect()
}

fn spaced(tokens: &[String]) -> String {
    format!(" {} ", tokens.join(" "))
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
            ("Notice of suspension: Birch Gaming Inc.", true),
            ("The Commission has decided to suspend the permit of Birch Gaming Inc.", true),
            ("The permit of Birch Gaming Inc. was renewed until 30 November 2030.", false),
            ("Birch Gaming Inc. will sponsor the tournament. Tickets are not refundable.", false),
            ("Birch Gaming Inc. (formerly Beech Inc.) has a new address.", false),
            ("Contact support@birch.example. Calls are not recorded.", false),
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
    fn a_notice_may_name_the_holders_in_the_lines_under_or_over_it() {
        for (notice, is_named) in [
            ("The permits of these were suspended:</p><ul><li>Birch Gaming Inc.</ul>", true),
            ("Suspended on</p><dl><dt>Birch Gaming Inc.<dd>3 November 2026</dl>", true),
            ("</p><h3>Birch Gaming Inc.</h3><p>The permit was suspended in May.</p>", true),
            ("Renewed:</p><p>Birch Gaming Inc.</p><p>Suspended:</p><p>Past Limited</p>", false),
            ("The permit of Past Limited is suspended.</p><p>Birch Gaming Inc.</p>", false),
            (
                "Permits can be revoked.</p><p>Birch Gaming Inc. is our partner in the fight</p>",
                false,
            ),
        ] {
            let reading = read(Kh, &[file("kh", page(notice))]).unwrap();
            let status = reading.licences[0].status_text.as_deref().unwrap();
            assert_eq!(status.contains("Notice"), is_named, "{notice} {status}");
        }
    }

    #[test]
    fn a_legend_of_typefaces_is_refused() {
        let legend = "Permits of operators in italics are suspended";
        let error = read(Kh, &[file("kh", page(legend))]).unwrap_err().to_string();
        assert!(error.contains(legend), "{error}");
    }

    #[test]
    fn an_accepted_notice_says_nothing() {
        let reading = read_accepting(Kh, &[file("kh", page(NOTICE))], &[NOTICE]).unwrap();
        assert_eq!(reading.licences[0].status_text.as_deref(), Some("certified"));
    }
}
