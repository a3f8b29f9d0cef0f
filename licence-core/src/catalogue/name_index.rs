//! Names by equality, by look, by near spelling, by their order and by shared piece.
//!
//! Only [`NameIndex::find`] can name an operator. The others feed `alternatives`.

use crate::catalogue::entries::OperatorIndex;
use crate::catalogue::fields::{FieldWriter, Fields};
use crate::catalogue::layout::Directory;
use crate::catalogue::near_keys::{NEAR_LENGTHS, Piece, each_spelling, is_spelling_of, pieces};
use crate::catalogue::open_error::OpenError;
use crate::catalogue::postings::Postings;
use crate::catalogue::rows::{Row, Rows, Table};
use crate::catalogue::text::Text;
use crate::catalogue::view::View;
use crate::check::names::look_alike_fold;

pub(crate) mod tags {
    use crate::catalogue::layout::Tag;

    pub(crate) const NAMES: Tag = *b"NAME";
    pub(crate) const CLAIMS: Tag = *b"CLAM";
    pub(crate) const BY_KEY: Tag = *b"KEYS";
    pub(crate) const BY_LOOK: Tag = *b"LOOK";
    pub(crate) const BY_NEAR_SPELLING: Tag = *b"NEAR";
    pub(crate) const BY_PIECE: Tag = *b"PIEC";
}

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
    pub(crate) by_key: Postings,
    pub(crate) by_look: Postings,
    pub(crate) by_near_spelling: Postings,
    pub(crate) by_piece: Postings,
}

/// Bounds the work of one question in a hostile file; the builder refuses more.
pub(crate) const MAX_CLAIMS: usize = 1 << 20;
/// A piece that more operators share says nothing.
const MAX_POSTINGS_OF_A_PIECE: usize = 48;
/// Whole numbers, so that a sum does not depend on its order.
const WEIGHT_OF_A_UNIQUE_PIECE: u32 = 10_000;

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
            by_look: directory.postings(tags::BY_LOOK, file)?,
            by_near_spelling: directory.postings_if_full(tags::BY_NEAR_SPELLING, file)?,
            by_piece: directory.postings_if_full(tags::BY_PIECE, file)?,
        })
    }

    /// The name with exactly this key.
    pub(crate) fn find(&self, view: View<'_>, key: &str) -> Option<NameId> {
        let is_it = |id: &NameId| self.key_bytes(view, *id) == key.as_bytes();
        self.by_key.ids(view.file, view.hash.hash(key.as_bytes())).map(NameId).find(is_it)
    }

    /// The folded form of a name.
    pub(crate) fn key(&self, view: View<'_>, name: NameId) -> Text {
        self.names.rows(view.file).get_or_blank(name.0).key
    }

    pub(crate) fn key_bytes<'c>(&self, view: View<'c>, name: NameId) -> &'c [u8] {
        view.text_bytes(self.key(view, name))
    }

    /// Who claims a name: one claim an operator, those with an active licence first, then those
    /// listed most recently.
    pub(crate) fn claims<'c>(&self, view: View<'c>, name: NameId) -> Claims<'c> {
        let names = self.names.rows(view.file);
        let first = names.get(name.0 as usize).map(|name| name.first_claim);
        let end = names.get(name.0 as usize + 1).map(|next| next.first_claim);
        self.claims.rows(view.file).run(first, end, MAX_CLAIMS)
    }

    pub(crate) fn looking_like<'i>(
        &'i self,
        view: View<'i>,
        fold: &'i str,
    ) -> impl Iterator<Item = NameId> + 'i {
        let ids = self.by_look.ids(view.file, view.hash.hash(fold.as_bytes())).map(NameId);
        ids.filter(move |id| look_alike_fold(view.text(self.key(view, *id))) == fold)
    }

    /// The names that may be one edit away; the caller measures. With repeats. At most `limit`, the
    /// rarest spellings first: a family of numbered mirrors must not make a question expensive.
    pub(crate) fn near_spellings(&self, view: View<'_>, key: &str, limit: usize) -> Vec<NameId> {
        let mut spellings: Vec<(usize, usize, usize)> = Vec::with_capacity(key.len() + 1);
        let mut found: Vec<NameId> = Vec::with_capacity(limit);
        if NEAR_LENGTHS.contains(&key.len()) {
            each_spelling(key.as_bytes(), |place, spelling| {
                let first = found.len();
                found.extend(self.with_spelling(view, spelling).take(limit + 1));
                spellings.push((found.len() - first, place, first));
            });
        }
        if found.len() <= limit {
            return found;
        }
        spellings.sort_unstable();
        let mut near = Vec::with_capacity(limit);
        for (count, _, first) in spellings {
            if near.len() + count > limit {
                break;
            }
            near.extend_from_slice(&found[first..first + count]);
        }
        near
    }

    fn with_spelling<'i>(
        &'i self,
        view: View<'i>,
        spelling: &'i [u8],
    ) -> impl Iterator<Item = NameId> + 'i {
        let ids = self.by_near_spelling.ids(view.file, view.hash.hash(spelling)).map(NameId);
        ids.filter(move |id| is_spelling_of(spelling, self.key_bytes(view, *id)))
    }

    /// The names before and after a key in the order of keys, up to `count` each way. Where a few
    /// names begin as the key does, these are among them.
    pub(crate) fn beside(
        &self,
        view: View<'_>,
        key: &str,
        count: usize,
    ) -> impl Iterator<Item = NameId> + use<> {
        let names = self.names.rows(view.file);
        let place = names.partition_point(|name| view.text_bytes(name.key) < key.as_bytes());
        let places = place.saturating_sub(count)..names.len().min(place + count);
        places.map(|place| NameId(place as u32))
    }

    /// The names that share a piece of five letters with the key, and how much each shared piece
    /// says: the fewer names have it, the more. With repeats; common pieces are left out, and at
    /// most `limit` postings are read, rarest pieces first.
    pub(crate) fn sharing_pieces(
        &self,
        view: View<'_>,
        key: &str,
        limit: usize,
    ) -> Vec<(NameId, u32)> {
        // Read no further than it matters.
        let most = MAX_POSTINGS_OF_A_PIECE + 1;
        let mut found: Vec<NameId> = Vec::with_capacity(limit);
        let mut by_rarity: Vec<(usize, &Piece, usize)> = Vec::with_capacity(key.len());
        for piece in pieces(key.as_bytes()) {
            let first = found.len();
            found.extend(self.with_piece(view, piece).take(most));
            by_rarity.push((found.len() - first, piece, first));
        }
        by_rarity.retain(|(count, _, _)| (1..most).contains(count));
        by_rarity.sort_unstable();
        by_rarity.dedup_by_key(|(_, piece, _)| *piece);
        let mut sharing: Vec<(NameId, u32)> = Vec::with_capacity(found.len());
        for (count, _, first) in by_rarity {
            let weight = WEIGHT_OF_A_UNIQUE_PIECE / count as u32;
            // A name that several operators claim stands there once for each.
            let names = &mut found[first..first + count];
            names.sort_unstable();
            let names = names.chunk_by(PartialEq::eq);
            sharing.extend(names.map(|same| (same[0], weight)));
            if sharing.len() >= limit {
                break;
            }
        }
        sharing
    }

    fn with_piece<'i>(
        &'i self,
        view: View<'i>,
        piece: &'i Piece,
    ) -> impl Iterator<Item = NameId> + 'i {
        let ids = self.by_piece.ids(view.file, view.hash.hash(piece)).map(NameId);
        ids.filter(move |id| pieces(self.key_bytes(view, *id)).any(|other| other == piece))
    }
}
