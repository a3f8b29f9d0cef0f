//! Text as HTML: escaping, and the little Markdown that the description uses.

/// Returns text for use between tags and in quoted attributes.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns paragraphs and lists with code and strong text.
pub(super) fn markdown(text: &str) -> String {
    text.split("\n\n").filter(|block| !block.trim().is_empty()).map(block).collect()
}

fn block(block: &str) -> String {
    match block.strip_prefix("- ") {
        Some(items) => {
            let items = items.split("\n- ").map(|item| format!("<li>{}</li>\n", inline(item)));
            format!("<ul>\n{}</ul>\n", items.collect::<String>())
        }
        None => format!("<p>{}</p>\n", inline(block)),
    }
}

/// Text between two backticks is code; text between two double asterisks is strong.
fn inline(text: &str) -> String {
    marked(text, "`", "code", |text| marked(text, "**", "strong", escape))
}

/// Returns HTML in which text between two marks has a tag, and `others` writes the rest.
fn marked(text: &str, mark: &str, tag: &str, others: impl Fn(&str) -> String) -> String {
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => others(part),
        _ => format!("<{tag}>{}</{tag}>", escape(part)),
    };
    text.split(mark).enumerate().map(part).collect()
}

/// Returns a table of cells that are HTML already; nothing without rows.
pub(super) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let cells = |cells: &[String], tag: &str| -> String {
        let cells = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>"));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let head: Vec<String> = head.iter().map(|title| escape(title)).collect();
    let rows: String = rows.iter().map(|row| cells(row, "td")).collect();
    format!(
        "<div class=\"scroll\" tabindex=\"0\"><table>\n{}{rows}</table></div>\n",
        cells(&head, "th")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_html() {
        for (text, html) in [
            ("a & <b>", "<p>a &amp; &lt;b&gt;</p>\n"),
            (
                "`<KEY>` is **not** it",
                "<p><code>&lt;KEY&gt;</code> is <strong>not</strong> it</p>\n",
            ),
            (
                "One.\n\n- `a`: b\n- c",
                "<p>One.</p>\n<ul>\n<li><code>a</code>: b</li>\n<li>c</li>\n</ul>\n",
            ),
            ("", ""),
        ] {
            assert_eq!(markdown(text), html);
        }
    }
}
