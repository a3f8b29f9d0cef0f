//! Deltas: from one half of the input to the other, and the input as one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::records::{apply, delta, sha256};

fuzz_target!(|input: &[u8]| {
    let (old, new) = input.split_at(input.len() / 2);
    let (old, new) = ([old, b"\n"].concat(), [new, b"\n"].concat());
    assert_eq!(apply(&old, &delta(&old, &new)), Ok(new));
    let head = format!("licence-delta 1\nfrom {0}\nto {0}\n", sha256(&old));
    let _ = apply(&old, &[head.as_bytes(), input].concat());
});
