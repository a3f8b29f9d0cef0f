//! News of the Commission that announce an action in their title.

use super::amount::{Amount, amounts_in};
use super::prose::OFFICES;
use super::statement::words;
use crate::register::layout::is_one_of;
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
/// What a title calls a company before its name.
const DESCRIPTIONS: &str = "online | remote | gambling | betting | casino | operator | business | \
    firm | company | bookmaker | licensee";

/// What the words of a title say, without the company's name.
struct Title<'t> {
    subject: &'t str,
    action_type: &'static str,
    outcome: String,
    amount: Option<Amount>,
}

/// Returns the action that the title of a news item announces; `None` for other news, and where it
/// is not certain that it is against a company. The day is that of the news, which follows the
/// decision.
///
/// A title that says only what is to be paid does not say whether as a fine or in a settlement:
/// the type is then `payment`.
pub(super) fn action_of_title(title: &str, date: Date, url: &str) -> Option<ListedAction> {
    let title = collapsed(title);
    let read =
        measure(&title).or_else(|| amount_first(&title)).or_else(|| company_first(&title))?;
    let pence = read.amount.map(|amount| amount.pence);
    let subject = without_description(trimmed(read.subject));
    let is_payment = matches!(read.action_type, "payment" | "settlement");
    let is_company = is_company_name(subject)
        || (is_payment
            && pence.is_some_and(|pence| pence >= BEYOND_A_PERSON)
            && is_name_without_form(subject));
    let is_of_a_person = speaks_of_a_personal_licence(&title) || begins_with_an_office(subject);
    (is_company && !is_of_a_person).then(|| ListedAction {
        subject_name: subject.to_owned(),
        upstream_id: None,
        action_type: read.action_type.to_owned(),
        outcomes: vec![read.outcome],
        fine_amount_cents: pence,
        fine_currency: pence.map(|_| "GBP".to_owned()),
        decision_date: date,
        description: Some(title.clone()),
        source_url: url.to_owned(),
    })
}

/// Returns whether a name of several words, such as a brand, has no legal form, nor one inside it with
/// words after it that are no name (`Quiet Limited not`), and is not the Commission's.
fn is_name_without_form(name: &str) -> bool {
    let words: Vec<_> = name.split(' ').collect();
    let has_form = (1..=words.len()).any(|end| ends_in_a_legal_form(&words[..end].join(" ")));
    words.len() > 1 && !has_form && !names_a_person(name) && !folded(name).contains("commission")
}

/// Returns whether a subject is a person of a company (`Director of Quiet Limited`).
fn begins_with_an_office(subject: &str) -> bool {
    let (office, _) = subject.split_once(" of ").unwrap_or_default();
    folded(office).split(' ').any(|word| is_one_of(word, OFFICES))
}

/// Reads `Suspension of licence – Company`.
fn measure(title: &str) -> Option<Title<'_>> {
    const OF: &str = "of | operating | remote | the";
    let (what, subject) =
        [" \u{2013} ", " - ", ": "].iter().find_map(|dash| title.split_once(dash))?;
    let words = words(what);
    let (measure, words) = words.split_first()?;
    let action_type = ["suspension", "revocation"].into_iter().find(|it| it == measure)?;
    let (licence, between) = words.split_last()?;
    let is_whole =
        is_one_of(licence, "licence | licences") && between.iter().all(|word| is_one_of(word, OF));
    is_whole.then(|| Title { subject, action_type, outcome: what.to_owned(), amount: None })
}

/// Reads `£10m fine for online operator Company`.
fn amount_first(title: &str) -> Option<Title<'_>> {
    const KINDS: [(&str, &str); 4] = [
        (" fine for ", "fine"),
        (" penalty for ", "fine"),
        (" financial penalty for ", "fine"),
        (" settlement for ", "settlement"),
    ];
    let amount = amounts_in(title).into_iter().next().filter(|amount| amount.start == 0)?;
    let rest = &title[amount.end..];
    let (words, action_type) = KINDS.iter().find(|(words, _)| rest.starts_with(words))?;
    let outcome = title[..amount.end + words.len()].trim_end_matches(" for ").to_owned();
    let subject = before_the_reason(&rest[words.len()..]);
    Some(Title { subject, action_type, outcome, amount: Some(amount) })
}

/// Reads `Company fined £170,000 for …`, `Company to pay £4.75m`, `Company faces £360,000
/// regulatory action`.
fn company_first(title: &str) -> Option<Title<'_>> {
    const KINDS: [(&str, &str); 6] = [
        (" fined £", "fine"),
        (" to be fined £", "fine"),
        (" receives £", "fine"),
        (" to pay £", "payment"),
        (" agrees to pay £", "settlement"),
        (" faces £", "regulatory_action"),
    ];
    let by_place =
        |(words, kind): &(&str, &'static str)| Some((title.find(words)?, words.len(), *kind));
    let (at, length, action_type) = KINDS.iter().filter_map(by_place).min()?;
    let pound = at + length - '£'.len_utf8();
    let amount = amounts_in(title).into_iter().find(|amount| amount.start == pound)?;
    let rest = &title[amount.end..];
    let is_fine =
        action_type != "fine" || !title[at..].starts_with(" receives") || rest.starts_with(" fine");
    let outcome = title[at..].split(" for ").next().unwrap_or_default().trim_start().to_owned();
    is_fine.then_some(Title { subject: &title[..at], action_type, outcome, amount: Some(amount) })
}

fn before_the_reason(text: &str) -> &str {
    let ends =
        [" for ", " after ", " over ", " following "].iter().filter_map(|word| text.find(word));
    &text[..ends.min().unwrap_or(text.len())]
}

/// Returns the company of `online operator Company`, or the whole text where nothing else is left.
fn without_description(subject: &str) -> &str {
    let mut rest = subject;
    while let Some((word, after)) = rest.split_once(' ') {
        if !is_one_of(word, DESCRIPTIONS) {
            return rest;
        }
        rest = after.trim_start();
    }
    rest
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
