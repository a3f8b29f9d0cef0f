//! Tells the senders of other processes that deliveries are due, so that they look at once.
//!
//! | database | how |
//! |---|---|
//! | SQLite file | a file beside it grows; senders look at its length 50 times a second |
//! | PostgreSQL | `NOTIFY`; each sender listens on a connection of its own |
//! | SQLite in memory | not at all: this process is the only one |

use std::convert::Infallible;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection};
use tokio::time::sleep;

use crate::connect::listen;
use crate::files;

const CHANNEL: &str = "licence_deliveries";
/// The time between two looks at the length of the file.
const FILE_INTERVAL: Duration = Duration::from_millis(20);
/// The length at which the file is emptied, in bytes.
const LONGEST_FILE: u64 = 4_096;

/// Where due deliveries are announced.
#[derive(Clone, Debug)]
pub(crate) enum Announcements {
    Nowhere,
    File(PathBuf),
    /// The database's address.
    Postgres(String),
}

impl Announcements {
    /// Announces that deliveries were committed. A failure is logged alone: every sender looks
    /// without an announcement too.
    pub(crate) async fn announce(&self, database: &DatabaseConnection) {
        let announced = match self {
            Self::Nowhere => Ok(()),
            Self::File(path) => grow(path).map_err(|error| error.to_string()),
            Self::Postgres(_) => {
                let notified = database.execute_unprepared(&format!("notify {CHANNEL}")).await;
                notified.map(drop).map_err(|error| error.to_string())
            }
        };
        if let Err(error) = announced {
            tracing::debug!(%error, "due deliveries were not announced to other processes");
        }
    }

    /// Calls `heard` when it begins to listen, for earlier announcements, and then at each announcement.
    /// Several announcements at once are one call. It never returns.
    pub(crate) async fn listen(&self, heard: impl Fn()) -> Infallible {
        match self {
            Self::Nowhere => {
                heard();
                std::future::pending().await
            }
            Self::File(path) => {
                let mut known = None;
                loop {
                    let found = Some(length(path));
                    if std::mem::replace(&mut known, found) != found {
                        heard();
                    }
                    sleep(FILE_INTERVAL).await;
                }
            }
            Self::Postgres(url) => listen(url, CHANNEL, "announcements", heard).await,
        }
    }
}

/// Makes the file longer, or empties it.
fn grow(path: &Path) -> io::Result<()> {
    let mut file = files::append_private(path)?;
    if file.metadata()?.len() >= LONGEST_FILE {
        file.set_len(0)?;
    }
    file.write_all(b"\n")
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |metadata| metadata.len())
}

#[cfg(test)]
mod tests;
