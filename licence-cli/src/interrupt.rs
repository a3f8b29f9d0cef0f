//! Signals that end a command.

use std::io;

/// Makes a write past the limit of a file's size (`ulimit -f`) fail, so that the command reports it:
/// the signal of the limit ends a program without a word. Call it in a runtime.
pub(crate) fn report_file_size_limit() -> io::Result<()> {
    #[cfg(unix)]
    {
        use nix::sys::signal::Signal;
        use tokio::signal::unix::{SignalKind, signal};
        // A signal that was listened to once never ends the program.
        drop(signal(SignalKind::from_raw(Signal::SIGXFSZ as i32))?);
    }
    Ok(())
}

/// Resolves when the user or the system asks the command to end.
pub(crate) async fn interrupted() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate())?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed,
            _ = terminated.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
