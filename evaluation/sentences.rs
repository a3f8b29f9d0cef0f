//! What a sentence says about names, read back from its words.

use licence_core::hostname::Hostname;

use crate::fold::squashed;

/// The root of the host that a sentence says the name can be misread as.
pub fn misread_root(detail: &str) -> Option<String> {
    let (_, behind) = detail.split_once("can be misread as ")?;
    let host: Hostname = behind.split(',').next()?.parse().ok()?;
    Some(squashed(&host.registrable()?.unicode_root()))
}

/// The listed name that a sentence says the host carries.
pub fn carried_name(detail: &str) -> Option<&str> {
    let (_, behind) = detail.split_once("It carries the listed name ")?;
    behind.split(" with digits").next()
}

/// The listed host that a sentence says the host carries.
pub fn carried_host(detail: &str) -> Option<&str> {
    let (_, behind) = detail.split_once("It carries the listed host ")?;
    behind.split(" in its subdomain").next()
}
