//! A register read from its addresses and applied: one process at a time, and what is held stays
//! when it fails.

use licence_core::check::{CheckQuery, Verdict};
use licence_core::coverage::{ReadFailure, RegisterFreshness};
use licence_core::jurisdiction::JurisdictionCode::{Kh, Tgc};
use licence_core::register::Accepted;
use licence_core::register::sources::RegisterPlan;
use licence_core::time::Timestamp;
use licence_store::{ReadError, ReadingSummary, RegisterRead, Store, StoreOptions};
use serde_json::json;

use super::Client;
use super::server::{Reply, Server};

const PAGE: &str = "<!DOCTYPE html><html><head><title>Permit Holders - Kahnawà:ke Gaming Commission\
    </title></head><body><table><thead><tr><th>CASINO SOFTWARE PROVIDER AUTHORIZATION HOLDER</th>\
    </tr></thead><tbody><tr><td>Birch Canoe Software Inc.</td></tr></tbody></table>\
    <table><thead><tr><th>OPERATOR</th><th>URL</th></tr></thead><tbody>\
    <tr><td>3-102-900001 SRL</td><td><a href=\"https://birchspin.example\">birchspin.example</a>\
    </td></tr></tbody></table></body></html>";

fn at(hour: i64) -> Timestamp {
    let start: Timestamp = "2026-11-01T00:00:00Z".parse().unwrap();
    Timestamp::from_epoch_millis(start.epoch_millis() + hour * 3_600_000).unwrap()
}

fn plan(url: &str) -> RegisterPlan {
    let table = json!({ "urls": [url], "every": "6h" });
    RegisterPlan::from_table(Kh, Some(&serde_json::from_value(table).unwrap()))
}

async fn store() -> Store {
    Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap()
}

async fn read(
    store: &Store,
    client: &Client,
    plan: &RegisterPlan,
    hour: i64,
) -> Result<RegisterRead, ReadError> {
    read_at(store, client, plan, at(hour)).await
}

async fn read_at(
    store: &Store,
    client: &Client,
    plan: &RegisterPlan,
    now: Timestamp,
) -> Result<RegisterRead, ReadError> {
    let clock = move || now;
    store.read_register(&client.downloader, plan, false, &clock, &mut |_| {}).await
}

fn applied(read: Result<RegisterRead, ReadError>) -> ReadingSummary {
    match read.unwrap() {
        RegisterRead::Applied(applied) => applied,
        busy @ RegisterRead::Busy { .. } => panic!("{busy:?}"),
    }
}

async fn verdict(store: &Store) -> Verdict {
    let query = CheckQuery::domain("birchspin.example").unwrap();
    store.check(&query, None, at(100)).await.unwrap().verdict
}

async fn freshness(store: &Store) -> RegisterFreshness {
    store.freshness(at(100)).await.unwrap()[Kh as usize]
}

#[tokio::test]
async fn an_unchanged_register_is_not_fetched_again_and_counts_as_read() {
    let (server, client, store) = (Server::start().await, Client::new(), store().await);
    let url = server.answer("/kh", [Reply::file(PAGE).header("ETag", "\"1\"")]);
    let first = applied(read(&store, &client, &plan(&url), 0).await);
    assert_eq!((first.created, first.events), (2, 2));
    assert_eq!(verdict(&store).await, Verdict::Licensed);
    let second = applied(read(&store, &client, &plan(&url), 6).await);
    assert_eq!((second.applied, second.unchanged, second.events), (false, 2, 0));
    assert_eq!(second.snapshot_sha256, first.snapshot_sha256);
    assert!(server.requests()[1].contains("if-none-match: \"1\""), "{:?}", server.requests());
    assert_eq!(freshness(&store).await.last_successful_scrape, Some(at(6)));
    // Another page: what was known of the old one says nothing of it.
    let renamed = PAGE.replace("birchspin", "maplespin");
    let url = server.answer("/kh", [Reply::file(renamed).header("ETag", "\"2\"")]);
    assert_eq!(applied(read(&store, &client, &plan(&url), 12).await).delisted, 1);
    assert_eq!(verdict(&store).await, Verdict::DomainNotListed);
}

#[tokio::test]
async fn an_unchanged_register_is_read_again_when_other_names_are_accepted() {
    let (server, client, store) = (Server::start().await, Client::new(), store().await);
    let page = PAGE.replace("<th>URL</th></tr>", "<th>URL</th><th>LEVEL</th></tr>");
    let page = page.replace("</a></td></tr>", "</a></td><td>1</td></tr>");
    let url = server.answer("/kh", [Reply::file(page).header("ETag", "\"1\"")]);
    let plan = plan(&url);
    let accepting = |names: &[&str]| {
        let accepted = Accepted(names.iter().map(|name| (*name).to_owned()).collect());
        RegisterPlan { accepted, ..plan.clone() }
    };
    let is_conditional = || server.requests().last().unwrap().contains("if-none-match");
    applied(read(&store, &client, &accepting(&["LEVEL"]), 0).await);
    let error = read(&store, &client, &plan, 6).await.unwrap_err().to_string();
    assert!(error.contains("the column \"LEVEL\" is not known"), "{error}");
    for (hour, names, is_same) in [
        (12, &["LEVEL"][..], true),
        (18, &["LEVEL", "RANK"][..], false),
        (24, &["LEVEL", "RANK"][..], true),
    ] {
        let again = applied(read(&store, &client, &accepting(names), hour).await);
        assert_eq!((again.applied, again.unchanged), (false, 2), "{hour}");
        assert_eq!(is_conditional(), is_same, "{hour}");
    }
}

#[tokio::test]
async fn a_forced_read_downloads_unchanged_files_again() {
    let (server, client, store) = (Server::start().await, Client::new(), store().await);
    let url = server.answer("/kh", [Reply::file(PAGE).header("ETag", "\"1\"")]);
    applied(read(&store, &client, &plan(&url), 0).await);
    let (plan, clock) = (plan(&url), || at(6));
    let forced = store.read_register(&client.downloader, &plan, true, &clock, &mut |_| {}).await;
    assert_eq!(applied(forced).unchanged, 2);
    assert!(!server.requests()[1].contains("if-none-match"), "{:?}", server.requests());
}

#[tokio::test]
async fn what_is_in_its_grace_is_looked_at_again_though_nothing_changed() {
    let (server, client, store) = (Server::start().await, Client::new(), store().await);
    let serve =
        |page: String, tag: &str| server.answer("/kh", [Reply::file(page).header("ETag", tag)]);
    let url = serve(PAGE.to_owned(), "\"1\"");
    applied(read(&store, &client, &plan(&url), 0).await);
    serve(PAGE.replace("3-102-900001 SRL", "Other SRL").replace("birchspin", "other"), "\"2\"");
    assert_eq!(applied(read(&store, &client, &plan(&url), 6).await).missing, 1);
    assert_eq!(verdict(&store).await, Verdict::Licensed);
    // The same page, two days later: 304 would not tell that the grace is over.
    assert_eq!(applied(read(&store, &client, &plan(&url), 54).await).events, 1);
    assert_eq!(verdict(&store).await, Verdict::LicenceNotActive);
}

#[tokio::test]
async fn a_read_that_fails_leaves_what_is_held_and_says_why() {
    let (server, client, store) = (Server::start().await, Client::new(), store().await);
    let url = server.answer("/kh", [Reply::file(PAGE)]);
    applied(read(&store, &client, &plan(&url), 0).await);
    let swapped = PAGE.replace("OPERATOR</th><th>URL", "URL</th><th>OPERATOR");
    let challenge = "<html><title>Just a moment...</title></html>";
    for (hour, reply, cause, failure) in [
        (6, Reply::file(challenge), "Just a moment", ReadFailure::Unrecognised),
        (12, Reply::status(404), "404", ReadFailure::Unreachable),
        (18, Reply::file(""), "empty", ReadFailure::Unrecognised),
        (24, Reply::file(swapped), "swapped", ReadFailure::Unrecognised),
    ] {
        server.answer("/kh", [reply]);
        let error = read(&store, &client, &plan(&url), hour).await.unwrap_err().to_string();
        assert!(error.contains(cause) && error.contains("/kh"), "{error}");
        let run = &store.register_runs().await.unwrap()[Kh as usize];
        assert_eq!((run.error.as_deref(), run.failure), (Some(error.as_str()), Some(failure)));
        assert_eq!((run.started_at, run.finished_at), (Some(at(hour)), Some(at(hour))));
        assert_eq!(run.last_successful_scrape, Some(at(0)));
        assert_eq!(verdict(&store).await, Verdict::Licensed);
    }
    server.answer("/kh", [Reply::file(PAGE)]);
    applied(read(&store, &client, &plan(&url), 30).await);
    let run = &store.register_runs().await.unwrap()[Kh as usize];
    assert_eq!((&run.error, run.failure), (&None, None));
    assert_eq!(run.last_successful_scrape, Some(at(30)));
}

#[tokio::test]
async fn a_reading_that_lacks_too_much_is_withheld() {
    let (server, client, store) = (Server::start().await, Client::new(), store().await);
    let row = |number| {
        let host = format!("birch{number}.example");
        format!(
            "<tr><td>3-102-{number} SRL</td><td><a href=\"https://{host}\">{host}</a></td></tr>"
        )
    };
    let rows: String = (910_000..910_040).map(row).collect();
    let many = PAGE.replace("</tbody></table></body>", &format!("{rows}</tbody></table></body>"));
    let url = server.answer("/kh", [Reply::file(many)]);
    assert_eq!(applied(read(&store, &client, &plan(&url), 0).await).created, 42);
    server.answer("/kh", [Reply::file(PAGE)]);
    let error = read(&store, &client, &plan(&url), 6).await.unwrap_err();
    assert!(error.to_string().contains("lacks 40 of 42 listed licences"), "{error}");
    let run = &store.register_runs().await.unwrap()[Kh as usize];
    assert_eq!(run.failure, Some(ReadFailure::Withheld));
}

#[tokio::test]
async fn a_register_is_read_by_one_process_at_a_time() {
    let (server, client, store) = (Server::start().await, Client::new(), store().await);
    let slow = Client::with(|options| options.timeout = std::time::Duration::from_secs(60));
    let url = server.answer("/kh", [Reply::drip()]);
    let (plan, other) = (plan(&url), store.clone());
    let reading = {
        let plan = plan.clone();
        tokio::spawn(async move {
            let _ = read(&other, &slow, &plan, 0).await;
        })
    };
    while server.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    let seconds = |seconds| at(0).later_by(std::time::Duration::from_secs(seconds));
    let busy = read_at(&store, &client, &plan, seconds(119)).await.unwrap();
    assert_eq!(busy, RegisterRead::Busy { until: seconds(120) });
    // A process that was killed gives nothing back: its lease ends by itself.
    reading.abort();
    assert!(!store.is_due(&plan, seconds(899)).await.unwrap());
    assert!(store.is_due(&plan, seconds(900)).await.unwrap(), "nothing was read");
    server.answer("/kh", [Reply::file(PAGE)]);
    let taken_over = read_at(&store, &client, &plan, seconds(120)).await;
    assert_eq!(applied(taken_over).created, 2);
}

#[tokio::test]
async fn a_register_is_due_after_its_interval_whatever_read_it() {
    let (server, client, store) = (Server::start().await, Client::new(), store().await);
    let url = server.answer("/kh", [Reply::file(PAGE), Reply::status(404)]);
    let plan = plan(&url);
    assert!(store.is_due(&plan, at(0)).await.unwrap());
    applied(read(&store, &client, &plan, 0).await);
    assert!(!store.is_due(&plan, at(5)).await.unwrap());
    assert!(store.is_due(&plan, at(6)).await.unwrap());
    // A failed attempt is not repeated at once.
    read(&store, &client, &plan, 6).await.unwrap_err();
    assert!(!store.is_due(&plan, at(7)).await.unwrap());
    assert!(store.is_due(&plan, at(12)).await.unwrap());
}

#[tokio::test]
async fn a_register_without_an_address_says_how_it_is_read() {
    let (client, store) = (Client::new(), store().await);
    let plan = RegisterPlan::from_table(Tgc, None);
    let error = read(&store, &client, &plan, 0).await.unwrap_err();
    assert!(matches!(error, ReadError::NoAddress { .. }), "{error}");
    assert!(error.to_string().contains("licence registers read TGC"), "{error}");
}
