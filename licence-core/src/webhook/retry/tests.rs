use proptest::prelude::*;

use super::*;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_epoch_millis(millis).unwrap()
}

/// SplitMix64: the deliveries are the same on every run.
fn random(state: &mut u64) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed >> 32) as u32
}

#[test]
fn the_schedule_is_that_of_the_specification() {
    let schedule = RetrySchedule::default();
    let seconds = [30, 120, 600, 3_600, 21_600, 86_400];
    for (attempt, seconds) in (1..).zip(seconds) {
        let due = |random| schedule.next_attempt(attempt, at(0), random);
        assert_eq!(due(0), Some(at(seconds * 800)), "after attempt {attempt}");
        assert_eq!(due(u32::MAX / 2), Some(at(seconds * 1000)), "after attempt {attempt}");
        assert_eq!(due(u32::MAX), Some(at(seconds * 1200)), "after attempt {attempt}");
    }
    assert_eq!(schedule.next_attempt(7, at(0), 0), None);
    assert_eq!(schedule.next_attempt(u32::MAX, at(0), 0), None);
}

#[test]
fn ten_thousand_deliveries_keep_the_schedule() {
    let schedule = RetrySchedule::default();
    let mut state = 5;
    let mut steps: [Vec<f64>; 6] = Default::default();
    for delivery in 0..10_000 {
        let mut now = at(delivery * 1_000);
        let mut attempts = 1;
        while let Some(due) = schedule.next_attempt(attempts, now, random(&mut state)) {
            let step = usize::try_from(attempts).unwrap() - 1;
            let waited = (due.epoch_millis() - now.epoch_millis()) as f64;
            steps[step].push(waited / DEFAULT_DELAYS[step].0.as_millis() as f64);
            (now, attempts) = (due, attempts + 1);
        }
        assert_eq!(attempts, 7);
    }
    for shares in steps {
        assert_eq!(shares.len(), 10_000);
        assert!(shares.iter().all(|share| (0.8..=1.2).contains(share)));
        let mean = shares.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 1.0).abs() < 0.01, "{mean}");
        // Kolmogorov-Smirnov against the uniform distribution; 1.88 / sqrt(n) is p = 0.01 for
        // all six waits together.
        assert!(distance_from_uniform(shares) < 1.88 / 100.0);
    }
}

fn distance_from_uniform(mut shares: Vec<f64>) -> f64 {
    shares.sort_by(f64::total_cmp);
    let count = shares.len() as f64;
    let distances = shares.iter().enumerate().map(|(index, share)| {
        let expected = (share - 0.8) / 0.4;
        (expected - index as f64 / count).abs().max(((index + 1) as f64 / count - expected).abs())
    });
    distances.fold(0.0, f64::max)
}

#[test]
fn a_schedule_has_the_attempts_of_the_specification() {
    assert_eq!(RetrySchedule::try_from(DEFAULT_DELAYS.to_vec()), Ok(RetrySchedule::default()));
    for count in [0, 1, 5, 7, 8] {
        let refused = RetrySchedule::try_from(vec![DEFAULT_DELAYS[0]; count]).unwrap_err();
        let expected =
            format!("{count} waits are given; a delivery has 7 attempts, so write exactly 6");
        assert_eq!(refused.to_string(), expected);
    }
}

proptest! {
    #[test]
    fn every_wait_is_within_a_fifth_of_the_schedule(
        millis in 0_u64..=u64::MAX,
        random in any::<u32>(),
    ) {
        let waited = jittered(Duration::from_millis(millis), random).as_millis();
        let (least, most) = (u128::from(millis) * 4 / 5, u128::from(millis) * 6 / 5 + 1);
        prop_assert!(waited >= least.min(u128::from(u64::MAX)));
        prop_assert!(waited <= most);
        let delays = vec![Period(Duration::from_millis(millis)); 6];
        let schedule = RetrySchedule::try_from(delays).unwrap();
        prop_assert!(schedule.next_attempt(1, at(0), random) >= Some(at(0)));
    }
}
