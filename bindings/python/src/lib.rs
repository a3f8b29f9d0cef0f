//! Checks against a catalogue file, for Python. `licence_catalogue.pyi` documents each function for
//! its callers; all rules are those of `licence-core`.

mod errors;

use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use licence_core::check::{self, CheckQuery};
use licence_core::request;
use licence_core::time::Timestamp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};
use serde::Serialize;

use errors::{internal, invalid_question, refused, unreadable};

/// An immutable catalogue. Any number of threads may ask it at once.
#[pyclass(frozen, module = "licence_catalogue")]
struct Catalogue {
    catalogue: licence_core::Catalogue,
}

#[pymethods]
impl Catalogue {
    /// Opens a catalogue file, or builds the catalogue of a file of records.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let bytes = py.detach(|| fs::read(&path)).map_err(|error| unreadable(error, path))?;
        Self::from_published(py, bytes)
    }

    /// Opens the bytes of a catalogue or of records, which are copied.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: PyBackedBytes) -> PyResult<Self> {
        Self::from_published(py, data.to_vec())
    }

    /// Answers with the verdict alone.
    #[pyo3(signature = (domain=None, *, license_number=None))]
    fn verdict<'py>(
        &self,
        py: Python<'py>,
        domain: Option<&str>,
        license_number: Option<&str>,
    ) -> PyResult<Bound<'py, PyString>> {
        let query = query(domain, license_number)?;
        Ok(PyString::intern(py, check::verdict(&self.catalogue, &query).as_str()))
    }

    /// Answers with the object of `GET /v1/check`.
    #[pyo3(signature = (domain=None, *, license_number=None, now=None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        domain: Option<&str>,
        license_number: Option<&str>,
        now: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        loads(self.check_json(py, domain, license_number, now)?)
    }

    /// Answers with the bytes of `GET /v1/check`.
    #[pyo3(signature = (domain=None, *, license_number=None, now=None))]
    fn check_json<'py>(
        &self,
        py: Python<'py>,
        domain: Option<&str>,
        license_number: Option<&str>,
        now: Option<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let query = query(domain, license_number)?;
        let result = check::check(&self.catalogue, &query, instant(now)?);
        Ok(PyBytes::new(py, &json(&result)?))
    }

    /// Answers with the object of `POST /v1/check/batch`.
    #[pyo3(signature = (domains, *, now=None))]
    fn batch<'py>(
        &self,
        py: Python<'py>,
        domains: Vec<PyBackedStr>,
        now: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        loads(self.batch_json(py, domains, now)?)
    }

    /// Answers with the bytes of `POST /v1/check/batch`. Other threads run meanwhile.
    #[pyo3(signature = (domains, *, now=None))]
    fn batch_json<'py>(
        &self,
        py: Python<'py>,
        domains: Vec<PyBackedStr>,
        now: Option<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let now = instant(now)?;
        let answer = py.detach(|| {
            let domains = domains.iter().map(|domain| &**domain);
            json(&check::check_batch(&self.catalogue, domains, now))
        });
        Ok(PyBytes::new(py, &answer?))
    }
}

impl Catalogue {
    fn from_published(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Self> {
        let opened = py.detach(|| licence_core::Catalogue::from_published(bytes));
        Ok(Self { catalogue: opened.map_err(refused)? })
    }
}

fn query(domain: Option<&str>, license_number: Option<&str>) -> PyResult<CheckQuery> {
    match (domain, license_number) {
        (Some(domain), None) => request::domain(domain).map_err(invalid_question),
        (None, Some(number)) => request::licence_number(number).map_err(invalid_question),
        (None, None) | (Some(_), Some(_)) => {
            Err(PyTypeError::new_err("a question is either a domain or a license_number"))
        }
    }
}

/// Returns the instant of `time.time()`, or that of the system's clock.
fn instant(now: Option<f64>) -> PyResult<Timestamp> {
    let now = match now {
        Some(seconds) => seconds,
        None => {
            let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
            since_1970.map_or(f64::NAN, |since_1970| since_1970.as_secs_f64())
        }
    };
    let millis = (now * 1000.0).round();
    // A number that is too large for milliseconds is cut to the last one, which is out of range.
    let instant = millis.is_finite().then(|| Timestamp::from_epoch_millis(millis as i64));
    instant.flatten().ok_or_else(|| {
        PyValueError::new_err(format!(
            "now: {now} seconds since 1970 is outside the years 0 to 9999"
        ))
    })
}

fn json(answer: &impl Serialize) -> PyResult<Vec<u8>> {
    serde_json::to_vec(answer).map_err(internal)
}

fn loads(answer: Bound<'_, PyBytes>) -> PyResult<Bound<'_, PyAny>> {
    answer.py().import("json")?.getattr("loads")?.call1((answer,))
}

/// Checks against a catalogue file: no database, no network, no service.
#[pymodule]
fn licence_catalogue(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<Catalogue>()?;
    module.add("CatalogueRefused", py.get_type::<errors::CatalogueRefused>())?;
    module.add("OtherRules", py.get_type::<errors::OtherRules>())?;
    module.add("InvalidQuestion", py.get_type::<errors::InvalidQuestion>())
}
