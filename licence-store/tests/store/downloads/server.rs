//! A server on this machine: answers from a script, and remembers what it was asked.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// One answer.
#[derive(Clone)]
pub struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    manner: Manner,
}

#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// As one should.
    Well,
    /// The connection closes instead of an answer.
    Reset,
    /// The connection closes in the middle of the body.
    CutOff,
    /// A byte now and then, for ever.
    Drip,
    /// Chunks without an end.
    Endless,
}

impl Reply {
    pub fn file(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, headers: Vec::new(), body: body.into(), manner: Manner::Well }
    }

    pub fn status(status: u16) -> Self {
        Self { status, ..Self::file("") }
    }

    pub fn redirect(to: impl Into<String>) -> Self {
        Self::status(302).header("Location", to)
    }

    pub fn reset() -> Self {
        Self { manner: Manner::Reset, ..Self::file("") }
    }

    pub fn cut_off() -> Self {
        Self { manner: Manner::CutOff, ..Self::file("half of it") }
    }

    pub fn drip() -> Self {
        Self { manner: Manner::Drip, ..Self::file("") }
    }

    pub fn endless() -> Self {
        Self { manner: Manner::Endless, ..Self::file("") }
    }

    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    fn etag(&self) -> Option<&str> {
        self.headers.iter().find(|(name, _)| *name == "ETag").map(|(_, value)| value.as_str())
    }

    fn last_modified(&self) -> Option<&str> {
        let named = self.headers.iter().find(|(name, _)| *name == "Last-Modified");
        named.map(|(_, value)| value.as_str())
    }

    fn is_unchanged_for(&self, request: &str) -> bool {
        let asked = |name: &str| {
            let lines = request.lines().filter_map(|line| line.split_once(": "));
            lines.filter(|(key, _)| *key == name).map(|(_, value)| value).next()
        };
        match (asked("if-none-match"), asked("if-modified-since")) {
            (Some(tag), _) => self.etag() == Some(tag),
            (None, Some(date)) => self.last_modified() == Some(date),
            (None, None) => false,
        }
    }

    fn head(&self) -> String {
        let mut head = format!("HTTP/1.1 {} Status\r\nConnection: close\r\n", self.status);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head
    }

    async fn write(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        let head = self.head();
        let with_length = |length: usize| format!("{head}Content-Length: {length}\r\n\r\n");
        match self.manner {
            Manner::Reset => Ok(()),
            Manner::Well => {
                stream.write_all(with_length(self.body.len()).as_bytes()).await?;
                stream.write_all(&self.body).await
            }
            Manner::CutOff => {
                stream.write_all(with_length(self.body.len() * 2).as_bytes()).await?;
                stream.write_all(&self.body).await
            }
            Manner::Drip => {
                stream.write_all(with_length(1 << 20).as_bytes()).await?;
                loop {
                    stream.write_all(b"x").await?;
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
            Manner::Endless => {
                stream.write_all((head + "Transfer-Encoding: chunked\r\n\r\n").as_bytes()).await?;
                let chunk = [&b"10000\r\n"[..], &[b'x'; 0x10000], b"\r\n"].concat();
                loop {
                    stream.write_all(&chunk).await?;
                }
            }
        }
    }
}

/// The server; gone with the test's runtime.
pub struct Server {
    address: SocketAddr,
    script: Arc<Mutex<Script>>,
}

#[derive(Default)]
struct Script {
    replies: HashMap<String, VecDeque<Reply>>,
    requests: Vec<String>,
}

impl Server {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let script: Arc<Mutex<Script>> = Arc::default();
        let shared = script.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.clone()));
            }
        });
        Self { address, script }
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Answers a path with these, one after the other; the last one stays.
    pub fn answer(&self, path: &str, replies: impl IntoIterator<Item = Reply>) -> String {
        let replies = replies.into_iter().collect();
        self.script.lock().unwrap().replies.insert(path.to_owned(), replies);
        self.url(path)
    }

    /// Answers a path with a file.
    pub fn file(&self, path: &str, body: impl Into<Vec<u8>>) -> String {
        self.answer(path, [Reply::file(body)])
    }

    /// The requests so far, as they came.
    pub fn requests(&self) -> Vec<String> {
        self.script.lock().unwrap().requests.clone()
    }

    /// The paths asked for so far.
    pub fn paths(&self) -> Vec<String> {
        let path = |request: &String| request.split(' ').nth(1).unwrap().to_owned();
        self.requests().iter().map(path).collect()
    }
}

async fn serve(stream: TcpStream, script: Arc<Mutex<Script>>) {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    while !request.ends_with("\r\n\r\n") {
        if !reader.read_line(&mut request).await.is_ok_and(|read| read > 0) {
            // Not HTTP: a client that speaks TLS.
            let _ = reader.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
            return;
        }
    }
    let reply = next_reply(&script, request.replace("\r\n", "\n"));
    let mut stream = reader.into_inner();
    if reply.write(&mut stream).await.is_ok() && stream.shutdown().await.is_ok() {
        // What the client still sends is read, so that its system does not take the answer back.
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }
}

fn next_reply(script: &Mutex<Script>, request: String) -> Reply {
    let mut script = script.lock().unwrap();
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let replies = script.replies.entry(path).or_default();
    let reply = if replies.len() > 1 { replies.pop_front() } else { replies.front().cloned() };
    let mut reply = reply.unwrap_or_else(|| Reply::status(404));
    if reply.manner == Manner::Well && reply.is_unchanged_for(&request) {
        reply = Reply { status: 304, body: Vec::new(), ..reply };
    }
    script.requests.push(request);
    reply
}
