//! Redirects are followed on the host, three times.

use super::Client;
use super::server::{Reply, Server};

#[tokio::test]
async fn a_redirect_is_followed_to_the_file() {
    let server = Server::start().await;
    let url = server.answer("/a", [Reply::redirect("/b?x")]);
    server.answer("/b?x", [Reply::redirect(server.url("/c"))]);
    server.answer("/c", [Reply::redirect("d")]);
    server.file("/d", "found");
    let file = Client::new().file(&url).await.unwrap();
    assert_eq!((file.bytes, file.final_url), (b"found".to_vec(), server.url("/d")));
}

#[tokio::test]
async fn a_loop_ends() {
    let server = Server::start().await;
    let url = server.answer("/a", [Reply::redirect("/b")]);
    server.answer("/b", [Reply::redirect("/a")]);
    assert_eq!(Client::new().refusal(&url).await, format!("{url} redirects more than 3 times"));
    assert_eq!(server.paths(), ["/a", "/b", "/a", "/b"]);
}

#[tokio::test]
async fn another_host_is_never_asked() {
    let (server, other) = (Server::start().await, Server::start().await);
    let elsewhere = other.file("/a", "not the register").replace("127.0.0.1", "localhost");
    let url = server.answer("/a", [Reply::redirect(&elsewhere)]);
    let expected =
        format!("{url} redirects to {elsewhere}, which is not followed: it is another host");
    assert_eq!(Client::new().refusal(&url).await, expected);
    assert!(other.paths().is_empty());
}

#[tokio::test]
async fn a_redirect_to_nowhere_is_refused() {
    let server = Server::start().await;
    for (path, reply) in [
        ("/none", Reply::status(301)),
        ("/file", Reply::redirect("file:///etc/passwd")),
        ("/no-address", Reply::redirect("http://[")),
    ] {
        let url = server.answer(path, [reply]);
        assert!(Client::new().refusal(&url).await.contains("which is not followed"), "{path}");
    }
}
