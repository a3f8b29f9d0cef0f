//! A receiver of webhooks on a thread of its own that does the least: it keeps what it read, with
//! the instant, and answers 200; under `/hang` it never answers.

use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use crate::support::processor::processor_seconds;

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
/// What a request and its body take at most here.
const BUFFER: usize = 16 << 10;

/// A request as it came.
pub struct Received {
    pub at: Instant,
    head_and_body: Box<str>,
}

impl Received {
    /// What stands between a text and the next of another.
    pub fn between(&self, before: &str, after: &str) -> &str {
        let (_, rest) = self.head_and_body.split_once(before).expect("it is there");
        rest.split_once(after).expect("it ends").0
    }

    pub fn delivery_id(&self) -> &str {
        self.between("X-Service-Delivery-Id: ", "\r\n")
    }
}

pub struct Receiver {
    port: u16,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    task: String,
}

#[derive(Default)]
struct Shared {
    count: AtomicUsize,
    received: Mutex<Vec<Received>>,
}

impl Receiver {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        listener.set_nonblocking(true).expect("a socket of the runtime");
        let shared = Arc::new(Shared::default());
        let (stop, stopped) = oneshot::channel();
        let (told, task) = std::sync::mpsc::channel();
        let serving = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            told.send(this_task()).expect("somebody asked");
            let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
            runtime.expect("a runtime").block_on(async {
                tokio::select! { () = serve(listener, serving) => {}, _ = stopped => {} }
            });
        });
        let task = task.recv().expect("the thread tells");
        Self { port, shared, stop: Some(stop), thread: Some(thread), task }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// How many requests it answered.
    pub fn count(&self) -> usize {
        self.shared.count.load(Ordering::Acquire)
    }

    /// Until it answered so many, or not one more for ten seconds.
    pub async fn wait_for(&self, count: usize) {
        let (mut last, mut since) = (self.count(), Instant::now());
        while last < count && since.elapsed() < Duration::from_secs(10) {
            tokio::time::sleep(Duration::from_millis(1)).await;
            if self.count() > last {
                (last, since) = (self.count(), Instant::now());
            }
        }
    }

    /// What it answered since it was last asked.
    pub fn take(&self) -> Vec<Received> {
        self.shared.count.store(0, Ordering::Release);
        std::mem::take(&mut *self.shared.received.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The processor time of its thread.
    pub fn processor_seconds(&self) -> f64 {
        processor_seconds(&self.task)
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// `self/task/4711`
fn this_task() -> String {
    let link = std::fs::read_link("/proc/thread-self").unwrap_or_default();
    link.to_string_lossy().into_owned()
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let listener = tokio::net::TcpListener::from_std(listener).expect("the runtime's socket");
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { while_open(stream, &shared).await });
    }
}

async fn while_open(mut stream: TcpStream, shared: &Shared) {
    let mut buffer = vec![0; BUFFER];
    let mut filled = 0;
    while let Ok(read @ 1..) = stream.read(&mut buffer[filled..]).await {
        filled += read;
        let Ok(text) = std::str::from_utf8(&buffer[..filled]) else { return };
        if !is_whole(text) {
            continue;
        }
        if text.starts_with("POST /hang") {
            std::future::pending::<()>().await;
        }
        let received = Received { at: Instant::now(), head_and_body: text.into() };
        shared.received.lock().unwrap_or_else(PoisonError::into_inner).push(received);
        shared.count.fetch_add(1, Ordering::Release);
        filled = 0;
        if stream.write_all(ANSWER).await.is_err() {
            return;
        }
    }
}

/// The client sends one request at a time, with its length in lower or title case.
fn is_whole(text: &str) -> bool {
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then(|| value.parse::<usize>().ok())?
    });
    length.is_some_and(|length| body.len() >= length)
}
