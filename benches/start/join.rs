//! What `sqlite3` does with the lines of a batch: it joins them with the licences of their hosts.

use std::path::Path;
use std::process::{Command, Stdio};

use licence_core::hostname::Hostname;

use crate::support::rounds::time;

/// Returns the hosts on record.
pub fn hosts(database: &Path) -> Vec<Hostname> {
    let output = sqlite3(database).arg("select host from domains").output().expect("sqlite3 runs");
    let text = String::from_utf8(output.stdout).expect("hosts are text");
    text.lines().map(|host| host.parse().expect("a hostname")).collect()
}

/// Returns how many seconds the join takes.
pub fn seconds(database: &Path, lines: &Path) -> f64 {
    let script = [
        "create temp table asked (domain text)".to_owned(),
        format!(".import --schema temp '{}' asked", lines.display()),
        "select asked.domain, licences.license_number, licences.status, operators.display_name \
         from asked left join domains on domains.host = asked.domain \
         left join licences on licences.id = domains.licence_id \
         left join operators on operators.id = licences.operator_id"
            .to_owned(),
    ];
    let mut tool = sqlite3(database);
    tool.args(script).stdout(Stdio::null());
    time(|| assert!(tool.status().expect("sqlite3 runs").success(), "{tool:?}")).as_secs_f64()
}

fn sqlite3(database: &Path) -> Command {
    let mut tool = Command::new("sqlite3");
    tool.args(["-bail", "-readonly", "-csv"]).arg(database);
    tool
}
