//! A batch of counts whose commit got no reply, so that nobody knows whether the database has it.
//! Written again, it may count twice.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement};

use super::{Totals, UsageBuffer};
use crate::connect::Databases;
use crate::driver::fault;
use crate::error::StoreError;
use crate::mutex::lock;

impl UsageBuffer {
    /// Asks PostgreSQL whether it committed the last batch, if the commit got no reply. If so, returns
    /// what other processes added. If not, puts the batch back into the buffer.
    pub(super) async fn confirm(&self, databases: &Databases) -> Result<Totals, StoreError> {
        let unconfirmed = lock(&self.unconfirmed).as_ref().map(|it| it.transaction_id);
        let Some(id) = unconfirmed else { return Ok(Vec::new()) };
        let is_committed = is_committed(databases, id).await?;
        let unconfirmed = lock(&self.unconfirmed).take_if(|it| it.transaction_id == id);
        match unconfirmed {
            Some(it) if is_committed => Ok(self.learn_totals(&it.batch.changes, it.totals)),
            Some(it) => {
                self.restore(it.batch);
                Ok(Vec::new())
            }
            None => Ok(Vec::new()),
        }
    }

    /// Returns PostgreSQL's id of a transaction; `None` for SQLite, whose commit always has a reply.
    pub(super) async fn transaction_id(
        transaction: &DatabaseTransaction,
    ) -> Result<Option<i64>, StoreError> {
        let backend = transaction.get_database_backend();
        if backend != DbBackend::Postgres {
            return Ok(None);
        }
        let query = Statement::from_string(backend, "select txid_current()");
        let row = transaction.query_one_raw(query).await?;
        Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
    }
}

async fn is_committed(databases: &Databases, transaction_id: i64) -> Result<bool, StoreError> {
    let (backend, query) = (DbBackend::Postgres, "select txid_status($1)");
    let query = Statement::from_sql_and_values(backend, query, [transaction_id.into()]);
    let row = match databases.reader.query_one_raw(query).await {
        Ok(row) => row,
        // The id is of the future for a standby that took over and never got the transaction.
        Err(error) if fault(&error).is_none() => return Ok(false),
        Err(error) => return Err(error.into()),
    };
    let status: Option<String> = row.map(|row| row.try_get_by_index(0)).transpose()?.flatten();
    match status.as_deref() {
        Some("in progress") => {
            let why = "the commit of the last usage has not ended".to_owned();
            Err(StoreError::Unusable { why })
        }
        status => Ok(status != Some("aborted")),
    }
}
