//! A panic in a handler costs that one request: it is caught, logged and answered.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use thiserror::Error;

thread_local! {
    /// Whether this thread is inside [`catch_panic`], which logs the panic with its request.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static REPORT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A handler panicked.
#[derive(Debug, Error)]
#[error("panicked at {0}")]
pub(crate) struct Panicked(String);

/// Sends panics to the log, one line each, instead of to stderr.
pub fn install_hook() {
    std::panic::set_hook(Box::new(|info| {
        let report = report(info);
        if CATCHING.get() {
            REPORT.set(Some(report));
        } else {
            tracing::error!("panicked at {report}");
        }
    }));
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let message = info.payload_as_str().unwrap_or("no message");
    match info.location() {
        Some(location) => format!("{location}: {message}"),
        None => message.to_owned(),
    }
}

pub(crate) async fn catch_panic<F: Future>(future: F) -> Result<F::Output, Panicked> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| poll_caught(future.as_mut(), context)).await
}

fn poll_caught<F: Future>(
    future: Pin<&mut F>,
    context: &mut Context<'_>,
) -> Poll<Result<F::Output, Panicked>> {
    CATCHING.set(true);
    // The future is dropped after a panic and never polled again, so its state is never seen.
    let polled = catch_unwind(AssertUnwindSafe(|| future.poll(context)));
    CATCHING.set(false);
    match polled {
        Ok(poll) => poll.map(Ok),
        Err(payload) => {
            let report = REPORT.take().unwrap_or_else(|| message(payload.as_ref()));
            Poll::Ready(Err(Panicked(report)))
        }
    }
}

/// Returns the message of a panic that our hook did not report.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    format!("an unknown place: {}", text.unwrap_or("no message"))
}
