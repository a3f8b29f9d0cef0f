//! The line of an element in the JSON of a reading.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::register::text_file::line_at;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// The reading itself.
    Reading,
    /// A licence, counted from zero.
    Licence(usize),
    /// An enforcement action, counted from zero.
    Action(usize),
}

impl Element {
    /// Returns the line on which the element begins, counted from one; `None` when the JSON has no
    /// such element.
    pub(super) fn line_in(self, json: &str) -> Option<u64> {
        let lists: Lists<'_> = serde_json::from_str(json).ok()?;
        let (list, index) = match self {
            Self::Reading => return None,
            Self::Licence(index) => (lists.licences, index),
            Self::Action(index) => (lists.regulatory_actions, index),
        };
        let element = list?.get(index)?.get();
        Some(line_at(json.as_bytes(), element.as_ptr() as usize - json.as_ptr() as usize))
    }
}

/// The lists of a reading, their elements as they are written.
#[derive(Deserialize)]
struct Lists<'j> {
    #[serde(borrow)]
    licences: Option<Vec<&'j RawValue>>,
    #[serde(borrow)]
    regulatory_actions: Option<Vec<&'j RawValue>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_by_their_line() {
        let json = "{\n\"x\": [[],\n{}],\n\"licences\": [{},\n {\"a\":\n1}\n,\n\n{}], \"regulatory_actions\": [\n1]}";
        for (element, line) in [
            (Element::Reading, None),
            (Element::Licence(0), Some(4)),
            (Element::Licence(1), Some(5)),
            (Element::Licence(2), Some(9)),
            (Element::Action(0), Some(10)),
        ] {
            assert_eq!(element.line_in(json), line, "{element:?}");
        }
    }
}
