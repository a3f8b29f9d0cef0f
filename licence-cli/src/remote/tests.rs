//! The client against a server of the test's own, without a moment's wait.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use crate::exit::Exit;

const DONE: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
const FAILED: &str = "HTTP/1.1 500 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const LIMITED: &str =
    "HTTP/1.1 429 No\r\nretry-after: 9\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const MISSING: &str = "HTTP/1.1 404 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const CUT: &str = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconnection: close\r\n\r\n{";
const NOTHING: &str = "";

/// Answers each connection with the next of these, then listens no more.
fn serve(replies: &'static [&'static str]) -> (String, std::thread::JoinHandle<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let served = std::thread::spawn(move || {
        let mut count = 0;
        for reply in replies {
            let (mut connection, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let read = connection.read(&mut request).unwrap();
            assert!(read > 0);
            connection.write_all(reply.as_bytes()).unwrap();
            count += 1;
        }
        count
    });
    (url, served)
}

/// Returns the outcome of a call, and the waits before each further try in seconds.
fn call_server(url: &str, call: &Call) -> (Result<Reply, Failure>, Vec<u64>) {
    let waits = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&waits);
    let pause = Pause::recording(move |wait: Duration| noted.lock().unwrap().push(wait.as_secs()));
    let client = Client::new(url, None, pause).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let outcome = runtime.block_on(client.ask(call));
    let waits = waits.lock().unwrap().clone();
    (outcome, waits)
}

#[test]
fn what_may_be_tried_again_is_at_the_moments_of_the_rules() {
    let get = || Call::get(["stats"]);
    let make = || Call::post(Repeat::Unsafe, ["webhooks"]).json(b"{}".to_vec());
    for (replies, call, waits, exit) in [
        (&[DONE][..], get(), &[][..], None),
        (&[FAILED, NOTHING, CUT, DONE], get(), &[1, 2, 4], None),
        (&[FAILED, FAILED, FAILED, FAILED], get(), &[1, 2, 4], Some(Exit::Failed)),
        (&[LIMITED, DONE], get(), &[9], None),
        (&[LIMITED, LIMITED], get(), &[9], Some(Exit::Refused)),
        (&[MISSING], get(), &[], Some(Exit::Failed)),
        (&[DONE], get().at_most(2), &[], None),
        (&[DONE], get().at_most(1), &[], Some(Exit::Failed)),
        (&[FAILED], make(), &[], Some(Exit::Failed)),
        (&[NOTHING], make(), &[], Some(Exit::Failed)),
        (&[LIMITED, DONE], make(), &[9], None),
    ] {
        let (url, served) = serve(replies);
        let (outcome, waited) = call_server(&url, &call);
        assert_eq!(waited, waits, "{replies:?}");
        assert_eq!(outcome.err().map(|failure| failure.exit()), exit, "{replies:?}");
        assert_eq!(served.join().unwrap(), replies.len());
    }
}

#[test]
fn a_server_that_is_not_there_is_tried_four_times() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let call = Call::post(Repeat::Unsafe, ["webhooks"]);
    let (outcome, waits) = call_server(&format!("http://{nobody}"), &call);
    let failure = outcome.unwrap_err();
    assert_eq!((waits, failure.exit()), (vec![1, 2, 4], Exit::Failed));
    let text = failure.to_string();
    assert!(text.contains("cannot be reached") && text.contains("refused"), "{text}");
}

#[test]
fn a_server_without_tls_is_said_to_have_none() {
    let (url, served) = serve(&[FAILED, FAILED, FAILED, FAILED]);
    let (outcome, _) = call_server(&url.replace("http", "https"), &Call::get(["stats"]));
    let text = outcome.unwrap_err().to_string();
    assert!(text.ends_with("cannot be reached: it does not speak TLS on this port"), "{text}");
    assert_eq!(served.join().unwrap(), 4);
}

#[test]
fn paths_and_parameters_are_escaped_behind_the_path_of_the_server() {
    for (base, expected) in [
        ("https://a.example", "https://a.example/v1/operators/a%2Fb%3F/licenses?q=x+%26%3D%C3%A9"),
        (
            "https://a.example/api/",
            "https://a.example/api/v1/operators/a%2Fb%3F/licenses?q=x+%26%3D%C3%A9",
        ),
    ] {
        let call = Call::get(["operators", "a/b?", "licenses"]);
        let call = call.with("q", Some("x &=é")).with("limit", None);
        assert_eq!(call.url(&base_url(base).unwrap()).as_str(), expected);
    }
}

#[test]
fn a_key_beyond_this_machine_without_https_is_told_of() {
    let key = || ApiKey::new("lic_x").ok();
    for (server, key, shows) in [
        ("http://licence.example", key(), true),
        ("http://licence.example", None, false),
        ("https://licence.example", key(), false),
        ("http://127.0.0.1:8080", key(), false),
        ("http://localhost:8080", key(), false),
        ("http://[::1]:8080", key(), false),
    ] {
        let client = Client::new(server, key, Pause::recording(|_| {})).unwrap();
        assert_eq!(client.shows_its_key(), shows, "{server}");
    }
    assert_eq!(format!("{:?}", ApiKey::new("lic_secret").unwrap()), "ApiKey");
}
