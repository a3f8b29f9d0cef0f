//! Whole registers, in the forms of their regulators, with fictional operators.

use std::collections::HashMap;

use licence_core::jurisdiction::JurisdictionCode::{self, An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use licence_core::register::sources::{cw_certificate_urls, follow_ups};
use licence_core::register::{self, Accepted, RegisterError, SourceFile};
use licence_store::outbound::{DownloadError, Progress, RegisterFetch, Validators};

use super::Client;
use super::server::{Reply, Server};

const TABLES: [(&str, &str); 4] = [
    ("businesses", "Account Number,Licence Account Name\n\"1\",\"Lantern Spin Limited\"\n"),
    (
        "licences",
        "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date\n\
         1,000001-R-300001-001,Active,Remote,Casino,2016-07-12T00:00:00+00:00,\n",
    ),
    ("trading-names", "Account Number,Trading Name,Status\n1,lantern spin,Active\n"),
    ("domain-names", "Account Number,Domain Name,Status\n1,www.lanternspin.example/,Active\n"),
];

/// Serves the British register; its tables carry this tag. Returns their paths.
pub fn british(server: &Server, tag: &str) -> Vec<String> {
    let (mut page, mut paths) =
        (String::from("<!DOCTYPE html><title>Download</title>"), Vec::new());
    for (name, text) in TABLES {
        let path = format!("/downloads/business-licence-register-{name}.csv");
        page += &format!("<a href=\"{path}\" ga-on=\"click\"><strong>{name}</strong></a>");
        server.answer(&path, [Reply::file(text).header("ETag", tag)]);
        paths.push(path);
    }
    server.file("/download", page);
    paths
}

/// What the reader of Curacao does with its PDF; here it is text.
fn follow(code: JurisdictionCode, page: &SourceFile) -> Result<Vec<String>, RegisterError> {
    if code != Cw || !page.is_pdf() {
        return follow_ups(code, page);
    }
    let text = String::from_utf8_lossy(&page.bytes).into_owned();
    let words = text.split_whitespace().filter(|word| word.starts_with("OGL/"));
    cw_certificate_urls(&page.name, &words.map(str::to_owned).collect::<Vec<_>>())
}

pub async fn fetch(
    client: &Client,
    code: JurisdictionCode,
    url: &str,
    known: &HashMap<String, Validators>,
) -> Result<RegisterFetch, DownloadError> {
    let urls = [url.to_owned()];
    client.downloader.fetch_register(code, &urls, known, &follow, &mut |_| {}).await
}

async fn names(client: &Client, code: JurisdictionCode, url: &str) -> Result<Vec<String>, String> {
    match fetch(client, code, url, &HashMap::new()).await.map_err(|error| error.to_string())? {
        RegisterFetch::Files { files, .. } => Ok(files.into_iter().map(|file| file.name).collect()),
        RegisterFetch::Unchanged => Err("unchanged".to_owned()),
    }
}

#[tokio::test]
async fn the_british_tables_are_fetched_and_read() {
    let (server, client) = (Server::start().await, Client::new());
    british(&server, "\"1\"");
    let fetch = fetch(&client, Ukgc, &server.url("/download"), &HashMap::new()).await.unwrap();
    let RegisterFetch::Files { files, .. } = fetch else { panic!("everything is new") };
    let read_at = "2026-11-01T06:00:00Z".parse().unwrap();
    let reading = register::read(Ukgc, &files, read_at, &Accepted::default()).unwrap();
    assert_eq!(reading.licences[0].domains[0].domain, "www.lanternspin.example/");
    // A second between two requests to one host.
    assert_eq!(client.waited_seconds(), [1; 4]);
}

#[tokio::test]
async fn tables_of_a_mirror_are_fetched_directly() {
    let (server, client) = (Server::start().await, Client::new());
    let url = server.file("/business-licence-data.zip", "PK\u{3}\u{4}");
    assert_eq!(names(&client, Ukgc, &url).await, Ok(vec![url]));
}

#[tokio::test]
async fn a_table_that_is_missing_fails_the_read() {
    let (server, client) = (Server::start().await, Client::new());
    let tables = british(&server, "\"1\"");
    server.answer(&tables[2], [Reply::status(404)]);
    let message = names(&client, Ukgc, &server.url("/download")).await.unwrap_err();
    assert_eq!(message, format!("{} answered 404", server.url(&tables[2])));
}

#[tokio::test]
async fn a_page_that_is_not_the_register_leads_nowhere() {
    let (server, client) = (Server::start().await, Client::new());
    for (code, path) in [(Ukgc, "/download"), (Cw, "/en/1"), (Mga, "/list")] {
        let url = server.file(path, "<title>Down for maintenance</title>");
        let message = names(&client, code, &url).await.unwrap_err();
        assert!(message.ends_with("found a page \"Down for maintenance\""), "{message}");
    }
}

#[tokio::test]
async fn curacao_is_its_newest_pdf_and_a_certificate_for_each_number() {
    let (server, client) = (Server::start().await, Client::new());
    let pdf = |day: &str| format!("/media/{day}_{day}_ogl_license_registry.pdf");
    let (old, new) = (pdf("20260701"), pdf("20260722"));
    let page = server.file("/en/133i", format!("<a href='{old}'>1</a><a href='{new}'>2</a>"));
    server.file(&new, "%PDF-1.7 1. OGL/2024/887/0618 Lantern N.V. 2. OGL/2024/894/1037 Spin B.V.");
    for number in ["618", "1037"] {
        server.file(&format!("/token?id={number}"), "<title>Certificate B2C</title>");
    }
    let expected = [&new, "/token?id=618", "/token?id=1037"].map(|path| server.url(path));
    assert_eq!(names(&client, Cw, &page).await.unwrap(), expected);
    assert!(!server.paths().contains(&old));
}

#[tokio::test]
async fn the_isle_of_man_is_its_page_and_its_newest_list() {
    let (server, client) = (Server::start().await, Client::new());
    let list = "/media/26-10-02-current-ogra-licence-holders.xlsx";
    let page = server.file(
        "/gambling/supervision/online-gambling-licensee-register/",
        format!("<ul class=\"accordion\"></ul><a href=\"{list}\">Current licence holders</a>"),
    );
    server.file(list, b"PK\x03\x04\x00\xff".to_vec());
    assert_eq!(names(&client, Iom, &page).await.unwrap(), [page.clone(), server.url(list)]);
}

#[tokio::test]
async fn single_pages_are_one_file() {
    let (server, client) = (Server::start().await, Client::new());
    for (code, path, body) in [
        (Kh, "/interactive-gaming/permit-holders/", "<th>OPERATOR</th><a href='//x.example'>x</a>"),
        (An, "/license-register/", "<script id=\"ag-licence-data\">[]</script>"),
        (Tgc, "/list", "<a href='https://x.example/'>x</a>"),
    ] {
        let url = server.file(path, body);
        assert_eq!(names(&client, code, &url).await, Ok(vec![url]));
    }
}

#[tokio::test]
async fn a_saved_list_of_malta_brings_its_seals() {
    let (server, client) = (Server::start().await, Client::new());
    let seal = |id: &str| format!("/verification.aspx?lang=EN&company={id}&details=1");
    let link = |id: &str| format!("<a href=\"{}\">seal</a>", seal(id).replace('&', "&amp;"));
    let list = server.file("/list.html", [link("a"), link("b")].concat());
    for id in ["a", "b"] {
        server.file(&seal(id), format!("<ul class='linked-companies-list'>{}</ul>", link("c")));
    }
    let expected = [list.clone(), server.url(&seal("a")), server.url(&seal("b"))];
    assert_eq!(names(&client, Mga, &list).await.unwrap(), expected);
}

#[tokio::test]
async fn a_link_to_a_strange_host_is_never_followed() {
    let (server, other, client) = (Server::start().await, Server::start().await, Client::new());
    let pdf = other.file("/20260722_ogl_license_registry.pdf", "%PDF-1.7");
    for link in [pdf, "https://evil.example/20260722_ogl_license_registry.pdf".to_owned()] {
        let page = server.file("/en/1", format!("<a href='{link}'>x</a>"));
        let message = names(&client, Cw, &page).await.unwrap_err();
        assert!(message.contains(&format!("the link {link} is not followed: ")), "{message}");
    }
    assert!(other.paths().is_empty());
    // Nor is one that a reader made up.
    let strange = |_: JurisdictionCode, _: &SourceFile| {
        Ok::<_, RegisterError>(vec!["https://evil.example/".to_owned()])
    };
    let urls = [server.url("/en/1")];
    let fetched =
        client.downloader.fetch_register(Cw, &urls, &HashMap::new(), &strange, &mut |_| {}).await;
    assert!(matches!(fetched, Err(DownloadError::Register(_))), "{fetched:?}");
}

#[tokio::test]
async fn a_read_is_bounded_as_a_whole() {
    let server = Server::start().await;
    british(&server, "\"1\"");
    let url = server.url("/download");
    let few = Client::with(|options| options.max_files = 4);
    let refusal = "the pages of UKGC lead to more than 4 files";
    assert_eq!(names(&few, Ukgc, &url).await.unwrap_err(), refusal);
    let small = Client::with(|options| options.max_total_bytes = 500);
    let refusal = "the files of UKGC are together larger than 500 bytes";
    assert_eq!(names(&small, Ukgc, &url).await.unwrap_err(), refusal);
}

#[tokio::test]
async fn a_register_without_an_address_is_not_read() {
    let client = Client::new();
    let none = HashMap::new();
    let fetched = client.downloader.fetch_register(Tgc, &[], &none, &follow, &mut |_| {}).await;
    assert_eq!(fetched.unwrap_err().to_string(), "no address is configured for TGC");
}

#[tokio::test]
async fn a_read_can_run_in_a_task_and_tells_how_far_it_is() {
    let (server, client) = (Server::start().await, Client::new());
    british(&server, "\"1\"");
    let urls = [server.url("/download")];
    let told = tokio::spawn(async move {
        let (mut told, none) = (Vec::new(), HashMap::new());
        let mut tell = |Progress { done, of, .. }: Progress<'_>| told.push((done, of));
        let fetched =
            client.downloader.fetch_register(Ukgc, &urls, &none, &follow, &mut tell).await;
        assert!(fetched.is_ok());
        told
    });
    assert_eq!(told.await.unwrap(), [(0, 1), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]);
}
