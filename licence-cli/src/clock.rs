//! The system clock.

use std::sync::Arc;
use std::time::SystemTime;

use licence_core::time::Timestamp;

use crate::exit::Failure;

/// Returns the current instant. No other function of this program reads the clock.
pub(crate) fn now() -> Result<Timestamp, Failure> {
    Timestamp::from_system_time(SystemTime::now())
        .ok_or_else(|| Failure::Usage("the system clock is before 1970 or after 9999".to_owned()))
}

/// Returns the clock as a function, for tasks that read it repeatedly.
pub(crate) fn clock() -> Arc<dyn Fn() -> Timestamp + Send + Sync> {
    Arc::new(|| now().unwrap_or(Timestamp::EPOCH))
}
