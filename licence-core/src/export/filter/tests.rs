use super::*;
use JurisdictionCode::{Mga, Ukgc};
use LicenceStatus::{Active, NotInRegister};

#[test]
fn codes_are_read_in_any_case_and_may_repeat() {
    for (values, codes) in [
        (&["UKGC"][..], &[Ukgc][..]),
        (&["mga,Ukgc"], &[Ukgc, Mga]),
        (&["mga", "ukgc", "MGA"], &[Ukgc, Mga]),
        (&[" mga , ukgc "], &[Ukgc, Mga]),
        (&[], &[]),
    ] {
        let and = |filter: ExportFilter, value: &&str| filter.and_jurisdictions(value);
        let filter = values.iter().try_fold(ExportFilter::default(), and).unwrap();
        assert_eq!(filter.jurisdictions, codes.iter().copied().collect(), "{values:?}");
    }
    for value in ["", "UKGC,", "XX", "UKGC;MGA", "UKGC,,MGA"] {
        assert!(ExportFilter::default().and_jurisdictions(value).is_err(), "{value:?}");
    }
}

#[test]
fn statuses_are_the_words_of_the_enum() {
    let filter = ExportFilter::default().and_statuses("not_in_register,active").unwrap();
    assert_eq!(filter.statuses, [Active, NotInRegister].into());
    for value in ["", "Active", "gone", "active,"] {
        assert!(ExportFilter::default().and_statuses(value).is_err(), "{value:?}");
    }
    let error = ExportFilter::default().and_statuses("gone").unwrap_err().to_string();
    assert!(error.starts_with(r#""gone" is not a licence status; it is one of active,"#));
}

#[test]
fn what_is_not_named_is_not_filtered_by() {
    let none = ExportFilter::default();
    assert!(none.concerns(Mga));
    assert_eq!(serde_json::to_string(&none).unwrap(), r#"{"jurisdiction":null,"status":null}"#);
    let one = none.and_jurisdictions("ukgc").unwrap().and_statuses("active").unwrap();
    assert!(one.concerns(Ukgc) && !one.concerns(Mga));
}
