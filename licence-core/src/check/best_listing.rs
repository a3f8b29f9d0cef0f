//! The listing of a site that an answer is about.

use crate::catalogue::{Catalogue, LicenceEntry, Listing, SiteId};
use crate::check::standing::Standing;

/// The best listing of a site, its licence, and what they are worth together.
pub(crate) fn best_listing(
    catalogue: &Catalogue,
    site: SiteId,
) -> Option<(Listing, LicenceEntry, Standing)> {
    let listing = catalogue.listings(site).first()?;
    let licence = catalogue.licence(listing.licence);
    let standing = listing.standing(&licence);
    Some((listing, licence, standing))
}
