//! Reading records into a catalogue.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};
use std::str::{FromStr, Split};

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::catalogue::{
    Catalogue, CatalogueBuilder, CatalogueTooLarge, DomainRow, LicenceIndex, LicenceRow, OpenError,
    OperatorIndex, OperatorRow, RegisterRows,
};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::{LicenceId, ReadTimes};
use crate::records::{HEAD, field};

/// Why bytes are not records.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordsError {
    /// The first line is not that of records of this version.
    #[error("these are no records: the first line is not `{}`", HEAD.trim_end())]
    NotRecords,
    /// The last line has no end, as after an interrupted transfer.
    #[error("the records are cut: the last line has no end")]
    Cut,
    /// A line is not as this release writes it.
    #[error("line {line} of the records: {reason}")]
    Line {
        /// Its number, from one.
        line: usize,
        /// The value and the rule.
        reason: String,
    },
    /// The rows do not fit.
    #[error(transparent)]
    TooLarge(#[from] CatalogueTooLarge),
    /// The catalogue that was built does not open.
    #[error(transparent)]
    Unopened(#[from] OpenError),
}

impl Catalogue {
    /// Returns the catalogue of records. The same records give the same bytes on every machine that
    /// has the same rules.
    ///
    /// ```
    /// use licence_core::catalogue::{Catalogue, OperatorRow, RegisterRows};
    /// use licence_core::records::RecordsBuilder;
    ///
    /// let mut records = RecordsBuilder::new();
    /// records.add_operator(&OperatorRow {
    ///     slug: "example-bet-n-v",
    ///     display_name: "Example Bet N.V.",
    ///     registered_name: None,
    /// });
    /// let catalogue = Catalogue::from_records(&records.finish())?;
    /// assert_eq!(catalogue.info().operators, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordsError`] names the line and the rule.
    pub fn from_records(records: &[u8]) -> Result<Self, RecordsError> {
        let text =
            str::from_utf8(records).map_err(|error| not_text(records, error.valid_up_to()))?;
        let lines = text.strip_prefix(HEAD).ok_or(RecordsError::NotRecords)?;
        if !text.ends_with('\n') {
            return Err(RecordsError::Cut);
        }
        let mut reader = Reader::default();
        for (place, line) in lines.split_terminator('\n').enumerate() {
            let in_line = |reason| RecordsError::Line { line: place + 2, reason };
            reader.read(line).map_err(in_line)?;
        }
        Ok(Self::from_bytes(reader.builder.into_records_file(Sha256::digest(records).into())?)?)
    }
}

fn not_text(records: &[u8], valid_up_to: usize) -> RecordsError {
    if !records.starts_with(HEAD.as_bytes()) {
        return RecordsError::NotRecords;
    }
    let line = 1 + records[..valid_up_to].iter().filter(|byte| **byte == b'\n').count();
    RecordsError::Line { line, reason: "it is no text in UTF-8".to_owned() }
}

/// What the lines so far lead to.
#[derive(Default)]
struct Reader<'r> {
    builder: CatalogueBuilder,
    operator: Option<(OperatorIndex, &'r str)>,
    licence: Option<LicenceIndex>,
    /// The line before, among those that it is sorted with.
    register: &'r str,
    name: &'r str,
    licence_order: &'r str,
    domain: &'r str,
}

impl<'r> Reader<'r> {
    fn read(&mut self, line: &'r str) -> Result<(), String> {
        let (kind, rest) = line.split_once('\t').unwrap_or((line, ""));
        let mut fields = Fields { rest: rest.split('\t') };
        match kind {
            "R" => self.register(line, &mut fields)?,
            "O" => self.operator(line, &mut fields)?,
            "N" => self.name(line, &mut fields)?,
            "L" => self.licence(rest, &mut fields)?,
            "D" => self.domain(line, &mut fields)?,
            _ => return Err(format!("{kind:?} is none of the kinds R, O, N, L, D")),
        }
        match fields.rest.next() {
            None => Ok(()),
            Some(field) => Err(format!("{field:?} is a field too many")),
        }
    }

    fn register(&mut self, line: &'r str, fields: &mut Fields<'r>) -> Result<(), String> {
        if self.operator.is_some() {
            return Err("a register after an operator".to_owned());
        }
        in_order(&mut self.register, line)?;
        let code: JurisdictionCode = fields.value("a jurisdiction code")?;
        let newest = fields.value("the newest read")?;
        self.builder.reads(code, newest, fields.optional_value("the newest complete read")?);
        Ok(())
    }

    fn operator(&mut self, line: &'r str, fields: &mut Fields<'r>) -> Result<(), String> {
        if self.operator.is_some_and(|(_, before)| before >= line) {
            return Err("it does not come after the line of the operator before".to_owned());
        }
        let operator = self.builder.add_operator(&OperatorRow {
            slug: &fields.text("a slug")?,
            display_name: &fields.text("a display name")?,
            registered_name: fields.optional_text("a registered name")?.as_deref(),
        });
        self.operator = Some((operator, line));
        (self.licence, self.name, self.licence_order) = (None, "", "");
        Ok(())
    }

    fn name(&mut self, line: &'r str, fields: &mut Fields<'r>) -> Result<(), String> {
        let Some((operator, _)) = self.operator.filter(|_| self.licence.is_none()) else {
            return Err("a name that does not follow its operator".to_owned());
        };
        in_order(&mut self.name, line)?;
        self.builder.add_trading_name(operator, &fields.text("a name")?);
        Ok(())
    }

    fn licence(&mut self, rest: &'r str, fields: &mut Fields<'r>) -> Result<(), String> {
        let Some((operator, _)) = self.operator else {
            return Err("a licence without an operator".to_owned());
        };
        in_order(&mut self.licence_order, rest.split_once('\t').map_or("", |(_, order)| order))?;
        let licence = self.builder.add_licence(
            operator,
            &LicenceRow {
                id: fields.optional_value("an id")?.map(LicenceId),
                jurisdiction: fields.value("a jurisdiction code")?,
                number: &fields.text("a number")?,
                status: fields.value("a status")?,
                qualifier: fields.optional_value("a qualifier")?,
                upstream_status: fields.optional_text("the wording")?.as_deref(),
                expires_at: fields.optional_value("an expiry date")?,
                source_kind: fields.value("a source kind")?,
                source_url: fields.optional_text("a source")?.as_deref(),
                status_source_url: fields.optional_text("a source of the status")?.as_deref(),
                times: ReadTimes {
                    status_observed_at: fields.value("when the status was observed")?,
                    last_verified_at: fields.value("the last verification")?,
                    last_listed_at: fields.value("the last listing")?,
                },
                not_listed_since: fields.optional_value("since when it is not listed")?,
            },
        );
        self.licence = Some(licence);
        self.domain = "";
        Ok(())
    }

    fn domain(&mut self, line: &'r str, fields: &mut Fields<'r>) -> Result<(), String> {
        let Some(licence) = self.licence else {
            return Err("a domain without a licence".to_owned());
        };
        in_order(&mut self.domain, line)?;
        self.builder.add_domain(
            licence,
            &DomainRow {
                host: &fields.value::<Hostname>("a host")?,
                status: fields.optional_value("a status")?,
                association: fields.value("an association")?,
                verification_url: fields.optional_text("a verification page")?.as_deref(),
                unseen_since: fields.optional_value("since when it is not listed")?,
            },
        );
        Ok(())
    }
}

/// Records that are not sorted would give other bytes than their rows do.
fn in_order<'r>(before: &mut &'r str, line: &'r str) -> Result<(), String> {
    if *before > line {
        return Err("it comes before the line above: records are sorted".to_owned());
    }
    *before = line;
    Ok(())
}

/// Returns whether a field is the one spelling of a value. Compares while it writes, because records
/// have millions of values.
fn is_written(value: &impl Display, field: &str) -> bool {
    let mut rest = Rest(field);
    write!(rest, "{value}").is_ok() && rest.0.is_empty()
}

/// What a text still has to begin with.
struct Rest<'t>(&'t str);

impl fmt::Write for Rest<'_> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(written).ok_or(fmt::Error)?;
        Ok(())
    }
}

struct Fields<'r> {
    rest: Split<'r, char>,
}

impl<'r> Fields<'r> {
    fn optional_text(&mut self, what: &str) -> Result<Option<Cow<'r, str>>, String> {
        let field = self.rest.next().ok_or_else(|| format!("{what} is missing"))?;
        field::read(field).map_err(|()| format!("{field:?} has an escape that no field has"))
    }

    fn text(&mut self, what: &str) -> Result<Cow<'r, str>, String> {
        self.optional_text(what)?.ok_or_else(|| format!("{what} is empty"))
    }

    /// Returns a value, which must have the one spelling that is written.
    fn optional_value<T: FromStr + Display>(&mut self, what: &str) -> Result<Option<T>, String> {
        let field = self.rest.next().ok_or_else(|| format!("{what} is missing"))?;
        if field.is_empty() {
            return Ok(None);
        }
        let value: Option<T> = field.parse().ok();
        match value.filter(|value| is_written(value, field)) {
            Some(value) => Ok(Some(value)),
            None => Err(format!("{field:?} is not {what}")),
        }
    }

    fn value<T: FromStr + Display>(&mut self, what: &str) -> Result<T, String> {
        self.optional_value(what)?.ok_or_else(|| format!("{what} is empty"))
    }
}
