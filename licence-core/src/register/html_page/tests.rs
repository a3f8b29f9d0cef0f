use super::*;

fn page(html: &str) -> SourceFile {
    SourceFile { name: "p.html".into(), bytes: html.into() }
}

#[test]
fn the_text_of_a_page_is_what_a_visitor_sees() {
    let file = page("<title>T</title><p>One<br>two</p><td>th<b>re</b>e</td><script>x</script>");
    let page = HtmlPage::open(&file).unwrap();
    assert_eq!(page.text(), "T One two three");
    let cell = page.all(selector!("p")).next().map(text_in);
    assert_eq!(cell.as_deref(), Some("One two"));
}

#[test]
fn a_template_shows_nothing() {
    let file = page("<template><table id=a></table></template><table id=b></table>");
    let page = HtmlPage::open(&file).unwrap();
    let ids: Vec<_> = page.all(selector!("table")).filter_map(|it| it.value().id()).collect();
    assert_eq!(ids, ["b"]);
}

#[test]
fn what_is_struck_out_is_told_apart() {
    for html in [
        "<p><s>no</s> yes",
        "<p><del>no</del> yes",
        "<p><span style='text-decoration: line-through'>no</span> yes",
        "<p><span class=text-decoration-line-through>no</span> yes",
        "<div style='text-decoration:line-through'><p>no <i>yes</i></p></div>",
        "<div class=strike><p>no yes",
        "<p><span class='x strike-through'>no</span> yes",
        "<p><span class=strikeout>no</span> yes",
        "<p><span class=crossed-out>no</span> yes",
        "<style>.gone{text-decoration:line-through}</style><p><i class='a gone'>no</i> yes",
        "<style>.a i { text-decoration: line-through }</style><div class=a><p><i>no</i> yes</div>",
        "<style>.Gone{text-decoration:line-through}</style><p><i class=Gone>no</i> yes",
        "<style>i{text-decoration:line-through}</style><p><i style='color:red'>no</i> yes",
    ] {
        let file = page(html);
        let page = HtmlPage::open(&file).unwrap();
        let lines = page.all(selector!("p")).next().map(lines_in).unwrap();
        assert_eq!(lines, [Text { text: "no yes".into(), is_struck: true }], "{html}");
    }
}

#[test]
fn what_is_not_struck_out_is_plain() {
    for html in [
        "<style>.gone{text-decoration:line-through}</style><p>yes",
        "<style>.a i{text-decoration:line-through} p{color:red}</style><p><i>yes</i>",
        "<style>a:hover{text-decoration:underline}</style><p><a>yes</a>",
        "<style>.i::before{content:\"{\"} .price del{text-decoration:line-through}</style><p>yes",
        "<p class=strikers>yes",
    ] {
        let file = page(html);
        let page = HtmlPage::open(&file).unwrap();
        let lines = page.all(selector!("p")).next().map(lines_in).unwrap();
        assert_eq!(lines, [Text { text: "yes".into(), is_struck: false }], "{html}");
        assert!(page.unknown_styles.is_empty(), "{html}");
    }
}

#[test]
fn a_stroke_that_nobody_understands_is_kept() {
    for (style, unknown) in [
        ("tr:hover td, .a{text-decoration:line-through}", &["tr:hover td, .a"][..]),
        ("td:hover::after{content:'Permit revoked'}", &["td:hover::after"]),
        ("a:hover::after{content:'Copied'}", &[]),
        ("p:hover::after{content:attr(data-is)}", &["p:hover::after"]),
        ("p:hover::after{content:attr(data-was)}", &[]),
        (".a{p{text-decoration:line-through}}", &[".a { p"]),
        ("p{&::after{content:'Revoked'}}", &["p { &::after"]),
    ] {
        let html = format!("<style>{style}</style><p data-is=Suspended data-was=Active>yes");
        let file = page(&html);
        assert_eq!(HtmlPage::open(&file).unwrap().unknown_styles, unknown, "{style}");
    }
}

#[test]
fn a_text_that_a_style_sheet_adds_is_a_description() {
    for (style, description) in [
        ("p::after{content:' (revoked)'}", Some("(revoked)")),
        (".a>p:before{content:\"Revoked\"}", Some("Revoked")),
        ("p::after{content:'\\2713'}", None),
        ("p::before{content:'Operator: '}", None),
        ("b::after{content:'Revoked'}", None),
        ("p::after{content:' ' attr(data-status)}", Some("Suspended")),
        ("p::before{content:attr(data-label)}", None),
        (".i::before{content:\"{\"} p::marker{content:'Suspended '}", Some("Suspended")),
        ("p::after{content:var(--b, 'Revoked')}", Some("Revoked")),
        ("@media print{p::after{content:'Revoked'}}", Some("Revoked")),
        ("p::after{content:'it\\'s revoked", Some("it's revoked")),
        ("p::after{content:' (' attr(href) ')'}", None),
        ("::after{CONTENT:'Revoked'}", Some("Revoked")),
    ] {
        let html = format!(
            "<style>{style}</style><table><th>Operator</table>\
             <div class=a><p data-status=Suspended data-label=Status>x"
        );
        let file = page(&html);
        let page = HtmlPage::open(&file).unwrap();
        let added = page.all(selector!("p")).next().and_then(|p| p.attr("aria-description"));
        assert_eq!(added.map(str::trim), description, "{style}");
    }
}

#[test]
fn blocks_are_the_texts_without_controls_and_signs_of_links() {
    let file = page(
        "<h1>One</h1><div>two<br>three<p>four <select><option>five</select></p></div>\
         <table><tr><td>six</table><span class=sr-only>seven</span><button>Show more</button>\
         <button>Acme <b>Suspended</b></button><svg><title>eight</title></svg>\
         <a href=https://a.example>nine<svg><title>external link</title></svg></a>",
    );
    let page = HtmlPage::open(&file).unwrap();
    let body = page.all(selector!("body")).next().unwrap();
    let blocks = blocks_in(body, |element| element.value().name() == "table");
    let texts: Vec<_> = blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(texts, ["One", "two three", "four", "Acme Suspended", "eight", "nine"]);
}

#[test]
fn another_page_is_refused_by_its_title_or_its_text() {
    for (html, found) in [
        (
            "<title>Just a moment...</title>Wait",
            "p.html: expected a table, found a page \"Just a moment...\"",
        ),
        ("<h1>Be right back</h1>", "p.html: expected a table, found a page \"Be right back\""),
    ] {
        let file = page(html);
        assert_eq!(HtmlPage::open(&file).unwrap().is_not("a table").to_string(), found);
    }
}
