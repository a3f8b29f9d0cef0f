use super::*;

#[test]
fn only_the_day_of_the_decision_counts() {
    for (text, date) in [
        ("On 12 March 2024 the Commission decided to impose a financial penalty.", "2024-03-12"),
        ("The Commission issued a warning on 3rd April 2024.", "2024-04-03"),
        ("The decision was taken on 05/06/2024", "2024-06-05"),
        ("Published: 4 April 2024", "2024-04-04"),
        ("The licence was suspended with effect from 1 May 2024", "2024-05-01"),
        ("It decided on 1 May 2034", ""),
        ("The Commission has decided to impose a financial penalty", ""),
        ("The compliance assessment of 3 May 2022 determined failings", ""),
        ("between 1 May 2021 and 2 July 2022 customers were issued cards", ""),
        ("Generated: 23 October 2024", ""),
        ("The review commenced on 2 May 2022", ""),
        ("Customers were issued cards on 1 May 2022", ""),
        ("It notified the Commission on 1 May 2022 that refunds were issued", ""),
        ("The Commission published its guidance on 1 May 2022", ""),
        ("", ""),
    ] {
        let today = "2026-11-01".parse().unwrap();
        assert_eq!(decided_on(std::iter::once(text), today), date.parse().ok(), "{text}");
    }
    let two = [
        "On 1 May 2022 the Commission decided to review.",
        "On 2 May 2024 the Commission decided to fine.",
    ];
    assert_eq!(
        decided_on(two.into_iter(), "2026-11-01".parse().unwrap()),
        "2024-05-02".parse().ok()
    );
}
