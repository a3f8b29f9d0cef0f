//! A catalogue of the few rows that some questions are about, for a process that asks once.

mod about;

use licence_core::catalogue::Catalogue;
use licence_core::check::extract::Wanted;
use licence_core::name_pages::NameScan;
use sea_orm::DatabaseTransaction;

use super::filling::{DomainColumns, Filling, LicenceColumns};
use crate::connect::Databases;
use crate::entity::{operator, trading_name};
use crate::error::StoreError;
use crate::names::look_through;

/// Some rows of the registers, as one state of the database has them.
#[derive(Default)]
struct Rows {
    operators: Vec<operator::Model>,
    trading_names: Vec<trading_name::Model>,
    licences: Vec<LicenceColumns>,
    domains: Vec<DomainColumns>,
}

/// Answers from what some questions are about, as one state of the database has it: from what is
/// equal to what they ask for if that decides, and else from that and the operators with a name
/// that could matter. `None` when neither is enough.
pub(crate) async fn answer_from_few<T>(
    databases: &Databases,
    wanted: &[Wanted],
    scan: NameScan,
    by_equality: impl FnOnce(&Catalogue) -> Option<T>,
    by_names: impl FnOnce(&Catalogue) -> T,
) -> Result<Option<T>, StoreError> {
    let transaction = databases.begin_read().await?;
    let equal = catalogue(&transaction, about::equal(&transaction, wanted).await?).await?;
    let answer = match by_equality(&equal) {
        Some(answer) => Some(answer),
        None => with_names(&transaction, wanted, scan).await?.as_ref().map(by_names),
    };
    transaction.commit().await?;
    Ok(answer)
}

/// `None` when the names on the pages lead to no operator: then there is something wrong with them,
/// and no answer may rest on them.
async fn with_names(
    transaction: &DatabaseTransaction,
    wanted: &[Wanted],
    mut scan: NameScan,
) -> Result<Option<Catalogue>, StoreError> {
    loop {
        look_through(transaction, &mut scan).await?;
        let mut rows = about::equal(transaction, wanted).await?;
        if !about::operators_with(transaction, &scan, &mut rows).await? {
            tracing::warn!("names on record lead to no operator; all operators are loaded instead");
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
    let mut filling = Filling::begin(transaction).await?;
    filling.operators(rows.operators);
    filling.trading_names(rows.trading_names);
    filling.licences(rows.licences)?;
    filling.domains(rows.domains)?;
    filling.finish()
}
