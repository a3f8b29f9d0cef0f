//! The bundled registers: fictional operators in the regulators' real formats, compiled in so that
//! a packaged binary has them.

use licence_core::register::reading::RegisterReading;
use licence_core::register::{RegisterError, SourceFile, snapshot_sha256, ukgc};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;

use crate::Store;
use crate::error::StoreError;

const UKGC_FILES: [(&str, &[u8]); 4] = [
    (
        "business-licence-register-businesses.csv",
        include_bytes!("../sample/ukgc/business-licence-register-businesses.csv"),
    ),
    (
        "business-licence-register-licences.csv",
        include_bytes!("../sample/ukgc/business-licence-register-licences.csv"),
    ),
    (
        "business-licence-register-trading-names.csv",
        include_bytes!("../sample/ukgc/business-licence-register-trading-names.csv"),
    ),
    (
        "business-licence-register-domain-names.csv",
        include_bytes!("../sample/ukgc/business-licence-register-domain-names.csv"),
    ),
];

const NEUTRAL_FILES: [(&str, &[u8]); 6] = [
    ("mga.json", include_bytes!("../sample/mga.json")),
    ("cw.json", include_bytes!("../sample/cw.json")),
    ("kh.json", include_bytes!("../sample/kh.json")),
    ("an.json", include_bytes!("../sample/an.json")),
    ("tgc.json", include_bytes!("../sample/tgc.json")),
    ("iom.json", include_bytes!("../sample/iom.json")),
];

/// The sample registers as read at an instant, each with the SHA-256 of its bytes.
///
/// # Errors
/// None in a released build: the files are compiled in, and a test reads them.
pub fn sample_readings(
    read_at: Timestamp,
) -> Result<Vec<(RegisterReading, String)>, RegisterError> {
    let source_file = |(name, bytes): &(&str, &[u8])| SourceFile {
        name: (*name).to_owned(),
        bytes: bytes.to_vec(),
    };
    let ukgc_files: Vec<SourceFile> = UKGC_FILES.iter().map(source_file).collect();
    let ukgc = ukgc::read(&ukgc_files, read_at)?;
    let mut readings = vec![(ukgc, snapshot_sha256(&ukgc_files))];
    for file in NEUTRAL_FILES.iter().map(source_file) {
        let reading = RegisterReading::from_json(&file.bytes, &file.name)?;
        readings.push((RegisterReading { read_at, ..reading }, snapshot_sha256(&[file])));
    }
    Ok(readings)
}

impl Store {
    /// Reads the bundled sample registers as of `now` (`--sample`).
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    pub async fn apply_sample(&self, now: Timestamp) -> Result<(), StoreError> {
        let readings = sample_readings(now)
            .map_err(|error| StoreError::corrupt("sample", &error.file.clone(), error))?;
        for (reading, sha256) in readings {
            self.apply_reading(&reading, &sha256, &ApplyRules::default(), now).await?;
        }
        Ok(())
    }
}
