//! The names of operators, who claims each, and the indices by which one is found.

use crate::catalogue::entries::OperatorIndex;
use crate::catalogue::fields::{FieldWriter, Fields};
use crate::catalogue::layout::Directory;
use crate::catalogue::open_error::OpenError;
use crate::catalogue::postings::{HashedPostings, PiecePostings};
use crate::catalogue::rows::{Row, Rows, Table};
use crate::catalogue::tags;
use crate::catalogue::text::Text;

/// Where a key comes from, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NameKind {
    TradingName,
    /// The root of a host on record.
    HostRoot,
    /// The display or registered name less its legal form.
    CompanyName,
}

/// An operator's claim to a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    pub(crate) operator: OperatorIndex,
    /// The name as the register writes it.
    pub(crate) matched: Text,
    pub(crate) kind: NameKind,
    /// Whether the operator's company is called so, beside the other evidence.
    pub(crate) is_company_name: bool,
    /// How many hosts with this root the operator lists, counted up to 65,535.
    pub(crate) host_count: u16,
    /// A host with this root that the operator lists in force.
    pub(crate) host_in_force: Option<Text>,
}

pub(crate) type Claims<'c> = Rows<'c, Claim, { Claim::BYTES }>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    pub(crate) key: Text,
    pub(crate) first_claim: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NameId(pub(crate) u32);

/// Where the names lie in the bytes of a file.
#[derive(Clone, Debug)]
pub(crate) struct NameIndex {
    /// Sorted by their keys.
    pub(crate) names: Table<Name, { Name::BYTES }>,
    pub(crate) claims: Table<Claim, { Claim::BYTES }>,
    pub(crate) by_key: HashedPostings,
    pub(crate) by_look_alike: HashedPostings,
    pub(crate) by_near_spelling: HashedPostings,
    pub(crate) by_piece: PiecePostings,
}

/// Bounds the work of one question in a hostile file; the builder refuses more.
pub(crate) const MAX_CLAIMS: usize = 1 << 20;

impl NameKind {
    const ALL: [Self; 3] = [Self::TradingName, Self::HostRoot, Self::CompanyName];
}

impl Name {
    pub(crate) const BYTES: usize = 8;
}

impl Claim {
    pub(crate) const BYTES: usize = 16;
}

impl Row<{ Name::BYTES }> for Name {
    fn read(mut fields: Fields<'_>) -> Self {
        Self { key: fields.text(), first_claim: fields.u32() }
    }

    fn write(&self, row: FieldWriter<{ Name::BYTES }>) -> FieldWriter<{ Name::BYTES }> {
        row.text(self.key).u32(self.first_claim)
    }
}

impl Row<{ Claim::BYTES }> for Claim {
    fn read(mut fields: Fields<'_>) -> Self {
        let operator = OperatorIndex(fields.u32());
        let matched = fields.text();
        let host_in_force = fields.optional_text();
        let host_count = fields.u16();
        // The weakest kind, where a later release has another.
        let kind = fields.code(&NameKind::ALL).ok().flatten();
        let kind = kind.unwrap_or(NameKind::CompanyName);
        let is_company_name = fields.u8() == 1;
        Self { operator, matched, kind, is_company_name, host_count, host_in_force }
    }

    fn write(&self, row: FieldWriter<{ Claim::BYTES }>) -> FieldWriter<{ Claim::BYTES }> {
        row.u32(self.operator.0)
            .text(self.matched)
            .optional_text(self.host_in_force)
            .u16(self.host_count)
            .code(&NameKind::ALL, Some(self.kind))
            .u8(self.is_company_name.into())
    }
}

impl NameIndex {
    pub(crate) fn open(file: &[u8], directory: &Directory) -> Result<Self, OpenError> {
        Ok(Self {
            names: directory.table(tags::NAMES)?,
            claims: directory.table(tags::CLAIMS)?,
            by_key: directory.postings(tags::BY_KEY, file)?,
            by_look_alike: directory.postings(tags::BY_LOOK_ALIKE, file)?,
            by_near_spelling: directory.postings_if_full(tags::BY_NEAR_SPELLING, file)?,
            by_piece: directory.postings_if_full(tags::BY_PIECE, file)?,
        })
    }
}
