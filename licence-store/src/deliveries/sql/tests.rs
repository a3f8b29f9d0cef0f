//! The texts and parameters of statements.

use super::*;

#[test]
fn texts_are_one_parameter() {
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
fn rows_have_a_parameter_for_each_value() {
    let rows = [["a".into(), 1.into()], ["b".into(), 2.into()]];
    let sql = |backend| Sql::new(backend).push("values ").rows::<2>(&rows).statement();
    let sqlite = sql(DbBackend::Sqlite);
    assert_eq!(sqlite.sql, "values (?, ?), (?, ?)");
    assert_eq!(sqlite.values.unwrap().0[2..], ["b".into(), 2.into()]);
    assert_eq!(sql(DbBackend::Postgres).sql, "values ($1, $2), ($3, $4)");
}
