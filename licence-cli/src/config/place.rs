//! Where the data is: on a database, or behind a server. The nearer source wins (flag, then
//! environment, then file); of two that are as near, the server.

use std::fmt;

use super::profile::Profile;
use crate::args::Connection;
use crate::exit::Failure;
use crate::remote::ApiKey;

/// Who said a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// The command line.
    Flag,
    /// The environment.
    Environment,
    /// The configuration file, or the profile.
    File,
    /// Nobody.
    Default,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flag => "a flag",
            Self::Environment => "the environment",
            Self::File => "a file",
            Self::Default => "default",
        })
    }
}

/// A value, and who said it.
#[derive(Clone, Debug)]
pub(crate) struct Given<T> {
    pub(crate) value: T,
    pub(crate) source: Source,
}

impl<T> Given<T> {
    pub(crate) fn new(value: T, source: Source) -> Self {
        Self { value, source }
    }

    /// The nearest of what was said.
    pub(super) fn first(near: Option<Self>, far: Option<Self>, default: T) -> Self {
        near.or(far).unwrap_or_else(|| Self::new(default, Source::Default))
    }
}

/// Where the data is.
#[derive(Debug)]
pub(crate) enum Place {
    /// On the database of the settings.
    Local,
    /// Behind a server.
    Remote {
        /// Its address, as given.
        server: String,
        /// Who gave it.
        source: Source,
        /// The key for it.
        key: Option<Given<ApiKey>>,
    },
}

impl Place {
    pub(super) fn of(connection: &Connection, database: &Given<String>) -> Result<Self, Failure> {
        let is_flag = |source| source == Source::Flag;
        let given = connection.given_server();
        if given.as_ref().is_some_and(|it| is_flag(it.source)) && is_flag(database.source) {
            let error = "--server and --database-url exclude each other: a server has its own";
            return Err(Failure::Usage(error.to_owned()));
        }
        if is_flag(database.source) {
            return Ok(Self::Local);
        }
        let profile = Profile::of(connection)?;
        let far = profile.server.clone().map(|server| Given::new(server, Source::File));
        match given.or(far).filter(|server| server.source <= database.source) {
            None => Ok(Self::Local),
            Some(Given { value: server, source }) => {
                let far = profile.key_for(&server).map(|key| Given::new(key, Source::File));
                let key = connection.given_api_key().or(far).map(|Given { value, source }| {
                    Ok::<_, Failure>(Given::new(ApiKey::new(&value)?, source))
                });
                Ok(Self::Remote { server, source, key: key.transpose()? })
            }
        }
    }
}
