//! The API as a service: what surrounds every route, in one function.

use std::convert::Infallible;
use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;

use http_body_util::{BodyExt, Either};
use tower::{ServiceExt, service_fn};
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::compression::{Compression, CompressionBody};
use warp::http::header::{CACHE_CONTROL, CONTENT_ENCODING, EXPECT, HOST, HeaderValue};
use warp::http::{self, Extensions, HeaderMap, Request, StatusCode, Version};
use warp::hyper::body::{Body, Bytes};

use crate::access_log::Entry;
use crate::body::Incoming;
use crate::document::accepts_gzip;
use crate::host;
use crate::panics;
use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;
use crate::request_id::{self, X_REQUEST_ID};
use crate::router::{self, Routes};
use crate::security_headers;
use crate::sent_body::SentBody;
use crate::state::AppState;

/// The body of a reply, as it is or compressed.
pub type ReplyBody = SentBody<Either<PlainBody, CompressionBody<PlainBody>>>;

/// The body of a reply of a route.
type PlainBody = <Response as HasBody>::Body;

/// Names the body type of warp's reply, because warp does not export it.
pub trait HasBody {
    /// The body.
    type Body;
}

impl<B> HasBody for http::Response<B> {
    type Body = B;
}

/// A smaller reply fits into one packet without compression.
const WORTH_COMPRESSING: SizeAbove = SizeAbove::new(1024);

/// Marks a reply that shows a secret beside text that the caller chose, and forbids the browser to keep
/// it. The length of a compressed reply would tell a listener about the secret (BREACH).
pub(crate) fn holding_secret(mut response: Response) -> Response {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.extensions_mut().insert(reply::Uncompressed);
    response
}

fn may_compress(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<reply::Uncompressed>().is_none()
}

/// The API as a service; cloning it is cheap.
#[derive(Clone)]
pub struct App<R> {
    state: Arc<AppState>,
    routes: R,
    /// Returns what the access log writes for a path.
    logged_path: fn(&str) -> &str,
}

/// Returns the API over this state.
pub fn app(state: AppState) -> App<impl Routes> {
    App::new(state, router::routes())
}

/// A request whose answer has not begun.
pub(crate) struct Received {
    context: Arc<RequestContext>,
    /// The refusal of a request that names no host, or several.
    host: Result<(), Problem>,
    entry: Option<Entry>,
}

impl<R: Routes> App<R> {
    /// Returns an app with these routes: those of the API, or those of a test.
    pub fn new(state: AppState, routes: R) -> Self {
        Self { state: Arc::new(state), routes, logged_path: |path| path }
    }

    /// Returns an app with other routes over the same state: the same limits and counters.
    /// `logged_path` returns what the access log writes for a path, because paths may hold secrets.
    pub(crate) fn with_routes<S: Routes>(
        &self,
        routes: S,
        logged_path: fn(&str) -> &str,
    ) -> App<S> {
        App { state: Arc::clone(&self.state), routes, logged_path }
    }

    pub(crate) fn state(&self) -> &AppState {
        &self.state
    }

    /// Answers one request of this peer.
    pub async fn answer<B>(
        &self,
        request: Request<B>,
        peer: SocketAddr,
    ) -> http::Response<ReplyBody>
    where
        B: Body + Send + Unpin + 'static,
        B::Data: Send,
    {
        self.reply(self.receive(request, peer), pending()).await
    }

    /// Takes a request of this peer. What is left of it is small, because the futures that answer it
    /// are moved several times.
    pub(crate) fn receive<B>(&self, request: Request<B>, peer: SocketAddr) -> Received
    where
        B: Body + Send + Unpin + 'static,
        B::Data: Send,
    {
        let (head, body) = request.into_parts();
        let id = request_id::from_headers(&head.headers, &self.state.random);
        let entry = Entry::begin(&head, self.logged_path, peer, &self.state);
        let body = Incoming::new(body, head.headers.contains_key(EXPECT));
        let host = host::require_one(head.version, head.uri.authority().is_some(), &head.headers);
        let context = Arc::new(RequestContext::new(Arc::clone(&self.state), id, head, peer, body));
        Received { context, host, entry }
    }

    /// Answers a request, compressed if it accepts gzip, and else as it is, even if the request forbids
    /// that (RFC 9110, 12.5.3): the library would answer 406 for work that is done and charged. Refuses a
    /// request without an answer once `given_up` is ready.
    pub(crate) async fn reply(
        &self,
        received: Received,
        given_up: impl Future<Output = ()>,
    ) -> http::Response<ReplyBody> {
        let Received { context, host, entry } = received;
        let mut response = self.reply_plain(&context, host, given_up).await;
        if let Some(entry) = entry {
            entry.end(&response, context.id());
        }
        let worth_compressing = WORTH_COMPRESSING.and(may_compress);
        // Most clients ask for JSON as it is.
        if !accepts_gzip(context.headers()) {
            if worth_compressing.should_compress(&response) {
                reply::vary_by_encoding(&mut response);
            }
            return SentBody::wrap(response.map(Either::Left));
        }
        let mut asking = Request::new(response);
        asking.headers_mut().clone_from(context.headers());
        let plain = service_fn(async |asking: Request<_>| Ok::<_, Infallible>(asking.into_body()));
        match Compression::new(plain).compress_when(worth_compressing).oneshot(asking).await {
            Ok(response) => SentBody::wrap(response.map(Either::Right)),
            Err(never) => match never {},
        }
    }

    async fn reply_plain(
        &self,
        context: &Arc<RequestContext>,
        host: Result<(), Problem>,
        given_up: impl Future<Output = ()>,
    ) -> Response {
        let mut response = match host {
            Ok(()) => tokio::select! {
                biased;
                response = self.route(context) => response,
                () = given_up => Problem::stopping().into_response(context.id()),
            },
            Err(problem) => problem.into_response(context.id()),
        };
        context.discard_body();
        if context.is_head() {
            let is_worth_it = WORTH_COMPRESSING.and(may_compress).should_compress(&response);
            if is_worth_it {
                reply::vary_by_encoding(&mut response);
            }
            let is_plain = !response.headers().contains_key(CONTENT_ENCODING);
            let is_compressed = is_worth_it && is_plain && accepts_gzip(context.headers());
            reply::strip_body(&mut response, is_compressed);
        }
        response.headers_mut().insert(X_REQUEST_ID, context.id().clone());
        security_headers::add(&mut response, self.state.is_https);
        response
    }

    async fn route(&self, context: &Arc<RequestContext>) -> Response {
        let routes = async { self.routes.clone().call(RequestContext::request(context)).await };
        match panics::catch_panic(routes).await {
            Ok(Ok(response)) => response,
            Ok(Err(never)) => match never {},
            Err(panicked) => Problem::internal(panicked).into_response(context.id()),
        }
    }

    /// Answers one request of the local machine, and reads the body to its end; for tests.
    pub async fn fetch<B>(&self, request: Request<B>) -> http::Response<Bytes>
    where
        B: Body + Send + Unpin + 'static,
        B::Data: Send,
    {
        self.fetch_from(request, SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    /// Answers like [`App::fetch`], for a caller at this address. A request without a `Host` gets one, as
    /// from every HTTP client.
    pub async fn fetch_from<B>(
        &self,
        mut request: Request<B>,
        peer: SocketAddr,
    ) -> http::Response<Bytes>
    where
        B: Body + Send + Unpin + 'static,
        B::Data: Send,
    {
        request.headers_mut().entry(HOST).or_insert(HeaderValue::from_static("localhost"));
        let response = self.answer(request, peer).await;
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
        http::Response::from_parts(head, bytes)
    }
}
