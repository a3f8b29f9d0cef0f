//! One licence.

use licence_core::licence::LicenceId;
use licence_core::lookup::LicenceDetail;
use licence_core::operator::Slug;
use licence_core::point_in_time::{AsOf, PointInTime};
use licence_core::transition::LicenceRecord;
use sea_orm::{ConnectionTrait, EntityTrait};

use super::read::licence_by_id;
use crate::Store;
use crate::boxed;
use crate::entity::operator;
use crate::error::StoreError;
use crate::history::entries::entries;
use crate::rows::Row;

impl Store {
    /// Returns a licence as it is and, with `as_of`, as it was at that instant; `None` for an
    /// unknown licence.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// # let licences = store.operator_licences(&slug, false).await?.expect("it is in the sample");
    /// # let id = licences.licenses[0].licence.id;
    /// let licence = store.licence(id, None).await?.expect("it is in the sample");
    /// assert_eq!(licence.operator_slug, slug);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn licence(
        &self,
        id: LicenceId,
        as_of: Option<AsOf>,
    ) -> Result<Option<LicenceDetail>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let record = licence_by_id(&transaction, id).await?;
        let Some(record) = record else { return Ok(None) };
        let (operator_slug, operator_display_name) = holder(&transaction, &record).await?;
        let past = match as_of {
            Some(as_of) => {
                Some(PointInTime::from_history(&entries(&transaction, id).await?, as_of))
            }
            None => None,
        };
        transaction.commit().await?;
        Ok(Some(LicenceDetail {
            meta: record.provenance(),
            licence: record.licence,
            operator_slug,
            operator_display_name,
            as_of: past,
        }))
    }
}

/// Returns slug and display name of the operator that holds a licence.
async fn holder(
    connection: &impl ConnectionTrait,
    record: &LicenceRecord,
) -> Result<(Slug, String), StoreError> {
    let id = record.operator_id.0.to_string();
    let row = operator::Entity::find_by_id(id.as_str()).one(connection).await?;
    let row = row.ok_or_else(|| StoreError::corrupt("operators", &id, "the row is missing"))?;
    Ok((Row { table: "operators", id: &id }.parse(&row.slug)?, row.display_name))
}
