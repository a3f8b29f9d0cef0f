//! The two formats of an export.

use crate::wire_enum::{UnknownWord, wire_enum};

wire_enum! {
    /// How the rows are written (specification 4.2, `format`).
    pub enum ExportFormat: "format" {
        /// RFC 4180 with a header row.
        Csv = "csv",
        /// One JSON object a line, after a line that describes the file.
        Json = "json",
    }
}

impl Default for ExportFormat {
    /// CSV, if a request names no format.
    fn default() -> Self {
        Self::Csv
    }
}

impl ExportFormat {
    /// Returns the format that the parameter `format` names: its word, or `ndjson` for json.
    ///
    /// # Errors
    /// [`UnknownWord`], which names the two.
    pub fn from_parameter(value: &str) -> Result<Self, UnknownWord> {
        match value {
            "ndjson" => Ok(Self::Json),
            word => word.parse(),
        }
    }

    /// Returns the extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "ndjson",
        }
    }

    /// Returns its media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/x-ndjson",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_names_one_of_two() {
        for (value, format) in [
            ("csv", Some(ExportFormat::Csv)),
            ("json", Some(ExportFormat::Json)),
            ("ndjson", Some(ExportFormat::Json)),
            ("CSV", None),
            ("xlsx", None),
            ("", None),
        ] {
            assert_eq!(ExportFormat::from_parameter(value).ok(), format, "{value:?}");
        }
    }
}
