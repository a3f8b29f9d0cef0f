//! What a batch is made of: 40 % on record, 20 % near a name on record, 40 % unknown.

use licence_core::hostname::Hostname;
use licence_server::system_time;
use licence_store::sample_readings;

use crate::support::random::Random;
use crate::support::strangers::Kind;

const LISTED_PERCENT: usize = 40;
const NEAR_PERCENT: usize = 20;
const NEAR: [Kind; 3] = [Kind::Typo, Kind::LookAlike, Kind::WithProductWord];

/// This many domains, one a line, where these hosts are on record.
pub fn mixed(count: usize, listed: &[Hostname]) -> String {
    let mut random = Random(17);
    let mut lines = String::new();
    for _ in 0..count {
        let host = &listed[random.below(listed.len())];
        match random.below(100) {
            0..LISTED_PERCENT => lines.push_str(host.as_str()),
            share if share < LISTED_PERCENT + NEAR_PERCENT => {
                lines.push_str(&random.pick(&NEAR).domain(host, &mut random));
            }
            _ => lines.push_str(&Kind::Unknown.domain(host, &mut random)),
        }
        lines.push('\n');
    }
    lines
}

/// Returns the hosts of the sample registers.
pub fn sample_hosts() -> Vec<Hostname> {
    let readings = sample_readings(system_time()).expect("the sample registers");
    let licences = readings.into_iter().flat_map(|(reading, _)| reading.licences);
    let cells = licences.flat_map(|licence| licence.domains).map(|listed| listed.domain);
    cells.filter_map(|cell| cell.parse().ok()).collect()
}
