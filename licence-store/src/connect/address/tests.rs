use super::*;

#[test]
fn an_address_of_another_machine_states_its_sslmode() {
    for (url, variable, is_refused) in [
        ("postgres://licence@127.0.0.1:5432/licence", None, false),
        ("postgres://localhost/licence", None, false),
        ("postgres://[::1]/licence", None, false),
        ("postgres://%2Frun%2Fpostgresql/licence", None, false),
        ("postgres://db/licence?host=/run/postgresql", None, false),
        ("postgres://db/licence", None, true),
        ("postgres://me:hush@10.0.0.5/licence", None, true),
        ("postgresql://localhost.example.com/licence", None, true),
        ("postgres://127.0.0.1/licence?host=10.0.0.5", None, true),
        ("postgres://db/licence?application_name=sslmode", None, true),
        ("postgres://db/licence", Some("verify-full"), false),
        ("postgres://db/licence?sslmode=verify-full", None, false),
        ("postgres://db/licence?sslmode=disable", None, false),
        ("postgres://db/licence?application_name=x&ssl-mode=require", None, false),
    ] {
        let refused = require_sslmode(url, variable).err().map(|error| error.to_string());
        assert_eq!(refused.is_some(), is_refused, "{url} {refused:?}");
        let Some(refused) = refused else { continue };
        assert!(refused.contains("?sslmode=verify-full"), "{refused}");
        assert!(!refused.contains("hush"), "{refused}");
    }
}

#[test]
fn plain_redis_is_for_this_machine() {
    for (url, is_elsewhere) in [
        ("redis://127.0.0.1:6379", false),
        ("redis://localhost", false),
        ("redis://:hush@[::1]:6379", false),
        ("redis://cache:6379", true),
        ("redis://10.0.0.5", true),
        ("rediss://cache:6379", false),
        ("memory://", false),
    ] {
        assert_eq!(is_plain_redis_elsewhere(url), is_elsewhere, "{url}");
    }
}

#[test]
fn passwords_are_never_shown() {
    for (url, shown) in [
        ("postgres://me:secret@db:5432/licences", "postgres://me@db:5432/licences"),
        ("postgres://me:p@ss@db/licences", "postgres://me@db/licences"),
        ("postgres://db/licences?x=a@b", "postgres://db/licences?x=a@b"),
        ("postgres://db/x?password=secret&sslmode=require", "postgres://db/x?sslmode=require"),
        ("postgres://me:secret@db/x?password=secret", "postgres://me@db/x"),
        ("redis://:secret@cache:6379", "redis://@cache:6379"),
        ("sqlite://licence.db", "sqlite://licence.db"),
        ("sqlite://a:b@c.db", "sqlite://a:b@c.db"),
        ("sqlite::memory:", "sqlite::memory:"),
    ] {
        assert_eq!(without_password(url), shown);
    }
}
