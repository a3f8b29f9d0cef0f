//! A builder for the few statements that SeaORM's builder cannot express, for both databases.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use sea_orm::sea_query::Value;
use sea_orm::{DbBackend, Statement};
use serde::Serialize;

/// A statement under construction, with the values of its parameters.
pub(super) struct Sql {
    backend: DbBackend,
    text: String,
    values: Vec<Value>,
}

impl Sql {
    pub(super) fn new(backend: DbBackend) -> Self {
        Self { backend, text: String::new(), values: Vec::new() }
    }

    pub(super) fn push(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// Appends `update`, for a transaction that rolls back on failure, so that SQLite keeps no old
    /// pages. If the statement calls a function, SQLite keeps them in a file all the same.
    pub(super) fn update(self) -> Self {
        match self.backend {
            DbBackend::Sqlite => self.push("update or fail "),
            _ => self.push("update "),
        }
    }

    /// Appends a PostgreSQL array of texts, as one parameter.
    pub(super) fn texts(self, texts: &impl Serialize) -> Self {
        self.push("array(select json_array_elements_text(cast(")
            .bind_json(texts)
            .push(" as json)))")
    }

    /// Appends the condition that a text is one of these, as one parameter.
    pub(super) fn in_list(self, texts: &impl Serialize) -> Self {
        match self.backend {
            DbBackend::Postgres => self.push("= any(").texts(texts).push(")"),
            _ => self.push("in (select value from json_each(").bind_json(texts).push("))"),
        }
    }

    /// Appends values as one parameter.
    pub(super) fn bind_json(self, values: &impl Serialize) -> Self {
        // Texts and numbers can be written.
        self.bind(serde_json::to_string(values).unwrap_or_default())
    }

    pub(super) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        // Writing to a String cannot fail.
        let _ = match self.backend {
            DbBackend::Postgres => write!(self.text, "${}", self.values.len()),
            _ => write!(self.text, "?"),
        };
        self
    }

    /// Appends `(?, ?), (?, ?)`.
    pub(super) fn rows<const N: usize>(mut self, rows: &[[Value; N]]) -> Self {
        for (index, row) in rows.iter().enumerate() {
            self = self.push(if index == 0 { "(" } else { ", (" });
            for (column, value) in row.iter().enumerate() {
                self = self.push(if column == 0 { "" } else { ", " }).bind(value.clone());
            }
            self = self.push(")");
        }
        self
    }

    pub(super) fn statement(self) -> Statement {
        Statement::from_sql_and_values(self.backend, self.text, self.values)
    }
}
