//! Gives hyper's own errors the error body of the API. hyper answers a request that it cannot parse
//! (400), a target beyond its limit (414) and a head that is too large (431) with an empty body,
//! before any route runs. This stream replaces that reply while it is written.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::problem::{Problem, ProblemKind};
use crate::request_id;
use crate::state::Random;

/// A stream that replaces hyper's empty errors with the error body of the API. Everything else
/// passes unchanged, because no reply of ours is an error without a body.
pub(crate) struct HyperErrorBody<S> {
    stream: S,
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

impl<S> HyperErrorBody<S> {
    pub(crate) fn new(stream: S, random: Random) -> Self {
        Self { stream, random, replacement: None }
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
    let body = Problem::new(ProblemKind::InvalidInput, text).body_bytes();
    let head = format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nx-request-id: {}\r\n\
         x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        id.to_str().unwrap_or_default(),
        body.len()
    );
    [head.into_bytes(), body].concat()
}

impl<S: AsyncWrite + Unpin> HyperErrorBody<S> {
    /// Writes the reply that replaces these bytes; `None` when they are no error of hyper's.
    fn poll_replacement(
        &mut self,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Option<Poll<io::Result<usize>>> {
        if self.replacement.is_none() {
            let bytes_out = error_reply(error_text(bytes)?, &self.random);
            let replaced_bytes = bytes.len();
            self.replacement = Some(Replacement { bytes: bytes_out, written: 0, replaced_bytes });
        }
        Some(self.poll_rest(context))
    }

    fn poll_rest(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let Some(replacement) = &mut self.replacement else { return Poll::Ready(Ok(0)) };
        while replacement.written < replacement.bytes.len() {
            let left = &replacement.bytes[replacement.written..];
            let count = ready!(Pin::new(&mut self.stream).poll_write(context, left))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            replacement.written += count;
        }
        let replaced_bytes = replacement.replaced_bytes;
        self.replacement = None;
        Poll::Ready(Ok(replaced_bytes))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HyperErrorBody<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.poll_replacement(context, bytes) {
            Some(outcome) => outcome,
            None => Pin::new(&mut self.stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        // hyper's error has no body, so it comes as one slice.
        match slices.first().and_then(|first| self.poll_replacement(context, first)) {
            Some(outcome) => outcome,
            None => Pin::new(&mut self.stream).poll_write_vectored(context, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HyperErrorBody<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}
