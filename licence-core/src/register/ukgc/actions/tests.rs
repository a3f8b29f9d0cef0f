//! Pages of regulatory actions about invented companies and persons, and the real news.

use proptest::prelude::*;

use super::news::{action_of_title, news_actions};
use super::prose::SOURCE_URL;
use crate::jurisdiction::JurisdictionCode::Ukgc;
use crate::register::reading::{ListedAction, RegisterReading};
use crate::register::tests::{file, read};
use crate::register::{RegisterError, SourceFile};

/// The four tables of the register, which an action comes with.
fn tables() -> Vec<SourceFile> {
    [
        ("businesses.csv", "Account Number,Licence Account Name\n90114,Lantern Gaming Limited\n"),
        ("licences.csv", "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date\n90114,090114-R-391114-019,Active,Remote,Casino,2019-04-08T00:00:00+00:00,\n"),
        ("names.csv", "Account Number,Trading Name,Status\n"),
        ("domains.csv", "Account Number,Domain Name,Status\n"),
    ]
    .map(|(name, text)| file(name, text))
    .to_vec()
}

fn read_with(files: &[SourceFile]) -> Result<RegisterReading, RegisterError> {
    let files: Vec<_> = tables().into_iter().chain(files.iter().cloned()).collect();
    read(Ukgc, &files)
}

fn actions(files: &[SourceFile]) -> Vec<ListedAction> {
    read_with(files).unwrap().regulatory_actions
}

fn page(entries: &str) -> SourceFile {
    file(
        "print.html",
        format!(
            "<!DOCTYPE html><html><head><title>Regulatory actions - Gambling Commission</title>\
             </head><body><nav><h2>Menu Limited</h2><p>x</p></nav><main>\
             <h2>With this document you can:</h2><p>print</p><h1>Regulatory actions</h1>\
             <p>Regulatory actions can be viewed on our website at \
             gamblingcommission.gov.uk/public-register</p><p>Generated: 23 October 2024</p>\
             {entries}</main><footer><h2>Footer Ltd</h2><p>On 1 May 2024 fined</p></footer></body></html>"
        ),
    )
}

const LANTERN: &str = "<h2>Lantern Holdings Inc</h2><p>Following an investigation into a key event \
    submission by Lantern Holdings Inc (\u{201c}the Licensee\u{201d}), the Gambling Commission found that \
    the Licensee breached:</p><ul><li>SRCP 3.5.3</li></ul><p>In line with the Statement of \
    principles for determining financial penalties, the Commission has decided to impose a \
    financial penalty of £28,750 under section 121(1) of the Act. The decision was made on 12 March \
    2024.</p><p>Mr Mill was helpful.</p>";
const PERSON: &str = "<h2>Mill Michael Edward</h2><p>Following a licence review of Mr Michael Mill\u{2019}s \
    Personal Management Licence (\u{201c}PML\u{201d}), the Commission issued him with a warning under section \
    117(1)(a) on 1 May 2024.</p><h3>Sand Gaming Limited</h3><p>As a PML holder and board member \
    for Sand Gaming Limited he was fined £1m on 1 May 2024.</p>";

#[test]
fn an_entry_of_a_company_is_an_action() {
    let [action] = <[_; 1]>::try_from(actions(&[page(&format!("{PERSON}{LANTERN}"))])).unwrap();
    assert_eq!(action.subject_name, "Lantern Holdings Inc");
    assert_eq!(
        (action.action_type.as_str(), action.outcomes.as_slice()),
        ("fine", &["Financial penalty".to_owned()][..])
    );
    assert_eq!(
        (action.fine_amount_cents, action.fine_currency.as_deref()),
        (Some(2_875_000), Some("GBP"))
    );
    assert_eq!(action.decision_date, "2024-03-12".parse().unwrap());
    assert_eq!(action.source_url, SOURCE_URL);
    let description = action.description.unwrap();
    assert!(description.contains("SRCP 3.5.3") && !description.contains("Mill"), "{description}");
}

#[test]
fn a_heading_with_another_company_ends_the_entry_above_it() {
    let page = page(
        "<h2>Quiet Limited</h2><p>On 1 May 2024 the Commission issued a warning.</p>\
         <h3>What we found</h3><p>Little.</p><h3>Sand Gaming Limited</h3>\
         <p>On 2 May 2024 the Commission suspended the operating licence.</p>",
    );
    let actions = actions(&[page]);
    let seen: Vec<_> =
        actions.iter().map(|it| (it.subject_name.as_str(), it.action_type.as_str())).collect();
    assert_eq!(seen, [("Quiet Limited", "warning"), ("Sand Gaming Limited", "suspension")]);
}

#[test]
fn no_person_is_ever_read() {
    const COMPANY: &str = "<h2>Quiet Limited</h2><p>Nothing is dated here.</p>";
    for entry in [
        PERSON,
        "<h2>Mill Michael Edward</h2><p>On 1 May 2024 the Commission revoked the Personal Functional Licence.</p>",
        "<h2>Gary Mill</h2><p>On 1 May 2024 the Commission imposed a financial penalty of £200. His operating licence breached condition 15.3.1.</p>",
        "<h2>Mr G Mill Limited</h2><p>On 1 May 2024 the Commission imposed a financial penalty of £200.</p>",
        "<h2>Mill Michael (Sand Gaming Limited)</h2><p>On 1 May 2024 the Commission issued a warning.</p>",
        "<h2>Sand Gaming Limited</h2><p>On 1 May 2024 the Commission revoked a Personal Management Licence.</p>",
        "<h2>Sand Gaming Limited</h2><p>It was helpful.</p><h3>Mill Michael</h3><p>On 1 May 2024 the Commission issued a warning.</p>",
        "<h2>Mill Club</h2><p>On 1 May 2024 the Commission issued a warning to a PML holder.</p>",
        COMPANY,
    ] {
        assert_eq!(actions(&[page(&format!("{entry}{COMPANY}"))]), [], "{entry}");
    }
    let entry = "<h2>Sand Gaming Limited</h2><p>On 1 May 2024 the Commission suspended the \
                 operating licence.</p><p>A PML holder left.</p>";
    let [action] = <[_; 1]>::try_from(actions(&[page(entry)])).unwrap();
    assert_eq!(action.action_type, "suspension");
    assert!(!action.description.unwrap().contains("PML"));
}

#[test]
fn several_outcomes_are_all_kept_and_the_gravest_is_the_type() {
    let entry = "<h2>Mill (UK Gaming) ENC</h2><p>On 4 April 2024 the Commission issued a warning and imposed \
                 additional licence conditions. The Licensee will pay a total of £343,035 in lieu of a financial penalty.</p>\
                 <h2>Mill (UK Sports) ENC</h2><p>The decision was made on 1 May 2024.</p>";
    let [second, first] = <[_; 2]>::try_from({
        let mut a = actions(&[page(entry)]);
        a.reverse();
        a
    })
    .unwrap();
    assert_eq!(first.outcomes, ["Regulatory settlement", "Licence condition", "Warning"]);
    assert_eq!(
        (first.action_type.as_str(), first.fine_amount_cents),
        ("settlement", Some(34_303_500))
    );
    assert_eq!(
        (second.action_type.as_str(), second.outcomes.len(), second.fine_amount_cents),
        ("regulatory_action", 0, None)
    );
}

#[test]
fn an_earlier_decision_gives_the_present_one_no_day() {
    let earlier = LANTERN
        .replace("<p>In line", "<p>On 3 May 2019 the Commission issued a warning.</p><p>In line");
    let [action] = <[_; 1]>::try_from(actions(&[page(&earlier)])).unwrap();
    assert_eq!(action.decision_date.to_string(), "2024-03-12");
    assert_eq!(
        (action.outcomes, action.fine_amount_cents),
        (vec!["Financial penalty".into()], Some(2_875_000))
    );
}

#[test]
fn a_later_decision_counts_before_an_earlier_one_without_a_day() {
    let later = format!("{LANTERN}<p>On 3 May 2024 the Commission revoked its licence.</p>");
    let [action] = <[_; 1]>::try_from(actions(&[page(&later)])).unwrap();
    assert_eq!(action.decision_date.to_string(), "2024-05-03");
    assert!(action.outcomes.contains(&"Revocation of licence".to_owned()));
}

#[test]
fn a_reversal_under_a_lower_heading_takes_the_outcomes_back() {
    for (after, outcomes) in [
        ("", &["Financial penalty"][..]),
        ("<h3>Update</h3><p>The Tribunal quashed the decision.</p>", &[]),
        ("<h3>Decision set aside</h3>", &[]),
        ("<h3>Background</h3><p>The Licensee is a bookmaker.</p>", &["Financial penalty"]),
        ("<h2>Mill (UK) ENC</h2><p>The Tribunal quashed the decision.</p>", &["Financial penalty"]),
        ("<h2>Mill (UK) ENC</h2><h3>Decision set aside</h3>", &["Financial penalty"]),
        ("<h3>Mill (UK) ENC</h3><p>The Tribunal quashed the decision.</p>", &["Financial penalty"]),
    ] {
        let [action] = <[_; 1]>::try_from(actions(&[page(&format!("{LANTERN}{after}"))])).unwrap();
        assert_eq!(action.outcomes, outcomes, "{after}");
    }
}

#[test]
fn the_views_of_one_page_give_each_action_once() {
    let news = "date\ttitle\turl\n2024-03-13\tLantern Holdings Inc fined £28,750\thttps://news.example/1\n2024-03-14\tRoundtable held\thttps://news.example/2\n";
    let mut full = page(&format!("{PERSON}{LANTERN}"));
    full.name = "full.html".into();
    let files = [page(LANTERN), full, file("news.tsv", news)];
    let found = actions(&files);
    let reversed: Vec<_> = files.iter().rev().cloned().collect();
    assert_eq!(actions(&reversed), found);
    assert_eq!(found.len(), 2);
    assert_eq!(read_with(&files).unwrap().validate("ukgc"), Ok(()));
}

#[test]
fn a_broken_page_is_an_error() {
    let message = |files: &[SourceFile]| read_with(files).unwrap_err().to_string();
    let mut half = page(LANTERN);
    half.bytes.truncate(half.bytes.len() / 2 + 200);
    assert_eq!(
        message(&[half]),
        "print.html: the file ends inside the markup of the page; it looks cut off"
    );
    let twice = SourceFile { name: "z".into(), ..page(LANTERN) };
    assert_eq!(
        message(&[page(LANTERN), twice]),
        "z: the same page a second time; the first is print.html"
    );
    for entries in [
        "",
        "<h2>Mill Michael</h2><p>PML</p>",
        "<p>Lantern Limited</p><p>fined</p>",
        "<h2>Lantern Limited</h2>",
    ] {
        assert_eq!(
            message(&[page(entries)]),
            "print.html: expected headings that name licensees, with paragraphs under them, found a page \"Regulatory actions - Gambling Commission\"",
            "{entries}"
        );
    }
    for html in [
        "<title>Just a moment...</title>",
        "<title>Regulatory actions</title>Log in",
        "<h1>Maintenance</h1>",
    ] {
        assert!(
            message(&[file("p", html)]).starts_with("p, line 1: expected a header row"),
            "{html}"
        );
    }
    let alone = read(Ukgc, &[page(LANTERN)]).unwrap_err();
    assert!(alone.to_string().starts_with("no files: missing: the businesses file"), "{alone}");
    for (line, fault) in [
        ("2024-03-13\ttitle", "news, line 2: the line has 2 cells, not three"),
        ("soon\ttitle\turl", "news, line 2: \"soon\" is no date"),
        ("2024-03-13\t\turl", "news, line 2: the title or the address is blank"),
        ("", "news: no news: expected the header date, title, url and a line for each item"),
    ] {
        assert_eq!(message(&[file("news", format!("date\ttitle\turl\n{line}\n"))]), fault);
    }
}

#[test]
fn titles_are_read_in_every_form() {
    for (title, subject, kind, pounds) in [
        ("Lantern Limited fined £170,000 for unfair terms", "Lantern Limited", "fine", 170_000),
        ("£1m fine for online operator Lantern Limited", "Lantern Limited", "fine", 1_000_000),
        ("£1m fine for remote operator Lantern Limited", "Lantern Limited", "fine", 1_000_000),
        ("£5 fine for Bingo for Good Limited", "Bingo for Good Limited", "fine", 5),
        ("£240,000 fine for Lantern (UK) Limited for x", "Lantern (UK) Limited", "fine", 240_000),
        (
            "Lantern Limited faces £360,000 regulatory action",
            "Lantern Limited",
            "regulatory_action",
            360_000,
        ),
        ("Lantern Limited to pay £4.75m", "Lantern Limited", "payment", 4_750_000),
        ("Lantern Limited agrees to pay £5,000", "Lantern Limited", "settlement", 5_000),
        ("Suspension of licence \u{2013} Lantern O\u{dc}", "Lantern O\u{dc}", "suspension", 0),
        ("Suspension of licence - Lantern Ltd", "Lantern Ltd", "suspension", 0),
        ("Revocation of licence \u{2013} Lantern Ltd", "Lantern Ltd", "revocation", 0),
        ("Lantern Power Fair to pay £2m for failures", "Lantern Power Fair", "payment", 2_000_000),
    ] {
        let action = action_of_title(title, "2026-01-02".parse().unwrap(), "u").unwrap();
        let pence = (pounds > 0).then_some(pounds * 100);
        assert_eq!(
            (action.subject_name.as_str(), action.action_type.as_str(), action.fine_amount_cents),
            (subject, kind, pence),
            "{title}"
        );
        assert_eq!(action.description.as_deref(), Some(title));
    }
    for title in [
        "Michael Mill fined £5,000",
        "£5,000 fine for Michael Mill for failings at Lantern Limited",
        "Mr Michael Mill Limited fined £5,000",
        "Suspension of personal licence \u{2013} Mill Limited",
        "Suspension of licence \u{2013} Michael Mill",
        "Commission publishes figures: £4m fine for all",
        "Director of Lantern Limited fined £2m",
        "Lantern Limited not to pay £2m",
        "Lantern Limited fined up to £2m",
        "Suspension of licence lifted \u{2013} Lantern Limited",
        "Lantern Limited wins award",
        "Lantern Limited fined £1,23",
        "£10m fine",
        "",
    ] {
        assert_eq!(action_of_title(title, "2026-01-02".parse().unwrap(), "u"), None, "{title}");
    }
}

#[test]
fn the_real_news_are_read() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../shared/registers/UKGC/regulatory-actions/news-enforcement.tsv"
    );
    let Ok(bytes) = std::fs::read(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let items = bytes.iter().filter(|byte| **byte == b'\n').count() - 1;
    let actions = news_actions(&SourceFile { name: "news".into(), bytes }).unwrap();
    println!("{} of {items} news items were read", actions.len());
    assert_eq!(actions.len(), 17);
    let found: Vec<_> = actions
        .iter()
        .map(|a| (a.subject_name.as_str(), a.action_type.as_str(), a.fine_amount_cents))
        .collect();
    for expected in [
        ("Taichi Tech Limited", "fine", Some(17_000_000)),
        ("ProgressPlay Limited", "fine", Some(100_000_000)),
        ("Maple International Ventures Limited", "regulatory_action", Some(36_000_000)),
        ("Petfre (Gibraltar) Limited", "fine", Some(24_000_000)),
        ("Platinum Gaming Limited", "fine", Some(1_000_000_000)),
        ("Spribe O\u{dc}", "suspension", None),
        ("NetBet Enterprises Limited", "payment", Some(65_000_000)),
        ("Done Brothers (Cash Betting) Limited", "fine", Some(82_500_000)),
        ("Paddy Power Betfair", "payment", Some(200_000_000)),
        ("Stakelogic BV", "payment", Some(12_283_500)),
        ("Evolution Malta Holding Limited", "payment", Some(475_000_000)),
        ("QuinnBet (Gibraltar) Limited", "payment", Some(60_910_400)),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
}

proptest! {
    #[test]
    fn no_page_and_no_title_panics(bytes in prop::collection::vec(any::<u8>(), 0..60), text in "(£|[0-9]| fined £| to pay £| – |\\PC){0,20}", at in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>()) {
        let _ = action_of_title(&text, "2026-01-02".parse().unwrap(), "u");
        let whole = page(LANTERN);
        let at = at.index(whole.bytes.len());
        for insert in [&bytes[..], text.as_bytes()] {
            let mut mutated = whole.clone();
            mutated.bytes.splice(at..at, insert.iter().copied());
            let _ = read_with(&[mutated]);
        }
        let mut mutated = whole;
        mutated.bytes.truncate(cut.index(mutated.bytes.len()));
        let _ = read_with(&[mutated, file("t", format!("date\ttitle\turl\n{text}"))]);
    }
}
