//! A receiver of webhooks on a loopback port: it keeps what it gets and answers as it is told.

use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::{JoinHandle, JoinSet};

/// Answers nothing.
pub const HANGS: u16 = 0;
/// Answers when a test sets the status.
pub const WAITS: u16 = 1;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Received {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Received {
    /// The only header of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(given, _)| given.eq_ignore_ascii_case(name));
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} came twice");
        value
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn event_id(&self) -> String {
        self.header("X-Service-Event-Id").unwrap().to_owned()
    }
}

/// The receiver; it is gone when it is dropped.
pub struct Receiver {
    port: u16,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

struct Shared {
    connections: AtomicUsize,
    status: AtomicU16,
    /// What it answers the next request.
    next: Mutex<Option<u16>>,
    in_flight: AtomicUsize,
    most_in_flight: AtomicUsize,
    received: Mutex<Vec<Received>>,
    arrived: Notify,
    answer_changed: Notify,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Receiver {
    /// One that answers 200.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            connections: AtomicUsize::new(0),
            status: AtomicU16::new(200),
            next: Mutex::default(),
            in_flight: AtomicUsize::new(0),
            most_in_flight: AtomicUsize::new(0),
            received: Mutex::default(),
            arrived: Notify::new(),
            answer_changed: Notify::new(),
        });
        let serving = Arc::clone(&shared);
        let serving = tokio::spawn(async move {
            // They end with the task.
            let mut connections = JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let shared = Arc::clone(&serving);
                connections.spawn(async move { while_open(stream, &shared).await });
            }
        });
        Self { port, shared, serving }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// From now on it answers this status, or [`HANGS`], or [`WAITS`].
    pub fn answer(&self, status: u16) {
        self.shared.status.store(status, Ordering::SeqCst);
        self.shared.answer_changed.notify_waiters();
    }

    /// Answers this status once, then the earlier one again.
    pub fn answer_once(&self, status: u16) {
        *self.shared.next.lock().unwrap() = Some(status);
    }

    /// What it got so far, in order.
    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    /// What it got, once there is so much of it.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        let waited = tokio::time::timeout(Duration::from_secs(60), async {
            loop {
                let arrived = self.shared.arrived.notified();
                if self.shared.received.lock().unwrap().len() >= count {
                    return;
                }
                arrived.await;
            }
        });
        let received = waited.await.map(|()| self.received());
        received.unwrap_or_else(|_| panic!("{} of {count} came", self.received().len()))
    }

    /// How many connections it had.
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }

    /// How many requests it had at once, at most.
    pub fn most_in_flight(&self) -> usize {
        self.shared.most_in_flight.load(Ordering::SeqCst)
    }
}

async fn while_open(stream: TcpStream, shared: &Shared) {
    shared.connections.fetch_add(1, Ordering::SeqCst);
    let mut stream = BufReader::new(stream);
    while let Some(received) = read(&mut stream).await {
        let in_flight = shared.in_flight.fetch_add(1, Ordering::SeqCst) + 1;
        shared.most_in_flight.fetch_max(in_flight, Ordering::SeqCst);
        shared.received.lock().unwrap().push(received);
        shared.arrived.notify_waiters();
        let status = next_status(shared).await;
        if status == HANGS {
            // Until the sender gives up.
            let _ = stream.read_u8().await;
            shared.in_flight.fetch_sub(1, Ordering::SeqCst);
            return;
        }
        let answer = format!(
            "HTTP/1.1 {status} Told\r\nlocation: /elsewhere\r\ncontent-length: 2\r\n\r\nok"
        );
        shared.in_flight.fetch_sub(1, Ordering::SeqCst);
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// Returns the status to answer with, and waits until a test sets it.
async fn next_status(shared: &Shared) -> u16 {
    if let Some(status) = shared.next.lock().unwrap().take() {
        return status;
    }
    loop {
        let changed = shared.answer_changed.notified();
        match shared.status.load(Ordering::SeqCst) {
            WAITS => changed.await,
            status => return status,
        }
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<Received> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let path = lines.first()?.split(' ').nth(1)?.to_owned();
    let headers: Vec<(String, String)> = lines[1..]
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let mut body = vec![0; length.map_or(0, |(_, length)| length.parse().unwrap())];
    stream.read_exact(&mut body).await.ok()?;
    Some(Received { path, headers, body })
}
