//! All hosts with their verdicts, for programs that look up nothing but hosts.

use crate::catalogue::Catalogue;
use crate::catalogue::sites::SiteId;
use crate::check::verdict::Verdict;

impl Catalogue {
    /// Returns every host on record, without `www.`, with the verdict of a check. Sorted as text.
    pub fn host_verdicts(&self) -> Vec<(&str, Verdict)> {
        let sites = (0..self.sites.sites.rows(&self.bytes).len() as u32).map(SiteId);
        let verdict = |site: SiteId| {
            let listing = self.listings(site).first()?;
            let standing = listing.standing(&self.licence(listing.licence));
            Some((self.host_of(site), Verdict::from_standing(standing)))
        };
        let mut verdicts: Vec<(&str, Verdict)> = sites.filter_map(verdict).collect();
        verdicts.sort_unstable();
        verdicts
    }
}
