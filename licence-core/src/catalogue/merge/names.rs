//! The names of a merged catalogue and their indices.

use crate::catalogue::Catalogue;
use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::merge::places::OperatorPlaces;
use crate::catalogue::name_index::{Claim, NameId};
use crate::catalogue::name_rows::NameRows;
use crate::catalogue::posting_changes::{MovedRows, PostingChanges};
use crate::catalogue::site_rows::OnRecord;
use crate::catalogue::tags;
use crate::catalogue::text::TextArena;

pub(super) struct MergedNames {
    old: NameRows,
    rows: NameRows,
    moved: MovedRows,
    /// The names that the old catalogue does not have.
    new: Vec<NameId>,
}

impl MergedNames {
    /// Returns the names with the kept claims and the changed ones. `None` when a name has more
    /// claims than a reader reads.
    pub(super) fn new(
        old: &Catalogue,
        changed: &NameRows,
        places: &OperatorPlaces,
        record: OnRecord<'_>,
    ) -> Option<Self> {
        let OnRecord { operators, text, .. } = record;
        let old = NameRows::read(&old.names, &old.bytes);
        let (mut rows, mut moved, mut new) = (NameRows::default(), Vec::new(), Vec::new());
        let mut push = |key, claims: &mut dyn Iterator<Item = Claim>| {
            let place = rows.len() as u32;
            rows.push_name(key, claims, operators, text).map(|()| place)
        };
        // Few names change: the others are not read.
        let place = |id| (old.place_of(changed.key(id, text), text), id);
        let mut next = changed.ids().map(place).peekable();
        for id in old.ids() {
            let is_same = |new| changed.key(new, text) == old.key(id, text);
            let is_before = |(at, new): &(NameId, NameId)| *at == id && !is_same(*new);
            while let Some((_, before)) = next.next_if(is_before) {
                let claims = &mut changed.claims(before).iter().copied();
                new.push(NameId(push(changed.key_text(before), claims)?));
            }
            let same = next.next_if(|(at, _)| *at == id).map(|(_, same)| same);
            let kept = old.claims(id).iter().filter(|claim| places.is_kept(claim.operator));
            let came = same.into_iter().flat_map(|same| changed.claims(same));
            let mut claims = kept.chain(came).copied().peekable();
            moved.push(match claims.peek() {
                Some(_) => Some(push(old.key_text(id), &mut claims)?),
                None => None,
            });
        }
        for (_, behind) in next {
            let claims = &mut changed.claims(behind).iter().copied();
            new.push(NameId(push(changed.key_text(behind), claims)?));
        }
        Some(Self { old, rows, moved: MovedRows::new(moved), new })
    }

    /// Writes the sections of the names; `None` when an index has more postings than positions.
    pub(super) fn write(
        self,
        file: &mut FileWriter,
        catalogue: &Catalogue,
        places: &OperatorPlaces,
        text: &TextArena,
    ) -> Option<()> {
        self.rows.write_rows(file);
        let (index, hash) = (&catalogue.names, catalogue.hash());
        let new = || self.new.iter().copied();
        let (mut keys, mut spellings) = (PostingChanges::default(), PostingChanges::default());
        self.rows.walk_keys(new(), text, hash, &mut keys.record_new());
        self.rows.walk_spellings(new(), text, hash, &mut spellings.record_new());
        for (tag, postings, changes) in [
            (tags::BY_KEY, &index.by_key, keys),
            (tags::BY_LOOK_ALIKE, &index.by_look_alike, self.look_alikes(catalogue, text)),
            (tags::BY_NEAR_SPELLING, &index.by_near_spelling, spellings),
        ] {
            let section = postings.changed(&catalogue.bytes, &self.moved, changes)?;
            file.push_parts(tag, 1, &section.parts());
        }
        let pieces = self.pieces(places, text);
        let section = index.by_piece.changed(&catalogue.bytes, &self.moved, pieces)?;
        file.push_parts(tags::BY_PIECE, 1, &section.parts());
        Some(())
    }

    /// Returns the changes of the index by look-alikes. A name may gain or lose its posting by the claims
    /// that it gains and loses.
    fn look_alikes(&self, old: &Catalogue, text: &TextArena) -> PostingChanges {
        let mut changes = PostingChanges::default();
        let hash = old.hash();
        let kept = || self.old.ids().zip(self.moved.iter());
        let kept = || kept().filter_map(|(id, moved)| Some((id, NameId(moved?))));
        let ends =
            kept().filter(|(_, moved)| !self.rows.is_found_by_look_alike(*moved)).map(|(id, _)| id);
        self.old.walk_look_alikes(ends, text, hash, &mut changes.record_gone());
        let begins =
            kept().filter(|(id, _)| !self.old.is_found_by_look_alike(*id)).map(|(_, moved)| moved);
        let new = self.new.iter().copied().chain(begins);
        self.rows.walk_look_alikes(new, text, hash, &mut changes.record_new());
        changes
    }

    /// Returns the changes of the index by pieces. A piece has one posting for each operator, so those of
    /// changed operators are all replaced.
    fn pieces(&self, places: &OperatorPlaces, text: &TextArena) -> PostingChanges {
        let mut changes = PostingChanges::default();
        let of_changed = |names: &NameRows| names.ids_by_operator(|it| places.is_changed(it));
        self.old.walk_pieces(&of_changed(&self.old), text, &mut changes.record_gone());
        self.rows.walk_pieces(&of_changed(&self.rows), text, &mut changes.record_new());
        changes
    }
}
