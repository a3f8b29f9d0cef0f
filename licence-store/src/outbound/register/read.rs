//! The steps of one download of a register.

use std::collections::{HashMap, HashSet, VecDeque};

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::SourceFile;
use licence_core::register::sources::{
    check_link, delay_between_requests, is_only_an_index, may_lead_on,
};
use url::Url;

use super::{FollowUps, Progress, RegisterFetch};
use crate::boxed;
use crate::outbound::{DownloadError, Downloader, FetchResult, Validators};

impl Downloader {
    /// Fetches a register: the files at these addresses, and the files they link to.
    ///
    /// An unchanged file is fetched only if another one changed, because a reader needs all.
    ///
    /// # Errors
    /// [`DownloadError`] of the first file that cannot be fetched: a read is whole or fails.
    #[boxed]
    pub async fn fetch_register(
        &self,
        code: JurisdictionCode,
        urls: &[String],
        known: &HashMap<String, Validators>,
        follow_ups: &dyn FollowUps,
        progress: &mut (dyn FnMut(Progress<'_>) + Send),
    ) -> Result<RegisterFetch, DownloadError> {
        let download = RegisterDownload {
            downloader: self,
            code,
            known,
            follow_ups,
            queue: VecDeque::new(),
            seen: HashSet::new(),
            hosts: HashSet::new(),
            parts: Vec::new(),
            bytes: 0,
            done: 0,
            progress,
        };
        download.run(urls).await
    }
}

struct RegisterDownload<'r> {
    downloader: &'r Downloader,
    code: JurisdictionCode,
    known: &'r HashMap<String, Validators>,
    follow_ups: &'r dyn FollowUps,
    queue: VecDeque<String>,
    seen: HashSet<String>,
    hosts: HashSet<String>,
    parts: Vec<Part>,
    bytes: u64,
    done: usize,
    progress: &'r mut (dyn FnMut(Progress<'_>) + Send),
}

struct Part {
    url: String,
    validators: Validators,
    is_unchanged: bool,
    /// `None` when the host said that it is unchanged.
    page: Option<SourceFile>,
}

impl RegisterDownload<'_> {
    async fn run(mut self, urls: &[String]) -> Result<RegisterFetch, DownloadError> {
        if urls.is_empty() {
            return Err(DownloadError::NoAddress { code: self.code });
        }
        self.enqueue(urls.to_vec())?;
        while let Some(url) = self.queue.pop_front() {
            self.fetch(&url).await?;
        }
        let is_unchanged = self.is_unchanged();
        if !is_unchanged {
            self.download_unchanged_files().await?;
        }
        let last = self.parts.last().map(|part| part.url.clone()).unwrap_or_default();
        self.report_progress(&last);
        Ok(if is_unchanged { RegisterFetch::Unchanged } else { self.into_files() })
    }

    fn enqueue(&mut self, urls: Vec<String>) -> Result<(), DownloadError> {
        for url in urls {
            if self.seen.insert(url.clone()) {
                self.queue.push_back(url);
            }
        }
        let limit = self.downloader.options.max_files;
        if self.seen.len() > limit {
            return Err(DownloadError::TooManyFiles { code: self.code, limit });
        }
        Ok(())
    }

    /// Fetches a file and follows its links. A file that may have links is always fetched.
    async fn fetch(&mut self, url: &str) -> Result<(), DownloadError> {
        let before = self.known.get(url).cloned().unwrap_or_default();
        let leads_on = may_lead_on(self.code, url);
        let asked = if leads_on { &Validators::default() } else { &before };
        let FetchResult::File(file) = self.download(url, asked).await? else {
            self.keep(url, before, true, None);
            return Ok(());
        };
        let is_unchanged = file.validators.are_of_one_version(&before);
        let page = SourceFile { name: file.final_url, bytes: file.bytes };
        self.follow(&page).await?;
        if !is_only_an_index(self.code, &page) {
            self.keep(url, file.validators, is_unchanged, Some(page));
        }
        Ok(())
    }

    fn keep(&mut self, url: &str, now: Validators, is_unchanged: bool, page: Option<SourceFile>) {
        self.parts.push(Part { url: url.to_owned(), validators: now, is_unchanged, page });
    }

    /// Queues the links of a page, and checks that each leads to a host of the register.
    async fn follow(&mut self, page: &SourceFile) -> Result<(), DownloadError> {
        if !may_lead_on(self.code, &page.name) {
            return Ok(());
        }
        let next = self.follow_ups.of_page(self.code, page).await?;
        for link in &next {
            check_link(self.code, &page.name, link)?;
        }
        self.enqueue(next)
    }

    async fn download(
        &mut self,
        url: &str,
        known: &Validators,
    ) -> Result<FetchResult, DownloadError> {
        self.report_progress(url);
        self.wait_for(url).await;
        let fetched = self.downloader.download(url, known).await?;
        self.done += 1;
        if let FetchResult::File(file) = &fetched {
            self.bytes += file.bytes.len() as u64;
            let limit = self.downloader.options.max_total_bytes;
            if self.bytes > limit {
                return Err(DownloadError::TooMuch { code: self.code, limit });
            }
        }
        Ok(fetched)
    }

    /// Waits before the second and later requests to a host.
    async fn wait_for(&mut self, url: &str) {
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
        let host = host.unwrap_or_default();
        let delay = delay_between_requests(self.code, &host);
        if !self.hosts.insert(host) {
            self.downloader.options.pause.wait(delay).await;
        }
    }

    /// Returns whether every file is unchanged and no known file left the register.
    fn is_unchanged(&self) -> bool {
        let is_here = |url: &String| self.parts.iter().any(|part| part.url == *url);
        let is_same = self.parts.iter().all(|part| part.is_unchanged);
        is_same && !self.parts.is_empty() && self.known.keys().all(is_here)
    }

    /// Fetches the unchanged files too, because another file changed and the reader needs all.
    async fn download_unchanged_files(&mut self) -> Result<(), DownloadError> {
        for index in 0..self.parts.len() {
            let Some(Part { url, page: None, .. }) = self.parts.get(index) else { continue };
            let url = url.clone();
            self.done -= 1;
            let fetched = self.download(&url, &Validators::default()).await?;
            if let (FetchResult::File(file), Some(part)) = (fetched, self.parts.get_mut(index)) {
                part.validators = file.validators;
                part.page = Some(SourceFile { name: file.final_url, bytes: file.bytes });
            }
        }
        Ok(())
    }

    fn report_progress(&mut self, url: &str) {
        let Self { done, bytes, .. } = *self;
        (self.progress)(Progress { url, done, of: self.seen.len(), bytes });
    }

    fn into_files(self) -> RegisterFetch {
        let (mut files, mut known) = (Vec::new(), HashMap::new());
        for Part { url, validators, page, .. } in self.parts {
            known.insert(url, validators);
            files.extend(page);
        }
        RegisterFetch::Files { files, known }
    }
}
