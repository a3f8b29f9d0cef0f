//! A proxy to a server, which cuts connections off as a network does.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// What a proxy does not pass on before it closes the connection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    Call,
    Reply,
}

/// What the next call with a text loses.
type NextLoss = Mutex<Option<(Lost, &'static str)>>;

/// A proxy on a loopback address.
pub struct Proxy {
    address: SocketAddr,
    is_closed: watch::Sender<bool>,
    next_loss: Arc<NextLoss>,
}

impl Proxy {
    /// A proxy to the server at a loopback port.
    pub async fn start(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (is_closed, closing) = watch::channel(false);
        let next_loss = Arc::new(NextLoss::default());
        let losses = Arc::clone(&next_loss);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", port)).await;
                let Ok(server) = server else { continue };
                let (losses, mut closing) = (Arc::clone(&losses), closing.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        _ = closing.wait_for(|is_closed| *is_closed) => {}
                        _ = forward(client, server, &losses) => {}
                    }
                });
            }
        });
        Self { address, is_closed, next_loss }
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Closes every connection, and each new one at once, until [`Self::reopen`].
    pub fn close(&self) {
        self.is_closed.send_replace(true);
    }

    pub fn reopen(&self) {
        self.is_closed.send_replace(false);
    }

    /// Closes the connection of the next call with a text, before the call or the reply is passed on.
    pub fn lose(&self, lost: Lost, text: &'static str) {
        *self.next_loss.lock().unwrap() = Some((lost, text));
    }
}

/// Passes bytes on, in both directions, until an end closes or the next loss.
async fn forward(
    mut client: TcpStream,
    mut server: TcpStream,
    next_loss: &NextLoss,
) -> std::io::Result<()> {
    let (mut call, mut reply) = (vec![0; 65_536], vec![0; 65_536]);
    loop {
        tokio::select! {
            count = client.read(&mut call) => {
                let call = &call[..count?];
                let is_lost = |(_, text): &mut (Lost, &str)| {
                    call.windows(text.len()).any(|bytes| bytes == text.as_bytes())
                };
                let lost = next_loss.lock().unwrap().take_if(is_lost).map(|(lost, _)| lost);
                if call.is_empty() || lost == Some(Lost::Call) {
                    return Ok(());
                }
                server.write_all(call).await?;
                if lost == Some(Lost::Reply) {
                    return server.readable().await;
                }
            }
            count = server.read(&mut reply) => {
                match count? {
                    0 => return Ok(()),
                    count => client.write_all(&reply[..count]).await?,
                }
            }
        }
    }
}
