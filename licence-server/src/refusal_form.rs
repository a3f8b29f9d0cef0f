//! hyper refuses what it cannot parse (400), a request target beyond its own limit (414) and a
//! head that is too large (431) by itself, with an empty body, before any route could answer.
//! Callers were promised one form for every error, so the refusal is replaced on its way out.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::problem::{Problem, ProblemKind};
use crate::request_id;
use crate::state::Random;

/// A stream on which hyper's empty refusals become ours. Everything else passes untouched: no
/// reply of ours is an error without a body.
pub(crate) struct RefusalForm<S> {
    stream: S,
    random: Random,
    replacement: Option<Replacement>,
}

/// A refusal on its way: our bytes, how many of them are out, and how many of hyper's they stand
/// for.
struct Replacement {
    bytes: Vec<u8>,
    written: usize,
    stands_for: usize,
}

impl<S> RefusalForm<S> {
    pub(crate) fn over(stream: S, random: Random) -> Self {
        Self { stream, random, replacement: None }
    }
}

/// Our words for a refusal of hyper's; `None` for anything else.
fn words(head: &[u8]) -> Option<&'static str> {
    let text = match head.get(..13)? {
        b"HTTP/1.1 400 " => "The request is not well-formed HTTP.",
        b"HTTP/1.1 414 " => "The request target is longer than 65534 bytes.",
        b"HTTP/1.1 431 " => "The request head is too large, or has more than 100 headers.",
        _ => return None,
    };
    let is_empty = head.windows(19).any(|bytes| bytes == b"content-length: 0\r\n");
    is_empty.then_some(text)
}

fn refusal(text: &'static str, random: &Random) -> Vec<u8> {
    let id = request_id::fresh(random());
    let body = Problem::new(ProblemKind::InvalidInput, text).into_body();
    let head = format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nx-request-id: {}\r\n\
         x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        id.to_str().unwrap_or_default(),
        body.len()
    );
    [head.into_bytes(), body].concat()
}

impl<S: AsyncWrite + Unpin> RefusalForm<S> {
    /// Writes what stands for these bytes; `None` when nothing does.
    fn poll_replacement(
        &mut self,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Option<Poll<io::Result<usize>>> {
        if self.replacement.is_none() {
            let bytes_out = refusal(words(bytes)?, &self.random);
            let stands_for = bytes.len();
            self.replacement = Some(Replacement { bytes: bytes_out, written: 0, stands_for });
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
        let stands_for = replacement.stands_for;
        self.replacement = None;
        Poll::Ready(Ok(stands_for))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for RefusalForm<S> {
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
        // A refusal has no body, so it comes as one slice.
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

impl<S: AsyncRead + Unpin> AsyncRead for RefusalForm<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}
