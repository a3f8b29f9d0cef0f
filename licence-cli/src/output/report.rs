//! A record of a check: one page without scripts or other files, which prints.

use licence_core::chart::escape_html;
use licence_core::check::{CheckMatch, CheckResult, end_sentence};
use licence_core::domain::listing_status;
use licence_core::history::HistoryEntry;
use licence_core::lookup::{LicenceDetail, LicenceHistory};
use licence_core::point_in_time::PointInTime;
use licence_core::time::Timestamp;

use super::licences::transition;

const STYLE: &str = include_str!("report.css");

pub(crate) struct Record {
    pub(crate) made_at: Timestamp,
    /// The database or server that answered.
    pub(crate) data_source: String,
    /// The text of the user.
    pub(crate) asked: String,
    pub(crate) as_of: Option<String>,
    pub(crate) check: CheckResult,
    pub(crate) licence: Option<LicenceDetail>,
    pub(crate) history: Option<LicenceHistory>,
}

pub(crate) fn page(record: &Record) -> String {
    let check = &record.check;
    let subject = check.query.domain.as_ref().or(check.query.license_number.as_ref());
    let subject = escape(subject.map_or("", String::as_str));
    let sections = [
        evidence(record),
        check.as_of.as_ref().map(past).unwrap_or_default(),
        others(check),
        record.history.as_ref().map(history).unwrap_or_default(),
        repeat(record),
        meaning(),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>Record of a check: {subject}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Record of a check</h1>\n<p class=\"subject\">{subject}</p>\n\
         <p class=\"verdict {verdict}\">{verdict}</p>\n<blockquote>{detail}</blockquote>\n\
         {made}\n{rest}</body>\n</html>\n",
        verdict = check.verdict,
        detail = escape(&check.verdict_detail),
        made = facts(&[
            ("asked", Some(record.asked.clone())),
            ("answered at", Some(record.made_at.to_string())),
            ("answered from", Some(record.data_source.clone())),
            ("by", Some(format!("licence {}", env!("CARGO_PKG_VERSION")))),
        ]),
        rest = sections.concat(),
    )
}

fn evidence(record: &Record) -> String {
    let check = &record.check;
    let register = check.meta.register.as_ref();
    let read = register.and_then(|it| it.last_successful_scrape).map(|at| at.to_string());
    let Some(matched) = &check.matched else {
        let codes = check.checked_jurisdictions.iter().flatten().map(|code| code.as_str());
        let codes = codes.collect::<Vec<_>>().join(", ");
        return section("Evidence", &facts(&[("registers checked", Some(codes))]));
    };
    let types = record.licence.as_ref().map(|it| it.licence.license_types.join(", "));
    let rows = [
        ("operator", Some(format!("{} ({})", matched.operator, matched.operator_slug))),
        ("regulator", matched.regulator_name.clone()),
        ("licence", matched.license_number.clone()),
        ("licence types", types),
        ("status", matched.status.map(|it| it.to_string())),
        ("wording of the register", matched.upstream_status.clone()),
        ("status observed at", matched.status_observed_at.map(|it| it.to_string())),
        ("register read at", read),
        ("expiry date", expiry(matched, record.made_at)),
        ("status of the domain", matched.domain_status.map(|it| it.to_string())),
        ("association", matched.domain_association.map(|it| it.to_string())),
        ("source", matched.status_source_url.clone()),
        ("regulator's page of the domain", matched.verification_url.clone()),
        ("id of the licence", matched.license_id.map(|id| id.0.to_string())),
    ];
    section("Evidence", &facts(&rows))
}

fn expiry(matched: &CheckMatch, now: Timestamp) -> Option<String> {
    let date = matched.expires_at?;
    let passed = if date < now.date() { " (passed)" } else { "" };
    Some(format!("{date}{passed}"))
}

fn past(as_of: &PointInTime) -> String {
    let entry = as_of.established_by.as_ref();
    let correction = as_of.correction.as_ref().map(|it| {
        let note = it.correction_note.as_deref().unwrap_or("no reason given");
        format!("{} was withdrawn at {}: {note}", it.withdrawn_status, it.corrected_at)
    });
    let rows = [
        ("instant", Some(as_of.resolved_at.to_string())),
        ("status then", as_of.status_as_of.map(|status| status.to_string())),
        ("how it is known", Some(as_of.knowledge.to_string())),
        ("established by", entry.map(|it| format!("{}: {}", it.changed_at, it.note))),
        ("correction", correction),
        ("observed since", as_of.tracking_since.map(|since| since.to_string())),
    ];
    section("At the instant asked about", &facts(&rows))
}

fn others(check: &CheckResult) -> String {
    let pairs = check.jurisdictions.iter().flatten().skip(1).map(|pair| {
        let code = pair.jurisdiction.map_or("", |code| code.as_str());
        let number = pair.license_number.as_deref().unwrap_or_default();
        let status = pair.status.map_or("", |status| listing_status(pair.domain_status, status));
        ("also under", Some(format!("{code} {number} ({}, {status})", pair.operator)))
    });
    let hosts = check.related_hosts.iter().map(|it| {
        let status = listing_status(it.domain_status, it.status);
        ("related host", Some(format!("{} ({}, {status})", it.host, it.operator)))
    });
    let names = check
        .alternatives
        .iter()
        .map(|it| ("near name, no claim", Some(format!("{} ({})", it.matched_name, it.operator))));
    let stale = check.meta.stale_jurisdictions.iter();
    let stale = stale.map(|code| ("register past its target", Some(code.to_string())));
    let rows: Vec<_> = pairs.chain(hosts).chain(names).chain(stale).collect();
    if rows.is_empty() { String::new() } else { section("Also on record", &facts(&rows)) }
}

fn history(history: &LicenceHistory) -> String {
    let rows: String = history.history.iter().map(entry).collect();
    let head = "<tr><th>changed at</th><th>status</th><th>what was observed</th>\
                <th>snapshot (SHA-256)</th></tr>";
    let title = format!("History of {}", history.license_number);
    section(&title, &format!("<table class=\"history\">\n{head}\n{rows}</table>\n"))
}

fn entry(entry: &HistoryEntry) -> String {
    let status = transition(entry.previous_status, entry.new_status);
    let withdrawn = entry.corrected_at.map_or(String::new(), |at| {
        let note = entry.correction_note.as_deref().unwrap_or("no reason given");
        let mut withdrawn = format!("Withdrawn at {at}: {note}");
        end_sentence(&mut withdrawn);
        withdrawn + " "
    });
    let snapshot = match (&entry.snapshot_sha256, entry.snapshot_fetched_at) {
        (Some(hash), Some(at)) => format!("{hash} fetched at {at}"),
        (Some(hash), None) => hash.clone(),
        (None, _) => "none".to_owned(),
    };
    let cells = [entry.changed_at.to_string(), status, withdrawn + &entry.note, snapshot];
    let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
    format!("<tr>{cells}</tr>\n")
}

fn repeat(record: &Record) -> String {
    let as_of = record.as_of.as_ref().map(|at| format!(" --as-of {}", quote(at)));
    let as_of = as_of.unwrap_or_default();
    let mut lines = vec![format!("licence check {}{as_of} --json", quote(&record.asked))];
    if let Some(history) = &record.history {
        lines.push(format!("licence history {} --json", history.license_id.0));
        let newest = history.history.iter().find_map(|it| it.snapshot_sha256.as_ref());
        lines.extend(newest.map(|hash| format!("licence registers snapshot {hash} | sha256sum")));
    }
    let lines = escape(&lines.join("\n"));
    section("How to repeat it", &format!("<pre>{lines}</pre>\n"))
}

fn meaning() -> String {
    let text = "<p>Each hash proves that these bytes were read at that time. It does not prove \
                what the regulator meant. Only the status active means licensed; a missing licence \
                is not a revoked one. A licence covers its own market only. The data is taken \
                from public registers and is no legal advice.</p>\n";
    section("What this record says", text)
}

fn section(title: &str, content: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{content}</section>\n", escape(title))
}

/// Returns names and values as a table; names without a value are left out.
fn facts(rows: &[(&str, Option<String>)]) -> String {
    let rows = rows.iter().filter_map(|(name, value)| {
        let value = value.as_deref().filter(|value| !value.is_empty())?;
        Some(format!("<tr><th>{}</th><td>{}</td></tr>\n", escape(name), linked(value)))
    });
    format!("<table>\n{}</table>\n", rows.collect::<String>())
}

/// Returns a web address as a link, other text as it is.
fn linked(text: &str) -> String {
    let escaped = escape(text);
    match url::Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => {
            format!("<a href=\"{escaped}\" rel=\"noreferrer\">{escaped}</a>")
        }
        _ => escaped,
    }
}

fn escape(text: &str) -> String {
    escape_html(&text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}"))
}

/// Quotes a word for a shell.
fn quote(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._/:".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup_or_a_command() {
        assert_eq!(
            escape("<a href='x'>&\"\u{1b}"),
            "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{fffd}"
        );
        assert_eq!(linked("javascript:alert(1)"), "javascript:alert(1)");
        assert!(
            linked("https://a.example/\"x").starts_with("<a href=\"https://a.example/&quot;x\"")
        );
        for (text, quoted) in
            [("bet.example", "bet.example"), ("a b", "'a b'"), ("a';b", "'a'\\'';b'"), ("", "''")]
        {
            assert_eq!(quote(text), quoted);
        }
    }
}
