//! Small parts that many pages show.
//!
//! The types here are [`HtmlSafe`]: their own templates escape what they show. No template uses a
//! filter that turns escaping off.

use askama::Template;
use askama::filters::{HtmlSafe, HtmlSafeOutput};
use licence_core::account::plan::Cap;
use licence_core::account::quota::Tally;
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

/// Returns how much of a limit is used: `3 of 10`.
pub(super) fn used_of_cap(tally: &Tally) -> String {
    let used = grouped_number(tally.used);
    match tally.cap {
        Cap::AtMost(cap) => format!("{used} of {}", grouped_number(cap)),
        Cap::Unlimited => format!("{used} of any number"),
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
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn an_instant_is_shown_in_utc_with_its_age() {
        let now = at("2026-11-22T10:15:00Z");
        for (then, expected) in [
            ("2026-11-22T10:14:30Z", "now"),
            ("2026-11-22T10:14:00Z", "1 minute ago"),
            ("2026-11-22T08:10:00Z", "2 hours ago"),
            ("2026-11-20T10:15:00Z", "2 days ago"),
            ("2026-11-22T11:15:00Z", "in 1 hour"),
        ] {
            assert_eq!(time_between(at(then), now), expected, "{then}");
        }
        assert_eq!(
            Moment::ago(at("2026-11-22T08:10:59Z"), now).to_string(),
            "<time datetime=\"2026-11-22T08:10:59.000Z\">2026-11-22 08:10 UTC</time> \
             <span class=\"ago\">(2 hours ago)</span>"
        );
    }

    #[test]
    fn an_amount_has_commas_and_cents() {
        for (cents, text) in
            [(125_000_000, "1,250,000.00 GBP"), (5, "0.05 GBP"), (-150, "-1.50 GBP")]
        {
            assert_eq!(amount(cents, "GBP"), text);
        }
    }

    #[test]
    fn only_web_addresses_are_links() {
        for (url, is_link) in [
            ("https://a.example/x", true),
            ("http://a.example", true),
            ("javascript:alert(1)", false),
            ("data:text/html,x", false),
            ("//a.example", false),
        ] {
            assert_eq!(web_link(url).is_some(), is_link, "{url}");
        }
    }
}
