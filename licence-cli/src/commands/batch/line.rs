//! A line or cell of the input: what was pasted, and the host that is checked for it.

use std::borrow::Cow;

use licence_core::check::{BatchRow, QueryEcho};
use serde_json::json;
use serde_json::value::RawValue;

use crate::exit::Failure;
use crate::pasted::Pasted;
use crate::raw_object::RawObject;

/// A line, and its host.
pub(super) struct Line<'t> {
    text: &'t str,
    host: Cow<'t, str>,
}

impl<'t> Line<'t> {
    /// Reads the host out of a URL or an e-mail address; any other line is its own host.
    pub(super) fn parse(text: &'t str) -> Self {
        // A bare hostname needs no second look: a batch may have millions of them.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        let host = match text.bytes().all(is_plain) {
            true => Cow::Borrowed(text),
            false => Pasted::parse(text).host(text),
        };
        Self { text, host }
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Returns the sentence about the host. It names the host if the line is an address.
    pub(super) fn sentence(&self, detail: &str) -> String {
        match self.is_address() {
            true => format!("Read as the host {}. {detail}", self.host.trim_end_matches('.')),
            false => detail.to_owned(),
        }
    }

    fn is_address(&self) -> bool {
        self.host != self.text
    }

    /// Makes the row of the host the row of the line.
    pub(super) fn annotate(&self, row: &mut BatchRow) {
        if self.is_address() {
            row.query = QueryEcho::of_domain(self.text);
            row.verdict_detail = row.verdict_detail.take().map(|detail| self.sentence(&detail));
        }
    }

    /// Makes the row of the host the row of the line, and keeps members that this version does not
    /// know.
    pub(super) fn annotate_json(&self, row: Box<RawValue>) -> Result<Box<RawValue>, Failure> {
        if !self.is_address() {
            return Ok(row);
        }
        let mut object = RawObject::parse(row.get().as_bytes())?;
        object.set("query", &json!({ "domain": self.text }))?;
        let detail = object.get("verdict_detail");
        if let Some(Ok(detail)) = detail.map(|detail| serde_json::from_str::<String>(detail.get()))
        {
            object.set("verdict_detail", &self.sentence(&detail))?;
        }
        Ok(serde_json::value::to_raw_value(&object)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_which_host_its_address_was_read_as() {
        let row = r#"{"query":{"domain":"a.example"},"new":1,"verdict_detail":"No \"record\"."}"#;
        let of_address = row
            .replace(r#""a.example""#, r#""https://a.example/x""#)
            .replace("No ", "Read as the host a.example. No ");
        let with_final_dot = of_address.replace("a.example/x", "a.example./x");
        for (line, expected) in [
            ("a.example", row),
            ("https://a.example/x", &of_address),
            ("https://a.example./x", &with_final_dot),
        ] {
            let given = RawValue::from_string(row.to_owned()).unwrap();
            assert_eq!(Line::parse(line).annotate_json(given).unwrap().get(), expected);
        }
    }

    #[test]
    fn only_an_address_has_another_host() {
        for (text, host) in [
            ("a.example", "a.example"),
            ("<a@b.example>", "b.example"),
            (" a.example ", " a.example "),
            ("not a host", "not a host"),
            ("a.example\\evil", "a.example\\evil"),
            ("a.example:99999", "a.example:99999"),
            ("javascript://a.example/", "javascript://a.example/"),
            ("MGA/B2C/7114/2021", "MGA/B2C/7114/2021"),
        ] {
            assert_eq!(Line::parse(text).host(), host);
        }
    }
}
