use super::*;

fn table(text: &str) -> TableFile {
    TableFile::parse(text.as_bytes()).unwrap()
}

#[test]
fn a_column_is_found_by_name_or_number() {
    let named = table("id,Website \n1,bet.example\n");
    let bare = table("1,https://bet.example/\n2,x.example\n");
    let years = table("2,2025\n1,x.example\n");
    for (table, wanted, index, has_header) in [
        (&named, "website", 1, true),
        (&named, "2", 1, true),
        (&bare, "2", 1, false),
        (&bare, "1", 0, false),
        (&years, "2", 1, false),
        (&years, "2025", 1, true),
    ] {
        let found = table.column(wanted).unwrap();
        assert_eq!(found, DomainColumn { index, has_header }, "{wanted}");
    }
    for wanted in ["0", "3", "url", ""] {
        let error = named.column(wanted).unwrap_err().to_string();
        assert!(error.contains("its 2 columns are \"id\", \"Website \""), "{error}");
    }
    assert!(table("").column("1").is_err());
    let twice = table("Site,id,SITE\n").column("site").unwrap_err().to_string();
    assert!(twice.contains("2 columns \"site\"; give the number of one: 1, 3"), "{twice}");
}

#[test]
fn added_columns_stand_below_each_other_and_keep_other_names() {
    let mut table = table("a,verdict\n1\n2,3\n");
    let column = DomainColumn { index: 0, has_header: true };
    table.append(&["verdict"], column, vec![vec!["x".into()], vec!["=y".into()]]);
    let mut out = Vec::new();
    table.write(table.form, 1, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text, "a,verdict,verdict 2\r\n1,,x\r\n2,3,'=y\r\n");
}

#[test]
fn a_small_file_of_uneven_rows_is_refused_before_it_is_filled() {
    let uneven = |columns: usize, rows: usize| {
        table(&format!("x.example{}{}", ",".repeat(columns), "\na.example".repeat(rows)))
    };
    for (columns, rows, has_room) in [(5_000, 10_000, true), (5_000, 10_001, false)] {
        let table = uneven(columns, rows);
        assert_eq!(table.require_room(table.form).is_ok(), has_room, "{columns} {rows}");
    }
}
