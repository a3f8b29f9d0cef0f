//! Pictures of figures as SVG text: geometry only, without colours.
//!
//! Each function returns a whole `<svg>` element with a title and a description for screen readers.
//! Colours come from the classes of its shapes. No shape has a `style` attribute, because the
//! content security policy of a page refuses inline styles. `id` begins every id inside the
//! element, so that a page can hold several pictures.
//!
//! | picture | function | classes |
//! |---|---|---|
//! | requests of 30 days | [`usage_bars`] | `answered`, `refused`, `failed` |
//! | status of a licence | [`status_timeline`] | `status-WORD`, `before-tracking`, `withdrawn`, `as-of` |
//! | age of a register | [`freshness_bar`] | `fresh`, `stale`, `target` |
//! | readings of 30 days | [`reading_strip`] | `read`, `no-reading` |
//!
//! Lines and texts have the classes `axis` and `label`.

mod freshness_bar;
mod reading_strip;
mod svg;
mod timeline;
mod usage_bars;

pub use freshness_bar::freshness_bar;
pub use reading_strip::reading_strip;
pub use svg::{escape_html, grouped_number};
pub use timeline::status_timeline;
pub use usage_bars::usage_bars;
