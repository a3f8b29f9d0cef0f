//! The sample registers: fictional operators in the regulators' real formats, compiled into the
//! library.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{self, Accepted, RegisterError, Snapshot, SourceFile};
use licence_core::time::Timestamp;
use licence_core::transition::{ApplyRules, Refusal};

use crate::Store;
use crate::boxed;
use crate::error::StoreError;

/// A file, by its name and bytes.
type Bundled = (&'static str, &'static [u8]);

/// Files of the sample folder under their paths in it.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../sample/", $path)))),*]
    };
}

const REGISTERS: [(JurisdictionCode, &[Bundled]); 7] = [
    (
        JurisdictionCode::Ukgc,
        files![
            "ukgc/business-licence-register-businesses.csv",
            "ukgc/business-licence-register-domain-names.csv",
            "ukgc/business-licence-register-licences.csv",
            "ukgc/business-licence-register-trading-names.csv",
            "ukgc/regulatory-actions.html",
        ],
    ),
    (
        JurisdictionCode::Mga,
        files![
            "mga/list.html",
            "mga/seal-bellrope-poker.html",
            "mga/seal-gluckshafen-interactive.html",
            "mga/seal-harbour-lantern.html",
            "mga/seal-lumen-and.html",
            "mga/seal-marble-lynx.html",
            "mga/seal-orchard-nightjar.html",
            "mga/seal-salt-quay.html",
            "mga/seal-tarragon-wheel.html",
            "mga/seal-vespertine-play.html",
        ],
    ),
    (
        JurisdictionCode::Cw,
        files![
            "cw/certificate-ambertoucan.html",
            "cw/certificate-calabash104.html",
            "cw/certificate-cobaltparrot.html",
            "cw/certificate-sandglassplay.html",
            "cw/register.txt",
            "cw/token-9101.html",
            "cw/token-9114.html",
            "cw/token-9127.html",
            "cw/token-9139.html",
            "cw/token-9150.html",
            "cw/token-9162.html",
            "cw/token-9175.html",
            "cw/token-9188.html",
            "cw/token-9204.html",
            "cw/token-9211.html",
            "cw/token-9219.html",
        ],
    ),
    (JurisdictionCode::Kh, files!["kh/permit-holders.html"]),
    (JurisdictionCode::An, files!["an/license-register.html"]),
    (
        JurisdictionCode::Tgc,
        files![
            "tgc/list.html",
            "tgc/seal-bluesextant.html",
            "tgc/seal-gingerkraken.html",
            "tgc/seal-tinwhistle.html",
        ],
    ),
    (JurisdictionCode::Iom, files!["iom/licensee-register.html"]),
];

/// Returns the sample registers as read at an instant, each with the files it was made from.
///
/// ```
/// let readings = licence_store::sample_readings("2026-11-01T06:00:00Z".parse()?)?;
/// assert_eq!(readings.len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// None in a released build: the files are compiled in, and a test reads them.
pub fn sample_readings(
    read_at: Timestamp,
) -> Result<Vec<(RegisterReading, Snapshot)>, RegisterError> {
    let read = |(code, files): &(JurisdictionCode, &[Bundled])| {
        let files: Vec<_> = files.iter().map(source_file).collect();
        let reading = register::read(*code, &files, read_at, &Accepted::default())?;
        Ok((reading, Snapshot::new(files)))
    };
    REGISTERS.iter().map(read).collect()
}

fn source_file((name, bytes): &Bundled) -> SourceFile {
    SourceFile { name: (*name).to_owned(), bytes: bytes.to_vec() }
}

impl Store {
    /// Reads the bundled sample registers as of `now` (`--sample`). Where another process read one
    /// later, as when several servers start at once, that reading stays.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # let later = "2026-11-02T06:00:00Z".parse()?;
    /// store.apply_sample(later).await?;
    /// store.apply_sample(now).await?;
    /// assert_eq!(store.freshness(later).await?[0].last_successful_scrape, Some(later));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn apply_sample(&self, now: Timestamp) -> Result<(), StoreError> {
        let readings = sample_readings(now)
            .map_err(|error| StoreError::corrupt("sample", &error.file.clone(), error))?;
        for (reading, snapshot) in readings {
            let rules = ApplyRules::default();
            match self.apply_reading(&reading, &snapshot, &rules, now).await {
                Ok(_) | Err(StoreError::Refused(Refusal::Older { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
