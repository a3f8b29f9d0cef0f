//! One request of the API.

use reqwest::{Method, StatusCode, Url};

/// Whether a request may be sent again when it is unknown whether the server carried it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// A second request changes nothing more.
    Safe,
    /// It creates or sends something. It is repeated only if it was certainly not carried out.
    Unsafe,
}

/// A request, before it is one of a server.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: Method,
    segments: Vec<String>,
    query: Vec<(&'static str, String)>,
    pub(crate) body: Option<Vec<u8>>,
    pub(crate) repeat: Repeat,
    /// The tag of an answer that is here already.
    pub(crate) if_none_match: Option<String>,
    /// A status that is an answer although it is no success.
    pub(crate) accepts: Option<StatusCode>,
    /// The longest answer that is read whole, in bytes.
    pub(crate) at_most: u64,
}

/// More than any answer of the API that is no export and no catalogue.
const MAX_ANSWER_BYTES: u64 = 64 << 20;

impl Call {
    /// `GET /v1/…`
    pub(crate) fn get<'s>(segments: impl IntoIterator<Item = &'s str>) -> Self {
        Self::new(Method::GET, Repeat::Safe, segments)
    }

    /// `POST /v1/…`
    pub(crate) fn post<'s>(repeat: Repeat, segments: impl IntoIterator<Item = &'s str>) -> Self {
        Self::new(Method::POST, repeat, segments)
    }

    /// `PATCH /v1/…`, which is safe to repeat.
    pub(crate) fn patch<'s>(segments: impl IntoIterator<Item = &'s str>) -> Self {
        Self::new(Method::PATCH, Repeat::Safe, segments)
    }

    /// `DELETE /v1/…`, which is safe to repeat.
    pub(crate) fn delete<'s>(segments: impl IntoIterator<Item = &'s str>) -> Self {
        Self::new(Method::DELETE, Repeat::Safe, segments)
    }

    fn new<'s>(
        method: Method,
        repeat: Repeat,
        segments: impl IntoIterator<Item = &'s str>,
    ) -> Self {
        let segments = segments.into_iter().map(str::to_owned).collect();
        Self {
            method,
            segments,
            query: Vec::new(),
            body: None,
            repeat,
            if_none_match: None,
            accepts: None,
            at_most: MAX_ANSWER_BYTES,
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: Option<&str>) -> Self {
        self.query.extend(value.map(|value| (name, value.to_owned())));
        self
    }

    pub(crate) fn json(self, body: Vec<u8>) -> Self {
        Self { body: Some(body), ..self }
    }

    /// Returns the call with the SHA-256 of an answer that is held already. The answer is then 304.
    pub(crate) fn if_none_match(self, sha256: Option<&str>) -> Self {
        let if_none_match = sha256.map(|sha256| format!("\"{sha256}\""));
        let accepts = if_none_match.as_ref().map(|_| StatusCode::NOT_MODIFIED).or(self.accepts);
        Self { if_none_match, accepts, ..self }
    }

    /// Returns the call with this status accepted as an answer.
    pub(crate) fn accepting(self, status: StatusCode) -> Self {
        Self { accepts: Some(status), ..self }
    }

    /// Returns the call with an answer of at most this many bytes.
    pub(crate) fn at_most(self, at_most: u64) -> Self {
        Self { at_most, ..self }
    }

    /// Returns the address of the request at a server.
    pub(super) fn url(&self, base: &Url) -> Url {
        let mut url = base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push("v1").extend(&self.segments);
        }
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        url
    }
}
