//! The exceptions.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;

use licence_core::catalogue::OpenError;
use licence_core::records::PublishedError;
use licence_core::request::RequestError;
use pyo3::exceptions::{PyException, PyOSError, PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    licence_catalogue,
    CatalogueRefused,
    PyException,
    "The bytes are neither a whole catalogue that this release reads nor records."
);
create_exception!(
    licence_catalogue,
    OtherRules,
    CatalogueRefused,
    "The catalogue was built under other rules: build it again from its records."
);
create_exception!(
    licence_catalogue,
    InvalidQuestion,
    PyValueError,
    "The text is no bare hostname, or no licence number."
);

pub(crate) fn refused(error: PublishedError) -> PyErr {
    match &error {
        PublishedError::Catalogue(OpenError::OtherRules { .. }) => {
            OtherRules::new_err(error.to_string())
        }
        _ => CatalogueRefused::new_err(error.to_string()),
    }
}

pub(crate) fn invalid_question(error: RequestError) -> PyErr {
    InvalidQuestion::new_err(error.to_string())
}

/// Python makes a `FileNotFoundError` or another `OSError` of the number.
pub(crate) fn unreadable(error: io::Error, path: PathBuf) -> PyErr {
    PyOSError::new_err((error.raw_os_error(), error.to_string(), path))
}

pub(crate) fn internal(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
