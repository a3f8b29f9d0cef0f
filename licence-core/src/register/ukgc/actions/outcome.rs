//! What the Commission decides: its legal outcomes (sections 117 and 121 of the Gambling Act) and its
//! settlements.

/// An outcome, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Revocation,
    Suspension,
    Fine,
    Settlement,
    Condition,
    Warning,
}

impl Outcome {
    /// The action type of the API.
    pub(super) const fn action_type(self) -> &'static str {
        match self {
            Self::Revocation => "revocation",
            Self::Suspension => "suspension",
            Self::Fine => "fine",
            Self::Settlement => "settlement",
            Self::Condition => "condition",
            Self::Warning => "warning",
        }
    }

    /// The Commission's name of it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Revocation => "Revocation of licence",
            Self::Suspension => "Suspension of licence",
            Self::Fine => "Financial penalty",
            Self::Settlement => "Regulatory settlement",
            Self::Condition => "Licence condition",
            Self::Warning => "Warning",
        }
    }
}
