//! Names that never belong to the public internet.

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameRule {
    /// The name is refused, whatever it resolves to.
    Never(&'static str),
    /// The name is refused unless every address that it resolves to is exempt, because an exempt
    /// private network has names of its own.
    Private(&'static str),
}

const LOOPBACK: NameRule = NameRule::Never("it names the machine itself");
const METADATA: NameRule = NameRule::Never("it serves the metadata of a cloud");
const RESERVED: NameRule = NameRule::Never("the DNS does not have it, or not for hosts");
const LOCAL: NameRule = NameRule::Private("it is a name of a private network");

/// The refused names, each with all names below it.
const SUFFIXES: [(&str, NameRule); 24] = [
    ("localhost", LOOPBACK),
    ("metadata.google.internal", METADATA),
    ("metadata.goog", METADATA),
    ("metadata.azure.com", METADATA),
    ("metadata.azure.internal", METADATA),
    ("instance-data.ec2.internal", METADATA),
    ("metadata", METADATA),
    ("instance-data", METADATA),
    ("in-addr.arpa", RESERVED),
    ("ip6.arpa", RESERVED),
    ("test", RESERVED),
    ("example", RESERVED),
    ("invalid", RESERVED),
    ("onion", RESERVED),
    ("local", LOCAL),
    ("localdomain", LOCAL),
    ("internal", LOCAL),
    ("intranet", LOCAL),
    ("lan", LOCAL),
    ("home.arpa", LOCAL),
    ("svc", LOCAL),
    ("cluster.local", LOCAL),
    ("corp", LOCAL),
    ("home", LOCAL),
];

/// Returns the rule that refuses a name (lower case, without a trailing dot); `None` for one that
/// may be resolved.
pub(super) fn rule(name: &str) -> Option<NameRule> {
    let is_below = |suffix: &str| {
        name.strip_suffix(suffix).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    let listed = SUFFIXES.iter().find(|(suffix, _)| is_below(suffix)).map(|(_, rule)| *rule);
    // The search list of the resolver decides what a single label means.
    let single = || (!name.contains('.')).then_some(LOCAL);
    listed.or_else(single)
}
