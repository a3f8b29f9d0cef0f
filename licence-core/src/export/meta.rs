//! What an export is: the first line of its JSON form.

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

use super::{Dataset, ExportFilter, columns};
use crate::time::Timestamp;

/// What an export is (decisions 3, "JSON export's first line").
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExportMeta<'a> {
    /// The dataset.
    pub dataset: Dataset,
    /// When it was requested.
    pub generated_at: Timestamp,
    /// The oldest of the newest reads of the registers that the filter concerns, because no row is
    /// older. `None` when none of them was read yet.
    pub read_at: Option<Timestamp>,
    /// How many rows follow.
    pub row_count: u64,
    /// The filter of the request.
    pub filters: &'a ExportFilter,
    /// The keys of each row.
    #[serde(serialize_with = "names")]
    pub columns: Dataset,
}

/// Returns the names of a dataset's columns.
fn names<S: Serializer>(dataset: &Dataset, serializer: S) -> Result<S::Ok, S::Error> {
    let columns = columns(*dataset);
    let mut names = serializer.serialize_seq(Some(columns.len()))?;
    for column in columns {
        names.serialize_element(column.name)?;
    }
    names.end()
}

/// `{"_meta": …}`
pub(super) struct MetaLine<'m>(pub(super) &'m ExportMeta<'m>);

impl Serialize for MetaLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_map(Some(1))?;
        line.serialize_entry("_meta", self.0)?;
        line.end()
    }
}
