//! The data block: the whole register as JSON in a script of the page.

use serde_json::error::Category;
use serde_json::{Map, Value};

use super::record::{BESIDE, FIELDS, Record};
use crate::register::domain_list::in_text;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::layout::{Found, Place, Survey, remark};
use crate::register::{RegisterError, RegisterFault};
use crate::text::{quoted, trimmed};

/// The records of the block; `None` on a page without it.
pub(super) fn records(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
) -> Result<Option<Vec<Record>>, RegisterError> {
    let mut blocks = page.all(selector!("script#ag-licence-data"));
    let Some(block) = blocks.next() else { return Ok(None) };
    if blocks.next().is_some() {
        return Err(page.malformed("the licence data (script#ag-licence-data) stands there twice"));
    }
    let text: String = block.text().collect();
    let parsed = parsed(survey, page, trimmed(&text));
    parsed.map(Some).map_err(|fault| RegisterError::of_file(page.name(), fault))
}

fn parsed(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    text: &str,
) -> Result<Vec<Record>, RegisterFault> {
    if text.is_empty() {
        let fault = "the licence data (script#ag-licence-data) is empty";
        return Err(RegisterFault::Malformed(fault.to_owned()));
    }
    let value: Value = serde_json::from_str(text).map_err(|error| not_json(&error))?;
    let Value::Array(records) = value else {
        let expected = "the licence data as a JSON array".to_owned();
        return Err(RegisterFault::NotTheRegister { expected, found: quoted(text) });
    };
    let records = (1..).zip(records);
    let records = records.map(|(position, record)| parsed_record(survey, page, position, record));
    records.collect::<Result<_, _>>().map_err(RegisterFault::Malformed)
}

fn not_json(error: &serde_json::Error) -> RegisterFault {
    match error.classify() {
        Category::Eof => RegisterFault::Truncated { inside: "the licence data" },
        Category::Syntax | Category::Io | Category::Data => {
            RegisterFault::Malformed(format!("the licence data is no JSON: {error}"))
        }
    }
}

fn parsed_record(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    position: usize,
    record: Value,
) -> Result<Record, String> {
    let Value::Object(mut members) = record else {
        return Err(format!("record {position} is {}, no object", quoted(&record.to_string())));
    };
    let names: Vec<_> = members.keys().cloned().collect();
    let called = called(position, &members);
    let mut texts: [String; 7] = Default::default();
    for (place, field) in texts.iter_mut().zip(FIELDS) {
        *place = match members.remove(field) {
            Some(Value::String(text)) => text,
            Some(Value::Null) => String::new(),
            Some(other) => {
                return Err(format!("{called}: the field {field:?} is {other}, no text"));
            }
            None => {
                let names = quoted(&names.join(", "));
                return Err(format!("{called}: the field {field:?} is missing; it has {names}"));
            }
        };
    }
    let mut remarks = Vec::new();
    for (name, value) in &members {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if survey.find(page.name(), Place::Column, name, &BESIDE) == Found::Remark {
            remarks.extend(remark(name, &text));
        }
    }
    let others = members.into_iter().map(|(name, value)| (name, value.to_string())).collect();
    let domains = in_text(survey, page.name(), &texts[6]);
    Ok(Record::parse(texts.each_ref().map(String::as_str), domains, others, remarks))
}

fn called(position: usize, members: &Map<String, Value>) -> String {
    let text = ["number", "company"].iter().find_map(|field| members.get(*field)?.as_str());
    text.map_or_else(
        || format!("record {position}"),
        |text| format!("record {position} ({})", quoted(text)),
    )
}
