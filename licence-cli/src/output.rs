//! What is printed: data to standard output, nothing else.

pub(crate) mod catalogue;
pub(crate) mod cell;
pub(crate) mod color;
mod csv;
mod field;
pub(crate) mod layout;
pub(crate) mod licences;
pub(crate) mod member;
pub(crate) mod operators;
pub(crate) mod registers;
pub(crate) mod report;
pub(crate) mod style;
pub(crate) mod verdict;
pub(crate) mod watchlist;
pub(crate) mod webhooks;

use std::fmt::Display;
use std::io::{self, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub(crate) use field::set_field;

use crate::args::{ListForm, OneForm};
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::raw_object::RawObject;

/// Prints an answer as the REST API would send it and a newline, or the part that `--field` selects.
pub(crate) fn json(answer: &impl Serialize) -> Result<Exit, Failure> {
    value(true, answer, |_| String::new())
}

pub(crate) fn write_all(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("standard output: {error}"));
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(named)
}

/// Prints a text or a body, and ends the command.
pub(crate) fn done(bytes: &[u8]) -> Result<Exit, Failure> {
    write_all(bytes)?;
    Ok(Exit::Done)
}

/// Takes a reader of the output that has gone (`| head`) for one who has read it, because the exit code
/// is an answer too.
pub(crate) fn answered(printed: Result<Exit, Failure>) -> Result<(), Failure> {
    match printed {
        Err(failure) if !failure.is_closed_pipe() => Err(failure),
        _ => Ok(()),
    }
}

/// Prints a body as it is, and a newline.
fn body(body: &[u8]) -> Result<Exit, Failure> {
    done(&[body, b"\n"].concat())
}

/// Prints a value as JSON or as a table; a quiet command prints no table.
pub(crate) fn value<T: Serialize>(
    is_json: bool,
    value: &T,
    table: impl Fn(&T) -> String,
) -> Result<Exit, Failure> {
    let answer = serde_json::to_vec(value).map_err(io::Error::from)?;
    print(is_json, &answer, || Ok(table(value)))
}

/// Prints the part of an answer that `--field` selects, else the answer as JSON or as a text for
/// people; a quiet command prints no text.
fn print(
    is_json: bool,
    answer: &[u8],
    text: impl FnOnce() -> Result<String, Failure>,
) -> Result<Exit, Failure> {
    if let Some(lines) = field::selected(answer)? {
        return done(lines.as_bytes());
    }
    match (is_json, notes::is_quiet()) {
        (true, _) => body(answer),
        (false, true) => Ok(Exit::Done),
        (false, false) => done(text()?.as_bytes()),
    }
}

/// Prints a sentence for people; a quiet command prints none.
pub(crate) fn sentence(sentence: impl Display) -> Result<Exit, Failure> {
    match notes::is_quiet() {
        true => Ok(Exit::Done),
        false => done(format!("{sentence}\n").as_bytes()),
    }
}

/// Prints the part of an answer that `--field` selects, else its rows as CSV.
pub(crate) fn csv_rows(answer: &[u8], rows: &[Box<RawValue>]) -> Result<Exit, Failure> {
    match field::selected(answer)? {
        Some(lines) => done(lines.as_bytes()),
        None => done(&csv::from_rows(rows)?),
    }
}

/// Prints a secret that is shown this once, where nothing else is asked for.
pub(crate) fn secret(secret: &str) -> Result<Exit, Failure> {
    done(format!("{secret}\n").as_bytes())
}

/// Prints an answer whose secret is shown this once in the form asked for; quietly the secret.
pub(crate) fn with_secret<T: DeserializeOwned>(
    form: OneForm,
    answer: &[u8],
    table: impl Fn(&T) -> String,
) -> Result<Exit, Failure> {
    #[derive(Deserialize)]
    struct Secret {
        #[serde(alias = "new_secret")]
        secret: String,
    }
    let printed = match !notes::is_quiet() || form.json || field::selected(answer)?.is_some() {
        true => print_answer(form, answer, table),
        false => secret(&serde_json::from_slice::<Secret>(answer)?.secret),
    };
    if printed.is_err() {
        notes::print("its secret is lost: `licence webhooks rotate ID` makes another");
    }
    printed
}

/// Prints one answer in the form asked for.
pub(crate) fn print_answer<T: DeserializeOwned>(
    form: OneForm,
    answer: &[u8],
    table: impl Fn(&T) -> String,
) -> Result<Exit, Failure> {
    print(form.json, answer, || Ok(table(&serde_json::from_slice(answer)?)))
}

/// Prints a list, its rows in the member of this name, in the form asked for.
pub(crate) fn list<T: DeserializeOwned>(
    form: ListForm,
    answer: &[u8],
    member: &str,
    table: impl Fn(&T) -> String,
) -> Result<Exit, Failure> {
    if !form.ndjson && !form.csv {
        return print_answer(OneForm { json: form.json }, answer, table);
    }
    let rows = RawObject::parse(answer)?.rows(member)?;
    if form.csv {
        return csv_rows(answer, &rows);
    }
    if let Some(lines) = field::selected(answer)? {
        return done(lines.as_bytes());
    }
    let mut lines = Vec::new();
    for row in rows {
        lines.extend_from_slice(row.get().as_bytes());
        lines.push(b'\n');
    }
    done(&lines)
}
