//! The error of a database that cannot be used: one line, without a password.

use crate::error::StoreError;

pub(crate) fn unavailable(url: &str, why: &str) -> StoreError {
    StoreError::DatabaseUnavailable { url: without_password(url), why: one_line(why) }
}

/// Returns a text with every line break and run of spaces replaced by one space.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the address without its password, which PostgreSQL also takes in the query.
pub(crate) fn without_password(url: &str) -> String {
    let Some((address, query)) = url.split_once('?') else { return without_user_password(url) };
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("password=")).collect();
    let address = without_user_password(address);
    if kept.is_empty() { address } else { format!("{address}?{}", kept.join("&")) }
}

fn without_user_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let authority_end = rest.find(['/', '?']).unwrap_or(rest.len());
    let Some(at) = rest[..authority_end].rfind('@') else { return url.to_owned() };
    let user = rest[..at].split(':').next().unwrap_or_default();
    format!("{scheme}://{user}{}", &rest[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("sqlite::memory:", "sqlite::memory:"),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }
}
