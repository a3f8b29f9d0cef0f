//! The selectors of a style sheet's rules.

use cssparser::Token::{CurlyBracketBlock, Function, ParenthesisBlock, SquareBracketBlock};
use cssparser::{ParseError, Parser, Token};

/// Returns the tokens of a selector as they are written, what is in brackets as one.
fn pieces(selector: &str) -> Vec<(Token<'_>, &str)> {
    let (mut input, mut pieces) = (Parser::new(selector), Vec::new());
    loop {
        let start = input.position();
        let token = input.next_including_whitespace_and_comments().cloned();
        let Ok(token) = token else { return pieces };
        if matches!(token, Function(_) | ParenthesisBlock | SquareBracketBlock | CurlyBracketBlock)
        {
            let _ = input.parse_nested_block(|_| Ok::<_, ParseError<()>>(()));
        }
        pieces.push((token, input.slice_from(start)));
    }
}

/// Returns a selector without comments and what else a browser passes over.
pub(super) fn plain_selector(selector: &str) -> String {
    let is_passed_over = |token: &Token<'_>| {
        matches!(token, Token::Comment(_) | Token::CDO | Token::CDC | Token::CloseCurlyBracket)
    };
    let pieces = pieces(selector).into_iter().filter(|(token, _)| !is_passed_over(token));
    pieces.map(|(_, piece)| piece).collect::<String>().trim().to_owned()
}

/// Returns a selector of the elements themselves instead of the parts that a style sheet adds to them.
pub(super) fn without_added_parts(selector: &str) -> String {
    let mut plain = String::new();
    for (token, piece) in pieces(selector) {
        let is_part = |name: &str| {
            let is_old = ["before", "after"].iter().any(|old| name.eq_ignore_ascii_case(old));
            plain.ends_with("::") || (plain.ends_with(':') && is_old)
        };
        match token {
            Token::Ident(name) if is_part(&name) => {
                plain.truncate(plain.trim_end_matches(':').len());
            }
            _ => plain.push_str(piece),
        }
    }
    if plain.trim().is_empty() { "*".to_owned() } else { plain }
}

/// Returns the selector of a rule inside another; an unparsable one if it is not a simple selector.
pub(super) fn nested(outer: String, inner: &str) -> String {
    let outer = if outer.contains(',') { format!(":is({outer})") } else { outer };
    match (inner.matches('&').count(), inner.contains(',')) {
        (0, false) => format!("{outer} {inner}"),
        (0, true) => format!("{outer} :is({inner})"),
        (1, false) => inner.replace('&', &outer),
        _ => format!("{{ {inner}"),
    }
}
