//! Reads a body, and checks its limits while bytes arrive.

use std::io::{self, ErrorKind, Write};

use flate2::write::MultiGzDecoder;
use reqwest::Response;
use reqwest::header::CONTENT_ENCODING;
use url::Url;

use super::error::redact_url;
use super::{DownloadError, DownloadOptions};

/// Below this size a body may have any compression ratio.
const MIN_INFLATED_LIMIT: u64 = 1 << 20;

/// Returns the bytes of a response, inflated if they were compressed. Bytes beyond a limit are not
/// read.
pub(super) async fn read(
    url: &Url,
    mut response: Response,
    options: &DownloadOptions,
) -> Result<Vec<u8>, DownloadError> {
    let mut body = Body::new(url, &response, options)?;
    while let Some(chunk) =
        response.chunk().await.map_err(|error| DownloadError::interrupted(url, &error))?
    {
        body.push(&chunk)?;
    }
    body.finish()
}

struct Body<'o> {
    url: &'o Url,
    options: &'o DownloadOptions,
    wire_bytes: u64,
    content: Content,
}

enum Content {
    Plain(Bounded),
    Gzip(Box<MultiGzDecoder<Bounded>>),
}

impl<'o> Body<'o> {
    fn new(
        url: &'o Url,
        response: &Response,
        options: &'o DownloadOptions,
    ) -> Result<Self, DownloadError> {
        let content = new_content(url, response)?;
        let mut body = Self { url, options, wire_bytes: 0, content };
        let stated = response.content_length().unwrap_or(0);
        if stated > options.max_bytes {
            return Err(body.too_large());
        }
        if let Content::Plain(bounded) = &mut body.content {
            // A body that grows is in memory twice while it is moved.
            bounded.bytes.reserve_exact(stated as usize);
        }
        Ok(body)
    }

    fn push(&mut self, chunk: &[u8]) -> Result<(), DownloadError> {
        self.wire_bytes += chunk.len() as u64;
        if self.wire_bytes > self.options.max_bytes {
            return Err(self.too_large());
        }
        let limit = self.limit();
        let written = match &mut self.content {
            Content::Plain(bounded) => bounded.with_limit(limit).write_all(chunk),
            Content::Gzip(decoder) => {
                decoder.get_mut().with_limit(limit);
                decoder.write_all(chunk)
            }
        };
        written.map_err(|error| self.fault(&error))
    }

    fn finish(mut self) -> Result<Vec<u8>, DownloadError> {
        let finished = match &mut self.content {
            Content::Gzip(decoder) if self.wire_bytes > 0 => decoder.try_finish(),
            _ => Ok(()),
        };
        finished.map_err(|error| self.fault(&error))?;
        let bounded = match &mut self.content {
            Content::Plain(bounded) => bounded,
            Content::Gzip(decoder) => decoder.get_mut(),
        };
        Ok(std::mem::take(&mut bounded.bytes))
    }

    /// Returns the most bytes that the received part may inflate to.
    fn limit(&self) -> u64 {
        let by_ratio = self.wire_bytes.saturating_mul(self.options.max_ratio);
        by_ratio.max(MIN_INFLATED_LIMIT).min(self.options.max_bytes)
    }

    fn fault(&self, error: &io::Error) -> DownloadError {
        let url = redact_url(self.url);
        match error.kind() {
            ErrorKind::FileTooLarge if self.limit() < self.options.max_bytes => {
                DownloadError::TooCompressed { url, ratio: self.options.max_ratio }
            }
            ErrorKind::FileTooLarge => self.too_large(),
            _ => {
                let why = format!("the gzip stream is cut off or damaged: {error}");
                DownloadError::Undecodable { url, why }
            }
        }
    }

    fn too_large(&self) -> DownloadError {
        DownloadError::TooLarge { url: redact_url(self.url), limit: self.options.max_bytes }
    }
}

fn new_content(url: &Url, response: &Response) -> Result<Content, DownloadError> {
    let encoding = response.headers().get(CONTENT_ENCODING).map(|value| value.as_bytes());
    let encoding = String::from_utf8_lossy(encoding.unwrap_or_default()).trim().to_lowercase();
    match encoding.as_str() {
        "" | "identity" => Ok(Content::Plain(Bounded::default())),
        "gzip" | "x-gzip" => Ok(Content::Gzip(Box::new(MultiGzDecoder::new(Bounded::default())))),
        other => Err(DownloadError::Undecodable {
            url: redact_url(url),
            why: format!("it is encoded as {other:?}, and only gzip was asked for"),
        }),
    }
}

#[derive(Default)]
struct Bounded {
    bytes: Vec<u8>,
    limit: u64,
}

impl Bounded {
    fn with_limit(&mut self, limit: u64) -> &mut Self {
        self.limit = limit;
        self
    }
}

impl Write for Bounded {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + part.len()) as u64 > self.limit {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
