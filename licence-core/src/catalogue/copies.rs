//! Copies of a catalogue with other sections: without the indices of near names, or with the history
//! of its licences.

use bytes::Bytes;

use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::history_rows::HistoryBuilder;
use crate::catalogue::layout::{Directory, Header, Profile, Section};
use crate::catalogue::tags::{self, Tag};
use crate::catalogue::{Catalogue, CatalogueTooLarge};
use crate::licence::LicenceId;
use crate::point_in_time::{AsOf, PointInTime};

/// The sections that only alternatives and look-alikes need.
const NEAR_NAMES: [Tag; 2] = [tags::BY_NEAR_SPELLING, tags::BY_PIECE];
/// The licences of a history, their entries, and the texts of these.
const HISTORY: [Tag; 3] = [tags::HISTORY_LICENCES, tags::HISTORY_ENTRIES, tags::HISTORY_TEXT];

impl Catalogue {
    /// Returns the bytes of the same catalogue with the profile exact: a quarter to a half
    /// shorter, for [`ExactCatalogue`](crate::check::ExactCatalogue).
    pub fn to_exact_profile(&self) -> Bytes {
        let file = self.copy_sections_except(&NEAR_NAMES, 0);
        file.finish(&Header { profile: Profile::Exact, ..self.header.clone() }).into()
    }

    /// Returns what is known of a licence at an instant; `None` for a catalogue without a history.
    pub(crate) fn point_in_time(&self, licence: LicenceId, as_of: AsOf) -> Option<PointInTime> {
        self.history.as_ref().map(|history| history.point_in_time(&self.bytes, licence, as_of))
    }

    /// Returns whether [`check_as_of`](crate::check::check_as_of) can be asked.
    pub fn has_history(&self) -> bool {
        self.history.is_some()
    }

    /// Returns the bytes of the same catalogue with the history of its licences.
    ///
    /// # Errors
    /// [`CatalogueTooLarge`] when the entries do not fit.
    pub fn with_history(&self, history: HistoryBuilder) -> Result<Bytes, CatalogueTooLarge> {
        let (licences, entries, texts) = history.into_sections().ok_or(CatalogueTooLarge)?;
        let mut file = self.copy_sections_except(&HISTORY, HISTORY.len());
        file.push_rows(tags::HISTORY_LICENCES, &licences);
        file.push_rows(tags::HISTORY_ENTRIES, &entries);
        file.push(tags::HISTORY_TEXT, 1, &texts);
        Ok(file.finish(&self.header).into())
    }

    /// Begins a file with the sections of this one, except some, and with room for new ones.
    fn copy_sections_except(&self, left_out: &[Tag], new_sections: usize) -> FileWriter {
        // The bytes were opened before, so that their directory reads.
        let sections = Directory::read(&self.bytes).map(|directory| directory.sections);
        let is_kept = |section: &Section| !left_out.contains(&section.tag);
        let kept: Vec<Section> = sections.into_iter().flatten().filter(is_kept).collect();
        let mut file = FileWriter::new(kept.len() + new_sections);
        for section in kept {
            let bytes = self.bytes.get(section.range).unwrap_or_default();
            file.push(section.tag, section.row_bytes as usize, bytes);
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::catalogue::fixture::{entry, market, now};
    use crate::check::{CheckQuery, NoHistory, check_as_of};
    use crate::history::HistoryEntry;
    use crate::point_in_time::Knowledge;
    use crate::status::LicenceStatus;

    const LICENCES: usize = 4;

    fn licence(number: usize) -> LicenceId {
        LicenceId(Uuid::from_u128(number as u128))
    }

    fn as_of(day: u32) -> AsOf {
        AsOf::parse(&format!("2026-11-{day:02}"), "2026-11-30T00:00:00Z".parse().unwrap()).unwrap()
    }

    fn entries() -> impl Strategy<Value = Vec<(usize, HistoryEntry)>> {
        let status = prop::sample::select(LicenceStatus::ALL);
        let corrected = prop::option::of("\\PC{0,20}");
        let one = (0..LICENCES, 1..5_u32, prop::option::of(status.clone()), status, corrected);
        let one = one.prop_map(|(licence, day, previous, new, correction_note)| {
            let entry = entry(day, previous, new);
            let corrected_at = correction_note.is_some().then(now);
            (licence, HistoryEntry { corrected_at, correction_note, ..entry })
        });
        prop::collection::vec(one, 0..20)
    }

    proptest! {
        #[test]
        fn a_file_knows_of_the_past_what_the_history_says(entries in entries()) {
            let mut builder = HistoryBuilder::default();
            entries.iter().for_each(|(number, entry)| builder.add(licence(*number), entry));
            let bytes = market(2).finish().unwrap().with_history(builder).unwrap();
            let catalogue = Catalogue::from_bytes(bytes).unwrap();
            prop_assert_eq!(catalogue.verify(), Ok(()));
            prop_assert_eq!(catalogue.info().history_entries, Some(entries.len()));
            for number in 0..=LICENCES {
                let of_licence = entries.iter().filter(|(of, _)| *of == number);
                let history: Vec<_> = of_licence.map(|(_, entry)| entry.clone()).collect();
                for day in 1..6 {
                    let expected = PointInTime::from_history(&history, as_of(day));
                    let known = catalogue.point_in_time(licence(number), as_of(day));
                    prop_assert_eq!(known, Some(expected));
                }
            }
        }
    }

    #[test]
    fn a_catalogue_without_history_has_no_answer_and_one_with_an_empty_history_has() {
        let catalogue = market(2).finish().unwrap();
        let query = CheckQuery::domain("nothing-on-record.example").unwrap();
        let ask = |catalogue: &Catalogue| check_as_of(catalogue, &query, as_of(1), now());
        assert_eq!(ask(&catalogue), Err(NoHistory));
        let bytes = catalogue.with_history(HistoryBuilder::default()).unwrap();
        let with_history = Catalogue::from_bytes(bytes).unwrap();
        let answer = ask(&with_history).unwrap().as_of.unwrap();
        assert_eq!(answer.knowledge, Knowledge::NoSuchLicense);
        let replaced = with_history.with_history(crate::catalogue::fixture::history()).unwrap();
        assert_eq!(Catalogue::from_bytes(replaced).unwrap().info().history_entries, Some(4));
    }
}
