use super::*;

fn written(table: &Table) -> String {
    let rows = table.rows.len();
    let written = table.with_columns(&["verdict"], (0..rows).map(|_| vec!["=x".to_owned()]));
    String::from_utf8(written.into_inner().unwrap()).unwrap()
}

#[test]
fn the_domains_are_in_the_column_of_their_name_or_the_first() {
    for (text, domains, back) in [
        (
            "id,Domain\r\n=1,a.example\r\n2,\"b.example\"\r\n",
            &["a.example", "b.example"][..],
            "id,Domain,verdict\r\n'=1,a.example,'=x\r\n2,b.example,'=x\r\n",
        ),
        (
            "\u{feff}domain;note\na.example;x,y\n",
            &["a.example"],
            "domain;note;verdict\r\na.example;x,y;'=x\r\n",
        ),
        ("a.example\nb.example", &["a.example", "b.example"], "a.example,'=x\r\nb.example,'=x\r\n"),
        (
            "domain\n+1\n@x\n-y\n",
            &["+1", "@x", "-y"],
            "domain,verdict\r\n'+1,'=x\r\n'@x,'=x\r\n'-y,'=x\r\n",
        ),
        (
            "Website,Customer\na.example,x\n",
            &["a.example"],
            "Website,Customer,verdict\r\na.example,x,'=x\r\n",
        ),
        ("x\tdomain\n1\n", &[""], "x\tdomain\tverdict\r\n1\t\t'=x\r\n"),
        (
            "domain,Verdict\na.example,old\n",
            &["a.example"],
            "domain,Verdict,verdict 2\r\na.example,old,'=x\r\n",
        ),
        ("", &[], ""),
    ] {
        let table = Table::parse(text.as_bytes()).unwrap();
        assert_eq!(table.domains().collect::<Vec<_>>(), domains, "{text}");
        assert_eq!(written(&table), back);
    }
    assert!(Table::parse(&[0xff, 0xfe]).is_err());
    let refused = Table::parse(b"domain,id,Domain\na.example,1,b.example\n").unwrap_err();
    assert_eq!(refused, "The file has 2 columns domain; leave one of them.");
}

#[test]
fn pasted_lines_are_a_table_of_one_column() {
    let table = Table::from_lines(" a.example \r\n\nb.example\n");
    assert_eq!(written(&table), "domain,verdict\r\na.example,'=x\r\nb.example,'=x\r\n");
}

#[test]
fn a_cell_is_quoted_and_runs_as_no_formula() {
    for (text, expected) in [
        ("plain", "plain\r\n"),
        ("a, b", "\"a, b\"\r\n"),
        ("say \"x\"", "\"say \"\"x\"\"\"\r\n"),
        ("=1+1", "'=1+1\r\n"),
        ("=1,\"2\"", "\"'=1,\"\"2\"\"\"\r\n"),
    ] {
        let mut writer = writer(b',');
        writer.write_record([guard_formula(text)]).unwrap();
        assert_eq!(String::from_utf8(writer.into_inner().unwrap()).unwrap(), expected);
    }
}
