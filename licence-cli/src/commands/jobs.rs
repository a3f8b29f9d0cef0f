//! `licence jobs`.

use std::sync::Arc;

use licence_core::time::Timestamp;
use licence_store::Store;
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::{Job, JobsCommand};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::output;
use crate::output::cell::Cell;
use crate::output::layout::card;

pub(crate) fn run(settings: &Settings, jobs: &JobsCommand) -> Result<Exit, Failure> {
    let JobsCommand::Run { job, at, json } = jobs;
    let at = at.map_or_else(now, Ok)?;
    let done = settings.with_store(async |store| run_once(store, settings, *job, at).await)?;
    output::value(*json, &done, counts)
}

async fn run_once(
    store: &Store,
    settings: &Settings,
    job: Job,
    at: Timestamp,
) -> Result<Value, Failure> {
    fn to_value(run: impl Serialize) -> Result<Value, Failure> {
        Ok(serde_json::to_value(run).map_err(std::io::Error::from)?)
    }
    match job {
        Job::Expiry => to_value(store.warn_of_expiry(at, now()?).await?),
        Job::Prune => to_value(store.prune(settings.retention, at).await?),
        Job::Coverage => to_value(store.announce_coverage(at, now()?).await?),
        Job::Deliveries => {
            // Nothing would be sent, and four zeros would say that nothing is due.
            store.check_secret_key().await?;
            let clock = Arc::new(|| now().unwrap_or(Timestamp::EPOCH));
            let run = store.deliver_due(at, clock).await?;
            if run.failed > 0 {
                notes::note(format_args!(
                    "warning: {} deliveries failed for good, because this command may not reach \
                     their addresses; --webhook-allow has to be that of the server",
                    run.failed
                ));
            }
            Ok(json!({
                "at": at,
                "delivered": run.delivered,
                "retrying": run.retrying,
                "failed": run.failed,
                "abandoned": run.abandoned,
            }))
        }
    }
}

/// Returns what a job did: its counts.
fn counts(done: &Value) -> String {
    let rows = done.as_object().into_iter().flatten().map(|(name, value)| {
        let value = match value {
            Value::Array(values) if values.is_empty() => "none".to_owned(),
            Value::Array(values) => {
                values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
            }
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        (name.as_str(), Cell::new(value))
    });
    card(rows.collect())
}
