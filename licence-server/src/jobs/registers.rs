//! Reads every register on its own schedule.
//!
//! With `--sample` only registers with configured addresses are read: a reading of the real
//! register would record every fictional licence as missing.

use std::convert::Infallible;
use std::time::Duration;

use licence_core::register::sources::RegisterPlan;
use licence_store::outbound::Downloader;
use licence_store::{ReadError, RegisterRead, Store};

use super::rounds::{run_round, timer};
use crate::state::Clock;

/// How often a job asks whether its register is due. A register with a shorter interval is tested
/// at that interval, but at most once a second.
pub const EVERY: Duration = Duration::from_secs(60);
const SHORTEST_INTERVAL: Duration = Duration::from_secs(1);

/// Reads one register whenever it is due, for ever. Other processes may do the same: the store
/// lets one of them read it. Logs when failures begin and when they are over. Meanwhile the last
/// reading stays, and coverage goes stale.
pub async fn read_when_due(
    store: Store,
    downloader: Downloader,
    plan: RegisterPlan,
    clock: Clock,
) -> Infallible {
    let mut timer = timer(plan.every.0.clamp(SHORTEST_INTERVAL, EVERY));
    let mut is_failing = false;
    loop {
        timer.tick().await;
        let outcome = run_round(read_if_due(&store, &downloader, &plan, &clock)).await;
        let code = plan.code;
        match &outcome {
            Ok(Some(RegisterRead::Applied(applied))) => {
                if is_failing {
                    tracing::warn!(%code, "the register is read again");
                }
                tracing::info!(
                    %code, created = applied.created, changed = applied.changed,
                    missing = applied.missing, events = applied.events, "the register was read"
                );
                is_failing = false;
            }
            Ok(Some(RegisterRead::Busy { .. }) | None) => {}
            Err(error) => {
                if !is_failing {
                    tracing::warn!(%code, error, "the register cannot be read");
                }
                is_failing = true;
            }
        }
    }
}

async fn read_if_due(
    store: &Store,
    downloader: &Downloader,
    plan: &RegisterPlan,
    clock: &Clock,
) -> Result<Option<RegisterRead>, ReadError> {
    if !store.is_due(plan, clock()).await? {
        return Ok(None);
    }
    let read = store.read_register(downloader, plan, false, &|| clock(), &mut |_| {}).await?;
    Ok(Some(read))
}
