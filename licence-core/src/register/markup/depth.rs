//! How deep elements are nested, near enough: each level counted here is a few of the parser's at
//! most, whatever the markup, and a page of a regulator is never counted too deep.

/// Elements without an end, and those that the next of their kind or the end of their container
/// ends.
const NOT_COUNTED: &str = "area base br col embed hr img input link meta source track wbr p li td th \
    tr tbody thead tfoot dd dt option optgroup html body head script style textarea title";

/// The end of one of these ends all that is open inside.
const BLOCKS: &str = "address article aside blockquote button center details dialog dir div dl \
    fieldset figcaption figure footer form header hgroup main menu nav ol pre section select \
    summary svg table template ul";

/// What is not drawing any more, although it stands inside a drawing: there, `/>` ends nothing.
const NO_DRAWING: &str = "b big center code div dl em font foreignobject h1 h2 h3 h4 h5 h6 i menu \
    ol pre small span strong sub sup table u ul";

/// The elements that are open.
#[derive(Default)]
pub(super) struct Depth {
    open: Vec<String>,
    most: usize,
}

impl Depth {
    /// How many were open at once.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Takes a tag in: its name, with a slash before it in an end tag, and whether it ends in `/>`.
    pub(super) fn tag(&mut self, name: String, is_closed: bool) {
        if let Some(name) = name.strip_prefix('/') {
            self.end(name);
        } else if !(name.is_empty() || is_in(NOT_COUNTED, &name) || is_closed && self.is_drawing())
        {
            self.open.push(name);
            self.most = self.most.max(self.open.len());
        }
    }

    /// An end without a beginning ends nothing, and no end but its own ends a table.
    fn end(&mut self, name: &str) {
        let is_block = is_in(BLOCKS, name);
        let is_end = |open: &String| open == name || (is_block && open == "table");
        let Some(at) = self.open.iter().rposition(is_end) else { return };
        if self.open[at] != name {
            return;
        }
        if is_block {
            self.open.truncate(at);
        } else {
            self.open.remove(at);
        }
    }

    fn is_drawing(&self) -> bool {
        let innermost =
            |name: &&String| matches!(name.as_str(), "svg" | "math") || is_in(NO_DRAWING, name);
        let innermost = self.open.iter().rev().find(innermost);
        innermost.is_some_and(|name| matches!(name.as_str(), "svg" | "math"))
    }
}

fn is_in(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn most(tags: &str) -> usize {
        let mut depth = Depth::default();
        for tag in tags.split_whitespace() {
            let name = tag.strip_suffix('/');
            depth.tag(name.unwrap_or(tag).to_owned(), name.is_some());
        }
        depth.most()
    }

    #[test]
    fn what_pages_hold_is_not_deep() {
        for (tags, deep) in [
            ("div a /a /div div b /b /div ", 2),
            ("p b /b li td br img ", 1),
            ("svg path/ g path/ /g /svg ", 2),
            ("div span /div ", 2),
            ("b i /b /i ", 2),
            ("table /table ", 1),
            ("/div /b ", 0),
        ] {
            assert_eq!(most(&tags.repeat(9)), deep, "{tags}");
        }
    }

    #[test]
    fn what_ends_nothing_is_counted() {
        for tags in [
            "div /x ",
            "div/ ",
            "g/ ",
            "svg div x/ ",
            "b div /b ",
            "span div /span ",
            "div table /div ",
            "font ",
        ] {
            assert!(most(&tags.repeat(9)) >= 9, "{tags}");
        }
    }
}
