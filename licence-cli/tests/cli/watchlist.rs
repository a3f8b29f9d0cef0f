//! The watchlist on a database of this machine.

use crate::server::Served;

const SLUG: &str = "harbour-lantern-gaming-limited";
const OTHERS: [&str; 2] = ["cinderbrook-games-ltd", "brindle-otter-limited"];

#[test]
fn an_operator_is_watched_and_no_more() {
    let served = Served::start();
    let added = served.local(&["watchlist", "add", SLUG, "--json"]);
    assert_eq!((added.code, added.json()["operator"]["slug"].as_str()), (0, Some(SLUG)), "{added}");
    served.local(&["watchlist", "add", SLUG]).assert_refused(2, &["is watched already"]);
    let again = served.remote(&["watchlist", "add", SLUG]);
    assert!(again.code == 2 && again.stderr.contains("watchlist_duplicate"), "{again}");
    served.local(&["watchlist", "add", "nobody"]).assert_refused(3, &["No operator has the slug"]);
    for other in OTHERS {
        assert_eq!(served.remote(&["watchlist", "add", other]).code, 0);
    }
    assert_eq!(served.local(&["watchlist", "show", "--json"]).json()["count"], 3);
    let removed = served.local(&["watchlist", "remove", SLUG]);
    assert_eq!((removed.code, removed.stdout), (0, format!("{SLUG} is not watched\n")));
    let removed = served.remote(&["watchlist", "remove", SLUG, "--json"]);
    assert_eq!((removed.code, removed.stdout.as_str()), (0, ""));
    assert_eq!(served.local(&["watchlist", "show", "--json"]).json()["count"], 2);
}

#[test]
fn the_plan_caps_the_list_here_too() {
    let served = Served::start();
    let file = served.licence.file("it.toml", b"[plans.enterprise]\nwatchlist_operators = 1\n");
    let config = ["--config", file.to_str().unwrap()];
    let add = |slug| served.local(&[&["watchlist", "add", slug], &config[..]].concat());
    assert_eq!(add(SLUG).code, 0);
    add(OTHERS[0]).assert_refused(4, &["The watchlist holds 1 of 1 operators."]);
    let shown = served.local(&[&["watchlist", "show", "--json"], &config[..]].concat());
    assert_eq!(shown.json()["limit"], 1);
}

#[test]
fn the_account_has_to_be_named_and_known() {
    let served = Served::start();
    for args in [&["watchlist", "show"][..], &["watchlist", "list"], &["events"]] {
        served.licence.run(args).assert_refused(2, &["--account ID", "licence accounts create"]);
        let nobody = "00000000-0000-4000-8000-000000000000";
        let run = served.licence.run(&[args, &["--account", nobody]].concat());
        run.assert_refused(3, &[nobody, "not on record"]);
    }
}
