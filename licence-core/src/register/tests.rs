use super::reading::{ListedLicence, RegisterReading};
use super::*;
use crate::jurisdiction::JurisdictionCode;

/// A file of a test.
pub fn file(name: &str, bytes: impl AsRef<[u8]>) -> SourceFile {
    SourceFile { name: name.to_owned(), bytes: bytes.as_ref().to_vec() }
}

/// Reads files of a test as of a fixed instant, with nothing accepted.
pub fn read(
    code: JurisdictionCode,
    files: &[SourceFile],
) -> Result<RegisterReading, RegisterError> {
    read_accepting(code, files, &[])
}

/// Reads files of a test with these names accepted.
pub fn read_accepting(
    code: JurisdictionCode,
    files: &[SourceFile],
    accepted: &[&str],
) -> Result<RegisterReading, RegisterError> {
    let accepted = Accepted(accepted.iter().map(|name| (*name).to_owned()).collect());
    super::read(code, files, "2026-11-01T06:00:00Z".parse().unwrap(), &accepted)
}

/// A licence of which only these members of the neutral form say anything.
pub fn listed(members: serde_json::Value) -> ListedLicence {
    serde_json::from_value(members).unwrap()
}

/// The error of a name that the reader of a register does not know (`the heading "Revoked"`).
pub fn not_known(code: JurisdictionCode, file: &str, kind: &str, name: &str) -> String {
    format!("{file}: the {kind} {name:?} is not known: see `accept` of `[registers.{code}]`")
}

#[test]
fn the_snapshot_of_several_files_does_not_depend_on_their_order() {
    let (a, b) = (file("a.csv", "one"), file("b.csv", "two"));
    let both = Snapshot::new(vec![a.clone(), b.clone()]);
    assert_eq!(both, Snapshot::new(vec![b, a]));
    assert_eq!(both.sha256(), Snapshot::of_bytes(b"onetwo".to_vec()).sha256());
    assert_eq!(&*both.bytes(), b"onetwo");
    assert_eq!(
        Snapshot::new(Vec::new()).sha256(),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
}
