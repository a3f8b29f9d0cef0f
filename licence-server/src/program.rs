//! The program `licence-server`: options, start, stop.

mod pages;
mod process_limits;
mod shutdown;
mod start_hints;

use std::cell::OnceCell;
use std::ffi::OsString;
use std::future::pending;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use licence_core::account::plan::Plans;
use licence_core::audit::Actor;
use licence_store::catalogue_file::SigningKey;
use licence_store::service::one_line;
use licence_store::{ReaderProgram, Store, register_reader};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::collector::Collector;
use crate::config::{Command, Config, ExtraListen};
use crate::jobs::Jobs;
use crate::jobs::certificate::keep_current;
use crate::{
    App, AppState, Certificate, Listener, Routes, app, connector, dashboard, jobs, log_panics,
    logging, serve_app, serve_metrics,
};
use pages::Pages;
use shutdown::{Shutdown, stop_signal};

/// The exit code of a start that failed: a bad option, an unreachable database, a port in use.
const CANNOT_START: u8 = 2;

/// How long a start waits to record its options while another process writes.
const RECORD_TIMEOUT: Duration = Duration::from_secs(5);

type Failure = Box<dyn std::error::Error>;

/// Runs the program with these arguments (its name first) until SIGTERM or SIGINT; returns the exit
/// code of the process (decisions 1).
///
/// Prints `listening on URL` to stdout once it accepts connections. A failed start is one line on
/// stderr and exit code 2; a database file that was replaced, overwritten or deleted is exit code 5.
/// Options come from the environment too.
///
/// `main` must do nothing else: this function makes its own runtime, and starts the program a second
/// time to read registers ([`register_reader`]).
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<_> = arguments.into_iter().collect();
    if let Some(exit) = register_reader::run_if_asked(arguments.iter().cloned()) {
        return exit;
    }
    match run_in_runtime(arguments) {
        Ok(ended) => ended,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {}", one_line(&failure.to_string()));
            ExitCode::from(CANNOT_START)
        }
    }
}

fn run_in_runtime(arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(async {
        match Command::read(arguments)? {
            Command::Serve(config) => serve_until_stopped(*config).await,
            Command::Print(text) => {
                io::stdout().write_all(text.as_bytes())?;
                Ok(ExitCode::SUCCESS)
            }
        }
    });
    // A dropped runtime would wait for blocking work, however long that takes.
    runtime.shutdown_background();
    outcome
}

async fn serve_until_stopped(config: Config) -> Result<ExitCode, Failure> {
    let _log = logging::start(&config.log, config.log_format)?;
    let collector = Collector::from_environment()?;
    log_panics();
    process_limits::turn_core_dumps_off();
    process_limits::allow_many_files();
    let certificate = read_certificate(&config)?;
    let listener = listen("--listen", config.listen, certificate.as_ref()).await?;
    let metrics_listener = match config.metrics_listen {
        Some(address) => Some(listen("--metrics-listen", address, None).await?),
        None => None,
    };
    let [pages, assistants] = listen_for_members(&config, certificate.as_ref()).await?;
    let mut signal = Box::pin(stop_signal()?);
    let store = tokio::select! {
        opened = open_store(&config) => opened?,
        () = &mut signal => return Ok(ExitCode::SUCCESS),
    };
    let mut jobs = jobs::start(&store, &config)?;
    let hints = start_hints::start_hints(&config, &store, &listener, [&pages, &assistants]).await?;
    let mut state = app_state(&store, config, &listener, [&pages, &assistants])?;
    state.collector = collector.clone();
    start_watchers(&mut jobs, &store, &state, certificate, metrics_listener);
    announce(&listener)?;
    let _ = io::stderr().write_all(hints.as_bytes());
    let (shutdown, announce_stop) = (OnceCell::new(), jobs.announce_stop());
    let (stopping, stopped) = watch::channel(());
    let stop = async {
        let _ = shutdown.set(Shutdown::wait(signal, &store).await);
        announce_stop();
        // The pages and the connector stop with the API.
        drop(stopping);
    };
    let api = app(state);
    let serving_pages = serve_beside(pages, dashboard(&api), stopped.clone());
    let serving_assistants = serve_beside(assistants, connector(&api), stopped);
    tokio::join!(serve_app(listener, api.clone(), stop), serving_pages, serving_assistants);
    let shutdown = shutdown.into_inner().unwrap_or_else(Shutdown::immediate);
    Ok(shutdown.finish(jobs, collector, store).await)
}

fn app_state(
    store: &Store,
    config: Config,
    listener: &Listener,
    [pages, assistants]: [&Pages; 2],
) -> Result<AppState, Failure> {
    let base_url = config.base_url.as_ref().map(|url| url.as_str().to_owned());
    let base_url = base_url.map_or_else(|| listener.url(), Ok)?;
    let mut state = AppState::new(store.clone())
        .with_register_plans(config.register_plans())
        .with_trusted_proxies(config.trusted_proxies)
        .with_plans(Plans(config.plans))
        .with_base_url(&base_url)
        .with_required_passkey(config.require_passkey);
    state.event_retention = config.retention.events;
    if let Some(path) = &config.catalogue_key_file {
        let failed = |error| format!("--catalogue-key-file {}: {error}", path.display());
        state.catalogue_key = Some(SigningKey::read(path).map_err(failed)?);
    }
    if let Some(url) = pages.url(config.dashboard_url.as_ref())? {
        state = state.with_dashboard_url(&url);
    }
    if let Some(url) = assistants.url(config.connector_url.as_ref())? {
        state = state.with_connector_url(url.parse()?);
    }
    Ok(state)
}

/// Serves the dashboard or the connector until the channel closes.
async fn serve_beside<R: Routes>(pages: Pages, app: App<R>, mut stopped: watch::Receiver<()>) {
    if let Pages::Served(listener) = pages {
        let stop = async { stopped.changed().await.unwrap_or_default() };
        serve_app(listener, app, stop).await;
    }
}

/// Opens the ports of the dashboard and the connector.
async fn listen_for_members(
    config: &Config,
    certificate: Option<&Certificate>,
) -> Result<[Pages; 2], Failure> {
    let pages = listen_beside("--dashboard-listen", config.dashboard_listen, certificate).await?;
    // Members consent on the dashboard.
    let given = config.connector_listen.filter(|_| matches!(pages, Pages::Served(_)));
    let assistants = listen_beside("--connector-listen", given, certificate).await?;
    Ok([pages, assistants])
}

/// Opens the port of the dashboard or the connector.
async fn listen_beside(
    option: &str,
    given: Option<ExtraListen>,
    certificate: Option<&Certificate>,
) -> Result<Pages, Failure> {
    let Some(ExtraListen { address, is_required }) = given else { return Ok(Pages::Off) };
    match listen(option, address, certificate).await {
        Ok(listener) => Ok(Pages::Served(listener)),
        Err(_) if !is_required => Ok(Pages::PortTaken(address)),
        Err(error) => Err(error),
    }
}

/// Starts the jobs that use the state of requests, and the listener that serves the metrics.
fn start_watchers(
    jobs: &mut Jobs,
    store: &Store,
    state: &AppState,
    certificate: Option<Certificate>,
    metrics_listener: Option<Listener>,
) {
    if let Some(certificate) = certificate {
        jobs.spawn_endless(keep_current(certificate, state.metrics(), crate::system_time));
    }
    if let Some(listener) = metrics_listener {
        jobs.spawn(serve_metrics(listener, state.metrics(), store.clone(), pending()));
    }
    jobs.spawn(jobs::database::try_writes(store.clone(), state.metrics()));
    if state.catalogue_key.is_some() {
        let publication = Arc::clone(&state.catalogue);
        jobs.spawn_endless(jobs::catalogue::keep_published(publication, store.clone()));
    }
}

fn read_certificate(config: &Config) -> Result<Option<Certificate>, Failure> {
    let Some((certificate, key)) = &config.tls else { return Ok(None) };
    Ok(Some(Certificate::read(certificate, key, crate::system_time())?))
}

async fn listen(
    option: &str,
    address: SocketAddr,
    certificate: Option<&Certificate>,
) -> Result<Listener, Failure> {
    let tls = certificate.map(Certificate::acceptor).transpose()?;
    let listener = Listener::bind(address, tls).await;
    Ok(listener.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "cannot listen on {address}: another program does; stop it or give {option} another port"
        ),
        _ => format!("cannot listen on {address}: {error}"),
    })?)
}

async fn open_store(config: &Config) -> Result<Store, Failure> {
    let register_reader = ReaderProgram::this_program();
    let options = config.store.clone().with_register_reader(register_reader);
    let store = Store::open(&options).await?;
    // Refuse to start rather than answer from a damaged database.
    store.inspect_database().await?;
    // Refuse to start rather than deliver nothing.
    store.check_secret_key().await?;
    if config.sample && store.is_empty().await? {
        store.apply_sample(crate::system_time()).await?;
    }
    record_configuration(&store, config).await;
    // Before the first request, so that no request waits for the catalogue.
    store.refresh_catalogue().await?;
    Ok(store)
}

/// Records the options of this start in the audit log. A change that cannot be recorded now is
/// recorded at the next start, so a server on a full disk starts nevertheless.
async fn record_configuration(store: &Store, config: &Config) {
    let store = store.acting_as(Actor::Server);
    let (address, now) = (config.listen.to_string(), crate::system_time());
    let recorded = store.record_configuration(&address, config.effective(), now);
    match timeout(RECORD_TIMEOUT, recorded).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::error!(%error, "the options of this start are not in the audit log");
        }
        Err(_) => {
            tracing::error!(
                "the options of this start are not in the audit log: the database is busy"
            );
        }
    }
}

/// Prints the one line on stdout, for which the starter of the server may wait. The server runs
/// even if nobody reads the line.
fn announce(listener: &Listener) -> io::Result<()> {
    let url = listener.url()?;
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "listening on {url}").and_then(|()| stdout.flush());
    Ok(())
}
