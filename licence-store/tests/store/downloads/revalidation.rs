//! Files that have not changed are not fetched again.

use std::collections::HashMap;

use licence_core::jurisdiction::JurisdictionCode::{self, An, Iom, Ukgc};
use licence_store::outbound::{FetchResult, RegisterFetch, Validators};

use super::Client;
use super::registers::{british, fetch};
use super::server::{Reply, Server};

type Known = HashMap<String, Validators>;

fn known_of(fetch: RegisterFetch) -> (Vec<String>, Known) {
    match fetch {
        RegisterFetch::Files { files, known } => {
            (files.into_iter().map(|file| file.name).collect(), known)
        }
        RegisterFetch::Unchanged => panic!("everything is new"),
    }
}

async fn again(
    server: &Server,
    code: JurisdictionCode,
    path: &str,
    known: &Known,
) -> RegisterFetch {
    fetch(&Client::new(), code, &server.url(path), known).await.unwrap()
}

#[tokio::test]
async fn a_file_is_revalidated_by_tag_or_by_date() {
    let (server, client) = (Server::start().await, Client::new());
    for (header, value) in [("ETag", "W/\"7\""), ("Last-Modified", "Sun, 01 Nov 2026 06:00:00 GMT")]
    {
        let url = server.answer("/a", [Reply::file("x").header(header, value)]);
        let known = client.file(&url).await.unwrap().validators;
        assert_eq!(client.downloader.download(&url, &known).await, Ok(FetchResult::Unchanged));
        server.answer("/a", [Reply::file("y").header(header, "\"8\"")]);
        let changed = client.downloader.download(&url, &known).await.unwrap();
        assert!(matches!(changed, FetchResult::File(file) if file.bytes == b"y"), "{header}");
    }
}

#[tokio::test]
async fn a_register_without_a_changed_file_is_unchanged() {
    let server = Server::start().await;
    british(&server, "\"1\"");
    let (names, known) = known_of(again(&server, Ukgc, "/download", &Known::new()).await);
    assert_eq!((names.len(), known.len()), (4, 4));
    assert_eq!(again(&server, Ukgc, "/download", &known).await, RegisterFetch::Unchanged);
}

#[tokio::test]
async fn one_changed_file_brings_all() {
    let server = Server::start().await;
    let tables = british(&server, "\"1\"");
    let (before, known) = known_of(again(&server, Ukgc, "/download", &Known::new()).await);
    let changed = Reply::file("Account Number,Licence Account Name\n").header("ETag", "\"2\"");
    server.answer(&tables[0], [changed]);
    let (after, known) = known_of(again(&server, Ukgc, "/download", &known).await);
    assert_eq!(before, after);
    assert_eq!(known[&server.url(&tables[0])].etag.as_deref(), Some("\"2\""));
    assert_eq!(again(&server, Ukgc, "/download", &known).await, RegisterFetch::Unchanged);
}

/// The list of the Isle of Man has a new address with every date: the old one is not asked for,
/// and the page that is the same otherwise is needed with the new list.
#[tokio::test]
async fn a_file_that_came_or_went_is_a_change() {
    let server = Server::start().await;
    let page = |list: &str| Reply::file(format!("<a href='/{list}'>x</a>")).header("ETag", "\"1\"");
    let lists =
        ["26-09-16", "26-10-02"].map(|day| format!("{day}-current-ogra-licence-holders.xlsx"));
    for list in &lists {
        server.answer(&format!("/{list}"), [Reply::file("PK").header("ETag", "\"1\"")]);
    }
    server.answer("/register", [page(&lists[0])]);
    let (_, known) = known_of(again(&server, Iom, "/register", &Known::new()).await);
    assert_eq!(again(&server, Iom, "/register", &known).await, RegisterFetch::Unchanged);
    server.answer("/register", [page(&lists[1])]);
    let (names, known) = known_of(again(&server, Iom, "/register", &known).await);
    assert!(names[1].ends_with(&lists[1]) && known.len() == 2, "{names:?}");
    server.answer("/register", [Reply::file("<p>none</p>").header("ETag", "\"1\"")]);
    let (names, _) = known_of(again(&server, Iom, "/register", &known).await);
    assert_eq!(names, [server.url("/register")]);
}

#[tokio::test]
async fn a_host_without_validators_always_sends_all() {
    let server = Server::start().await;
    server.file("/register", "<html>");
    let (_, known) = known_of(again(&server, An, "/register", &Known::new()).await);
    assert_eq!(known[&server.url("/register")], Validators::default());
    known_of(again(&server, An, "/register", &known).await);
}
