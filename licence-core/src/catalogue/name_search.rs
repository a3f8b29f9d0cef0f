//! Finding names by equality, by look, by near spelling, by their order and by shared piece.
//!
//! Only [`Catalogue::name`] can name an operator. The others feed `alternatives`.

use std::collections::HashMap;

use crate::catalogue::name_index::{Claims, MAX_CLAIMS, NameId};
use crate::catalogue::near_keys::{
    NEAR_LENGTHS, Piece, each_spelling, is_spelling_of, piece_hash, pieces,
};
use crate::catalogue::postings::HashedPostings;
use crate::catalogue::text::Text;
use crate::catalogue::{Catalogue, IdPlaces, SiteId};
use crate::check::names::look_alike_fold;

/// More than a key of a name has.
const MAX_KEY_BYTES: usize = 1_024;
/// Limits the work of one query: a name that more operators claim identifies none of them.
const MAX_CLAIMS_GROUPED: usize = 64;
/// A piece that more operators share says nothing.
const MAX_POSTINGS_OF_A_PIECE: usize = 48;
/// Whole numbers, so that a sum does not depend on its order.
const WEIGHT_OF_A_UNIQUE_PIECE: u32 = 10_000;

impl Catalogue {
    /// Returns the name with exactly this key.
    pub(crate) fn name(&self, key: &str) -> Option<NameId> {
        let mut names = self.names_posted(&self.names.by_key, key.as_bytes());
        names.find(|name| self.name_key_bytes(*name) == key.as_bytes())
    }

    /// Returns the names in an index under the hash of a key, and rarely a name with another key.
    fn names_posted<'c>(
        &'c self,
        index: &HashedPostings,
        key: &[u8],
    ) -> impl Iterator<Item = NameId> + use<'c> {
        index.ids(&self.bytes, self.hash().hash(key)).map(NameId)
    }

    fn name_text(&self, name: NameId) -> Text {
        self.names.names.rows(&self.bytes).get_or_blank(name.0).key
    }

    /// Returns the folded form of a name.
    pub(crate) fn name_key(&self, name: NameId) -> &str {
        self.text(self.name_text(name))
    }

    /// Returns the bytes of [`Catalogue::name_key`].
    pub(crate) fn name_key_bytes(&self, name: NameId) -> &[u8] {
        self.bytes_of(self.name_text(name))
    }

    /// Returns who claims a name: one claim an operator, those with an active licence first, then
    /// those listed most recently.
    pub(crate) fn claims(&self, name: NameId) -> Claims<'_> {
        let names = self.names.names.rows(&self.bytes);
        let first = names.get(name.0 as usize).map(|name| name.first_claim);
        let end = names.get(name.0 as usize + 1).map(|next| next.first_claim);
        self.names.claims.rows(&self.bytes).run(first, end, MAX_CLAIMS)
    }

    /// Returns how many groups the claimants of a name fall into: claimants that list the same
    /// host, one with the next, are one group.
    pub(crate) fn group_count(&self, claims: Claims<'_>) -> usize {
        if claims.len() < 2 || claims.len() > MAX_CLAIMS_GROUPED {
            return claims.len();
        }
        let mut group_of: Vec<usize> = (0..claims.len()).collect();
        let mut first_of_site: HashMap<SiteId, usize> = HashMap::new();
        for (place, claim) in claims.iter().enumerate() {
            for site in self.sites_shared_by(claim.operator) {
                let first = *first_of_site.entry(site).or_insert(place);
                let (old, new) = (group_of[place], group_of[first]);
                group_of.iter_mut().filter(|group| **group == old).for_each(|group| *group = new);
            }
        }
        group_of.sort_unstable();
        group_of.dedup();
        group_of.len()
    }

    pub(crate) fn names_looking_like<'c>(
        &'c self,
        fold: &'c str,
    ) -> impl Iterator<Item = NameId> + 'c {
        let names = self.names_posted(&self.names.by_look_alike, fold.as_bytes());
        // A file may have a longer key, which costs time and is like no host.
        let keys = names.map(|name| (name, self.name_key(name)));
        let keys = keys.filter(|(_, key)| key.len() <= MAX_KEY_BYTES);
        keys.filter(move |(_, key)| look_alike_fold(key) == fold).map(|(name, _)| name)
    }

    /// Returns the names that may be one edit away; the caller measures. With repeats. At most
    /// `limit`, the rarest spellings first: a family of numbered mirrors must not make a question
    /// expensive.
    pub(crate) fn near_spellings(&self, key: &str, limit: usize) -> Vec<NameId> {
        if !NEAR_LENGTHS.contains(&key.len()) {
            return Vec::new();
        }
        let index = &self.names.by_near_spelling;
        let mut hashes: Vec<u64> = Vec::with_capacity(key.len() + 1);
        each_spelling(key.as_bytes(), |_, spelling| hashes.push(self.hash().hash(spelling)));
        index.fetch(&self.bytes, hashes.iter().copied());
        let mut hashes = hashes.into_iter();
        let mut spellings: Vec<(usize, usize, usize)> = Vec::with_capacity(key.len() + 1);
        let mut found: Vec<NameId> = Vec::with_capacity(limit);
        each_spelling(key.as_bytes(), |place, spelling| {
            let first = found.len();
            let ids = hashes.next().map(|hash| index.ids(&self.bytes, hash));
            let is_it = |name: &NameId| is_spelling_of(spelling, self.name_key_bytes(*name));
            found.extend(ids.into_iter().flatten().map(NameId).filter(is_it).take(limit + 1));
            spellings.push((found.len() - first, place, first));
        });
        if found.len() <= limit {
            return found;
        }
        spellings.sort_unstable();
        let rarest = spellings.into_iter().scan(limit, |left, (count, _, first)| {
            *left = left.checked_sub(count)?;
            Some(first..first + count)
        });
        rarest.flat_map(|names| found[names].iter().copied()).collect()
    }

    /// Returns the names before and after a key in the order of keys, up to `count` each way. Where
    /// a few names begin as the key does, these are among them.
    pub(crate) fn names_beside(
        &self,
        key: &str,
        count: usize,
    ) -> impl Iterator<Item = NameId> + use<> {
        let names = self.names.names.rows(&self.bytes);
        let place = names.partition_point(|name| self.bytes_of(name.key) < key.as_bytes());
        let places = place.saturating_sub(count)..names.len().min(place + count);
        places.map(|place| NameId(place as u32))
    }

    /// Returns the names that share a piece of five letters with the key, and how much the shared
    /// pieces say: the fewer names have one, the more. Common pieces are left out. The
    /// rarest pieces are read first, up to the piece that reaches `limit` names.
    pub(crate) fn names_sharing_pieces(&self, key: &str, limit: usize) -> Vec<(NameId, u32)> {
        let most = limit + MAX_POSTINGS_OF_A_PIECE;
        let mut sharing: Vec<(NameId, u32)> = Vec::with_capacity(most);
        let mut last_pieces: Vec<u16> = Vec::with_capacity(most);
        let (mut places, mut read) = (IdPlaces::for_at_most(most), 0);
        for (piece, (count, _, first)) in (1..).zip(self.rare_pieces(key)) {
            for id in self.names.by_piece.ids_at(&self.bytes, first..first + count) {
                let place = places.place(id, &sharing, |(known, _)| known.0);
                if place == sharing.len() {
                    sharing.push((NameId(id), 0));
                    last_pieces.push(0);
                }
                // A name that several operators claim is there once for each.
                if last_pieces[place] != piece {
                    last_pieces[place] = piece;
                    sharing[place].1 += WEIGHT_OF_A_UNIQUE_PIECE / count as u32;
                    read += 1;
                }
            }
            if read >= limit {
                break;
            }
        }
        sharing
    }

    /// Returns the pieces of a key that few names have, the rarest first, with the places of their ids.
    fn rare_pieces<'k>(&self, key: &'k str) -> Vec<(usize, &'k Piece, usize)> {
        let mut rare: Vec<(usize, &Piece, usize)> = Vec::with_capacity(key.len());
        self.names.by_piece.fetch(&self.bytes, pieces(key.as_bytes()).map(piece_hash));
        rare.extend(pieces(key.as_bytes()).map(|piece| {
            let places = self.names.by_piece.places(&self.bytes, piece_hash(piece));
            (places.len(), piece, places.start)
        }));
        rare.retain(|(count, ..)| (1..=MAX_POSTINGS_OF_A_PIECE).contains(count));
        rare.sort_unstable();
        rare.dedup();
        rare
    }
}
