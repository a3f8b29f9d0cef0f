use super::*;
use Repeat::{Safe, Unsafe};

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn what_is_tried_again_and_when() {
    let failed = CallError::Failed(None);
    let limited = CallError::Limited(Some(3 * SECOND));
    for (errors, repeat, waits) in [
        (&[failed; 4][..], Safe, &[Some(1), Some(2), Some(4), None][..]),
        (
            &[CallError::NoAnswer, failed, CallError::NotSent, failed],
            Safe,
            &[Some(1), Some(2), Some(4), None],
        ),
        (&[failed], Unsafe, &[None]),
        (&[CallError::NoAnswer], Unsafe, &[None]),
        (&[CallError::NotSent; 4], Unsafe, &[Some(1), Some(2), Some(4), None]),
        (&[CallError::Refused], Safe, &[None]),
        (&[limited, limited], Safe, &[Some(3), None]),
        (&[limited, limited], Unsafe, &[Some(3), None]),
        (&[limited, failed, limited], Safe, &[Some(3), Some(1), None]),
        (&[CallError::Limited(None)], Safe, &[None]),
        (&[CallError::Limited(Some(61 * SECOND))], Safe, &[None]),
        (&[CallError::Limited(Some(LONGEST_WAIT))], Safe, &[Some(60)]),
        (&[CallError::Failed(Some(30 * SECOND))], Safe, &[Some(30)]),
        (&[CallError::Failed(Some(3600 * SECOND))], Safe, &[Some(1)]),
    ] {
        let mut retries = RetryState::default();
        for (error, wait) in errors.iter().zip(waits) {
            let wait = wait.map(|seconds| seconds * SECOND);
            assert_eq!(retries.wait_before_next(*error, repeat), wait, "{errors:?} {repeat:?}");
        }
    }
}

#[test]
fn a_status_is_a_setback() {
    for (status, error) in [
        (301, CallError::Refused),
        (400, CallError::Refused),
        (404, CallError::Refused),
        (429, CallError::Limited(None)),
        (500, CallError::Failed(None)),
        (503, CallError::Failed(None)),
    ] {
        assert_eq!(CallError::from_status(status, None), error);
    }
}
