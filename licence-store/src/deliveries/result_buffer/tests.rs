//! When results are written, and when they are late.

use super::*;
use crate::deliveries::fixture::finished;

const NOW: Timestamp = Timestamp::EPOCH;

fn buffer(results: usize) -> ResultBuffer {
    let mut buffer = ResultBuffer::default();
    (0..results).for_each(|_| buffer.push(finished(1, Some(200)), NOW));
    buffer
}

#[test]
fn half_of_what_is_under_way_is_written_together() {
    for (results, under_way, is_ready) in
        [(0, 0, false), (1, 1, true), (1, 3, true), (1, 4, false), (2, 4, true)]
    {
        let taken = buffer(results).take_if_ready(under_way, NOW);
        assert_eq!(taken.is_some(), is_ready, "{results} of {under_way}");
    }
}

#[test]
fn one_write_runs_and_what_it_leaves_comes_back_first() {
    let mut buffer = buffer(2);
    let written = buffer.take_if_ready(2, NOW).unwrap();
    buffer.push(finished(2, None), NOW);
    assert!(buffer.take_if_ready(0, NOW).is_none() && buffer.write_by().is_none());
    buffer.end_write(written);
    let endpoints: Vec<u128> =
        buffer.take_if_ready(0, NOW).unwrap().iter().map(|it| it.endpoint().0.as_u128()).collect();
    assert_eq!(endpoints, [1, 1, 2]);
    buffer.end_write(Vec::new());
    assert!(buffer.gathered.is_empty() && buffer.take_if_ready(0, NOW).is_none());
}

#[test]
fn results_are_late_until_they_are_written() {
    let later = NOW.later_by(MAX_AGE + Duration::from_millis(1));
    let mut buffer = buffer(1);
    assert!(!buffer.is_late(NOW.later_by(MAX_AGE)));
    assert!(buffer.is_late(later));
    let unwritten = buffer.take_if_ready(1, NOW).unwrap();
    assert!(buffer.is_late(later), "while they are written");
    buffer.end_write(unwritten);
    assert!(buffer.is_late(later), "after a failed write");
    drop(buffer.take_if_ready(1, later));
    buffer.push(finished(1, None), later);
    buffer.end_write(Vec::new());
    assert!(!buffer.is_late(later), "what came during the write is new");
}
