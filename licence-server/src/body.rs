//! Request bodies: read if the endpoint has one, else discarded.

use std::sync::Mutex;

use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;
use warp::hyper::body::{Body, Buf, Bytes};

use crate::limits::Limits;
use crate::problem::{Problem, ProblemKind};

/// The body of a request, until it is read or discarded.
pub(crate) struct Incoming(Mutex<Option<UnsyncBoxBody<Bytes, ()>>>);

impl Incoming {
    pub(crate) fn new<B>(body: B) -> Self
    where
        B: Body + Send + 'static,
        B::Data: Send,
    {
        let body = (!body.is_end_stream()).then(|| {
            body.map_frame(|frame| frame.map_data(|mut data| data.copy_to_bytes(data.remaining())))
                .map_err(|_| ())
                .boxed_unsync()
        });
        Self(Mutex::new(body))
    }

    fn take(&self) -> Option<UnsyncBoxBody<Bytes, ()>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take()
    }

    /// Reads the body to its end: at most `limit` bytes, within the time a body may take.
    ///
    /// # Errors
    /// `invalid_input` for a body that is longer, slower or cut off.
    pub(crate) async fn read(&self, limit: usize, limits: &Limits) -> Result<Vec<u8>, Problem> {
        let Some(body) = self.take() else { return Ok(Vec::new()) };
        match tokio::time::timeout(limits.body_time, read_up_to(body, limit)).await {
            Ok(outcome) => outcome,
            Err(_) => {
                let seconds = limits.body_time.as_secs();
                Err(invalid(format!("The body did not arrive within {seconds} seconds.")))
            }
        }
    }

    /// Discards a body that no route read, so that the connection can be used again. The reply does
    /// not wait for this. A long or slow body is dropped, and hyper then closes the connection.
    pub(crate) fn discard(&self, limits: &Limits) {
        if let Some(body) = self.take() {
            let Limits { body_time, unread_body_bytes, .. } = *limits;
            tokio::spawn(tokio::time::timeout(body_time, read_away(body, unread_body_bytes)));
        }
    }
}

async fn read_up_to(mut body: UnsyncBoxBody<Bytes, ()>, limit: usize) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|()| invalid("The body did not arrive whole.".to_owned()))?;
        let data = frame.into_data().unwrap_or_default();
        if bytes.len() + data.len() > limit {
            return Err(invalid(format!("The body is longer than {limit} bytes.")));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

fn invalid(error: String) -> Problem {
    Problem::new(ProblemKind::InvalidInput, error)
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
