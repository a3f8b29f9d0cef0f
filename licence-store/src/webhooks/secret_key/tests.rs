use std::os::unix::fs::PermissionsExt;

use uuid::Uuid;

use super::*;

fn key(location: KeyLocation) -> SecretKey {
    SecretKey::new(location, Entropy::system())
}

fn endpoint(number: u128) -> WebhookId {
    WebhookId(Uuid::from_u128(number))
}

#[test]
fn a_secret_opens_under_its_key_for_its_endpoint_alone() {
    let folder = tempfile::tempdir().unwrap();
    let location = KeyLocation::File(folder.path().join("key"));
    let secret = WebhookSecret::generate(&mut Entropy::system().bytes());
    let sealed = key(location.clone()).seal(endpoint(1), &secret, MissingKey::Create).unwrap();
    assert!(!sealed.contains(secret.reveal()));
    let again = key(location.clone());
    assert_eq!(again.open(endpoint(1), &sealed).unwrap(), secret);
    assert!(again.open(endpoint(2), &sealed).is_err());
    let other = key(KeyLocation::Process);
    other.load(MissingKey::Create).unwrap();
    assert!(other.open(endpoint(1), &sealed).is_err());
    for broken in ["", "x", "AAAA", &sealed[..sealed.len() - 4]] {
        assert!(again.open(endpoint(1), broken).is_err(), "{broken:?}");
    }
    assert_ne!(again.seal(endpoint(1), &secret, MissingKey::Fail).unwrap(), sealed);
}

#[test]
fn the_file_is_one_line_of_base64_that_only_its_owner_reads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let location = KeyLocation::File(path.clone());
    let error = key(location.clone()).load(MissingKey::Fail).unwrap_err().to_string();
    assert!(error.contains("put its saved copy back"), "{error}");
    key(location.clone()).load_if_present().unwrap();
    assert!(!path.exists(), "no key is made where one is missing");
    key(location.clone()).load(MissingKey::Create).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(STANDARD.decode(text.strip_suffix('\n').unwrap()).unwrap().len(), 32);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
    key(location.clone()).load(MissingKey::Create).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "it is made once");
    for wrong in ["", "no base64!", "AAAA", &"A".repeat(88)] {
        fs::write(&path, wrong).unwrap();
        let loads = [
            key(location.clone()).load(MissingKey::Create),
            key(location.clone()).load_if_present(),
        ];
        for error in loads.map(|load| load.unwrap_err().to_string()) {
            assert!(error.ends_with("it is not 32 bytes as one line of base64"), "{error}");
        }
    }
}
