//! `licence audit`.

use licence_core::account::AccountId;
use licence_core::audit::AuditQuery;

use crate::args::Audit;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::output;
use crate::service::body;

/// How many entries are printed unless told otherwise.
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
    output::list(settings.is_quiet, args.form, &body, "entries", output::audit::entries)?;
    // A table says so itself, and JSON has the total.
    let is_unsaid = args.form.ndjson || args.form.csv;
    let count = page.entries.len();
    if is_unsaid && !settings.is_quiet && (count as u64) < page.total {
        notes::print(format_args!("{count} of {} entries; --all prints all of them", page.total));
    }
    Ok(Exit::Done)
}
