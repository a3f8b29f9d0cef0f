use super::*;
use proptest::prelude::*;

#[test]
fn names_become_slugs() {
    for (name, slug) in [
        ("Bet Victor Limited", "bet-victor-limited"),
        ("Cyberluck Curaçao N.V.", "cyberluck-curacao-nv"),
        ("Jack\u{2019}s House B.V.", "jacks-house-bv"),
        ("  A -- B  ", "a-b"),
        ("3-102-940828 SRL", "3-102-940828-srl"),
        ("!!!", "operator"),
    ] {
        assert_eq!(Slug::from_name(name).as_str(), slug, "{name:?}");
    }
    assert!(
        Slug::from_name("Search").is_reserved() && !Slug::from_name("Search B.V.").is_reserved()
    );
    let long = Slug::from_name(&"abcdefghi ".repeat(20));
    assert_eq!(long.as_str().len(), 99);
    assert_eq!(long.numbered(12).as_str().len(), 100);
}

#[test]
fn legal_forms_keep_companies_apart() {
    for (one, other, same) in [
        ("Bet Victor Limited", "BetVictor Ltd", true),
        ("Fortune HUB OÜ", "FORTUNE HUB OU", true),
        ("ABC Interactive N.V,", "ABC Interactive NV", true),
        ("Trivico B.V.", "Trivico N.V.", false),
        ("Mamba Trading Limited", "Mamba Trading", false),
    ] {
        assert_eq!(registered_key(one) == registered_key(other), same, "{one} / {other}");
    }
}

proptest! {
    #[test]
    fn every_made_slug_is_a_slug(name in "\\PC{0,200}", n in 2_u32..2_000_000) {
        let slug = Slug::from_name(&name);
        prop_assert_eq!(slug.as_str().parse::<Slug>(), Ok(slug.clone()));
        let numbered = slug.numbered(n);
        prop_assert_eq!(numbered.as_str().parse::<Slug>(), Ok(numbered.clone()));
    }
}
