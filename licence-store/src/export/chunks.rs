//! The bytes of an export on their way from the database to its reader.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;

/// Few, large chunks: each costs a wake-up on both sides.
pub(super) const CHUNK_BYTES: usize = 64 * 1024;
/// How many chunks wait for a reader. More would only hide how slow it is.
pub(super) const CHUNKS_WAITING: usize = 4;

/// Why an export ended before its end; nothing once it is complete.
#[derive(Clone)]
struct Flaw(Arc<Mutex<Option<StoreError>>>);

impl Flaw {
    fn set(&self, flaw: Option<StoreError>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = flaw;
    }

    fn take(&self) -> Option<StoreError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The chunks of an export, in their order.
///
/// They end well only when all of them were given: an export that is cut ends with an error, so
/// that no reader takes a part for the whole.
pub struct ExportChunks {
    receiver: mpsc::Receiver<Bytes>,
    first_asked: Option<oneshot::Sender<()>>,
    flaw: Flaw,
}

impl ExportChunks {
    /// The next chunk; `None` behind the last one.
    pub async fn next(&mut self) -> Option<Result<Bytes, StoreError>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl Stream for ExportChunks {
    type Item = Result<Bytes, StoreError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first_asked) = self.first_asked.take() {
            // The other side is gone when it gave up waiting; the flaw says so.
            let _ = first_asked.send(());
        }
        Poll::Ready(match ready!(self.receiver.poll_recv(context)) {
            Some(bytes) => Some(Ok(bytes)),
            None => self.flaw.take().map(Err),
        })
    }
}

/// Why no more chunks are made.
pub(super) enum Ended {
    /// The reader is gone.
    NoReader,
    /// The reader took nothing for too long, or the database failed.
    Failed(StoreError),
}

impl<E: Into<StoreError>> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The side that makes the chunks.
pub(super) struct Outlet {
    sender: mpsc::Sender<Bytes>,
    first_asked: Option<oneshot::Receiver<()>>,
    flaw: Flaw,
    patience: Duration,
}

/// Both sides. `waiting` is how many chunks may wait for the reader, `patience` for how long.
pub(super) fn channel(waiting: usize, patience: Duration) -> (Outlet, ExportChunks) {
    let (sender, receiver) = mpsc::channel(waiting);
    let (asks, asked) = oneshot::channel();
    // Stays when the task that makes the chunks is gone without a word.
    let flaw = Flaw(Arc::new(Mutex::new(Some(StoreError::ExportInterrupted))));
    let chunks = ExportChunks { receiver, first_asked: Some(asks), flaw: flaw.clone() };
    (Outlet { sender, first_asked: Some(asked), flaw, patience }, chunks)
}

impl Outlet {
    /// Waits until the reader asks for the first chunk.
    pub(super) async fn asked(&mut self) -> Result<(), Ended> {
        let Some(asked) = self.first_asked.take() else { return Ok(()) };
        match tokio::time::timeout(self.patience, asked).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Ended::NoReader),
            Err(_) => Err(self.stalled()),
        }
    }

    /// Hands a chunk over once there is room for it.
    pub(super) async fn send(&self, chunk: Bytes) -> Result<(), Ended> {
        match tokio::time::timeout(self.patience, self.sender.send(chunk)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Ended::NoReader),
            Err(_) => Err(self.stalled()),
        }
    }

    /// Resolves when the reader is gone.
    pub(super) fn without_reader(&self) -> impl Future<Output = ()> + use<> {
        let sender = self.sender.clone();
        async move { sender.closed().await }
    }

    /// Says how it ended, and ends it.
    pub(super) fn end(self, outcome: Result<(), Ended>) {
        match outcome {
            Ok(()) => self.flaw.set(None),
            Err(Ended::Failed(error)) => self.flaw.set(Some(error)),
            Err(Ended::NoReader) => {}
        }
    }

    fn stalled(&self) -> Ended {
        Ended::Failed(StoreError::ExportStalled { seconds: self.patience.as_secs() })
    }
}
