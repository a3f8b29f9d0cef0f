//! The two forms of an export.

use crate::wire_enum::{UnknownWord, wire_enum};

wire_enum! {
    /// How the rows are written (specification 4.2, `format`).
    pub enum ExportFormat: "format" {
        /// RFC 4180 with a header row.
        Csv = "csv",
        /// One JSON object a line, behind a line of what the file is.
        Json = "json",
    }
}

impl Default for ExportFormat {
    /// CSV, where a caller names none.
    fn default() -> Self {
        Self::Csv
    }
}

impl ExportFormat {
    /// The form that the parameter `format` names: its word, or `ndjson` for json.
    ///
    /// # Errors
    /// [`UnknownWord`], naming the two.
    pub fn of_parameter(value: &str) -> Result<Self, UnknownWord> {
        match value {
            "ndjson" => Ok(Self::Json),
            word => word.parse(),
        }
    }

    /// How its files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "ndjson",
        }
    }

    /// Its media type.
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
            assert_eq!(ExportFormat::of_parameter(value).ok(), format, "{value:?}");
        }
    }
}
