//! Small parts that many pages show.
//!
//! The types here are [`HtmlSafe`]: their own templates escape what they show. No template uses a
//! filter that turns escaping off.

use askama::Template;
use askama::filters::{HtmlSafe, HtmlSafeOutput};
use licence_core::account::plan::Cap;
use licence_core::chart::grouped_number;
use licence_core::request::is_web_address;
use licence_core::time::Timestamp;

/// An instant: in UTC to the minute, with the time that passed since.
#[derive(Template)]
#[template(
    source = r#"<time datetime="{{ iso }}">{{ text }}</time>{% if let Some(ago) = ago %} <span class="ago">({{ ago }})</span>{% endif %}"#,
    ext = "html"
)]
pub(super) struct Moment {
    iso: String,
    text: String,
    ago: Option<String>,
}

impl HtmlSafe for Moment {}

impl Moment {
    /// Returns an instant without the time that passed since.
    pub(super) fn new(at: Timestamp) -> Self {
        Self { iso: at.to_string(), text: minute(at), ago: None }
    }

    /// Returns an instant with the time that passed since.
    pub(super) fn ago(at: Timestamp, now: Timestamp) -> Self {
        Self { ago: Some(time_between(at, now)), ..Self::new(at) }
    }
}

/// Returns an instant as `2026-11-22 10:15 UTC`.
pub(super) fn minute(at: Timestamp) -> String {
    let text = at.to_string();
    match (text.get(..10), text.get(11..16)) {
        (Some(date), Some(minute)) => format!("{date} {minute} UTC"),
        _ => text,
    }
}

/// Returns the time since an instant, or until it.
fn time_between(at: Timestamp, now: Timestamp) -> String {
    let seconds = now.epoch_seconds() - at.epoch_seconds();
    let (size, is_ahead) = (seconds.unsigned_abs(), seconds < 0);
    let (count, unit) = match size {
        0..60 => return "now".to_owned(),
        60..3_600 => (size / 60, "minute"),
        3_600..172_800 => (size / 3_600, "hour"),
        _ => (size / 86_400, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    match is_ahead {
        true => format!("in {count} {unit}{plural}"),
        false => format!("{count} {unit}{plural} ago"),
    }
}

/// Returns an amount of money: `1,250,000.00 GBP`.
pub(super) fn amount(cents: i64, currency: &str) -> String {
    let (sign, cents) = (if cents < 0 { "-" } else { "" }, cents.unsigned_abs());
    format!("{sign}{}.{:02} {currency}", grouped_number(cents / 100), cents % 100)
}

/// Returns a limit: `10`, or `any number`.
pub(super) fn cap_text(cap: Cap) -> String {
    cap.at_most().map_or_else(|| "any number".to_owned(), grouped_number)
}

/// Returns how much of a limit is used: `3 of 10`.
pub(super) fn used_of_cap(used: u64, cap: Cap) -> String {
    match (used, cap) {
        (0, Cap::AtMost(0)) => "none in this plan".to_owned(),
        _ => format!("{} of {}", grouped_number(used), cap_text(cap)),
    }
}

/// A picture that the core drew, which escapes the texts in it.
pub(super) type Picture = HtmlSafeOutput<String>;

/// Returns an address if a page may link to it. Registers may publish any address, and a link to http or
/// https runs no script.
pub(super) fn web_link(url: &str) -> Option<String> {
    is_web_address(url).then(|| url.to_owned())
}

#[cfg(test)]
mod tests;
