//! The wordings of the seven registers as data (guides to the registers 1.2, 2.2, 3.3, 4 to 7).
//! Wordings are in their folded form. An empty wording means that the register states no status.

use crate::jurisdiction::JurisdictionCode;
use crate::status::LicenceStatus::{
    self, Active, Expired, Pending, Revoked, Surrendered, Suspended, Unknown,
};

/// The statuses of one register's wordings.
#[derive(Clone, Copy, Debug)]
pub struct WordingTable {
    /// The wordings of its own.
    pub rows: &'static [(&'static str, LicenceStatus)],
    /// Whether a date in brackets may follow a wording.
    pub may_be_dated: bool,
    /// Whether the register states revocations in whole sentences.
    pub has_revocation_sentences: bool,
    /// The wording that means `active` when another page of the regulator certifies the licence,
    /// which the reader states as a qualifier.
    pub active_when_certified: Option<&'static str>,
}

impl WordingTable {
    /// Returns the known wordings, with those of every register.
    pub(crate) fn wordings(&self) -> impl Iterator<Item = &'static (&'static str, LicenceStatus)> {
        self.rows.iter().chain(&COMMON)
    }
}

/// Returns the table of a register.
pub const fn table(code: JurisdictionCode) -> &'static WordingTable {
    match code {
        JurisdictionCode::Ukgc => &UKGC,
        JurisdictionCode::Mga => &MGA,
        JurisdictionCode::Cw => &CW,
        JurisdictionCode::Kh => &KH,
        JurisdictionCode::An => &AN,
        JurisdictionCode::Tgc => &TGC,
        JurisdictionCode::Iom => &IOM,
    }
}

/// The wordings of every register (specification 3.1).
const COMMON: [(&str, LicenceStatus); 2] = [("expired", Expired), ("lapsed", Expired)];

/// Words for a licence that is not in force which are no register's status: they occur beside names
/// and as the texts of links.
pub(super) const OTHER_WORDS: [&str; 34] = [
    "annulled",
    "bankrupt",
    "blocked",
    "canceled",
    "cancellation",
    "ceased",
    "closed",
    "de-listed",
    "de-registered",
    "deactivated",
    "delisted",
    "deregistered",
    "disqualified",
    "dissolved",
    "dormant",
    "in administration",
    "in liquidation",
    "in receivership",
    "inactive",
    "no longer",
    "not active",
    "not in force",
    "not renewed",
    "not valid",
    "relinquished",
    "removed",
    "rescinded",
    "revocation",
    "struck off",
    "suspension",
    "terminated",
    "unlicensed",
    "withdrawn",
    "wound up",
];

const PLAIN: WordingTable = WordingTable {
    rows: &[],
    may_be_dated: false,
    has_revocation_sentences: false,
    active_when_certified: None,
};

static UKGC: WordingTable = WordingTable {
    rows: &[
        ("active", Active),
        ("pending", Pending),
        ("suspended", Suspended),
        ("revoked", Revoked),
        ("revoked - non payment of fee", Revoked),
        ("surrendered", Surrendered),
        // Taken away by a court; the Commission's own decision was never read.
        ("forfeited", Unknown),
    ],
    ..PLAIN
};

static MGA: WordingTable = WordingTable {
    rows: &[
        ("licensed", Active),
        ("suspended", Suspended),
        ("cancelled", Revoked),
        ("revoked", Revoked),
        ("surrendered", Surrendered),
        ("voluntarily surrendered", Surrendered),
        ("pending", Pending),
    ],
    ..PLAIN
};

const ASSESSMENT: &str = "assessment in progress";

static CW: WordingTable = WordingTable {
    rows: &[
        ("", Active),
        ("indefinite", Active),
        // The certificate's word; the list itself leaves the cell empty.
        ("active", Active),
        (ASSESSMENT, Pending),
        ("suspended", Suspended),
    ],
    has_revocation_sentences: true,
    active_when_certified: Some(ASSESSMENT),
    ..PLAIN
};

/// Listed is certified: the page has no status of its own.
static KH: WordingTable = WordingTable { rows: &[("", Active), ("certified", Active)], ..PLAIN };

static AN: WordingTable = WordingTable {
    rows: &[("valid", Active), ("suspended", Suspended), ("revoked", Revoked)],
    ..PLAIN
};

/// Listed is licensed: the page has no status of its own.
static TGC: WordingTable = WordingTable { rows: &[("", Active), ("licensed", Active)], ..PLAIN };

static IOM: WordingTable = WordingTable {
    rows: &[
        ("active", Active),
        ("suspended", Suspended),
        // From the public statements: such licensees leave the list itself.
        ("cancelled", Revoked),
        ("surrendered", Surrendered),
    ],
    may_be_dated: true,
    ..PLAIN
};
