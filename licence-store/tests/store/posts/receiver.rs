//! A receiver on this machine: does one thing, and remembers what it was sent.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// What a receiver does with a connection.
#[derive(Clone)]
pub enum Manner {
    /// Answers every request with these bytes.
    Reply(Vec<u8>),
    /// Answers one request with these bytes and closes.
    ReplyAndClose(Vec<u8>),
    /// Sends these bytes before it is asked, and waits.
    SpeakFirst(Vec<u8>),
    /// Answers with a head and then these bytes for ever, with a pause between them.
    Forever(&'static [u8], Duration),
    /// Never answers.
    Silent,
    /// Closes the connection instead of an answer.
    Close,
    /// Resets the connection instead of an answer.
    Reset,
    /// Resets the connection before it is asked.
    ResetAtAccept,
    /// Closes the connection before it is asked.
    CloseAtAccept,
}

impl Manner {
    pub fn status(status: u16) -> Self {
        Self::Reply(format!("HTTP/1.1 {status} Status\r\nContent-Length: 0\r\n\r\n").into_bytes())
    }
}

/// What came in and went out.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub connections: usize,
    pub requests: Vec<Vec<u8>>,
    pub written: usize,
    pub closed: usize,
}

/// The receiver; gone with the test's runtime.
pub struct Receiver {
    pub address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
}

impl Receiver {
    pub async fn start(manner: Manner) -> Self {
        Self::bind("127.0.0.1:0", manner, None).await
    }

    pub async fn bind(address: &str, manner: Manner, tls: Option<TlsAcceptor>) -> Self {
        Self::on(TcpListener::bind(address).await.unwrap(), manner, tls)
    }

    pub fn on(listener: TcpListener, manner: Manner, tls: Option<TlsAcceptor>) -> Self {
        let address = listener.local_addr().unwrap();
        let seen: Arc<Mutex<Seen>> = Arc::default();
        let shared = seen.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                shared.lock().unwrap().connections += 1;
                tokio::spawn(accept(stream, manner.clone(), tls.clone(), shared.clone()));
            }
        });
        Self { address, seen }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook?x=1", self.address)
    }

    pub fn seen(&self) -> Seen {
        self.seen.lock().unwrap().clone()
    }

    /// Waits until this many connections are over.
    pub async fn closed(&self, connections: usize) {
        while self.seen().closed < connections {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

async fn accept(
    stream: TcpStream,
    manner: Manner,
    tls: Option<TlsAcceptor>,
    seen: Arc<Mutex<Seen>>,
) {
    match (tls, &manner) {
        (_, Manner::ResetAtAccept) => stream.set_zero_linger().unwrap(),
        (_, Manner::CloseAtAccept) => {}
        (Some(tls), _) => {
            if let Ok(stream) = tls.accept(stream).await {
                serve(stream, &manner, &seen).await;
            }
        }
        (None, Manner::Reset) => {
            stream.set_zero_linger().unwrap();
            serve(stream, &manner, &seen).await;
        }
        (None, _) => serve(stream, &manner, &seen).await,
    }
    seen.lock().unwrap().closed += 1;
}

async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    manner: &Manner,
    seen: &Mutex<Seen>,
) {
    if let Manner::SpeakFirst(bytes) = manner {
        let _ = stream.write_all(bytes).await;
    }
    while let Some(request) = request(&mut stream).await {
        seen.lock().unwrap().requests.push(request);
        let goes_on = match manner {
            Manner::Reply(reply) => stream.write_all(reply).await.is_ok(),
            Manner::ReplyAndClose(reply) => {
                let _ = stream.write_all(reply).await;
                let _ = stream.shutdown().await;
                // What is still sent is read, or the system would take the answer back.
                let _ = stream.read_to_end(&mut Vec::new()).await;
                false
            }
            Manner::Forever(bytes, pause) => {
                forever(&mut stream, bytes, *pause, seen).await;
                false
            }
            Manner::Silent | Manner::SpeakFirst(_) => true,
            _ => false,
        };
        if !goes_on {
            return;
        }
    }
}

async fn forever(
    stream: &mut (impl AsyncWrite + Unpin),
    bytes: &[u8],
    pause: Duration,
    seen: &Mutex<Seen>,
) {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n";
    let mut written = stream.write_all(head).await;
    while written.is_ok() {
        written = stream.write_all(bytes).await;
        seen.lock().unwrap().written += bytes.len();
        tokio::time::sleep(pause).await;
    }
}

/// A request as it came; `None` when there is no further one.
async fn request(stream: &mut (impl AsyncRead + Unpin)) -> Option<Vec<u8>> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(stream.read_u8().await.ok()?);
    }
    let mut body = vec![0; stated_length(&request)];
    stream.read_exact(&mut body).await.ok()?;
    request.append(&mut body);
    Some(request)
}

fn stated_length(head: &[u8]) -> usize {
    let head = String::from_utf8_lossy(head).to_lowercase();
    let stated = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    stated.map_or(0, |length| length.parse().unwrap())
}
