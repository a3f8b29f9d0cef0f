//! The real server inside the test, on the database of a [`Licence`].

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use licence_core::account::plan::Plan;
use licence_server::{AppState, Listener};
use licence_store::catalogue_file::SigningKey;
use licence_store::{Store, StoreOptions};
use tokio::runtime::Runtime;

use crate::licence::{Licence, Run};

/// The sample registers behind a server and, at the same time, on this machine's database.
pub struct Served {
    pub licence: Licence,
    pub address: SocketAddr,
    /// A key of the plan Enterprise, and its account.
    pub key: String,
    pub account: String,
    /// What its catalogue is verified with.
    pub catalogue_key: String,
    runtime: Runtime,
}

impl Served {
    pub fn start() -> Self {
        let served = Self::without_registers();
        let store = StoreOptions::new(served.licence.database_url());
        served.runtime.block_on(async {
            let store = Store::open(&store).await.unwrap();
            store.apply_sample(licence_server::system_time()).await.unwrap();
        });
        served
    }

    pub fn without_registers() -> Self {
        let licence = Licence::new();
        let runtime = Runtime::new().unwrap();
        let (store, key, account) = runtime.block_on(async {
            let store = Store::open(&StoreOptions::new(licence.database_url())).await.unwrap();
            let now = licence_server::system_time();
            let account = store.create_account("A customer", Plan::Enterprise, now).await.unwrap();
            let key = store.create_key(account.id, "test", now).await.unwrap().unwrap();
            (store, key.key.reveal().to_owned(), account.id.0.to_string())
        });
        let signing_key = SigningKey::generate("licence.example", &[7; 32]).unwrap();
        let signing_key = SigningKey::parse(&signing_key).unwrap();
        let catalogue_key = signing_key.verifying_key().to_string();
        let listener = runtime.block_on(Listener::bind(([127, 0, 0, 1], 0).into(), None)).unwrap();
        let address = listener.address().unwrap();
        runtime.spawn(licence_server::serve(
            listener,
            AppState::new(store).with_catalogue_key(signing_key),
            std::future::pending::<()>(),
        ));
        Self { licence, address, key, account, catalogue_key, runtime }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The command on the database.
    pub fn local(&self, args: &[&str]) -> Run {
        let mut environment = vec![("LICENCE_ACCOUNT", self.account.as_str())];
        if !self.licence.database_url().starts_with("sqlite") {
            // Beside no file: there it has to be named.
            environment.push(("LICENCE_SECRET_KEY_FILE", "secret.key"));
        }
        self.licence.run_with(args, &environment, b"")
    }

    /// The command on the server.
    pub fn remote(&self, args: &[&str]) -> Run {
        self.remote_with_input(args, b"")
    }

    pub fn remote_with_input(&self, args: &[&str], input: &[u8]) -> Run {
        let environment = [("LICENCE_SERVER", self.url()), ("LICENCE_API_KEY", self.key.clone())];
        let environment = environment.each_ref().map(|(name, value)| (*name, value.as_str()));
        self.licence.run_with(args, &environment, input)
    }

    /// The body of a request without the command.
    pub fn http(&self, method: &str, target: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let (key, length) = (&self.key, body.len());
        let request = format!(
            "{method} {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer \
             {key}\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (_, body) = reply.split_once("\r\n\r\n").unwrap();
        body.to_owned()
    }
}
