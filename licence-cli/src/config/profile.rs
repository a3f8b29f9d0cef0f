//! A profile: a server and the key for it, in a file that nobody else can read.

use std::path::{Path, PathBuf};

use licence_store::service::read_toml;
use serde::Deserialize;

use super::is_private;
use crate::args::Connection;
use crate::exit::Failure;

/// The two keys of the file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Profile {
    pub(super) server: Option<String>,
    pub(super) api_key: Option<String>,
}

impl Profile {
    /// Loads the named profile, else the one at the default path, else an empty one.
    pub(super) fn load(connection: &Connection) -> Result<Self, Failure> {
        match connection.profile.clone().or_else(default_path) {
            Some(path) => Self::read(&path),
            None => Ok(Self::default()),
        }
    }

    /// Returns the key if it is for this server; the key of another server is never sent.
    pub(super) fn key_for(self, server: &str) -> Option<String> {
        let same = |own: String| own.trim_end_matches('/') == server.trim_end_matches('/');
        if self.server.is_none_or(same) { self.api_key } else { None }
    }

    fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let is_private = is_private(path);
        if !is_private.map_err(|error| Failure::Usage(format!("{name}: {error}")))? {
            return Err(Failure::Usage(format!(
                "{name} can be read by others, and it may hold an API key; chmod 600 {name}"
            )));
        }
        read_toml(path).map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// Returns `~/.config/licence/profile.toml` if that file exists.
fn default_path() -> Option<PathBuf> {
    let folder = std::env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty());
    let folder = folder.map(PathBuf::from).or_else(|| {
        let home = std::env::var_os("HOME").filter(|home| !home.is_empty())?;
        Some(PathBuf::from(home).join(".config"))
    })?;
    Some(folder.join("licence/profile.toml")).filter(|path| path.is_file())
}
