use super::*;

#[test]
fn a_label_tells_the_total_by_its_three_numbers() {
    for (label, total) in [
        ("1 \u{2013} 100 of 317", Some(317)),
        ("1 - 3 / 317", Some(317)),
        ("1\u{2013}3 von 317", Some(317)),
        ("1 \u{2013} 9 de 1.004", Some(1004)),
        ("101 \u{2013} 200 of 1,004", Some(1004)),
        ("317 \u{2013} 317 of 317", Some(317)),
        ("Page 1 of 3", None),
        ("1 \u{2013} 3 of many", None),
        ("317 \u{2013} 1 of 3", None),
        ("of 317: 1 \u{2013} 3", None),
        ("1 \u{2013} 3 of 1 004", None),
        ("1 \u{2013} 3 of 3 (317 hidden)", None),
        ("All entries", None),
    ] {
        assert_eq!(total_in(label), total, "{label}");
    }
}
