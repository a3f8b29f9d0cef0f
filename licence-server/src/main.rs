//! Options, start, stop.

use std::io::{self, Write};
use std::process::ExitCode;

use licence_server::config::{Command, Config};
use licence_server::{AppState, Listener, jobs, log_panics, logging, serve, tls_acceptor};
use licence_store::Store;
use tokio::signal::unix::{SignalKind, signal};

/// A start that failed: a bad option, an unreachable database, a port in use.
const CANNOT_START: u8 = 2;

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {}", in_one_line(&failure.to_string()));
            ExitCode::from(CANNOT_START)
        }
    }
}

async fn run() -> Result<(), Failure> {
    let config = match Command::read(std::env::args_os())? {
        Command::Serve(config) => config,
        Command::Print(text) => return Ok(io::stdout().write_all(text.as_bytes())?),
    };
    logging::start(&config.log, config.log_format)?;
    log_panics();
    let listener = listen(&config).await?;
    let store = open(&config).await?;
    let stop = stop_signal()?;
    announce(&listener)?;
    let mut jobs = jobs::start(&store, &config)?;
    let state = AppState::new(store.clone()).with_trusted_proxies(config.trusted_proxies);
    serve(listener, state, stop).await;
    jobs.shutdown().await;
    store.close().await;
    Ok(())
}

async fn listen(config: &Config) -> Result<Listener, Failure> {
    let tls = config.tls.as_ref().map(|(certificate, key)| tls_acceptor(certificate, key));
    let listener = Listener::bind(config.listen, tls.transpose()?).await;
    Ok(listener.map_err(|error| format!("cannot listen on {}: {error}", config.listen))?)
}

async fn open(config: &Config) -> Result<Store, Failure> {
    let store = Store::open(&config.store).await?;
    if config.sample && store.is_empty().await? {
        store.apply_sample(licence_server::system_time()).await?;
    }
    // Before the first request, so that none waits for it.
    store.refresh_catalogue().await?;
    Ok(store)
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
