//! A minimal HTTP/1.1 client, so that a test decides about every byte.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::callers::bearer;

/// Long enough for any machine; a test that waits this long has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client<S> {
    stream: S,
    received: Vec<u8>,
    key: Option<String>,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Client<TcpStream> {
    pub async fn connect(address: SocketAddr) -> Self {
        Self::over(TcpStream::connect(address).await.unwrap())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    pub fn over(stream: S) -> Self {
        Self { stream, received: Vec::new(), key: None }
    }

    /// Sends this key with every request from now on.
    pub fn with_key(self, key: &str) -> Self {
        Self { key: Some(bearer(key)), ..self }
    }

    /// Sends bytes as they are; fails once the server has closed the connection.
    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) -> std::io::Result<()> {
        self.stream.write_all(bytes.as_ref()).await?;
        self.stream.flush().await
    }

    pub async fn get(&mut self, target: &str) -> Reply {
        self.request("GET", target, "").await
    }

    /// One request, with extra header lines, each ending in CRLF.
    pub async fn request(&mut self, method: &str, target: &str, headers: &str) -> Reply {
        let key = self.key.as_ref().map(|key| format!("authorization: {key}\r\n"));
        let key = key.unwrap_or_default();
        let head = format!("{method} {target} HTTP/1.1\r\nhost: localhost\r\n{key}{headers}\r\n");
        self.send(head).await.unwrap();
        self.reply(method == "HEAD").await
    }

    /// The next reply.
    pub async fn reply(&mut self, to_head: bool) -> Reply {
        let end = loop {
            let end = self.received.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            match end {
                Some(end) => break end,
                None => assert!(self.receive().await, "closed without a whole reply"),
            }
        };
        let head = String::from_utf8(self.received.drain(..end + 4).collect()).unwrap();
        let mut lines = head.trim_end().split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_owned(), value.to_owned())
        };
        let mut reply = Reply { status, headers: lines.map(header).collect(), body: Vec::new() };
        let length = reply.header("content-length").map_or(0, |length| length.parse().unwrap());
        if !to_head {
            while self.received.len() < length {
                assert!(self.receive().await, "closed inside a body");
            }
            reply.body = self.received.drain(..length).collect();
        }
        reply
    }

    /// Waits until the server closes the connection, by whatever means.
    pub async fn closed(&mut self) {
        while self.receive().await {}
    }

    /// Everything until the server closes the connection.
    pub async fn rest(mut self) -> Vec<u8> {
        self.closed().await;
        self.received
    }

    /// Reads on; `false` at the end of the connection.
    pub async fn receive(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let read = timeout(PATIENCE, self.stream.read(&mut buffer)).await.expect("still open");
        let read = read.unwrap_or(0);
        self.received.extend_from_slice(&buffer[..read]);
        read > 0
    }

    /// Whether there is more to read by now.
    pub async fn has_more(&mut self) -> bool {
        timeout(Duration::ZERO, self.receive()).await.is_ok()
    }

    pub fn received(&self) -> &[u8] {
        &self.received
    }
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}
