//! The system clock.

use std::time::SystemTime;

use licence_core::time::Timestamp;

use crate::exit::Failure;

/// Returns the current instant. No other function of this program reads the clock.
pub(crate) fn now() -> Result<Timestamp, Failure> {
    Timestamp::from_system_time(SystemTime::now())
        .ok_or_else(|| Failure::Usage("the system clock is before 1970 or after 9999".to_owned()))
}
