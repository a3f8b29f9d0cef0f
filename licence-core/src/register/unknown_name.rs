//! Names in the files of a register that no reader declares.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::quoted;

/// What kind of name a reader does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameKind {
    /// The header of a table, or a field of a record.
    Column,
    /// The label beside a value.
    Label,
    /// The heading over a list.
    Heading,
    /// A table, named by its caption or its first row.
    Table,
    /// A link or button that leads to more of a list.
    Link,
    /// A selector of a style sheet that strikes out.
    Style,
    /// A text inside a certificate, seal or entry, beside a name or among addresses. It takes the
    /// licence or the addresses out of force. It refuses the reading only if most parts hold such
    /// texts.
    Text,
}

/// A name that a reader does not know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unknown {
    /// The file that holds it.
    pub file: String,
    /// Its kind.
    #[serde(rename = "place")]
    pub kind: NameKind,
    /// The name, at most 500 characters of it.
    pub name: String,
}

impl Unknown {
    /// Returns whether the name refuses the whole reading.
    pub fn refuses(&self) -> bool {
        self.kind != NameKind::Text
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            NameKind::Column => "column",
            NameKind::Label => "label",
            NameKind::Heading => "heading",
            NameKind::Table => "table",
            NameKind::Link => "link",
            NameKind::Style => "style",
            NameKind::Text => "text",
        };
        write!(f, "the {kind} {} is not known", quoted(&self.name))
    }
}
