//! One connection, from its first byte to its end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use warp::http::header::{CONNECTION, HeaderValue};
use warp::http::{self, Request, Version};
use warp::hyper::body::Incoming;
use warp::hyper::service::service_fn;

use crate::activity::{Activity, ConnectionEnd};
use crate::app::{App, ReplyBody};
use crate::connection_limits::Handshake;
use crate::connection_stream::ConnectionStream;
use crate::router::Routes;

/// How many bytes may wait in the system's buffer of a connection. Without a limit the buffer has
/// megabytes, and the system asks for more only when a third of them is gone. A slow reader then
/// looks like one that stopped.
const UNSENT_BYTES: u32 = 64 * 1024;

/// What all connections of a listener share.
pub(crate) struct Connections<R> {
    app: App<R>,
    http: Builder<TokioExecutor>,
    tls: Option<TlsAcceptor>,
    /// Places of established connections.
    places: Arc<Semaphore>,
    /// The listener waits until no receiver is left.
    phase: watch::Receiver<Phase>,
}

/// What the server does, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    Serving,
    /// Requests in flight are answered, and connections end.
    Stopping,
    /// What is not answered yet is refused.
    GivingUp,
}

impl<R: Routes> Connections<R> {
    pub(crate) fn new(
        app: App<R>,
        tls: Option<TlsAcceptor>,
        phase: watch::Receiver<Phase>,
    ) -> Self {
        let mut http = Builder::new(TokioExecutor::new());
        // hyper refuses a buffer of less than 8 KiB. `Activity` replaces its header timeout.
        let head_bytes = app.state().limits.head_bytes.max(8 * 1024);
        // A caller that shuts down its side of the connection after a request still reads the reply.
        http.http1().max_buf_size(head_bytes).header_read_timeout(None).half_close(true);
        // The library answers a longer list of headers itself, without a body.
        http.http2().max_header_list_size(u32::try_from(head_bytes).unwrap_or(u32::MAX));
        let places = app.state().limits.connections.min(Semaphore::MAX_PERMITS);
        Self { app, http, tls, places: Arc::new(Semaphore::new(places)), phase }
    }

    /// Serves a connection to its end.
    pub(crate) async fn serve(&self, stream: TcpStream, peer: SocketAddr, handshake: Handshake) {
        // Without this option a reply may wait for the acknowledgement of the last one.
        let _ = stream.set_nodelay(true);
        #[cfg(target_os = "linux")]
        let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT_BYTES);
        match &self.tls {
            None => self.finish_handshake(async { Ok(stream) }, peer, handshake).await,
            Some(tls) => self.finish_handshake(tls.accept(stream), peer, handshake).await,
        }
    }

    /// Serves a stream once its handshake is done and a place is free. Until then it counts as a
    /// handshake, so that silent callers cannot take the places of the others.
    async fn finish_handshake<S>(
        &self,
        stream: impl Future<Output = io::Result<S>>,
        peer: SocketAddr,
        handshake: Handshake,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let established = async {
            let stream = stream.await?;
            // The semaphore is never closed, so there is a place once this is ready.
            let place = Arc::clone(&self.places).acquire_owned().await;
            place.map(|place| (stream, place)).map_err(io::Error::other)
        };
        let established = tokio::select! {
            biased;
            established = timeout(self.app.state().limits.quiet, established) => established,
            () = handshake.wait_until_displaced() => {
                return tracing::debug!(%peer, "closed before its handshake: there are too many");
            }
        };
        drop(handshake);
        match established {
            Ok(Ok((stream, place))) => self.serve_stream(stream, peer, place).await,
            Ok(Err(error)) => tracing::debug!(%peer, %error, "TLS handshake failed"),
            Err(_) => tracing::debug!(%peer, "TLS handshake took too long"),
        }
    }

    async fn serve_stream<S>(&self, stream: S, peer: SocketAddr, _place: OwnedSemaphorePermit)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let activity = Arc::new(Activity::new());
        let phase = self.phase.clone();
        let session = Arc::new(Session { app: self.app.clone(), activity, peer, phase });
        let limits = &session.app.state().limits;
        let service = service_fn({
            let session = Arc::clone(&session);
            move |request| answer(Arc::clone(&session), request)
        });
        let random = session.app.state().random.clone();
        let stream = ConnectionStream::new(stream, Arc::clone(&session.activity), random);
        let mut connection = pin!(self.http.serve_connection(TokioIo::new(stream), service));
        tokio::select! {
            biased;
            _ = connection.as_mut() => return,
            () = session.activity.wait_for_silence(limits.quiet, limits) => return,
            () = session.wait_for(Phase::Stopping) => session.activity.close_soon(),
        }
        tokio::select! {
            biased;
            _ = connection.as_mut() => return,
            () = sleep(limits.linger) => connection.as_mut().graceful_shutdown(),
        }
        // The rest is requests in flight and requests that never came whole. It begins when the stop has
        // lingered, and so leaves refusals that long to be sent. The listener waits a little longer, so
        // that the quota of a cut request is refunded first.
        let rest = limits.before_giving_up();
        let drained = timeout(rest, async {
            tokio::select! {
                _ = connection.as_mut() => {}
                () = session.activity.wait_for_silence(limits.linger, limits) => {}
            }
        });
        if drained.await.is_err() {
            session.activity.set_end(ConnectionEnd::Stopping);
        }
    }
}

/// What the requests of one connection share.
struct Session<R> {
    app: App<R>,
    activity: Arc<Activity>,
    peer: SocketAddr,
    phase: watch::Receiver<Phase>,
}

impl<R> Session<R> {
    /// Returns once the server has come to this phase.
    async fn wait_for(&self, wanted: Phase) {
        // The channel closes when the listener ends, which comes after every phase.
        let _ = self.phase.clone().wait_for(|phase| *phase >= wanted).await;
    }
}

fn answer<R: Routes>(
    session: Arc<Session<R>>,
    request: Request<Incoming>,
) -> impl Future<Output = Result<http::Response<ReplyBody>, Infallible>> {
    let in_flight = session.activity.begin();
    let version = request.version();
    let received = session.app.receive(request, session.peer);
    async move {
        // Boxed when it is first waited for, because most requests are answered before that.
        let given_up = async { Box::pin(session.wait_for(Phase::GivingUp)).await };
        let mut response = session.app.reply(received, given_up).await;
        // On HTTP/2 the graceful shutdown sends a frame instead.
        if session.activity.is_closing() && version < Version::HTTP_2 {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response.body_mut().attach(in_flight, version);
        Ok(response)
    }
}
