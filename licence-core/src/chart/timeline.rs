//! The status of a licence over time, as one row.

use super::svg::{Area, Svg, scale};
use crate::history::HistoryEntry;
use crate::status::LicenceStatus;
use crate::time::Timestamp;

/// The geometry, in tenths of a unit: the time before tracking, then the tracked time.
const BEFORE: u64 = 600;
const TRACKED: u64 = 6_600;
const TOP: u64 = 200;
const HEIGHT: u64 = 240;
const BOTTOM: u64 = TOP + HEIGHT;
/// The room that a letter of a label needs.
const LETTER: u64 = 75;
/// The distance between the lines of a hatched area.
const HATCH: u64 = 80;

/// Returns a row of the statuses of a licence from its first observation until now, with a mark at
/// `as_of`. The time before is hatched, because nothing is known of it. A withdrawn entry keeps its
/// place and is crossed out. `history` is the whole history, in the order of recording.
///
/// ```
/// use licence_core::chart::status_timeline;
///
/// let now = "2026-11-01T06:00:00Z".parse()?;
/// assert!(status_timeline("time", &[], now, None).contains("No observation yet."));
/// # Ok::<(), licence_core::time::InvalidTimestamp>(())
/// ```
pub fn status_timeline(
    id: &str,
    history: &[HistoryEntry],
    now: Timestamp,
    as_of: Option<Timestamp>,
) -> String {
    let spans = spans(history, now);
    let title = "Status of the licence over time";
    let mut svg = Svg::new(id, BEFORE + TRACKED, BOTTOM + 250, title, &description(&spans));
    let Some(first) = spans.first() else {
        before_tracking(&mut svg, BEFORE + TRACKED, "No observation yet");
        return svg.end();
    };
    let axis = Axis { from: first.from, to: now.max(first.from) };
    let since = first.from.date();
    before_tracking(&mut svg, BEFORE, &format!("Before tracking, which began on {since}"));
    spans.iter().for_each(|span| draw(&mut svg, &axis, span));
    // Above all spans: the next span must not hide the cross of a short one.
    let withdrawn = spans.iter().filter(|span| span.withdrawn_at.is_some());
    withdrawn.for_each(|span| cross_out(&mut svg, &axis, span));
    svg.label("start", BEFORE, BOTTOM + 180, &since.to_string());
    svg.label("end", BEFORE + TRACKED, BOTTOM + 180, &axis.to.date().to_string());
    if let Some(as_of) = as_of {
        let x = axis.place(as_of);
        svg.line("as-of", (x, TOP - 60), (x, BOTTOM + 60));
        let anchor = match x {
            0..BEFORE => "start",
            _ if x > TRACKED => "end",
            _ => "middle",
        };
        svg.label(anchor, x, TOP - 90, &as_of.date().to_string());
    }
    svg.end()
}

/// The time that one entry states the status for.
struct Span {
    status: LicenceStatus,
    from: Timestamp,
    to: Timestamp,
    withdrawn_at: Option<Timestamp>,
}

/// The tracked time on the picture.
struct Axis {
    from: Timestamp,
    to: Timestamp,
}

impl Axis {
    /// Returns where an instant is drawn: amid the hatched area if it is before the tracked time.
    fn place(&self, at: Timestamp) -> u64 {
        let millis = |to: Timestamp| to.epoch_millis() - self.from.epoch_millis();
        match (u64::try_from(millis(at)), u64::try_from(millis(self.to))) {
            (Ok(_), Ok(0)) => BEFORE + TRACKED,
            (Ok(part), Ok(whole)) => BEFORE + scale(part, whole, TRACKED),
            _ => BEFORE / 2,
        }
    }

    /// Returns the left edge and the width of a span.
    fn extent(&self, span: &Span) -> (u64, u64) {
        let from = if span.from == self.from { BEFORE } else { self.place(span.from) };
        (from, self.place(span.to).saturating_sub(from))
    }
}

/// Returns the spans of the entries that bear a status, in the order of time. An entry that is
/// withdrawn keeps its span, because no earlier status takes its place.
fn spans(history: &[HistoryEntry], now: Timestamp) -> Vec<Span> {
    let mut entries: Vec<_> = history.iter().filter(|entry| entry.bears_status()).collect();
    // Stable: of several entries at one instant, the one recorded last has the span.
    entries.sort_by_key(|entry| entry.changed_at);
    let ends = entries.iter().skip(1).map(|next| next.changed_at).chain([now]);
    let span = |(entry, to): (&&HistoryEntry, Timestamp)| Span {
        status: entry.new_status,
        from: entry.changed_at,
        to: to.max(entry.changed_at),
        withdrawn_at: entry.corrected_at,
    };
    entries.iter().zip(ends).map(span).collect()
}

fn draw(svg: &mut Svg, axis: &Axis, span: &Span) {
    let (from, width) = axis.extent(span);
    let word = span.status.as_str();
    let class = format!("status-{word}");
    let area = Area { x: from, y: TOP, width, height: HEIGHT };
    svg.area(&class, area, &sentence(span));
    if span.withdrawn_at.is_none() && width > LETTER * word.len() as u64 {
        svg.label("middle", from + width / 2, TOP + HEIGHT / 2 + 40, word);
    }
}

/// Crosses a span out, at least as wide as high, so that a short span shows its cross too.
fn cross_out(svg: &mut Svg, axis: &Axis, span: &Span) {
    let (from, width) = axis.extent(span);
    let to = (from + width.max(HEIGHT)).min(BEFORE + TRACKED);
    let from = from.min(to - HEIGHT);
    svg.line("withdrawn", (from, TOP), (to, BOTTOM));
    svg.line("withdrawn", (from, BOTTOM), (to, TOP));
}

fn before_tracking(svg: &mut Svg, width: u64, title: &str) {
    svg.area("before-tracking", Area { x: 0, y: TOP, width, height: HEIGHT }, title);
    for x in (0..width.saturating_sub(HATCH)).step_by(HATCH as usize) {
        svg.line("before-tracking", (x, BOTTOM), (x + HATCH, TOP));
    }
}

fn sentence(span: &Span) -> String {
    let Span { status, from, to, withdrawn_at } = span;
    let (from, to) = (from.date(), to.date());
    match withdrawn_at {
        None => format!("{status} from {from} to {to}"),
        Some(at) => format!("{status} from {from} to {to}, withdrawn on {}", at.date()),
    }
}

fn description(spans: &[Span]) -> String {
    let sentences: Vec<String> = spans.iter().map(sentence).collect();
    match sentences.is_empty() {
        true => "No observation yet.".to_owned(),
        false => format!("{}.", sentences.join("; ")),
    }
}

#[cfg(test)]
mod tests;
