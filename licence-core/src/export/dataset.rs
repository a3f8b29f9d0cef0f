//! The three datasets.

use crate::wire_enum::{UnknownWord, wire_enum};

wire_enum! {
    /// What can be exported (specification 2.15).
    pub enum Dataset: "dataset" {
        /// One row a licence.
        Licences = "licences",
        /// One row a legal entity.
        Operators = "operators",
        /// One row a domain-to-operator link, that is a domain on record under a licence.
        Domains = "domains",
    }
}

impl Dataset {
    /// The dataset that a path names: its word, or `licenses` for licences (specification 4.2).
    ///
    /// # Errors
    /// [`UnknownWord`], naming the three.
    pub fn of_path(segment: &str) -> Result<Self, UnknownWord> {
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
            assert_eq!(Dataset::of_path(segment).ok(), dataset, "{segment:?}");
        }
        let error = Dataset::of_path("events").unwrap_err().to_string();
        assert_eq!(
            error,
            r#""events" is not a dataset; it is one of licences, operators, domains"#
        );
    }
}
