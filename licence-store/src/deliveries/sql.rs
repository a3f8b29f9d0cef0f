//! The few statements that no query builder of ours can say, for both databases.

use std::collections::BTreeMap;
use std::fmt::Write;

use sea_orm::sea_query::Value;
use sea_orm::{DbBackend, Statement};

/// A statement in the making, with the values of its parameters.
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

    /// What only PostgreSQL needs: SQLite has one writer, and looks up what it is to write.
    /// PostgreSQL, which does not know how many rows a list has, might read a whole table for it.
    pub(super) fn push_for_postgres(self, text: &str) -> Self {
        match self.backend {
            DbBackend::Postgres => self.push(text),
            _ => self,
        }
    }

    /// What only SQLite knows.
    pub(super) fn push_for_sqlite(self, text: &str) -> Self {
        match self.backend {
            DbBackend::Sqlite => self.push(text),
            _ => self,
        }
    }

    /// A table of the columns `key` and `value`: one parameter, and one statement however many
    /// rows there are. PostgreSQL has the values as texts.
    pub(super) fn members(self, members: &BTreeMap<String, i64>) -> Self {
        // Texts and numbers can be written.
        let members = serde_json::to_string(members).unwrap_or_default();
        match self.backend {
            DbBackend::Postgres => {
                self.push("json_each_text(cast(").bind(members).push(" as json))")
            }
            _ => self.push("json_each(").bind(members).push(")"),
        }
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

    /// `(?, ?), (?, ?)`, in as few sizes as powers of two: a statement of a new size is parsed and
    /// planned anew. The rows that fill it up are copies of the last one.
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
    fn members_are_one_parameter() {
        let members = [("a".to_owned(), 1), ("b".to_owned(), 2)].into();
        let sql = |backend| Sql::new(backend).members(&members).statement();
        let sqlite = sql(DbBackend::Sqlite);
        assert_eq!(sqlite.sql, "json_each(?)");
        assert_eq!(sqlite.values.unwrap().0, [r#"{"a":1,"b":2}"#.into()]);
        assert_eq!(sql(DbBackend::Postgres).sql, "json_each_text(cast($1 as json))");
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
