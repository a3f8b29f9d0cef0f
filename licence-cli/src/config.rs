//! The settings: flag, then environment, then a file (decisions 1).

mod file;
mod place;
mod profile;
mod webhooks;

use std::collections::BTreeMap;

use licence_core::account::AccountId;
use licence_core::account::plan::Plans;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::sources::{RegisterPlan, RegisterTable};
use licence_store::{
    ReaderProgram, Retention, Store, StoreOptions, WebhookOptions, value_from_file,
};

use crate::actor::actor;
use crate::args::Connection;
use crate::exit::Failure;
use crate::remote::{Client, Pause};
use crate::service::{Local, Service};

use file::ConfigFile;
pub(crate) use file::is_private;
pub(crate) use place::{Given, Place, Source};

/// What a command needs to know of its surroundings.
#[derive(Debug)]
pub(crate) struct Settings {
    /// Where the data is.
    pub(crate) place: Place,
    /// The database, should it be asked.
    pub(crate) database_url: Given<String>,
    /// The cache that the server of this configuration uses.
    pub(crate) cache_url: Given<String>,
    /// The key of the webhook secrets, where one is named.
    pub(crate) secret_key_file: Option<Given<std::path::PathBuf>>,
    pub(crate) retention: Retention,
    pub(crate) plans: Plans,
    /// No table, no progress, no notes.
    pub(crate) is_quiet: bool,
    account: Option<AccountId>,
    registers: BTreeMap<JurisdictionCode, RegisterTable>,
    webhooks: WebhookOptions,
}

/// A flag, else the value in the file that `VARIABLE_FILE` names, else the variable's own.
fn or_in_file(
    given: Option<Given<String>>,
    variable: &str,
) -> Result<Option<Given<String>>, Failure> {
    if given.as_ref().is_some_and(|given| given.source == Source::Flag) {
        return Ok(given);
    }
    let in_file = value_from_file(variable, |name| std::env::var_os(name))
        .map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(in_file.map(|value| Given::new(value, Source::Environment)).or(given))
}

impl Settings {
    /// What flags, environment and files say together.
    ///
    /// # Errors
    /// [`Failure::Usage`]: a file that cannot be read, a profile that others can read, a server
    /// and a database at once.
    pub(crate) fn resolve(connection: &Connection) -> Result<Self, Failure> {
        let file = ConfigFile::of(connection.config.as_deref())?;
        let key_file = connection
            .given_secret_key_file()
            .or(file.secret_key_file.clone().map(|path| Given::new(path, Source::File)));
        let key_path = key_file.as_ref().map(|file| file.value.clone());
        let webhooks = webhooks::options(connection, &file, key_path)?;
        let defaults = StoreOptions::default();
        let database_url = Given::first(
            or_in_file(connection.given_database_url(), "LICENCE_DATABASE_URL")?,
            file.database_url.map(|url| Given::new(url, Source::File)),
            defaults.database_url,
        );
        let cache_url = std::env::var("LICENCE_CACHE_URL").ok();
        let cache_url = cache_url.map(|url| Given::new(url, Source::Environment));
        let cache_url = Given::first(
            or_in_file(cache_url, "LICENCE_CACHE_URL")?,
            file.cache_url.map(|url| Given::new(url, Source::File)),
            defaults.cache_url,
        );
        Ok(Self {
            place: Place::of(connection, &database_url)?,
            database_url,
            cache_url,
            secret_key_file: key_file,
            webhooks,
            retention: file.retention.settled(),
            plans: Plans::configured(file.plans),
            is_quiet: connection.quiet,
            account: connection.account.map(AccountId),
            registers: file.registers,
        })
    }

    /// How a register is read: what the file says, and the defaults for the rest.
    pub(crate) fn register_plan(&self, code: JurisdictionCode) -> RegisterPlan {
        RegisterPlan::of(code, self.registers.get(&code))
    }

    /// Opens the store, for what only a database can do. The user's acts are recorded as theirs.
    ///
    /// # Errors
    /// [`Failure::Usage`] when a server is to be asked; [`Failure::Store`].
    pub(crate) async fn open_store(&self) -> Result<Store, Failure> {
        Ok(Store::open(&self.local_store_options()?).await?.acting_as(actor()))
    }

    /// The database, for what only a database can do.
    ///
    /// # Errors
    /// [`Failure::Usage`] when a server is to be asked.
    pub(crate) fn local_store_options(&self) -> Result<StoreOptions, Failure> {
        match &self.place {
            Place::Local => Ok(self.store_options()),
            Place::Remote { source, .. } => Err(Failure::Usage(format!(
                "this command works on a database, and the server is given by {source}; leave it \
                 out, or name the database with --database-url"
            ))),
        }
    }

    /// The database, with a cache of this process: limits are counted by servers alone.
    pub(crate) fn store_options(&self) -> StoreOptions {
        StoreOptions {
            webhooks: self.webhooks.clone(),
            register_reader: ReaderProgram::this_program(),
            ..StoreOptions::new(self.database_url.value.as_str())
        }
    }

    /// What answers: the database, or the server.
    ///
    /// # Errors
    /// As [`Settings::open_store`] and [`Client::new`].
    pub(crate) async fn service(&self) -> Result<Service, Failure> {
        match &self.place {
            Place::Remote { .. } => Ok(Service::Remote(self.client()?)),
            Place::Local => Ok(Service::Local(Box::new(Local {
                store: self.open_store().await?,
                account: self.account,
                plans: self.plans.clone(),
                event_retention: self.retention.events,
            }))),
        }
    }

    fn client(&self) -> Result<Client, Failure> {
        let Place::Remote { server, key, .. } = &self.place else {
            return Err(Failure::Usage("no --server is given".to_owned()));
        };
        let key = key.as_ref().map(|key| key.value.clone());
        let client = Client::new(server, key, Pause::sleeping(self.is_quiet))?;
        if client.shows_its_key() && !self.is_quiet {
            eprintln!("warning: the API key goes to {} unencrypted", client.server());
        }
        Ok(client)
    }
}
