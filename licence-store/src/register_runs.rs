//! Reading a register from its addresses: one process at a time, and how it went.

mod lease;

use std::collections::HashMap;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::RegisterError;
use licence_core::register::sources::RegisterPlan;
use licence_core::time::Timestamp;
use sea_orm::{EntityTrait, QueryOrder};
use serde::Serialize;
use thiserror::Error;

use crate::Store;
use crate::entity::register_run;
use crate::error::StoreError;
use crate::outbound::{DownloadError, Downloader, Progress, RegisterFetch};
use crate::registers::{ReadingSummary, RegisterReads};
use crate::rows::Row;

pub(crate) use lease::Lease;
use lease::{Claim, LastRead};

/// What came of reading a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterRead {
    /// It was read and applied.
    Applied(ReadingSummary),
    /// Another process is reading it; nothing was done.
    Busy {
        /// When that process's claim ends, if it does not come back.
        until: Timestamp,
    },
}

/// Why a register could not be read; what was held stays as it is.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No address is configured.
    #[error("{code} has no address to read: {why}")]
    NoAddress {
        /// Whose register.
        code: JurisdictionCode,
        /// How it is read instead.
        why: &'static str,
    },
    /// It could not be fetched.
    #[error(transparent)]
    Download(#[from] DownloadError),
    /// What was fetched is not the register.
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// The reader gave up on what was fetched.
    #[error("the reader of {0} failed; what was fetched is not understood")]
    Reader(JurisdictionCode),
    /// The reading was refused, or the database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How the reads of a register by its addresses went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegisterRun {
    /// Whose register.
    pub jurisdiction: JurisdictionCode,
    /// When it was last read successfully, in whatever way.
    pub last_successful_scrape: Option<Timestamp>,
    /// When the last attempt at its addresses began.
    pub started_at: Option<Timestamp>,
    /// When that attempt ended; `None` while it goes on.
    pub finished_at: Option<Timestamp>,
    /// Why it failed; `None` when it did not.
    pub error: Option<String>,
}

impl Store {
    /// Reads a register from its addresses and applies it. At most one process reads a register at
    /// a time; the lease of one that was killed ends within two minutes.
    ///
    /// `clock` tells the time; the reading counts as of the moment its fetching began.
    ///
    /// # Errors
    /// [`ReadError`]: not fetched, not the register, refused. Nothing was changed then, and the
    /// reason is kept for [`Store::register_runs`].
    pub async fn read_register(
        &self,
        downloader: &Downloader,
        plan: &RegisterPlan,
        force: bool,
        clock: &(dyn Fn() -> Timestamp + Sync),
        progress: &mut (dyn FnMut(Progress<'_>) + Send),
    ) -> Result<RegisterRead, ReadError> {
        if plan.urls.is_empty() {
            let why = plan.by_hand.unwrap_or("`urls = []` is configured");
            return Err(ReadError::NoAddress { code: plan.code, why });
        }
        let read_at = clock();
        let claim = Lease::claim(&self.databases, &self.entropy, plan.code, clock).await?;
        let (lease, last_read) = match claim {
            Claim::Ours(lease, last_read) => (lease, last_read),
            Claim::Busy { until } => return Ok(RegisterRead::Busy { until }),
        };
        let reading = self.fetch_and_apply(
            downloader,
            plan,
            force,
            (read_at, clock),
            (&lease, &last_read),
            progress,
        );
        let outcome = tokio::select! {
            outcome = reading => outcome,
            lost = lease.hold(&self.databases, clock, lease::RENEW_EVERY) => Err(lost.into()),
        };
        let finished = match outcome {
            Ok((applied, read)) => {
                lease.finish(&self.databases, clock(), Ok(&read)).await.map(|()| applied)
            }
            Err(error) => {
                let message = crate::connect::one_line(&error.to_string());
                lease.finish(&self.databases, clock(), Err(&message)).await?;
                return Err(error);
            }
        };
        Ok(RegisterRead::Applied(finished?))
    }

    async fn fetch_and_apply(
        &self,
        downloader: &Downloader,
        plan: &RegisterPlan,
        force: bool,
        (read_at, clock): (Timestamp, &(dyn Fn() -> Timestamp + Sync)),
        (lease, last_read): (&Lease, &LastRead),
        progress: &mut (dyn FnMut(Progress<'_>) + Send),
    ) -> Result<(ReadingSummary, LastRead), ReadError> {
        let code = plan.code;
        let usable = self.is_settled(code, &last_read.snapshot_sha256).await?;
        let nothing = HashMap::new();
        let files = if usable { &last_read.files } else { &nothing };
        let next = self.register_reader.follow_ups_of(code);
        let mut fetch = downloader.fetch_register(code, &plan.urls, files, &next, progress).await?;
        if fetch == RegisterFetch::Unchanged {
            let sha256 = &last_read.snapshot_sha256;
            let confirmed = self.confirm_newest(code, sha256, read_at, lease).await?;
            if let Some(applied) = confirmed {
                return Ok((applied, last_read.clone()));
            }
            // Somebody applied another reading meanwhile: unchanged says nothing of that one.
            fetch = downloader.fetch_register(code, &plan.urls, &nothing, &next, progress).await?;
        }
        let RegisterFetch::Files { files, known } = fetch else {
            return Err(ReadError::Reader(code));
        };
        let (reading, snapshot) =
            self.register_reader.read(code, files, read_at, &plan.accepted).await?;
        // What it announces is announced now, however long the fetching took.
        let rules = plan.rules(force);
        let applied = self.apply_leased(&reading, &snapshot, &rules, clock(), Some(lease)).await?;
        let snapshot_sha256 = applied.snapshot_sha256.clone();
        Ok((applied, LastRead { snapshot_sha256, files: known }))
    }

    /// Whether a register is due: it was never attempted, or its last attempt began `every` ago.
    /// A register that was read in another way meanwhile is due no sooner than `every` after that.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn is_due(&self, plan: &RegisterPlan, now: Timestamp) -> Result<bool, StoreError> {
        let row = register_run::Entity::find_by_id(plan.code.to_string());
        let row = row.one(&self.databases.reader).await?;
        let started_at = row.and_then(|row| row.started_at);
        let reads = RegisterReads::load(&self.databases.reader).await?;
        let newest = reads.newest(plan.code).map(Timestamp::epoch_millis);
        let every = i64::try_from(plan.every.0.as_millis()).unwrap_or(i64::MAX);
        let last = started_at.max(newest);
        Ok(last.is_none_or(|last| now.epoch_millis().saturating_sub(last) >= every))
    }

    /// How the reads of every register went, in the order of the specification.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn register_runs(&self) -> Result<Vec<RegisterRun>, StoreError> {
        let reads = RegisterReads::load(&self.databases.reader).await?;
        let rows = register_run::Entity::find()
            .order_by_asc(register_run::Column::JurisdictionCode)
            .all(&self.databases.reader)
            .await?;
        let of_code = |code: &JurisdictionCode| {
            let row = rows.iter().find(|row| row.jurisdiction_code == code.as_str());
            let cell = Row { table: "register_runs", id: code.as_str() };
            let time = |millis: Option<i64>| cell.time_some(millis);
            Ok(RegisterRun {
                jurisdiction: *code,
                last_successful_scrape: reads.newest(*code),
                started_at: time(row.and_then(|row| row.started_at))?,
                finished_at: time(row.and_then(|row| row.finished_at))?,
                error: row.and_then(|row| row.error.clone()),
            })
        };
        JurisdictionCode::ALL.iter().map(of_code).collect()
    }
}
