//! The server as its callers meet it: the real binary, and the library on a socket of its own.

mod server {
    mod client;
    mod connections;
    mod customers;
    mod http2;
    mod log;
    mod options;
    mod process;
    mod queries;
    mod routes;
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
