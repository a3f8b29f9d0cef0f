//! Invented brand names: pronounceable, some with a word of the trade, so that names share pieces
//! the way real ones do. A register of random letters would have no long posting lists.

use crate::support::random::Random;

const ONSETS: &[&str] = &[
    "b", "br", "c", "ch", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n", "p",
    "pr", "qu", "r", "s", "sl", "st", "t", "tr", "v", "w", "z",
];
const VOWELS: &[&str] = &["a", "e", "i", "o", "u", "ai", "ee", "oo", "ia"];
const CODAS: &[&str] = &["", "", "", "l", "n", "r", "s", "x", "ck", "nd", "rt"];
/// What half of all brands put after their name.
pub const TRADE_WORDS: &[&str] = &[
    "bet", "bets", "casino", "bingo", "slots", "spin", "spins", "poker", "play", "win", "wins",
    "luck", "sport", "games", "vegas", "club", "jackpot", "king", "gold", "365",
];

/// A root label of about ten letters.
pub fn root(random: &mut Random) -> String {
    let mut root = syllables(random);
    if random.percent(50) {
        root.push_str(random.pick(TRADE_WORDS));
    }
    root
}

/// Two or three syllables.
pub fn syllables(random: &mut Random) -> String {
    let mut word = String::new();
    for _ in 0..2 + random.below(2) {
        word.push_str(random.pick(ONSETS));
        word.push_str(random.pick(VOWELS));
        word.push_str(random.pick(CODAS));
    }
    word
}

/// With a capital first letter.
pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
