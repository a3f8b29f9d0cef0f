//! The body of a reply while it is sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use warp::http::{Response, Version};
use warp::hyper::body::{Body, Bytes, Frame, SizeHint};

use crate::activity::{ConnectionEnd, InFlight};
use crate::transfer::{H2_SLOW_PIECE_BYTES, Transfer};

/// The size of a piece on HTTP/2, which asks for the next one when the window of the stream opens.
/// Each piece shows that the reader is still reading. It is the size of the protocol's own frames. A reader of an
/// export that was quick has to take it within the time in which a slow one takes [`H2_SLOW_PIECE_BYTES`].
const H2_PIECE_BYTES: usize = 16 * 1024;

/// A body that keeps its request in flight until the connection has all of it, or it is dropped.
pub struct SentBody<B> {
    body: B,
    /// The rest of the frame that is handed over in pieces.
    rest: Bytes,
    is_in_pieces: bool,
    has_ended: bool,
    in_flight: Option<InFlight>,
    transfer: Option<Arc<Transfer>>,
}

impl<B: Body> SentBody<B> {
    /// Wraps the body of a reply, together with its export if it has one.
    pub(crate) fn wrap(response: Response<B>) -> Response<Self> {
        let (mut head, body) = response.into_parts();
        let transfer: Option<Arc<Transfer>> = match head.extensions.is_empty() {
            true => None,
            false => head.extensions.remove(),
        };
        // The reply to HEAD has no body: nobody waits for these rows.
        let transfer = transfer.filter(|_| !body.is_end_stream());
        let body = Self {
            has_ended: body.is_end_stream(),
            body,
            rest: Bytes::new(),
            is_in_pieces: false,
            in_flight: None,
            transfer,
        };
        Response::from_parts(head, body)
    }

    /// Attaches the body to a request of a connection.
    pub(crate) fn attach(&mut self, in_flight: InFlight, version: Version) {
        let in_flight = in_flight.sending();
        if version == Version::HTTP_2 {
            self.is_in_pieces = true;
            if let Some(transfer) = &self.transfer {
                // Other streams of the connection go on, so the connection does not end.
                transfer.end_when_stalled();
            }
        }
        self.in_flight = Some(in_flight);
    }

    /// Returns how many bytes are handed over at once.
    fn piece_bytes(&self) -> usize {
        match &self.transfer {
            _ if !self.is_in_pieces => usize::MAX,
            Some(transfer) if !transfer.is_taken_quickly() => H2_SLOW_PIECE_BYTES,
            _ => H2_PIECE_BYTES,
        }
    }

    /// Notes whether the body has nothing to give yet.
    fn wait_for_body(&mut self, waits: bool) {
        if let Some(in_flight) = &mut self.in_flight {
            in_flight.wait_for_body(waits);
        }
        if let Some(transfer) = &self.transfer {
            transfer.wait_for_rows(waits);
        }
    }

    fn note_piece(&self, piece: &Bytes) {
        // A body that hyper has whole is dropped, which is progress too.
        if let Some(in_flight) = self.in_flight.as_ref().filter(|_| !self.has_ended) {
            in_flight.note_progress();
        }
        if let Some(transfer) = &self.transfer {
            transfer.note_bytes_taken(piece.len());
        }
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for SentBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        if self.rest.is_empty() {
            let frame = Pin::new(&mut self.body).poll_frame(context);
            self.wait_for_body(frame.is_pending());
            match ready!(frame) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                Some(Err(error)) => {
                    if let Some(transfer) = self.transfer.take() {
                        transfer.fail();
                    }
                    return Poll::Ready(Some(Err(error)));
                }
                None => {
                    self.has_ended = true;
                    return Poll::Ready(None);
                }
            }
        }
        let piece_bytes = self.piece_bytes().min(self.rest.len());
        let piece = self.rest.split_to(piece_bytes);
        self.has_ended = self.rest.is_empty() && self.body.is_end_stream();
        self.note_piece(&piece);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let inner = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

impl<B> Drop for SentBody<B> {
    fn drop(&mut self) {
        let Some(transfer) = self.transfer.take() else { return };
        match (self.has_ended, self.in_flight.as_ref().map(InFlight::connection_end)) {
            (true, _) => transfer.complete(),
            (false, Some(end)) => transfer.cut(end),
            (false, None) => transfer.cut(ConnectionEnd::Disconnected),
        }
    }
}
