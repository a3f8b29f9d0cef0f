//! A backlog of 20,000 deliveries to 20 endpoints, against a bare loop that posts the same signed
//! bodies with the same client, as many at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use licence_core::webhook::DeliveryId;
use licence_core::webhook::delivery::DeliveryRequest;
use licence_core::webhook::endpoint::WebhookEndpoint;
use licence_server::system_time;
use licence_store::outbound::Poster;
use sea_orm::{ConnectionTrait, Database, Statement};

use crate::bench_database::BenchDatabase;
use crate::receiver::Receiver;
use crate::register::{Register, webhooks};
use crate::sending::Sending;
use crate::support::processor::{THIS_PROCESS, processor_seconds};
use crate::support::report::Report;
use crate::support::report::Target::{AtLeast, Unbounded};
use crate::support::rounds::median;

const ENDPOINTS: usize = 20;
const AT_ONCE: usize = 8;
const EVENTS: usize = 1_000;
const DELIVERIES: usize = ENDPOINTS * EVENTS;
const ROUNDS: usize = 11;

/// A request as the sender would make it.
struct Signed {
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

pub async fn measure<P: BenchDatabase>(report: &mut Report) {
    let database = P::create().await;
    let receiver = Receiver::start();
    let mut register = Register::new(EVENTS, &database).await;
    let mut endpoints = Vec::new();
    for number in 0..ENDPOINTS {
        endpoints.push(register.endpoint(&receiver.url(&format!("/{number}"))).await);
    }
    let poster = Poster::new(webhooks(&database).post).expect("a client");
    let (mut floors, mut ours, mut ratios, mut costs) = (vec![], vec![], vec![], vec![]);
    for _ in 0..ROUNDS {
        register.toggle_statuses().await;
        let signed = signed(&database, &endpoints).await;
        let (bare, bare_cost) = cost(post(&poster, signed, &receiver), &receiver).await;
        let (our, our_cost) = cost(send(&register, &receiver), &receiver).await;
        floors.push(DELIVERIES as f64 / bare);
        ours.push(DELIVERIES as f64 / our);
        ratios.push(bare / our);
        costs.push([bare_cost, our_cost].map(|[all, receiver]| [all - receiver, receiver]));
    }
    let line = |what: &str| format!("{}: {what}", P::NAME);
    let micros = |of: fn(&[[f64; 2]; 2]) -> f64| {
        1e6 / DELIVERIES as f64 * median(&costs.iter().map(of).collect::<Vec<_>>())
    };
    report.line(
        &line("receiver's processor time a request"),
        micros(|it| it[0][1]),
        " us",
        Unbounded,
    );
    report.line(&line("bare loop's"), micros(|it| it[0][0]), " us", Unbounded);
    report.line(&line("sender's"), micros(|it| it[1][0]), " us", Unbounded);
    report.line(&line("bare loop"), median(&floors), " /s", Unbounded);
    report.line(&line("drain of 20,000"), median(&ours), " /s", Unbounded);
    report.line(&line("drain / bare loop"), median(&ratios), "x", AtLeast(P::LEAST));
    register.store.close().await;
    database.remove().await;
}

/// The seconds a piece of work takes, and the processor seconds of this process and of the receiver
/// in it.
async fn cost(work: impl Future<Output = ()>, receiver: &Receiver) -> (f64, [f64; 2]) {
    let processor = || [processor_seconds(THIS_PROCESS), receiver.processor_seconds()];
    let (begun, before) = (Instant::now(), processor());
    work.await;
    let (seconds, after) = (begun.elapsed().as_secs_f64(), processor());
    (seconds, [after[0] - before[0], after[1] - before[1]])
}

async fn send(register: &Register, receiver: &Receiver) {
    let sending = Sending::start(&register.store);
    receiver.wait_for(DELIVERIES).await;
    sending.stop().await;
    assert_eq!(receiver.take().len(), DELIVERIES, "each came once");
}

/// The loop: as many at once, and nothing written.
async fn post(poster: &Poster, signed: HashMap<String, Vec<Signed>>, receiver: &Receiver) {
    let mut tasks = Vec::new();
    for (url, signed) in signed {
        let waiting = Arc::new(Mutex::new(signed));
        for _ in 0..AT_ONCE {
            let (poster, url, waiting) = (poster.clone(), url.clone(), Arc::clone(&waiting));
            let next = move || waiting.lock().expect("no one panicked").pop();
            tasks.push(tokio::spawn(async move {
                while let Some(Signed { headers, body }) = next() {
                    assert!(poster.post(&url, headers, body.into()).await.outcome.is_success());
                }
            }));
        }
    }
    for task in tasks {
        task.await.expect("no one panicked");
    }
    assert_eq!(receiver.take().len(), DELIVERIES);
}

/// What is pending, by URL.
async fn signed(
    database: &impl BenchDatabase,
    endpoints: &[WebhookEndpoint],
) -> HashMap<String, Vec<Signed>> {
    let connection = Database::connect(database.url()).await.expect("it is there");
    let query = "select d.id, d.endpoint_id, d.event_type, d.event_id, e.body from deliveries d \
                 join events e on e.id = d.event_id where d.status = 'pending'";
    let query = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(query).await.expect("it can be read");
    connection.close().await.expect("it closes");
    assert_eq!(rows.len(), DELIVERIES);
    let mut signed: HashMap<String, Vec<Signed>> = HashMap::new();
    for row in rows {
        let text = |column| row.try_get::<String>("", column).expect("a text");
        let id = text("endpoint_id");
        let endpoint = endpoints.iter().find(|it| it.id.0.to_string() == id).expect("one of ours");
        let body = text("body").into_bytes();
        let request = DeliveryRequest {
            event: &text("event_type"),
            event_id: text("event_id").parse().expect("an id"),
            delivery_id: DeliveryId(text("id").parse().expect("a UUID")),
            attempt: 1,
            missed_deliveries: 0,
            raw_body: &body,
        };
        let headers = request.headers(&endpoint.secret, system_time());
        signed.entry(endpoint.url.clone()).or_default().push(Signed { headers, body });
    }
    signed
}
