//! Three servers on one PostgreSQL, one of them stopped or cut off, while a key is revoked.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_store::service::NewKey;
use licence_store::{Store, StoreOptions};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::client::{Client, PATIENCE};
use super::process::{Server, command, new_database};

const CHECK: &str = "/v1/check?domain=nowhere-on-record.example";
const ROUNDS: usize = 20;

/// The way to a database or a cache, which a test may cut.
struct Cable {
    url: String,
    is_whole: watch::Sender<bool>,
}

impl Cable {
    async fn to(url: &str) -> Self {
        let (_, rest) = url.split_once("://").unwrap();
        let there = rest.split('/').next().unwrap().rsplit('@').next().unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = url.replace(&there, &listener.local_addr().unwrap().to_string());
        let is_whole = watch::Sender::new(true);
        let wholeness = is_whole.clone();
        tokio::spawn(async move {
            while let Ok((from, _)) = listener.accept().await {
                tokio::spawn(carry(from, there.clone(), wholeness.subscribe()));
            }
        });
        Self { url, is_whole }
    }

    fn cut(&self) {
        self.is_whole.send_replace(false);
    }

    fn mend(&self) {
        self.is_whole.send_replace(true);
    }
}

/// Carries bytes until the cable is cut, which closes the connection.
async fn carry(mut from: TcpStream, there: String, mut is_whole: watch::Receiver<bool>) {
    if !*is_whole.borrow_and_update() {
        return;
    }
    let Ok(mut to) = TcpStream::connect(there).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut from, &mut to) => {}
        _ = is_whole.wait_for(|is_whole| !is_whole) => {}
    }
}

/// What happens to a server in a round.
#[derive(Clone, Copy, Debug)]
enum Harm {
    None,
    Stopped,
    NoCache,
    NoDatabase,
}

const HARMS: [Harm; 4] = [Harm::None, Harm::Stopped, Harm::NoCache, Harm::NoDatabase];

/// Three servers; the last has cables.
struct Cluster {
    servers: [Server; 3],
    database: Cable,
    cache: Option<Cable>,
}

impl Cluster {
    async fn on(database_url: &str) -> Self {
        let database = Cable::to(database_url).await;
        let cache_url = std::env::var("LICENCE_TEST_CACHE_URL").ok();
        let cache = match &cache_url {
            Some(url) => Some(Cable::to(url).await),
            None => None,
        };
        let cache_url = cache_url.unwrap_or("memory://".to_owned());
        let cut_off = cache.as_ref().map_or("memory://", |cache| &cache.url);
        let servers = [
            server(database_url, &cache_url),
            server(database_url, &cache_url),
            server(&database.url, cut_off),
        ];
        Self { servers, database, cache }
    }

    fn do_harm(&self, harm: Harm) {
        match harm {
            Harm::None => {}
            Harm::Stopped => self.servers[1].signal("-STOP"),
            Harm::NoCache => self.cache.iter().for_each(Cable::cut),
            Harm::NoDatabase => self.database.cut(),
        }
    }

    fn undo(&self) {
        self.servers[1].signal("-CONT");
        self.database.mend();
        self.cache.iter().for_each(Cable::mend);
    }
}

fn server(database_url: &str, cache_url: &str) -> Server {
    let directory = tempfile::tempdir().unwrap();
    let arguments =
        ["--listen", "127.0.0.1:0", "--database-url", database_url, "--cache-url", cache_url];
    Server::spawn(command(&directory, &[]), &arguments, directory)
}

async fn status(address: SocketAddr, key: &str) -> u16 {
    Client::connect(address).await.with_key(key).get(CHECK).await.status
}

/// Asks again and again; a request that begins after the revocation returned is never answered.
async fn use_key(address: SocketAddr, key: String, is_revoked: Arc<AtomicBool>, round: String) {
    loop {
        let began_after = is_revoked.load(Ordering::SeqCst);
        let status = status(address, &key).await;
        assert!(!began_after || status != 200, "{round}: answered after the revocation");
        if began_after && status == 401 {
            return;
        }
        sleep(Duration::from_millis(1)).await;
    }
}

async fn is_answered(address: SocketAddr, key: &str) {
    let answered = async {
        while status(address, key).await != 200 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, answered).await.expect("the server is well again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revoked_key_is_refused_by_every_server_that_goes_on() {
    let database = new_database();
    if !database.url().starts_with("postgres") {
        return;
    }
    let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
    let cluster = Cluster::on(database.url()).await;
    let now = licence_server::system_time();
    let account = store.create_account("A", Plan::Enterprise, now).await.unwrap().id;
    for round in 0..ROUNDS {
        let harm = HARMS[round % HARMS.len()];
        let created: NewKey = store.create_key(account, "k", now).await.unwrap().unwrap();
        let key = created.key.reveal();
        for server in &cluster.servers {
            is_answered(server.address(), key).await;
        }
        let is_revoked = Arc::new(AtomicBool::new(false));
        let uses = cluster.servers.each_ref().map(|server| {
            let name = format!("round {round}, {harm:?}, {}", server.address());
            tokio::spawn(use_key(server.address(), key.to_owned(), Arc::clone(&is_revoked), name))
        });
        cluster.do_harm(harm);
        let revoking = store.revoke_key(created.id, now);
        timeout(PATIENCE, revoking).await.expect("it waits for no server for long").unwrap();
        is_revoked.store(true, Ordering::SeqCst);
        // Asked while the server is stopped, and answered when it goes on.
        let late = status(cluster.servers[1].address(), key);
        let (late, ()) = tokio::join!(late, async { cluster.undo() });
        assert_eq!(late, 401, "round {round}, {harm:?}");
        for using in uses {
            timeout(PATIENCE, using).await.expect("it is refused in the end").unwrap();
        }
    }
}
