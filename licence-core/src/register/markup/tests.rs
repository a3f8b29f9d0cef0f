use proptest::prelude::*;

use super::*;

fn fault(html: &str) -> Option<String> {
    check(html).err().map(|error| error.to_string())
}

#[test]
fn whole_pages_are_opened() {
    for html in [
        "<html><table></table></html>",
        "<!doctype html><HTML lang=en><Table\n class=a><tr><td>1</TABLE></Html><!-- cached -->",
        "<html><script>if (a < b) x = '<table>'</script></html>",
        "<html><a title='<table>' rel=\"a>b\">x</a></html>",
        "<html><!-- <table> --><p>1 < 2</p></html>",
        "<table><tr><td>a fragment</td></tr></table>",
        "<h1>Be right back</h1>",
        "<html><p data-n=5'>tall</p></html>",
        "<html><p>bets <3</p><table><tr><td>1 </ 2</table></html>",
        "<html><!--><table><!--[if !IE]><!--></table><!--<![endif]--></html>",
    ] {
        assert_eq!(fault(html), None, "{html}");
    }
}

#[test]
fn cut_pages_are_called_cut() {
    for html in [
        "<html><table><tr><td>1</td></tr>",
        "<html><table></table>",
        "<html><table><tr></html>",
        "<table><tr><td>1",
        "<html><script>[{",
        "<html><!-- never",
        "<p>a</p><a href=\"x",
    ] {
        let cut = "the file ends inside the markup of the page; it looks cut off";
        assert_eq!(fault(html).as_deref(), Some(cut), "{html}");
    }
}

#[test]
fn one_page_is_one_file() {
    assert_eq!(
        fault("<html></html>\n<html></html>").as_deref(),
        Some("the file holds 2 pages, one after another")
    );
}

proptest! {
    #[test]
    fn no_text_panics(html in "[<>/!a-zé\"'= -]{0,60}|(<(/?(html|table|script)|!--)>?){0,9}") {
        let _ = check(&html);
    }
}
