//! A single request, and what its answer says.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

/// Checks a host with a key on a connection of its own, and returns head and body of the answer.
pub fn check(server: SocketAddr, key: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(server).expect("a connection");
    let line = format!("GET /v1/check?domain={host} HTTP/1.1");
    let fields = format!("Host: bench\r\nAuthorization: Bearer {key}\r\nConnection: close");
    write!(stream, "{line}\r\n{fields}\r\n\r\n").expect("a request sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    answer
}
