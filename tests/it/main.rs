//! One test binary over the libraries: a module a capability.

mod contradictions;
mod determinism;
mod licensed_only_by_equality;
mod readings_applied;
mod responses;
mod sample;
mod several_processes;
mod support;
mod ukgc_register;
mod verdict_cases;
