use std::borrow::Cow;

use proptest::prelude::*;

use super::*;

fn written(format: ExportFormat, cells: &[Cell<'_>]) -> String {
    let mut out = Vec::new();
    RowWriter::new(Dataset::Licences, format).row(&mut out, cells);
    String::from_utf8(out).unwrap()
}

fn csv_cell(cell: Cell<'_>) -> String {
    written(ExportFormat::Csv, &[cell]).strip_suffix("\r\n").unwrap().to_owned()
}

#[test]
fn every_kind_of_cell_in_csv() {
    let instant: Timestamp = "2026-11-01T06:00:00.999Z".parse().unwrap();
    let (one, two) = ([Cow::from("B2C")], [Cow::from("=B2C"), Cow::from("a|b")]);
    for (cell, text) in [
        (Cell::Null, ""),
        (Cell::Text(""), r#""""#),
        (Cell::Text("plain text"), "plain text"),
        (Cell::Text("a,b"), r#""a,b""#),
        (Cell::Text(r#"a "b""#), r#""a ""b""""#),
        (Cell::Text("a\rb"), "\"a\rb\""),
        (Cell::Text("a\nb"), "\"a\nb\""),
        (Cell::Text("Kahnawà:ke \u{1f0a1}"), "Kahnawà:ke \u{1f0a1}"),
        (Cell::Text("=1+1"), "'=1+1"),
        (Cell::Text("+44"), "'+44"),
        (Cell::Text("-"), "'-"),
        (Cell::Text("@me"), "'@me"),
        (Cell::Text("=a,\"b\""), r#""'=a,""b""""#),
        (Cell::Text(" =1"), " =1"),
        (Cell::Text("\t=1"), "'\t=1"),
        (Cell::Text("\r=1"), "\"'\r=1\""),
        (Cell::Text("\n=1"), "\"\n=1\""),
        (Cell::Text("'=1"), "'=1"),
        (Cell::Date("2026-11-01"), "2026-11-01"),
        (Cell::Timestamp(instant), "2026-11-01T06:00:00.999Z"),
        (Cell::Boolean(true), "true"),
        (Cell::Number(12), "12"),
        (Cell::List(&[]), r#""""#),
        (Cell::List(&one), "B2C"),
        (Cell::List(&two), "'=B2C|a|b"),
        (Cell::Object("{}"), "{}"),
        (Cell::Object(r#"{"UKGC":"1"}"#), r#""{""UKGC"":""1""}""#),
    ] {
        assert_eq!(csv_cell(cell), text, "{cell:?}");
    }
}

#[test]
fn every_kind_of_cell_in_json() {
    let instant: Timestamp = "2026-11-01T06:00:00.999Z".parse().unwrap();
    let list = [Cow::from("=B2C"), Cow::from("\"")];
    for (cell, text) in [
        (Cell::Null, "null"),
        (Cell::Text(""), r#""""#),
        (Cell::Text("=\"\r\n"), r#""=\"\r\n""#),
        (Cell::Date("2026-11-01"), r#""2026-11-01""#),
        (Cell::Timestamp(instant), r#""2026-11-01T06:00:00.999Z""#),
        (Cell::Boolean(false), "false"),
        (Cell::Number(12), "12"),
        (Cell::List(&[]), "[]"),
        (Cell::List(&list), r#"["=B2C","\""]"#),
        (Cell::Object(r#"{"UKGC":"1"}"#), r#"{"UKGC":"1"}"#),
    ] {
        let line = format!("{{\"license_id\":{text}}}\n");
        assert_eq!(written(ExportFormat::Json, &[cell]), line, "{cell:?}");
    }
}

#[test]
fn the_first_line_says_what_the_file_is() {
    let filter = ExportFilter::default().and_jurisdictions("ukgc").unwrap();
    let meta = ExportMeta {
        dataset: Dataset::Operators,
        generated_at: "2026-11-01T07:00:00Z".parse().unwrap(),
        read_at: None,
        row_count: 3,
        filters: &filter,
        columns: columns(Dataset::Operators),
    };
    let first_line = |format| {
        let mut out = Vec::new();
        RowWriter::new(Dataset::Operators, format).first_line(&mut out, &meta);
        String::from_utf8(out).unwrap()
    };
    let names = columns(Dataset::Operators);
    assert_eq!(first_line(ExportFormat::Csv), format!("{}\r\n", names.join(",")));
    let quoted = names.join("\",\"");
    assert_eq!(
        first_line(ExportFormat::Json),
        format!(
            "{{\"_meta\":{{\"dataset\":\"operators\",\"generated_at\":\"2026-11-01T07:00:00.000Z\",\
             \"read_at\":null,\"row_count\":3,\"filters\":{{\"jurisdiction\":[\"UKGC\"],\
             \"status\":null}},\"columns\":[\"{quoted}\"]}}}}\n"
        )
    );
}

/// What a text becomes in a cell: the guard is all that is added.
fn guarded(text: &str) -> String {
    let starts = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if starts { format!("'{text}") } else { text.to_owned() }
}

proptest! {
    #[test]
    fn every_csv_row_reads_back(texts in prop::collection::vec("[=+@,|'\"\r\n\t a-\u{e9}-]{0,8}", 1..6)) {
        let cells: Vec<Cell> = texts.iter().map(|text| Cell::Text(text)).collect();
        let line = written(ExportFormat::Csv, &cells);
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
        let rows: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        prop_assert_eq!(rows.len(), 1);
        let expected: Vec<String> = texts.iter().map(|text| guarded(text)).collect();
        prop_assert_eq!(rows[0].iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_json_row_reads_back(text in "\\PC{0,20}|[\"\\\\\r\n\u{0}]{0,5}") {
        let line = written(ExportFormat::Json, &[Cell::Text(&text)]);
        prop_assert_eq!(line.matches('\n').count(), 1);
        let row: serde_json::Value = serde_json::from_str(&line).unwrap();
        prop_assert_eq!(row["license_id"].as_str(), Some(text.as_str()));
    }
}
