//! Gathers what arrives while a call to Redis is under way into the next call, so that a busy
//! server makes few calls. Each asker gets its own reply.

use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use crate::mutex::lock;

/// The most questions in one call: Redis serves nobody else meanwhile.
const MOST_AT_ONCE: usize = 128;

/// The questions that wait for the next call.
pub(super) struct Calls<Q, R> {
    waiting: Mutex<Waiting<Q, R>>,
}

struct Waiting<Q, R> {
    asked: Vec<(Q, oneshot::Sender<R>)>,
    is_calling: bool,
}

impl<Q: Send + 'static, R: Send + 'static> Calls<Q, R> {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { waiting: Mutex::new(Waiting { asked: Vec::new(), is_calling: false }) })
    }

    /// Returns the reply to a question; `None` if the call stopped without replies. `call` puts
    /// questions and returns as many replies in their order.
    pub(super) async fn ask<C, F>(self: &Arc<Self>, question: Q, call: C) -> Option<R>
    where
        C: Fn(Vec<Q>) -> F + Send + 'static,
        F: Future<Output = Vec<R>> + Send + 'static,
    {
        let (reply, replied) = oneshot::channel();
        let is_first = {
            let mut waiting = lock(&self.waiting);
            waiting.asked.push((question, reply));
            !std::mem::replace(&mut waiting.is_calling, true)
        };
        if is_first {
            // A task of its own: the caller that asked first may disconnect before the replies.
            tokio::spawn(CallTask(Arc::clone(self)).run(call));
        }
        replied.await.ok()
    }
}

/// The task that makes the calls. If it panics, the next caller starts another.
struct CallTask<Q: Send + 'static, R: Send + 'static>(Arc<Calls<Q, R>>);

impl<Q: Send + 'static, R: Send + 'static> CallTask<Q, R> {
    async fn run<C, F>(self, call: C)
    where
        C: Fn(Vec<Q>) -> F,
        F: Future<Output = Vec<R>>,
    {
        loop {
            let (questions, askers) = self.next();
            if questions.is_empty() {
                return;
            }
            let calling = call(questions);
            let replies = calling.await;
            for (asker, reply) in askers.into_iter().zip(replies) {
                // Nobody waits for the reply of a caller that disconnected.
                let _ = asker.send(reply);
            }
        }
    }

    fn next(&self) -> (Vec<Q>, Vec<oneshot::Sender<R>>) {
        let mut waiting = lock(&self.0.waiting);
        let count = waiting.asked.len().min(MOST_AT_ONCE);
        waiting.is_calling = count > 0;
        waiting.asked.drain(..count).unzip()
    }
}

impl<Q: Send + 'static, R: Send + 'static> Drop for CallTask<Q, R> {
    fn drop(&mut self) {
        let mut waiting = lock(&self.0.waiting);
        if waiting.is_calling && std::thread::panicking() {
            *waiting = Waiting { asked: Vec::new(), is_calling: false };
        }
    }
}

#[cfg(test)]
mod tests;
