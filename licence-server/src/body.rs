//! Request bodies: read if the endpoint has one, else discarded.

use std::sync::Mutex;

use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;
use licence_store::mutex::lock;
use thiserror::Error;
use warp::hyper::body::{Body, Buf, Bytes};

use crate::limits::Limits;
use crate::problem::Problem;

/// The body of a request, until it is read or discarded.
pub(crate) struct Incoming {
    body: Mutex<Option<UnsyncBoxBody<Bytes, ()>>>,
    /// The length that the request states, in bytes; 0 if it states none.
    stated_bytes: u64,
    /// Whether the client sends the body only after `100 Continue`, which hyper writes once the body
    /// is read.
    is_held_back: bool,
}

/// Why a body was not read.
#[derive(Debug, Error)]
pub(crate) enum BodyError {
    #[error("The body is longer than {0} bytes.")]
    TooLong(usize),
    #[error("The body did not arrive within {0} seconds.")]
    TooSlow(u64),
    #[error("The body did not arrive whole.")]
    Incomplete,
}

impl From<BodyError> for Problem {
    fn from(error: BodyError) -> Self {
        Self::invalid_input(error.to_string())
    }
}

impl Incoming {
    pub(crate) fn new<B>(body: B, is_held_back: bool) -> Self
    where
        B: Body + Send + 'static,
        B::Data: Send,
    {
        let stated_bytes = body.size_hint().lower();
        let body = (!body.is_end_stream()).then(|| {
            body.map_frame(|frame| frame.map_data(|mut data| data.copy_to_bytes(data.remaining())))
                .map_err(|_| ())
                .boxed_unsync()
        });
        Self { body: Mutex::new(body), stated_bytes, is_held_back }
    }

    /// Reads the body to its end: at most `limit` bytes, within the time a body may take. What is
    /// left of a body that is too long can be discarded.
    pub(crate) async fn read(&self, limit: usize, limits: &Limits) -> Result<Vec<u8>, BodyError> {
        if self.stated_bytes > limit as u64 {
            return Err(BodyError::TooLong(limit));
        }
        let Some(mut body) = lock(&self.body).take() else { return Ok(Vec::new()) };
        match tokio::time::timeout(limits.body_time, read_up_to(&mut body, limit)).await {
            Ok(Ok(Some(bytes))) => Ok(bytes),
            Ok(Ok(None)) => {
                *lock(&self.body) = Some(body);
                Err(BodyError::TooLong(limit))
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(BodyError::TooSlow(limits.body_time.as_secs())),
        }
    }

    /// Discards what no route read of a body, so that the client, which may send all of it before
    /// it looks for the reply, receives the reply, and can use the connection again. The reply does
    /// not wait for this. A very long or slow body is dropped, and hyper then closes the connection.
    pub(crate) fn discard(&self, limits: &Limits) {
        if let Some(body) = lock(&self.body).take().filter(|_| !self.is_held_back) {
            let Limits { body_time, unread_body_bytes, .. } = *limits;
            tokio::spawn(tokio::time::timeout(body_time, read_away(body, unread_body_bytes)));
        }
    }
}

/// Returns the bytes of a body; `None` if there are more than `limit`.
async fn read_up_to(
    body: &mut UnsyncBoxBody<Bytes, ()>,
    limit: usize,
) -> Result<Option<Vec<u8>>, BodyError> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|()| BodyError::Incomplete)?;
        let data = frame.into_data().unwrap_or_default();
        if bytes.len() + data.len() > limit {
            return Ok(None);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(Some(bytes))
}

async fn read_away(mut body: UnsyncBoxBody<Bytes, ()>, limit: usize) {
    let mut read = 0;
    while let Some(Ok(frame)) = body.frame().await {
        read += frame.data_ref().map_or(0, Buf::remaining);
        if read > limit {
            break;
        }
    }
}
