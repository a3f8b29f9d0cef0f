//! A builder for SVG elements. Lengths are tenths of a unit, so that geometry is whole numbers.

use std::fmt::{self, Display, Write};

/// An SVG element under construction.
pub(super) struct Svg {
    text: String,
}

/// A rectangle: its left and top edge, its width and height.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) x: u64,
    pub(super) y: u64,
    pub(super) width: u64,
    pub(super) height: u64,
}

impl Svg {
    /// Returns an element of this size with its title and description.
    pub(super) fn new(id: &str, width: u64, height: u64, title: &str, description: &str) -> Self {
        let (id, title, description) = (escaped(id), escaped(title), escaped(description));
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-desc\" viewBox=\"0 0 {} {}\">\n\
             <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n",
            Tenths(width),
            Tenths(height)
        );
        Self { text }
    }

    /// Appends a rectangle with a tooltip.
    pub(super) fn area(&mut self, class: &str, area: Area, title: &str) {
        let Area { x, y, width, height } = area;
        let [x, y, width, height] = [x, y, width, height].map(Tenths);
        let (class, title) = (escaped(class), escaped(title));
        self.push(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">\
             <title>{title}</title></rect>\n"
        ));
    }

    pub(super) fn line(&mut self, class: &str, from: (u64, u64), to: (u64, u64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(Tenths);
        let class = escaped(class);
        self.push(format_args!(
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>\n"
        ));
    }

    /// Appends a text. `anchor` says what of it is at `x`: its `start`, its `middle` or its `end`.
    pub(super) fn label(&mut self, anchor: &str, x: u64, y: u64, text: &str) {
        let (x, y, text) = (Tenths(x), Tenths(y), escaped(text));
        self.push(format_args!(
            "<text class=\"label\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>\n"
        ));
    }

    pub(super) fn end(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }

    fn push(&mut self, part: impl Display) {
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{part}");
    }
}

/// A length as SVG writes it.
struct Tenths(u64);

impl Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{}", self.0 / 10),
            rest => write!(f, "{}.{rest}", self.0 / 10),
        }
    }
}

/// Returns a text with its markup characters escaped. XML forbids most control characters even in
/// escaped form, so they become spaces.
fn escaped(text: &str) -> String {
    escape_html(&text.replace(char::is_control, " "))
}

/// Returns a text for use between tags of HTML or XML and in quoted attributes.
///
/// ```
/// assert_eq!(licence_core::chart::escape_html("<a b='c'>"), "&lt;a b=&#39;c&#39;&gt;");
/// ```
pub fn escape_html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// Returns a number with a comma between groups of three digits.
///
/// ```
/// assert_eq!(licence_core::chart::grouped_number(1_234_567), "1,234,567");
/// ```
pub fn grouped_number(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns `part` of `whole`, scaled to a length and rounded down; the length for a part beyond
/// the whole.
pub(super) fn scale(part: u64, whole: u64, length: u64) -> u64 {
    let scaled = u128::from(part.min(whole)) * u128::from(length);
    let scaled = scaled.checked_div(u128::from(whole)).unwrap_or(0);
    u64::try_from(scaled).unwrap_or(length)
}

#[cfg(test)]
mod tests;
