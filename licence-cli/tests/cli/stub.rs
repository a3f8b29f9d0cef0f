//! A server of a test's own: it notes what it is asked, and answers as it is told.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    /// Method and target.
    pub line: String,
    /// The rest of the head, in lower case.
    pub head: String,
    pub body: String,
}

/// A server that answers every connection with one of its replies, the last of them again and
/// again.
pub struct Stub {
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Stub {
    pub fn answering(replies: Vec<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&requests);
        std::thread::spawn(move || {
            for (connection, n) in listener.incoming().zip(0..) {
                let mut connection = connection.unwrap();
                let request = read(&mut connection);
                noted.lock().unwrap().push(request);
                let reply: &String = replies.get(n).or(replies.last()).unwrap();
                // A client that has seen enough may be gone.
                let _ = connection.write_all(reply.as_bytes());
            }
        });
        Self { url, requests }
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// Method and target of every request.
    pub fn lines(&self) -> Vec<String> {
        self.requests().into_iter().map(|request| request.line).collect()
    }
}

fn read(connection: &mut impl Read) -> Request {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") && connection.read(&mut byte).unwrap() == 1 {
        bytes.push(byte[0]);
    }
    let text = String::from_utf8(bytes).unwrap();
    let (line, head) = text.split_once("\r\n").unwrap_or_default();
    let head = head.to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    connection.read_exact(&mut body).unwrap();
    let line = line.strip_suffix(" HTTP/1.1").unwrap_or(line).to_owned();
    Request { line, head, body: String::from_utf8(body).unwrap() }
}

/// A whole reply.
pub fn reply(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} Any\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
    )
}

/// A refusal in the form of specification 2.16.
pub fn refusal(status: u16, reason: &str) -> String {
    let body = format!(
        r#"{{"error":"The sentence of {reason}.","code":"the_code","details":{{"reason":"{reason}","suggestion":"Do this."}}}}"#
    );
    reply(status, "x-request-id: request-77\r\n", &body)
}
