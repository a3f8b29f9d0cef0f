//! The program `licence-server`: options, start, stop.

mod core_dumps;
mod open_files;

use std::ffi::OsString;
use std::future::pending;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use licence_core::account::plan::Plans;
use licence_core::audit::Actor;
use licence_store::{ReaderProgram, Store, StoreOptions, register_reader};
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;

use crate::config::{Command, Config};
use crate::jobs::certificate::keep_current;
use crate::{AppState, Certificate, Listener, jobs, log_panics, logging, serve, serve_metrics};

/// A start that failed: a bad option, an unreachable database, a port in use.
const CANNOT_START: u8 = 2;
/// An end because the database file was replaced or deleted under the server.
const DATABASE_GONE: u8 = 5;

/// How long a stop may take in all: requests, deliveries, usage (decisions 1).
const LONGEST_STOP: Duration = Duration::from_secs(14);
/// What each part of the end gets at least, whatever the parts before it took.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How long a start waits to record its options while another process writes.
const RECORDING: Duration = Duration::from_secs(5);

type Failure = Box<dyn std::error::Error>;

/// Runs the program with these arguments (its name first) until it is told to stop by SIGTERM or
/// SIGINT; what the exit code of a process has to be (decisions 1).
///
/// Prints `listening on URL` to stdout once it accepts connections; a failed start is one line on
/// stderr and exit code 2. Exit code 5 when the database file was replaced or deleted meanwhile. The
/// environment is read too.
///
/// It has to be all that `main` does: it makes its own runtime, and registers are read by this
/// program started a second time ([`register_reader`]).
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<_> = arguments.into_iter().collect();
    if let Some(exit) = register_reader::run_if_asked(arguments.iter().cloned()) {
        return exit;
    }
    match serve_in_a_runtime(arguments) {
        Ok(ended) => ended,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {}", in_one_line(&failure.to_string()));
            ExitCode::from(CANNOT_START)
        }
    }
}

fn serve_in_a_runtime(arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(serve_as_told(arguments));
    // A dropped runtime would wait for blocking work, however long that takes.
    runtime.shutdown_background();
    outcome
}

async fn serve_as_told(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode, Failure> {
    let config = match Command::read(arguments)? {
        Command::Serve(config) => config,
        Command::Print(text) => {
            io::stdout().write_all(text.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    logging::start(&config.log, config.log_format)?;
    log_panics();
    core_dumps::turn_off();
    open_files::allow_many();
    let certificate = certificate(&config)?;
    let listener = listen(config.listen, certificate.as_ref()).await?;
    let metrics_listener = match config.metrics_listen {
        Some(address) => Some(listen(address, None).await?),
        None => None,
    };
    let mut stop = Box::pin(stop_signal()?);
    let store = tokio::select! {
        opened = open(&config) => opened?,
        () = &mut stop => return Ok(ExitCode::SUCCESS),
    };
    let mut jobs = jobs::start(&store, &config)?;
    let base_url = match &config.base_url {
        Some(base_url) => base_url.as_str().to_owned(),
        None => listener.url()?,
    };
    let state = AppState::new(store.clone())
        .with_event_retention(config.retention().events)
        .with_trusted_proxies(config.trusted_proxies)
        .with_plans(Plans::configured(config.tables.plans))
        .with_base_url(&base_url);
    if let Some(certificate) = certificate {
        let renewing = keep_current(certificate, state.metrics(), crate::system_time);
        jobs.spawn(async { match renewing.await {} });
    }
    if let Some(listener) = metrics_listener {
        jobs.spawn(serve_metrics(listener, state.metrics(), store.clone(), pending()));
    }
    jobs.spawn(jobs::database::keep_written_to(store.clone(), state.metrics()));
    let is_database_gone = Arc::new(AtomicBool::new(false));
    let note_gone = Arc::clone(&is_database_gone);
    let database = store.clone();
    let announce_stop = jobs.announce_stop();
    let deadline = Arc::new(OnceLock::new());
    let set_deadline = Arc::clone(&deadline);
    let stop = async move {
        tokio::select! {
            () = stop => {}
            () = jobs::database::replaced(&database) => note_gone.store(true, Ordering::Relaxed),
        }
        let _ = set_deadline.set(Instant::now() + LONGEST_STOP);
        announce_stop();
    };
    announce(&listener)?;
    serve(listener, state, stop).await;
    let left = || {
        let deadline = deadline.get().copied().unwrap_or_else(Instant::now);
        deadline.saturating_duration_since(Instant::now()).max(LAST_WORDS)
    };
    jobs.stop(left()).await;
    if is_database_gone.load(Ordering::Relaxed) {
        store.leave_open();
        return Ok(ExitCode::from(DATABASE_GONE));
    }
    if timeout(left(), write_down(&store)).await.is_err() {
        tracing::error!("the database is busy: what was used in the last second is lost");
    }
    Ok(ExitCode::SUCCESS)
}

async fn write_down(store: &Store) {
    if let Err(error) = store.flush_usage().await {
        tracing::error!(%error, "what was used in the last second is lost");
    }
    store.close().await;
}

fn certificate(config: &Config) -> Result<Option<Certificate>, Failure> {
    let Some((certificate, key)) = &config.tls else { return Ok(None) };
    Ok(Some(Certificate::read(certificate, key, crate::system_time())?))
}

async fn listen(
    address: SocketAddr,
    certificate: Option<&Certificate>,
) -> Result<Listener, Failure> {
    let tls = certificate.map(Certificate::acceptor).transpose()?;
    let listener = Listener::bind(address, tls).await;
    Ok(listener.map_err(|error| format!("cannot listen on {address}: {error}"))?)
}

async fn open(config: &Config) -> Result<Store, Failure> {
    let register_reader = ReaderProgram::this_program();
    let options = StoreOptions { register_reader, ..config.store.clone() };
    let store = Store::open(&options).await?;
    // Better no start than verdicts from a damaged database.
    store.inspect_database().await?;
    // Better no start than one that delivers nothing.
    store.check_secret_key().await?;
    if config.sample && store.is_empty().await? {
        store.apply_sample(crate::system_time()).await?;
    }
    record_configuration(&store, config).await;
    // Before the first request, so that none waits for it.
    store.refresh_catalogue().await?;
    Ok(store)
}

/// A change that cannot be recorded now is recorded at the next start: the options are compared with
/// the last ones on record. A server on a full disk starts all the same.
async fn record_configuration(store: &Store, config: &Config) {
    let store = store.acting_as(Actor::Server);
    let (address, now) = (config.listen.to_string(), crate::system_time());
    let recorded = store.record_configuration(&address, config.effective(), now);
    match timeout(RECORDING, recorded).await {
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

/// Ready when the process is told to stop.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// The one line on stdout: whoever started the server waits for it. When nobody listens there,
/// the server serves all the same.
fn announce(listener: &Listener) -> io::Result<()> {
    let url = listener.url()?;
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "listening on {url}").and_then(|()| stdout.flush());
    Ok(())
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
