//! `licence audit`.

use comfy_table::Color;
use licence_core::account::AccountId;
use licence_core::audit::{AuditEntry, AuditPage, AuditQuery, Outcome};
use serde_json::Value;

use crate::args::Audit;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::output;
use crate::output::cell::Cell;
use crate::output::layout::{column, prose, table_of};
use crate::output::style::{coloured, minute, or_dash, plain};
use crate::service::body;

/// How many entries are printed without a limit option.
const USUAL_LIMIT: u64 = 50;

/// Prints who changed what, the newest act first.
pub(crate) fn run(settings: &Settings, args: &Audit) -> Result<Exit, Failure> {
    let query = AuditQuery {
        since: args.since,
        until: args.until,
        account_id: args.account.map(AccountId),
        action: args.action,
        actor: None,
        limit: (!args.all).then(|| args.limit.unwrap_or(USUAL_LIMIT)),
    };
    let page = settings.with_store(async |store| Ok(store.audit_log(&query).await?))?;
    let body = body(&page)?;
    output::list(args.form, &body, "entries", table)?;
    // A table says so itself, and JSON has the total.
    let is_unsaid = args.form.ndjson || args.form.csv;
    let count = page.entries.len();
    if is_unsaid && (count as u64) < page.total {
        notes::note(format_args!("{count} of {} entries; --all prints all of them", page.total));
    }
    Ok(Exit::Done)
}

fn table(page: &AuditPage) -> String {
    let lines = table_of!(&page.entries, |entry| {
        column("at") => minute(entry.at),
        prose("who").optional(1) => plain(&entry.actor.to_string()),
        column("what") => entry.action,
        prose("on") => plain(&entry.subject),
        prose("outcome") => outcome(entry),
        prose("details").optional(2) => details(entry),
    });
    match page.entries.len() {
        count if (count as u64) < page.total => {
            format!(
                "{lines}\nthe newest {count} of {}; --limit N shows more, --all all\n",
                page.total
            )
        }
        _ => lines,
    }
}

fn outcome(entry: &AuditEntry) -> Cell {
    match entry.outcome {
        Outcome::Done => Cell::new(entry.outcome),
        Outcome::Refused => {
            let text = format!("refused: {}", or_dash(entry.reason.as_ref()));
            coloured(text, Color::Yellow)
        }
    }
}

/// Returns the details without the options of a server, which are for programs. What changed among
/// them is for people too.
fn details(entry: &AuditEntry) -> String {
    let shown = entry.details.iter().filter(|(name, _)| *name != "options");
    let pairs = shown.map(|(name, value)| match value {
        Value::String(text) => format!("{name} {text}"),
        value => format!("{name} {value}"),
    });
    plain(&pairs.collect::<Vec<_>>().join(", "))
}
