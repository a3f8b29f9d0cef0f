//! The three datasets.

use crate::wire_enum::{UnknownWord, wire_enum};

wire_enum! {
    /// A dataset that can be exported (specification 2.15).
    pub enum Dataset: "dataset" {
        /// One row for each licence.
        Licences = "licences",
        /// One row for each legal entity.
        Operators = "operators",
        /// One row for each link of a domain to an operator, that is a domain on record for a
        /// licence.
        Domains = "domains",
    }
}

impl Dataset {
    /// Returns the dataset that a path names: its word, or `licenses` for licences (specification
    /// 4.2).
    ///
    /// # Errors
    /// [`UnknownWord`], which names the three.
    pub fn from_path(segment: &str) -> Result<Self, UnknownWord> {
        match segment {
            "licenses" => Ok(Self::Licences),
            word => word.parse(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_one_of_three() {
        for (segment, dataset) in [
            ("licences", Some(Dataset::Licences)),
            ("licenses", Some(Dataset::Licences)),
            ("operators", Some(Dataset::Operators)),
            ("domains", Some(Dataset::Domains)),
            ("Licences", None),
            ("", None),
            ("events", None),
        ] {
            assert_eq!(Dataset::from_path(segment).ok(), dataset, "{segment:?}");
        }
        let error = Dataset::from_path("events").unwrap_err().to_string();
        assert_eq!(
            error,
            r#""events" is not a dataset; it is one of licences, operators, domains"#
        );
    }
}
