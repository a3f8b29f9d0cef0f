//! Request bodies nobody asked for.

use warp::hyper::body::{Body, Buf};

use crate::limits::Limits;

/// Reads a body to its end and throws it away, so that the connection can go on, but gives up on
/// one that is long or slow: dropping it makes hyper close the connection. The reply does not
/// wait for any of this.
pub(crate) fn discard<B>(body: B, limits: &Limits)
where
    B: Body + Send + Unpin + 'static,
    B::Data: Send,
{
    if !body.is_end_stream() {
        let Limits { body_time, unread_body_bytes, .. } = *limits;
        tokio::spawn(tokio::time::timeout(body_time, read_away(body, unread_body_bytes)));
    }
}

async fn read_away<B: Body + Unpin>(mut body: B, limit: usize) {
    let mut read = 0;
    while let Some(Ok(frame)) = http_body_util::BodyExt::frame(&mut body).await {
        read += frame.data_ref().map_or(0, Buf::remaining);
        if read > limit {
            break;
        }
    }
}
