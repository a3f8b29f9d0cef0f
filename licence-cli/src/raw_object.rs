//! JSON objects as received: members in their order, values byte for byte.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use crate::exit::Failure;

/// A JSON object that keeps the order and the text of its members.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawObject(Vec<(String, Box<RawValue>)>);

impl RawObject {
    pub(crate) fn parse(body: &[u8]) -> Result<Self, Failure> {
        Ok(serde_json::from_slice(body)?)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_ref()))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&RawValue> {
        self.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// Returns the rows of a member that is a list; none if the member is missing.
    pub(crate) fn rows(&self, name: &str) -> Result<Vec<Box<RawValue>>, Failure> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        Ok(serde_json::from_str(value.get())?)
    }

    /// Replaces the value of a member that exists.
    pub(crate) fn set(&mut self, name: &str, value: &impl Serialize) -> Result<(), Failure> {
        let value = serde_json::value::to_raw_value(value)?;
        if let Some(member) = self.0.iter_mut().find(|(given, _)| given == name) {
            member.1 = value;
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for RawObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = RawObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawObject, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(RawObject(members))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

impl Serialize for RawObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_comes_out_as_it_went_in() {
        let body = r#"{"z":1.10,"a":{"y":[ 1 ]},"é":"\u00e9","rows":[{"b":1},{"a":2}]}"#;
        let mut object = RawObject::parse(body.as_bytes()).unwrap();
        assert_eq!(serde_json::to_string(&object).unwrap(), body);
        let rows = object.rows("rows").unwrap();
        assert_eq!(rows[1].get(), r#"{"a":2}"#);
        assert!(object.rows("none").unwrap().is_empty());
        assert!(object.rows("z").is_err());
        object.set("z", &2).unwrap();
        object.set("none", &2).unwrap();
        assert_eq!(serde_json::to_string(&object).unwrap(), body.replace("1.10", "2"));
        assert!(RawObject::parse(b"[]").is_err());
    }
}
