use super::*;

fn links(url: &str, html: &str) -> Vec<String> {
    let file = SourceFile { name: url.into(), bytes: html.into() };
    let html = HtmlPage::open(&file).unwrap();
    links_of(&html).unwrap().iter().map(|link| link.0.to_string()).collect()
}

#[test]
fn links_are_resolved_against_the_page() {
    let page = "<a href='/a.csv'>a</a><a href=' b.csv#top '>b</a><a href='//c.example/c'>c</a>\
                <a href='b.csv'>again</a><a name=x>none</a><a href='https://['>broken</a>";
    let expected = ["https://r.example/a.csv", "https://r.example/d/b.csv", "https://c.example/c"];
    assert_eq!(links("https://r.example/d/page?x=1", page), expected);
}

#[test]
fn a_page_of_many_links_takes_no_time() {
    let page: String = (0..50_000).map(|n| format!("<a href='/{n}.csv'>x</a>")).collect();
    assert_eq!(links("https://r.example/d/page", &page).len(), 50_000);
}

#[test]
fn a_page_may_state_its_own_base() {
    let page = "<base href='/other/'><a href='a.csv'>a</a>";
    assert_eq!(links("https://r.example/d/page", page), ["https://r.example/other/a.csv"]);
}
