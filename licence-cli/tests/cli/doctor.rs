//! `licence doctor`.

use std::os::unix::fs::PermissionsExt;

use crate::licence::Licence;
use crate::server::Served;
use crate::stub::{Stub, refusal};

#[test]
fn all_is_well_on_the_sample_on_both_sides() {
    let served = Served::start();
    let local = served.local(&["doctor"]);
    assert_eq!(local.code, 0, "{local}");
    for part in ["database_url", "the environment", "cache", "register UKGC", "read 0 h ago"] {
        assert!(local.stdout.contains(part), "{part} is not in {local}");
    }
    let remote = served.remote(&["doctor", "--json"]);
    assert_eq!(remote.code, 0, "{remote}");
    let findings = remote.json();
    assert_eq!(findings[0]["what"], "server");
    assert!(findings.as_array().unwrap().iter().all(|finding| finding["standing"] == "ok"));
    assert!(!remote.stdout.contains(&served.key));
}

#[test]
fn what_fails_is_named_and_ends_with_5() {
    let licence = Licence::new();
    let missing = licence.run(&["doctor", "--database-url", "sqlite://nowhere.db"]);
    assert!(missing.code == 5 && missing.stdout.contains("nowhere.db yet"), "{missing}");
    assert!(!licence.folder.path().join("nowhere.db").exists(), "a diagnosis makes nothing");
    let unreachable =
        licence.run(&["doctor", "--database-url", "postgres://me:secret@127.0.0.1:1/x"]);
    assert!(unreachable.code == 5 && !unreachable.stdout.contains("secret"), "{unreachable}");
    let stub = Stub::answering(vec![refusal(401, "api_key_revoked")]);
    let refused = licence.run(&["doctor", "--server", &stub.url, "--api-key", "lic_x", "--json"]);
    let findings = refused.json();
    for (n, what, standing) in [(0, "server", "ok"), (1, "api_key", "failed")] {
        assert_eq!(findings[n]["what"], what, "{refused}");
        assert_eq!(findings[n]["standing"], standing, "{refused}");
    }
    assert_eq!((refused.code, findings.as_array().unwrap().len()), (5, 2), "{refused}");
    assert!(findings[1]["found"].as_str().unwrap().contains("api_key_revoked"), "{refused}");
    let cache = [("LICENCE_CACHE_URL", "redis://:secret@127.0.0.1:1")];
    licence.make_database();
    let cache = licence.run_with(&["doctor"], &cache, b"");
    assert!(cache.code == 5 && cache.stdout.contains("cannot be reached"), "{cache}");
    assert!(!cache.stdout.contains("secret"), "{cache}");
}

#[test]
fn a_damaged_database_fails_and_files_that_others_can_read_are_named() {
    let licence = Licence::with_the_cases();
    let Some(file) = licence.database_url().strip_prefix("sqlite://") else { return };
    std::fs::set_permissions(file, PermissionsExt::from_mode(0o644)).unwrap();
    let open = licence.run(&["doctor"]);
    let remedy = format!("chmod 600 {file}");
    assert!(open.code == 0 && open.stdout.contains("database files"), "{open}");
    assert!(licence.run(&["doctor", "--json"]).stdout.contains(&remedy));
    let mut bytes = std::fs::read(file).unwrap();
    let last = bytes.len() - 8_192;
    bytes[last..].fill(0xa5);
    std::fs::write(file, bytes).unwrap();
    let damaged = licence.run(&["doctor"]);
    assert!(damaged.code == 5 && damaged.stdout.contains("is damaged"), "{damaged}");
}

#[test]
fn a_secret_key_that_is_lost_or_no_key_fails() {
    let licence = Licence::new();
    let Some(database) = licence.database_url().strip_prefix("sqlite://") else { return };
    let account = licence.run(&["accounts", "create", "Example", "--plan", "pro", "--json"]).json();
    let account = account["id"].as_str().unwrap();
    let key = format!("{database}-secret.key");
    let doctor = || licence.run(&["doctor", "--json"]);
    assert_eq!(doctor().code, 0, "without a webhook no key is needed");
    let private = std::os::unix::fs::OpenOptionsExt::mode(&mut std::fs::OpenOptions::new(), 0o600)
        .write(true)
        .create_new(true)
        .open(&key);
    private.unwrap();
    for garbage in ["", "no key"] {
        std::fs::write(&key, garbage).unwrap();
        let run = doctor();
        assert!(run.code == 5 && run.stdout.contains("32 bytes as one line of base64"), "{run}");
    }
    std::fs::remove_file(&key).unwrap();
    let url = "https://93.184.215.14/hook";
    let create = ["webhooks", "create", "--url", url, "--event", "license.issued"];
    let created = licence.run(&[&create[..], &["--account", account]].concat());
    assert_eq!(created.code, 0, "{created}");
    assert_eq!(doctor().code, 0, "{}", doctor());
    std::fs::remove_file(&key).unwrap();
    let lost = doctor();
    assert!(lost.code == 5 && lost.stdout.contains("put its saved copy back"), "{lost}");
}

#[test]
fn a_file_of_secrets_that_others_can_read_fails() {
    let licence = Licence::new();
    licence.make_database();
    let key = licence.file("secret.key", b"MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=\n");
    let config = licence.file("it.toml", b"secret_key_file = 'secret.key'");
    let doctor = |mode| {
        std::fs::set_permissions(&key, PermissionsExt::from_mode(mode)).unwrap();
        licence.run(&["doctor", "--config", config.to_str().unwrap()])
    };
    let open = doctor(0o644);
    assert!(open.code == 5 && open.stdout.contains("chmod 600 secret.key"), "{open}");
    let private = doctor(0o600);
    assert!(private.code == 0 && private.stdout.contains("secret.key, private"), "{private}");
}
