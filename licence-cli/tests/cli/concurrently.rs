//! Many processes on one database at the same time.

use crate::licence::{Licence, Run, fixture};

#[test]
fn writers_and_readers_of_one_database_never_find_it_locked() {
    let licence = Licence::with_the_cases();
    let reading = fixture("ukgc.json");
    let spawn = |args: &[&str]| licence.command().args(args).output().unwrap();
    std::thread::scope(|scope| {
        let mut workers = Vec::new();
        for worker in 0..4 {
            let spawn = &spawn;
            let reading = reading.to_str().unwrap();
            workers.push(scope.spawn(move || {
                for _ in 0..8 {
                    let output = match worker % 2 {
                        0 => spawn(&["registers", "apply", reading]),
                        _ => spawn(&["check", "bet365.com"]),
                    };
                    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
                    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""));
                }
            }));
        }
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
}

#[test]
fn processes_that_start_at_once_on_an_empty_database_create_it_once() {
    let licence = Licence::new();
    let runs: Vec<Run> = std::thread::scope(|scope| {
        let start =
            || scope.spawn(|| licence.run(&["accounts", "create", "Example", "--plan", "pro"]));
        let started: Vec<_> = (0..6).map(|_| start()).collect();
        started.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for run in runs {
        assert_eq!(run.code, 0, "{run}");
    }
}
