//! An invented register of any size, as a reading in the neutral form.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::provenance::SourceKind;
use licence_core::register::reading::{
    ListedDomain, ListedLicence, ListedOperator, RegisterReading,
};

use crate::support::naming;
use crate::support::random::Random;

/// Writes the reading of that instant to a file, with so many domains a licence (at most five). The
/// first `suspended` licences are; the others are active, and always the same.
pub fn write(path: &Path, licences: usize, suspended: usize, domains: usize, read_at: &str) {
    let mut random = Random(licences as u64);
    let licences = (0..licences).map(|position| licence(position, domains, &mut random));
    let mut licences: Vec<_> = licences.collect();
    for licence in &mut licences[..suspended] {
        licence.status_text = Some("Suspended".to_owned());
    }
    write_reading(path, &complete(licences, read_at));
}

/// Writes a partial reading of one licence with one domain, which is new for each number.
pub fn write_new_licence(path: &Path, number: usize, read_at: &str) {
    let licence = ListedLicence {
        operator: ListedOperator {
            name: format!("Newcomer {number} Limited"),
            ..Default::default()
        },
        license_number: Some(format!("NEW/{number}")),
        status_text: Some("Active".to_owned()),
        domains: vec![ListedDomain {
            domain: format!("newcomer{number}.example"),
            ..Default::default()
        }],
        ..Default::default()
    };
    write_reading(
        path,
        &RegisterReading {
            complete: false,
            licences: vec![licence],
            ..complete(Vec::new(), read_at)
        },
    );
}

fn complete(licences: Vec<ListedLicence>, read_at: &str) -> RegisterReading {
    RegisterReading {
        jurisdiction: JurisdictionCode::Ukgc,
        read_at: read_at.parse().expect("an instant"),
        complete: true,
        source_url: Some("https://register.example/business-register".to_owned()),
        source_kind: SourceKind::Dump,
        licences,
        regulatory_actions: Vec::new(),
        removed_pages: Vec::new(),
    }
}

fn write_reading(path: &Path, reading: &RegisterReading) {
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    serde_json::to_writer(&mut file, reading).expect("the reading is written");
    file.flush().expect("the reading is written");
}

fn licence(position: usize, domains: usize, random: &mut Random) -> ListedLicence {
    let account = position + 1;
    let brand = naming::root(random);
    let name = naming::capitalised(&naming::syllables(random));
    ListedLicence {
        operator: ListedOperator {
            upstream_id: Some(account.to_string()),
            name: format!("{name} Gaming {account} Limited"),
            trading_names: vec![naming::capitalised(&brand)],
            ..Default::default()
        },
        license_number: Some(format!("{account:06}-R-{:06}-001", 300_000 + position)),
        status_text: Some("Active".to_owned()),
        license_types: vec!["Remote casino".to_owned()],
        domains: (0..domains).map(|nth| domain(&brand, account, nth)).collect(),
        ..Default::default()
    }
}

fn domain(brand: &str, account: usize, nth: usize) -> ListedDomain {
    const SUFFIXES: [&str; 5] = ["com", "co.uk", "bet", "net", "io"];
    ListedDomain {
        domain: format!("www.{brand}{account}.{}", SUFFIXES[nth]),
        status_text: Some("Active".to_owned()),
        ..Default::default()
    }
}
