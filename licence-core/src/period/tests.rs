use super::*;

#[test]
fn durations_have_a_unit() {
    let seconds = |text: &str| text.parse::<Period>().map(|period| period.0.as_secs_f64());
    for (text, expected) in [
        ("0", 0.0),
        ("500ms", 0.5),
        ("30s", 30.0),
        ("2m", 120.0),
        ("48h", 172_800.0),
        ("30d", 2_592_000.0),
        ("36500d", 3_153_600_000.0),
    ] {
        assert_eq!(seconds(text), Ok(expected));
    }
    for text in ["", "s", "30", "-1s", "1.5h", "30 s", "1w", "1h30m"] {
        let refused = format!("{text:?} is not a duration: a whole number and ms, s, m, h or d");
        assert_eq!(seconds(text), Err(refused));
    }
    for text in ["36501d", "3153600000001ms", "99999999999999999999d"] {
        assert_eq!(seconds(text), Err(format!("{text:?} is longer than 36500 days")));
    }
}

#[test]
fn a_period_is_shown_as_it_could_be_written() {
    for (written, shown) in [
        ("0", "0"),
        ("0h", "0"),
        ("1500ms", "1500ms"),
        ("60s", "1m"),
        ("90m", "90m"),
        ("2d", "48h"),
    ] {
        let period: Period = written.parse().unwrap();
        assert_eq!(period.to_string(), shown);
        assert_eq!(shown.parse(), Ok(period));
    }
}
