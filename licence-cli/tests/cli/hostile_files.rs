//! Register files made to fill the memory or to take for ever: each is refused in one line. A large
//! register is read.

use crate::hostile::{self, Hostile};
use crate::licence::Licence;

#[test]
fn a_file_that_attacks_its_reader_is_refused() {
    assert_refused(hostile::ten());
}

#[test]
#[ignore = "two hundred files, some of which take ten seconds of processor time"]
fn two_hundred_files_that_attack_their_reader_are_refused() {
    let all = hostile::all();
    assert!(all.len() >= 200, "{}", all.len());
    assert_refused(all);
}

/// The register of Great Britain has 2,656 accounts, 4,518 rows of licences and 2,080 domains.
#[test]
fn three_times_the_largest_register_is_read() {
    let licence = Licence::new();
    let table = |name: &str, head: &str, rows: usize, row: &dyn Fn(usize) -> String| {
        let rows: String =
            (0..3 * rows).map(|nth| format!("{},{}\n", account(nth), row(nth))).collect();
        licence.file(name, format!("Account Number,{head}\n{rows}").as_bytes());
        name.to_owned()
    };
    let files = [
        table("businesses.csv", "Licence Account Name", 2_656, &|nth| {
            format!("Company of the account {nth} Entertainment Operations Limited")
        }),
        table(
            "licences.csv",
            "Licence Number,Status,Type,Activity,Start Date,End Date",
            4_518,
            &|nth| {
                let (account, activity) = (account(nth), ["Casino", "Bingo"][nth / ACCOUNTS % 2]);
                format!(
                    "{account}-R-{account}-{:03},Active,Remote,{activity},2014-11-01T00:00:00+00:00,",
                    nth / ACCOUNTS
                )
            },
        ),
        table("domains.csv", "Domain Name,Status", 2_080, &|nth| {
            format!("www.site-{nth}.example.com,Active")
        }),
        table("names.csv", "Trading Name,Status", 4_000, &|nth| {
            format!("Trading name {nth},Active")
        }),
    ];
    let mut arguments = vec!["registers", "read", "UKGC", "--dry-run", "--json", "--from"];
    arguments.extend(files.iter().map(String::as_str));
    let run = licence.run(&arguments);
    assert_eq!((run.code, &run.json()["created"]), (0, &ACCOUNTS.into()), "{run}");
}

const ACCOUNTS: usize = 3 * 2_656;

fn account(nth: usize) -> String {
    format!("{:06}", nth % ACCOUNTS + 1)
}

fn assert_refused(files: Vec<Hostile>) {
    let licence = Licence::new();
    for Hostile { code, name, bytes } in files {
        let path = licence.file(&name, &bytes);
        let run = licence.run(&["registers", "read", code, "--from", path.to_str().unwrap()]);
        println!("{name}: {}", run.stderr.trim_end());
        run.assert_refused(2, &[&name]);
        std::fs::remove_file(path).unwrap();
    }
}
