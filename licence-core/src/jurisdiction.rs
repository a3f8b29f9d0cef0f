//! The seven jurisdictions and their regulators (specification 1 and 2.1).

use serde::Serialize;

use crate::wire_enum::wire_enum;

wire_enum! {
    /// The code of a jurisdiction, uppercase on the wire (specification, section 1).
    ///
    /// ```
    /// use licence_core::jurisdiction::JurisdictionCode;
    ///
    /// assert_eq!(JurisdictionCode::from_any_case("ukgc"), Some(JurisdictionCode::Ukgc));
    /// assert!(JurisdictionCode::Kh.license_reference_is_ours());
    /// ```
    pub enum JurisdictionCode: "jurisdiction code" {
        /// Great Britain.
        Ukgc = "UKGC",
        /// Malta.
        Mga = "MGA",
        /// Curaçao.
        Cw = "CW",
        /// Kahnawà:ke.
        Kh = "KH",
        /// Anjouan.
        An = "AN",
        /// Tobique.
        Tgc = "TGC",
        /// Isle of Man.
        Iom = "IOM",
    }
}

/// A jurisdiction and its regulator (specification 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Jurisdiction {
    /// The service's code.
    pub code: JurisdictionCode,
    /// The regulator's name.
    pub name: &'static str,
    /// ISO 3166-1 alpha-2 code of the country of the regulator.
    pub country_code: &'static str,
    /// The regulator's web site.
    pub website: &'static str,
    /// ISO 4217 code of the currency of its fines.
    pub currency: &'static str,
    /// The regulator's own licence type vocabulary (specification 2.3); new strings may appear.
    pub license_types: &'static [&'static str],
}

static JURISDICTIONS: [Jurisdiction; 7] = [
    Jurisdiction {
        code: JurisdictionCode::Ukgc,
        name: "UK Gambling Commission",
        country_code: "GB",
        website: "https://www.gamblingcommission.gov.uk",
        currency: "GBP",
        license_types: &["Remote", "Non-Remote", "Ancillary Remote"],
    },
    Jurisdiction {
        code: JurisdictionCode::Mga,
        name: "Malta Gaming Authority",
        country_code: "MT",
        website: "https://www.mga.org.mt",
        currency: "EUR",
        license_types: &["Type 1", "Type 2", "Type 3", "Type 4", "B2B", "B2C"],
    },
    Jurisdiction {
        code: JurisdictionCode::Cw,
        name: "Curaçao Gaming Authority",
        country_code: "CW",
        website: "https://www.cga.cw",
        currency: "XCG",
        license_types: &["B2C", "B2B"],
    },
    Jurisdiction {
        code: JurisdictionCode::Kh,
        name: "Kahnawà:ke Gaming Commission",
        country_code: "CA",
        website: "https://gamingcommission.ca",
        currency: "CAD",
        license_types: &["Interactive Gaming Permit", "CSPA"],
    },
    Jurisdiction {
        code: JurisdictionCode::An,
        name: "Anjouan Gaming",
        country_code: "KM",
        website: "https://anjouangaming.com",
        currency: "EUR",
        license_types: &["B2C", "B2B", "White Labeling"],
    },
    Jurisdiction {
        code: JurisdictionCode::Tgc,
        name: "Tobique Gaming Commission",
        country_code: "CA",
        website: "https://dlagglobal.com",
        currency: "CAD",
        license_types: &["B2C", "B2B"],
    },
    Jurisdiction {
        code: JurisdictionCode::Iom,
        name: "Isle of Man Gambling Supervision Commission",
        country_code: "IM",
        website: "https://www.isleofmangsc.com",
        currency: "GBP",
        license_types: &[],
    },
];

impl JurisdictionCode {
    /// Every code, in the order of its letters.
    pub(crate) const BY_WORD: [Self; Self::ALL.len()] =
        [Self::An, Self::Cw, Self::Iom, Self::Kh, Self::Mga, Self::Tgc, Self::Ukgc];

    /// Returns the code of a word in any case, as paths and filters accept it; `None` for another
    /// word.
    pub fn from_any_case(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(text))
    }

    /// Returns the jurisdiction and its regulator.
    pub fn jurisdiction(self) -> &'static Jurisdiction {
        &JURISDICTIONS[self as usize]
    }

    /// Returns the freshness target: a register is stale once its last successful read is this many
    /// hours old (specification, section 1).
    pub const fn sla_hours(self) -> i64 {
        match self {
            Self::Ukgc | Self::An | Self::Tgc | Self::Iom => 24,
            Self::Mga | Self::Cw | Self::Kh => 48,
        }
    }

    /// Returns whether the licence number is the service's own reference, because the regulator
    /// publishes none (specification 2.3).
    pub const fn license_reference_is_ours(self) -> bool {
        matches!(self, Self::Kh | Self::Tgc | Self::Iom)
    }

    /// Returns whether the regulator has a page about each domain (specification 2.6).
    pub const fn has_verification_pages(self) -> bool {
        matches!(self, Self::Cw | Self::Tgc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_own_row() {
        for code in JurisdictionCode::ALL {
            assert_eq!(code.jurisdiction().code, *code);
            assert_eq!(code.as_str().parse(), Ok(*code));
            assert!(JurisdictionCode::BY_WORD.contains(code));
        }
        assert!(JurisdictionCode::BY_WORD.is_sorted_by_key(|code| code.as_str()));
    }

    #[test]
    fn unknown_codes_name_the_known_ones() {
        let error = "XX".parse::<JurisdictionCode>().unwrap_err().to_string();
        assert_eq!(
            error,
            r#""XX" is not a jurisdiction code; it is one of UKGC, MGA, CW, KH, AN, TGC, IOM"#
        );
    }
}
