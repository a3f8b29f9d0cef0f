//! Answers cut to a size that a model can read: row by row, and never without saying so.

use serde_json::{Value, json};

use super::draft::{BATCH, Draft, row_line};
use crate::event::EventId;
use crate::event::cursor::Cursor;

/// The largest answer, its text and its structured content together, in bytes of JSON: about
/// 10,000 tokens.
const MAX_BYTES: usize = 40_000;
/// Room for what the protocol puts around an answer, and for the notes on what is left out.
const RESERVED_BYTES: usize = 1_500;
/// The member of a row that is left out before a row is: the verdicts of 100 domains of usual length
/// fit, and their sentences do not.
const SPARE: &str = "sentence";
/// The member of `more` that counts the rows without it.
const SENTENCES: &str = "sentences";

impl Draft {
    /// Leaves out the last sentences of rows, then the last rows of lists, until the answer fits.
    /// The most important list is filled first, and no list loses its first row.
    pub(super) fn cut(&mut self) {
        if 2 * most_bytes(&self.structured) + RESERVED_BYTES <= MAX_BYTES {
            return;
        }
        let lists: Vec<Value> = self.rows.iter().map(|it| self.structured[*it].take()).collect();
        let others = json_bytes(&self.text().into()) + json_bytes(&self.structured);
        let mut room = MAX_BYTES.saturating_sub(RESERVED_BYTES + others);
        for (name, list) in self.rows.iter().zip(lists) {
            let Value::Array(mut rows) = list else { continue };
            let sentences = leave_out_sentences(name, &mut rows, room);
            let total = rows.len();
            keep_what_fits(name, &mut rows, &mut room);
            let kept = rows.len();
            self.structured[*name] = rows.into();
            self.note_omitted_sentences(sentences.min(kept));
            self.note_omitted_rows(name, kept, total);
        }
    }

    fn note_omitted_sentences(&mut self, left_out: usize) {
        if left_out > 0 {
            self.structured["more"][SENTENCES] = left_out.into();
            self.say_how_to_go_on(format!(
                "The sentences of the last rows ({left_out}) are left out: ask check_domain for one."
            ));
        }
    }

    fn note_omitted_rows(&mut self, name: &str, kept: usize, total: usize) {
        let dropped = (total - kept) as u64;
        if dropped == 0 {
            return;
        }
        let content = &mut self.structured;
        let how = if content.get("next_cursor").is_some() {
            let last_event = content[name][kept - 1]["event_id"].as_str();
            let last_event = last_event.and_then(|id| id.parse().ok());
            content["next_cursor"] = json!(last_event.map(|id: EventId| Cursor(id)));
            content["has_more"] = true.into();
            "go on with next_cursor"
        } else if let Some(next) = content.get("next_offset") {
            let total = content.get("total").or(content.get("count"));
            let end = next.as_u64().or(total.and_then(Value::as_u64)).unwrap_or(0);
            content["next_offset"] = end.saturating_sub(dropped).into();
            "go on with next_offset"
        } else {
            let before = content["more"][name].as_u64().unwrap_or(0);
            content["more"][name] = (before + dropped).into();
            if name == BATCH {
                "ask for the others by themselves"
            } else {
                "more counts the others"
            }
        };
        self.say_how_to_go_on(format!(
            "Only the first {kept} of {total} rows of {name} are here, because an answer holds \
             about 40 kB: {how}."
        ));
    }

    /// Says how many rows of each list are left out, because the answer was cut or a list has only so
    /// many rows.
    pub(super) fn note_omissions(&mut self) {
        let more = self.structured.get("more").and_then(Value::as_object);
        let counts = more.into_iter().flatten().filter(|(name, _)| *name != SENTENCES);
        let counts = counts.filter_map(|(name, count)| Some((name, count.as_u64()?)));
        let counts = counts.filter(|(_, count)| *count > 0);
        let parts: Vec<_> = counts.map(|(name, count)| format!("{name} {count}")).collect();
        if !parts.is_empty() {
            self.say_how_to_go_on(format!("Rows left out: {}.", parts.join(", ")));
        }
    }

    /// Says it in the text, and in `more` to clients that show a model only the structured content.
    fn say_how_to_go_on(&mut self, sentence: String) {
        if let Some(more) = self.structured.get_mut("more") {
            let before = more["go_on"].as_str().map(|before| format!("{before} "));
            more["go_on"] = format!("{}{sentence}", before.unwrap_or_default()).into();
        }
        self.caveats.push(sentence);
    }
}

/// Leaves out the sentences of the last rows, so that the others fit beside the rows without
/// sentences. Returns how many.
fn leave_out_sentences(name: &str, rows: &mut [Value], room: usize) -> usize {
    let sentences: Vec<Value> =
        rows.iter_mut().filter_map(|row| row.get_mut(SPARE).map(Value::take)).collect();
    if sentences.len() < rows.len() {
        return 0;
    }
    let mut spare = room.checked_sub(rows.iter().map(|row| row_bytes(name, row)).sum());
    let mut left_out = 0;
    for (row, sentence) in rows.iter_mut().zip(sentences) {
        let bare = row_bytes(name, row);
        row[SPARE] = sentence;
        spare = spare.and_then(|spare| (spare + bare).checked_sub(row_bytes(name, row)));
        if spare.is_none() && !row[SPARE].take().is_null() {
            left_out += 1;
        }
    }
    left_out
}

/// Keeps the first rows that fit into the room, at least one.
fn keep_what_fits(name: &str, rows: &mut Vec<Value>, room: &mut usize) {
    let fits = rows.iter().map_while(|row| {
        *room = room.checked_sub(row_bytes(name, row))?;
        Some(row)
    });
    let kept = fits.count().max(1);
    if kept < rows.len() {
        rows.truncate(kept);
        *room = 0;
    }
}

/// Returns how much a row takes of an answer, in its structured content and in its text.
fn row_bytes(name: &str, row: &Value) -> usize {
    json_bytes(row) + json_bytes(&row_line(name, row).into())
}

fn json_bytes(value: &Value) -> usize {
    value.to_string().len()
}

/// Returns a length that the JSON of a value never exceeds, because most answers are far from the
/// limit and need not be written to be measured. JSON writes at most six bytes for one of a text.
fn most_bytes(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 5,
        Value::Number(_) => 32,
        Value::String(text) => 6 * text.len() + 2,
        Value::Array(items) => 2 + items.iter().map(|item| most_bytes(item) + 1).sum::<usize>(),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| 6 * name.len() + 4 + most_bytes(value);
            2 + members.iter().map(member).sum::<usize>()
        }
    }
}

#[cfg(test)]
mod tests;
