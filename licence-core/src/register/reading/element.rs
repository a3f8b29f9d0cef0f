//! The line of an element in the JSON of a reading.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// An element of a reading.
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
        let stop = match self {
            Self::Reading => return None,
            Self::Licence(index) => Stop { list: "licences", index },
            Self::Action(index) => Stop { list: "regulatory_actions", index },
        };
        let mut parser = serde_json::Deserializer::from_str(json);
        let stopped = parser.deserialize_map(stop).err()?;
        u64::try_from(stopped.line()).ok()
    }
}

/// Stops the parser at one element of one list, because only an error of the parser has a line.
#[derive(Clone, Copy)]
struct Stop {
    list: &'static str,
    index: usize,
}

struct GiveUp;

impl<'de> Visitor<'de> for Stop {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "element {} of {}", self.index, self.list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(member) = members.next_key::<String>()? {
            if member == self.list {
                members.next_value_seed(self)?;
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        for _ in 0..self.index {
            elements.next_element::<IgnoredAny>()?;
        }
        elements.next_element_seed(GiveUp).map(|_| ())
    }
}

impl<'de> DeserializeSeed<'de> for Stop {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, list: D) -> Result<(), D::Error> {
        list.deserialize_seq(self)
    }
}

impl<'de> DeserializeSeed<'de> for GiveUp {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        Err(D::Error::custom("here"))
    }
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
