//! Reads the items of a stream one by one.

use std::pin::Pin;

use futures_core::Stream;

/// Returns the next item; `None` after the last one.
pub(crate) async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    std::future::poll_fn(|context| Pin::new(&mut *stream).poll_next(context)).await
}
