//! The directory of operators that searches run on. The first search loads it.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use licence_core::lookup::directory::{DirectoryBuilder, OperatorDirectory};
use licence_core::operator::OperatorId;
use sea_orm::{EntityTrait, QuerySelect};
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::catalogue::CatalogueState;
use crate::connect::Databases;
use crate::entity::operator;
use crate::error::StoreError;
use crate::rows::Row;

/// The directory that all clones of a store share; empty before the first search.
#[derive(Default)]
pub(crate) struct HeldDirectory {
    loaded: ArcSwapOption<Loaded>,
    /// Locked by the caller that loads, so that no other repeats the work.
    loading: Mutex<()>,
}

/// A directory and the version of the database it was loaded from.
pub(super) struct Loaded {
    version: i64,
    pub(super) directory: OperatorDirectory,
}

impl HeldDirectory {
    /// Returns the directory, which the first call loads.
    pub(super) async fn get(&self, databases: &Databases) -> Result<Arc<Loaded>, StoreError> {
        if let Some(loaded) = self.loaded.load_full() {
            return Ok(loaded);
        }
        let _loading = self.loading.lock().await;
        match self.loaded.load_full() {
            Some(loaded) => Ok(loaded),
            None => self.load(databases).await,
        }
    }

    /// Brings a loaded directory up to date. Searches run on the old one meanwhile.
    pub(crate) async fn refresh(&self, databases: &Databases) -> Result<(), StoreError> {
        let _loading = self.loading.lock().await;
        let Some(held) = self.loaded.load_full() else { return Ok(()) };
        if CatalogueState::load(&databases.reader).await?.version != held.version {
            self.load(databases).await?;
        }
        Ok(())
    }

    async fn load(&self, databases: &Databases) -> Result<Arc<Loaded>, StoreError> {
        let loaded = Arc::new(load(databases).await?);
        self.loaded.store(Some(Arc::clone(&loaded)));
        Ok(loaded)
    }
}

/// Id, slug, display name and registered name.
type Names = (String, String, String, Option<String>);

async fn load(databases: &Databases) -> Result<Loaded, StoreError> {
    let transaction = databases.begin_read().await?;
    let version = CatalogueState::load(&transaction).await?.version;
    let names: Vec<Names> = operator::Entity::find()
        .select_only()
        .columns([
            operator::Column::Id,
            operator::Column::Slug,
            operator::Column::DisplayName,
            operator::Column::RegisteredName,
        ])
        .into_tuple()
        .all(&transaction)
        .await?;
    transaction.commit().await?;
    // Folding and sorting all names would block other requests on this thread.
    let directory = tokio::task::spawn_blocking(move || directory(names))
        .await
        .map_err(|error| StoreError::corrupt("operators", "all", error))??;
    Ok(Loaded { version, directory })
}

fn directory(names: Vec<Names>) -> Result<OperatorDirectory, StoreError> {
    let mut builder = DirectoryBuilder::default();
    for (id, slug, display_name, registered_name) in names {
        let operator = OperatorId(Row { table: "operators", id: &id }.parse::<Uuid>(&id)?);
        builder.operator(operator, &slug, &display_name, registered_name.as_deref());
    }
    Ok(builder.finish())
}

#[cfg(test)]
mod tests {
    use licence_core::check::CheckQuery;
    use licence_core::lookup::Page;

    use super::*;
    use crate::{Store, StoreOptions};

    #[tokio::test]
    async fn only_searches_load_it_and_first_ones_at_once_load_it_once() {
        let now = "2026-11-01T06:00:00Z".parse().unwrap();
        let store = Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap();
        store.apply_sample(now).await.unwrap();
        let query = CheckQuery::domain("lanternspin.example").unwrap();
        store.check(&query, None, now).await.unwrap();
        store.refresh_catalogue().await.unwrap();
        assert!(store.directory.loaded.load().is_none());

        let get = || store.directory.get(&store.databases);
        let (one, other) = tokio::join!(get(), get());
        let one = one.unwrap();
        assert!(Arc::ptr_eq(&one, &other.unwrap()));
        store.search_operators("a", Page { limit: 1, offset: 0 }).await.unwrap();
        store.refresh_catalogue().await.unwrap();
        assert!(Arc::ptr_eq(&one, &get().await.unwrap()), "nothing was applied meanwhile");

        store.apply_sample("2026-11-01T07:00:00Z".parse().unwrap()).await.unwrap();
        let newer = get().await.unwrap();
        assert!(newer.version > one.version, "{} {}", newer.version, one.version);
    }
}
