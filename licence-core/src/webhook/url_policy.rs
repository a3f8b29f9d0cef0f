//! Where a webhook may point: public addresses of the internet, by https, and nowhere else
//! (specification 4.4).
//!
//! A URL is judged twice: [`UrlPolicy::parse`] judges its form, its name and a literal address;
//! [`UrlPolicy::judge`] judges every address that its name resolves to. Both run at creation, at a
//! change, at a test and at every attempt, because names change their addresses.

pub mod address;
mod error;
mod form;
mod names;
#[cfg(test)]
mod tests;

pub use self::error::UrlError;
pub use self::form::MAX_URL_CHARS;

use std::net::IpAddr;

use ipnet::IpNet;
use url::{Host, Url};

use self::address::{DeniedRange, denied_range, is_metadata};
use self::names::NameRule;
use crate::text::quoted;

/// A URL whose form, name and literal address passed a policy. The addresses that its name resolves
/// to are still to be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookUrl {
    text: String,
    url: Url,
}

impl WebhookUrl {
    /// Returns the URL as its owner wrote it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the URL as it is requested.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the literal address of the URL; `None` if its host is a name, which is to be
    /// resolved.
    pub fn literal(&self) -> Option<IpAddr> {
        match self.url.host()? {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
        }
    }

    /// Returns the name to resolve, without a trailing dot; `None` if the host is a literal
    /// address.
    pub fn name(&self) -> Option<&str> {
        let name = self.url.domain()?;
        Some(name.strip_suffix('.').unwrap_or(name))
    }

    fn host(&self) -> String {
        self.url.host_str().unwrap_or_default().to_owned()
    }
}

/// The policy of a running service.
#[derive(Clone, Debug, Default)]
pub struct UrlPolicy {
    /// The networks that are exempt, and in which http is permitted. Addresses of cloud metadata stay
    /// denied.
    pub allowed: Vec<IpNet>,
    /// The ports that are refused on every host. Port 0 always is: nothing listens there.
    pub refused_ports: Vec<u16>,
    own_names: Vec<String>,
}

impl UrlPolicy {
    /// Returns a policy that exempts networks.
    pub fn allowing(networks: Vec<IpNet>) -> Self {
        Self { allowed: networks, ..Self::default() }
    }

    /// Returns a policy that also denies the name in this URL of the service, so that it does not
    /// call itself. A literal address needs no exception, because it is judged like any other.
    pub fn except_service_at(mut self, base_url: &str) -> Self {
        let url = Url::parse(base_url).ok();
        if let Some(name) = url.as_ref().and_then(Url::domain) {
            self.own_names.push(name.trim_end_matches('.').to_ascii_lowercase());
        }
        self
    }

    /// Returns the URL if its form, its name and its literal address are permitted.
    ///
    /// ```
    /// use licence_core::problem::ProblemKind;
    /// use licence_core::webhook::url_policy::UrlPolicy;
    ///
    /// let policy = UrlPolicy::default();
    /// let url = policy.parse("https://hooks.example.com/licence")?;
    /// policy.judge(&url, &["93.184.215.14".parse().unwrap()])?;
    /// let refused = policy.parse("https://0x7f.1/").unwrap_err();
    /// assert_eq!(refused.problem_kind(), ProblemKind::PrivateIpBlocked);
    /// # Ok::<(), licence_core::webhook::url_policy::UrlError>(())
    /// ```
    ///
    /// # Errors
    /// Every [`UrlError`] but [`UrlError::Unresolvable`].
    pub fn parse(&self, text: &str) -> Result<WebhookUrl, UrlError> {
        let url = WebhookUrl { url: form::parse(text)?, text: text.to_owned() };
        if let Some(port) = url.url.port_or_known_default()
            && (port == 0 || self.refused_ports.contains(&port))
        {
            return Err(UrlError::Port { url: quoted(text), port });
        }
        // With an allow list, http and the names of private networks depend on the addresses.
        self.permit_exempt(&url, !self.allowed.is_empty())?;
        match url.literal() {
            Some(address) => self.judge(&url, &[address]).map(|()| url),
            None => Ok(url),
        }
    }

    /// Judges all addresses that the URL's host resolves to. One denied address denies the URL, and
    /// so does a host without addresses.
    ///
    /// # Errors
    /// [`UrlError::Unresolvable`], [`UrlError::PrivateLiteral`] and [`UrlError::PrivateName`]; with
    /// an allow list also [`UrlError::Scheme`] and [`UrlError::BlockedHostname`].
    pub fn judge(&self, url: &WebhookUrl, resolved: &[IpAddr]) -> Result<(), UrlError> {
        let are_exempt = !resolved.is_empty() && resolved.iter().all(|it| self.is_exempt(*it));
        self.permit_exempt(url, are_exempt)?;
        if resolved.is_empty() {
            return Err(UrlError::Unresolvable(url.host()));
        }
        let denied = resolved.iter().find_map(|it| Some((*it, self.denied(*it)?)));
        match (denied, url.literal()) {
            (None, _) => Ok(()),
            (Some((address, range)), Some(_)) => Err(UrlError::PrivateLiteral { address, range }),
            (Some(_), None) => Err(UrlError::PrivateName(url.host())),
        }
    }

    /// Returns the range that denies an address; `None` for an address that may be called.
    pub fn denied(&self, address: IpAddr) -> Option<DeniedRange> {
        if self.is_exempt(address) { None } else { denied_range(address) }
    }

    /// Refuses http and the names of private networks, unless the addresses are exempt.
    fn permit_exempt(&self, url: &WebhookUrl, are_exempt: bool) -> Result<(), UrlError> {
        if url.url.scheme() != "https" && !are_exempt {
            return Err(UrlError::Scheme(quoted(&url.text)));
        }
        let blocked = |rule| Err(UrlError::BlockedHostname { host: url.host(), rule });
        match self.name_rule(url) {
            Some(NameRule::Never(rule)) => blocked(rule),
            Some(NameRule::Private(rule)) if !are_exempt => blocked(rule),
            _ => Ok(()),
        }
    }

    fn name_rule(&self, url: &WebhookUrl) -> Option<NameRule> {
        let name = url.name()?;
        match self.own_names.iter().any(|own| own == name) {
            true => Some(NameRule::Never("it is the service's own name")),
            false => names::rule(name),
        }
    }

    fn is_exempt(&self, address: IpAddr) -> bool {
        self.allowed.iter().any(|network| network.contains(&address)) && !is_metadata(address)
    }
}
