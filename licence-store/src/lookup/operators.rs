//! Lists of operators: those that a search by a part of a name finds, and those of a jurisdiction.

use std::collections::HashMap;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::seen_until;
use licence_core::lookup::directory::SearchResult;
use licence_core::lookup::{
    FoundOperator, JurisdictionOperators, OperatorSearch, Page, provenance_of_operator,
};
use licence_core::operator::OperatorId;
use licence_core::provenance::{ListProvenance, Provenance};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::Store;
use crate::boxed;
use crate::catalogue::table_pages::{PAGE_ROWS, TableRows, each_tuple_of};
use crate::entity::licence;
use crate::error::StoreError;
use crate::registers::{RegisterReads, load_operators_by_id};
use crate::rows::Row;

/// An operator, the jurisdiction, number and id of its licence, and when and where that was read.
type ReadRow = (String, String, String, String, i64, Option<String>, String);

impl Store {
    /// Returns the operators whose display name, slug or registered name contains `q` in any case:
    /// the exact slug first, then names that start with `q`, then the rest, each by display name
    /// (specification 4.1). The empty text finds nothing.
    ///
    /// Names are searched in memory, of the readings that a check would see; the first search loads
    /// them. Only the rows of the page are read from the database.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::lookup::Page;
    ///
    /// let found = store.search_operators("harbour", Page { limit: 10, offset: 0 }).await?;
    /// assert_eq!(found.operators[0].operator.slug.as_str(), "harbour-lantern-gaming-limited");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn search_operators(
        &self,
        q: &str,
        page: Page,
    ) -> Result<OperatorSearch, StoreError> {
        let found = self.find_operators(q, page).await?;
        let transaction = self.databases.begin_read().await?;
        let operators = found_operators(&transaction, &found.page).await?;
        transaction.commit().await?;
        Ok(OperatorSearch {
            q: q.to_owned(),
            total: found.total,
            limit: page.limit,
            offset: page.offset,
            meta: ListProvenance::from_rows(operators.iter().map(|found| &found.meta)),
            operators,
        })
    }

    /// Searches the directory on another thread, because a large register takes some milliseconds.
    async fn find_operators(&self, q: &str, page: Page) -> Result<SearchResult, StoreError> {
        let (loaded, q) = (self.directory.get(&self.databases).await?, q.to_owned());
        tokio::task::spawn_blocking(move || loaded.directory.search(&q, page))
            .await
            .map_err(|error| StoreError::corrupt("operators", "all", error))
    }

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
        let total = operator_count(&transaction, code).await?;
        let ids = ids_of_page(&transaction, code, page).await?;
        let mut operators = load_operators_by_id(&transaction, &ids).await?;
        transaction.commit().await?;
        let operators = ids.iter().filter_map(|id| Some(operators.remove(id)?.operator)).collect();
        let Page { limit, offset } = page;
        Ok(JurisdictionOperators { jurisdiction_code: code, total, limit, offset, operators })
    }
}

/// Returns the operators with these ids, in their order.
async fn found_operators(
    connection: &impl ConnectionTrait,
    ids: &[OperatorId],
) -> Result<Vec<FoundOperator>, StoreError> {
    let ids: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
    let mut operators = load_operators_by_id(connection, &ids).await?;
    let mut provenances = provenances_by_operator(connection, &ids).await?;
    let found = |id: &String| {
        let operator = operators.remove(id)?.operator;
        let meta = provenance_of_operator(provenances.remove(id).unwrap_or_default());
        Some(FoundOperator { meta, operator })
    };
    Ok(ids.iter().filter_map(found).collect())
}

/// Returns when and where the licences of operators were read, by operator, in the order of their
/// jurisdiction codes and numbers. A search shows nothing else of a licence.
async fn provenances_by_operator(
    connection: &impl ConnectionTrait,
    operators: &[String],
) -> Result<HashMap<String, Vec<Provenance>>, StoreError> {
    let rows = TableRows {
        table: "licences",
        key: "id",
        condition: "true",
        values: &[
            "p.operator_id, p.jurisdiction_code, p.license_number, p.id",
            "p.last_verified_at, p.source_url, p.source_kind",
        ],
        page_rows: PAGE_ROWS,
    };
    let mut licences: Vec<ReadRow> = Vec::new();
    let add = |licence| {
        licences.push(licence);
        Ok(())
    };
    each_tuple_of(connection, &rows, "operator_id", operators, add).await?;
    licences.sort();
    let reads = RegisterReads::load(connection).await?;
    let mut by_operator: HashMap<_, Vec<_>> = HashMap::new();
    for (operator, code, _, id, verified_at, source_url, source_kind) in licences {
        let cell = Row { table: "licences", id: &id };
        let newest_complete = reads.newest_complete(cell.parse(&code)?);
        let read_at = seen_until(cell.time(verified_at)?, newest_complete);
        let provenance = Provenance::new(read_at, source_url, cell.parse(&source_kind)?);
        by_operator.entry(operator).or_default().push(provenance);
    }
    Ok(by_operator)
}

async fn operator_count(
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
async fn ids_of_page(
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
