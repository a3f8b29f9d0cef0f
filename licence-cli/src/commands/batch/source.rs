//! What answers a batch: one state of the registers, or a server.

use std::io;
use std::path::Path;

use licence_core::catalogue::Catalogue;
use licence_core::check::BatchRow;
use licence_core::hex::sha256_hex;
use licence_store::Checker;

use super::line::Line;
use super::remote::{LINE_BYTES, RequestSize, require_all};
use super::resume::Answer;
use crate::batch_run::Rows;
use crate::clock::now;
use crate::commands::catalogue;
use crate::config::Settings;
use crate::exit::Failure;
use crate::service::Service;

/// The columns that a table gets.
pub(super) const COLUMNS: [&str; 7] =
    ["verdict", "operator", "licence", "status", "source", "observed", "sentence"];

/// What answers the rows.
pub(super) enum Source {
    /// One state of the registers in memory, and the file or the database that it is of.
    Catalogue { checker: Checker, file: Option<Box<Catalogue>>, database: Option<Service> },
    /// A server.
    Server(Service),
}

impl Source {
    /// Opens a catalogue file, else the database or the server of the settings.
    pub(super) fn open(settings: &Settings, file: Option<&Path>) -> Result<Self, Failure> {
        if let Some(file) = file {
            let catalogue = catalogue::open(file)?;
            let (checker, file) = (catalogue.clone().into(), Some(Box::new(catalogue)));
            return Ok(Self::Catalogue { checker, file, database: None });
        }
        let service = settings.block_on(settings.lookup_service())?;
        let Service::Local(local) = &service else { return Ok(Self::Server(service)) };
        let checker = settings.block_on(local.store.checker())?;
        Ok(Self::Catalogue { checker, file: None, database: Some(service) })
    }

    /// Returns the name of the state of the registers, if all rows are answered from one.
    pub(super) fn state(&self) -> Option<String> {
        match self {
            Self::Catalogue { file: Some(file), .. } => Some(sha256_hex(file.as_bytes())),
            Self::Catalogue { checker, .. } => Some(checker.state_name().to_owned()),
            Self::Server(_) => None,
        }
    }

    /// Returns the answers to lines that one request takes.
    pub(super) fn check(
        &self,
        settings: &Settings,
        lines: &[Line<'_>],
    ) -> Result<Vec<Answer>, Failure> {
        let asked: Vec<&str> =
            lines.iter().map(asked_host).filter(|host| !host.is_empty()).collect();
        let now = now()?;
        let rows = match self {
            Self::Catalogue { checker, .. } => {
                asked.iter().map(|host| checker.check_row(host, now)).collect()
            }
            Self::Server(_) if asked.is_empty() => Vec::new(),
            Self::Server(service) => {
                let body = settings.block_on(service.check_batch(&asked, now))?;
                let rows: Rows = serde_json::from_slice(&body)?;
                require_all(asked.len(), rows.results.len())?;
                rows.results
            }
        };
        let mut rows = rows.iter();
        let answers = lines.iter().map(|line| match asked_host(line).is_empty() {
            true => vec![String::new(); COLUMNS.len()],
            false => rows.next().map_or_else(Vec::new, |row| answer(row, line)),
        });
        Ok(answers.collect())
    }

    pub(super) async fn finish(self) {
        match self {
            Self::Catalogue { database: None, .. } => {}
            Self::Catalogue { database: Some(service), .. } | Self::Server(service) => {
                service.finish().await;
            }
        }
    }
}

/// Returns how many of the lines one request to a server takes.
pub(super) fn chunk_len(lines: &[Line<'_>]) -> io::Result<usize> {
    let mut size = RequestSize::default();
    for line in lines {
        if !size.has_room() {
            break;
        }
        size.add(asked_host(line))?;
    }
    Ok(size.domains)
}

/// Returns as much of the host of a line as a request has of it.
fn asked_host<'l>(line: &'l Line<'_>) -> &'l str {
    let host = line.host().trim();
    &host[..host.floor_char_boundary(LINE_BYTES)]
}

/// Returns the cells of a row. The sentence says so if the host was read out of an address.
fn answer(row: &BatchRow, line: &Line<'_>) -> Answer {
    let matched = row.matched.as_ref();
    let sentence = match &row.verdict_detail {
        Some(detail) => line.sentence(detail),
        None => row.refusal().unwrap_or_default(),
    };
    let or_empty = |value: Option<String>| value.unwrap_or_default();
    vec![
        row.verdict_or_error().to_owned(),
        or_empty(matched.map(|it| it.operator.clone())),
        or_empty(matched.and_then(|it| it.license_number.clone())),
        or_empty(matched.and_then(|it| it.status).map(|status| status.to_string())),
        or_empty(matched.and_then(|it| it.status_source_url.clone())),
        or_empty(matched.and_then(|it| it.status_observed_at).map(|at| at.to_string())),
        sentence,
    ]
}
