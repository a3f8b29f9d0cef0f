//! How near two names are, for `alternatives` only: no score reaches a verdict (decisions 3).

/// From 0 to 1, the better of two views: the share of letters that need no edit, and the share
/// of both names that lies in their longest common piece.
///
/// ```
/// # use licence_core::check::similarity::similarity;
/// assert_eq!(similarity("tombolo", "tombola"), 0.857);
/// assert_eq!(similarity("grosvenor", "grosvenorcasinos"), 0.72);
/// ```
pub fn similarity(one: &str, other: &str) -> f64 {
    f64::from(Similarity::to(one).per_mille(other.as_bytes())) / 1000.0
}

/// The similarity of other names to one.
pub(crate) struct Similarity<'n> {
    name: &'n [u8],
    places: Option<Places>,
}

impl<'n> Similarity<'n> {
    pub(crate) fn to(name: &'n str) -> Self {
        let name = name.as_bytes();
        Self { name, places: Places::from_text(name) }
    }

    /// Returns the [`similarity`] in thousandths: whole numbers order alike everywhere.
    pub(crate) fn per_mille(&self, other: &[u8]) -> u32 {
        let longer = self.name.len().max(other.len());
        if longer == 0 {
            return 0;
        }
        let share = |part: usize, whole: usize| ((2000 * part + whole) / (2 * whole)) as u32;
        let edits = share(longer - self.edit_distance(other), longer);
        let both = self.name.len() + other.len();
        edits.max(share(2 * self.longest_common_piece(other), both))
    }

    /// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
    pub(crate) fn edit_distance(&self, other: &[u8]) -> usize {
        match &self.places {
            Some(places) => places.edit_distance(other),
            None => edit_distance_by_table(self.name, other),
        }
    }

    /// Returns the length of the longest run of bytes that both contain.
    fn longest_common_piece(&self, other: &[u8]) -> usize {
        match &self.places {
            Some(places) => places.longest_common_piece(other),
            None => longest_common_piece_by_table(self.name, other),
        }
    }
}

fn edit_distance_by_table(one: &[u8], other: &[u8]) -> usize {
    let width = other.len() + 1;
    let mut before_last = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    let mut row = vec![0; width];
    for i in 1..=one.len() {
        row[0] = i;
        for j in 1..width {
            let substituted = last[j - 1] + usize::from(one[i - 1] != other[j - 1]);
            row[j] = substituted.min(last[j] + 1).min(row[j - 1] + 1);
            let swapped =
                i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if swapped {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[width - 1]
}

fn longest_common_piece_by_table(one: &[u8], other: &[u8]) -> usize {
    let mut last = vec![0; other.len() + 1];
    let mut longest = 0;
    for left in one {
        let mut diagonal = 0;
        for (j, right) in other.iter().enumerate() {
            let run = if left == right { diagonal + 1 } else { 0 };
            diagonal = std::mem::replace(&mut last[j + 1], run);
            longest = longest.max(run);
        }
    }
    longest
}

/// The positions of each byte in a text of at most 64 bytes, one bit each, so that a whole row of the
/// table is one number. A miss measures dozens of names, and tables of cells would take most of its time.
struct Places {
    length: usize,
    of_byte: [u64; 256],
}

const MAX_PLACES: usize = u64::BITS as usize;

impl Places {
    /// `None` for an empty text and for one that is too long.
    fn from_text(text: &[u8]) -> Option<Self> {
        if !(1..=MAX_PLACES).contains(&text.len()) {
            return None;
        }
        let mut of_byte = [0; 256];
        for (place, byte) in text.iter().enumerate() {
            of_byte[usize::from(*byte)] |= 1 << place;
        }
        Some(Self { length: text.len(), of_byte })
    }

    /// Hyyrö's bit-parallel row: the differences between neighbouring cells, down (`more_down`,
    /// `less_down`) and across.
    fn edit_distance(&self, other: &[u8]) -> usize {
        let last = 1 << (self.length - 1);
        let (mut more_down, mut less_down) = (u64::MAX, 0);
        let (mut same_diagonal, mut equal_before) = (0_u64, 0);
        let mut distance = self.length;
        for byte in other {
            let equal = self.of_byte[usize::from(*byte)];
            let swapped = ((!same_diagonal & equal) << 1) & equal_before;
            let carried = (equal & more_down).wrapping_add(more_down) ^ more_down;
            same_diagonal = carried | equal | less_down | swapped;
            let more_across = less_down | !(same_diagonal | more_down);
            let less_across = same_diagonal & more_down;
            distance += usize::from(more_across & last != 0);
            distance -= usize::from(less_across & last != 0);
            let more_across = more_across << 1 | 1;
            more_down = less_across << 1 | !(same_diagonal | more_across);
            less_down = more_across & same_diagonal;
            equal_before = equal;
        }
        distance
    }

    /// Computes the table of [`longest_common_piece_by_table`] only where bytes are equal: a byte lies at
    /// one or two places of a name.
    fn longest_common_piece(&self, other: &[u8]) -> usize {
        let mut runs = [0_u8; MAX_PLACES];
        let (mut longest, mut equal_before) = (0, 0);
        for byte in other {
            let equal = self.of_byte[usize::from(*byte)];
            let goes_on = equal_before << 1 & equal;
            equal_before = equal;
            let mut rest = equal;
            // From the end, so that the place before still has its run of the byte before.
            while rest != 0 {
                let place = (MAX_PLACES - 1) - rest.leading_zeros() as usize;
                rest ^= 1 << place;
                let run = if goes_on >> place & 1 == 1 { runs[place - 1] + 1 } else { 1 };
                runs[place] = run;
                longest = longest.max(run);
            }
        }
        usize::from(longest)
    }
}

#[cfg(test)]
mod tests;
