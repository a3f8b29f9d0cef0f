//! The programs of `examples/`, run as their heads say.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::SystemTime;

use licence_core::time::Timestamp;
use licence_core::webhook::signature::sign;

use crate::support::ports::free_address;

/// What it prints, which it does with success.
fn output(name: &str, arguments: &[&str]) -> String {
    let output = command(name, arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn command(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(built(name));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Built beside the tests; or, where only this test was asked for, now.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap().join("examples");
    if !folder.join(name).exists() {
        let cargo = Command::new(env!("CARGO")).args(["build", "--quiet", "--examples"]).status();
        assert!(cargo.unwrap().success(), "the examples do not build");
    }
    folder.join(name)
}

/// A program that serves until it is dropped.
struct Serving {
    child: Child,
    stdout: BufReader<ChildStdout>,
    address: String,
}

impl Serving {
    fn start(name: &str, secret: &str) -> Self {
        let address = free_address();
        let mut command = command(name, &[&address.to_string()]);
        command.env("WEBHOOK_SECRET", secret).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut serving = Self { child, stdout, address: address.to_string() };
        assert!(serving.line().starts_with("listening on http://127.0.0.1:"));
        serving
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    /// The whole reply to a request; it may take a moment until the port is open.
    fn reply(&self, head: &str, body: &str) -> String {
        let mut stream = loop {
            match TcpStream::connect(&self.address) {
                Ok(stream) => break stream,
                Err(_) => std::thread::yield_now(),
            }
        };
        let length = body.len();
        write!(
            stream,
            "{head}Host: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_domain_is_verified_offline() {
    let licensed = output("verify_offline", &["examples/reading.json", "lanternspin.example"]);
    assert!(licensed.starts_with("licensed: lanternspin.example is on record"), "{licensed}");
    let near = output("verify_offline", &["examples/reading.json", "lanternspjn.example"]);
    assert!(near.starts_with("not_found: ") && near.contains("near name: "), "{near}");
}

#[test]
fn what_is_known_of_a_day_is_what_was_observed() {
    let known = output("point_in_time", &[]);
    let expected = "2026-10-31: before_tracking, nothing is claimed\n\
                    2026-11-15: observed, active\n\
                    2026-12-15: observed, revoked\n";
    assert_eq!(known, expected);
}

#[test]
fn a_store_is_embedded() {
    let printed = output("embed_store", &[]);
    assert!(
        printed.contains("CW: 2 licences created\nlicensed: www.lanternspin.example"),
        "{printed}"
    );
}

#[test]
fn a_webhook_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let body = folder.path().join("body.json");
    std::fs::write(&body, r#"{"event":"test.ping","event_id":"evt_1"}"#).unwrap();
    let at = "2026-11-01T06:00:00Z";
    let header = sign(&std::fs::read(&body).unwrap(), ["whsec_a"], at.parse().unwrap());
    let body = body.to_str().unwrap();
    let printed = output("verify_webhook", &[body, &header, "whsec_b,whsec_a", at]);
    assert_eq!(printed, "\"test.ping\" \"evt_1\"\n");
    let refused = command("verify_webhook", &[body, &header, "whsec_b", at]).output().unwrap();
    assert!(!refused.status.success());
}

#[test]
fn webhooks_are_received_once_each_and_only_when_they_are_genuine() {
    let mut receiver = Serving::start("receive_webhooks", "whsec_old,whsec_new");
    let body = |id: u8| format!(r#"{{"event":"test.ping","event_id":"evt_{id}","data":{id}}}"#);
    let status = |body: &str, secret: &str| {
        let now = Timestamp::from_system_time(SystemTime::now()).unwrap();
        let header = sign(body.as_bytes(), [secret], now);
        let head = format!("POST /hook HTTP/1.1\r\nX-Service-Signature: {header}\r\n");
        receiver.reply(&head, body)[9..12].to_owned()
    };
    for (body, secret, expected) in [
        (body(1), "whsec_new", "200"),
        (body(1), "whsec_new", "200"),
        (body(2), "whsec_other", "400"),
        (body(3), "whsec_old", "200"),
    ] {
        assert_eq!(status(&body, secret), expected, "{body} {secret}");
    }
    let printed = [receiver.line(), receiver.line()];
    assert_eq!(printed, ["verified test.ping 1\n", "verified test.ping 3\n"]);
}

#[test]
fn the_api_is_served_inside_a_program() {
    let server = Serving::start("serve_api", "");
    let reply = server.reply("GET /v1/check?domain=lanternspin.example HTTP/1.1\r\n", "");
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    assert!(reply.contains(r#""verdict":"licensed""#), "{reply}");
}
