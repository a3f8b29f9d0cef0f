//! How much a catalogue answers.

use crate::wire_enum::wire_enum;

wire_enum! {
    /// Which indices a catalogue has.
    pub enum Profile: "profile" {
        /// All.
        Full = "full",
        /// None of near names: it answers the hosts and licence numbers that it holds.
        Exact = "exact",
    }
}
