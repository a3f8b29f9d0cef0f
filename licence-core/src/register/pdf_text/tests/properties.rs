use proptest::prelude::*;

use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_bytes_panic_or_hang(tail in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = text([SIGNATURE, &tail, b"\nstream\n", &tail, b"%%EOF"].concat());
    }

    #[test]
    fn no_slip_in_a_file_panics_or_hangs(
        slips in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<proptest::sample::Index>(),
        is_cut in proptest::bool::weighted(0.2),
    ) {
        let mut bytes = pdf(&[vec!["1. OGL/2024/1/0001 A B.V."], vec!["two"]]);
        for (at, byte) in slips {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            bytes.remove(cut.index(bytes.len()));
        }
        let _ = text(bytes);
    }
}
