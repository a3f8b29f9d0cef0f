//! A catalogue straight from readings, without a database.

use thiserror::Error;
use uuid::Uuid;

use crate::catalogue::{
    Catalogue, CatalogueBuilder, CatalogueTooLarge, DomainRow, LicenceRow, OperatorIndex,
    OperatorRow, RegisterRows,
};
use crate::operator::Operator;
use crate::register::reading::RegisterReading;
use crate::transition::{ApplyRules, HeldOperators, HeldRegister, LicenceRecord, Refusal, apply};

/// Why readings make no catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// A reading lists nothing.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The rows do not fit.
    #[error(transparent)]
    TooLarge(#[from] CatalogueTooLarge),
}

impl Catalogue {
    /// Returns the catalogue of one reading a register, as a first reading into an empty service.
    /// There is no database, so no answer carries a `license_id`.
    ///
    /// ```
    /// use licence_core::catalogue::Catalogue;
    /// use licence_core::check::{CheckQuery, Verdict, check};
    /// use licence_core::register::reading::RegisterReading;
    ///
    /// let file = br#"{ "jurisdiction": "AN", "read_at": "2026-11-01T06:00:00Z", "complete": true,
    ///     "source_kind": "scraped", "licences": [{ "operator": { "name": "Example Bet N.V." },
    ///     "license_number": "ALSI-202601001-FI1", "status_text": "valid",
    ///     "domains": [{ "domain": "examplebet.example" }] }] }"#;
    /// let reading = RegisterReading::from_json(file, "an.json")?;
    /// let catalogue = Catalogue::from_readings(&[reading])?;
    ///
    /// let query = CheckQuery::domain("www.examplebet.example")?;
    /// let result = check(&catalogue, &query, "2026-11-01T07:00:00Z".parse()?);
    /// assert_eq!(result.verdict, Verdict::Licensed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CatalogueError`] for a reading without licences, or more rows than fit.
    pub fn from_readings(readings: &[RegisterReading]) -> Result<Self, CatalogueError> {
        let mut directory = HeldOperators::default();
        let mut licences = Vec::new();
        let mut builder = CatalogueBuilder::new();
        let mut serial = 0;
        let mut new_id = || {
            serial += 1;
            Uuid::from_u128(serial)
        };
        for reading in readings {
            builder.reads(reading.jurisdiction, reading.read_at, None);
            let (held, rules) = (HeldRegister::default(), ApplyRules::default());
            let now = reading.read_at;
            let changes = apply(reading, "", held, &mut directory, &rules, now, &mut new_id)?;
            licences.extend(changes.new_licences);
        }
        let mut operators = std::collections::HashMap::new();
        for record in directory.records() {
            operators.insert(record.operator.id, builder.operator_resource(&record.operator));
        }
        for record in &licences {
            if let Some(operator) = operators.get(&record.operator_id) {
                builder.licence_record(*operator, record);
            }
        }
        Ok(builder.finish()?)
    }
}

impl CatalogueBuilder {
    fn operator_resource(&mut self, operator: &Operator) -> OperatorIndex {
        let index = self.add_operator(&OperatorRow {
            slug: operator.slug.as_str(),
            display_name: &operator.display_name,
            registered_name: operator.registered_name.as_deref(),
        });
        for name in &operator.trading_names {
            self.add_trading_name(index, name);
        }
        index
    }

    fn licence_record(&mut self, operator: OperatorIndex, record: &LicenceRecord) {
        let licence = &record.licence;
        let index = self.add_licence(
            operator,
            &LicenceRow {
                id: None,
                jurisdiction: licence.jurisdiction_code,
                number: &licence.license_number,
                status: licence.status,
                qualifier: licence.status_qualifier,
                upstream_status: licence.upstream_status.as_deref(),
                expires_at: licence.expiry_date,
                source_kind: record.source_kind,
                source_url: licence.source_url.as_deref(),
                status_source_url: licence.status_source_url.as_deref(),
                times: licence.times(),
                not_listed_since: licence.not_listed_since,
            },
        );
        for domain in &record.domains {
            if let Some(host) = &domain.host {
                self.add_domain(
                    index,
                    &DomainRow {
                        host,
                        status: domain.domain.domain_status,
                        association: domain.domain.domain_association,
                        verification_url: domain.domain.verification_url.as_deref(),
                        unseen_since: domain.unseen_since,
                    },
                );
            }
        }
    }
}
