use super::*;
use JurisdictionCode::{An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use proptest::prelude::*;

#[test]
fn a_number_that_parts_other_digits_is_another() {
    for (asked_for, on_record, expected) in [
        ("OGL/2024/2510/130", "OGL/2024/251/0130", false),
        ("MGA/B2C/711/42021", "MGA/B2C/7114/2021", false),
        ("MGA B2C 7114-2021", "MGA/B2C/7114/2021", true),
        ("MGAB2C71142021", "MGA/B2C/7114/2021", true),
        ("MGA/B2C/71142021", "MGA/B2C/7114/2021", true),
        ("MGA/B2C/7114/2021", "MGAB2C7114/2021", true),
    ] {
        assert_eq!(may_be_spelled(asked_for, on_record), expected, "{asked_for} {on_record}");
    }
}

#[test]
fn every_published_form_has_its_identity() {
    for (code, number, expected) in [
        (Ukgc, "045322-R-324275-019", "045322-R-324275"),
        (Ukgc, "045322-R-324275-020", "045322-R-324275"),
        (Ukgc, "045322-R-324275", "045322-R-324275"),
        (Ukgc, "45322-r-324275-019", "045322-R-324275"),
        (Ukgc, " 039028\u{2011}r\u{2011}319297\u{2011}013 ", "039028-R-319297"),
        (Ukgc, "000-039022-R-319313-011", "039022-R-319313"),
        (Ukgc, "000-039022-R-319313", "039022-R-319313"),
        (Ukgc, "39022 R 319313 011", "039022-R-319313"),
        (Ukgc, "000 039022\u{a0}R 319313", "039022-R-319313"),
        (Ukgc, "039022 \u{2013} R \u{2013} 319313", "039022-R-319313"),
        (Ukgc, "000102-N-317976-010", "000102-N-317976"),
        (Ukgc, "000102-N-000000-000", "000102-N-000000"),
        (Ukgc, "090455-A-391457-004", "090455-A-391457"),
        (Ukgc, "000-R-319313-011", "000000-R-319313"),
        (Ukgc, " gc licence 7 ", "GC LICENCE 7"),
        (Ukgc, "039022-R-319313-0x1", "039022-R-319313-0X1"),
        (Ukgc, "039022-R-319313-99999999999", "039022-R-319313-99999999999"),
        (Ukgc, "1-2-3-4-5-6", "1-2-3-4-5-6"),
        (Mga, "MGA/B2C/003/2022", "MGA/B2C/003/2022"),
        (Mga, "MGA/CRP/683/2019-01", "MGA/CRP/683/2019-01"),
        (Mga, "MGA/CRP/635/2018- 01", "MGA/CRP/635/2018-01"),
        (Mga, "MGA/CRP/330/2016/Old", "MGA/CRP/330/2016/OLD"),
        (Cw, "OGL/ 2024/894/1037", "OGL/2024/894/1037"),
        (Cw, "ogl/2024/887/0618", "OGL/2024/887/0618"),
        (Cw, "8048/JAZ2017-067", "8048/JAZ2017-067"),
        (An, "ALSI-202509916-FI2", "A1S1202509916F12"),
        (An, "ALSI-152312006-FI3", "A1S1152312006F13"),
        (An, "ALSI 202412017 FI1", "A1S1202412017F11"),
        (An, "ALSl-202409046-FI2", "A1S1202409046F12"),
        (An, "ALSI-142406016-FI 1", "A1S1142406016F11"),
        (An, "ALSI-202505003-FII", "A1S1202505003F11"),
        (An, "ALSI-202509021-Fll", "A1S1202509021F11"),
        (An, "ALSI-062403016-F16", "A1S1062403016F16"),
        (An, "ALSI-202507005", "A1S1202507005"),
        (Kh, " kh-ab12 ", "KH-AB12"),
        (Tgc, "tgc-x 1", "TGC-X 1"),
        (Iom, "", ""),
    ] {
        assert_eq!(identity(code, number), expected, "{code} {number:?}");
    }
}

#[test]
fn the_account_is_before_the_first_dash_of_any_kind() {
    for (number, account) in [
        ("090418-R-391418-006", Some("90418")),
        ("000-090418-R-391418-006", Some("90418")),
        ("090418\u{2013}R\u{2013}391418\u{2013}006", Some("90418")),
        ("090418 - R - 391418 - 006", Some("90418")),
        ("090418", None),
        ("090418R", None),
        ("-R-391418", None),
    ] {
        assert_eq!(ukgc_account(number), account, "{number}");
    }
}

#[test]
fn the_version_is_the_last_segment() {
    for (number, version) in [
        ("045322-R-324275-019", Some(19)),
        ("000-039022-R-319313-011", Some(11)),
        ("000102-N-000000-000", Some(0)),
        ("045322-R-324275", None),
        ("another shape", None),
    ] {
        assert_eq!(ukgc_version(number), version, "{number:?}");
    }
}

proptest! {
    #[test]
    fn an_identity_is_its_own_identity(number in "\\PC{0,30}|[0-9RNA-]{0,30}") {
        for code in JurisdictionCode::ALL {
            let once = identity(*code, &number);
            prop_assert_eq!(identity(*code, &once), once);
        }
    }
}
