//! The layout of a page: names of one length side by side, and behind them whose they are.

use thiserror::Error;

use crate::operator::OperatorId;

/// Which page a name is on: that of its length in bytes and, so that no page gets large, of a part
/// of the operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageNumber(i32);

/// How many parts the operators fall into, as a power of two.
const PART_BITS: u32 = 5;
/// The longest name on a page, in bytes. A label has at most 63 letters, so that no domain asks for
/// a longer one.
const LONGEST_NAME: usize = 1_000;

impl PageNumber {
    /// The page for a name of an operator; `None` for a name that no domain can ask for.
    pub(super) fn for_name(key: &str, operator: OperatorTag) -> Option<Self> {
        let length = i32::try_from(key.len()).ok().filter(|_| key.len() <= LONGEST_NAME)?;
        let part = i32::from(operator.0[0] >> (u8::BITS - PART_BITS));
        (length > 0).then_some(Self(length << PART_BITS | part))
    }

    /// The page with this number; `None` for a number that no page has.
    pub fn new(number: i32) -> Option<Self> {
        let page = Self(number);
        (1..=LONGEST_NAME).contains(&page.name_bytes()).then_some(page)
    }

    /// Its number. Pages of longer names have higher ones.
    pub fn get(self) -> i32 {
        self.0
    }

    /// The first number behind all pages of names with at most so many bytes.
    pub(super) fn end_of(name_bytes: usize) -> i32 {
        (name_bytes.min(LONGEST_NAME) as i32 + 1) << PART_BITS
    }

    /// The length of each of its names in bytes.
    pub(super) fn name_bytes(self) -> usize {
        usize::try_from(self.0 >> PART_BITS).unwrap_or(0)
    }
}

/// The first four bytes of an operator's id. Two operators may share them: whoever looks for one
/// finds both, and nothing is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperatorTag(pub(super) [u8; TAG_BYTES]);

const TAG_BYTES: usize = 4;

impl OperatorTag {
    /// The tag of an operator.
    pub fn from_id(operator: OperatorId) -> Self {
        let [a, b, c, d, ..] = *operator.0.as_bytes();
        Self([a, b, c, d])
    }

    /// What the ids of its operators begin with, as they are written: eight hexadecimal digits.
    pub fn id_prefix(self) -> String {
        format!("{:08x}", u32::from_be_bytes(self.0))
    }
}

/// The bytes of a page are not whole names and tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("page {number} has {bytes} bytes: not whole names of {name_bytes} bytes and tags of 4")]
pub struct DamagedPage {
    number: i32,
    bytes: usize,
    name_bytes: usize,
}

/// A page: its names, sorted, then the tag of each.
#[derive(Clone, Copy)]
pub(super) struct Page<'b> {
    pub(super) name_bytes: usize,
    names: &'b [u8],
    tags: &'b [u8],
}

impl<'b> Page<'b> {
    pub(super) fn parse(number: PageNumber, bytes: &'b [u8]) -> Result<Self, DamagedPage> {
        let name_bytes = number.name_bytes();
        let count = bytes.len() / (name_bytes + TAG_BYTES);
        if count * (name_bytes + TAG_BYTES) != bytes.len() {
            return Err(DamagedPage { number: number.0, bytes: bytes.len(), name_bytes });
        }
        let (names, tags) = bytes.split_at(count * name_bytes);
        Ok(Self { name_bytes, names, tags })
    }

    /// All names, side by side.
    pub(super) fn text(&self) -> &'b [u8] {
        self.names
    }

    pub(super) fn names(&self) -> std::slice::ChunksExact<'b, u8> {
        self.names.chunks_exact(self.name_bytes)
    }

    pub(super) fn name(&self, place: usize) -> &'b [u8] {
        &self.names[place * self.name_bytes..][..self.name_bytes]
    }

    pub(super) fn tag(&self, place: usize) -> OperatorTag {
        let mut tag = [0; TAG_BYTES];
        tag.copy_from_slice(&self.tags[place * TAG_BYTES..][..TAG_BYTES]);
        OperatorTag(tag)
    }

    /// The names with their operators.
    pub(super) fn entries(self) -> impl Iterator<Item = (&'b [u8], OperatorTag)> {
        self.names().enumerate().map(move |(place, name)| (name, self.tag(place)))
    }

    /// The bytes of a page with these names and operators.
    pub(super) fn bytes_of(entries: &[(&[u8], OperatorTag)]) -> Vec<u8> {
        let names = entries.iter().flat_map(|(name, _)| *name);
        names.chain(entries.iter().flat_map(|(_, tag)| &tag.0)).copied().collect()
    }
}
