//! The settings: flag, then environment, then the configuration file (decisions 1).

use std::fs;

use licence_store::{Store, StoreOptions};
use serde::Deserialize;

use crate::args::Connection;
use crate::exit::Failure;

/// What a command needs to know of its surroundings.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) database_url: String,
}

/// The part of the configuration file that the command line uses; the rest is the server's.
#[derive(Debug, Default, Deserialize)]
struct ConfigFile {
    database_url: Option<String>,
}

impl Settings {
    pub(crate) fn resolve(connection: &Connection) -> Result<Self, Failure> {
        let file = match &connection.config {
            None => ConfigFile::default(),
            Some(path) => {
                let text = fs::read_to_string(path)
                    .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
                toml::from_str(&text).map_err(|error| {
                    let message = error.message().replace('\n', " ");
                    Failure::Usage(format!("{}: {message}", path.display()))
                })?
            }
        };
        let given = connection.database_url.clone().or(file.database_url);
        let database_url = given.unwrap_or_else(|| StoreOptions::default().database_url);
        Ok(Self { database_url })
    }

    /// Opens the store.
    pub(crate) async fn open_store(&self) -> Result<Store, Failure> {
        Ok(Store::open(&StoreOptions::new(self.database_url.as_str())).await?)
    }
}
