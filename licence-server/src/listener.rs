//! The accept loop. It is our own, because `warp::serve` has no timeouts and no TLS.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ipnet::IpNet;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::app::{App, app};
use crate::connection::{Connections, Phase};
use crate::connection_limits::{Handshakes, OpenConnection, OpenConnections};
use crate::logging::Throttle;
use crate::router::Routes;
use crate::state::AppState;

/// How long to wait when no connection can be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// An open port, with or without TLS.
pub struct Listener {
    tcp: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Listener {
    /// Opens a port; 0 takes a free one.
    ///
    /// # Errors
    /// The system's error if the address is in use or does not belong to this machine.
    pub async fn bind(address: SocketAddr, tls: Option<TlsAcceptor>) -> io::Result<Self> {
        Ok(Self { tcp: TcpListener::bind(address).await?, tls })
    }

    /// Returns the address of the port.
    ///
    /// # Errors
    /// The system's error if it does not know the address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Returns the address of the port as a URL.
    ///
    /// # Errors
    /// As [`Listener::address`].
    pub fn url(&self) -> io::Result<String> {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        Ok(format!("{scheme}://{}", self.address()?))
    }

    /// Returns the address of a port on loopback as a URL of the host `localhost`; `None` for a port
    /// on another address.
    pub(crate) fn localhost_url(&self) -> io::Result<Option<String>> {
        let address = self.address()?;
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        let is_loopback = address.ip().to_canonical().is_loopback();
        Ok(is_loopback.then(|| format!("{scheme}://localhost:{}", address.port())))
    }
}

/// Serves the API until `shutdown` is ready, then finishes the requests in flight.
pub async fn serve(listener: Listener, state: AppState, shutdown: impl Future<Output = ()>) {
    serve_app(listener, app(state), shutdown).await;
}

/// Serves an app with routes of its own, as [`serve`] does.
pub async fn serve_app<R: Routes>(
    listener: Listener,
    app: App<R>,
    shutdown: impl Future<Output = ()>,
) {
    let limits = app.state().limits;
    let (phase, phases) = watch::channel(Phase::Serving);
    tokio::select! {
        biased;
        () = shutdown => {}
        never = accept(listener, app, phases) => match never {},
    }
    // Every connection keeps a receiver until its end.
    phase.send_replace(Phase::Stopping);
    let time = limits.before_giving_up();
    if timeout(time, phase.closed()).await.is_ok() {
        return;
    }
    tracing::warn!("requests are still in flight {time:?} after the stop began, and are ended");
    phase.send_replace(Phase::GivingUp);
    let _ = timeout(limits.drain - time, phase.closed()).await;
}

async fn accept<R: Routes>(
    listener: Listener,
    app: App<R>,
    phase: watch::Receiver<Phase>,
) -> Infallible {
    let Listener { tcp, tls } = listener;
    let limits = app.state().limits;
    let handshakes = Handshakes::new(limits.handshakes);
    let mut acceptor = Acceptor {
        tcp,
        exempt: app.state().trusted_proxies.clone(),
        open: OpenConnections::new(limits.connections_per_network),
        failures: Throttle::default(),
        refusals: Throttle::default(),
    };
    let connections = Arc::new(Connections::new(app, tls, phase));
    loop {
        let (stream, peer, open) = acceptor.next().await;
        let handshake = handshakes.begin();
        let connections = Arc::clone(&connections);
        tokio::spawn(async move {
            connections.serve(stream, peer, handshake).await;
            drop(open);
        });
    }
}

/// Accepts connections, and survives every failure to accept one.
struct Acceptor {
    tcp: TcpListener,
    /// The networks of trusted proxies, which carry the connections of many callers.
    exempt: Vec<IpNet>,
    open: Arc<OpenConnections>,
    failures: Throttle,
    refusals: Throttle,
}

impl Acceptor {
    /// Returns the next connection. Closes the connections of a network that has too many. Waits
    /// after a failure to accept one, for example without a free file descriptor.
    async fn next(&mut self) -> (TcpStream, SocketAddr, Option<OpenConnection>) {
        loop {
            match self.tcp.accept().await {
                Ok((stream, peer)) if self.is_exempt(peer) => return (stream, peer, None),
                Ok((stream, peer)) => match self.open.open(peer.ip().into()) {
                    Some(open) => return (stream, peer, Some(open)),
                    None => self.log_refusal(peer),
                },
                Err(error) if is_caller_fault(&error) => {}
                Err(error) => {
                    self.log_failure(&error);
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn is_exempt(&self, peer: SocketAddr) -> bool {
        let address = peer.ip().to_canonical();
        self.exempt.iter().any(|network| network.contains(&address))
    }

    fn log_refusal(&mut self, peer: SocketAddr) {
        if let Some(held_back) = self.refusals.admit(Instant::now()) {
            tracing::warn!(%peer, held_back, "closed a connection: its network has too many");
        }
    }

    fn log_failure(&mut self, error: &io::Error) {
        if let Some(held_back) = self.failures.admit(Instant::now()) {
            tracing::error!(%error, held_back, "cannot accept connections");
        }
    }
}

/// Returns whether the caller closed the connection before it was accepted.
fn is_caller_fault(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
