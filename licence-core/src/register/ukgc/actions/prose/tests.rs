use super::*;

#[test]
fn only_what_is_called_a_penalty_is_one() {
    for (text, pence) in [
        (
            "has decided to impose a financial penalty of £28,750 under section 121(1) of the Act",
            Some(2_875_000),
        ),
        (
            "the Licensee will pay a total of £343,035 in lieu of a financial penalty",
            Some(34_303_500),
        ),
        (
            "agreed a payment in lieu of a financial penalty of £1.2m, divestment of £30,000 and costs of £15,000",
            Some(120_000_000),
        ),
        ("a customer lost £60,000. The Commission imposed a fine of £10m", Some(1_000_000_000)),
        (
            "a regulatory settlement of £500,000 which includes £120,000 towards costs",
            Some(50_000_000),
        ),
        ("a financial penalty of £100 and a financial penalty of £200", None),
        ("a financial penalty of £100 and one of £200, a total penalty of £300", Some(30_000)),
        ("a customer deposited £24,000 in four days", None),
        ("the costs of £5,000", None),
        ("a £240,000 financial penalty", Some(24_000_000)),
        ("imposed a financial penalty and ordered costs of £5,000", None),
        ("", None),
    ] {
        assert_eq!(penalty_in(sentences_of(text).into_iter()), pence, "{text}");
    }
}

#[test]
fn sentences_end_where_they_end() {
    let text = "One of St. A. Mr. Goode left. Then the Act. it went on. £5 fell. Last";
    let expected =
        ["One of St.", "A. Mr. Goode left.", "Then the Act. it went on. £5 fell.", "Last"];
    assert_eq!(sentences_of(text), expected);
}
