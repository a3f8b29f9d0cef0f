//! Listening to a channel of PostgreSQL.

use std::convert::Infallible;
use std::time::Duration;

use sea_orm::sqlx::postgres::PgListener;
use tokio::time::sleep;

use crate::error::StoreError;

/// The pause before PostgreSQL is asked for a connection again.
const RETRY_PAUSE: Duration = Duration::from_secs(5);

/// Calls `heard` each time it begins to listen to a channel, for earlier announcements, and then at each
/// announcement. It never returns. Announcements may get lost, with a connection or behind a pooler that
/// does not forward `NOTIFY`. `what` names them in the log.
pub(crate) async fn listen(url: &str, channel: &str, what: &str, heard: impl Fn()) -> Infallible {
    loop {
        let Err(error) = listen_until_lost(url, channel, &heard).await;
        tracing::debug!(%error, "{what} are not heard");
        sleep(RETRY_PAUSE).await;
    }
}

async fn listen_until_lost(
    url: &str,
    channel: &str,
    heard: &impl Fn(),
) -> Result<Infallible, StoreError> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(channel).await?;
    heard();
    loop {
        listener.recv().await?;
        heard();
    }
}
