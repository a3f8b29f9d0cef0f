//! Domains that no register lists but that look as if one might: what a miss has to work on.

use licence_core::hostname::Hostname;

use super::naming;
use super::random::Random;

/// A way to be near a listed name, or not.
#[derive(Clone, Copy)]
pub enum Kind {
    /// One letter of a listed root dropped, doubled, changed or swapped with its neighbour.
    Typo,
    /// A listed root in digits or in letters of another script that look the same.
    LookAlike,
    /// A listed root with a word of the trade before or after it.
    WithProductWord,
    /// An invented brand.
    Unknown,
    /// Words of the trade and nothing else.
    Generic,
}

impl Kind {
    pub const ALL: [Self; 5] =
        [Self::Typo, Self::LookAlike, Self::WithProductWord, Self::Unknown, Self::Generic];

    pub const fn label(self) -> &'static str {
        match self {
            Self::Typo => "typos",
            Self::LookAlike => "look-alikes",
            Self::WithProductWord => "product words added",
            Self::Unknown => "unknown brands",
            Self::Generic => "generic words",
        }
    }

    /// A domain of this kind; the root of this host is the one it is near to.
    pub fn domain(self, listed: &Hostname, random: &mut Random) -> String {
        let root = listed.registrable().map_or("nobody", |registrable| registrable.root);
        let root = match self {
            Self::Typo => typo(root, random),
            Self::LookAlike => look_alike(root, random),
            Self::WithProductWord if random.percent(50) => {
                format!("{root}{}", random.pick(naming::TRADE_WORDS))
            }
            Self::WithProductWord => format!("{}{root}", random.pick(PRODUCT_WORDS)),
            Self::Unknown => naming::root(random),
            Self::Generic => format!("{}casino{}", random.pick(PRODUCT_WORDS), random.below(100)),
        };
        format!("{root}.{}", random.pick(&["com", "net", "org", "co", "app"]))
    }
}

const PRODUCT_WORDS: &[&str] = &["online", "best", "play", "my", "the", "top", "casino", "new"];

fn typo(root: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = root.chars().collect();
    let at = random.below(letters.len());
    let other = char::from(b'a' + random.below(26) as u8);
    match random.below(4) {
        0 if letters.len() > 2 => drop(letters.remove(at)),
        1 => letters.insert(at, other),
        2 if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters[at] = other,
    }
    letters.into_iter().collect()
}

fn look_alike(root: &str, random: &mut Random) -> String {
    let in_another_script = random.percent(50);
    let pairs: &[(&str, &str)] = match in_another_script {
        true => &[("a", "а"), ("e", "е"), ("o", "о"), ("i", "і")],
        false => &[("o", "0"), ("l", "1"), ("i", "1"), ("m", "rn"), ("e", "3"), ("s", "5")],
    };
    let (letter, twin) = random.pick(pairs);
    match root.contains(letter) {
        true => root.replacen(letter, twin, 1),
        false => format!("{root}0"),
    }
}
