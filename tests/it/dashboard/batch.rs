//! Many domains at once, as a file.

use std::io::BufRead;

use licence_core::account::plan::Plan;
use licence_core::member::Role;
use serde_json::{Value, json};

use super::page::Page;
use super::visitor::{ORIGIN, Visitor};
use crate::support::service::{Ask, Service};

/// The form as a browser sends it with a file.
fn upload(visitor: &Visitor, domains: &str, file: &str, format: &str) -> Ask {
    let part = |head: &str, content: &str| {
        format!("--b0\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n")
    };
    let body = part("name=\"domains\"", domains)
        + &part("name=\"file\"; filename=\"list.csv\"\r\nContent-Type: text/csv", file)
        + &part("name=\"format\"", format)
        + "--b0--\r\n";
    Ask::new("POST", "/batch")
        .header("cookie", &visitor.cookie)
        .header("origin", ORIGIN)
        .header("content-type", "multipart/form-data; boundary=b0")
        .body(body)
}

#[tokio::test]
async fn a_csv_file_comes_back_with_the_columns_of_the_answer() {
    let service = Service::start().await;
    let viewer = Visitor::new(&service, Plan::Pro, Role::Viewer).await;
    let file =
        "\u{feff}case;domain;note\r\n=7;lanternspin.example;a,b\r\n8;;none\r\n9;not a host;\r\n";
    let reply = upload(&viewer, "", file, "csv").send_to(&service.dashboard()).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), Some("text/csv; charset=utf-8"));
    let text = String::from_utf8(reply.body).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[0],
        "case;domain;note;verdict;confidence;operator;jurisdiction;license_number;status;detail"
    );
    assert!(lines[1].starts_with("'=7;lanternspin.example;a,b;licensed;"), "{}", lines[1]);
    assert_eq!(lines[2], "8;;none;;;;;;;");
    let refused =
        "9;not a host;;invalid_hostname;none;;;;;\"\"\"not a host\"\" is not a bare hostname";
    assert!(lines[3].starts_with(refused), "{}", lines[3]);
    assert_eq!(lines.len(), 4);
    let page = Page::request(upload(&viewer, "", file, "page"), &service).await;
    assert_eq!(page.texts("tbody tr").len(), 2, "a row without a domain is not checked");
    let reason = page.texts("tbody td").pop().unwrap();
    assert!(reason.starts_with("\"not a host\" is not a bare hostname"), "{reason}");
    let lines = upload(&viewer, "", file, "ndjson").send_to(&service.dashboard()).await;
    assert_eq!(lines.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Value> =
        lines.body.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    let asked = json!({"domains": ["lanternspin.example", "not a host"]}).to_string();
    let key = service.key(Plan::Pro).await;
    let by_api = Ask::new("POST", "/v1/check/batch").key(&key).body(asked);
    assert_eq!(by_api.send_to(&service.app()).await.json()["results"], json!(lines));
    let again = "domain,verdict\nlanternspin.example,old\n";
    let again = upload(&viewer, "", again, "csv").send_to(&service.dashboard()).await;
    let text = String::from_utf8(again.body).unwrap();
    assert!(text.starts_with("domain,verdict,verdict 2,confidence,operator,"), "{text}");
    let named = "Website,Customer\nlanternspin.example,Acme\n";
    let named = upload(&viewer, "", named, "csv").send_to(&service.dashboard()).await;
    let text = String::from_utf8(named.body).unwrap();
    let mut lines = text.lines();
    assert!(lines.next().unwrap().starts_with("Website,Customer,verdict,confidence,"), "{text}");
    assert!(lines.next().unwrap().starts_with("lanternspin.example,Acme,licensed,"), "{text}");
    let pasted =
        upload(&viewer, "lanternspin.example", "", "csv").send_to(&service.dashboard()).await;
    let text = String::from_utf8(pasted.body).unwrap();
    assert!(text.starts_with("domain,verdict,"), "{text}");
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_refused_and_free() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let [long, wide] = [5_001, 201].map(|count| "a.example\n".repeat(count));
    let empty = format!("x.example{}", "\n,".repeat(5_000));
    let uneven = format!("x.example{}{}", ",".repeat(1_000), "\na.example".repeat(1_001));
    for (file, domains, sentence) in [
        (long.as_str(), "", "The list takes 1 to 5,000 rows, not 5,001."),
        (empty.as_str(), "", "The list takes 1 to 5,000 rows, not 5,001."),
        (
            uneven.as_str(),
            "",
            "The rows of the file differ too much: the longest row has 1001 cells, and making the \
             others as long takes 1001000 empty cells, more than 1000000.",
        ),
        (wide.as_str(), "", "A page takes 200 domains, not 201."),
        ("domain\n", "", "The list takes 1 to 5,000 rows, not 0."),
        ("", "", "The list takes 1 to 5,000 rows, not 0."),
        (
            "domain\na.example\n\"b.example\nc.example\n",
            "",
            "The file is no CSV table: line 3: a quoted cell is never closed, so that it has all \
             rows after it.",
        ),
        ("id,name\n1,a.example\n", "", "No row of the list is a bare hostname."),
        ("", "Example Ltd", "No row of the list is a bare hostname."),
        ("a.example\n", "b.example", "The form has a pasted list and a file. Send one of the two."),
    ] {
        let page = Page::request(upload(&owner, domains, file, "page"), &service).await;
        assert_eq!((page.reply.status, page.text("#errors a").as_str()), (400, sentence));
    }
    let cut = Ask::new("POST", "/batch")
        .header("cookie", &owner.cookie)
        .header("origin", ORIGIN)
        .header("content-type", "multipart/form-data; boundary=b0")
        .body("--b0\r\ncut");
    assert_eq!(Page::request(cut, &service).await.reply.status, 400);
    for (file, domains, format) in [
        ("a.example\n", "", "xml"),
        (
            "a.example\r\n--b0\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nb.example",
            "",
            "csv",
        ),
        (
            "",
            "a.example",
            "csv\r\n--b0\r\nContent-Disposition: form-data; name=\"format\"\r\n\r\npage",
        ),
    ] {
        let page = Page::request(upload(&owner, domains, file, format), &service).await;
        assert_eq!(page.reply.status, 400, "{file} {format}");
    }
    assert_eq!(owner.get(&service, "/overview").await.text("#used"), "0");
}

#[tokio::test]
async fn the_longest_file_costs_a_request_for_each_hundred_domains() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Business, Role::Owner).await;
    let file = "a.example\n".repeat(5_000);
    let reply = upload(&owner, "", &file, "csv").send_to(&service.dashboard()).await;
    let text = String::from_utf8(reply.body).unwrap();
    assert_eq!((reply.status, text.lines().count()), (200, 5_000));
    service.store.flush_usage().await.unwrap();
    assert_eq!(owner.get(&service, "/overview").await.text("#used"), "50");
}

#[tokio::test]
async fn a_list_beyond_the_quota_is_refused_whole_and_is_free() {
    let service = Service::start().await.with_plan(Plan::Pro, json!({"requests_per_month": 2}));
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for (count, status, used) in [(201, 429, "0"), (200, 200, "2"), (1, 429, "2")] {
        let file = "a.example\n".repeat(count);
        let reply = upload(&owner, "", &file, "csv").send_to(&service.dashboard()).await;
        assert_eq!(reply.status, status, "{count}");
        service.store.flush_usage().await.unwrap();
        assert_eq!(owner.get(&service, "/overview").await.text("#used"), used, "{count}");
    }
}
