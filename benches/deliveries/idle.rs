//! A sender without work: what it asks of PostgreSQL, which counts transactions. Outside of one,
//! every statement is a transaction, and an idle sender begins none.

use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, Statement};

use crate::bench_database::{BenchDatabase, Postgres};
use crate::receiver::Receiver;
use crate::register::Register;
use crate::sending::Sending;
use crate::support::processor::{THIS_PROCESS, processor_seconds};
use crate::support::report::Report;
use crate::support::report::Target::{AtMost, Unbounded};

const SECONDS: u64 = 30;
/// A connection that has nothing to do tells the server's statistics after ten seconds what it did.
const SETTLES: Duration = Duration::from_secs(12);
const MOST_A_SECOND: f64 = 2.0;

pub async fn measure(report: &mut Report) {
    let database = Postgres::create().await;
    let receiver = Receiver::start();
    let mut register = Register::new(10, &database).await;
    register.endpoint(&receiver.url("/")).await;
    register.toggle_statuses().await;
    let sending = Sending::start(&register.store);
    receiver.wait_for(10).await;
    tokio::time::sleep(SETTLES).await;
    // Another database of the server: what is asked here is not counted there.
    let server = std::env::var("LICENCE_TEST_DATABASE_URL").expect("the address of a server");
    let server = Database::connect(server).await.expect("the server is reachable");
    let (before, begun) = (transactions(&server, &database).await, Instant::now());
    let processor = processor_seconds(THIS_PROCESS);
    tokio::time::sleep(Duration::from_secs(SECONDS)).await;
    let seconds = begun.elapsed().as_secs_f64();
    let asked = (transactions(&server, &database).await - before) as f64 / seconds;
    let busy = 100.0 * (processor_seconds(THIS_PROCESS) - processor) / seconds;
    report.line("PostgreSQL, idle: statements a second", asked, "", AtMost(MOST_A_SECOND));
    report.line("PostgreSQL, idle: share of a core", busy, " %", Unbounded);
    sending.stop().await;
    register.store.close().await;
    database.remove().await;
}

async fn transactions(server: &DatabaseConnection, database: &Postgres) -> i64 {
    let url = database.url();
    let (_, name) = url.rsplit_once('/').expect("an address that ends in /DATABASE");
    let count = format!(
        "select xact_commit + xact_rollback as count from pg_stat_database where datname = '{name}'"
    );
    let count = Statement::from_string(server.get_database_backend(), count);
    let row = server.query_one_raw(count).await.expect("it counts").expect("it is there");
    row.try_get("", "count").expect("a number")
}
