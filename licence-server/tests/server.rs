//! The server as its callers meet it: the real binary, and the library on a socket of its own.

mod server {
    mod client;
    mod connections;
    mod customers;
    mod dashboard;
    mod database_file;
    mod failing_exports;
    mod hostile_registers;
    mod http2;
    mod killed_while_sending;
    mod log;
    mod options;
    mod process;
    mod queries;
    mod restore_drill;
    mod revocations;
    mod routes;
    mod sending;
    mod spans;
    mod stopping;
    mod support;
    mod tls;
    mod verdict_cases;
}

#[path = "../../tests/it/support/callers.rs"]
mod callers;
#[path = "../../tests/it/support/cases.rs"]
mod cases;
#[path = "../../tests/it/support/databases.rs"]
mod databases;
#[path = "../../tests/it/support/hostile.rs"]
mod hostile;
#[path = "../../tests/it/support/ports.rs"]
mod ports;
// These have more uses in the tests of the libraries.
#[allow(dead_code)]
#[path = "../../tests/it/support/random.rs"]
mod random;
#[allow(dead_code)]
#[path = "../../tests/it/support/receiver.rs"]
mod receiver;
