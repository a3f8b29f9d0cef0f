//! The files of one read that are web pages: how many there have to be, and each once.

use std::borrow::Cow;

use super::{RegisterError, RegisterFault, SourceFile, archive};

/// Returns the one file that was given, or an error that calls it by `called`.
pub(crate) fn only_file<'f>(
    files: &'f [SourceFile],
    called: &str,
) -> Result<&'f SourceFile, RegisterError> {
    match files {
        [] => Err(missing([], called)),
        [file] => Ok(file),
        [first, second, ..] => Err(second_page(first, second, called)),
    }
}

/// Returns saved pages, also from archives, in the order of their names. The order in which they
/// were given then never decides which of several faults is reported.
pub(crate) fn saved_pages<'f>(
    files: &'f [SourceFile],
    called: &str,
) -> Result<Vec<Cow<'f, SourceFile>>, RegisterError> {
    let mut files = archive::unpacked(files)?;
    if files.is_empty() {
        return Err(missing([], called));
    }
    check_no_duplicates(&files)?;
    files.sort();
    Ok(files)
}

/// Checks that no two files have the same bytes.
pub(crate) fn check_no_duplicates(files: &[Cow<'_, SourceFile>]) -> Result<(), RegisterError> {
    let mut seen = std::collections::HashMap::new();
    for file in files {
        if let Some(first) = seen.insert(&file.bytes, &file.name) {
            let (first, second) = (first.min(&file.name), first.max(&file.name));
            let fault = format!("the same page a second time; the first is {first}");
            return Err(RegisterError::malformed(second, fault));
        }
    }
    Ok(())
}

/// Returns the error of a read whose files lack one.
pub(crate) fn missing<'f>(
    given: impl IntoIterator<Item = &'f SourceFile>,
    what: &str,
) -> RegisterError {
    let given: Vec<_> = given.into_iter().map(|file| file.name.as_str()).collect();
    let given = if given.is_empty() { "no files".to_owned() } else { given.join(", ") };
    RegisterError::of_file(&given, RegisterFault::MissingFile(what.to_owned()))
}

pub(crate) fn second_page(first: &SourceFile, second: &SourceFile, called: &str) -> RegisterError {
    let again = if first.bytes == second.bytes { "the same page" } else { "another file" };
    let fault = format!("{again} a second time for {called}; the first is {}", first.name);
    RegisterError::malformed(&second.name, fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::tests::file;

    #[test]
    fn one_page_is_one_file() {
        let (a, b) = (file("p.html", "<html></html>"), file("p.html", "<html>b</html>"));
        let refused =
            |files: &[SourceFile]| only_file(files, "the list").err().unwrap().to_string();
        assert_eq!(refused(&[]), "no files: missing: the list");
        assert_eq!(
            refused(&[a.clone(), a.clone()]),
            "p.html: the same page a second time for the list; the first is p.html"
        );
        assert!(refused(&[a, b]).starts_with("p.html: another file a second time for"));
    }

    #[test]
    fn saved_pages_are_sorted_and_there_once() {
        let files = [file("b", "x"), file("c", "y"), file("a", "z")];
        let names = saved_pages(&files, "pages").unwrap();
        assert_eq!(names.iter().map(|file| file.name.as_str()).collect::<String>(), "abc");
        let refused = |files: &[SourceFile]| saved_pages(files, "pages").unwrap_err().to_string();
        assert_eq!(refused(&[]), "no files: missing: pages");
        let twice = [file("b", "x"), file("c", "y"), file("a", "x")];
        assert_eq!(refused(&twice), "b: the same page a second time; the first is a");
    }
}
