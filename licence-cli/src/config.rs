//! The settings: flag, then environment, then the configuration file (decisions 1).

use std::collections::BTreeMap;
use std::fs;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::period::Period;
use licence_core::register::sources::{RegisterPlan, RegisterTable};
use licence_store::{Retention, Store, StoreOptions};
use serde::Deserialize;

use crate::args::Connection;
use crate::exit::Failure;

/// What a command needs to know of its surroundings.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) database_url: String,
    pub(crate) retention: Retention,
    registers: BTreeMap<JurisdictionCode, RegisterTable>,
}

/// The part of the configuration file that the command line uses; the rest is the server's.
#[derive(Debug, Default, Deserialize)]
struct ConfigFile {
    database_url: Option<String>,
    #[serde(default)]
    retention: RetentionTable,
    #[serde(default)]
    registers: BTreeMap<JurisdictionCode, RegisterTable>,
}

#[derive(Debug, Default, Deserialize)]
struct RetentionTable {
    events: Option<Period>,
    deliveries: Option<Period>,
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
        let defaults = Retention::default();
        let retention = Retention {
            events: file.retention.events.unwrap_or(defaults.events),
            deliveries: file.retention.deliveries.unwrap_or(defaults.deliveries),
        };
        Ok(Self { database_url, retention, registers: file.registers })
    }

    /// How a register is read: what the file says, and the defaults for the rest.
    pub(crate) fn register_plan(&self, code: JurisdictionCode) -> RegisterPlan {
        RegisterPlan::of(code, self.registers.get(&code))
    }

    /// Opens the store.
    pub(crate) async fn open_store(&self) -> Result<Store, Failure> {
        Ok(Store::open(&StoreOptions::new(self.database_url.as_str())).await?)
    }
}
