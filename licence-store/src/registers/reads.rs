//! When each register was last read.

use std::collections::HashMap;

use licence_core::coverage::RegisterFreshness;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QuerySelect};

use crate::entity::register_reading;
use crate::error::StoreError;
use crate::rows::Row;

/// When each register was last read, and last read whole.
pub(crate) struct RegisterReads {
    newest: HashMap<JurisdictionCode, Timestamp>,
    newest_complete: HashMap<JurisdictionCode, Timestamp>,
}

impl RegisterReads {
    pub(crate) async fn load(connection: &impl ConnectionTrait) -> Result<Self, StoreError> {
        let rows: Vec<(String, bool, i64)> = register_reading::Entity::find()
            .select_only()
            .column(register_reading::Column::JurisdictionCode)
            .column(register_reading::Column::Complete)
            .column_as(register_reading::Column::ReadAt.max(), "read_at")
            .group_by(register_reading::Column::JurisdictionCode)
            .group_by(register_reading::Column::Complete)
            .into_tuple()
            .all(connection)
            .await?;
        Self::from_rows(rows)
    }

    /// Returns the reads of rows with the newest reading of each register, complete ones and others
    /// apart.
    pub(crate) fn from_rows(rows: Vec<(String, bool, i64)>) -> Result<Self, StoreError> {
        let mut reads = Self { newest: HashMap::new(), newest_complete: HashMap::new() };
        for (code, is_complete, read_at) in rows {
            let cell = Row { table: "register_readings", id: &code };
            let (code, read_at) = (cell.parse(&code)?, cell.time(read_at)?);
            let newest = reads.newest.entry(code).or_insert(read_at);
            *newest = read_at.max(*newest);
            if is_complete {
                reads.newest_complete.insert(code, read_at);
            }
        }
        Ok(reads)
    }

    /// Returns when a register was last read, which says how fresh it is; `None` if never. A partial
    /// reading proves nothing about what it lacks: it makes no register fresh that was read whole
    /// before.
    pub(crate) fn last_read(&self, code: JurisdictionCode) -> Option<Timestamp> {
        self.newest_complete(code).or(self.newest(code))
    }

    /// Returns when the newest reading was read, partial ones included; `None` if there is none.
    pub(crate) fn newest(&self, code: JurisdictionCode) -> Option<Timestamp> {
        self.newest.get(&code).copied()
    }

    /// Returns when a register was last read whole; `None` if never.
    pub(crate) fn newest_complete(&self, code: JurisdictionCode) -> Option<Timestamp> {
        self.newest_complete.get(&code).copied()
    }

    /// Returns the oldest among the last reads of some registers; `None` if none was read yet.
    pub(crate) fn oldest_of_last_reads(
        &self,
        is_one: impl Fn(JurisdictionCode) -> bool,
    ) -> Option<Timestamp> {
        let codes = JurisdictionCode::ALL.iter().filter(|code| is_one(**code));
        codes.filter_map(|code| self.last_read(*code)).min()
    }

    /// Returns how fresh every register is, in the order of the specification.
    pub(crate) fn freshness(&self, now: Timestamp) -> Vec<RegisterFreshness> {
        let codes = JurisdictionCode::ALL.iter();
        codes.map(|code| RegisterFreshness::at(*code, self.last_read(*code), now)).collect()
    }
}
