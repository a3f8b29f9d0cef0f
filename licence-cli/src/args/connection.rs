//! Where the data is.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args as ClapArgs};
use licence_core::network::Network;
use uuid::Uuid;

use crate::setting::{Origin, Setting};

/// Where the data is, and how much is said.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Connection")]
pub(crate) struct Connection {
    /// sqlite://PATH, sqlite::memory: or postgres://…; `LICENCE_DATABASE_URL_FILE` names a file that
    /// holds it [default: sqlite://licence.db]
    #[arg(
        long,
        env = "LICENCE_DATABASE_URL",
        value_name = "URL",
        hide_env_values = true,
        global = true
    )]
    pub(crate) database_url: Option<String>,
    /// A TOML file with `database_url`, `[registers.CODE]`, `[plans.NAME]`, `[retention]` and
    /// `[webhooks]`; a flag or the environment outweighs it
    #[arg(long, env = "LICENCE_CONFIG", value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// The address of a server to ask instead of a database
    #[arg(long, env = "LICENCE_SERVER", value_name = "URL", global = true)]
    pub(crate) server: Option<String>,
    /// The API key for the server; others on this machine may see it in the list of processes, so
    /// the environment or a profile is better
    #[arg(
        long,
        env = "LICENCE_API_KEY",
        value_name = "KEY",
        hide_env_values = true,
        global = true
    )]
    pub(crate) api_key: Option<String>,
    /// A TOML file with `server` and `api_key` that nobody else can read
    /// [default: ~/.config/licence/profile.toml, when it is there]
    #[arg(long, env = "LICENCE_PROFILE", value_name = "FILE", global = true)]
    pub(crate) profile: Option<PathBuf>,
    /// A network that webhooks may reach although it is private, by http:// too; for tests and
    /// private networks. May repeat
    #[arg(
        long,
        env = "LICENCE_WEBHOOK_ALLOW",
        value_name = "CIDR",
        value_delimiter = ',',
        global = true
    )]
    pub(crate) webhook_allow: Option<Vec<Network>>,
    /// The key of the webhook secrets [default: beside an SQLite file]
    #[arg(long, env = "LICENCE_SECRET_KEY_FILE", value_name = "FILE", global = true)]
    secret_key_file: Option<PathBuf>,
    /// Print no table, no progress and no notes: only JSON, CSV and NDJSON that are asked for,
    /// errors, and a key or secret that is shown once
    #[arg(long, short, global = true, help_heading = None::<&'static str>)]
    pub(crate) quiet: bool,
    #[arg(skip)]
    pub(crate) account: Option<Uuid>,
    /// The options that the environment gives, of those whose origin decides something.
    #[arg(skip)]
    from_environment: Vec<&'static str>,
}

impl Connection {
    pub(crate) fn record_origins(&mut self, matches: &ArgMatches) {
        let ids = ["database_url", "server", "api_key", "secret_key_file"];
        let is_given = |id: &&str| matches.value_source(id) == Some(ValueSource::EnvVariable);
        self.from_environment = ids.into_iter().filter(is_given).collect();
    }

    /// Returns the value of an option and where it was given.
    fn setting<T: Clone>(&self, id: &'static str, value: &Option<T>) -> Option<Setting<T>> {
        let origin = match self.from_environment.contains(&id) {
            true => Origin::Environment,
            false => Origin::Flag,
        };
        value.clone().map(|value| Setting::new(value, origin))
    }

    pub(crate) fn database_url_setting(&self) -> Option<Setting<String>> {
        self.setting("database_url", &self.database_url)
    }

    pub(crate) fn server_setting(&self) -> Option<Setting<String>> {
        self.setting("server", &self.server)
    }

    pub(crate) fn secret_key_file_setting(&self) -> Option<Setting<PathBuf>> {
        self.setting("secret_key_file", &self.secret_key_file)
    }

    pub(crate) fn api_key_setting(&self) -> Option<Setting<String>> {
        self.setting("api_key", &self.api_key)
    }
}
