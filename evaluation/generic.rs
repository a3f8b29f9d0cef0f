//! N3: what anyone would call generic, in the words of this report and not of the product.

use std::sync::LazyLock;

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check};
use licence_core::hostname::Hostname;
use licence_core::time::Timestamp;

use crate::fold::squashed;
use crate::parallel::in_parallel;
use crate::report::{Report, Share};
use crate::truth::Truth;

/// The words of a language: what is played, and what comes before and after it.
struct Language {
    games: &'static str,
    before: &'static str,
    behind: &'static str,
}

const LANGUAGES: [Language; 8] = [
    Language {
        games: "casino casinos bingo poker roulette blackjack baccarat slots lotto lottery betting \
                sportsbetting bookmaker bookmakers sportsbook gambling keno jackpots onlinecasino \
                onlinecasinos onlineslots onlinepoker slotgames casinogames horseracing",
        before: "best top online live free new play mobile uk us canada crypto bitcoin best-online \
                 top10 top-online real-money no-deposit new-online free-online the-best trusted safe",
        behind: "online sites site games bonus bonuses reviews guide uk app tips odds 24 365 247 777 \
                 online24 online-uk review offers news",
    },
    Language {
        games: "sportwetten wetten spielautomaten glucksspiel onlinecasino casino casinos",
        before: "beste bestes neue online kostenlos top serioese",
        behind: "online bonus deutschland schweiz test vergleich 24 mit-bonus",
    },
    Language {
        games: "apuestas apuestasdeportivas casasdeapuestas casino casinos tragamonedas ruleta loteria",
        before: "mejor mejores nuevos",
        behind: "online en-linea en-vivo gratis espana mexico bono bonos 24",
    },
    Language {
        games: "apostas apostasesportivas cassino casino loteria roleta",
        before: "melhor melhores novas",
        behind: "online brasil ao-vivo gratis bonus 24",
    },
    Language {
        games: "casino casinos parissportifs jeux loterie poker machinesasous",
        before: "meilleur meilleurs nouveau",
        behind: "en-ligne gratuit france bonus live",
    },
    Language {
        games: "scommesse scommessesportive casino slot lotteria poker",
        before: "migliori miglior nuovi",
        behind: "online italia gratis bonus",
    },
    Language {
        games: "casino kasino spelautomater nettikasino nettikasinot odds vedonlyonti gokken gokkasten",
        before: "basta nya nye beste uudet parhaat",
        behind: "online bonus norge sverige suomi nederland",
    },
    Language {
        games: "bahis iddaa casino kasyno zaklady sazky fogadas pariuri kladionica stavki kazino judi togel",
        before: "canli yeni online najlepsze legalne",
        behind: "online bonus siteleri polska live 24",
    },
];

const SUFFIXES: &str = "com net org io co.uk eu info biz online site club vip app dev xyz de fr es it nl se fi pl ro tr \
                        com.br ca in co games";

pub fn report(report: &mut Report, truth: &Truth, catalogue: &Catalogue, now: Timestamp) {
    let roots = roots();
    let asked = in_parallel(&roots, |root| {
        let hosts = SUFFIXES.split_whitespace().map(|suffix| format!("{root}.{suffix}"));
        hosts.filter_map(|host| verdict(truth, catalogue, now, &host)).collect::<Vec<_>>()
    });
    let asked: Vec<(String, Verdict)> = asked.into_iter().flatten().collect();
    let share = Share::count(&asked, |(_, verdict)| *verdict == Verdict::GenericTerm);

    report.section("N3: generic names");
    report.line(&format!("{} names under 30 suffixes: generic_term", roots.len()), share);
    let is_missed = |(_, verdict): &&(String, Verdict)| *verdict != Verdict::GenericTerm;
    let missed = asked.iter().filter(is_missed).filter(|(host, _)| host.ends_with(".xyz"));
    missed.take(5).for_each(|(host, verdict)| report.note(&format!("{host}: {verdict}")));
    report.at_least("generic names refused", share, 0.99);
}

/// Whether this report calls a root generic, whatever the product says.
pub fn is_in_lexicon(root: &str) -> bool {
    static ROOTS: LazyLock<Vec<String>> = LazyLock::new(roots);
    ROOTS.binary_search_by(|known| known.as_str().cmp(root)).is_ok()
}

fn is_a_game(root: &str) -> bool {
    LANGUAGES.iter().any(|language| language.games.split_whitespace().any(|game| game == root))
}

/// Every game by itself, and with words before and after it.
fn roots() -> Vec<String> {
    let mut roots = Vec::new();
    for Language { games, before, behind } in &LANGUAGES {
        for game in games.split_whitespace() {
            roots.push(game.to_owned());
            roots.extend(before.split_whitespace().map(|word| format!("{word}-{game}")));
            roots.extend(behind.split_whitespace().map(|word| format!("{game}-{word}")));
        }
    }
    let compact: Vec<String> = roots.iter().map(|root| root.replace('-', "")).collect();
    roots.extend(compact);
    roots.sort_unstable();
    roots.dedup();
    roots
}

/// `None` for hosts on record, and for compounds that are somebody's trading name or listed host. The
/// bare name of a game stays: it is generic even if an operator lists it.
fn verdict(
    truth: &Truth,
    catalogue: &Catalogue,
    now: Timestamp,
    host: &str,
) -> Option<(String, Verdict)> {
    let parsed = host.parse().ok()?;
    let registrable = Hostname::registrable(&parsed)?;
    let root = squashed(&registrable.unicode_root());
    let called = truth.calls(&root, &|_| false);
    let is_listed = called.values().any(|called| called.trading || called.hosts > 0);
    if (is_listed && !is_a_game(&root)) || truth.is_known(&parsed, registrable.name) {
        return None;
    }
    let query = CheckQuery::domain(host).ok()?;
    Some((host.to_owned(), check(catalogue, &query, now).verdict))
}
