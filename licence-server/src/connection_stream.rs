//! The stream of a connection between hyper and the socket.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::activity::Activity;
use crate::hyper_error_body::HyperErrorBody;
use crate::state::Random;

/// A stream that notes when its socket accepts no more bytes, and gives hyper's own errors the
/// error body of the API.
pub(crate) struct ConnectionStream<S> {
    stream: S,
    activity: Arc<Activity>,
    errors: HyperErrorBody,
}

impl<S> ConnectionStream<S> {
    pub(crate) fn new(stream: S, activity: Arc<Activity>, random: Random) -> Self {
        Self { stream, activity, errors: HyperErrorBody::new(random) }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ConnectionStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let Self { stream, activity, errors } = &mut *self;
        let mut write =
            |bytes: &[u8]| activity.note_write(Pin::new(&mut *stream).poll_write(context, bytes));
        match errors.poll_write(bytes, &mut write) {
            Some(outcome) => outcome,
            None => write(bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let Self { stream, activity, errors } = &mut *self;
        let write =
            |bytes: &[u8]| activity.note_write(Pin::new(&mut *stream).poll_write(context, bytes));
        // hyper's error has no body, so it comes as one slice.
        match slices.first().and_then(|first| errors.poll_write(first, write)) {
            Some(outcome) => outcome,
            None => {
                activity.note_write(Pin::new(&mut *stream).poll_write_vectored(context, slices))
            }
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_flush(context);
        self.activity.note_write(outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ConnectionStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}
