//! The value of an option and where it comes from.

use std::fmt;

/// Where a setting comes from, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// The command line.
    Flag,
    /// The environment.
    Environment,
    /// The configuration file, or the profile.
    File,
    /// No origin: the default.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flag => "a flag",
            Self::Environment => "the environment",
            Self::File => "a file",
            Self::Default => "default",
        })
    }
}

/// A value and its origin.
#[derive(Clone, Debug)]
pub(crate) struct Setting<T> {
    pub(crate) value: T,
    pub(crate) origin: Origin,
}

impl<T> Setting<T> {
    pub(crate) fn new(value: T, origin: Origin) -> Self {
        Self { value, origin }
    }

    /// Returns the nearest of two settings, else the default.
    pub(crate) fn first(near: Option<Self>, far: Option<Self>, default: T) -> Self {
        near.or(far).unwrap_or_else(|| Self::new(default, Origin::Default))
    }
}
