//! The client: thirty-two connections on one thread, one request each under way.
//!
//! It takes the connections in turn, reads an answer and sends the next request, so that the
//! server always has about thirty to choose from and the client pays two system calls a request.

use std::cell::{Cell, RefCell};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use licence_core::hostname::Hostname;
use serde_json::json;

use crate::grant::CONNECTOR_URL;
use crate::register::Register;
use crate::support::random::Random;
use crate::support::strangers;

const CONNECTIONS: usize = 32;
/// Different requests, so that the answers do not all lie in the nearest cache.
const REQUESTS: usize = 8192;
/// Each from an address of its own. A round asks each address at most once, and there are fewer rounds
/// than requests an hour under the cap.
const KEYLESS_REQUESTS: usize = 8192 * 16;
/// The first address.
const FIRST_ADDRESS: u32 = 0x0a_00_00_00;

/// The answers that servers gave in a time.
pub struct Answered {
    pub count: usize,
    pub seconds: f64,
}

impl Answered {
    pub fn a_second(&self) -> f64 {
        self.count as f64 / self.seconds
    }
}

/// Requests, ready to send.
pub struct Client {
    requests: Vec<Vec<u8>>,
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    /// A client that asks for the hosts of a register, with its customer's key.
    pub fn of_checks(register: &Register) -> Self {
        Self::of_hosts(REQUESTS, register, |host| check(register, host))
    }

    /// One that asks for them without a key, each time from another address behind a proxy.
    pub fn of_keyless_checks(register: &Register) -> Self {
        let address = Cell::new(FIRST_ADDRESS);
        Self::of_hosts(KEYLESS_REQUESTS, register, |host| {
            let caller = Ipv4Addr::from(address.replace(address.get() + 1));
            let line = format!("GET /v1/check?domain={host} HTTP/1.1");
            format!("{line}\r\nHost: bench\r\nX-Forwarded-For: {caller}\r\n\r\n")
        })
    }

    /// One that asks for hosts with a typing error, which no register lists.
    pub fn of_near_misses(register: &Register) -> Self {
        let random = RefCell::new(Random(17));
        Self::of_hosts(REQUESTS, register, |host| {
            let listed = host.parse::<Hostname>().expect("a hostname");
            check(register, &strangers::Kind::Typo.domain(&listed, &mut random.borrow_mut()))
        })
    }

    /// An assistant that calls the tool for domains, in the newest version of the protocol.
    pub fn of_tools(register: &Register) -> Self {
        let connector_host = CONNECTOR_URL.trim_start_matches("http://");
        Self::of_hosts(REQUESTS, register, |host| {
            let message = json!({
                "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {
                    "name": "check_domain",
                    "arguments": {"domain": host},
                    "_meta": {
                        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
                        "io.modelcontextprotocol/clientCapabilities": {},
                    },
                },
            });
            let message = message.to_string();
            let head = [
                "POST /mcp HTTP/1.1".to_owned(),
                format!("Host: {connector_host}"),
                format!("Authorization: Bearer {}", register.token),
                format!("Content-Length: {}", message.len()),
                "Content-Type: application/json".to_owned(),
                "Accept: application/json, text/event-stream".to_owned(),
                "MCP-Protocol-Version: 2026-07-28".to_owned(),
                "Mcp-Method: tools/call".to_owned(),
                "Mcp-Name: check_domain".to_owned(),
            ];
            format!("{}\r\n\r\n{message}", head.join("\r\n"))
        })
    }

    fn of_hosts(count: usize, register: &Register, request: impl Fn(&str) -> String) -> Self {
        let mut random = Random(13);
        let mut host = || &register.hosts[random.below(register.hosts.len())];
        Self { requests: (0..count).map(|_| request(host()).into_bytes()).collect() }
    }

    /// Some answers, whole.
    pub fn answers(&self, server: SocketAddr) -> Vec<Vec<u8>> {
        let mut connection = Connection::open(server);
        let mut answer = |request: &Vec<u8>| {
            connection.send(request);
            connection.receive().to_vec()
        };
        self.requests.iter().take(100).map(&mut answer).collect()
    }

    /// Asks for a while. The connections are spread over the servers.
    pub fn ask_for(&self, duration: Duration, servers: &[SocketAddr]) -> Answered {
        let start = Instant::now();
        let count = self.ask(servers, |_| start.elapsed() < duration);
        Answered { count, seconds: start.elapsed().as_secs_f64() }
    }

    /// Asks this often.
    pub fn ask_times(&self, count: usize, server: SocketAddr) {
        self.ask(&[server], |answers| answers + CONNECTIONS < count + 1);
    }

    /// Asks on while `goes_on` says so after each answer; the number of answers.
    fn ask(&self, servers: &[SocketAddr], goes_on: impl Fn(usize) -> bool) -> usize {
        let spread = servers.iter().cycle().take(CONNECTIONS);
        let mut connections: Vec<_> = spread.map(|server| Connection::open(*server)).collect();
        let mut requests = self.requests.iter().cycle();
        let mut send = |connection: &mut Connection| {
            requests.by_ref().take(1).for_each(|request| connection.send(request));
        };
        connections.iter_mut().for_each(&mut send);
        let mut answers = 0;
        let mut turn = 0;
        while goes_on(answers) {
            let connection = &mut connections[turn];
            connection.receive();
            answers += 1;
            send(connection);
            turn = (turn + 1) % CONNECTIONS;
        }
        for at in 0..CONNECTIONS {
            connections[(turn + at) % CONNECTIONS].receive();
        }
        answers + CONNECTIONS
    }
}

fn check(register: &Register, host: &str) -> String {
    let line = format!("GET /v1/check?domain={host} HTTP/1.1");
    format!("{line}\r\nHost: bench\r\nAuthorization: Bearer {}\r\n\r\n", register.key)
}

impl Connection {
    fn open(server: SocketAddr) -> Self {
        let stream = TcpStream::connect(server).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Self { stream, buffer: vec![0; 64 * 1024] }
    }

    fn send(&mut self, request: &[u8]) {
        self.stream.write_all(request).expect("a request sent");
    }

    /// The body of the next answer.
    fn receive(&mut self) -> &[u8] {
        let mut filled = 0;
        loop {
            let count = self.stream.read(&mut self.buffer[filled..]).expect("an answer");
            assert!(count > 0, "the server hung up");
            filled += count;
            if let Some(body) = body(&self.buffer[..filled]) {
                return &self.buffer[body];
            }
        }
    }
}

/// Where the body lies, once all of it is there.
fn body(answer: &[u8]) -> Option<std::ops::Range<usize>> {
    let start = answer.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
    let head = &answer[..start];
    assert!(head.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(answer));
    const LENGTH: &[u8] = b"content-length: ";
    let at = head.windows(LENGTH.len()).position(|name| name.eq_ignore_ascii_case(LENGTH));
    let digits = &head[at.expect("a length") + LENGTH.len()..];
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
    (answer.len() >= start + length).then_some(start..start + length)
}
