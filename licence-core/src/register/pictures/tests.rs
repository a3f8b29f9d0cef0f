use super::*;
use crate::register::html_page::selector;
use scraper::Html;

fn in_part(html: &str) -> Vec<String> {
    let page = Html::parse_document(&format!("<div id=part>{html}</div>"));
    let part = page.select(selector!("#part")).next().unwrap();
    pictures_in(part, &["Acme Gaming Limited", "a.example"], |it| it.value().name() == "table")
}

#[test]
fn pictures_and_texts_for_screen_readers_count() {
    for html in [
        "<img src=stamp.png alt=SUSPENDED>",
        "<img title=SUSPENDED>",
        "<i aria-label=SUSPENDED title=SUSPENDED></i>",
        "<svg role=img aria-label=SUSPENDED></svg>",
        "<input type=image alt=SUSPENDED>",
        "<input type=submit value=SUSPENDED>",
        "<input type=Button value=SUSPENDED>",
        "<span class=sr-only>SUSPENDED</span>",
        "<p title=SUSPENDED>Acme</p>",
        "<a href='#1'>Acme <img alt=SUSPENDED></a>",
        "<a href='https://a.example' title=SUSPENDED>a.example</a>",
        "<a href='https://a.example' aria-label=SUSPENDED>a.example</a>",
        "<a href='https://a.example'>a.example <span class=sr-only>SUSPENDED</span></a>",
        "<a href='https://a.example'>a.example <img alt=SUSPENDED></a>",
        "Status: <a href='https://b.example' title=SUSPENDED>licensed</a>",
    ] {
        assert_eq!(in_part(html), ["SUSPENDED"], "{html}");
    }
}

#[test]
fn logos_tooltips_and_signs_of_links_say_nothing() {
    for html in [
        "<img src=line.png>",
        "<img alt=''>",
        "<img alt='Logo of the Malta Gaming Authority'>",
        "<img alt='MGA logo'>",
        "<img alt='The seal of the Tobique Gaming Commission'>",
        "<img alt='Acme Gaming'><img alt='Acme Gaming Ltd logo'><img alt='a.example logo'>",
        "<img alt=Logo>",
        "<p title='ACME  gaming'>Acme Gaming</p>",
        "<button aria-label=Close>x</button>",
        "<input type=search value=SUSPENDED><input type=submit value=Search>",
        "<a href='https://b.example' title='Visit b.example'>b.example<img alt='new tab'></a>",
        "<a href='https://b.example'><svg aria-label='external link'></svg></a>",
        "<a href='https://b.example' title='Opens in a new window'>b.example</a>",
        "<table><tr><td><img alt=x></table>",
        "<template><img alt=x></template>",
    ] {
        assert!(in_part(html).is_empty(), "{html}");
    }
    assert_eq!(in_part("<img alt='Logo of Acme Gaming, suspended'>").len(), 1);
}
