//! Notices beside a list, which speak against single holders whatever their rows say.

use std::collections::{BTreeSet, HashMap, HashSet};

use scraper::ElementRef;

use super::NameKind;
use super::domain_cell::{NoHost, host_of};
use super::html_page::blocks_in;
use super::html_table::rows_of;
use super::layout::note;
use super::reading::ListedLicence;
use super::survey::{Notice, Survey};
use super::surveyed_page::SurveyedPage;
use crate::check::names::{is_legal_form, tokens, tokens_without_legal_form};
use crate::jurisdiction::JurisdictionCode;
use crate::licence_number::identity;
use crate::status::wording::{has_phrase, has_word_out_of_force};

/// How many lines under a heading that names a holder may be about it.
const MAX_LINES_UNDER_NAME: usize = 3;

/// Keeps the notices of a page, without those in its lists, panels and navigation. A legend that marks
/// holders by a typeface or colour refuses the page, because the readers see neither.
pub(super) fn keep(
    page: &SurveyedPage<'_>,
    headings: &HashSet<String>,
    is_list: impl Fn(ElementRef<'_>) -> bool,
) {
    let is_left_out = |it: ElementRef<'_>| {
        is_list(it) || matches!(it.value().name(), "mat-expansion-panel" | "nav")
    };
    let lines = blocks_in(page.root(), is_left_out).into_iter().map(|block| block.text);
    // A table that is no list says in a row who it is about.
    let tables = page.tables().filter(|table| !is_list(*table)).flat_map(rows_of);
    let lines: Vec<_> = lines.chain(tables.map(|row| row.text())).collect();
    for (at, text) in lines.iter().enumerate().filter(|(_, text)| has_notice_word(text)) {
        if has_phrase(text, TYPEFACES) && has_phrase(text, LEGEND_NOUNS) {
            page.note_unknown(NameKind::Heading, text, "");
        }
        let introduces = |line: &String| {
            line.ends_with(':') || (headings.contains(line) && !line.ends_with('?'))
        };
        let introduced = lines[at + 1..].iter().take_while(|line| !introduces(line));
        // There the headings and lines around a text may be those of other entries.
        let is_alone = page.survey.code() == JurisdictionCode::Iom;
        let introduced =
            introduced.take_while(|_| introduces(text) && !is_alone).cloned().collect();
        let over = lines[at.saturating_sub(MAX_LINES_UNDER_NAME)..at].iter().rev();
        let over = over.cloned().find(|line| headings.contains(line));
        let over = over.filter(|_| !is_alone && !headings.contains(text));
        let (file, text) = (page.name().to_owned(), text.clone());
        page.survey.keep_notice(Notice { file, text, over, lines: introduced });
    }
}

/// Adds to each licence the first notice that names it, by the holder, the number or a site.
pub(super) fn note_named(survey: &Survey<'_>, licences: &mut [ListedLicence]) {
    let notices = survey.notices();
    if notices.is_empty() {
        return;
    }
    let holders = Holders::new(survey.code(), licences);
    for notice in notices.iter() {
        let of_text = Some(holders.named_in(&notice.text)).filter(|it| has_notice_word(&it.beside));
        let of_text = of_text.map(|named| (named, notice.text.clone()));
        let of_lines = notice.lines.iter().map(|line| (holders.named_in(line), line));
        let of_lines = of_lines.filter(|(named, _)| named.is_whole_line());
        let of_lines = of_lines.map(|(named, line)| (named, format!("{} {line}", notice.text)));
        let of_over = notice.over.iter().map(|line| (holders.named_in(line), line));
        let of_over = of_over.filter(|(named, _)| {
            named.is_whole_line() && holders.named_in(&notice.text).licences.is_empty()
        });
        let of_over = of_over.map(|(named, line)| (named, format!("{line}: {}", notice.text)));
        for (named, text) in of_text.into_iter().chain(of_lines).chain(of_over) {
            for at in named.licences {
                let status = &mut licences[at].status_text;
                let told = status.as_deref().unwrap_or_default();
                let is_told = told.contains(&text) || told.contains("Notice: ");
                let remark = survey.text_remark(&notice.file, "Notice", &text);
                note(status, &Vec::from_iter(remark.filter(|_| !is_told)));
            }
        }
    }
}

/// Returns whether a text has a word with which a regulator takes a licence out of force. Words that
/// are also said of tournaments, offices and complaints (`ended`, `closed`) count only beside a word for
/// a licence.
fn has_notice_word(text: &str) -> bool {
    const OF_LICENCES: &str = "blacklisted delisted deregistered suspend suspended suspending \
        suspends suspension revocation revoke revoked revokes revoking unauthorised unauthorized \
        unlicensed";
    const LICENCE: &str = "authorisation authorised authorization authorized certificate \
        certification licence licences license licensed licenses permit permits register registry";
    const WORDS: [&str; 18] = [
        "cancel",
        "cancels",
        "ended",
        "former",
        "invalid",
        "lost",
        "not authorised",
        "not authorized",
        "not hold",
        "not licensed",
        "not to renew",
        "prohibited",
        "surrender",
        "surrenders",
        "terminates",
        "void",
        "withdrew",
        "without a",
    ];
    has_phrase(text, OF_LICENCES.split(' '))
        || (has_phrase(text, LICENCE.split(' '))
            && (has_word_out_of_force(text) || has_phrase(text, WORDS)))
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
/// The nouns for holders in such a legend.
const LEGEND_NOUNS: [&str; 9] = [
    "companies",
    "domains",
    "holders",
    "licences",
    "licensees",
    "licenses",
    "operators",
    "permits",
    "sites",
];

/// The names, numbers and sites by which a notice can name a licence.
struct Holders {
    code: JurisdictionCode,
    names: HashMap<String, Vec<Name>>,
    /// The numbers of tokens of the names that begin with a token.
    lengths: HashMap<String, BTreeSet<usize>>,
    /// The sites and numbers.
    words: HashMap<String, Vec<usize>>,
}

struct Name {
    lacks_form: bool,
    licence: usize,
}

/// A part of a word.
struct Token {
    text: String,
    /// The place of its word.
    word: usize,
    is_capital: bool,
    /// Whether a mark ends its word, and with it a name.
    ends: bool,
}

/// The licences that a text names, and its words beside the names.
struct Named {
    licences: BTreeSet<usize>,
    beside: String,
}

impl Named {
    /// Returns whether the text says little more than who the holder is, such as since when and why.
    fn is_whole_line(&self) -> bool {
        const MAX_WORDS_BESIDE: usize = 8;
        !self.licences.is_empty() && self.beside.split_whitespace().count() <= MAX_WORDS_BESIDE
    }
}

impl Holders {
    fn new(code: JurisdictionCode, licences: &[ListedLicence]) -> Self {
        let (mut names, mut words) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let mut lengths: HashMap<_, BTreeSet<_>> = HashMap::new();
        for (at, licence) in licences.iter().enumerate() {
            let name = &licence.operator.name;
            // A name of one word may be a word of the language.
            let (whole, short) = (tokens(name), tokens_without_legal_form(name));
            let lacks_form = whole == short;
            let forms = [(whole, lacks_form), (short, true)].into_iter();
            for (tokens, lacks_form) in forms.filter(|(it, _)| it.len() > 1) {
                let tokens: Vec<_> = tokens.into_iter().map(short_form).collect();
                lengths.entry(tokens[0].clone()).or_default().insert(tokens.len());
                let name = Name { lacks_form, licence: at };
                names.entry(tokens.join(" ")).or_default().push(name);
            }
            let sites = licence.domains.iter().filter_map(|listed| site(&listed.domain));
            let number = licence.license_number.as_ref().and_then(|it| number_key(code, it));
            for word in sites.chain(number).collect::<BTreeSet<_>>() {
                words.entry(word).or_default().push(at);
            }
        }
        Self { code, names, lengths, words }
    }

    fn named_in(&self, text: &str) -> Named {
        let words: Vec<_> = text.split_whitespace().collect();
        let tokens: Vec<_> =
            words.iter().enumerate().flat_map(|(at, it)| in_word(at, it)).collect();
        let (mut licences, mut is_name) = (BTreeSet::new(), vec![false; words.len()]);
        for (at, word) in words.iter().enumerate() {
            let word = bare(word);
            let keys = site(word).into_iter().chain(number_key(self.code, word));
            for found in keys.filter_map(|key| self.words.get(&key)) {
                licences.extend(found);
                is_name[at] = true;
            }
        }
        let mut at = 0;
        while at < tokens.len() {
            let (length, found) = match is_end_of_longer(&tokens[..at]) {
                true => Default::default(),
                false => self.longest_name(&tokens[at..]),
            };
            licences.extend(found);
            tokens[at..at + length].iter().for_each(|token| is_name[token.word] = true);
            at += length.max(1);
        }
        let beside = words.iter().zip(&is_name).filter(|(_, is_name)| !**is_name);
        let beside: Vec<_> = beside.map(|(word, _)| *word).collect();
        Named { licences, beside: beside.join(" ") }
    }

    /// Returns the number of tokens of the longest name that tokens begin with, and the licences of it.
    fn longest_name(&self, tokens: &[Token]) -> (usize, Vec<usize>) {
        let lengths = tokens.first().and_then(|first| self.lengths.get(&first.text));
        let lengths = lengths.into_iter().flatten().rev().filter(|length| **length <= tokens.len());
        let found = lengths.map(|length| {
            let (name, rest) = tokens.split_at(*length);
            let key = name.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
            let is_part = is_part_of_longer(name, rest);
            let names = self.names.get(&key).into_iter().flatten();
            let names = names.filter(|name| !(name.lacks_form && is_part));
            (*length, names.map(|name| name.licence).collect::<Vec<_>>())
        });
        found.into_iter().find(|(_, licences)| !licences.is_empty()).unwrap_or_default()
    }
}

/// Returns whether a name that follows these words is the end of another company's: a word in capitals
/// is before it, without a mark between them.
fn is_end_of_longer(before: &[Token]) -> bool {
    const BEFORE_NAMES: &str = "against and by company firm for from holder licensee of operator or \
        permit site the to";
    before.last().is_some_and(|token| {
        let is_word = token.is_capital && token.text.starts_with(char::is_alphabetic);
        let is_of_a_sentence = is_one_of_words(&token.text, BEFORE_NAMES)
            || has_word_out_of_force(&token.text)
            || has_notice_word(&token.text)
            || is_legal_form(&token.text);
        is_word && !token.ends && !is_of_a_sentence
    })
}

fn is_one_of_words(word: &str, words: &str) -> bool {
    words.split(' ').any(|it| it == word)
}

/// Returns whether a name without a legal form is the beginning of another company's: at most two words
/// in capitals and then a legal form follow it, without a mark between them.
fn is_part_of_longer(name: &[Token], rest: &[Token]) -> bool {
    const MAX_TOKENS_BEFORE_FORM: usize = 2;
    let mut has_ended = name.last().is_some_and(|token| token.ends);
    for token in rest.iter().take(1 + MAX_TOKENS_BEFORE_FORM) {
        if has_ended || !token.is_capital {
            return false;
        }
        if is_legal_form(&token.text) {
            return true;
        }
        has_ended = token.ends;
    }
    false
}

fn in_word(at: usize, word: &str) -> Vec<Token> {
    let is_capital = bare(word).starts_with(|c: char| !c.is_lowercase());
    let ends = word.ends_with([',', ';', ':', '.', ')', '?', '!']);
    let token = |text| Token { text: short_form(text), word: at, is_capital, ends };
    tokens(bare(word)).into_iter().map(token).collect()
}

/// Returns a word without the marks at its ends and a possessive.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '&' | '+'));
    word.strip_suffix("'s").or(word.strip_suffix("\u{2019}s")).unwrap_or(word)
}

fn short_form(token: String) -> String {
    match token.as_str() {
        "incorporated" => "inc".to_owned(),
        "limited" => "ltd".to_owned(),
        _ => token,
    }
}

fn site(word: &str) -> Option<String> {
    match host_of(word) {
        Ok(host) | Err(NoHost::BehindPath { host }) => Some(host.site().to_owned()),
        Err(NoHost::AppStore | NoHost::NotAHost) => None,
    }
}

/// Returns the form in which a licence number is compared; `None` for a word that may be another number.
fn number_key(code: JurisdictionCode, word: &str) -> Option<String> {
    let is_number = |test: fn(&char) -> bool| word.chars().any(|c| test(&c));
    let is_one = is_number(char::is_ascii_digit) && is_number(char::is_ascii_alphabetic);
    is_one.then(|| format!("number {}", identity(code, word)))
}

#[cfg(test)]
mod tests {
    use crate::jurisdiction::JurisdictionCode::{An, Kh};
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
            ("Suspended is https://www.birch.example.", true),
            ("Notice of suspension: Birch Gaming Incorporated", true),
            ("The Commission suspended Birch Gaming Inc\u{2019}s permit.", true),
            ("The Commission has decided to suspend the permit of Birch Gaming Inc.", true),
            ("The Commission has resolved not to renew the permit of BIRCH GAMING INC", true),
            ("Suspended: Birch Gaming, Old Barn Limited.", true),
            ("Birch Gaming and Old Barn Limited were suspended.", true),
            ("Suspended is Birch Gaming. The Company may appeal.", true),
            ("The permit of Birch Gaming Inc. was renewed.", false),
            ("The permit of Birch Gaming Products Ltd was suspended.", false),
            ("The permit of Birch Gaming N.V. was suspended.", false),
            ("The permit of Golden Birch Gaming Inc. was suspended.", false),
            ("Licensee Birch Gaming Inc. was removed from this register.", true),
            ("THE PERMIT OF BIRCH GAMING INC. WAS REVOKED", true),
            ("The sites birch.example/en and others have been suspended.", true),
            ("The permit of Silver Birch Inc. was suspended.", false),
            ("The permit of Birch Gaming Inc. was renewed until 30 November 2030.", false),
            ("Birch Gaming Inc. will sponsor the tournament. Tickets are not refundable.", false),
            ("The tournament of Birch Gaming Inc. has ended.", false),
            ("Lost your password at birch.example? Cancel at any time.", false),
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
    fn a_notice_with_a_colon_or_in_a_heading_is_about_the_holders_under_it() {
        for (notice, is_named) in [
            ("The permits of these were suspended:</p><ul><li>Birch Gaming Inc.</ul>", true),
            ("Suspended:</p><p>Past Limited</p><p>Birch Gaming Inc. (3 November 2026)</p>", true),
            ("</p><h3>Suspended permits</h3><ul><li>Past Limited<li>birch.example</ul>", true),
            ("</p><h3>What does revoked mean?</h3><p>Ask Birch Gaming Inc.</p>", false),
            ("Renewed:</p><p>Birch Gaming Inc.</p><p>Suspended:</p><p>Past Limited</p>", false),
            ("The permit of Past Limited is suspended.</p><p>Birch Gaming Inc.</p>", false),
            ("Suspended:</p><p>Last updated in May</p><p>Birch Gaming Inc. on 3 May</p>", true),
            ("Suspended:</p><ul><li>Old Barn Ltd<li>Birch Gaming Inc.</ul>", true),
            ("</p><p><b>Permits revoked</b></p><ul><li>Birch Gaming Inc.</ul>", true),
            ("</p><h3>Birch Gaming Inc.</h3><p>3 May 2026</p><p>Permit revoked</p>", true),
            ("</p><dl><dt>Birch Gaming Inc.<dd>Permit revoked</dl>", true),
            ("</p><h3>Birch Gaming Inc.</h3><p>Permit of Past Limited revoked</p>", false),
            ("</p><h3>Birch Gaming Inc.</h3><h3>Permits revoked</h3><p>Past Limited</p>", false),
            (
                "Suspended:</p><p>Birch Gaming Inc. is our partner in the long fight for it</p>",
                false,
            ),
            ("Revoked (1)</p><p>Birch Gaming Inc. (1)", false),
        ] {
            let reading = read(Kh, &[file("kh", page(notice))]).unwrap();
            let status = reading.licences[0].status_text.as_deref().unwrap();
            assert_eq!(status.contains("Notice"), is_named, "{notice} {status}");
        }
    }

    #[test]
    fn a_notice_names_the_company_with_the_longest_name() {
        let row = "<tr><td>Old Birch Gaming Limited</td><td>old.example</td></tr></table>";
        let notice = "The permit of Old Birch Gaming LTD was revoked.";
        let page =
            page(notice).replace("</table>", row).replace("Birch Gaming Inc", "Birch Gaming");
        let reading = read(Kh, &[file("kh", page)]).unwrap();
        let named: Vec<_> = reading
            .licences
            .iter()
            .filter(|it| it.status_text.as_deref().is_some_and(|text| text.contains("Notice")))
            .map(|it| it.operator.name.as_str())
            .collect();
        assert_eq!(named, ["Old Birch Gaming Limited"]);
    }

    #[test]
    fn the_number_of_anjouan_is_known_however_it_is_printed() {
        let data = r#"<script id="ag-licence-data">[{"company":"Domoni Ltd","status":"valid",
            "number":"ALSI-202509917-FI2","type":"B2C","issued":"01/01/2026","expiry":"01/01/2027",
            "domains":"domoni.example"}]</script>"#;
        for number in ["ALSI-202509917-FI2", "ALSI202509917FI2", "ALSl-202509917-FI2"] {
            let page = format!("<p>{number}: licence revoked.</p>{data}");
            let reading = read(An, &[file("an", page)]).unwrap();
            let status = reading.licences[0].status_text.as_deref().unwrap();
            assert!(status.contains("Notice"), "{number} {status}");
        }
    }

    #[test]
    fn a_legend_of_typefaces_is_refused() {
        let legend = "Permits of operators in italics are suspended";
        let error = read(Kh, &[file("kh", page(legend))]).unwrap_err().to_string();
        assert!(error.contains(legend), "{error}");
        let events = "Tournaments marked with an asterisk are cancelled";
        assert!(read(Kh, &[file("kh", page(events))]).is_ok());
    }

    #[test]
    fn long_and_many_notices_about_one_holder_are_told_once() {
        let long = format!("Revoked: {} and Birch Gaming Inc.", "Old Barn Limited, ".repeat(300));
        let many = format!("{NOTICE}</p><p>").repeat(50);
        for (notice, begin) in [(&long, "certified; Notice: Revoked: Old"), (&many, "certified; N")]
        {
            let reading = read(Kh, &[file("kh", page(notice))]).unwrap();
            assert_eq!(reading.validate("kh"), Ok(()));
            let status = reading.licences[0].status_text.as_deref().unwrap();
            assert!(status.starts_with(begin) && status.matches("Notice").count() == 1, "{status}");
        }
    }

    /// With every line compared with every name this would take minutes.
    #[test]
    fn a_large_page_with_many_notices_is_read() {
        let row = |n: usize| format!("<tr><td>Birch Gaming {n} Inc</td><td>b{n}.example</td></tr>");
        let rows: String = (0..1_500).map(row).collect();
        let notice = |n: usize| format!("<p>The permit of Birch Gaming {n} Inc. was revoked.</p>");
        let notices: String = (0..300).map(notice).collect();
        let general = "<p>Permits may be revoked:</p><p>See our page</p>".repeat(300);
        let page = page(&general).replace("</table>", &format!("{rows}</table>{notices}"));
        let reading = read(Kh, &[file("kh", page)]).unwrap();
        let said = |text: &Option<String>| text.as_deref().is_some_and(|it| it.contains("Notice"));
        assert_eq!(reading.licences.iter().filter(|it| said(&it.status_text)).count(), 300);
    }

    #[test]
    fn an_accepted_notice_says_nothing() {
        let reading = read_accepting(Kh, &[file("kh", page(NOTICE))], &[NOTICE]).unwrap();
        assert_eq!(reading.licences[0].status_text.as_deref(), Some("certified"));
    }
}
