//! Columns of values as PostgreSQL writes arrays: `{"a","b",NULL}`.

use std::fmt::Write;

use sea_orm::sea_query::Value;

/// Returns a table whose columns are arrays of the types of these values, each a parameter; `None` if
/// one is of another type than text, integer or boolean.
///
/// `unnest($1::text[], $2::bigint[])`
pub(super) fn unnest(values: impl Iterator<Item = Value>) -> Option<String> {
    let array = |(number, value)| Some(format!("${number}::{}[]", type_of(&value)?));
    let arrays: Vec<String> = (1..).zip(values).map(array).collect::<Option<_>>()?;
    Some(format!("unnest({})", arrays.join(", ")))
}

const fn type_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::String(_) => Some("text"),
        Value::BigInt(_) => Some("bigint"),
        Value::Int(_) => Some("integer"),
        Value::Bool(_) => Some("boolean"),
        _ => None,
    }
}

/// Returns an array for each column of rows of values whose types [`unnest`] takes.
pub(super) fn column_arrays(values: &[Value], columns: usize) -> Vec<Value> {
    let column = |number| values.iter().skip(number).step_by(columns);
    (0..columns).map(|number| array(column(number)).into()).collect()
}

fn array<'v>(values: impl Iterator<Item = &'v Value>) -> String {
    let mut array = "{".to_owned();
    for value in values {
        if array.len() > 1 {
            array.push(',');
        }
        push_value(&mut array, value);
    }
    array.push('}');
    array
}

fn push_value(array: &mut String, value: &Value) {
    // Writing to a String cannot fail.
    let _ = match value {
        Value::String(Some(text)) => return push_text(array, text),
        Value::BigInt(Some(number)) => write!(array, "{number}"),
        Value::Int(Some(number)) => write!(array, "{number}"),
        Value::Bool(Some(truth)) => write!(array, "{truth}"),
        // The values of a column have one type, so that only those without a value are left.
        _ => write!(array, "NULL"),
    };
}

fn push_text(array: &mut String, text: &str) {
    array.push('"');
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            array.push('\\');
        }
        array.push(character);
    }
    array.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_an_array_of_its_values() {
        let row = |text: Option<&str>, number: Option<i64>, truth: bool| {
            [text.map(ToOwned::to_owned).into(), number.into(), truth.into()]
        };
        let rows = [
            row(Some("a"), Some(-1), true),
            row(None, None, false),
            row(Some(r#"{"b", \c} NULL"#), Some(i64::MAX), true),
            row(Some(""), Some(0), true),
            row(Some("NULL"), Some(0), true),
        ];
        let types = unnest(rows[1].iter().cloned());
        assert_eq!(types.as_deref(), Some("unnest($1::text[], $2::bigint[], $3::boolean[])"));
        let expected = [
            r#"{"a",NULL,"{\"b\", \\c} NULL","","NULL"}"#,
            "{-1,NULL,9223372036854775807,0,0}",
            "{true,false,true,true,true}",
        ];
        assert_eq!(column_arrays(rows.as_flattened(), 3), expected.map(Value::from));
        assert_eq!(unnest([Value::from(vec![0_u8])].into_iter()), None);
    }
}
