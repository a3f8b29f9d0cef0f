//! What happens to a file or database that is already there.

/// What happens to a file or database that is already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The call fails, and changes nothing.
    Refuse,
    /// A new backup replaces an earlier one. A restored SQLite database replaces the old one, whose
    /// files are kept under another name.
    Replace,
}
