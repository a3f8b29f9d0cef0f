//! The API's description: it is the router's, nothing in it lacks an example, and its examples
//! are what the service answers.

mod examples;
mod served;
mod webhooks;

use std::collections::BTreeSet;

use licence_core::account::plan::Plans;
use licence_server::endpoint::Endpoint;
use licence_server::openapi;
use serde_json::{Value, json};

use crate::support::described::{DESCRIPTION, Description, Operation};

/// The ids that the decisions give to operations; a part of them is served.
const OPERATION_IDS: [&str; 28] = [
    "checkDomain",
    "checkDomainBatch",
    "listJurisdictions",
    "getJurisdiction",
    "listJurisdictionOperators",
    "searchOperators",
    "getOperator",
    "listOperatorLicenses",
    "getOperatorRegulatoryActions",
    "getLicense",
    "getLicenseHistory",
    "exportDataset",
    "getWatchlist",
    "listWatchlistOperators",
    "addWatchlistOperator",
    "removeWatchlistOperator",
    "listWatchlistEvents",
    "createWebhook",
    "listWebhooks",
    "updateWebhook",
    "deleteWebhook",
    "rotateWebhookSecret",
    "listWebhookDeliveries",
    "testWebhook",
    "checkHealth",
    "checkCoverage",
    "getStats",
    "getOpenApi",
];

fn id<'d>(operation: &Operation<'d>) -> &'d str {
    operation.value["operationId"].as_str().unwrap()
}

#[test]
fn the_operations_are_the_routers() {
    let described: BTreeSet<_> = DESCRIPTION
        .operations()
        .iter()
        .map(|operation| (operation.method.clone(), operation.path.to_owned(), id(operation)))
        .collect();
    let routed: BTreeSet<_> = Endpoint::ALL
        .iter()
        .map(|route| (route.method().to_string(), route.path().to_owned(), route.operation_id()))
        .collect();
    assert_eq!(described, routed);
    for (_, _, id) in described {
        assert!(OPERATION_IDS.contains(&id), "{id}");
    }
}

#[test]
fn the_operations_and_their_statuses() {
    let line = |operation: &Operation<'_>| {
        let responses = operation.value["responses"].as_object().unwrap();
        let statuses: Vec<_> = responses.keys().map(String::as_str).collect();
        let Operation { method, path, .. } = operation;
        format!("{method} {path} {} {}\n", id(operation), statuses.join(" "))
    };
    let list: String = DESCRIPTION.operations().iter().map(line).collect();
    insta::assert_snapshot!(list);
}

/// Every (operation and status, media type, content) of the responses.
fn contents(description: &Description) -> Vec<(String, String, &Value)> {
    let mut contents = Vec::new();
    for operation in description.operations() {
        for (status, response) in operation.value["responses"].as_object().unwrap() {
            for (media_type, content) in response["content"].as_object().into_iter().flatten() {
                let name = format!("{} {status}", id(&operation));
                contents.push((name, media_type.clone(), content));
            }
        }
    }
    contents
}

#[test]
fn every_response_has_examples_that_fit_it() {
    for (name, media_type, content) in contents(&DESCRIPTION) {
        let examples = content["examples"].as_object().cloned().unwrap_or_default();
        // A description is too long an example of itself, and health fails too seldom.
        let is_excused = ["getOpenApi 200", "checkHealth 503"].contains(&name.as_str());
        assert!(!examples.is_empty() || is_excused, "{name} {media_type} has no example");
        for (example, value) in &examples {
            let value = match value["$ref"].as_str() {
                Some(reference) => DESCRIPTION.document().pointer(&reference[1..]).unwrap(),
                None => value,
            };
            DESCRIPTION.assert_fits(
                &content["schema"],
                &value["value"],
                &format!("{name} {example}"),
            );
        }
    }
}

#[test]
fn every_request_body_has_an_example_that_fits_it() {
    for operation in DESCRIPTION.operations() {
        let Some(body) = operation.value.get("requestBody") else { continue };
        let content = &body["content"]["application/json"];
        DESCRIPTION.assert_fits(&content["schema"], &content["example"], id(&operation));
    }
}

#[test]
fn every_error_is_listed_with_its_example() {
    for (name, _, content) in contents(&DESCRIPTION) {
        if content["schema"] != json!({ "$ref": "#/components/schemas/Error" }) {
            continue;
        }
        let operation = name.split(' ').next().unwrap();
        let status = name.split(' ').next_back().unwrap();
        let described = DESCRIPTION.operations().into_iter().find(|o| id(o) == operation).unwrap();
        let text = described.value["responses"][status]["description"].as_str().unwrap();
        let listed: BTreeSet<String> = text
            .lines()
            .map(|line| {
                let words: Vec<_> = line.split('`').collect();
                format!("{}.{}", words[1], words[3])
            })
            .collect();
        let examples = content["examples"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(listed, examples, "{name}");
    }
}

#[test]
fn what_holds_for_all_is_said() {
    let document = DESCRIPTION.document();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1."));
    assert_eq!(document["info"]["version"], "1.0.0");
    assert_eq!(document["servers"][0]["url"], "https://licence.example");
    let about = document["info"]["description"].as_str().unwrap().replace('\n', " ");
    for sentence in [
        "is informational only. It is not legal advice, and callers remain responsible for their own compliance decisions.",
        "Only `active` means licensed.",
        "must not be presented as revocations",
        "Do not retry 4xx other than 429.",
        "mean the **month**",
    ] {
        assert!(about.contains(sentence), "{sentence}");
    }
}

#[test]
fn nothing_speaks_of_papers_that_readers_do_not_have() {
    let text = openapi::json("https://licence.example");
    for word in ["specification", "decisions 3", "`None`", "[`", "crate::"] {
        let at = text.find(word).map(|at| &text[at.saturating_sub(120)..at + 40]);
        assert_eq!(at, None, "{word}");
    }
}

#[test]
fn keys_are_required_where_they_are_needed() {
    for endpoint in Endpoint::ALL {
        let operations = DESCRIPTION.operations();
        let operation = operations.iter().find(|o| id(o) == endpoint.operation_id()).unwrap();
        let security = &operation.value["security"];
        let needs_key =
            operation.value["responses"]["401"]["content"]["application/json"]["examples"]
                .get("auth_required.api_key_missing");
        let expected = match needs_key {
            Some(_) => json!([{ "bearer": [] }]),
            None => json!([{}, { "bearer": [] }]),
        };
        assert_eq!(*security, expected, "{}", id(operation));
    }
}

#[test]
fn the_page_shows_everything_and_asks_nobody() {
    let page = openapi::html("https://licence.example", &Plans::default());
    for endpoint in Endpoint::ALL {
        let article = format!("<article id=\"{}\">", endpoint.operation_id());
        assert!(page.contains(&article), "{article}");
    }
    for section in ["plans", "events"] {
        assert!(page.contains(&format!("<h2 id=\"{section}\">")), "{section}");
    }
    assert_eq!(page.matches("<pre>curl '").count(), Endpoint::ALL.len());
    assert!(page.contains("<details open>"), "a short example is open");
    for request in ["<script", "<link", "<img", " src=", "@import", "url("] {
        assert!(!page.contains(request), "{request}");
    }
    for anchor in page.split("href=\"#").skip(1) {
        let id = anchor.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{id}\"")), "nothing has the id {id}");
    }
}

#[test]
fn what_the_service_refuses_by_its_form_the_description_refuses() {
    let fits = |name: &str, value: Value| {
        let operations = DESCRIPTION.operations();
        let mut schemas = operations.iter().flat_map(|operation| {
            let parameters = operation.value["parameters"].as_array().into_iter().flatten();
            parameters.filter(|parameter| parameter["name"] == name)
        });
        let schema = &schemas.next().unwrap()["schema"];
        jsonschema::validator_for(schema).unwrap().is_valid(&value)
    };
    for instant in ["2026-11-01", "2026-11-01T12:00:00Z", "2026-11-01t12:00:00.123456+01:00"] {
        assert!(fits("as_of", json!(instant)), "{instant}");
    }
    for none in ["", "yesterday", "2026-11-01T12:00:00", "2026-11-01T12:00Z", "20261101"] {
        assert!(!fits("as_of", json!(none)), "{none}");
    }
    for list in ["status", "jurisdiction"] {
        assert!(!fits(list, json!([])) && !fits(list, json!([""])), "{list}= names nothing");
    }
}
