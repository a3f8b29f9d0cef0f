use super::*;
use proptest::prelude::*;

fn amounts_in(text: &str) -> Vec<i64> {
    let signs = text.match_indices('£');
    signs.filter_map(|(at, _)| leading_amount(&text[at..])).map(|(pence, _)| pence).collect()
}

#[test]
fn every_form_is_exact() {
    for (text, pence) in [
        ("£28,750", &[2_875_000][..]),
        ("£10m", &[1_000_000_000]),
        ("£4.75m", &[475_000_000]),
        ("£650,000 for", &[65_000_000]),
        ("£ 1.2 million.", &[120_000_000]),
        ("£343,035 in lieu", &[34_303_500]),
        ("£1,234.56.", &[123_456]),
        ("£19.2M and £5k, £6 thousand", &[1_920_000_000, 500_000, 600_000]),
        ("£1.1bn", &[110_000_000_000]),
        ("£500.", &[50_000]),
        ("£500, with", &[50_000]),
        ("£7 marks", &[700]),
        ("£0.29m", &[29_000_000]),
        ("£122835", &[12_283_500]),
        ("£1.50", &[150]),
        ("£2.500m", &[250_000_000]),
    ] {
        assert_eq!(amounts_in(text), pence, "{text}");
    }
    for text in [
        "£",
        "£m",
        "£1,23",
        "£12,34,567",
        "£1234,567",
        "£1.234",
        "£40.000",
        "£10x",
        "£,5",
        "€5",
        "£99999999999999999999",
        "£9999999999bn",
        "£٣",
    ] {
        assert_eq!(amounts_in(text), [0; 0], "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "(£|[0-9]|[,.mk ]|\\PC){0,30}") {
        for (at, _) in text.match_indices('£') {
            let rest = leading_amount(&text[at..]).map_or("", |(_, rest)| rest);
            prop_assert!(text.ends_with(rest));
        }
    }
}
