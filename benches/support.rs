//! What the benchmarks share; each of them uses a part.
#![allow(dead_code)]

pub mod arguments;
pub mod binary;
pub mod market;
pub mod naming;
pub mod processor;
pub mod random;
pub mod report;
pub mod rounds;
pub mod strangers;
