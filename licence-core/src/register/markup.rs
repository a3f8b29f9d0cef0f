//! Whether all of a page is there: a download that broke off still parses, because browsers close
//! what was left open.

use super::RegisterFault;

/// Looks at the markup of a page before it is parsed.
///
/// # Errors
/// Markup that ends too early, and a page that stands in its file twice.
pub(crate) fn check(text: &str) -> Result<(), RegisterFault> {
    let counted = count(text);
    let is_open = counted.pages_opened > 0 && counted.pages_closed == 0;
    if counted.is_inside_code || is_open || counted.tables_opened > counted.tables_closed {
        return Err(RegisterFault::Truncated { inside: "the markup of the page" });
    }
    if counted.pages_closed > 1 {
        let times = counted.pages_closed;
        let fault = format!("the file holds {times} pages, one after another");
        return Err(RegisterFault::Malformed(fault));
    }
    Ok(())
}

/// The tags that have to be closed, counted.
#[derive(Default)]
struct Counted {
    pages_opened: usize,
    pages_closed: usize,
    tables_opened: usize,
    tables_closed: usize,
    /// The text ends in a comment, a script or a tag.
    is_inside_code: bool,
}

fn count(text: &str) -> Counted {
    let (mut counted, mut rest) = (Counted::default(), text);
    while let Some((_, from_tag)) = rest.split_once('<') {
        let Some((name, after)) = tag(from_tag) else {
            counted.is_inside_code = true;
            break;
        };
        match name.as_str() {
            "html" => counted.pages_opened += 1,
            "/html" => counted.pages_closed += 1,
            "table" => counted.tables_opened += 1,
            "/table" => counted.tables_closed += 1,
            _ => {}
        }
        rest = after;
    }
    counted
}

/// The name of the tag behind a `<`, and what follows it; scripts and comments are passed over
/// whole. `None` when the text ends inside.
fn tag(from_tag: &str) -> Option<(String, &str)> {
    if let Some(comment) = from_tag.strip_prefix("!--") {
        let is_over = comment.starts_with('>') || comment.starts_with("->");
        let after = if is_over { Some(comment) } else { comment.split_once("-->").map(|c| c.1) };
        return after.map(|after| (String::new(), after));
    }
    let name: String = name_of(from_tag);
    if !name.trim_start_matches('/').starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Some((String::new(), from_tag));
    }
    let after = &from_tag[end_of_tag(from_tag)?..];
    match name.as_str() {
        "script" | "style" | "textarea" | "title" => {
            let after = behind_end_of(&name, after)?;
            Some((name, after))
        }
        _ => Some((name, after)),
    }
}

/// What follows `</name`.
fn behind_end_of<'t>(name: &str, text: &'t str) -> Option<&'t str> {
    let mut ends = text.match_indices("</").map(|(at, slash)| &text[at + slash.len()..]);
    ends.find_map(|rest| {
        let (found, after) = rest.split_at_checked(name.len())?;
        found.eq_ignore_ascii_case(name).then_some(after)
    })
}

fn name_of(from_tag: &str) -> String {
    let is_of_name = |(at, c): &(usize, char)| c.is_ascii_alphanumeric() || (*at == 0 && *c == '/');
    let name = from_tag.char_indices().take_while(is_of_name).map(|(_, c)| c.to_ascii_lowercase());
    name.collect()
}

/// Where the text behind the tag begins. A `>` inside a quoted attribute does not end it.
fn end_of_tag(from_tag: &str) -> Option<usize> {
    let (mut quote, mut before) = (None, '<');
    for (at, c) in from_tag.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') if before == '=' => quote = Some(c),
            (None, '>') => return Some(at + 1),
            _ => {}
        }
        if !c.is_whitespace() {
            before = c;
        }
    }
    None
}

#[cfg(test)]
mod tests {
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
            let _ = count(&html);
        }
    }
}
