//! The accept loop. `warp::serve` has no timeouts and cannot speak TLS, so it is our own.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::app::{App, Routes, app};
use crate::connection::Connections;
use crate::state::AppState;

/// How long to wait when no connection can be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How long to be silent about it once it was logged.
const COMPLAINT_PAUSE: Duration = Duration::from_secs(10);

/// An open port, with or without TLS.
pub struct Listener {
    tcp: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Listener {
    /// Opens a port; 0 takes a free one.
    ///
    /// # Errors
    /// The system's, when the address is in use or is none of this machine.
    pub async fn bind(address: SocketAddr, tls: Option<TlsAcceptor>) -> io::Result<Self> {
        Ok(Self { tcp: TcpListener::bind(address).await?, tls })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system's, when it cannot tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Where it listens, as a URL.
    ///
    /// # Errors
    /// As [`Listener::address`].
    pub fn url(&self) -> io::Result<String> {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        Ok(format!("{scheme}://{}", self.address()?))
    }
}

/// Serves the API until `shutdown` is ready, then finishes the requests in flight.
pub async fn serve(listener: Listener, state: AppState, shutdown: impl Future<Output = ()>) {
    serve_app(listener, app(state), shutdown).await;
}

/// [`serve`] for an app with routes of its own.
pub async fn serve_app<R: Routes>(
    listener: Listener,
    app: App<R>,
    shutdown: impl Future<Output = ()>,
) {
    let drain = app.state().limits.drain;
    let (stop, stopping) = watch::channel(false);
    tokio::select! {
        biased;
        () = shutdown => {}
        never = accept(listener, app, stopping) => match never {},
    }
    stop.send_replace(true);
    // Every connection holds a receiver until its end.
    if timeout(drain, stop.closed()).await.is_err() {
        tracing::warn!("stopped with requests still in flight after {drain:?}");
    }
}

async fn accept<R: Routes>(
    listener: Listener,
    app: App<R>,
    stopping: watch::Receiver<bool>,
) -> Infallible {
    let Listener { tcp, tls } = listener;
    let slots = app.state().limits.connections.min(Semaphore::MAX_PERMITS);
    let slots = Arc::new(Semaphore::new(slots));
    let connections = Arc::new(Connections::new(app, tls, stopping));
    let mut acceptor = Acceptor { tcp, complained: None };
    loop {
        // The semaphore is never closed, so there is a slot once this is ready.
        let slot = Arc::clone(&slots).acquire_owned().await;
        let (stream, peer) = acceptor.next().await;
        let connections = Arc::clone(&connections);
        tokio::spawn(async move {
            connections.serve(stream, peer).await;
            drop(slot);
        });
    }
}

/// Takes connections, whatever happens.
struct Acceptor {
    tcp: TcpListener,
    complained: Option<Instant>,
}

impl Acceptor {
    /// The next connection. A failure to accept one, for want of file descriptors say, is waited
    /// out.
    async fn next(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            match self.tcp.accept().await {
                Ok(accepted) => return accepted,
                Err(error) if is_the_callers(&error) => {}
                Err(error) => {
                    self.complain(&error);
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    /// Logs a failure, but not each of thousands.
    fn complain(&mut self, error: &io::Error) {
        if self.complained.is_none_or(|then| then.elapsed() > COMPLAINT_PAUSE) {
            tracing::error!(%error, "cannot accept connections");
            self.complained = Some(Instant::now());
        }
    }
}

/// The caller hung up before it was accepted.
fn is_the_callers(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
