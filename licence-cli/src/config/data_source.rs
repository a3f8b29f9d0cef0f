//! The data source of a command: a database or a server. The nearer origin wins (flag, then
//! environment, then file). Of two with the same origin, the server wins.

use std::fmt;

use super::profile::Profile;
use crate::args::Connection;
use crate::exit::Failure;
use crate::remote::ApiKey;

/// Where a setting comes from, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// The command line.
    Flag,
    /// The environment.
    Environment,
    /// The configuration file, or the profile.
    File,
    /// No origin: the default.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flag => "a flag",
            Self::Environment => "the environment",
            Self::File => "a file",
            Self::Default => "default",
        })
    }
}

/// A value and its origin.
#[derive(Clone, Debug)]
pub(crate) struct Setting<T> {
    pub(crate) value: T,
    pub(crate) origin: Origin,
}

impl<T> Setting<T> {
    pub(crate) fn new(value: T, origin: Origin) -> Self {
        Self { value, origin }
    }

    /// Returns the nearest of two settings, else the default.
    pub(super) fn first(near: Option<Self>, far: Option<Self>, default: T) -> Self {
        near.or(far).unwrap_or_else(|| Self::new(default, Origin::Default))
    }
}

/// Where a command reads from.
#[derive(Debug)]
pub(crate) enum DataSource {
    /// The database of the settings.
    Local,
    /// A server.
    Remote {
        /// Its address, as given.
        server: String,
        /// The origin of the address.
        origin: Origin,
        /// The key for it.
        key: Option<Setting<ApiKey>>,
    },
}

impl DataSource {
    /// Chooses between database and server by the origin of their settings.
    ///
    /// # Errors
    /// [`Failure::Usage`] when both are given by flags; see also [`Profile::load`].
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
