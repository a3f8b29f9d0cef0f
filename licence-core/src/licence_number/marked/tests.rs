use proptest::prelude::*;

use super::*;
use crate::jurisdiction::JurisdictionCode::*;

#[test]
fn a_number_is_found_between_its_marks() {
    for (code, text, number) in [
        (Ukgc, "090114-R-391114-019 (revoked)", Some("090114-R-391114-019")),
        (Ukgc, "090114-R-391114-019*", Some("090114-R-391114-019")),
        (Ukgc, "090114-R-391114-019SUSPENDED", Some("090114-R-391114-019")),
        (Ukgc, "090114-R-391114-REVOKED", Some("090114-R-391114")),
        (Ukgc, "090114 \u{2013} R \u{2013} 391114 x", Some("090114 \u{2013} R \u{2013} 391114")),
        (Ukgc, "Revoked 2026-10-01: 000-090114-R-391114-019", Some("000-090114-R-391114-019")),
        (Ukgc, "000102-N-000000-000*", Some("000102-N-000000-000")),
        (Ukgc, "revoked", None),
        (Mga, "MGA/B2C/7288/2020 (suspended)", Some("MGA/B2C/7288/2020")),
        (Mga, "*MGA/B2C/7288/2020", Some("MGA/B2C/7288/2020")),
        (Mga, "MGA/B2C/7288/2020/Suspended", Some("MGA/B2C/7288/2020")),
        (Mga, "MGA/B2C/7288/2020 - 12 May 2026", Some("MGA/B2C/7288/2020")),
        (Mga, "MGA/CRP/635/2018- 01*", Some("MGA/CRP/635/2018- 01")),
        (Mga, "MGA/CRP/330/2016/Old*", Some("MGA/CRP/330/2016/Old")),
        (Mga, "lga/cl1/7/2012 (revoked)", Some("lga/cl1/7/2012")),
        (Mga, "MGA (revoked)", None),
        (An, "ALSI-202509917-FI2 (revoked)", Some("ALSI-202509917-FI2")),
        (An, "REVOKED ALSI-202509917-FI2*", Some("ALSI-202509917-FI2")),
        (An, "ALSI-202509917-FI2 - suspended", Some("ALSI-202509917-FI2")),
        (An, "ALSI-202509917-FI2REVOKED", Some("ALSI-202509917-FI2")),
        (An, "ALSl 202412017 F11 (old)", Some("ALSl 202412017 F11")),
        (An, "ALSI-142406016-FI 1*", Some("ALSI-142406016-FI 1")),
        (An, "ALSI-202505003-FII (old)", Some("ALSI-202505003-FII")),
        (An, "ALSI-202507005 finished", Some("ALSI-202507005")),
        (An, "To be assigned (revoked)", None),
        (Cw, "OGL/2024/894/1037*", None),
        (Iom, "IOM-7*", None),
    ] {
        assert_eq!(number_in(code, text), number, "{code} {text:?}");
    }
}

proptest! {
    #[test]
    fn a_number_between_marks_is_found_alone(text in "\\PC{0,30}|[0-9MGALSIRF/ *-]{0,30}") {
        for code in JurisdictionCode::ALL {
            if let Some(number) = number_in(*code, &text) {
                prop_assert_eq!(number_in(*code, number), Some(number));
            }
        }
    }
}
