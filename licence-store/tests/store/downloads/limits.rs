//! Limits on size, ratio and time.

use std::io::Write;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::Client;
use super::server::{Reply, Server};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gzipped(body: Vec<u8>) -> Reply {
    Reply::file(body).header("Content-Encoding", "gzip")
}

/// Text that does not compress to nothing.
fn csv(rows: u32) -> Vec<u8> {
    let row = |row: u32| format!("{row},{:08x}\n", row.wrapping_mul(0x9e37_79b9));
    (0..rows).flat_map(|number| row(number).into_bytes()).collect()
}

#[tokio::test]
async fn a_compressed_body_is_inflated() {
    let (server, table) = (Server::start().await, csv(100_000));
    let two_members = [gzip(&table[..1000]), gzip(&table[1000..])].concat();
    for (path, reply) in [
        ("/one", gzipped(gzip(&table))),
        ("/two", gzipped(two_members)),
        ("/old-name", Reply::file(gzip(&table)).header("Content-Encoding", "x-gzip")),
        ("/plain", Reply::file(table.clone()).header("Content-Encoding", "identity")),
    ] {
        let url = server.answer(path, [reply]);
        assert!(Client::new().file(&url).await.unwrap().bytes == table, "{path}");
    }
    let url = server.answer("/empty", [gzipped(Vec::new())]);
    assert_eq!(Client::new().file(&url).await.unwrap().bytes, b"");
}

#[tokio::test]
async fn what_inflates_too_far_is_refused() {
    let server = Server::start().await;
    let bomb = server.answer("/bomb", [gzipped(gzip(&vec![0; 32 << 20]))]);
    let refusal = Client::new().refusal(&bomb).await;
    assert_eq!(
        refusal,
        format!("{bomb} inflates to more than 100 times its size; no register does")
    );
    let small = server.answer("/small", [gzipped(gzip(&vec![0; 1 << 20]))]);
    assert_eq!(Client::new().file(&small).await.unwrap().bytes.len(), 1 << 20);
}

#[tokio::test]
async fn what_is_too_large_is_refused_however_it_comes() {
    let server = Server::start().await;
    let client = Client::with(|options| options.max_bytes = 1 << 20);
    let table = csv(100_000);
    for (path, reply) in [
        ("/stated", Reply::file(table.clone())),
        ("/endless", Reply::endless()),
        ("/inflated", gzipped(gzip(&table))),
    ] {
        let url = server.answer(path, [reply]);
        assert_eq!(client.refusal(&url).await, format!("{url} is larger than 1048576 bytes"));
    }
    let url = server.file("/just", vec![0; 1 << 20]);
    assert!(client.file(&url).await.is_ok());
}

#[tokio::test]
async fn a_damaged_body_is_refused() {
    let (server, good) = (Server::start().await, gzip(&csv(1000)));
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 0x55;
    for (path, reply, why) in [
        ("/plain", gzipped(b"a,b\n1,2\n".to_vec()), "the gzip stream is cut off or damaged"),
        ("/flipped", gzipped(flipped), "the gzip stream is cut off or damaged"),
        ("/brotli", Reply::file("x").header("Content-Encoding", "br"), "it is encoded as \"br\""),
    ] {
        let url = server.answer(path, [reply]);
        let refusal = Client::new().refusal(&url).await;
        assert!(refusal.starts_with(&format!("{url} cannot be decoded: {why}")), "{refusal}");
    }
}

#[tokio::test]
async fn a_compressed_body_cut_anywhere_is_refused() {
    let (server, good, client) = (Server::start().await, gzip(b"a,b\n1,2\n3,4\n"), Client::new());
    for length in 1..good.len() {
        let url = server.answer("/cut", [gzipped(good[..length].to_vec())]);
        let refusal = client.refusal(&url).await;
        assert!(refusal.contains("the gzip stream is cut off or damaged"), "{length}: {refusal}");
    }
}

#[tokio::test]
async fn a_drip_is_given_up_once_and_for_all() {
    let server = Server::start().await;
    let client = Client::with(|options| options.timeout = Duration::from_millis(300));
    let url = server.answer("/drip", [Reply::drip()]);
    assert_eq!(client.refusal(&url).await, format!("{url} took longer than 300ms"));
    assert!(server.paths().len() <= 1);
}
