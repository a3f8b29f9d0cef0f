//! Taking a stream's items one by one: all that is needed of a crate of combinators.

use std::pin::Pin;

use futures_core::Stream;

/// The next item; `None` behind the last one.
pub(crate) async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    std::future::poll_fn(|context| Pin::new(&mut *stream).poll_next(context)).await
}
