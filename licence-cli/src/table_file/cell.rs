//! The cells of a table and the form of its file.

use serde::{Deserialize, Serialize};

/// One cell. A workbook keeps numbers and booleans; CSV has text only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Cell {
    Text(String),
    /// It goes from process to process by its bits: its decimal digits may not lead back to it.
    Number(#[serde(with = "bits")] f64),
    Boolean(bool),
}

impl Cell {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Boolean(value) => value.to_string(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableForm {
    /// Delimited text in UTF-8.
    Text { delimiter: u8, has_byte_order_mark: bool },
    /// A workbook of one sheet.
    Workbook,
}

mod bits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        number.to_bits().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        Ok(f64::from_bits(u64::deserialize(from)?))
    }
}
