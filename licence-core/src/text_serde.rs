//! Macros for values that serde writes and reads as their text.

/// Gives a type `Deserialize` by its `FromStr`.
macro_rules! deserialize_from_text {
    ($name:ty) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Gives a type `Serialize` by its `Display`, and `Deserialize` by its `FromStr`.
macro_rules! serde_by_text {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $crate::text_serde::deserialize_from_text!($name);
    };
}

pub(crate) use {deserialize_from_text, serde_by_text};
