//! The channel of chunks from the database to the reader of an export.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;
use crate::mutex::lock;

/// The size of a chunk. Chunks are large because each costs a wake-up on both sides.
pub(super) const CHUNK_BYTES: usize = 64 * 1024;
/// The most chunks that wait for a reader. More would only hide that it is slow.
pub(super) const CHUNKS_WAITING: usize = 4;

/// The error that cuts an export short; `None` once the export is complete.
#[derive(Clone)]
struct SharedError(Arc<Mutex<Option<StoreError>>>);

impl SharedError {
    fn set(&self, error_at_end: Option<StoreError>) {
        *lock(&self.0) = error_at_end;
    }

    fn take(&self) -> Option<StoreError> {
        lock(&self.0).take()
    }
}

/// The chunks of an export, in their order.
///
/// An export that is cut ends with an error, so that no reader takes a part for the whole.
pub struct ExportChunks {
    receiver: mpsc::Receiver<Bytes>,
    first_asked: Option<oneshot::Sender<()>>,
    error_at_end: SharedError,
}

impl ExportChunks {
    /// Returns the next chunk; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<Bytes, StoreError>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl Stream for ExportChunks {
    type Item = Result<Bytes, StoreError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first_asked) = self.first_asked.take() {
            // If the other side gave up waiting, `error_at_end` has its error.
            let _ = first_asked.send(());
        }
        Poll::Ready(match ready!(self.receiver.poll_recv(context)) {
            Some(bytes) => Some(Ok(bytes)),
            None => self.error_at_end.take().map(Err),
        })
    }
}

/// The reason why no more chunks are made.
pub(super) enum ExportEnd {
    /// The reader is gone.
    NoReader,
    /// The reader took nothing for too long, or the database failed.
    Failed(StoreError),
}

impl<E: Into<StoreError>> From<E> for ExportEnd {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

pub(super) struct ChunkSender {
    sender: mpsc::Sender<Bytes>,
    first_asked: Option<oneshot::Receiver<()>>,
    error_at_end: SharedError,
    reader_timeout: Duration,
}

/// Returns both sides of a channel. At most `waiting` chunks wait for the reader, each at most
/// `reader_timeout`.
pub(super) fn channel(waiting: usize, reader_timeout: Duration) -> (ChunkSender, ExportChunks) {
    let (sender, receiver) = mpsc::channel(waiting);
    let (asks, asked) = oneshot::channel();
    // This error stays if the task that makes the chunks ends without a result.
    let error_at_end = SharedError(Arc::new(Mutex::new(Some(StoreError::ExportInterrupted))));
    let chunks =
        ExportChunks { receiver, first_asked: Some(asks), error_at_end: error_at_end.clone() };
    (ChunkSender { sender, first_asked: Some(asked), error_at_end, reader_timeout }, chunks)
}

impl ChunkSender {
    /// Waits until the reader asks for the first chunk.
    pub(super) async fn wait_for_reader(&mut self) -> Result<(), ExportEnd> {
        let Some(asked) = self.first_asked.take() else { return Ok(()) };
        match tokio::time::timeout(self.reader_timeout, asked).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(ExportEnd::NoReader),
            Err(_) => Err(self.stalled()),
        }
    }

    /// Sends a chunk once there is room for it.
    pub(super) async fn send(&self, chunk: Bytes) -> Result<(), ExportEnd> {
        match tokio::time::timeout(self.reader_timeout, self.sender.send(chunk)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(ExportEnd::NoReader),
            Err(_) => Err(self.stalled()),
        }
    }

    /// Waits until the reader is gone.
    pub(super) fn without_reader(&self) -> impl Future<Output = ()> + use<> {
        let sender = self.sender.clone();
        async move { sender.closed().await }
    }

    pub(super) fn end(self, outcome: Result<(), ExportEnd>) {
        match outcome {
            Ok(()) => self.error_at_end.set(None),
            Err(ExportEnd::Failed(error)) => self.error_at_end.set(Some(error)),
            Err(ExportEnd::NoReader) => {}
        }
    }

    fn stalled(&self) -> ExportEnd {
        ExportEnd::Failed(StoreError::ExportStalled { seconds: self.reader_timeout.as_secs() })
    }
}
