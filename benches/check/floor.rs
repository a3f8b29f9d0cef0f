//! The least a check of a listed host could cost: one lookup in the standard map, and a copy of
//! every text that the answer holds.

use std::collections::HashMap;

use licence_core::check::{CheckResult, RelatedHost};

/// The texts of an answer, all owned.
#[derive(Clone)]
#[expect(dead_code, reason = "they are only copied")]
pub struct OwnedAnswer {
    pub query: Option<String>,
    pub detail: String,
    pub operator: Option<String>,
    pub operator_slug: Option<String>,
    pub licence_number: Option<String>,
    pub regulator_name: Option<String>,
    pub upstream_status: Option<String>,
    pub status_source_url: Option<String>,
    pub verification_url: Option<String>,
    pub source_url: Option<String>,
    pub related_hosts: Vec<[String; 3]>,
}

/// Ready answers by host.
pub type Floor = HashMap<String, OwnedAnswer>;

impl From<CheckResult> for OwnedAnswer {
    fn from(result: CheckResult) -> Self {
        let related = |host: RelatedHost| [host.host, host.operator, host.operator_slug];
        let matched = result.matched.expect("the host is listed");
        Self {
            query: result.query.domain,
            detail: result.verdict_detail,
            operator: Some(matched.operator),
            operator_slug: Some(matched.operator_slug),
            licence_number: matched.license_number,
            regulator_name: matched.regulator_name,
            upstream_status: matched.upstream_status,
            status_source_url: matched.status_source_url,
            verification_url: matched.verification_url,
            source_url: result.meta.provenance.source_url,
            related_hosts: result.related_hosts.into_iter().map(related).collect(),
        }
    }
}
