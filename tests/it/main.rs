//! One test binary over the libraries: a module a capability.

mod broken_readings;
mod changes_recorded;
mod clockwork;
mod contradictions;
mod description;
mod determinism;
mod domain_snapshots;
mod export;
mod killed_while_applying;
mod licensed_only_by_equality;
mod limits;
mod lookup;
mod readings_applied;
mod refusals;
mod registers_reread;
mod replies;
mod responses;
mod sample;
mod several_processes;
mod support;
mod transitions_over_time;
mod ukgc_register;
mod verdict_cases;
