//! The configuration file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use licence_core::account::plan::{Plan, PlanTable};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::network::Network;
use licence_core::origin::Origin;
use licence_core::register::sources::RegisterTable;
use licence_store::service::{RetentionTable, WebhookTable};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::exit::Failure;

/// The part of the configuration file that the command line uses; the rest is the server's.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ConfigFile {
    pub(super) database_url: Option<String>,
    pub(super) cache_url: Option<String>,
    pub(super) secret_key_file: Option<PathBuf>,
    pub(super) catalogue_folder: Option<PathBuf>,
    pub(super) base_url: Option<String>,
    pub(super) dashboard_url: Option<Origin>,
    pub(super) webhook_allow: Vec<Network>,
    pub(super) webhooks: WebhookTable,
    pub(super) retention: RetentionTable,
    pub(super) registers: BTreeMap<JurisdictionCode, RegisterTable>,
    pub(super) plans: BTreeMap<Plan, PlanTable>,
}

impl ConfigFile {
    /// Loads the file; without a path, an empty configuration.
    pub(super) fn load(path: Option<&Path>) -> Result<Self, Failure> {
        path.map_or_else(|| Ok(Self::default()), read)
    }
}

/// Reads a TOML file. The error is one line that repeats no value of the file.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let name = path.display();
    let text =
        fs::read_to_string(path).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    toml::from_str(&text).map_err(|error| {
        let message = error.message().replace('\n', " ");
        Failure::Usage(format!("{name}: {message}"))
    })
}

/// Returns whether only the owner can read a file.
pub(crate) fn is_private(path: &Path) -> std::io::Result<bool> {
    let metadata = fs::metadata(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Ok(metadata.permissions().mode() & 0o077 == 0)
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        Ok(true)
    }
}
