use super::*;

#[test]
fn names_are_dated() {
    for (name, date) in [
        ("26-10-02-current-ogra-licence-holders.xlsx", "26-10-02"),
        ("/tmp/25-01-31/26-10-02-current.xlsx", "26-10-02"),
        ("2026-10-02.xlsx", "26-10-02"),
        ("licence-holders.xlsx", ""),
        ("é6-10-02", ""),
    ] {
        assert_eq!(date_in(name), date, "{name}");
    }
}
