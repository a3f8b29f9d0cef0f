//! The parameters of a query.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use licence_core::request::quoted;

use super::escape::{Flaw, decode};
use crate::problem::Problem;

/// A query string, decoded. Unknown parameters are ignored, but have to be readable.
pub(crate) struct Query<'q> {
    parameters: Vec<(Cow<'q, str>, Cow<'q, str>)>,
}

impl<'q> Query<'q> {
    pub(crate) fn parse(raw: &'q str) -> Result<Self, Problem> {
        let pieces = raw.split('&').filter(|piece| !piece.is_empty());
        Ok(Self { parameters: pieces.map(parameter).collect::<Result<_, _>>()? })
    }

    /// Returns the query without a loan of its text.
    pub(crate) fn into_owned(self) -> Query<'static> {
        let owned = |text: Cow<'q, str>| -> Cow<'static, str> { Cow::Owned(text.into_owned()) };
        let parameters = self.parameters.into_iter();
        Query { parameters: parameters.map(|(name, value)| (owned(name), owned(value))).collect() }
    }

    /// Returns the value of a parameter that may be given at most once.
    pub(crate) fn value(&self, name: &'static str) -> Result<Option<&str>, Problem> {
        let mut values = self.parameters.iter().filter(|(given, _)| given == name);
        let value = values.next().map(|(_, value)| value.as_ref());
        if values.next().is_some() {
            return Err(given_twice(name));
        }
        Ok(value)
    }

    /// Returns the value of a parameter as it was sent; empty without one.
    pub(crate) fn text(&self, name: &'static str) -> Result<&str, Problem> {
        Ok(self.value(name)?.unwrap_or_default())
    }

    /// Returns the value of a field of a form, without blanks around it; `None` if nothing is left.
    pub(crate) fn filled(&self, name: &'static str) -> Result<Option<&str>, Problem> {
        Ok(self.value(name)?.map(str::trim).filter(|text| !text.is_empty()))
    }

    /// Returns the value of a field of a form, without blanks around it; empty without one.
    pub(crate) fn trimmed(&self, name: &'static str) -> Result<&str, Problem> {
        Ok(self.filled(name)?.unwrap_or_default())
    }

    /// Returns the value of a field that is filled in, parsed.
    pub(crate) fn parsed<T: FromStr<Err: Display>>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, Problem> {
        let parsed = self.filled(name)?.map(str::parse::<T>).transpose();
        parsed.map_err(|error| Problem::invalid_field(name, error))
    }

    /// Returns every value of a parameter that may repeat.
    pub(crate) fn all(&self, name: &'static str) -> impl Iterator<Item = &str> {
        let values = self.parameters.iter().filter(move |(given, _)| given == name);
        values.map(|(_, value)| value.as_ref())
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().map(|(name, _)| name.as_ref())
    }
}

fn parameter(piece: &str) -> Result<(Cow<'_, str>, Cow<'_, str>), Problem> {
    let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
    let name = decode(name, true).map_err(|flaw| unreadable_name(name, &flaw))?;
    let value = decode(value, true).map_err(|flaw| unreadable_value(&name, value, &flaw))?;
    Ok((name, value))
}

fn unreadable_name(name: &str, flaw: &Flaw) -> Problem {
    let error = format!("The parameter name {} holds {flaw}.", quoted(name));
    Problem::invalid_input(error).suggesting(ENCODE)
}

fn unreadable_value(name: &str, value: &str, flaw: &Flaw) -> Problem {
    let (shown_name, value) = (quoted(name), quoted(value));
    let error = format!("The value {value} of the parameter {shown_name} holds {flaw}.");
    let field: String = name.chars().take(80).collect();
    Problem::invalid_input(error).in_field(field).suggesting(ENCODE)
}

const ENCODE: &str = "Percent-encode the UTF-8 bytes of the text, without NUL.";

/// Returns the refusal of a parameter that is given more than once.
pub(crate) fn given_twice(name: &'static str) -> Problem {
    let error = format!("The parameter {name} is given more than once; give it once.");
    Problem::invalid_input(error).in_field(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found_by_name() {
        let query = Query::parse("&domain=a+b%3D&&x&%64omain2=c=d&twice=1&twice=2").unwrap();
        assert_eq!(query.value("domain").unwrap(), Some("a b="));
        assert_eq!(query.value("domain2").unwrap(), Some("c=d"));
        assert_eq!(query.value("x").unwrap(), Some(""));
        assert_eq!(query.value("absent").unwrap(), None);
        assert_eq!(query.all("twice").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(query.names().count(), 5);
        assert!(query.value("twice").is_err());
    }

    #[test]
    fn an_unreadable_parameter_refuses_the_query() {
        for raw in ["domain=%", "x=%FF", "%00=1", "%zz", "domain=a&x=%C0%AF"] {
            assert!(Query::parse(raw).is_err(), "{raw}");
        }
    }
}
