//! Downloads against a server on this machine that answers as the regulators' do, and as badly as
//! a server can.

mod answers;
mod limits;
mod reads;
mod redirects;
mod registers;
mod revalidation;
mod server;
mod tls;
mod waiting;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use licence_store::outbound::{
    DownloadError, DownloadOptions, Downloader, FetchResult, FetchedFile, Pause, Validators,
};

/// A downloader that waits for nothing and tells how long it would have.
struct Client {
    downloader: Downloader,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl Client {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut DownloadOptions)) -> Self {
        let waits = Arc::new(Mutex::new(Vec::new()));
        let told = waits.clone();
        let pause = Pause::recording(move |length| told.lock().unwrap().push(length));
        let mut options = DownloadOptions { pause, ..DownloadOptions::default() };
        change(&mut options);
        Self { downloader: Downloader::new(options).unwrap(), waits }
    }

    async fn file(&self, url: &str) -> Result<FetchedFile, DownloadError> {
        match self.downloader.download(url, &Validators::default()).await? {
            FetchResult::File(file) => Ok(file),
            FetchResult::Unchanged => panic!("{url} was asked for without a condition"),
        }
    }

    async fn refusal(&self, url: &str) -> String {
        let message = self.file(url).await.unwrap_err().to_string();
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    }

    fn waited_seconds(&self) -> Vec<u64> {
        self.waits.lock().unwrap().iter().map(Duration::as_secs).collect()
    }
}
