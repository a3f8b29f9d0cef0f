//! The transfer of an export to its reader: its progress, and what follows when it is cut.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use licence_store::mutex::lock;
use licence_store::service::Admission;
use licence_store::{ExportChunks, Store, StoreError};
use tokio::time::Instant;
use warp::http::HeaderValue;
use warp::hyper::body::Bytes;

use crate::activity::ConnectionEnd;
use crate::metrics::{ExportCut, Metrics};
use crate::request::RequestContext;

/// A reader is quick if it reads a part within this time of the last one.
const QUICK: Duration = Duration::from_secs(1);
/// The size of a piece of an export to a slow reader on HTTP/2, so that a reader that takes 1 kB in 30 s gets the
/// whole export.
pub(crate) const H2_SLOW_PIECE_BYTES: usize = 1024;

/// An export that has begun. An export that is cut counts like any other, but its charge is refunded
/// if the server is at fault.
pub(crate) struct Transfer {
    /// `None` once the export was cut, so that the database reads no more rows.
    chunks: Mutex<Option<ExportChunks>>,
    charge: OnceLock<Admission>,
    store: Store,
    metrics: Arc<Metrics>,
    request_id: HeaderValue,
    path: String,
    reader: Duration,
    began: Instant,
    last_taken_millis: AtomicU64,
    /// The reader read the last part within [`QUICK`] of the one before.
    is_taken_quickly: AtomicBool,
    bytes: AtomicU64,
    /// The database has no row ready, so the silence is not the reader's.
    waits_for_rows: AtomicBool,
    is_over: AtomicBool,
    error: Mutex<Option<StoreError>>,
}

impl Transfer {
    pub(crate) fn new(context: &RequestContext, chunks: ExportChunks) -> Arc<Self> {
        Arc::new(Self {
            chunks: Mutex::new(Some(chunks)),
            charge: OnceLock::new(),
            store: context.store().clone(),
            metrics: context.state().metrics(),
            request_id: context.id().clone(),
            path: context.path().to_owned(),
            reader: context.state().limits.reader,
            began: Instant::now(),
            last_taken_millis: AtomicU64::new(0),
            is_taken_quickly: AtomicBool::new(false),
            bytes: AtomicU64::new(0),
            waits_for_rows: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            error: Mutex::new(None),
        })
    }

    /// Notes what the request was charged.
    pub(crate) fn charge(&self, admission: Admission) {
        // A request is charged once.
        let _ = self.charge.set(admission);
    }

    /// Notes that the reader read this many bytes.
    pub(crate) fn note_bytes_taken(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        let millis = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let last = self.last_taken_millis.swap(millis, Ordering::AcqRel);
        let is_quick = u128::from(millis.saturating_sub(last)) < QUICK.as_millis();
        self.is_taken_quickly.store(is_quick, Ordering::Relaxed);
    }

    /// Returns whether the reader read the last part soon after the one before. The first two are asked for at
    /// once, whatever the reader takes.
    pub(crate) fn is_taken_quickly(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) > 2 * H2_SLOW_PIECE_BYTES as u64
            && self.is_taken_quickly.load(Ordering::Relaxed)
    }

    /// Notes whether the reply waits for the database.
    pub(crate) fn wait_for_rows(&self, waits: bool) {
        if self.waits_for_rows.swap(waits, Ordering::AcqRel) != waits {
            self.note_bytes_taken(0);
        }
    }

    /// Cuts the export once its reader read nothing for `Limits::reader`.
    pub(crate) fn end_when_stalled(self: &Arc<Self>) {
        self.note_bytes_taken(0);
        let transfer = Arc::downgrade(self);
        let mut left = self.reader;
        tokio::spawn(async move {
            while !left.is_zero() {
                tokio::time::sleep(left).await;
                let Some(transfer) = transfer.upgrade() else { return };
                left = transfer.reader.saturating_sub(transfer.silence());
                if left.is_zero() {
                    transfer.cut(ConnectionEnd::Stalled);
                }
            }
        });
    }

    fn silence(&self) -> Duration {
        if self.waits_for_rows.load(Ordering::Acquire) {
            return Duration::ZERO;
        }
        let last_taken = Duration::from_millis(self.last_taken_millis.load(Ordering::Acquire));
        self.began.elapsed().saturating_sub(last_taken)
    }

    /// Records that the reader has the whole export.
    pub(crate) fn complete(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    /// Cuts the export because the connection or stream ended first.
    pub(crate) fn cut(&self, end: ConnectionEnd) {
        self.end_with(match end {
            ConnectionEnd::Disconnected => ExportCut::Disconnected,
            ConnectionEnd::Stalled => ExportCut::Stalled,
            ConnectionEnd::Stopping => ExportCut::Stopping,
        });
    }

    /// Cuts the export because its rows could not be read.
    pub(crate) fn fail(&self) {
        // The lock ends with this statement: the log line reads the error again.
        let cut = match &*lock(&self.error) {
            Some(StoreError::ExportStalled { .. }) => ExportCut::Stalled,
            _ => ExportCut::Failed,
        };
        self.end_with(cut);
    }

    /// Logs and counts the cut, once. Refunds the charge if the server is at fault.
    fn end_with(&self, cut: ExportCut) {
        if self.is_over.swap(true, Ordering::AcqRel) {
            return;
        }
        // Free the database and the export slot at once, even while the reply still exists.
        drop(lock(&self.chunks).take());
        self.metrics.count_export_cut(cut);
        let cause = lock(&self.error).as_ref().map(ToString::to_string);
        tracing::warn!(
            request_id = self.request_id.to_str().unwrap_or_default(),
            path = self.path,
            bytes = self.bytes.load(Ordering::Relaxed),
            because = cut.as_str(),
            cause,
            "an export was cut"
        );
        if let Some(mut admission) = self.charge.get().cloned().filter(|_| cut.is_server_fault()) {
            let store = self.store.clone();
            tokio::spawn(async move { store.refund(&mut admission).await });
        }
    }
}

/// The chunks of a transfer, as the body of the reply.
pub(crate) struct TransferStream(pub(crate) Arc<Transfer>);

impl Stream for TransferStream {
    type Item = Result<Bytes, ExportEnded>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self(transfer) = &*self;
        let mut chunks = lock(&transfer.chunks);
        let Some(open) = chunks.as_mut() else { return Poll::Ready(Some(Err(ExportEnded))) };
        Pin::new(open).poll_next(context).map(|chunk| match chunk? {
            Ok(bytes) => Some(Ok(bytes)),
            Err(error) => {
                *lock(&transfer.error) = Some(error);
                Some(Err(ExportEnded))
            }
        })
    }
}

/// The export was cut. The cause is in the log.
#[derive(Debug, thiserror::Error)]
#[error("the export ended before its end")]
pub(crate) struct ExportEnded;
