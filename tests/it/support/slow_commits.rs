//! Transactions that take their time between their last event and their commit, without a seam in
//! the service: triggers of the database.

use sea_orm::{ConnectionTrait, Database, DbBackend};

/// What SQLite counts up to in about a millisecond; it has no function that sleeps.
const STEPS_A_MILLISECOND: u64 = 5_000;

/// From now on every transaction is held up for a random time, at most this long, for each event
/// that it recorded: on PostgreSQL at its commit, on SQLite right after the event was written.
pub async fn hold_up(database_url: &str, most_millis: u64) {
    let database = Database::connect(database_url).await.unwrap();
    let statements = match database.get_database_backend() {
        DbBackend::Postgres => at_commit(most_millis),
        _ => after_the_event(most_millis * STEPS_A_MILLISECOND),
    };
    for statement in statements {
        database.execute_unprepared(&statement).await.unwrap();
    }
    database.close().await.unwrap();
}

fn at_commit(most_millis: u64) -> [String; 2] {
    let function = format!(
        "create function hold_up() returns trigger language plpgsql as \
         $$ begin perform pg_sleep(random() * {most_millis} / 1000.0); return null; end $$"
    );
    let trigger = "create constraint trigger hold_up after insert on events \
                   deferrable initially deferred for each row execute function hold_up()";
    [function, trigger.to_owned()]
}

/// In a view, because the statements of a trigger may not begin with `with`.
fn after_the_event(most_steps: u64) -> [String; 2] {
    let view = format!(
        "create view counted as with recursive steps(n) as (select 1 union all \
         select n + 1 from steps limit (select abs(random() % {most_steps}))) select n from steps"
    );
    let trigger = "create trigger hold_up after insert on events \
                   begin select count(*) from counted; end";
    [view, trigger.to_owned()]
}
