//! A builder for the few statements that SeaORM's builder cannot express, for both databases.

use std::collections::BTreeMap;
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

    /// Appends text on PostgreSQL only: SQLite has one writer and needs no locks.
    pub(super) fn push_for_postgres(self, text: &str) -> Self {
        match self.backend {
            DbBackend::Postgres => self.push(text),
            _ => self,
        }
    }

    /// Appends `update`, for a transaction that rolls back on failure, so that SQLite keeps no old
    /// pages. If the statement calls a function, SQLite keeps them in a file all the same.
    pub(super) fn update(self) -> Self {
        match self.backend {
            DbBackend::Sqlite => self.push("update or fail "),
            _ => self.push("update "),
        }
    }

    /// Appends a PostgreSQL table with the text columns `key` and `value`, as one parameter.
    pub(super) fn members(self, members: &BTreeMap<String, i64>) -> Self {
        // Texts and numbers can be written.
        let members = serde_json::to_string(members).unwrap_or_default();
        self.push("json_each_text(cast(").bind(members).push(" as json))")
    }

    /// Appends a PostgreSQL array of texts, as one parameter.
    pub(super) fn texts(self, texts: &impl Serialize) -> Self {
        // Texts can be written.
        let texts = serde_json::to_string(texts).unwrap_or_default();
        self.push("array(select json_array_elements_text(cast(").bind(texts).push(" as json)))")
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

    /// Appends `(?, ?), (?, ?)`, padded to a power of two with copies of the last row, because the
    /// database parses and plans a statement of each new size.
    pub(super) fn rows<const N: usize>(mut self, rows: &[[Value; N]]) -> Self {
        let Some(last) = rows.last() else { return self };
        let filled =
            rows.iter().chain(std::iter::repeat(last)).take(rows.len().next_power_of_two());
        for (index, row) in filled.enumerate() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_texts_are_one_parameter() {
        let members = [("a".to_owned(), 1), ("b".to_owned(), 2)].into();
        let sql = Sql::new(DbBackend::Postgres).members(&members).statement();
        assert_eq!(sql.sql, "json_each_text(cast($1 as json))");
        assert_eq!(sql.values.unwrap().0, [r#"{"a":1,"b":2}"#.into()]);
        let sql = Sql::new(DbBackend::Postgres).texts(&["a", "b"]).statement();
        assert_eq!(sql.sql, "array(select json_array_elements_text(cast($1 as json)))");
        assert_eq!(sql.values.unwrap().0, [r#"["a","b"]"#.into()]);
    }

    #[test]
    fn an_update_that_fails_takes_its_transaction_with_it() {
        let sql = |backend| Sql::new(backend).update().push("t set a = 1").statement().sql;
        assert_eq!(sql(DbBackend::Sqlite), "update or fail t set a = 1");
        assert_eq!(sql(DbBackend::Postgres), "update t set a = 1");
    }

    #[test]
    fn rows_fill_up_to_a_power_of_two() {
        let rows = [["a".into(), 1.into()], ["b".into(), 2.into()], ["c".into(), 3.into()]];
        let sql = |backend| Sql::new(backend).push("values ").rows::<2>(&rows).statement();
        let sqlite = sql(DbBackend::Sqlite);
        assert_eq!(sqlite.sql, "values (?, ?), (?, ?), (?, ?), (?, ?)");
        assert_eq!(sqlite.values.unwrap().0[6..], ["c".into(), 3.into()]);
        assert_eq!(sql(DbBackend::Postgres).sql, "values ($1, $2), ($3, $4), ($5, $6), ($7, $8)");
        assert_eq!(Sql::new(DbBackend::Sqlite).rows::<2>(&[]).statement().sql, "");
    }
}
