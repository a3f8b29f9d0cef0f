//! Where the data is.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args as ClapArgs};
use licence_core::network::Network;
use uuid::Uuid;

use crate::config::{Given, Source};

/// Where the data is, and how much is said.
#[derive(Debug, ClapArgs)]
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
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    #[arg(skip)]
    pub(crate) account: Option<Uuid>,
    #[arg(skip)]
    sources: Sources,
}

/// Who gave the options of which that decides something.
#[derive(Clone, Copy, Debug, Default)]
struct Sources {
    database_url: Option<Source>,
    server: Option<Source>,
    api_key: Option<Source>,
    secret_key_file: Option<Source>,
}

impl Connection {
    /// Notes who gave what.
    pub(crate) fn note_sources(&mut self, matches: &ArgMatches) {
        let source = |id: &str| match matches.value_source(id)? {
            ValueSource::CommandLine => Some(Source::Flag),
            ValueSource::EnvVariable => Some(Source::Environment),
            _ => None,
        };
        self.sources = Sources {
            database_url: source("database_url"),
            server: source("server"),
            api_key: source("api_key"),
            secret_key_file: source("secret_key_file"),
        };
    }

    pub(crate) fn given_database_url(&self) -> Option<Given<String>> {
        given(&self.database_url, self.sources.database_url)
    }

    pub(crate) fn given_server(&self) -> Option<Given<String>> {
        given(&self.server, self.sources.server)
    }

    pub(crate) fn given_secret_key_file(&self) -> Option<Given<PathBuf>> {
        let source = self.sources.secret_key_file.unwrap_or(Source::Flag);
        self.secret_key_file.clone().map(|path| Given::new(path, source))
    }

    pub(crate) fn given_api_key(&self) -> Option<Given<String>> {
        given(&self.api_key, self.sources.api_key)
    }
}

/// An empty variable of the environment is one that is not set.
fn given(value: &Option<String>, source: Option<Source>) -> Option<Given<String>> {
    let source = source.unwrap_or(Source::Flag);
    let is_said = |value: &&String| !value.is_empty() || source == Source::Flag;
    value.as_ref().filter(is_said).map(|value| Given::new(value.clone(), source))
}
