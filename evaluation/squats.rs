//! The twelve ways in which a domain imitates another.

/// A way to imitate, and the hosts it gives for a root under a suffix.
pub struct Kind {
    pub name: &'static str,
    pub hosts: fn(&str, &str) -> Vec<String>,
    /// Whether the imitated name is still to be seen in the root that is asked for.
    pub shows_in_the_root: bool,
}

const fn kind(name: &'static str, hosts: fn(&str, &str) -> Vec<String>) -> Kind {
    Kind { name, hosts, shows_in_the_root: true }
}

pub const KINDS: [Kind; 12] = [
    kind("omission", omission),
    kind("repetition", repetition),
    kind("transposition", transposition),
    kind("vowel swap", vowel_swap),
    kind("keyboard neighbour", keyboard),
    kind("bit flip", bit_flip),
    kind("ASCII look-alike", ascii_look_alike),
    kind("hyphenation", hyphenation),
    kind("plural", plural),
    kind("suffix swap", suffix_swap),
    Kind { name: "brand as subdomain", hosts: brand_as_subdomain, shows_in_the_root: false },
    kind("Cyrillic", cyrillic),
];

/// Each letter of the root replaced by what `other` gives for it and the one after it.
fn each_letter(
    root: &str,
    suffix: &str,
    other: impl Fn(char, Option<char>) -> Vec<String>,
) -> Vec<String> {
    let letters: Vec<char> = root.chars().collect();
    let mut hosts = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        let before: String = letters[..at].iter().collect();
        let behind: String = letters[at + 1..].iter().collect();
        for other in other(*letter, letters.get(at + 1).copied()) {
            hosts.push(format!("{before}{other}{behind}.{suffix}"));
        }
    }
    hosts
}

fn omission(root: &str, suffix: &str) -> Vec<String> {
    each_letter(root, suffix, |_, _| vec![String::new()])
}

fn repetition(root: &str, suffix: &str) -> Vec<String> {
    each_letter(root, suffix, |letter, _| vec![format!("{letter}{letter}")])
}

fn transposition(root: &str, suffix: &str) -> Vec<String> {
    let letters: Vec<char> = root.chars().collect();
    let swapped = |at: usize| {
        let mut letters = letters.clone();
        letters.swap(at - 1, at);
        format!("{}.{suffix}", String::from_iter(letters))
    };
    (1..letters.len()).map(swapped).collect()
}

fn vowel_swap(root: &str, suffix: &str) -> Vec<String> {
    const VOWELS: &str = "aeiou";
    each_letter(root, suffix, |letter, _| match VOWELS.contains(letter) {
        true => VOWELS.chars().filter(|vowel| *vowel != letter).map(String::from).collect(),
        false => Vec::new(),
    })
}

fn keyboard(root: &str, suffix: &str) -> Vec<String> {
    const ROWS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
    each_letter(root, suffix, |letter, _| {
        let found = ROWS.into_iter().find_map(|row| Some((row.find(letter)?, row)));
        let Some((at, row)) = found else { return Vec::new() };
        let places = [at.checked_sub(1), Some(at + 1)];
        places.into_iter().flatten().filter_map(|at| row.get(at..=at)).map(str::to_owned).collect()
    })
}

fn bit_flip(root: &str, suffix: &str) -> Vec<String> {
    each_letter(root, suffix, |letter, _| {
        let flipped = (0..7).map(|bit| char::from((letter as u8) ^ (1 << bit)));
        let is_letter = |flipped: &char| flipped.is_ascii_lowercase() || flipped.is_ascii_digit();
        flipped
            .filter(|flipped| letter.is_ascii() && is_letter(flipped))
            .map(String::from)
            .collect()
    })
}

fn ascii_look_alike(root: &str, suffix: &str) -> Vec<String> {
    const PAIRS: [(&str, &str); 4] = [("0", "o"), ("1", "l"), ("rn", "m"), ("vv", "w")];
    let both_ways = PAIRS.iter().flat_map(|(one, other)| [(*one, *other), (*other, *one)]);
    both_ways
        .flat_map(|(from, to)| {
            root.match_indices(from).map(move |(at, _)| {
                format!("{}{to}{}.{suffix}", &root[..at], &root[at + from.len()..])
            })
        })
        .collect()
}

fn hyphenation(root: &str, suffix: &str) -> Vec<String> {
    each_letter(root, suffix, |letter, next| match next {
        Some(next) if letter != '-' && next != '-' => vec![format!("{letter}-")],
        _ => Vec::new(),
    })
}

fn plural(root: &str, suffix: &str) -> Vec<String> {
    let mut hosts = vec![format!("{root}s.{suffix}"), format!("{root}es.{suffix}")];
    hosts.extend(root.strip_suffix('s').map(|singular| format!("{singular}.{suffix}")));
    hosts
}

fn suffix_swap(root: &str, suffix: &str) -> Vec<String> {
    const SUFFIXES: [&str; 8] = ["com", "net", "org", "io", "vip", "xyz", "co.uk", "com.br"];
    let others = SUFFIXES.iter().filter(|other| **other != suffix);
    others.map(|other| format!("{root}.{other}")).collect()
}

fn brand_as_subdomain(root: &str, suffix: &str) -> Vec<String> {
    vec![
        format!("{root}.{suffix}.qzvk-login.net"),
        format!("{root}.qzvk-login.net"),
        format!("www.{root}.{suffix}.qzvkpay.xyz"),
    ]
}

fn cyrillic(root: &str, suffix: &str) -> Vec<String> {
    each_letter(root, suffix, |letter, _| {
        const TWINS: [(char, char); 11] = [
            ('a', 'а'),
            ('c', 'с'),
            ('e', 'е'),
            ('i', 'і'),
            ('j', 'ј'),
            ('o', 'о'),
            ('p', 'р'),
            ('s', 'ѕ'),
            ('x', 'х'),
            ('y', 'у'),
            ('h', 'һ'),
        ];
        let twin = TWINS.iter().find(|(latin, _)| *latin == letter);
        twin.map(|(_, twin)| twin.to_string()).into_iter().collect()
    })
}
