use super::*;

#[test]
fn a_percentile_is_one_of_the_values() {
    for (values, percent, expected) in [
        (vec![], 95, None),
        (vec![(7, 0)], 95, None),
        (vec![(7, 1)], 95, Some(7)),
        (vec![(9, 1), (7, 1)], 50, Some(7)),
        (vec![(9, 1), (7, 1)], 51, Some(9)),
        (vec![(900, 1), (10, 19)], 95, Some(10)),
        (vec![(900, 1), (10, 18)], 95, Some(900)),
        (vec![(10, 50), (20, 45), (900, 5)], 95, Some(20)),
        (vec![(10, 50), (20, 44), (900, 6)], 95, Some(900)),
        (vec![(3, 1), (1, 1), (2, 1)], 100, Some(3)),
    ] {
        assert_eq!(percentile(values.clone(), percent), expected, "{values:?} {percent}");
    }
}

#[test]
fn deliveries_count_by_what_became_of_them() {
    use DeliveryStatus::{Abandoned, Delivered, Failed, Pending};
    let group = |(status, attempt_count, count)| DeliveryGroup {
        status,
        attempt_count,
        millis: None,
        count,
    };
    for (groups, counts, percent) in [
        (vec![], (0, 0, 0), None),
        (vec![(Pending, 0, 4)], (0, 0, 4), None),
        (vec![(Delivered, 1, 1)], (1, 0, 0), Some(100)),
        (vec![(Delivered, 1, 1), (Delivered, 3, 1), (Abandoned, 7, 1)], (2, 1, 0), Some(66)),
        (vec![(Pending, 2, 5), (Pending, 0, 9), (Failed, 0, 4)], (0, 9, 9), Some(0)),
        (vec![(Delivered, 1, 999), (Failed, 1, 1)], (999, 1, 0), Some(99)),
    ] {
        let groups: Vec<_> = groups.into_iter().map(group).collect();
        let day = DeliveryDay::from_groups(&groups, 1_000);
        assert_eq!((day.delivered, day.not_delivered, day.not_attempted), counts, "{groups:?}");
        assert_eq!(day.success_percent(), percent, "{groups:?}");
        assert_eq!(day.is_partial, day.counted() == 1_000, "{groups:?}");
    }
}

#[test]
fn endpoints_share_what_is_counted() {
    for (endpoints, most) in
        [(0, 5_000), (1, 5_000), (4, 5_000), (20, 1_000), (100, 500), (usize::MAX, 500)]
    {
        assert_eq!(DeliveryDay::most_counted(endpoints), most, "{endpoints}");
    }
}
