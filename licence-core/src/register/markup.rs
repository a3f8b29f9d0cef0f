//! The check that a page is complete. A download that broke off still parses, because browsers
//! close every open element.

use std::collections::HashMap;

use super::RegisterFault;

/// Checks the markup of a page before it is parsed: that it does not end too early, and that the
/// file holds one page.
pub(crate) fn check(text: &str) -> Result<(), RegisterFault> {
    let cut_off = RegisterFault::Truncated("the markup of the page");
    let (mut tags, mut rest) = (HashMap::<_, usize>::new(), text);
    while let Some((_, from_tag)) = rest.split_once('<') {
        let Some((name, after)) = tag(from_tag) else { return Err(cut_off) };
        *tags.entry(name).or_default() += 1;
        rest = after;
    }
    let count = |name: &str| tags.get(name).copied().unwrap_or_default();
    let (pages, ends) = (count("html"), count("/html"));
    if (pages > 0 && ends == 0) || count("table") > count("/table") {
        return Err(cut_off);
    }
    if ends > 1 {
        let fault = format!("the file holds {ends} pages, one after another");
        return Err(RegisterFault::Malformed(fault));
    }
    Ok(())
}

/// Returns the name of the tag after a `<`, and the text after the tag. Scripts and comments are
/// skipped whole. `None` when the text ends inside the tag.
fn tag(from_tag: &str) -> Option<(String, &str)> {
    if let Some(comment) = from_tag.strip_prefix("!--") {
        let is_over = comment.starts_with('>') || comment.starts_with("->");
        let after = if is_over { Some(comment) } else { comment.split_once("-->").map(|c| c.1) };
        return after.map(|after| (String::new(), after));
    }
    let name = name_of(from_tag);
    if !name.trim_start_matches('/').starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Some((String::new(), from_tag));
    }
    let after = &from_tag[end_of_tag(from_tag)?..];
    let after = match name.as_str() {
        "script" | "style" | "textarea" | "title" => after_end_of(&name, after)?,
        _ => after,
    };
    Some((name, after))
}

fn after_end_of<'t>(name: &str, text: &'t str) -> Option<&'t str> {
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

/// Returns where the text after the tag begins. A `>` inside a quoted attribute does not end it.
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
mod tests;
