use super::*;

#[test]
fn text_is_escaped_wherever_it_is_written() {
    let hostile = "</title><script a='\"'>&\u{0}\u{202e}";
    let mut svg = Svg::new(hostile, 10, 15, hostile, hostile);
    svg.area(hostile, Area { x: 0, y: 0, width: 1, height: 1 }, hostile);
    svg.line(hostile, (0, 0), (1, 1));
    svg.label("start", 0, 0, hostile);
    let text = svg.end();
    assert!(!text.contains("<script") && !text.contains('\0'), "{text}");
    assert!(text.contains("&lt;script a=&#39;&quot;&#39;&gt;&amp; \u{202e}"), "{text}");
    assert!(text.contains("viewBox=\"0 0 1 1.5\""), "{text}");
}

#[test]
fn numbers_are_grouped_by_three() {
    for (number, text) in [
        (0, "0"),
        (999, "999"),
        (1_000, "1,000"),
        (100_000, "100,000"),
        (u64::MAX, "18,446,744,073,709,551,615"),
    ] {
        assert_eq!(grouped_number(number), text);
    }
}

#[test]
fn parts_are_scaled_without_overflow() {
    for (part, whole, length, scaled) in [
        (0, 10, 100, 0),
        (1, 3, 100, 33),
        (10, 10, 100, 100),
        (11, 10, 100, 100),
        (0, 0, 100, 0),
        (u64::MAX, u64::MAX, u64::MAX, u64::MAX),
    ] {
        assert_eq!(scale(part, whole, length), scaled, "{part} of {whole}");
    }
}
