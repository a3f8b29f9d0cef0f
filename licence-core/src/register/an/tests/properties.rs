use proptest::prelude::*;
use serde_json::Value;

use super::fixture::{block, page, read_files, read_page, record};
use crate::register::SourceFile;

/// Records as they are and in another order. Few numbers and words, so that records meet.
fn records() -> impl Strategy<Value = (Vec<Value>, Vec<Value>)> {
    let fields = (
        "ALSI-20260100[12]-FI[1I]",
        "[ab] SRL",
        "valid|Odd|",
        "b2c|b2b|new",
        "([ab][.]example,? ?){0,3}",
    );
    let record = fields.prop_map(|(number, company, status, kind, domains)| {
        record(&[
            ("number", number.into()),
            ("company", company.into()),
            ("status", status.into()),
            ("type", kind.into()),
            ("domains", domains.into()),
        ])
    });
    prop::collection::vec(record, 1..8)
        .prop_flat_map(|records| (Just(records.clone()), Just(records).prop_shuffle()))
}

proptest! {
    #[test]
    fn the_order_of_records_changes_nothing((records, shuffled) in records()) {
        let reading = read_page(&page(&records)).unwrap();
        prop_assert_eq!(&reading, &read_page(&page(&shuffled)).unwrap());
        prop_assert_eq!(reading.validate("an"), Ok(()));
    }

    #[test]
    fn damaged_pages_never_panic_nor_read_as_empty(at in any::<prop::sample::Index>(), len in 0usize..40, junk in prop::collection::vec(any::<u8>(), 0..8)) {
        let mut bytes = page(&[record(&[]), record(&[("number", "ALSI-1".into())])]).into_bytes();
        let at = at.index(bytes.len());
        let end = (at + len).min(bytes.len());
        bytes.splice(at..end, junk);
        let read = read_files(&[SourceFile { name: "x".into(), bytes }]);
        prop_assert!(read.map_or(true, |reading| !reading.licences.is_empty()));
    }

    #[test]
    fn a_cut_page_is_never_read(at in any::<prop::sample::Index>()) {
        let html = page(&[record(&[])]);
        let end = at.index(html.len() - "</html>".len());
        prop_assert!(read_page(&html[..end]).is_err());
    }

    #[test]
    fn any_record_is_read_whole_or_refused(company in "\\PC{0,20}", number in "\\PC{0,20}", issued in "\\PC{0,14}", domains in "\\PC{0,40}") {
        let record = record(&[("company", company.into()), ("number", number.into()), ("issued", issued.into()), ("domains", domains.into())]);
        let html = page(&[record]).replace("</", "<\\/").replace("<\\/script><script>", "</script><script>").replace("<\\/body><\\/html>", "</body></html>");
        let _ = read_page(&html);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..80), json in "[\\[{}\\],:\"a-c0-9]{0,40}", rows in "(<(/?(table|tr|td))>?|Company|Number|x){0,20}") {
        let read = read_files(&[SourceFile { name: "x".into(), bytes }]);
        prop_assert!(read.is_err());
        let _ = (read_page(&block(&json)), read_page(&rows));
    }
}
