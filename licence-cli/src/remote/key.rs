//! The key of a client: it is sent, and shown nowhere.

use std::fmt;

use reqwest::header::HeaderValue;

use crate::exit::Failure;

/// An API key. Its text is in no message and in no debug output.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ApiKey(HeaderValue);

impl ApiKey {
    /// A key as a user gives it.
    pub(crate) fn new(text: &str) -> Result<Self, Failure> {
        let text = text.trim();
        let is_key = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        let header = HeaderValue::try_from(format!("Bearer {text}")).ok().filter(|_| is_key);
        let mut header = header.ok_or_else(|| {
            Failure::Usage("the API key has characters that no key has".to_owned())
        })?;
        header.set_sensitive(true);
        Ok(Self(header))
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey")
    }
}
