//! What the streams of a PDF inflate to, found out before the library inflates them.

use flate2::{Decompress, FlushDecompress, Status};

use crate::register::RegisterFault;

/// What all streams together may inflate to, and what may be read for it, in bytes.
const MAX_INFLATED: usize = 64 << 20;

/// How often one stream may be packed.
const MAX_LAYERS: u32 = 4;

/// The largest number that a PDF may state: beyond it are only tables that fill the memory.
const MAX_NUMBER: u64 = 99_999_999;

/// Whether the streams of a PDF are safe to inflate.
///
/// Every place where a stream could begin is tried, whatever the file says of it, so that no
/// stream can hide in another one, in a comment or behind a wrong length.
///
/// # Errors
/// Streams that inflate to more than 64 MiB, are packed in a way that cannot be measured, or are
/// encrypted; a number that no register states.
pub(super) fn check(bytes: &[u8]) -> Result<(), RegisterFault> {
    let names = unescaped(bytes);
    if has_name(&names, b"/Encrypt") {
        return Err(encrypted());
    }
    for packing in ["LZWDecode", "ASCII85Decode"] {
        if has_name(&names, format!("/{packing}").as_bytes()) {
            return Err(refused(&format!("a stream is packed with {packing}; FlateDecode only")));
        }
    }
    numbers(bytes)?;
    let mut budget = Budget { input: MAX_INFLATED, output: MAX_INFLATED };
    beginnings(bytes).try_for_each(|data| budget.spend(data, MAX_LAYERS))
}

/// The refusal of an encrypted PDF.
pub(super) fn encrypted() -> RegisterFault {
    refused("it is encrypted")
}

fn refused(why: &str) -> RegisterFault {
    RegisterFault::Malformed(format!("the PDF cannot be read: {why}"))
}

/// With the `#41` of names resolved, as the library reads them.
fn unescaped(bytes: &[u8]) -> Vec<u8> {
    let digit = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        match (digit(at + 1), digit(at + 2)) {
            (Some(high), Some(low)) if *byte == b'#' => {
                out.extend(u8::try_from(high * 16 + low));
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    out
}

fn has_name(bytes: &[u8], name: &[u8]) -> bool {
    let goes_on = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    positions(bytes, name).any(|at| !goes_on(at + name.len()))
}

fn positions<'b>(bytes: &'b [u8], word: &'b [u8]) -> impl Iterator<Item = usize> + 'b {
    bytes.windows(word.len()).enumerate().filter(move |(_, found)| *found == word).map(|(at, _)| at)
}

/// What stands behind each `stream`, up to the end of the file.
fn beginnings(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    const WORD: &[u8] = b"stream";
    positions(bytes, WORD).filter_map(|at| {
        let rest = &bytes[at + WORD.len()..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match &rest[blanks..] {
            [b'\r', b'\n', data @ ..] | [b'\n' | b'\r', data @ ..] => Some(data),
            _ => None,
        }
    })
}

struct Budget {
    input: usize,
    output: usize,
}

impl Budget {
    /// Inflates what can be inflated, layer by layer.
    fn spend(&mut self, data: &[u8], layers: u32) -> Result<(), RegisterFault> {
        let mut inflated = self.inflate(data, Decompress::new(true))?;
        if inflated.is_empty() {
            // The library tries the same where the header is no zlib header.
            let raw = data.get(2..).unwrap_or_default();
            inflated = self.inflate(raw, Decompress::new(false))?;
        }
        if inflated.is_empty() {
            return Ok(());
        }
        if layers == 0 {
            return Err(refused("a stream is packed more than four times"));
        }
        if holds_objects(&inflated) {
            numbers(&inflated)?;
        }
        self.spend(&inflated, layers - 1)
    }

    fn inflate(&mut self, data: &[u8], mut zlib: Decompress) -> Result<Vec<u8>, RegisterFault> {
        let mut inflated = Vec::new();
        let mut piece = vec![0; 16 << 10];
        loop {
            let (read, written) = (zlib.total_in() as usize, zlib.total_out());
            let rest = data.get(read..).unwrap_or_default();
            let status = zlib.decompress(rest, &mut piece, FlushDecompress::None);
            let (took, gave) =
                (zlib.total_in() as usize - read, (zlib.total_out() - written) as usize);
            self.pay(took, gave)?;
            inflated.extend_from_slice(piece.get(..gave).unwrap_or_default());
            let goes_on = matches!(status, Ok(Status::Ok | Status::BufError));
            if !goes_on || took + gave == 0 {
                return Ok(inflated);
            }
        }
    }

    fn pay(&mut self, took: usize, gave: usize) -> Result<(), RegisterFault> {
        match (self.input.checked_sub(took), self.output.checked_sub(gave)) {
            (Some(input), Some(output)) => {
                *self = Self { input, output };
                Ok(())
            }
            _ => Err(refused(&format!("its streams inflate to more than {MAX_INFLATED} bytes"))),
        }
    }
}

/// Whether it looks like objects packed into a stream, which begins with a table of their numbers.
/// Anything else is text, and text may hold telephone numbers.
fn holds_objects(inflated: &[u8]) -> bool {
    let mut words = inflated.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut is_number = || words.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit));
    is_number() && is_number()
}

/// Whether all numbers are of a size that a real file states. Digits inside words, dates and
/// identifiers are none.
fn numbers(bytes: &[u8]) -> Result<(), RegisterFault> {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"[]<>/%".contains(byte);
    for word in bytes.split(is_end).filter(|word| word.len() > 8) {
        let digits = word.strip_prefix(b"+").unwrap_or(word);
        let digits = &digits[digits.iter().take_while(|digit| **digit == b'0').count()..];
        // Thirty-two digits are an identifier of the file in hexadecimal form; no number is as long.
        let is_number = (9..32).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
        if is_number {
            let shown = String::from_utf8_lossy(digits);
            return Err(refused(&format!(
                "it states the number {shown}; the limit is {MAX_NUMBER}"
            )));
        }
    }
    Ok(())
}
