//! `[registers.CODE]` of the configuration file, and what it comes to.

use serde::de;
use serde::{Deserialize, Deserializer};
use url::Url;

use super::default_source;
use crate::jurisdiction::JurisdictionCode;
use crate::period::Period;
use crate::register::Accepted;
use crate::transition::ApplyRules;

/// `[registers.CODE]`: how a register is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RegisterTable {
    /// Where; an empty list: never.
    pub urls: Option<Vec<SourceUrl>>,
    /// How often.
    pub every: Option<Period>,
    /// How long a missing licence keeps its status.
    pub grace: Option<Period>,
    /// The share of listed licences, in percent, that one reading may drop.
    pub max_drop_percent: Option<usize>,
    /// Names on its pages that the reader does not know, and that say nothing of a status.
    pub accept: Accepted,
}

/// Where a register is read: an `http://` or `https://` URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceUrl(pub String);

impl<'de> Deserialize<'de> for SourceUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if is_web_address(&text) {
            Ok(Self(text))
        } else {
            Err(de::Error::custom(format!("{text:?} is not an http:// or https:// URL")))
        }
    }
}

fn is_web_address(text: &str) -> bool {
    let has_web_scheme = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    has_web_scheme && Url::parse(text).is_ok_and(|url| url.has_host())
}

/// How a register is read: what was configured, and the defaults for the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterPlan {
    /// The register.
    pub code: JurisdictionCode,
    /// Where to begin; none: never read by itself.
    pub urls: Vec<String>,
    /// How often.
    pub every: Period,
    /// How long a missing licence keeps its status.
    pub grace: Period,
    /// The share of listed licences, in percent, that one reading may drop.
    pub max_drop_percent: usize,
    /// The names that are accepted beside those that the reader declares.
    pub accepted: Accepted,
    /// Why the register has no address by default, and how it is read instead; `None` once
    /// addresses are configured.
    pub by_hand: Option<&'static str>,
}

impl RegisterPlan {
    /// The plan of a register, from its table if the configuration has one.
    pub fn from_table(code: JurisdictionCode, table: Option<&RegisterTable>) -> Self {
        let default = default_source(code);
        let configured = table.and_then(|table| table.urls.as_ref());
        let urls = match configured {
            Some(urls) => urls.iter().map(|url| url.0.clone()).collect(),
            None => default.urls.iter().map(|url| (*url).to_owned()).collect::<Vec<_>>(),
        };
        let by_hand = default.by_hand.filter(|_| urls.is_empty());
        let every = table.and_then(|table| table.every);
        let grace = table.and_then(|table| table.grace);
        let max_drop_percent = table.and_then(|table| table.max_drop_percent);
        Self {
            code,
            urls,
            every: every.unwrap_or(Period::from_hours(default.every_hours)),
            grace: grace.unwrap_or(Period::from_hours(default.grace_hours)),
            max_drop_percent: max_drop_percent.unwrap_or(ApplyRules::default().max_drop_percent),
            accepted: table.map(|table| table.accept.clone()).unwrap_or_default(),
            by_hand,
        }
    }

    /// How a reading of the register is applied.
    pub fn rules(&self, force: bool) -> ApplyRules {
        ApplyRules { grace: self.grace, max_drop_percent: self.max_drop_percent, force }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    fn plan(code: JurisdictionCode, table: serde_json::Value) -> RegisterPlan {
        RegisterPlan::from_table(code, Some(&from_value(table).unwrap()))
    }

    #[test]
    fn what_is_not_configured_is_as_by_default() {
        let none = RegisterPlan::from_table(JurisdictionCode::Ukgc, None);
        assert_eq!(none, plan(JurisdictionCode::Ukgc, json!({})));
        assert_eq!((none.every.to_string(), none.grace.to_string()), ("6h".into(), "48h".into()));
        let table = json!({"urls": ["http://127.0.0.1:9/a.csv"], "every": "30m", "grace": "0"});
        let given = plan(JurisdictionCode::Ukgc, table);
        assert_eq!(given.urls, ["http://127.0.0.1:9/a.csv"]);
        assert_eq!((given.every.to_string(), given.grace.to_string()), ("30m".into(), "0".into()));
    }

    #[test]
    fn accepted_names_are_those_of_the_table() {
        let given = plan(JurisdictionCode::Cw, json!({"accept": ["Region", "Remarks"]}));
        assert_eq!(given.accepted.0, ["Region", "Remarks"]);
        assert_eq!(
            RegisterPlan::from_table(JurisdictionCode::Cw, None).accepted,
            Accepted::default()
        );
    }

    #[test]
    fn an_empty_list_is_never_and_an_address_ends_reading_by_hand() {
        assert!(plan(JurisdictionCode::An, json!({"urls": []})).urls.is_empty());
        assert!(RegisterPlan::from_table(JurisdictionCode::Mga, None).by_hand.is_some());
        let own = plan(JurisdictionCode::Mga, json!({"urls": ["https://a.example/list.html"]}));
        assert_eq!(own.by_hand, None);
    }

    #[test]
    fn an_address_is_absolute() {
        let refused = |url: &str| from_value::<RegisterTable>(json!({"urls": [url]})).is_err();
        for url in ["", "x", "ftp://a.example", "https://", "http:a.example", "file:///a.csv"] {
            assert!(refused(url), "{url}");
        }
        assert!(!refused("https://a.example/b?c"));
    }
}
