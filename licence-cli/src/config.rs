//! The settings: flag, then environment, then a file (decisions 1).

mod data_source;

use std::collections::BTreeMap;
use std::env::VarError;
use std::fmt::Display;
use std::str::FromStr;

use licence_core::account::AccountId;
use licence_core::account::plan::Plans;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::sources::{RegisterPlan, RegisterTable, without_credentials};
use licence_store::outbound::certificates_file;
use licence_store::service::{
    ConfigFile, Retention, WebhookOptions, read_toml, sqlite_file, value_from_file,
};
use licence_store::{ReaderProgram, Store, StoreOptions};
use tokio::runtime::{Builder, Runtime};

use crate::actor::actor;
use crate::args::Connection;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::remote::{Client, Pause};
use crate::service::{Local, Service};
use crate::setting::{Origin, Setting};

pub(crate) use data_source::{DataSource, is_private};

/// The settings of a command, and the runtime that it works on.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The database or server that the command reads from.
    pub(crate) data_source: DataSource,
    /// The database, for commands that need one.
    pub(crate) database_url: Setting<String>,
    /// The cache that the server of this configuration uses.
    pub(crate) cache_url: Setting<String>,
    /// The folder in which the newest catalogue is kept, if one is named.
    catalogue_folder: Option<std::path::PathBuf>,
    /// The key file of the webhook secrets, if one is named.
    pub(crate) secret_key_file: Option<Setting<std::path::PathBuf>>,
    /// The public address of the dashboard, if the environment or the file says it.
    pub(crate) dashboard_url: Option<licence_core::origin::Origin>,
    pub(crate) retention: Retention,
    pub(crate) plans: Plans,
    account: Option<AccountId>,
    registers: BTreeMap<JurisdictionCode, RegisterTable>,
    webhooks: WebhookOptions,
    runtime: Runtime,
}

/// Returns the flag, else the content of the file that `VARIABLE_FILE` names, else the variable.
fn flag_or_file_or_variable(
    setting: Option<Setting<String>>,
    variable: &str,
) -> Result<Option<Setting<String>>, Failure> {
    if setting.as_ref().is_some_and(|setting| setting.origin == Origin::Flag) {
        return Ok(setting);
    }
    let in_file = value_from_file(variable, |name| std::env::var_os(name))
        .map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(in_file.map(|value| Setting::new(value, Origin::Environment)).or(setting))
}

/// Returns the options of the file, each replaced by what the environment gives for it. Where webhooks
/// may go depends on options for which only the server has flags.
fn config_file(connection: &Connection) -> Result<ConfigFile, Failure> {
    let file = connection.config.as_deref().map(read_toml::<ConfigFile>).transpose();
    let file = file.map_err(|error| Failure::Usage(error.to_string()))?.unwrap_or_default();
    Ok(ConfigFile {
        webhook_allow: connection.webhook_allow.clone().or(file.webhook_allow),
        base_url: variable("LICENCE_BASE_URL")?.or(file.base_url),
        dashboard_url: variable("LICENCE_DASHBOARD_URL")?.or(file.dashboard_url),
        connector_url: variable("LICENCE_CONNECTOR_URL")?.or(file.connector_url),
        ..file
    })
}

/// Returns the value of a variable; `None` for one that is not set or empty.
fn variable<T: FromStr<Err: Display>>(name: &str) -> Result<Option<T>, Failure> {
    let wrong = |why: &dyn Display| Failure::Usage(format!("{name}: {why}"));
    match std::env::var(name) {
        Ok(text) if text.is_empty() => Ok(None),
        Ok(text) => text.parse().map(Some).map_err(|error| wrong(&error)),
        Err(VarError::NotPresent) => Ok(None),
        // Its own text would show the value, which may hold a password.
        Err(VarError::NotUnicode(_)) => Err(wrong(&"the value is not UTF-8")),
    }
}

impl Settings {
    /// Merges flags, environment and files.
    pub(crate) fn resolve(connection: &Connection) -> Result<Self, Failure> {
        let mut file = config_file(connection)?;
        let key_file = connection
            .secret_key_file_setting()
            .or(file.secret_key_file.clone().map(|path| Setting::new(path, Origin::File)));
        file.secret_key_file = key_file.as_ref().map(|file| file.value.clone());
        let mut webhooks = file.webhook_options();
        webhooks.post.certificates = certificates_file();
        let defaults = StoreOptions::default();
        let database_url = Setting::first(
            flag_or_file_or_variable(connection.database_url_setting(), "LICENCE_DATABASE_URL")?,
            file.database_url.map(|url| Setting::new(url, Origin::File)),
            defaults.database_url,
        );
        let cache_url = variable("LICENCE_CACHE_URL")?;
        let cache_url = cache_url.map(|url| Setting::new(url, Origin::Environment));
        let cache_url = Setting::first(
            flag_or_file_or_variable(cache_url, "LICENCE_CACHE_URL")?,
            file.cache_url.map(|url| Setting::new(url, Origin::File)),
            defaults.cache_url,
        );
        Ok(Self {
            data_source: DataSource::choose(connection, &database_url)?,
            database_url,
            cache_url,
            catalogue_folder: std::env::var_os("LICENCE_CATALOGUE_FOLDER")
                .filter(|folder| !folder.is_empty())
                .map(Into::into)
                .or(file.catalogue_folder),
            secret_key_file: key_file,
            dashboard_url: file.dashboard_url,
            webhooks,
            retention: file.retention,
            plans: Plans(file.plans),
            account: connection.account.map(AccountId),
            registers: file.registers,
            // One thread is enough: the library answers checks without waiting, and `batch` brings
            // its own.
            runtime: Builder::new_current_thread().enable_all().build()?,
        })
    }

    /// Runs the work of a command to its end.
    pub(crate) fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Returns how to read a register: the values of the file, and defaults for the rest.
    pub(crate) fn register_plan(&self, code: JurisdictionCode) -> RegisterPlan {
        RegisterPlan::from_table(code, self.registers.get(&code))
    }

    /// Refuses a server that a flag names, for a command that answers from a catalogue.
    pub(crate) fn require_no_server_flag(&self) -> Result<(), Failure> {
        match &self.data_source {
            DataSource::Remote { origin: Origin::Flag, .. } => {
                let why = "--catalogue and --server exclude each other: a catalogue answers alone";
                Err(Failure::Usage(why.to_owned()))
            }
            DataSource::Remote { .. } | DataSource::Local => Ok(()),
        }
    }

    /// Opens the store, for commands about what a database holds. The audit log names the user.
    pub(crate) async fn open_store(&self) -> Result<Store, Failure> {
        match (&self.data_source, self.missing_database_file()) {
            (DataSource::Local, Some(path)) => Err(Failure::NoDatabase { path }),
            _ => Ok(Store::open(&self.local_store_options()?).await?.acting_as(actor())),
        }
    }

    /// Opens the store, for the commands that a new database begins with. Names a new one, because a
    /// command in the wrong folder would otherwise fill another database unnoticed.
    pub(crate) async fn open_or_create_store(&self) -> Result<Store, Failure> {
        let options = self.local_store_options()?;
        let missing = self.missing_database_file();
        let store = Store::open(&options).await?.acting_as(actor());
        if let Some(path) = missing {
            notes::note(format_args!("{path} is a new database"));
        }
        Ok(store)
    }

    /// Opens the store, for a command that changes nothing. If there is no database, opens an empty
    /// one in memory.
    pub(crate) async fn open_or_imitate_store(&self) -> Result<Store, Failure> {
        let options = self.local_store_options()?;
        Ok(match self.missing_database_file() {
            Some(_) => Store::open(&StoreOptions::new("sqlite::memory:")).await?,
            None => Store::open(&options).await?,
        })
    }

    /// Returns the options of the database, for commands that need one.
    pub(crate) fn local_store_options(&self) -> Result<StoreOptions, Failure> {
        match &self.data_source {
            DataSource::Local => Ok(self.store_options()),
            DataSource::Remote { origin, .. } => Err(Failure::Usage(format!(
                "this command works on a database, and the server is given by {origin}; leave it \
                 out, or name the database with --database-url"
            ))),
        }
    }

    /// Returns the options of the database. The cache is in memory, because only servers count limits.
    pub(crate) fn store_options(&self) -> StoreOptions {
        let mut options = StoreOptions::new(self.database_url.value.as_str())
            .with_webhooks(self.webhooks.clone())
            .with_register_reader(ReaderProgram::this_program());
        options.catalogue_folder = self.catalogue_folder.clone();
        options
    }

    /// Opens the data source: the database or the server. It creates no database.
    pub(crate) async fn service(&self) -> Result<Service, Failure> {
        match self.server()? {
            Some(client) => Ok(Service::Remote(client)),
            None => Ok(Service::Local(Box::new(Local {
                store: self.open_store().await?,
                account: self.account,
                plans: self.plans.clone(),
                event_retention: self.retention.events,
            }))),
        }
    }

    /// Opens the store, runs a command on it, and closes it whatever the outcome.
    pub(crate) fn with_store<T>(
        &self,
        command: impl AsyncFnOnce(&Store) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.block_on(async {
            let store = self.open_store().await?;
            let outcome = command(&store).await;
            store.close().await;
            outcome
        })
    }

    /// Runs a lookup on the data source, and closes it whatever the outcome. A lookup creates no
    /// database, because an empty one would answer that nothing is on record.
    pub(crate) fn look_up(
        &self,
        command: impl AsyncFnOnce(&Service) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        self.block_on(async {
            let service = self.lookup_service().await?;
            let outcome = command(&service).await;
            service.close().await;
            outcome
        })
    }

    /// Opens the data source for a lookup.
    pub(crate) async fn lookup_service(&self) -> Result<Service, Failure> {
        let service = self.service().await?;
        if service.is_empty().await? {
            service.close().await;
            return Err(Failure::NoRegisterRead { database: self.data_source_name() });
        }
        Ok(service)
    }

    /// Returns the address of the database or the server, without credentials.
    pub(crate) fn data_source_name(&self) -> String {
        match &self.data_source {
            DataSource::Local => without_credentials(&self.database_url.value),
            DataSource::Remote { server, .. } => without_credentials(server),
        }
    }

    /// Returns the path of the SQLite database if there is no file, or an empty one. A file in a
    /// folder that this user may not enter is not missing.
    pub(crate) fn missing_database_file(&self) -> Option<String> {
        let path = sqlite_file(&self.database_url.value).ok()?;
        let is_missing = match path.metadata() {
            Ok(file) => file.len() == 0,
            Err(error) => error.kind() != std::io::ErrorKind::PermissionDenied,
        };
        is_missing.then(|| path.display().to_string())
    }

    /// Opens the data source, runs a command on it, and closes it whatever the outcome.
    pub(crate) fn with_service(
        &self,
        command: impl AsyncFnOnce(&Service) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        self.block_on(async {
            let service = self.service().await?;
            let outcome = command(&service).await;
            service.close().await;
            outcome
        })
    }

    /// Returns the client of the server, if the data source is one.
    pub(crate) fn server(&self) -> Result<Option<Client>, Failure> {
        let DataSource::Remote { server, key, .. } = &self.data_source else { return Ok(None) };
        let key = key.as_ref().map(|key| key.value.clone());
        let client = Client::new(server, key, Pause::sleeping())?;
        if client.shows_its_key() {
            let server = client.server();
            notes::note(format_args!("warning: the API key goes to {server} unencrypted"));
        }
        Ok(Some(client))
    }
}
