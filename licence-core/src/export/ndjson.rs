//! JSON with one object on each line (specification 4.2).

use std::borrow::Cow;
use std::io::Write;

use super::Cell;

pub(super) fn row(out: &mut Vec<u8>, columns: &[&str], cells: &[Cell<'_>]) {
    out.push(b'{');
    for (position, (column, cell)) in columns.iter().zip(cells).enumerate() {
        out.extend_from_slice(if position > 0 { b",\"" } else { b"\"" });
        // The names are plain words.
        out.extend_from_slice(column.as_bytes());
        out.extend_from_slice(b"\":");
        write(out, *cell);
    }
    out.extend_from_slice(b"}\n");
}

fn write(out: &mut Vec<u8>, cell: Cell<'_>) {
    // Writing to memory cannot fail.
    let _ = match cell {
        Cell::Null => out.write_all(b"null"),
        Cell::Text(text) | Cell::Date(text) => return string(out, text),
        Cell::List(items) => return array(out, items),
        Cell::Object(json) => out.write_all(json.as_bytes()),
        Cell::Timestamp(instant) => write!(out, "\"{instant}\""),
        Cell::Boolean(value) => write!(out, "{value}"),
        Cell::Number(number) => write!(out, "{number}"),
    };
}

fn array(out: &mut Vec<u8>, items: &[Cow<'_, str>]) {
    out.push(b'[');
    for (position, item) in items.iter().enumerate() {
        if position > 0 {
            out.push(b',');
        }
        string(out, item);
    }
    out.push(b']');
}

fn string(out: &mut Vec<u8>, text: &str) {
    // A text always serialises, and writing to memory cannot fail.
    let _ = serde_json::to_writer(out, text);
}
