//! What a server publishes of its catalogue: signed, by its SHA-256, and to whom exports go.

use licence_core::account::plan::Plan;
use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, check};
use licence_core::records::{self, Manifest};
use licence_server::endpoint::Endpoint;
use licence_server::openapi;
use serde_json::Value;

use crate::support::readings::{apply, of_the_cases};
use crate::support::service::{Ask, Reply, Service, catalogue_key};

const MANIFEST: &str = "/v1/catalogue/manifest";
const RECORDS: &str = "/v1/catalogue/records";
const FILE: &str = "/v1/catalogue/file";

fn manifest(reply: &Reply) -> Manifest {
    let note = str::from_utf8(&reply.body).unwrap();
    catalogue_key().verifying_key().verify(note).unwrap().parse().unwrap()
}

fn strong_tag(reply: &Reply) -> &str {
    reply.header("etag").unwrap().strip_prefix('"').unwrap().strip_suffix('"').unwrap()
}

#[tokio::test]
async fn the_tag_the_manifest_and_the_body_name_one_state() {
    let service = Service::start().await;
    let (app, key) = (service.app(), service.key(Plan::Pro).await);
    let get = async |path: &str| {
        Ask::get(path).key(&key).header("accept-encoding", "gzip").send_to(&app).await
    };
    let signed = get(MANIFEST).await;
    let manifest = manifest(&signed);
    let (records, file) = (get(RECORDS).await, get(FILE).await);
    for (reply, named) in [(&records, &manifest.records), (&file, &manifest.file)] {
        assert_eq!((reply.status, reply.header("content-encoding")), (200, None));
        assert_eq!(strong_tag(reply), named.sha256);
        assert_eq!(records::sha256(&reply.body), named.sha256);
        assert_eq!(reply.body.len() as u64, named.bytes);
    }
    assert_eq!(strong_tag(&signed), records::sha256(&signed.body));
    assert_eq!(manifest.origin, "licence.example");
    let built = Catalogue::from_records(&records.body).unwrap();
    assert!(built.as_bytes()[..] == file.body[..], "records and file are one catalogue");
    assert_eq!(built.info().rules, manifest.rules);

    let catalogue = Catalogue::from_bytes(file.body).unwrap();
    let query = CheckQuery::domain("lanternspin.example").unwrap();
    let answer = serde_json::to_value(check(&catalogue, &query, service.now())).unwrap();
    let served = Ask::get("/v1/check?domain=lanternspin.example").key(&key).send_to(&app).await;
    assert_eq!(served.json(), answer);
}

#[tokio::test]
async fn an_unchanged_state_is_sent_to_nobody_twice_and_charged_to_nobody() {
    let service = Service::start().await;
    let (app, key) = (service.app(), service.key(Plan::Pro).await);
    for (path, exports) in [(MANIFEST, None), (RECORDS, Some("1")), (FILE, Some("2"))] {
        let first = Ask::get(path).key(&key).send_to(&app).await;
        assert_eq!(first.header("x-export-daily-used"), exports, "{path}");
        let used = first.header("x-monthly-quota-used").unwrap().to_owned();
        let tag = first.header("etag").unwrap();
        let again = Ask::get(path).key(&key).header("if-none-match", tag).send_to(&app).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("x-monthly-quota-used"), Some(used.as_str()), "{path}");
        assert_eq!(again.header("x-export-daily-used"), exports, "{path}");
    }
}

#[tokio::test]
async fn a_delta_leads_from_each_state_that_was_published_to_the_newest() {
    let service = Service::start().await;
    let (app, key) = (service.app(), service.key(Plan::Pro).await);
    let get = async |path: &str| Ask::get(path).key(&key).send_to(&app).await;
    let old = get(RECORDS).await;
    let delta = format!("/v1/catalogue/records/{}/delta", strong_tag(&old));
    let same = get(&delta).await;
    assert_eq!(records::apply(&old.body, &same.body).unwrap(), old.body);
    let version = manifest(&get(MANIFEST).await).version;

    service.set_clock("2026-11-02T07:00:00Z");
    let mut reading = of_the_cases().remove(0);
    reading.read_at = service.now();
    reading.complete = false;
    apply(&service.store, &reading).await.unwrap();
    let (new, changed) = (get(RECORDS).await, get(&delta).await);
    assert_eq!(strong_tag(&changed), records::sha256(&changed.body));
    assert_eq!(records::apply(&old.body, &changed.body).unwrap(), new.body);
    assert!(manifest(&get(MANIFEST).await).version > version);
    for unknown in ["0".repeat(64), "x".to_owned()] {
        let reply = get(&format!("/v1/catalogue/records/{unknown}/delta")).await;
        assert_eq!(reply.refusal(), "404 not_found route_not_found");
        let error = reply.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains("does not hold records") && error.contains(&unknown), "{error}");
    }
}

#[tokio::test]
async fn it_takes_the_key_and_the_plan_of_an_export() {
    let service = Service::start().await;
    for path in [MANIFEST, RECORDS, FILE, "/v1/catalogue/records/0/delta"] {
        let reply = service.ask(Ask::get(path)).await;
        assert_eq!(reply.refusal(), "401 auth_required api_key_missing", "{path}");
        let key = service.key(Plan::Starter).await;
        let reply = service.ask(Ask::get(path).key(&key)).await;
        assert!(reply.refusal().ends_with("export_requires_pro"), "{path}: {}", reply.refusal());
    }
}

#[tokio::test]
async fn a_description_of_its_own_has_what_the_closed_one_has_not() {
    let service = Service::start().await;
    let served = service.ask(Ask::get("/openapi-extensions.json")).await.json();
    let document: Value =
        serde_json::from_str(&openapi::extensions("https://api.example")).unwrap();
    assert_eq!(served, document);
    let closed: Value = serde_json::from_str(&openapi::json("https://api.example")).unwrap();
    for endpoint in Endpoint::EXTENSIONS {
        let get = &document["paths"][endpoint.path()]["get"];
        assert_eq!(get["operationId"], endpoint.operation_id());
        assert!(closed["paths"].get(endpoint.path()).is_none(), "{}", endpoint.path());
    }
    assert_eq!(document["paths"].as_object().unwrap().len(), Endpoint::EXTENSIONS.len());
}
