//! The operators of a jurisdiction.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::lookup::{JurisdictionOperators, Page};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::Store;
use crate::boxed;
use crate::entity::licence;
use crate::error::StoreError;
use crate::registers::load_operators_by_id;

impl Store {
    /// Returns the operators that hold at least one licence of any status in a jurisdiction, in the
    /// order of their ids (specification 4.1).
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::jurisdiction::JurisdictionCode;
    /// use licence_store::core::lookup::Page;
    ///
    /// let page = store.operators_of(JurisdictionCode::Mga, Page { limit: 5, offset: 0 }).await?;
    /// assert!(page.total >= page.operators.len() as u64);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn operators_of(
        &self,
        code: JurisdictionCode,
        page: Page,
    ) -> Result<JurisdictionOperators, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let total = count(&transaction, code).await?;
        let ids = ids(&transaction, code, page).await?;
        let mut operators = load_operators_by_id(&transaction, &ids).await?;
        transaction.commit().await?;
        let operators = ids.iter().filter_map(|id| Some(operators.remove(id)?.operator)).collect();
        let Page { limit, offset } = page;
        Ok(JurisdictionOperators { jurisdiction_code: code, total, limit, offset, operators })
    }
}

async fn count(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<u64, StoreError> {
    let total: Option<i64> = licence::Entity::find()
        .select_only()
        .column_as(Expr::col(licence::Column::OperatorId).count_distinct(), "total")
        .filter(licence::Column::JurisdictionCode.eq(code.as_str()))
        .into_tuple()
        .one(connection)
        .await?;
    Ok(total.and_then(|total| u64::try_from(total).ok()).unwrap_or(0))
}

/// Returns the ids of a page of operators. Every locale sorts ids alike, because they are lowercase
/// hexadecimal digits of one form.
async fn ids(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
    page: Page,
) -> Result<Vec<String>, StoreError> {
    let rows = licence::Entity::find()
        .select_only()
        .column(licence::Column::OperatorId)
        .filter(licence::Column::JurisdictionCode.eq(code.as_str()))
        .group_by(licence::Column::OperatorId)
        .order_by_asc(licence::Column::OperatorId)
        .limit(page.limit)
        .offset(page.offset);
    Ok(rows.into_tuple().all(connection).await?)
}
