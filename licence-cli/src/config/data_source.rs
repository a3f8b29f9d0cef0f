//! The data source of a command: a database or a server. The nearer origin wins (flag, then
//! environment, then file). Of two with the same origin, the server wins.

use super::profile::Profile;
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
        /// The origin of the address.
        origin: Origin,
        /// The key for it.
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
