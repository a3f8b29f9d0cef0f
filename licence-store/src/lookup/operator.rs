//! One operator, with everything on record or its licences alone, and the best licences of several.

use std::collections::HashMap;

use licence_core::history::HistoryEntry;
use licence_core::licence::{Licence, LicenceId};
use licence_core::lookup::{
    LicenceRow, OperatorDetail, OperatorLicences, best_licences, provenance_of_operator,
};
use licence_core::operator::{OperatorId, Slug};
use licence_core::point_in_time::{AsOf, PointInTime};
use licence_core::transition::LicenceRecord;
use sea_orm::ConnectionTrait;

use super::read::{
    licences_by_operator, operator_id, operator_licences, operator_licences_with_domains,
};
use crate::Store;
use crate::boxed;
use crate::error::StoreError;
use crate::history::entries::{entries_by_licence, newest_first};
use crate::registers::load_operators_by_id;

impl Store {
    /// Returns everything on record about an operator; `None` for an unknown slug. With `as_of`,
    /// each licence has its status at that instant, because an operator as a whole has none
    /// (specification 2.7).
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// let operator = store.operator(&slug, None).await?.expect("it is in the sample");
    /// assert_eq!(operator.operator.slug, slug);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn operator(
        &self,
        slug: &Slug,
        as_of: Option<AsOf>,
    ) -> Result<Option<OperatorDetail>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let Some(id) = operator_id(&transaction, slug).await? else { return Ok(None) };
        let records = operator_licences_with_domains(&transaction, id).await?;
        let mut operators = load_operators_by_id(&transaction, &[id.0.to_string()]).await?;
        let histories = match as_of {
            Some(_) => histories(&transaction, &records).await?,
            None => HashMap::new(),
        };
        transaction.commit().await?;
        let operator = operators.remove(&id.0.to_string());
        Ok(operator.map(|record| OperatorDetail {
            operator: record.operator,
            meta: provenance_of_operator(records.iter().map(LicenceRecord::provenance)),
            domains: domains(&records),
            licenses: records.into_iter().map(|r| licence_as_of(r, &histories, as_of)).collect(),
        }))
    }

    /// Returns the licences of an operator, with their histories if `include_history`; `None` for
    /// an unknown slug.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// let licences = store.operator_licences(&slug, true).await?.expect("it is in the sample");
    /// assert!(licences.licenses.iter().all(|licence| licence.history.is_some()));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn operator_licences(
        &self,
        slug: &Slug,
        include_history: bool,
    ) -> Result<Option<OperatorLicences>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let Some(id) = operator_id(&transaction, slug).await? else { return Ok(None) };
        let records = operator_licences(&transaction, &[id]).await?;
        let mut histories = match include_history {
            true => histories(&transaction, &records).await?,
            false => HashMap::new(),
        };
        transaction.commit().await?;
        let row = |record: LicenceRecord| {
            let history = include_history.then(|| {
                let mut history = histories.remove(&record.licence.id).unwrap_or_default();
                newest_first(&mut history);
                history
            });
            LicenceRow { history, ..record.licence.into() }
        };
        let licenses = records.into_iter().map(row).collect();
        Ok(Some(OperatorLicences { operator_slug: slug.clone(), licenses }))
    }

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
        let licences = licences_by_operator(&self.databases.reader, operators).await?;
        let best = |records: Vec<LicenceRecord>| -> Vec<Licence> {
            let licences = records.iter().map(|record| &record.licence);
            best_licences(licences).into_iter().cloned().collect()
        };
        Ok(licences.into_iter().map(|(id, records)| (id, best(records))).collect())
    }
}

type Histories = HashMap<LicenceId, Vec<HistoryEntry>>;

async fn histories(
    connection: &impl ConnectionTrait,
    records: &[LicenceRecord],
) -> Result<Histories, StoreError> {
    let ids: Vec<LicenceId> = records.iter().map(|record| record.licence.id).collect();
    entries_by_licence(connection, &ids).await
}

/// Returns a licence with its state now and, with `as_of`, its state then.
fn licence_as_of(record: LicenceRecord, histories: &Histories, as_of: Option<AsOf>) -> LicenceRow {
    let history = histories.get(&record.licence.id).map_or(&[][..], Vec::as_slice);
    let as_of = as_of.map(|as_of| PointInTime::from_history(history, as_of));
    LicenceRow { as_of, ..record.licence.into() }
}

fn domains(records: &[LicenceRecord]) -> Vec<licence_core::domain::Domain> {
    records.iter().flat_map(|record| &record.domains).map(|record| record.domain.clone()).collect()
}
