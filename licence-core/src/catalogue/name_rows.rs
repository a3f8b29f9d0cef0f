//! Building the names of a catalogue: who claims each, and the indices by which one is found.

use std::cmp::Reverse;

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use crate::catalogue::entries::{OperatorEntry, OperatorIndex};
use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::key_hash::{IndexShape, KeyHash};
use crate::catalogue::name_index::{Claim, MAX_CLAIMS, Name, NameId, NameIndex, NameKind};
use crate::catalogue::near_keys::{each_spelling, has_near_names, piece_hash, pieces};
use crate::catalogue::postings::{HashedPostings, PiecePostings};
use crate::catalogue::tags;
use crate::catalogue::text::{Text, TextArena};
use crate::check::names::look_alike_fold;

/// Usual numbers, by which the tables get their size.
const SPELLINGS_OF_A_NAME: usize = 12;
const PIECES_OF_A_NAME: usize = 8;

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

/// Calls with the hash and the id of every posting.
type Walk<'w> = dyn Fn(&mut dyn FnMut(u64, u32)) + 'w;

#[derive(Default)]
pub(crate) struct NameRows {
    names: Vec<Name>,
    claims: Vec<Claim>,
}

impl Claim {
    /// Returns the claim that one operator's records of one key make, the strongest record first.
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

impl NameRows {
    pub(crate) fn read(index: &NameIndex, file: &[u8]) -> Self {
        Self {
            names: index.names.rows(file).iter().collect(),
            claims: index.claims.rows(file).iter().collect(),
        }
    }

    /// Returns the rows with other handles and places.
    pub(crate) fn translated(
        mut self,
        mut text: impl FnMut(Text) -> Text,
        operator: impl Fn(OperatorIndex) -> OperatorIndex,
    ) -> Self {
        self.names.iter_mut().for_each(|name| name.key = text(name.key));
        for claim in &mut self.claims {
            claim.operator = operator(claim.operator);
            claim.matched = text(claim.matched);
            claim.host_in_force = claim.host_in_force.map(&mut text);
        }
        self
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// `None` when there are more names than positions, or more claims to one than a reader reads.
    pub(crate) fn build(
        mut records: Vec<NameOnRecord>,
        operators: &[OperatorEntry],
        text: &TextArena,
    ) -> Option<Self> {
        u32::try_from(records.len()).ok()?;
        // One claim an operator and name, however many hosts or licences repeat it.
        records.sort_unstable_by(|one, other| {
            let order = |record: &NameOnRecord| (record.key, record.operator, record.kind);
            // The shortest host is the one that bears the name (`x.example` before `m.x.example`).
            let matched = |record: &NameOnRecord| {
                let text = text.get(record.matched);
                (text.len(), text)
            };
            let names =
                order(one).cmp(&order(other)).then_with(|| matched(one).cmp(&matched(other)));
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
            let of_operators = of_key.chunk_by(|one, other| one.operator == other.operator);
            let claims = of_operators.map(Claim::from_records);
            index.push_name(of_key[0].key, claims, operators, text)?;
        }
        Some(index)
    }

    /// Adds the name after all others. Each operator has one claim: its strongest. Of several
    /// operators the one with an active licence goes first, then the one whose trading name it is,
    /// then the one with a host of that root whose company is called so too, then the one with more
    /// hosts. When a register was last read comes only then: each is read at an hour of its own, and
    /// the answer must not go back and forth with it. `None` for more claims than a reader reads.
    pub(crate) fn push_name(
        &mut self,
        key: Text,
        claims: impl Iterator<Item = Claim>,
        operators: &[OperatorEntry],
        text: &TextArena,
    ) -> Option<()> {
        let first = self.claims.len();
        self.names.push(Name { key, first_claim: first as u32 });
        self.claims.extend(claims);
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
        (self.claims.len() - first <= MAX_CLAIMS).then_some(())
    }

    /// Writes the sections of the names; `None` when an index has more postings than positions.
    pub(crate) fn write(
        self,
        file: &mut FileWriter,
        text: &TextArena,
        shape: IndexShape,
    ) -> Option<()> {
        let IndexShape { hash, bucket_load } = shape;
        self.write_rows(file);
        let names = self.names.len();
        let mut push = |tag, expected, walk: &Walk<'_>| {
            let postings = HashedPostings::build(expected, bucket_load, walk)?;
            file.push_parts(tag, 1, &postings.parts());
            Some(())
        };
        let ids = || self.ids();
        push(tags::BY_KEY, names, &|post| self.walk_keys(ids(), text, hash, post))?;
        push(tags::BY_LOOK_ALIKE, names, &|post| self.walk_look_alikes(ids(), text, hash, post))?;
        push(tags::BY_NEAR_SPELLING, names * SPELLINGS_OF_A_NAME, &|post| {
            self.walk_spellings(ids(), text, hash, post);
        })?;
        let by_operator = self.ids_by_operator(|_| true);
        let by_piece = PiecePostings::build(names * PIECES_OF_A_NAME, bucket_load, |post| {
            self.walk_pieces(&by_operator, text, post);
        })?;
        file.push_parts(tags::BY_PIECE, 1, &by_piece.parts());
        Some(())
    }

    /// Writes the sections of the names and of their claims.
    pub(crate) fn write_rows(&self, file: &mut FileWriter) {
        file.push_rows(tags::NAMES, &self.names);
        file.push_rows(tags::CLAIMS, &self.claims);
    }

    /// Returns the names of each of these operators together, in the order of their keys, which is
    /// that of their ids.
    pub(crate) fn ids_by_operator(
        &self,
        is_wanted: impl Fn(OperatorIndex) -> bool,
    ) -> Vec<(OperatorIndex, NameId)> {
        let operators = |id: NameId| self.claims(id).iter().map(|claim| claim.operator);
        let wanted = |id: NameId| operators(id).filter(|it| is_wanted(*it)).map(move |it| (it, id));
        let mut ids: Vec<_> = self.ids().flat_map(wanted).collect();
        ids.sort_unstable();
        ids
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = NameId> + use<> {
        (0..self.names.len() as u32).map(NameId)
    }

    pub(crate) fn walk_keys(
        &self,
        ids: impl Iterator<Item = NameId>,
        text: &TextArena,
        hash: KeyHash,
        post: &mut dyn FnMut(u64, u32),
    ) {
        ids.for_each(|id| post(hash.hash(self.key(id, text).as_bytes()), id.0));
    }

    pub(crate) fn walk_look_alikes(
        &self,
        ids: impl Iterator<Item = NameId>,
        text: &TextArena,
        hash: KeyHash,
        post: &mut dyn FnMut(u64, u32),
    ) {
        for id in ids.filter(|id| self.is_found_by_look_alike(*id)) {
            let fold = look_alike_fold(self.key(id, text));
            post(hash.hash(fold.as_bytes()), id.0);
        }
    }

    /// Returns whether look-alikes of a name find it: whether it is the root of a host or a trading name.
    /// A trading name that is also the root of a host keeps the stronger kind, and to a reader both are
    /// listed roots.
    pub(crate) fn is_found_by_look_alike(&self, name: NameId) -> bool {
        self.claims(name).iter().any(|claim| match claim.kind {
            NameKind::HostRoot | NameKind::TradingName => true,
            NameKind::CompanyName => false,
        })
    }

    pub(crate) fn walk_spellings(
        &self,
        ids: impl Iterator<Item = NameId>,
        text: &TextArena,
        hash: KeyHash,
        post: &mut dyn FnMut(u64, u32),
    ) {
        for id in ids {
            let key = self.key(id, text);
            if has_near_names(key) {
                each_spelling(key.as_bytes(), |_, spelling| post(hash.hash(spelling), id.0));
            }
        }
    }

    /// One posting an operator and piece, with the operator's first name that has the piece: a
    /// licensee with five hundred numbered mirrors counts once.
    pub(crate) fn walk_pieces(
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
                    new.for_each(|piece| post(piece_hash(piece), id.0));
                }
            }
        }
    }

    pub(crate) fn key<'t>(&self, name: NameId, text: &'t TextArena) -> &'t str {
        text.get(self.key_text(name))
    }

    /// Returns the first name that is not before a key, or the id after the last name.
    pub(crate) fn place_of(&self, key: &str, text: &TextArena) -> NameId {
        NameId(self.names.partition_point(|name| text.get(name.key) < key) as u32)
    }

    pub(crate) fn key_text(&self, name: NameId) -> Text {
        self.names[name.0 as usize].key
    }

    pub(crate) fn claims(&self, name: NameId) -> &[Claim] {
        let position = name.0 as usize;
        let first = self.names[position].first_claim as usize;
        let end = self.names.get(position + 1).map(|next| next.first_claim as usize);
        // None where a file is damaged.
        self.claims.get(first..end.unwrap_or(self.claims.len())).unwrap_or_default()
    }
}

/// Returns the first eight bytes as a number with the same order: most names differ in them, and a
/// number is compared without reading the text.
fn first_letters(key: &str) -> u64 {
    let mut letters = [0; 8];
    letters.iter_mut().zip(key.bytes()).for_each(|(letter, byte)| *letter = byte);
    u64::from_be_bytes(letters)
}
