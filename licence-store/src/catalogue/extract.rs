//! A catalogue of the few rows that some queries need, for a process that asks once.

mod lookup_rows;

use licence_core::catalogue::{Catalogue, CatalogueBuilder};
use licence_core::check::extract::Wanted;
use licence_core::name_pages::NameScan;
use sea_orm::DatabaseTransaction;

use super::loader::CatalogueLoader;
use crate::connect::Databases;
use crate::error::StoreError;
use crate::names::scan_pages;
use lookup_rows::Rows;

/// Answers queries from few rows of one state of the database: from equal rows if these decide,
/// else also from operators with similar names. Returns `None` when neither is enough.
pub(crate) async fn answer_from_few<T>(
    databases: &Databases,
    wanted: &[Wanted],
    scan: NameScan,
    by_equality: impl FnOnce(&Catalogue) -> Option<T>,
    by_names: impl FnOnce(&Catalogue) -> T,
) -> Result<Option<T>, StoreError> {
    let transaction = databases.begin_read().await?;
    let equal =
        catalogue(&transaction, lookup_rows::find_equal(&transaction, wanted).await?).await?;
    let answer = match by_equality(&equal) {
        Some(answer) => Some(answer),
        None => with_names(&transaction, wanted, scan).await?.as_ref().map(by_names),
    };
    transaction.commit().await?;
    Ok(answer)
}

/// Returns a catalogue with the operators of similar names. Returns `None` if a name page refers to
/// an unknown operator, because no answer may rest on a damaged page.
async fn with_names(
    transaction: &DatabaseTransaction,
    wanted: &[Wanted],
    mut scan: NameScan,
) -> Result<Option<Catalogue>, StoreError> {
    loop {
        scan_pages(transaction, &mut scan).await?;
        let mut rows = lookup_rows::find_equal(transaction, wanted).await?;
        if !lookup_rows::add_operators_with(transaction, &scan, &mut rows).await? {
            tracing::warn!(
                "a name page refers to an unknown operator; all operators are loaded instead"
            );
            return Ok(None);
        }
        let catalogue = catalogue(transaction, rows).await?;
        if scan.is_enough(&catalogue) {
            return Ok(Some(catalogue));
        }
        scan = scan.with_more();
    }
}

async fn catalogue(transaction: &DatabaseTransaction, rows: Rows) -> Result<Catalogue, StoreError> {
    let mut loader: CatalogueLoader<CatalogueBuilder> = CatalogueLoader::new(transaction).await?;
    loader.operators(rows.operators);
    loader.trading_names(rows.trading_names);
    loader.licences(rows.licences)?;
    loader.domains(rows.domains)?;
    Ok(loader.builder.finish()?)
}
