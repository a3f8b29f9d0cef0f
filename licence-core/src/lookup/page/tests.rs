use super::*;

#[test]
fn limits_and_offsets_are_read_by_the_rules_of_their_list() {
    let refusing = PageRules::new(50, 200, AboveMax::Refused);
    let capping = PageRules::new(20, 100, AboveMax::Capped);
    for (limit, refused, capped) in [
        (None, Some(50), Some(20)),
        (Some("1"), Some(1), Some(1)),
        (Some("007"), Some(7), Some(7)),
        (Some("100"), Some(100), Some(100)),
        (Some("101"), Some(101), Some(100)),
        (Some("200"), Some(200), Some(100)),
        (Some("201"), None, Some(100)),
        (Some("99999999999999999999999"), None, Some(100)),
        (Some("0"), None, None),
        (Some("-1"), None, None),
        (Some("+1"), None, None),
        (Some("1.0"), None, None),
        (Some(" 1"), None, None),
        (Some(""), None, None),
        (Some("١"), None, None),
        (Some("ten"), None, None),
    ] {
        let of = |rules: PageRules| rules.page(limit, None).ok().map(|page| page.limit);
        assert_eq!((of(refusing), of(capping)), (refused, capped), "{limit:?}");
    }
    for (offset, expected) in [
        (None, Some(0)),
        (Some("0"), Some(0)),
        (Some("18446744073709551616"), Some(i64::MAX as u64)),
        (Some("-1"), None),
        (Some(""), None),
        (Some("x"), None),
    ] {
        let page = refusing.page(None, offset);
        assert_eq!(page.ok().map(|page| page.offset), expected, "{offset:?}");
    }
}

#[test]
fn errors_name_the_value_and_the_rule() {
    let error = PageRules::REGULATORY_ACTIONS.page(Some("101"), None).unwrap_err();
    assert_eq!(error.to_string(), r#"limit is "101"; it is a whole number from 1 to 100"#);
    assert_eq!(error.field(), "limit");
    let error = PageRules::SEARCH.page(None, Some("-1")).unwrap_err();
    assert_eq!(error.to_string(), r#"offset is "-1"; it is a whole number of 0 or more"#);
    assert_eq!(error.field(), "offset");
}
