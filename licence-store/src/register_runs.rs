//! Reads a register from its addresses, in one process at a time, and records how it went.

mod lease;

use std::collections::HashMap;

use licence_core::coverage::ReadFailure;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::RegisterError;
use licence_core::register::sources::RegisterPlan;
use licence_core::time::Timestamp;
use sea_orm::{EntityTrait, QueryOrder};
use serde::Serialize;
use thiserror::Error;

use crate::Store;
use crate::boxed;
use crate::entity::register_run;
use crate::error::{StoreError, one_line};
use crate::outbound::{DownloadError, Downloader, Progress, RegisterFetch};
use crate::registers::{ReadingSummary, RegisterReads};
use crate::rows::Row;

pub(crate) use lease::Lease;
use lease::{Claim, LastRead};

/// The result of reading a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterRead {
    /// The reading was applied.
    Applied(ReadingSummary),
    /// Another process is reading the register; nothing was done.
    Busy {
        /// When the lease of that process ends, unless it is renewed.
        until: Timestamp,
    },
}

/// The reason why a register was not read. The database is unchanged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No address is configured.
    #[error("{code} has no address to read: {why}")]
    NoAddress {
        /// The register.
        code: JurisdictionCode,
        /// How the register is read instead.
        why: &'static str,
    },
    /// The download failed.
    #[error(transparent)]
    Download(#[from] DownloadError),
    /// The downloaded files are not the register.
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// The reader failed on the downloaded files.
    #[error("the reader of {0} failed on the downloaded files")]
    Reader(JurisdictionCode),
    /// The reading was refused, or the database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How the reads of a register by its addresses went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegisterRun {
    /// The register.
    pub jurisdiction: JurisdictionCode,
    /// When it was last read successfully, in whatever way.
    pub last_successful_scrape: Option<Timestamp>,
    /// When the last attempt at its addresses began.
    pub started_at: Option<Timestamp>,
    /// When that attempt ended; `None` while it runs.
    pub finished_at: Option<Timestamp>,
    /// The error of the attempt, for the operator of the service; `None` if it succeeded.
    pub error: Option<String>,
    /// Why the attempt failed, as everybody may know it; `None` if it succeeded, and for an attempt
    /// that an earlier version made.
    pub failure: Option<ReadFailure>,
}

impl ReadError {
    /// Returns why the register was not read, without what concerns only the operator of the service.
    pub fn failure(&self) -> ReadFailure {
        match self {
            Self::NoAddress { .. } | Self::Download(_) => ReadFailure::Unreachable,
            Self::Register(_) | Self::Reader(_) => ReadFailure::Unrecognised,
            Self::Store(StoreError::Refused(refusal)) if refusal.lacks_too_much() => {
                ReadFailure::Withheld
            }
            Self::Store(_) => ReadFailure::Internal,
        }
    }
}

/// Requires that a register has an address to read, for a caller that must not open a database
/// otherwise.
///
/// # Errors
/// [`ReadError::NoAddress`].
pub fn require_address(plan: &RegisterPlan) -> Result<(), ReadError> {
    if !plan.urls.is_empty() {
        return Ok(());
    }
    let why = plan.by_hand.unwrap_or("`urls = []` is configured");
    Err(ReadError::NoAddress { code: plan.code, why })
}

impl Store {
    /// Reads a register from its addresses and applies it. One process at a time reads a register;
    /// the lease of a killed process ends within two minutes.
    ///
    /// `clock` returns the time. The reading counts as of the moment when its download began.
    ///
    /// Unchanged files are not read again, unless `force` is set, or the accepted names or the
    /// release of the program changed since the last read.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::jurisdiction::JurisdictionCode;
    /// # use licence_store::core::register::sources::RegisterPlan;
    /// use licence_store::outbound::{DownloadOptions, Downloader};
    /// use licence_store::ReadError;
    ///
    /// let downloader = Downloader::new(DownloadOptions::default())?;
    /// let by_default = RegisterPlan::from_table(JurisdictionCode::Mga, None);
    /// let plan = RegisterPlan { urls: Vec::new(), ..by_default };
    /// let read = store.read_register(&downloader, &plan, false, &|| now, &mut |_| {}).await;
    /// assert!(matches!(read, Err(ReadError::NoAddress { .. })));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`ReadError`]: not downloaded, not the register, refused. Then nothing was changed, and
    /// [`Store::register_runs`] has the reason.
    #[boxed]
    pub async fn read_register(
        &self,
        downloader: &Downloader,
        plan: &RegisterPlan,
        force: bool,
        clock: &(dyn Fn() -> Timestamp + Sync),
        progress: &mut (dyn FnMut(Progress<'_>) + Send),
    ) -> Result<RegisterRead, ReadError> {
        require_address(plan)?;
        let read_at = clock();
        let claim = Lease::claim(&self.databases, &self.entropy, plan.code, clock).await?;
        let (lease, last_read) = match claim {
            Claim::Ours(lease, last_read) => (lease, last_read),
            Claim::Busy { until } => return Ok(RegisterRead::Busy { until }),
        };
        let (times, held) = ((read_at, clock), (&lease, &last_read));
        let reading = self.fetch_and_apply(downloader, plan, force, times, held, progress);
        let outcome = tokio::select! {
            outcome = reading => outcome,
            lost = lease.hold(&self.databases, clock, lease::RENEW_EVERY) => Err(lost.into()),
        };
        match outcome {
            Ok((applied, read)) => {
                lease.finish(&self.databases, clock(), Ok(&read)).await?;
                Ok(RegisterRead::Applied(applied))
            }
            Err(error) => {
                let message = one_line(&error.to_string());
                let failed = Err((message.as_str(), error.failure()));
                lease.finish(&self.databases, clock(), failed).await?;
                Err(error)
            }
        }
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
        let usable = !force
            && last_read.holds_with(&plan.accepted)
            && self.is_settled(code, &last_read.snapshot_sha256).await?;
        let nothing = HashMap::new();
        let files = if usable { &last_read.files } else { &nothing };
        let reader = &self.register_reader;
        let mut fetch =
            downloader.fetch_register(code, &plan.urls, files, reader, progress).await?;
        if fetch == RegisterFetch::Unchanged {
            let sha256 = &last_read.snapshot_sha256;
            let confirmed = self.confirm_newest(code, sha256, read_at, lease).await?;
            if let Some(applied) = confirmed {
                return Ok((applied, last_read.clone()));
            }
            // Another reading was applied meanwhile, so *unchanged* is about an older one.
            fetch = downloader.fetch_register(code, &plan.urls, &nothing, reader, progress).await?;
        }
        let RegisterFetch::Files { files, known } = fetch else {
            return Err(ReadError::Reader(code));
        };
        let (reading, snapshot) = reader.read(code, files, read_at, &plan.accepted).await?;
        // Its events are of now, however long the download took.
        let rules = plan.rules(force);
        let applied = self.apply_leased(&reading, &snapshot, &rules, clock(), Some(lease)).await?;
        let snapshot_sha256 = applied.snapshot_sha256.clone();
        Ok((applied, LastRead::new(snapshot_sha256, known, plan.accepted.clone())))
    }

    /// Returns whether a register is due: it was never attempted, or its last attempt began `every`
    /// ago, unless its process was stopped meanwhile. After a reading by other means, it is due no sooner than `every` later.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::jurisdiction::JurisdictionCode;
    /// # use licence_store::core::register::sources::RegisterPlan;
    ///
    /// let plan = RegisterPlan::from_table(JurisdictionCode::Mga, None);
    /// assert!(!store.is_due(&plan, now).await?, "the sample was read just now");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn is_due(&self, plan: &RegisterPlan, now: Timestamp) -> Result<bool, StoreError> {
        let row = register_run::Entity::find_by_id(plan.code.to_string());
        let row = row.one(&self.databases.reader).await?;
        let cell = Row { table: "register_runs", id: plan.code.as_str() };
        // An attempt whose process was stopped says nothing of the register.
        let row = row.filter(|row| !lease::was_abandoned(row, now));
        let started_at = cell.optional_time(row.and_then(|row| row.started_at))?;
        let reads = RegisterReads::load(&self.databases.reader).await?;
        let due_at = plan.due_at(started_at, reads.last_read(plan.code));
        Ok(due_at.is_none_or(|due_at| due_at <= now))
    }

    /// Returns how the reads of every register went, in the order of the specification.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let runs = store.register_runs().await?;
    /// assert!(runs.iter().all(|run| run.started_at.is_none()), "no register was read from its site");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn register_runs(&self) -> Result<Vec<RegisterRun>, StoreError> {
        let reads = RegisterReads::load(&self.databases.reader).await?;
        let rows = register_run::Entity::find()
            .order_by_asc(register_run::Column::JurisdictionCode)
            .all(&self.databases.reader)
            .await?;
        let of_code = |code: &JurisdictionCode| {
            let row = rows.iter().find(|row| row.jurisdiction_code == code.as_str());
            let cell = Row { table: "register_runs", id: code.as_str() };
            let time = |millis: Option<i64>| cell.optional_time(millis);
            Ok(RegisterRun {
                jurisdiction: *code,
                last_successful_scrape: reads.last_read(*code),
                started_at: time(row.and_then(|row| row.started_at))?,
                finished_at: time(row.and_then(|row| row.finished_at))?,
                error: row.and_then(|row| row.error.clone()),
                failure: cell.parse_optional(row.and_then(|row| row.failure.as_deref()))?,
            })
        };
        JurisdictionCode::ALL.iter().map(of_code).collect()
    }
}
