//! Registers whose sites serve hostile files: the server refuses them, stays small and ends when it
//! is told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Instant;

use super::client::{Client, PATIENCE};
use super::process::{Server, command, is_hint, new_database};
use crate::hostile::{self, Hostile};

const CODES: [&str; 7] = ["UKGC", "MGA", "CW", "KH", "AN", "TGC", "IOM"];

/// How much the process that serves may grow, in kB.
const MOST_GROWTH: u64 = 64 * 1024;

#[tokio::test]
async fn a_server_survives_hostile_registers() {
    survives(hostile::ten()).await;
}

#[tokio::test]
#[ignore = "two hundred files, some of which take ten seconds of processor time"]
async fn a_server_survives_two_hundred_hostile_registers() {
    survives(hostile::all()).await;
}

#[tokio::test]
async fn a_server_ends_while_it_reads_a_hostile_register() {
    for signal in ["-TERM", "-INT"] {
        let tag = hostile::ten().into_iter().find(|file| file.code == "AN").unwrap();
        let server = reading(vec![tag]);
        let reader = reader_of(&server);
        server.signal(signal);
        assert_eq!(server.ended().0, Some(0), "{signal}");
        until(|| has_ended(reader).then_some(()));
    }
}

/// At the first limit the kernel sends a signal of its own, at the second it kills: a reader that
/// met both at once would be taken for killed by a machine short of memory.
#[tokio::test]
async fn a_reader_is_told_that_its_time_is_over_before_it_is_killed() {
    let tag = hostile::ten().into_iter().find(|file| file.code == "AN").unwrap();
    let server = reading(vec![tag]);
    let reader = reader_of(&server);
    let limits = until(|| {
        let limits = std::fs::read_to_string(format!("/proc/{reader}/limits")).ok()?;
        let line = limits.lines().find(|line| line.starts_with("Max cpu time"))?;
        let limits = line.split_whitespace().skip(3).take(2);
        limits.map(|limit| limit.parse().ok()).collect::<Option<Vec<u64>>>()
    });
    assert_eq!(limits, [10, 11], "seconds");
}

/// A server reads one file of each register: as many servers as that takes.
async fn survives(mut left: Vec<Hostile>) {
    while !left.is_empty() {
        let (mut round, mut later) = (Vec::<Hostile>::new(), Vec::new());
        for file in left {
            let is_taken = round.iter().any(|other| other.code == file.code);
            if is_taken { &mut later } else { &mut round }.push(file);
        }
        refuses(round).await;
        left = later;
    }
}

/// Starts a server on these files, waits until it has refused all of them, and asks it something.
async fn refuses(files: Vec<Hostile>) {
    let mut names: Vec<_> = files.iter().map(|file| file.name.clone()).collect();
    let mut server = reading(files);
    let before = peak_memory(&server);
    let mut log = BufReader::new(server.stderr()).lines();
    while !names.is_empty() {
        let line = log.next().expect("the server ended").unwrap();
        if is_hint(&line) {
            continue;
        }
        println!("{line}");
        assert!(line.contains("the register cannot be read"), "{line}");
        names.retain(|name| !line.contains(name.as_str()));
    }
    let growth = peak_memory(&server) - before;
    println!("grew by {growth} kB");
    assert!(growth <= MOST_GROWTH, "{growth} kB");
    let mut client = Client::connect(server.address()).await;
    assert_eq!(client.get("/v1/check?domain=lanternspin.example").await.status, 200);
    server.signal("-TERM");
    assert_eq!(server.ended().0, Some(0));
}

/// A server that reads these files, each as the register it claims to be, and no other register.
fn reading(files: Vec<Hostile>) -> Server {
    let url = |code: &str| {
        let file = files.iter().find(|file| file.code == code)?;
        Some(format!("/{}", file.name))
    };
    let paths = CODES.map(|code| (code, url(code)));
    let host = serve(files);
    let tables = paths.map(|(code, path)| {
        let urls = path.map(|path| format!("'http://{host}{path}'")).unwrap_or_default();
        format!("[registers.{code}]\nurls = [{urls}]\n")
    });
    let (directory, database) = (tempfile::tempdir().unwrap(), new_database());
    let config = directory.path().join("licence.toml");
    std::fs::write(&config, tables.concat()).unwrap();
    let mut command = command(&directory, &["--listen=127.0.0.1:0", "--config"]);
    command.arg(config).env("LICENCE_NO_JOBS", "false");
    let arguments = ["--database-url", database.url()];
    let server = Server::spawn(command, &arguments, directory);
    server.keeping(database)
}

/// Serves each file under its name, for as long as the test runs.
fn serve(files: Vec<Hostile>) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut asked = String::new();
            let mut request = BufReader::new(&mut stream);
            let mut line = String::new();
            while request.read_line(&mut line).is_ok_and(|length| length > 2) {
                asked.push_str(&std::mem::take(&mut line));
            }
            let file = files.iter().find(|file| asked.contains(&format!("/{} ", file.name)));
            let bytes = &file.unwrap().bytes;
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n", bytes.len());
            // The server may go away at any moment.
            let _ = stream.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes());
            let _ = stream.write_all(bytes);
            let _ = stream.read(&mut [0]);
        }
    });
    address
}

/// The most memory that the process has had, in kB.
fn peak_memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// The process that reads for the server, once there is one.
fn reader_of(server: &Server) -> u32 {
    let tasks = format!("/proc/{}/task", server.id());
    until(|| {
        std::fs::read_dir(&tasks).unwrap().flatten().find_map(|task| {
            let children = std::fs::read_to_string(task.path().join("children")).ok()?;
            children.split_whitespace().next()?.parse().ok()
        })
    })
}

/// Returns whether a process is gone, or only its parent has not noted that yet.
fn has_ended(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    status.map_or(true, |status| status.contains("State:\tZ"))
}

fn until<T>(mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "it did not happen");
        thread::yield_now();
    }
}
