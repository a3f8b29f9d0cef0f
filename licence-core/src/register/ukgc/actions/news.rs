//! News of the Commission that announce an action in their title.

use super::amount::leading_amount;
use super::prose::names_an_office;
use crate::register::reading::ListedAction;
use crate::register::source_file::text_of;
use crate::register::{RegisterError, SourceFile};
use crate::regulatory_action::{
    ends_in_a_legal_form, is_company_name, names_a_person, speaks_of_a_personal_licence,
};
use crate::text::{collapsed, folded, quoted, trimmed};
use crate::time::Date;
use crate::written_date;

const HEADER: &str = "date\ttitle\turl";
/// No person pays this much in place of a penalty: a million pounds, in pence.
const BEYOND_A_PERSON: i64 = 100_000_000;

/// The titles that announce an action: what is before and after the name of the company, with `£` in
/// the place of an amount, and the type of the action. A reason (` for …`) may follow.
///
/// A title that says only what is to be paid does not say whether as a fine or in a settlement: the
/// type is then `payment`.
const TITLES: [(&str, &str, &str); 9] = [
    ("£ fine for online operator ", "", "fine"),
    ("£ fine for remote operator ", "", "fine"),
    ("£ fine for ", "", "fine"),
    ("", " fined £", "fine"),
    ("", " agrees to pay £", "settlement"),
    ("", " to pay £", "payment"),
    ("", " faces £ regulatory action", "regulatory_action"),
    ("Suspension of licence \u{2013} ", "", "suspension"),
    ("Revocation of licence \u{2013} ", "", "revocation"),
];

/// Returns the action that the title of a news item announces; `None` for other news, and where it
/// is not certain that it is against a company. The day is that of the news, which follows the
/// decision.
pub(super) fn action_of_title(title: &str, date: Date, url: &str) -> Option<ListedAction> {
    let title = collapsed(title);
    let (outline, written, pence) = without_amount(&title)?;
    let (subject, announced, action_type) = TITLES.iter().find_map(|(before, after, kind)| {
        let mut dashes = ["\u{2013}", "\u{2014}", "-"].into_iter();
        let rest = dashes.find_map(|it| outline.strip_prefix(&before.replace('\u{2013}', it)))?;
        let before_reason = rest.split_once(&format!("{after} for ")).map(|(name, _)| name);
        // The name of a company may have the word too (`Bingo for Good Limited`).
        let is_name = |name: &&str| name.contains(' ');
        let subject = before_reason.filter(is_name).or_else(|| rest.strip_suffix(after))?;
        Some((subject, format!("{before}{after}"), *kind))
    })?;
    let pence = pence.filter(|_| announced.contains('£'));
    let outcome = announced.split(" for ").next().unwrap_or_default().replace('£', written);
    (is_company(subject, action_type, pence) && !speaks_of_a_personal_licence(&title)).then(|| {
        ListedAction {
            subject_name: subject.to_owned(),
            upstream_id: None,
            action_type: action_type.to_owned(),
            outcomes: vec![outcome.trim_matches([' ', '\u{2013}']).to_owned()],
            fine_amount_cents: pence,
            fine_currency: pence.map(|_| "GBP".to_owned()),
            decision_date: date,
            description: Some(title.clone()),
            source_url: url.to_owned(),
        }
    })
}

/// Returns a title with `£` in the place of its first amount, and that amount as written and in pence;
/// `None` where it is no amount.
fn without_amount(title: &str) -> Option<(String, &str, Option<i64>)> {
    let Some((before, _)) = title.split_once('£') else {
        return Some((title.to_owned(), "", None));
    };
    let (pence, after) = leading_amount(&title[before.len()..])?;
    let written = &title[before.len()..title.len() - after.len()];
    Some((format!("{before}£{after}"), written, Some(pence)))
}

/// Returns whether the subject of a title is a company: it has a legal form, or it is a name of several
/// words that pays what no person pays. A person of a company is none (`Director of Quiet Limited`), and
/// a name with other words after it neither (`Quiet Limited not`).
fn is_company(subject: &str, action_type: &str, pence: Option<i64>) -> bool {
    let words: Vec<_> = subject.split(' ').collect();
    let has_form = || (1..=words.len()).any(|end| ends_in_a_legal_form(&words[..end].join(" ")));
    let pays_as_a_company = matches!(action_type, "payment" | "settlement")
        && pence.is_some_and(|pence| pence >= BEYOND_A_PERSON);
    let is_brand = pays_as_a_company
        && words.len() > 1
        && !has_form()
        && !names_a_person(subject)
        && !folded(subject).contains("commission");
    (is_company_name(subject) || is_brand) && !names_an_office(subject)
}

/// Returns whether a file is a list of news: its first line names the three columns.
pub(super) fn is_one(file: &SourceFile) -> bool {
    let text = str::from_utf8(&file.bytes).unwrap_or_default();
    let first = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
    trimmed(first).eq_ignore_ascii_case(HEADER)
}

/// Returns the actions that a list of news announces: a header line `date`, `title`, `url` parted
/// by tabs, and a line for each item. Other news in the list is left out.
///
/// # Errors
/// [`RegisterError`] naming the line that has not three cells, whose date is none or whose title or
/// address is blank; a list without items.
pub(super) fn news_actions(file: &SourceFile) -> Result<Vec<ListedAction>, RegisterError> {
    let text = text_of(&file.name, &file.bytes)?;
    let lines = (1..).zip(text.lines()).skip(1).filter(|(_, line)| !trimmed(line).is_empty());
    let items = lines.map(|(line, text)| {
        item(text).map_err(|fault| RegisterError::malformed_at(&file.name, line, fault))
    });
    let items: Vec<_> = items.collect::<Result<_, _>>()?;
    if items.is_empty() || !is_one(file) {
        let fault = "no news: expected the header date, title, url and a line for each item";
        return Err(RegisterError::malformed(&file.name, fault));
    }
    let read = items.iter().filter_map(|(date, title, url)| action_of_title(title, *date, url));
    Ok(read.collect())
}

fn item(line: &str) -> Result<(Date, &str, &str), String> {
    let cells: Vec<_> = line.split('\t').map(trimmed).collect();
    let [date, title, url] = cells.as_slice() else {
        return Err(format!("the line has {} cells, not three", cells.len()));
    };
    let day = written_date::whole(date).ok_or_else(|| format!("{} is no date", quoted(date)))?;
    if title.is_empty() || url.is_empty() {
        return Err("the title or the address is blank".to_owned());
    }
    Ok((day, title, url))
}
