use super::*;

/// The selectors of a sheet's rules that mark elements, and what they add to one.
fn marks_in(sheet: &str) -> Vec<(String, Option<String>)> {
    let page = Html::parse_fragment("<p href=/revoked data-is=Suspended data-was=Active>");
    let p = called(&page, "p").next().unwrap();
    let declarations = declarations_in(&mut Parser::new(sheet), &mut vec![]);
    let variables = variables_of(&declarations);
    let marking = declarations.iter().filter(|it| it.marked(&variables).is_some());
    marking.map(|it| (it.selector.clone(), it.addition(&variables, p))).collect()
}

#[test]
fn the_rules_that_strike_out_are_found_with_their_selectors() {
    for (sheet, selectors) in [
        (".gone{text-decoration:line-through}", &[".gone"][..]),
        ("p{color:red} .a td, .b { color: red; TEXT-DECORATION: Line-Through }", &[".a td, .b"]),
        ("@media print{.gone{text-decoration:line-through;}.b{color:red}}", &[".gone"]),
        (".gone{@media print{text-decoration:line-through}}", &[".gone"]),
        (".a{.gone{color:red}text-decoration:line-through}", &[".a"]),
        ("<!-- /* line-through */ .gone /**/{text-decoration-line:line-through", &[".gone"]),
        (".a{td{text-decoration:line-through}}", &[".a td"]),
        (".a, .b{td.x &{text-decoration:line-through}}", &["td.x :is(.a, .b)"]),
        ("td{&.gone{-webkit-text-decoration-line:line-through}}", &["td.gone"]),
        (".a{.c, .d{text-decoration:line-through}}", &[".a :is(.c, .d)"]),
        (".a{&.x, td{text-decoration:line-through}}", &["{ &.x, td"]),
        (".a{&&{text-decoration:line-through}}", &["{ &&"]),
        (":root{--stroke:line-through}", &[]),
        (":root{--x:line-through} .a{text-decoration:underline var(--x)}", &[".a"]),
        (".a{text-decoration:var(--x, line-through)}", &[".a"]),
        (":root{--x:none} .a{text-decoration:var(--x, line-through)}", &[]),
        (".line-through{color:red}", &[]),
        (".i::before{content:\"{\"} .a{text-decoration:line-through}", &[".a"]),
        (".i::before{content:'/*'} .a{text-decoration:line-through}", &[".a"]),
        ("[data-x=\"{\"]{} .a{text-decoration:line-through}", &[".a"]),
        (".md\\:\\{x{color:red} .a{text-decoration:line-through}", &[".a"]),
        (".b{background:url(a{b.png)} .a{text-decoration:line-through}", &[".a"]),
        (".b{background:url(\"data:x;a{\")} .a{text-decoration:line-through}", &[".a"]),
        (
            ".a:not(.b/* & */)/* , */{text-decoration:VAR(--x, line-through)}",
            &[".a:not(.b/* & */)"],
        ),
        (".a{text-decoration:none}", &[]),
        ("text-decoration:line-through", &[]),
        ("}}{;", &[]),
    ] {
        let found = marks_in(sheet).into_iter().map(|(selector, mark)| {
            assert!(mark.is_some_and(|mark| mark.ends_with("line-through")), "{sheet}");
            selector
        });
        assert_eq!(found.collect::<Vec<_>>(), selectors, "{sheet}");
    }
}

#[test]
fn the_texts_that_rules_add_are_found() {
    for (sheet, text) in [
        ("td::after{content:\" (revoked)\"}", Some("(revoked)")),
        ("td:before{color:red;CONTENT : 'Revoked ' attr(x) '!' }", Some("Revoked !")),
        ("td{&::after{content:\"\\52 evo\\00006Bed \\\"now\\\"\"}}", Some("Revoked \"now\"")),
        ("td::after{content:\"it's revoked", Some("it's revoked")),
        ("td::after{content:\"\"}", None),
        ("td::after{content:\"\\f101\"}", None),
        ("td::after{content:\"x\"}", None),
        ("td::after{content:\" (\" attr(href) \")\"}", None),
        ("td::after{content:' (' attr(data-is) ')'}", Some("(Suspended)")),
        ("td::after{content:ATTR( Data-Is string)}", Some("Suspended")),
        ("td::after{content:attr(data-none, 'Revoked')}", Some("Revoked")),
        ("td::after{content:attr(data-was, 'Revoked')}", None),
        ("td::after{content:attr()}", None),
        ("td::after{content:attr(", None),
        (":root{--b:'Suspended'} td::after{content:var( --b )}", Some("Suspended")),
        (":root{--b:attr(data-is)} td::after{content:var(--b)}", Some("Suspended")),
        (".a{--b:''} .b{--b:'Revoked'} td::after{content:var(--b)}", Some("Revoked")),
        ("td::after{content:var(--b, 'Revoked')}", Some("Revoked")),
        (":root{--b:'Suspended'} td::after{content:'x'}", None),
        ("td::after{content:\"\\\"}", None),
        (".i::before{content:\"{\"} td::after{content:' (suspended)'}", Some("(suspended)")),
        ("td::after{content:' (see note 3; suspended)'}", Some("(see note 3; suspended)")),
        ("td::after{content:'{} suspended'}", Some("{} suspended")),
        ("td::AFTER{content:'Suspended'}", Some("Suspended")),
        ("td:Before{content:'Suspended'}", Some("Suspended")),
        ("li::marker{content:'Suspended '}", Some("Suspended")),
        ("::marker{content:'Suspended'}", Some("Suspended")),
        (".md\\:after{content:'Suspended'}", None),
        ("td::after{content:'sus\\\npended'}", Some("suspended")),
        (":root{--b:'Suspended'} td::after{content:VAR(--b)}", Some("Suspended")),
        (":root{--b:var(--c);--c:'Suspended'} td::after{content:var(--b)}", Some("Suspended")),
        (":root{--b:var(--b) var(--b) 'x'} td::after{content:var(--b)}", None),
        ("td::after{content:url('suspended.png') 'x'}", None),
        ("td{content:\"Revoked\"}", None),
        ("td::after{--content:\"Revoked\"}", None),
    ] {
        let added: Vec<_> = marks_in(sheet).into_iter().filter_map(|(_, mark)| mark).collect();
        let expected = text.map(|text| format!(" {text}"));
        assert_eq!(added, Vec::from_iter(expected), "{sheet}");
    }
}
