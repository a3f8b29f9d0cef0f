//! Names that look like a root.

use crate::check::names::look_alike_fold;

/// The looks of some roots: their [folds](look_alike_fold).
pub(super) struct Looks {
    folds: Vec<String>,
    /// By its first letter, in ASCII, the looks that a name can have. Nearly every name is told by
    /// that: in ASCII, letters fold one by one.
    by_first: Vec<Vec<Look>>,
}

/// A look, and the ASCII letters that a name of it can end with.
struct Look {
    fold: usize,
    last: [bool; ASCII],
}

const ASCII: usize = 128;
/// No letter is longer than this in UTF-8, and none folds to nothing.
const LONGEST_LETTER: usize = 4;

impl Looks {
    pub(super) fn new(mut folds: Vec<String>) -> Self {
        folds.sort_unstable();
        folds.dedup();
        let letters: Vec<String> = ('\0'..)
            .take(ASCII)
            .map(|letter| look_alike_fold(letter.encode_utf8(&mut [0; LONGEST_LETTER])))
            .collect();
        let of_letter = |letter: &String| -> Vec<Look> {
            let fit = folds.iter().enumerate().filter(|(_, fold)| fold.starts_with(letter));
            fit.map(|(fold, text)| Look { fold, last: ends(text, &letters) }).collect()
        };
        Self { by_first: letters.iter().map(of_letter).collect(), folds }
    }

    /// The length in bytes of the longest name that can have one of these looks.
    pub(super) fn longest_name(&self) -> usize {
        self.folds.iter().map(String::len).max().unwrap_or(0) * LONGEST_LETTER
    }

    /// Whether a name has one of these looks.
    pub(super) fn have(&self, name: &[u8]) -> bool {
        match name {
            [first, .., last] if name.is_ascii() => {
                let looks = self.by_first[usize::from(*first)].iter();
                let mut looks = looks.filter(|look| look.last[usize::from(*last)]);
                looks.any(|look| is_fold_of(&self.folds[look.fold], name))
            }
            _ => self.folds.iter().any(|fold| is_fold_of(fold, name)),
        }
    }
}

fn ends(fold: &str, letters: &[String]) -> [bool; ASCII] {
    std::array::from_fn(|letter| fold.ends_with(&letters[letter]))
}

fn is_fold_of(fold: &str, name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(|name| look_alike_fold(name) == fold)
}
