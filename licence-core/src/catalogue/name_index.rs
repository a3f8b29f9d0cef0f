//! Names by equality, by look, by near spelling and by shared piece.
//!
//! Only [`NameIndex::find`] can name an operator. The other three feed `alternatives`.

use std::cmp::Reverse;

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use crate::catalogue::entries::{OperatorEntry, OperatorIndex};
use crate::catalogue::key_hash::{IndexShape, KeyHash};
use crate::catalogue::postings::HashedPostings;
use crate::catalogue::text::{Text, TextArena};
use crate::check::generic_terms::is_term;
use crate::check::names::look_alike_fold;

/// Where a key comes from, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NameKind {
    /// A trading name.
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

/// A name and who claims it, as the builder collects it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameOnRecord {
    pub(crate) key: Text,
    pub(crate) operator: OperatorIndex,
    pub(crate) matched: Text,
    pub(crate) kind: NameKind,
    /// Of a host: whether it is listed in force.
    pub(crate) is_in_force: bool,
}

#[derive(Clone, Copy, Debug)]
struct Name {
    key: Text,
    first_claim: u32,
}

/// A name on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NameId(u32);

#[derive(Clone, Debug, Default)]
pub(crate) struct NameIndex {
    hash: KeyHash,
    names: Vec<Name>,
    by_key: HashedPostings,
    claims: Vec<Claim>,
    by_look: HashedPostings,
    by_near_spelling: HashedPostings,
    by_piece: HashedPostings,
}

/// Names outside these lengths in bytes have no near names: shorter ones are all near each other.
pub(crate) const NEAR_LENGTHS: std::ops::RangeInclusive<usize> = 4..=48;
/// The length of a piece, and of the shortest name that has one.
pub(crate) const PIECE_BYTES: usize = 5;
/// Usual numbers, by which the tables get their size.
const SPELLINGS_OF_A_NAME: usize = 12;
const PIECES_OF_A_NAME: usize = 8;
/// A piece that more operators share says nothing.
pub(crate) const MAX_POSTINGS_OF_A_PIECE: usize = 48;
/// Whole numbers, so that a sum does not depend on its order.
const WEIGHT_OF_A_UNIQUE_PIECE: u32 = 10_000;

impl Claim {
    /// The claim that one operator's records of one key make, the strongest record first.
    fn from_records(records: &[NameOnRecord]) -> Self {
        let is_host = |record: &&NameOnRecord| record.kind == NameKind::HostRoot;
        let hosts = || records.iter().filter(is_host);
        let NameOnRecord { operator, matched, kind, .. } = records[0];
        Self {
            operator,
            matched,
            kind,
            is_company_name: records.iter().any(|record| record.kind == NameKind::CompanyName),
            host_count: u16::try_from(hosts().count()).unwrap_or(u16::MAX),
            host_in_force: hosts().find(|host| host.is_in_force).map(|host| host.matched),
        }
    }
}

impl NameIndex {
    /// `None` when there are more names than positions.
    pub(crate) fn build(
        mut records: Vec<NameOnRecord>,
        operators: &[OperatorEntry],
        text: &TextArena,
        shape: IndexShape,
    ) -> Option<Self> {
        u32::try_from(records.len()).ok()?;
        // One claim an operator and name, however many hosts or licences repeat it.
        records.sort_unstable_by(|one, other| {
            let order = |record: &NameOnRecord| (record.key, record.operator, record.kind);
            let matched = |record: &NameOnRecord| text.get(record.matched);
            let names =
                order(one).cmp(&order(other)).then_with(|| matched(one).cmp(matched(other)));
            names.then_with(|| other.is_in_force.cmp(&one.is_in_force))
        });
        records.dedup_by(|next, first| {
            let name =
                |record: &NameOnRecord| (record.key, record.operator, record.kind, record.matched);
            name(next) == name(first)
        });
        let mut index = Self::default();
        let key = |of_key: &[NameOnRecord]| text.get(of_key[0].key);
        let mut by_key: Vec<(u64, &[NameOnRecord])> = records
            .chunk_by(|one, other| one.key == other.key)
            .map(|of_key| (first_letters(key(of_key)), of_key))
            .collect();
        // A bounded lookup takes the first of many, so that the positions show in answers: they
        // must come from the names, not from the order of the rows.
        by_key.sort_unstable_by(|(letters, one), (other_letters, other)| {
            letters.cmp(other_letters).then_with(|| key(one).cmp(key(other)))
        });
        for (_, of_key) in by_key {
            index.push_name(of_key, operators, text);
        }
        drop(records);
        index.finish(text, shape)
    }

    /// One claim an operator: its strongest, which comes first. Of several operators the one with
    /// an active licence goes first, then the one whose trading name it is, then the one with a
    /// host of that root whose company is called so too, then the one with more hosts. When a
    /// register was last read comes only then: each is read at an hour of its own, and the answer
    /// must not go back and forth with it.
    fn push_name(
        &mut self,
        records: &[NameOnRecord],
        operators: &[OperatorEntry],
        text: &TextArena,
    ) {
        self.names.push(Name { key: records[0].key, first_claim: self.claims.len() as u32 });
        let first = self.claims.len();
        let of_operators = records.chunk_by(|one, other| one.operator == other.operator);
        self.claims.extend(of_operators.map(Claim::from_records));
        self.claims[first..].sort_by_key(|claim| {
            let operator = &operators[claim.operator.0 as usize];
            (
                Reverse(operator.has_active_licence),
                claim.kind,
                Reverse(claim.is_company_name),
                Reverse(claim.host_count),
                Reverse(operator.last_listed_at),
                text.get(operator.slug),
            )
        });
    }

    fn finish(mut self, text: &TextArena, shape: IndexShape) -> Option<Self> {
        let IndexShape { hash, bucket_load } = shape;
        self.hash = hash;
        self.claims.shrink_to_fit();
        self.names.shrink_to_fit();
        let names = self.names.len();
        self.by_key = HashedPostings::build(names, bucket_load, |post| {
            for id in self.ids() {
                post(hash.hash(self.key(id, text).as_bytes()), id.0);
            }
        })?;
        self.by_look =
            HashedPostings::build(names, bucket_load, |post| self.walk_looks(text, post))?;
        let spellings = names * SPELLINGS_OF_A_NAME;
        self.by_near_spelling = HashedPostings::build(spellings, bucket_load, |post| {
            self.walk_spellings(text, post);
        })?;
        let by_operator = self.ids_by_operator();
        self.by_piece = HashedPostings::build(names * PIECES_OF_A_NAME, bucket_load, |post| {
            self.walk_pieces(&by_operator, text, post);
        })?;
        Some(self)
    }

    /// Each operator's names together, in the order of their keys, which is that of their ids.
    fn ids_by_operator(&self) -> Vec<(OperatorIndex, NameId)> {
        let claimed = |id: NameId| self.claims(id).iter().map(move |claim| (claim.operator, id));
        let mut ids: Vec<_> = self.ids().flat_map(claimed).collect();
        ids.sort_unstable();
        ids
    }

    fn ids(&self) -> impl Iterator<Item = NameId> + use<> {
        (0..self.names.len() as u32).map(NameId)
    }

    fn walk_looks(&self, text: &TextArena, post: &mut dyn FnMut(u64, u32)) {
        let is_root = |claim: &Claim| claim.kind == NameKind::HostRoot;
        // A trading name that is also a host's root keeps the stronger kind; both are listed roots
        // to a reader, so trading names are looked at too.
        let is_seen = |claim: &Claim| is_root(claim) || claim.kind == NameKind::TradingName;
        for id in self.ids().filter(|id| self.claims(*id).iter().any(is_seen)) {
            let fold = look_alike_fold(self.key(id, text));
            post(self.hash.hash(fold.as_bytes()), id.0);
        }
    }

    fn walk_spellings(&self, text: &TextArena, post: &mut dyn FnMut(u64, u32)) {
        for id in self.ids() {
            let key = self.key(id, text);
            if has_near_names(key) {
                each_spelling(key.as_bytes(), |_, spelling| post(self.hash.hash(spelling), id.0));
            }
        }
    }

    /// One posting an operator and piece, with the operator's first name that has the piece: a
    /// licensee with five hundred numbered mirrors counts once.
    fn walk_pieces(
        &self,
        by_operator: &[(OperatorIndex, NameId)],
        text: &TextArena,
        post: &mut dyn FnMut(u64, u32),
    ) {
        let mut seen = HashSet::with_hasher(FixedState::default());
        for of_operator in by_operator.chunk_by(|one, other| one.0 == other.0) {
            seen.clear();
            for (_, id) in of_operator {
                let key = self.key(*id, text);
                if has_near_names(key) {
                    let new = pieces(key.as_bytes()).filter(|piece| seen.insert(*piece));
                    new.for_each(|piece| post(self.hash.hash(piece), id.0));
                }
            }
        }
    }

    /// The name with exactly this key.
    pub(crate) fn find(&self, key: &str, text: &TextArena) -> Option<NameId> {
        let is_it = |id: &NameId| self.key(*id, text) == key;
        self.by_key.ids(self.hash.hash(key.as_bytes())).map(NameId).find(is_it)
    }

    /// The folded form of a name.
    pub(crate) fn key<'t>(&self, name: NameId, text: &'t TextArena) -> &'t str {
        text.get(self.names[name.0 as usize].key)
    }

    /// Who claims a name: one claim an operator, those with an active licence first, then those
    /// listed most recently.
    pub(crate) fn claims(&self, name: NameId) -> &[Claim] {
        let position = name.0 as usize;
        let first = self.names[position].first_claim as usize;
        let end = self.names.get(position + 1).map(|next| next.first_claim as usize);
        &self.claims[first..end.unwrap_or(self.claims.len())]
    }

    /// The names with this look-alike fold.
    pub(crate) fn looking_like<'i>(
        &'i self,
        fold: &'i str,
        text: &'i TextArena,
    ) -> impl Iterator<Item = NameId> + 'i {
        self.by_look
            .ids(self.hash.hash(fold.as_bytes()))
            .map(NameId)
            .filter(move |id| look_alike_fold(self.key(*id, text)) == fold)
    }

    /// The names that may be one edit away; the caller measures. With repeats. At most `limit`, the
    /// rarest spellings first: a family of numbered mirrors must not make a question expensive.
    pub(crate) fn near_spellings(&self, key: &str, limit: usize, text: &TextArena) -> Vec<NameId> {
        let mut spellings: Vec<(usize, usize, usize)> = Vec::new();
        let mut found: Vec<NameId> = Vec::new();
        if NEAR_LENGTHS.contains(&key.len()) {
            each_spelling(key.as_bytes(), |place, spelling| {
                let first = found.len();
                found.extend(self.with_spelling(spelling, text).take(limit + 1));
                spellings.push((found.len() - first, place, first));
            });
        }
        spellings.sort_unstable();
        let mut near = Vec::new();
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
        spelling: &'i [u8],
        text: &'i TextArena,
    ) -> impl Iterator<Item = NameId> + 'i {
        let ids = self.by_near_spelling.ids(self.hash.hash(spelling)).map(NameId);
        ids.filter(move |id| is_spelling_of(spelling, self.key(*id, text).as_bytes()))
    }

    /// The names that share a piece of five letters with the key, and how much each shared piece
    /// says: the fewer names have it, the more. With repeats; common pieces are left out, and at
    /// most `limit` postings are read, rarest pieces first.
    pub(crate) fn sharing_pieces(
        &self,
        key: &str,
        limit: usize,
        text: &TextArena,
    ) -> Vec<(NameId, u32)> {
        let with_count = |piece| (self.postings_of(piece, text), piece);
        let mut by_rarity: Vec<(usize, &Piece)> = pieces(key.as_bytes()).map(with_count).collect();
        by_rarity.retain(|(count, _)| (1..=MAX_POSTINGS_OF_A_PIECE).contains(count));
        by_rarity.sort_unstable();
        by_rarity.dedup();
        let mut sharing = Vec::new();
        for (count, piece) in by_rarity {
            let weight = WEIGHT_OF_A_UNIQUE_PIECE / count as u32;
            // A name that several operators claim stands there once for each.
            let mut names: Vec<NameId> = self.with_piece(piece, text).collect();
            names.sort_unstable();
            names.dedup();
            sharing.extend(names.into_iter().map(|name| (name, weight)));
            if sharing.len() >= limit {
                break;
            }
        }
        sharing
    }

    /// Whether so many operators have a name with this piece that it says nothing.
    pub(crate) fn is_common_piece(&self, piece: &Piece, text: &TextArena) -> bool {
        self.postings_of(piece, text) > MAX_POSTINGS_OF_A_PIECE
    }

    /// Counted no further than it matters.
    fn postings_of(&self, piece: &Piece, text: &TextArena) -> usize {
        self.with_piece(piece, text).take(MAX_POSTINGS_OF_A_PIECE + 1).count()
    }

    fn with_piece<'i>(
        &'i self,
        piece: &'i Piece,
        text: &'i TextArena,
    ) -> impl Iterator<Item = NameId> + 'i {
        let ids = self.by_piece.ids(self.hash.hash(piece)).map(NameId);
        ids.filter(move |id| pieces(self.key(*id, text).as_bytes()).any(|other| other == piece))
    }
}

/// Long names and those that are only digits (Costa Rican company numbers) say nothing by being
/// near; a trading name like `Casino` is near half of all questions and points at nobody.
pub(crate) fn has_near_names(key: &str) -> bool {
    NEAR_LENGTHS.contains(&key.len())
        && !key.bytes().all(|byte| byte.is_ascii_digit())
        && !is_term(key)
}

/// The first eight bytes as a number that orders as they do: most names differ in them, and a
/// number is compared without going to the text.
fn first_letters(key: &str) -> u64 {
    let mut letters = [0; 8];
    letters.iter_mut().zip(key.bytes()).for_each(|(letter, byte)| *letter = byte);
    u64::from_be_bytes(letters)
}

/// The key itself and the key less one byte each, with a place in that order: two keys within one
/// edit share one of these.
fn each_spelling(key: &[u8], mut each: impl FnMut(usize, &[u8])) {
    each(0, key);
    let mut shortened = [0; *NEAR_LENGTHS.end()];
    let shortened = &mut shortened[..key.len() - 1];
    shortened.copy_from_slice(&key[1..]);
    each(1, shortened);
    for left_out in 1..key.len() {
        // Leaving out a repeated letter or its neighbour gives the same spelling.
        if shortened[left_out - 1] != key[left_out - 1] {
            shortened[left_out - 1] = key[left_out - 1];
            each(left_out + 1, shortened);
        }
    }
}

/// Whether a spelling is the key itself or the key less one byte.
fn is_spelling_of(spelling: &[u8], key: &[u8]) -> bool {
    let alike = spelling.iter().zip(key).take_while(|(a, b)| a == b).count();
    match key.len().checked_sub(spelling.len()) {
        Some(0) => alike == key.len(),
        Some(1) => spelling[alike..] == key[alike + 1..],
        _ => false,
    }
}

/// A few letters of a name.
type Piece = [u8; PIECE_BYTES];

fn pieces(key: &[u8]) -> impl Iterator<Item = &Piece> {
    key.array_windows()
}
