use super::*;

#[test]
fn the_file_holds_one_line_and_errors_never_show_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("address");
    let found = |content: Option<&str>| {
        match content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let environment = |name: &str| (name == "A_FILE").then(|| path.clone().into_os_string());
        value_from_file("A", environment).map_err(|error| error.to_string())
    };
    for content in
        ["postgres://u:hush@h/d", "postgres://u:hush@h/d\r\n", "\n postgres://u:hush@h/d "]
    {
        assert_eq!(found(Some(content)), Ok(Some("postgres://u:hush@h/d".to_owned())));
    }
    for (content, why) in [
        (Some(""), "is empty"),
        (Some(" \n"), "is empty"),
        (Some("hush\nhush"), "holds 2 lines instead of one"),
        (None, "cannot be read: "),
    ] {
        let error = found(content).unwrap_err();
        assert!(error.starts_with(&format!("A_FILE names {}, which {why}", path.display())));
        assert!(!error.contains("hush") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn without_the_variable_there_is_no_value() {
    for value in [None, Some(OsString::new())] {
        assert!(value_from_file("A", |_| value.clone()).unwrap().is_none());
    }
}
