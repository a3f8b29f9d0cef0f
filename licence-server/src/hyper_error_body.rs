//! Gives hyper's own errors the error body of the API. hyper answers a request that it cannot parse
//! (400), a target beyond its limit (414) and a head that is too large (431) with an empty body,
//! before any route runs. [`HyperErrorBody`] replaces that reply while it is written.

use std::io;
use std::task::{Poll, ready};

use crate::problem::Problem;
use crate::request_id;
use crate::state::Random;

/// Replaces hyper's empty errors by the error body of the API. Everything else passes unchanged,
/// because no reply of ours is an error without a body.
pub(crate) struct HyperErrorBody {
    random: Random,
    replacement: Option<Replacement>,
}

/// A reply that is being written: our bytes, how many are written, and how many of hyper's bytes
/// they replace.
struct Replacement {
    bytes: Vec<u8>,
    written: usize,
    replaced_bytes: usize,
}

impl HyperErrorBody {
    /// Returns the replacement of errors on one connection; `random` makes request ids.
    pub(crate) fn new(random: Random) -> Self {
        Self { random, replacement: None }
    }

    /// Writes the reply that replaces these bytes; `None` if they are no error of hyper's.
    pub(crate) fn poll_write(
        &mut self,
        bytes: &[u8],
        mut write: impl FnMut(&[u8]) -> Poll<io::Result<usize>>,
    ) -> Option<Poll<io::Result<usize>>> {
        if self.replacement.is_none() {
            let bytes_out = error_reply(error_text(bytes)?, &self.random);
            let replaced_bytes = bytes.len();
            self.replacement = Some(Replacement { bytes: bytes_out, written: 0, replaced_bytes });
        }
        let replacement = self.replacement.as_mut()?;
        let outcome = replacement.poll_write(&mut write);
        if outcome.is_ready() {
            self.replacement = None;
        }
        Some(outcome)
    }
}

impl Replacement {
    /// Writes what is left, and returns how many of hyper's bytes it replaces.
    fn poll_write(
        &mut self,
        mut write: impl FnMut(&[u8]) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        while self.written < self.bytes.len() {
            match ready!(write(&self.bytes[self.written..]))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                count => self.written += count,
            }
        }
        Poll::Ready(Ok(self.replaced_bytes))
    }
}

/// Returns our error text for an error of hyper's; `None` for any other bytes.
fn error_text(head: &[u8]) -> Option<&'static str> {
    let text = match head.get(..13)? {
        b"HTTP/1.1 400 " => "The request is not well-formed HTTP.",
        b"HTTP/1.1 414 " => "The request target is longer than 65534 bytes.",
        b"HTTP/1.1 431 " => "The request head is too large, or has more than 100 headers.",
        _ => return None,
    };
    let is_empty = head.windows(19).any(|bytes| bytes == b"content-length: 0\r\n");
    is_empty.then_some(text)
}

fn error_reply(text: &'static str, random: &Random) -> Vec<u8> {
    let id = request_id::from_random(random());
    let body = Problem::invalid_input(text).body_bytes();
    let head = format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nx-request-id: {}\r\n\
         x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        id.to_str().unwrap_or_default(),
        body.len()
    );
    [head.into_bytes(), body].concat()
}
