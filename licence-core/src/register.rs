//! Registers: the neutral reading, and the readers of the regulators' own formats.

mod archive;
mod csv_table;
pub mod domain_cell;
pub mod error;
mod oversized;
pub mod reading;
mod text_file;
pub mod ukgc;

pub use error::{RegisterError, RegisterFault};
use sha2::{Digest, Sha256};

/// A file of a regulator as it was fetched or opened: its name for messages, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name to call it by in errors.
    pub name: String,
    /// Its bytes, unmodified.
    pub bytes: Vec<u8>,
}

/// The SHA-256 of the bytes a reading was made from, in lowercase hex (decisions 2): of one file
/// its bytes, of several the files one after another in the order of their names.
///
/// ```
/// use licence_core::register::{SourceFile, snapshot_sha256};
///
/// let file = SourceFile { name: "an.json".into(), bytes: b"abc".to_vec() };
/// assert!(snapshot_sha256(&[file]).starts_with("ba7816bf8f01cfea"));
/// ```
pub fn snapshot_sha256(files: &[SourceFile]) -> String {
    let mut in_order: Vec<_> = files.iter().collect();
    in_order.sort_by_key(|file| (&file.name, &file.bytes));
    let mut hash = Sha256::new();
    in_order.iter().for_each(|file| hash.update(&file.bytes));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_snapshot_of_several_files_does_not_depend_on_their_order() {
        let file = |name: &str, text: &str| SourceFile { name: name.into(), bytes: text.into() };
        let (a, b) = (file("a.csv", "one"), file("b.csv", "two"));
        let both = snapshot_sha256(&[a.clone(), b.clone()]);
        assert_eq!(both, snapshot_sha256(&[b, a]));
        assert_eq!(both, snapshot_sha256(&[file("c", "onetwo")]));
        assert_eq!(
            snapshot_sha256(&[]),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
