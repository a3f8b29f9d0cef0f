//! Register files made to fill the memory or to take for ever: each is refused in one line.

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
