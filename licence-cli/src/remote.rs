//! The service over HTTP, as a careful client asks it (specification 7, client rules).

mod call;
mod refusal;
mod retry;
#[cfg(test)]
mod tests;
mod transport;

use licence_core::network::is_loopback;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, IF_NONE_MATCH};
use reqwest::{Response, StatusCode, Url};

use crate::clock::now;
use crate::exit::Failure;

pub(crate) use call::{Call, Repeat};
pub(crate) use retry::Pause;
use retry::{CallError, RetryState};
pub(crate) use transport::ApiKey;

/// The most bytes of a refusal that are read. Of a longer refusal only the status is shown.
const MAX_REFUSAL_BYTES: u64 = 1 << 20;

/// A server, and the key it is asked with.
#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    base: Url,
    key: Option<ApiKey>,
    pause: Pause,
}

/// A whole answer: the body as it came, byte for byte.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Client {
    pub(crate) fn new(server: &str, key: Option<ApiKey>, pause: Pause) -> Result<Self, Failure> {
        let base = base_url(server)?;
        Ok(Self { http: transport::client(&base)?, base, key, pause })
    }

    pub(crate) fn server(&self) -> String {
        self.base.as_str().trim_end_matches('/').to_owned()
    }

    /// Returns whether the key would leave this machine unencrypted.
    pub(crate) fn shows_its_key(&self) -> bool {
        self.key.is_some() && self.base.scheme() == "http" && !is_loopback(&self.base)
    }

    /// Returns the whole answer of a call.
    pub(crate) async fn ask(&self, call: &Call) -> Result<Reply, Failure> {
        self.with_retries(call.repeat, || self.answer(call)).await
    }

    /// Returns the answer of a call before its body. A body that breaks off is not requested again.
    pub(crate) async fn open(&self, call: &Call) -> Result<Response, Failure> {
        self.with_retries(call.repeat, || self.head(call)).await
    }

    async fn with_retries<T, F: Future<Output = Result<T, FailedTry>>>(
        &self,
        repeat: Repeat,
        attempt: impl Fn() -> F,
    ) -> Result<T, Failure> {
        let mut retries = RetryState::default();
        loop {
            let FailedTry { error, failure } = match attempt().await {
                Ok(answer) => return Ok(answer),
                Err(failed) => failed,
            };
            let Some(wait) = retries.wait_before_next(error, repeat) else { return Err(failure) };
            self.pause.before(wait, &failure).await;
        }
    }

    async fn answer(&self, call: &Call) -> Result<Reply, FailedTry> {
        let response = self.head(call).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = self.body(response, call.at_most).await?;
        Ok(Reply { status, headers, body })
    }

    /// Reads a whole answer, and refuses one that is too long, because a server may send without end.
    async fn body(&self, mut response: Response, at_most: u64) -> Result<Vec<u8>, FailedTry> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.no_answer(&error))? {
            if (body.len() + chunk.len()) as u64 > at_most {
                let failure = Failure::TooLong { server: self.server(), at_most };
                return Err(FailedTry { error: CallError::Refused, failure });
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    async fn head(&self, call: &Call) -> Result<Response, FailedTry> {
        let request = self.request(call);
        let response = request.send().await.map_err(|error| self.no_answer(&error))?;
        let status = response.status();
        if status.is_success() || call.accepts == Some(status) {
            return Ok(response);
        }
        let headers = response.headers().clone();
        let body = self.body(response, MAX_REFUSAL_BYTES).await.unwrap_or_default();
        let error =
            CallError::from_status(status.as_u16(), refusal::wait(&headers, &body, now().ok()));
        Err(FailedTry { error, failure: refusal::failure(status, &headers, &body) })
    }

    fn request(&self, call: &Call) -> reqwest::RequestBuilder {
        let url = call.url(&self.base);
        let mut request = self.http.request(call.method.clone(), url);
        request = request.header(ACCEPT, HeaderValue::from_static("application/json, */*;q=0.5"));
        if let Some(key) = &self.key {
            request = request.header(AUTHORIZATION, key.header());
        }
        if let Some(tag) = &call.if_none_match {
            request = request.header(IF_NONE_MATCH, tag);
        }
        match &call.body {
            Some(body) => request
                .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
                .body(body.clone()),
            None => request,
        }
    }

    fn no_answer(&self, error: &reqwest::Error) -> FailedTry {
        let why = transport::in_one_line(error);
        let failure = Failure::Unreachable { server: self.server(), why };
        let error = if error.is_connect() { CallError::NotSent } else { CallError::NoAnswer };
        FailedTry { error, failure }
    }
}

/// A try without an answer, and the failure if no other try follows.
struct FailedTry {
    error: CallError,
    failure: Failure,
}

fn base_url(server: &str) -> Result<Url, Failure> {
    let refused = |why: &str| {
        let server = server.rsplit('@').next().unwrap_or_default();
        let server = crate::exit::shorten(server);
        Failure::Usage(format!("--server {server} {why}; it is like https://licence.example"))
    };
    let url = Url::parse(server).map_err(|error| refused(&format!("is no URL ({error})")))?;
    if !["http", "https"].contains(&url.scheme()) || !url.has_host() {
        return Err(refused("is no http:// or https:// address"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(refused("has more than a host and a path"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused("has a user name; a key is given with --api-key"));
    }
    Ok(url)
}
