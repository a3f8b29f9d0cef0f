//! Lines in, rendered lines out: in input order, on all cores, in constant memory.
//!
//! The input is cut where a read ends, so that a slow producer sees each answer as it comes and a
//! file goes through in large pieces. Pieces go to the workers in turn and are collected in
//! the same turn, which is what keeps the order.

use std::borrow::Cow;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// A piece of the output.
pub(crate) struct Chunk {
    pub(crate) bytes: Vec<u8>,
    pub(crate) rows: u64,
}

const READ_BYTES: usize = 16 * 1024;
/// How many pieces wait before each worker, and how many after it.
const QUEUE: usize = 4;
/// A line that is longer is cut: it is no hostname, and must not fill the memory.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// Renders each line of the input and hands the output on in input order. Blank lines are
/// skipped; bytes that are not UTF-8 are replaced.
pub(crate) fn run(
    input: impl Read + Send,
    render: impl Fn(&str, &mut Vec<u8>) + Sync,
    mut emit: impl FnMut(&Chunk) -> io::Result<()>,
) -> io::Result<()> {
    let workers = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        let mut to_workers = Vec::new();
        let mut from_workers = Vec::new();
        for _ in 0..workers {
            let (to_worker, lines) = sync_channel::<Vec<u8>>(QUEUE);
            let (chunks, from_worker) = sync_channel(QUEUE);
            let render = &render;
            scope.spawn(move || work(&lines, &chunks, render));
            to_workers.push(to_worker);
            from_workers.push(from_worker);
        }
        let reader = scope.spawn(move || distribute_lines(input, &to_workers));
        collect(from_workers, &mut emit)?;
        reader.join().unwrap_or_else(|_| Err(io::Error::other("the reader of the input failed")))
    })
}

fn work(
    lines: &Receiver<Vec<u8>>,
    chunks: &SyncSender<Chunk>,
    render: &impl Fn(&str, &mut Vec<u8>),
) {
    for piece in lines {
        let mut chunk = Chunk { bytes: Vec::with_capacity(piece.len() * 32), rows: 0 };
        for line in split_lines(&piece) {
            render(line.strip_suffix('\r').unwrap_or(&line), &mut chunk.bytes);
            chunk.rows += 1;
        }
        if chunks.send(chunk).is_err() {
            return;
        }
    }
}

fn split_lines(piece: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    piece
        .split(|byte| *byte == b'\n')
        .map(|line| String::from_utf8_lossy(&line[..line.len().min(MAX_LINE_BYTES)]))
        .filter(|line| !line.trim().is_empty())
}

fn read(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// Collects the chunks in the order in which the pieces were distributed. The first worker that has no
/// more chunks ends the input.
fn collect(
    from_workers: Vec<Receiver<Chunk>>,
    emit: &mut impl FnMut(&Chunk) -> io::Result<()>,
) -> io::Result<()> {
    for from_worker in from_workers.iter().cycle() {
        match from_worker.recv() {
            Ok(chunk) => emit(&chunk)?,
            Err(_) => return Ok(()),
        }
    }
    Ok(())
}

fn distribute_lines(mut input: impl Read, to_workers: &[SyncSender<Vec<u8>>]) -> io::Result<()> {
    let mut turn = to_workers.iter().cycle();
    let mut rest = Vec::new();
    let mut buffer = vec![0; READ_BYTES];
    loop {
        let count = read(&mut input, &mut buffer)?;
        let is_end = count == 0;
        let piece = whole_lines(&mut rest, &buffer[..count], is_end);
        // The next worker is taken only for a piece, because the collector waits for one of each in turn.
        let is_gone = !piece.is_empty() && {
            let to_worker = turn.next();
            to_worker.is_none_or(|to_worker| to_worker.send(piece).is_err())
        };
        if is_end || is_gone {
            return Ok(());
        }
    }
}

/// Returns the lines that are complete with what was just read. The beginning of the next line stays in
/// `rest`, cut to the part of a line that is ever used.
fn whole_lines(rest: &mut Vec<u8>, read: &[u8], is_end: bool) -> Vec<u8> {
    let end = read.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    if end == 0 && !is_end {
        let room = (MAX_LINE_BYTES + 1).saturating_sub(rest.len());
        rest.extend_from_slice(&read[..read.len().min(room)]);
        return Vec::new();
    }
    let mut piece = std::mem::take(rest);
    piece.extend_from_slice(&read[..end]);
    rest.extend_from_slice(&read[end..]);
    piece
}

#[cfg(test)]
mod tests;
