//! The data block: the whole register as JSON in a script of the page.

use scraper::Html;
use serde_json::error::Category;
use serde_json::{Map, Value};

use super::record::{BESIDE, FIELDS, Record};
use crate::register::domain_list::in_text;
use crate::register::html_page::selector;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{RegisterError, RegisterFault};
use crate::text::{collapsed, quoted, trimmed};

pub(super) fn records(page: &SurveyedPage<'_>) -> Result<Vec<Record>, RegisterError> {
    let block = page.all(selector!("script#ag-licence-data")).next();
    let block = block.ok_or_else(|| page.is_not("the licence data (script#ag-licence-data)"))?;
    if page.all(selector!("script[id^=ag-licence]:not([src], [id*='-js'])")).nth(1).is_some() {
        return Err(
            page.malformed("a second block of licence data is beside script#ag-licence-data")
        );
    }
    let text: String = block.text().collect();
    let text = trimmed(&text);
    if text.is_empty() {
        return Err(page.malformed("the licence data (script#ag-licence-data) is empty"));
    }
    let value = serde_json::from_str::<Value>(text).map_err(|error| match error.classify() {
        Category::Eof => page.fault(RegisterFault::Truncated("the licence data")),
        Category::Syntax | Category::Io | Category::Data => {
            page.malformed(format!("the licence data is no JSON: {error}"))
        }
    })?;
    let Value::Array(records) = value else {
        let expected = "the licence data as a JSON array".to_owned();
        return Err(page.fault(RegisterFault::NotTheRegister { expected, found: quoted(text) }));
    };
    let records = (1..).zip(records).map(|(position, record)| parsed(page, position, record));
    let records: Result<_, String> = records.collect();
    records.map_err(|fault| page.malformed(fault))
}

fn parsed(page: &SurveyedPage<'_>, position: usize, record: Value) -> Result<Record, String> {
    let Value::Object(mut members) = record else {
        return Err(format!("record {position} is {}, no object", quoted(&record.to_string())));
    };
    let texts = texts_of_fields(position, &mut members)?;
    let marked = [("Company", &texts[0]), ("Type", &texts[3])].into_iter();
    let marked = marked.filter(|(_, text)| has_lines_or_markup(text));
    let mut remarks: Vec<_> =
        marked.filter_map(|(label, text)| page.text_remark(label, &collapsed(text))).collect();
    let names = members.keys().map(String::as_str).enumerate();
    for (extra, value) in
        page.survey.extras(page.name(), names, &BESIDE).iter().zip(members.values())
    {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        remarks.extend(extra.remark(&text));
    }
    let domains = in_text(page.survey, page.name(), &with_line_ends(&texts[6]));
    Ok(Record { texts, domains, remarks, others: members })
}

/// Takes the seven fields out of the members of a record.
fn texts_of_fields(
    position: usize,
    members: &mut Map<String, Value>,
) -> Result<[String; 7], String> {
    let names = members.keys().cloned().collect::<Vec<_>>().join(", ");
    let title = ["number", "company"].iter().find_map(|field| members.get(*field)?.as_str());
    let label = title.map_or_else(
        || format!("record {position}"),
        |title| format!("record {position} ({})", quoted(title)),
    );
    let mut texts: [String; 7] = Default::default();
    for (text, field) in texts.iter_mut().zip(FIELDS) {
        *text = match members.remove(field) {
            Some(Value::String(text)) => without_entities(text),
            Some(Value::Null) => String::new(),
            Some(other) => return Err(format!("{label}: the field {field:?} is {other}, no text")),
            None => {
                let names = quoted(&names);
                return Err(format!("{label}: the field {field:?} is missing; it has {names}"));
            }
        };
    }
    Ok(texts)
}

/// Returns a text with its HTML entities decoded. Its markup stays as it is.
fn without_entities(text: String) -> String {
    match text.contains('&') {
        true => Html::parse_fragment(&text.replace('<', "&lt;")).root_element().text().collect(),
        false => text,
    }
}

/// Returns a list of domains with its line breaks as line ends.
fn with_line_ends(list: &str) -> String {
    const LINE_BREAKS: [&str; 6] = ["<br>", "<br/>", "<br />", "<BR>", "<BR/>", "<BR />"];
    LINE_BREAKS.iter().fold(list.to_owned(), |list, tag| list.replace(tag, "\n"))
}

/// Returns whether a text is more than one plain line, as one with a badge or a struck-out name is.
fn has_lines_or_markup(text: &str) -> bool {
    trimmed(text).contains(char::is_control) || text.contains(['<', '>'])
}
