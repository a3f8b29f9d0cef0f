//! Asks the public suffix list. The list is compiled code: each module that called it would get a
//! copy of 700 kB, so this one calls it for all.

use psl::{Domain, Suffix};

/// Returns the public suffix of a host; a last label that the list does not know is one too.
#[inline(never)]
pub(crate) fn suffix(host: &str) -> Option<Suffix<'_>> {
    psl::suffix(host.as_bytes())
}

/// Returns the registrable domain of a host, its suffix included; `None` for a suffix itself.
#[inline(never)]
pub(crate) fn domain(host: &str) -> Option<Domain<'_>> {
    psl::domain(host.as_bytes())
}
