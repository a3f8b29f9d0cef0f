use super::*;

#[test]
fn sentences_end_where_they_end() {
    let text = "One of St. A. Mr. Goode left. Then the Act. it went on. £5 fell. Last";
    let expected =
        ["One of St.", "A. Mr. Goode left.", "Then the Act. it went on. £5 fell.", "Last"];
    assert_eq!(sentences_of(text), expected);
}
