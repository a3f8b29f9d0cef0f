//! Why a register was not read, as everybody may know it.

use crate::wire_enum::wire_enum;

wire_enum! {
    /// Why the last attempt to read a register applied nothing. The last reading stays.
    pub enum ReadFailure: "failure of a read" {
        /// The addresses of the register did not answer, or answered with an error.
        Unreachable = "unreachable",
        /// What they answered is not the register, or not in the form that its reader knows.
        Unrecognised = "unrecognised",
        /// The reading was withheld: it lists nothing, or lacks more than a register drops at once.
        Withheld = "withheld",
        /// The service itself failed.
        Internal = "internal",
    }
}
