//! The stages of a backup or restore.

/// A stage of a backup or restore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Data is copied.
    Copying,
    /// The copy is read back.
    Verifying,
}

/// Called with each stage as it begins.
pub type Progress<'a> = &'a mut (dyn FnMut(Stage) + Send);
