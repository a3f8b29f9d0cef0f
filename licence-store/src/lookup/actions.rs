//! The regulatory actions of an operator.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::lookup::{ActionSort, Page, RegulatoryActionsPage, SourceRead};
use licence_core::operator::Slug;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use super::read::operator_id;
use crate::Store;
use crate::boxed;
use crate::entity::regulatory_action;
use crate::error::StoreError;
use crate::registers::newest_reading;
use crate::rows::{Row, action_record};

impl Store {
    /// Returns a page of the actions linked to an operator; `None` for an unknown slug.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// use licence_store::core::lookup::{ActionSort, Page};
    ///
    /// let page = Page { limit: 10, offset: 0 };
    /// let actions = store.regulatory_actions(&slug, page, ActionSort::DateDesc).await?;
    /// assert_eq!(actions.expect("it is in the sample").limit, 10);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn regulatory_actions(
        &self,
        slug: &Slug,
        page: Page,
        sort: ActionSort,
    ) -> Result<Option<RegulatoryActionsPage>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let Some(id) = operator_id(&transaction, slug).await? else { return Ok(None) };
        // An operator has dozens at most.
        let rows = regulatory_action::Entity::find()
            .filter(regulatory_action::Column::OperatorId.eq(id.0.to_string()))
            .all(&transaction)
            .await?;
        let actions = rows.into_iter().map(|row| Ok(action_record(row)?.action));
        let actions = actions.collect::<Result<_, StoreError>>()?;
        let sources_read = sources_read(&transaction).await?;
        transaction.commit().await?;
        Ok(Some(RegulatoryActionsPage::new(slug.clone(), actions, page, sort, sources_read)))
    }
}

/// Returns the registers that published actions, as of their newest readings. A register that never
/// published one is left out, because its readings say nothing about actions.
async fn sources_read(connection: &impl ConnectionTrait) -> Result<Vec<SourceRead>, StoreError> {
    let mut codes: Vec<String> = regulatory_action::Entity::find()
        .select_only()
        .column(regulatory_action::Column::JurisdictionCode)
        .distinct()
        .into_tuple()
        .all(connection)
        .await?;
    codes.sort_unstable();
    let mut sources = Vec::new();
    for code in &codes {
        let cell = Row { table: "regulatory_actions", id: code };
        let code: JurisdictionCode = cell.parse(code)?;
        let Some(newest) = newest_reading(connection, code).await? else { continue };
        let website = code.jurisdiction().website;
        sources.push(SourceRead {
            jurisdiction_code: code,
            source_url: newest.source_url.unwrap_or_else(|| website.to_owned()),
            read_at: cell.time(newest.read_at)?,
        });
    }
    Ok(sources)
}
