use proptest::prelude::*;

use super::*;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_epoch_millis(millis).unwrap()
}

#[test]
fn an_id_has_one_spelling() {
    let id = EventIds::after(None, at(1_790_000_000_000)).next(7);
    assert_eq!(id.to_string().parse(), Ok(id));
    for text in ["", "evt_", &id.to_string().to_lowercase(), &id.to_string()[4..], "evt_U"] {
        assert!(text.parse::<EventId>().is_err(), "{text:?}");
    }
}

#[test]
fn what_was_emitted_later_comes_after_the_last_id_of_an_instant() {
    let last = EventId::last_at(at(1_000));
    assert!(EventIds::after(None, at(1_000)).next(u128::MAX) <= last);
    assert!(EventIds::after(None, at(1_001)).next(0) > last);
    let set_back = EventIds::after(Some(EventId::last_at(at(9_000))), at(1_001)).next(0);
    assert!(set_back > last);
    assert_eq!(EventId::last_at(at(-5)), EventId::last_at(at(0)));
}

proptest! {
    #[test]
    fn ids_ascend_whatever_the_clock_and_the_entropy(
        steps in prop::collection::vec((0i64..5, any::<u128>()), 1..50),
    ) {
        let mut last = None;
        for (millis, entropy) in steps {
            let mut ids = EventIds::after(last, at(millis));
            for id in [ids.next(entropy), ids.next(entropy), ids.next(u128::MAX)] {
                prop_assert!(last < Some(id));
                prop_assert!(last.is_none_or(|l: EventId| l.to_string() < id.to_string()));
                last = Some(id);
            }
        }
    }
}
