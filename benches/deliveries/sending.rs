//! A sender at work.

use std::sync::Arc;

use licence_server::system_time;
use licence_store::Store;
use licence_store::service::SenderClock;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub struct Sending {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Sending {
    pub fn start(store: &Store) -> Self {
        let sender = store.sender(SenderClock::new(Arc::new(system_time))).expect("a client");
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async {
            let _ = stopped.await;
        };
        Self { stop, task: tokio::spawn(sender.run(stopped)) }
    }

    /// Lets it write what it did.
    pub async fn stop(self) {
        self.stop.send(()).expect("it runs");
        self.task.await.expect("it stops");
    }

    /// Without waiting for what hangs.
    pub fn abort(self) {
        self.task.abort();
    }
}
