//! What a second reading of a register in its own format may and may not change.

use std::collections::BTreeSet;

use licence_core::history::ChangeType;
use licence_core::jurisdiction::JurisdictionCode::{self, Cw, Iom, Kh, Tgc, Ukgc};
use licence_core::operator::Slug;
use licence_core::register::{self, Accepted, Snapshot, SourceFile};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_store::{ReadingSummary, Store};

use crate::support::readings::{answer, at, fresh_store};
use crate::support::registers;

/// Reads the files and applies them, an hour a step after the first read.
async fn read(
    store: &Store,
    code: JurisdictionCode,
    hour: i64,
    files: &[SourceFile],
) -> ReadingSummary {
    let start = at("2026-11-01T00:00:00Z").epoch_millis();
    let read_at = Timestamp::from_epoch_millis(start + hour * 3_600_000).unwrap();
    let reading = register::read(code, files, read_at, &Accepted::default()).unwrap();
    let (snapshot, rules) = (Snapshot::new(files.to_vec()), ApplyRules::default());
    store.apply_reading(&reading, &snapshot, &rules, read_at).await.unwrap()
}

fn replace(files: &[SourceFile], from: &str, to: &str) -> Vec<SourceFile> {
    let mut files = files.to_vec();
    for file in &mut files {
        let text = String::from_utf8(file.bytes.clone()).unwrap();
        file.bytes = text.replace(from, to).into();
    }
    files
}

async fn numbers(store: &Store, code: JurisdictionCode) -> Vec<String> {
    let mut numbers = Vec::new();
    for n in 1..=12 {
        let answer = answer(store, &registers::host(code, n)).await;
        numbers.push(answer["match"]["license_number"].as_str().unwrap().to_owned());
    }
    numbers
}

#[tokio::test]
async fn own_references_stay_while_the_page_lists_the_operator() {
    for code in [Kh, Tgc, Iom] {
        let store = fresh_store().await;
        read(&store, code, 0, &registers::files(code, 12)).await;
        let first = numbers(&store, code).await;
        let prefix = format!("{code}-");
        assert!(first.iter().all(|n| n.starts_with(&prefix) && n.len() == prefix.len() + 8));
        assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 12, "{code}");
        // The same operators between others, and with another note on the page.
        let grown = replace(&registers::files(code, 20), "</body>", "<p>Updated</p></body>");
        let applied = read(&store, code, 1, &grown).await;
        assert_eq!((applied.created, applied.missing), (8, 0), "{code}");
        assert_eq!(numbers(&store, code).await, first, "{code}");
        let rebuilt = fresh_store().await;
        read(&rebuilt, code, 0, &grown).await;
        assert_eq!(numbers(&rebuilt, code).await, first, "{code}");
    }
}

#[tokio::test]
async fn the_same_pages_read_again_change_only_the_times_of_the_read() {
    for (code, operator) in [(Cw, "Brion 1 N.V."), (Tgc, "Neqotkuk 1 Ltd")] {
        let store = fresh_store().await;
        let files = registers::files(code, 3);
        assert!(read(&store, code, 0, &files).await.applied);
        let again = read(&store, code, 1, &files).await;
        assert_eq!((again.applied, again.changed, again.unchanged), (false, 0, 3), "{code}");
        let holder = store.operator(&Slug::from_name(operator), None).await.unwrap().unwrap();
        let read_at = holder.domains[0].verification_page_read_at;
        assert_eq!(read_at, Some(at("2026-11-01T01:00:00Z")), "{code}");
    }
}

#[tokio::test]
async fn a_curacao_reading_without_certificates_delists_no_domain() {
    let store = fresh_store().await;
    let files = registers::files(Cw, 3);
    read(&store, Cw, 0, &files).await;
    let verdict = async |n| answer(&store, &registers::host(Cw, n)).await["verdict"].clone();
    let alone = read(&store, Cw, 1, &files[..1]).await;
    assert_eq!((alone.delisted, alone.missing), (0, 0));
    assert_eq!(verdict(1).await, "licensed");
    let mut others = files.clone();
    others[1] = registers::cw_certificate(1, &["elsewhere.example"]);
    let with_them = read(&store, Cw, 2, &others).await;
    assert_eq!(with_them.delisted, 1);
    assert_eq!(verdict(1).await, "domain_not_listed");
    assert_eq!(verdict(2).await, "licensed");
    assert_eq!(answer(&store, "elsewhere.example").await["verdict"], "licensed");
}

/// The regulator's page of a removed domain names no domain (guides to the registers, 3.2).
#[tokio::test]
async fn a_removed_certificate_page_delists_the_domain_whose_page_it_was() {
    let store = fresh_store().await;
    let files = registers::files(Cw, 3);
    read(&store, Cw, 0, &files).await;
    let mut removed = files.clone();
    let text = "<html><body><h1>Not Active</h1>This domain has been removed from the registry.\
                </body></html>";
    removed[1].bytes = text.into();
    let applied = read(&store, Cw, 1, &removed).await;
    assert_eq!((applied.delisted, applied.missing), (1, 0));
    let first = answer(&store, &registers::host(Cw, 1)).await;
    assert_eq!(first["verdict"], "domain_not_listed", "{first}");
    assert_eq!(first["match"]["verification_url"], "https://cert.cga.cw/token?id=1001", "{first}");
    assert_eq!(answer(&store, &registers::host(Cw, 2)).await["verdict"], "licensed");
    let again = read(&store, Cw, 2, &removed).await;
    assert_eq!((again.delisted, again.events), (0, 0));
    read(&store, Cw, 3, &files).await;
    assert_eq!(answer(&store, &registers::host(Cw, 1)).await["verdict"], "licensed");
}

/// The register alone says status, type and dates of its licences, whatever is read without it.
#[tokio::test]
async fn a_certificate_alone_takes_nothing_from_what_the_register_said() {
    let certificate = |n: usize, status: &str| {
        let text = format!(
            "<html><body><h1>Certificate of Operation</h1><p>This is to certify that cw-{n}.example \
             is operated by Brion {n} N.V., a company incorporated under the laws of Curaçao with \
             Company Number {} and licensed by the Curaçao Gaming Authority to offer games of chance \
             under license number OGL/2024/{n}/{} in accordance with the National Ordinance on Games \
             of Chance.</p><p>The license was granted on 01/01/2026 and its current status is \
             {status}</p></body></html>",
            160_000 + n,
            1000 + n
        );
        [registers::file(&format!("certificate-{n}.html"), text)]
    };
    for (listed, said, status, words, qualifier) in [
        ("", "Active", "active", None, None),
        ("", "Suspended", "unknown", Some("Certificate: Suspended"), None),
        (
            " Assessment in progress",
            "Active",
            "active",
            Some("Assessment in progress"),
            Some("provisional"),
        ),
        (" Assessment in progress", "Suspended", "pending", Some("Assessment in progress"), None),
        (
            " License revoked on August 14, 2026",
            "Active",
            "revoked",
            Some("License revoked on August 14, 2026"),
            None,
        ),
    ] {
        let store = fresh_store().await;
        let row = "B2C 160002 January 14, 2026 July 14, 2026";
        let files = replace(&registers::files(Cw, 3), row, &format!("{row}{listed}"));
        read(&store, Cw, 0, &files).await;
        let licence = async || {
            let id = answer(&store, "cw-2.example").await["match"]["license_id"].clone();
            let id = serde_json::from_value(id).unwrap();
            let licence = store.licence(id, None).await.unwrap().unwrap();
            serde_json::to_value(&licence).unwrap()
        };
        let before = licence().await;
        for hour in 1..3 {
            let applied = read(&store, Cw, hour, &certificate(2, said)).await;
            assert_eq!((applied.created, applied.delisted), (0, 0), "{listed} {said}");
            assert_eq!(applied.changed + applied.unchanged, 1, "{listed} {said}");
            let after = licence().await;
            assert_eq!(after["status"], status, "{listed} {said}");
            assert_eq!(after["upstream_status"], serde_json::json!(words), "{listed} {said}");
            assert_eq!(after["status_qualifier"], serde_json::json!(qualifier), "{listed} {said}");
            for member in ["license_types", "license_category", "issued_date", "expiry_date"] {
                assert_eq!(after[member], before[member], "{listed} {said}: {member}");
            }
        }
        // The register alone, with the same word: nothing took the certificate back.
        let applied = read(&store, Cw, 3, &files).await;
        assert_eq!(applied.events, 0, "{listed} {said}");
        let after = licence().await;
        let seen = (&after["status"], &after["upstream_status"], &after["status_qualifier"]);
        let expected = (status.into(), serde_json::json!(words), serde_json::json!(qualifier));
        assert_eq!(seen, (&expected.0, &expected.1, &expected.2), "{listed} {said}");
    }
}

/// A domain belongs to an account and hangs on its best licence: the register delists nothing when
/// another licence becomes that (specification 2.6).
#[tokio::test]
async fn a_domain_that_moves_to_another_licence_of_its_account_is_not_delisted() {
    let store = fresh_store().await;
    let files = registers::files(Ukgc, 3);
    read(&store, Ukgc, 0, &files).await;
    let host = registers::host(Ukgc, 2);
    let old = answer(&store, &host).await["match"]["license_number"].clone();
    let old = old.as_str().unwrap();
    let mut moved = files.clone();
    for file in &mut moved {
        let text = String::from_utf8(file.bytes.clone()).unwrap();
        let of_old = |line: &&str| line.contains(old) && line.contains("Active");
        let lines = text.lines().flat_map(|line| match of_old(&line) {
            true => {
                let new = line.replace(old, "000002-R-400002-001");
                vec![line.replace("Active", "Surrendered"), new]
            }
            false => vec![line.to_owned()],
        });
        file.bytes = lines.map(|line| line + "\n").collect::<String>().into();
    }
    let applied = read(&store, Ukgc, 1, &moved).await;
    assert_eq!((applied.created, applied.delisted), (1, 0));
    let after = answer(&store, &host).await;
    assert_eq!(after["verdict"], "licensed");
    assert_eq!(after["match"]["license_number"], "000002-R-400002-001");
    assert!(!after["verdict_detail"].as_str().unwrap().contains("no longer lists"), "{after}");
    // Without the account's domain, the licence to which it moved loses it.
    let without: Vec<_> = moved
        .iter()
        .map(|file| {
            let text = String::from_utf8(file.bytes.clone()).unwrap();
            let lines = text.lines().filter(|line| !line.contains(&host));
            let text: String = lines.map(|line| format!("{line}\n")).collect();
            SourceFile { bytes: text.into(), ..file.clone() }
        })
        .collect();
    let gone = read(&store, Ukgc, 2, &without).await;
    assert_eq!(gone.delisted, 1);
    assert_eq!(answer(&store, &host).await["verdict"], "domain_not_listed");
}

/// One account is missing from the file of names.
#[tokio::test]
async fn an_account_that_loses_its_name_keeps_the_one_on_record() {
    let store = fresh_store().await;
    let files = registers::files(Ukgc, 12);
    read(&store, Ukgc, 0, &files).await;
    let before = answer(&store, &registers::host(Ukgc, 3)).await["match"].clone();
    read(&store, Ukgc, 1, &replace(&files, "\"3\",\"Albion 3 Limited\"\n", "")).await;
    let after = answer(&store, &registers::host(Ukgc, 3)).await["match"].clone();
    assert_eq!(after["operator_display_name"], before["operator_display_name"]);
    assert!(before.to_string().contains("Albion 3 Limited"), "{before}");
    assert!(!after.to_string().contains("Account 3"), "{after}");
}

#[tokio::test]
async fn a_new_version_of_a_number_is_one_data_update() {
    let store = fresh_store().await;
    let files = registers::files(Ukgc, 12);
    read(&store, Ukgc, 0, &files).await;
    let before = answer(&store, &registers::host(Ukgc, 3)).await;
    let renumbered = replace(&files, "000003-R-300003-001", "000003-R-300003-002");
    let applied = read(&store, Ukgc, 1, &renumbered).await;
    assert_eq!((applied.created, applied.changed, applied.missing), (0, 1, 0));
    assert_eq!((applied.delisted, applied.unchanged, applied.events), (0, 11, 0));
    let after = answer(&store, &registers::host(Ukgc, 3)).await;
    assert_eq!(after["match"]["license_id"], before["match"]["license_id"]);
    assert_eq!(after["match"]["license_number"], "000003-R-300003-002");
    let id = serde_json::from_value(after["match"]["license_id"].clone()).unwrap();
    let history = store.history(id).await.unwrap().unwrap().history;
    let kinds: Vec<_> = history.iter().map(|entry| entry.change_type).collect();
    assert_eq!(kinds, [ChangeType::DataUpdate, ChangeType::Created]);
}
