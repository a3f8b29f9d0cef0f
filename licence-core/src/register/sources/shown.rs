//! Addresses as they may be shown and kept.

use url::Url;

/// An address without credentials and fragment; what is no address comes back as it is.
///
/// ```
/// use licence_core::register::sources::without_credentials;
///
/// assert_eq!(without_credentials("https://me:pw@a.example/b?c#d"), "https://a.example/b?c");
/// ```
pub fn without_credentials(text: &str) -> String {
    let Ok(mut url) = Url::parse(text) else { return text.to_owned() };
    // These fail only for addresses without a host, which have no credentials.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_fragment(None);
    url.into()
}
