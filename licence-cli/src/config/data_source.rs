//! The data source of a command: a database or a server. The nearer origin wins (flag, then
//! environment, then file). Of two with the same origin, the server wins.

use std::fs;
use std::path::{Path, PathBuf};

use licence_store::service::read_toml;
use serde::Deserialize;

use crate::args::Connection;
use crate::exit::Failure;
use crate::remote::ApiKey;
use crate::setting::{Origin, Setting};

/// Where a command reads from.
#[derive(Debug)]
pub(crate) enum DataSource {
    /// The database of the settings.
    Local,
    /// A server.
    Remote {
        /// Its address, as given.
        server: String,
        origin: Origin,
        key: Option<Setting<ApiKey>>,
    },
}

impl DataSource {
    /// Chooses between database and server by the origin of their settings.
    pub(super) fn choose(
        connection: &Connection,
        database: &Setting<String>,
    ) -> Result<Self, Failure> {
        let is_flag = |origin| origin == Origin::Flag;
        let given = connection.server_setting();
        if given.as_ref().is_some_and(|it| is_flag(it.origin)) && is_flag(database.origin) {
            let error = "--server and --database-url exclude each other: a server has its own";
            return Err(Failure::Usage(error.to_owned()));
        }
        if is_flag(database.origin) {
            return Ok(Self::Local);
        }
        let profile = Profile::load(connection)?;
        let far = profile.server.clone().map(|server| Setting::new(server, Origin::File));
        match given.or(far).filter(|server| server.origin <= database.origin) {
            None => Ok(Self::Local),
            Some(Setting { value: server, origin }) => {
                let far = profile.key_for(&server).map(|key| Setting::new(key, Origin::File));
                let key = connection.api_key_setting().or(far).map(|Setting { value, origin }| {
                    Ok::<_, Failure>(Setting::new(ApiKey::new(&value)?, origin))
                });
                Ok(Self::Remote { server, origin, key: key.transpose()? })
            }
        }
    }
}

/// A profile: a server and the key for it, in a file that nobody else can read.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Profile {
    server: Option<String>,
    api_key: Option<String>,
}

impl Profile {
    /// Loads the named profile, else the one at the default path, else an empty one.
    fn load(connection: &Connection) -> Result<Self, Failure> {
        match connection.profile.clone().or_else(default_path) {
            Some(path) => Self::read(&path),
            None => Ok(Self::default()),
        }
    }

    /// Returns the key if it is for this server; the key of another server is never sent.
    fn key_for(self, server: &str) -> Option<String> {
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
