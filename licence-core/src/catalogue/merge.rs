//! The catalogue after a reading. The rows of the operators that the reading changed are built
//! again, and all others are copied: one new licence must not cost a build of the whole market.
//!
//! The catalogue answers like one that is built from all rows. What depends on the times of readings
//! is computed again for every row, because a reading moves the times of its whole register.

mod names;
mod places;
#[cfg(test)]
mod tests;
mod translator;

use crate::catalogue::entries::{LicenceEntry, LicenceIndex, Listing, OperatorEntry};
use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::key_hash::IndexShape;
use crate::catalogue::layout::{FORMAT_VERSION, Header, Profile, Reads};
use crate::catalogue::posting_changes::{MovedRows, PostingChanges};
use crate::catalogue::site_rows::{HostOnRecord, OnRecord, SiteRows, sort};
use crate::catalogue::sites::Group;
use crate::catalogue::{
    Catalogue, CatalogueBuilder, CatalogueTooLarge, SiteId, numbers, rules, tags,
};
use names::MergedNames;
use places::OperatorPlaces;
use translator::{ChangedHosts, Translator};

impl Catalogue {
    /// Returns the catalogue after readings that changed some operators. `changed` has the reads of
    /// all registers, and all rows of each operator that is new or changed, which is known by its
    /// slug. The catalogue answers as one that is built from all rows, if every operator of which
    /// more changed than the time of its register's newest complete reading, also the order of its
    /// licences, is there. A history is left out.
    ///
    /// It takes a fraction of the time of a build. Texts that are no longer used stay in the file.
    ///
    /// ```
    /// use licence_core::catalogue::{CatalogueBuilder, OperatorRow, RegisterRows};
    ///
    /// let operator = |slug| OperatorRow { slug, display_name: slug, registered_name: None };
    /// let mut builder = CatalogueBuilder::new();
    /// builder.add_operator(&operator("example-bet"));
    /// let catalogue = builder.finish()?;
    ///
    /// let mut changed = CatalogueBuilder::new();
    /// changed.add_operator(&operator("new-bet"));
    /// assert_eq!(catalogue.merge(changed)?.info().operators, 2);
    /// # Ok::<(), licence_core::catalogue::CatalogueTooLarge>(())
    /// ```
    ///
    /// # Errors
    /// [`CatalogueTooLarge`] when the rows do not fit.
    pub fn merge(&self, changed: CatalogueBuilder) -> Result<Self, CatalogueTooLarge> {
        let newest_complete = changed.newest_complete;
        let changed = changed.finish()?;
        let file = merged_file(self, &changed, &newest_complete).ok_or(CatalogueTooLarge)?;
        Self::from_bytes(file).map_err(|_| CatalogueTooLarge)
    }

    /// Returns how many bytes of text the file has, those that a merge left unused included.
    pub fn text_bytes(&self) -> usize {
        self.text.len()
    }
}

fn merged_file(old: &Catalogue, changed: &Catalogue, newest: &Reads) -> Option<Vec<u8>> {
    let shape = IndexShape { hash: old.hash(), ..IndexShape::default() };
    let places = OperatorPlaces::new(old, changed);
    let mut kept = KeptRows::new(old, &places, newest);
    let kept_count = kept.licences.len();
    let mut translator = Translator::new(old, changed, &places, kept_count as u32)?;
    for (place, entry) in places.of_changed.iter().zip(translator.operators()) {
        kept.operators[place.0 as usize] = entry;
    }
    kept.licences.extend(translator.licences());
    let (hosts, new_names) = (translator.hosts(), translator.names());
    let KeptRows { operators, licences, moved_licences } = kept;
    let text = translator.into_arena().filter(|_| u32::try_from(licences.len()).is_ok())?;

    let mut file =
        FileWriter::new(tags::KNOWN.len()).with_room(old.bytes.len() + changed.bytes.len());
    file.push_rows(tags::OPERATORS, &operators);
    file.push_rows(tags::LICENCES, &licences);
    let record = OnRecord { operators: &operators, licences: &licences, text: &text };
    let sites = merged_sites(old, &moved_licences, hosts, record)?;
    sites.write(&mut file, &text, &licences, shape)?;
    let mut new_numbers = PostingChanges::default();
    let (first, hash) = (kept_count as u32, shape.hash);
    numbers::walk(&licences[kept_count..], first, &text, hash, &mut new_numbers.record_new());
    let numbers = old.numbers.changed(&old.bytes, &moved_licences, new_numbers)?;
    file.push_parts(tags::NUMBERS, 1, &numbers.parts());
    MergedNames::new(old, &new_names, &places, record)?.write(&mut file, old, &places, &text)?;
    file.push(tags::TEXT, 1, &text.into_section());
    Some(file.finish(&Header {
        minor: FORMAT_VERSION.1,
        profile: Profile::Full,
        rules: rules::fingerprint(),
        records_sha256: [0; 32],
        hash_seed: shape.hash.seed,
        reads: changed.header.reads,
    }))
}

/// The operators of the merged catalogue, in which those of changed ones are blank, and the licences
/// of all others.
struct KeptRows {
    operators: Vec<OperatorEntry>,
    licences: Vec<LicenceEntry>,
    moved_licences: MovedRows,
}

impl KeptRows {
    fn new(old: &Catalogue, places: &OperatorPlaces, newest_complete: &Reads) -> Self {
        let mut operators: Vec<OperatorEntry> = old.operators.rows(&old.bytes).iter().collect();
        operators.resize(places.is_changed.len(), OperatorEntry::BLANK);
        let (mut licences, mut moved_licences) = (Vec::new(), Vec::new());
        for licence in old.licences.rows(&old.bytes).iter() {
            if !places.is_kept(licence.operator) {
                moved_licences.push(None);
                continue;
            }
            moved_licences.push(Some(licences.len() as u32));
            let read_at = newest_complete[licence.jurisdiction as usize];
            licences.push(licence.seen_until(read_at));
            if licence.not_listed_since.is_none() {
                let holder = &mut operators[licence.operator.0 as usize];
                holder.last_listed_at = holder.last_listed_at.max(read_at);
            }
        }
        Self { operators, licences, moved_licences: MovedRows::new(moved_licences) }
    }
}

/// Returns the sites of the kept listings and the changed ones. `None` when more operators list a
/// site, or more sites share a domain, than a reader reads.
fn merged_sites(
    old: &Catalogue,
    moved_licences: &MovedRows,
    mut changed: ChangedHosts,
    record: OnRecord<'_>,
) -> Option<SiteRows> {
    let mut sites = SiteRows::default();
    let mut hosts = Vec::new();
    for (number, group) in old.sites.groups.rows(&old.bytes).iter().enumerate() {
        hosts.clear();
        hosts.extend(changed.of_old_groups.remove(&(number as u32)).into_iter().flatten());
        for site in old.sites_of_group(Some(number as u32)) {
            hosts.extend(kept_hosts(old, moved_licences, &group, site));
        }
        push_group(&mut sites, &mut hosts, record)?;
    }
    for mut hosts in changed.of_new_groups {
        push_group(&mut sites, &mut hosts, record)?;
    }
    Some(sites)
}

fn kept_hosts<'m>(
    old: &'m Catalogue,
    moved_licences: &'m MovedRows,
    group: &Group,
    site: SiteId,
) -> impl Iterator<Item = HostOnRecord> + 'm {
    let (registrable, host) = (group.registrable, old.site_text(site));
    old.listings(site).iter().filter_map(move |listing| {
        let licence = LicenceIndex(moved_licences.place(listing.licence.0)?);
        let listing = Listing { licence, ..listing };
        Some(HostOnRecord { site: host, registrable, listing })
    })
}

fn push_group(
    sites: &mut SiteRows,
    hosts: &mut [HostOnRecord],
    record: OnRecord<'_>,
) -> Option<()> {
    sort(hosts, record);
    if hosts.is_empty() { Some(()) } else { sites.push_group(hosts, record) }
}
