use proptest::prelude::*;

use super::*;
use crate::jurisdiction::JurisdictionCode;
use crate::register::Accepted;

const COLUMNS: Columns<3> = Columns { names: ["Number", "Name", "End"], required: 2 };

fn read(text: &str) -> Result<Vec<[String; 3]>, String> {
    let file = SourceFile { name: "f.csv".into(), bytes: text.into() };
    let accepted = Accepted::default();
    let survey = Survey::new(JurisdictionCode::Ukgc, &accepted);
    CsvTable::open(&file)
        .and_then(|table| table.rows(&survey, &COLUMNS, |cells, _| Ok(cells.map(str::to_owned))))
        .map_err(|error| error.to_string())
}

#[test]
fn rows_are_read_whatever_their_dress() {
    for text in [
        "Number,Name,End\n1,A,x\n2,B,\n",
        "\u{feff}\"Number\",\"Name\",\"End\"\r\n\"1\",\"A\",\"x\"\r\n\"2\",\"B\"\r\n\r\n",
        "\n number , NAME,\u{a0}End\r1,A,x\r\r2,B,\r",
        "Number,Name,End\n\n1,A,x\n , \n2,B,,,",
        "End,Extra,Name,Number\nx,?,A,1\n,,B,2",
    ] {
        let rows = read(text).unwrap();
        assert_eq!(rows, [["1", "A", "x"], ["2", "B", ""]], "{text:?}");
    }
    assert_eq!(read("Number,Name,End\n1,\"A \"\"B\"\", C\"").unwrap()[0][1], "A \"B\", C");
    assert_eq!(read("Number,Name,End\n1,\"A,\nB\"").unwrap()[0][1], "A,\nB");
    assert_eq!(read("Number,Name,End\n1,12\" rule\n").unwrap()[0][1], "12\" rule");
    assert_eq!(read("Number,Name,End").unwrap(), [[""; 3]; 0]);
}

#[test]
fn faults_name_the_line() {
    let fields =
        |found| format!("the row has {found} fields; the table needs 2 and its header has 3");
    let too_long = format!("Number,Name,End\n1,{}", "a".repeat(MAX_LINE_BYTES));
    for (text, message) in [
        ("", "f.csv: the file is empty"),
        (
            "Number,End\n1,x",
            "f.csv, line 1: the column \"Name\" is missing; the header is \"Number,End\"",
        ),
        ("Name,Number, NAME,End\nA,1,B,x", "f.csv, line 1: the column \"Name\" appears twice"),
        (
            "\n\nNumber,Name,End\r\n\r\n1,A,x\r\n\r\n\r\n2\r\n",
            &format!("f.csv, line 8: {}", fields(1)),
        ),
        ("Number,Name,End\n1,A,x\n2,B, Limited,x", &format!("f.csv, line 3: {}", fields(4))),
        (
            "Number,Name,End\n1,\"A\n2,\"B\"\n",
            "f.csv, line 2: a value opens with a quote that is not closed on its line",
        ),
        (
            "Number,Name,End\n1,\"A,x\n2,\"B\",x\n",
            "f.csv, line 2: a value opens with a quote that is not closed on its line",
        ),
        (
            "Number,Name,End\n1,A\n2,\"B\n3,C\n",
            "f.csv, line 3: the file ends inside a quoted value; it looks cut off",
        ),
        ("\"Number,Name\n", "f.csv, line 1: the file ends inside a quoted value; it looks cut off"),
        ("Number,Name,End\n1,A\0", "f.csv, line 2: a NUL character at byte 4"),
        (&too_long, "f.csv, line 2: the line is longer than 1048576 bytes"),
    ] {
        let shown = text.chars().take(60).collect::<String>();
        assert_eq!(read(text).unwrap_err(), message, "{shown:?}");
    }
}

#[test]
fn a_row_like_our_own_end_of_file_does_not_end_the_file() {
    let text = format!("Number,Name,End\n1,A\n{END_ROW}\n2,B");
    assert!(read(&text).unwrap_err().starts_with("f.csv, line 3: the row has 1 fields"));
}

proptest! {
    #[test]
    fn nothing_panics(text in "[\"\\n\\r,ab \u{1}\u{feff}]{0,40}") {
        let _ = read(&text);
        let _ = read(&format!("Number,Name,End\n{text}"));
    }

    #[test]
    fn quoted_values_come_back(names in prop::collection::vec("[\"\\n\\r,ab\u{1}é]{1,8}", 1..5)) {
        let is_plain = |name: &String| !(name.contains('\n') && name.contains('"'));
        let names: Vec<_> = names.into_iter().filter(is_plain).collect();
        let row = |name: &String| format!("1,\"{}\"\n", name.replace('"', "\"\""));
        let text = format!("Number,Name,End\n{}", names.iter().map(row).collect::<String>());
        let read = read(&text).unwrap();
        prop_assert_eq!(read.iter().map(|row| &row[1]).collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
    }
}
