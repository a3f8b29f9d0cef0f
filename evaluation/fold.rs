//! The folds of names, written a second time: a report that measured the product with the
//! product's own folds would not see their faults.

/// Words at the end of a company name that say how it is organised.
const LEGAL_FORMS: [&str; 27] = [
    "limited",
    "ltd",
    "plc",
    "llp",
    "llc",
    "nv",
    "bv",
    "sa",
    "srl",
    "sl",
    "inc",
    "corp",
    "company",
    "co",
    "gmbh",
    "ag",
    "ab",
    "aps",
    "as",
    "oy",
    "ou",
    "se",
    "limitada",
    "ltda",
    "enc",
    "corporation",
    "incorporated",
];

/// Letters and digits, lower case, Latin accents off.
pub fn squashed(name: &str) -> String {
    words(name).concat()
}

/// All ways to write a name as one word: an ampersand may be read or not, and a name that is an
/// address may be its first label.
pub fn spellings(name: &str) -> Vec<String> {
    let spelled = |and: &str| squashed(&name.replace(['&', '+'], and));
    let mut all = vec![spelled(" and "), spelled(" ")];
    if let Some((label, _)) = name.trim().trim_start_matches("www.").split_once('.') {
        all.push(squashed(label));
    }
    all.retain(|spelling| !spelling.is_empty());
    all.dedup();
    all
}

/// The spellings of a company name less its legal form.
pub fn company_spellings(name: &str) -> Vec<String> {
    let mut words = words(name);
    while words.len() > 1 && words.last().is_some_and(|last| LEGAL_FORMS.contains(&&**last)) {
        words.pop();
    }
    vec![words.concat()]
}

fn words(name: &str) -> Vec<String> {
    let lower: String = name.to_lowercase().chars().map(plain_letter).collect();
    let without_points = lower.replace(['.', '\'', '’'], "");
    let words = without_points.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn plain_letter(letter: char) -> char {
    match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        'š' => 's',
        'ž' => 'z',
        other => other,
    }
}

/// Optimal string alignment: how many letters were left out, put in, changed or swapped with
/// their neighbour.
pub fn distance(one: &[u8], other: &[u8]) -> usize {
    let mut rows = vec![vec![0; other.len() + 1]; one.len() + 1];
    rows[0] = (0..=other.len()).collect();
    for i in 1..=one.len() {
        rows[i][0] = i;
        for j in 1..=other.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[one.len()][other.len()]
}
