//! The standing of operators in each jurisdiction, for a list of operators.

use std::collections::HashMap;

use licence_core::licence::Licence;
use licence_core::lookup::best_licences;
use licence_core::operator::OperatorId;

use super::read::operator_licences;
use crate::Store;
use crate::boxed;
use crate::error::StoreError;

impl Store {
    /// Returns the best licence of each operator in each jurisdiction, by jurisdiction code. An
    /// operator without a licence is missing.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn best_licences(
        &self,
        operators: &[OperatorId],
    ) -> Result<HashMap<OperatorId, Vec<Licence>>, StoreError> {
        let records = operator_licences(&self.databases.reader, operators).await?;
        let mut licences: HashMap<OperatorId, Vec<Licence>> = HashMap::new();
        for record in records {
            licences.entry(record.operator_id).or_default().push(record.licence);
        }
        let best = |licences: Vec<Licence>| best_licences(&licences).into_iter().cloned().collect();
        Ok(licences.into_iter().map(|(id, licences)| (id, best(licences))).collect())
    }
}
