//! Environment variables for PostgreSQL's programs, because the list of processes would show a
//! password on the command line.

use percent_encoding::percent_decode_str;
use url::Url;

use crate::connect::unavailable;
use crate::error::StoreError;

/// Returns the variables of an address. The environment supplies the rest, as it does for the
/// server.
pub(super) fn from_url(url: &str) -> Result<Vec<(&'static str, String)>, StoreError> {
    let parsed = Url::parse(url).map_err(|error| unavailable(url, &error.to_string()))?;
    let mut variables = vec![
        ("PGHOST", parsed.host_str().map(decode_percent).unwrap_or_default()),
        ("PGPORT", parsed.port().map(|port| port.to_string()).unwrap_or_default()),
        ("PGUSER", decode_percent(parsed.username())),
        ("PGPASSWORD", parsed.password().map(decode_percent).unwrap_or_default()),
        ("PGDATABASE", decode_percent(parsed.path().trim_start_matches('/'))),
    ];
    // The parameters that the server knows, under its names.
    for (name, value) in parsed.query_pairs() {
        let variable = match &*name {
            "host" => "PGHOST",
            "hostaddr" => "PGHOSTADDR",
            "port" => "PGPORT",
            "user" => "PGUSER",
            "password" => "PGPASSWORD",
            "dbname" => "PGDATABASE",
            "sslmode" | "ssl-mode" => "PGSSLMODE",
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => "PGSSLROOTCERT",
            "sslcert" | "ssl-cert" => "PGSSLCERT",
            "sslkey" | "ssl-key" => "PGSSLKEY",
            "options" => "PGOPTIONS",
            _ => continue,
        };
        variables.push((variable, value.into_owned()));
    }
    variables.retain(|(_, value)| !value.is_empty());
    Ok(variables)
}

/// Returns the database that the variables name; without a name, PostgreSQL's default.
pub(super) fn database(variables: &[(&'static str, String)]) -> String {
    let last = |name| variables.iter().rev().find(|(variable, _)| *variable == name);
    let named = last("PGDATABASE").or(last("PGUSER"));
    named.map_or_else(|| "postgres".to_owned(), |(_, value)| value.clone())
}

fn decode_percent(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_becomes_variables() {
        for (url, expected) in [
            (
                "postgres://me:p%40ss+w@db:5433/licence?sslmode=require",
                "PGHOST=db PGPORT=5433 PGUSER=me PGPASSWORD=p@ss+w PGDATABASE=licence PGSSLMODE=require",
            ),
            ("postgres://%2Frun%2Fpostgresql/licence", "PGHOST=/run/postgresql PGDATABASE=licence"),
            (
                "postgres:///licence?host=/run/postgresql&user=me",
                "PGDATABASE=licence PGHOST=/run/postgresql PGUSER=me",
            ),
        ] {
            let variables = from_url(url).unwrap();
            let pairs: Vec<String> = variables.iter().map(|(n, v)| format!("{n}={v}")).collect();
            assert_eq!(pairs.join(" "), expected, "{url}");
            assert_eq!(database(&variables), "licence");
        }
    }
}
