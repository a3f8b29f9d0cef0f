use super::*;

fn counting() -> impl FnMut() -> u8 {
    let mut next = 0_u8;
    move || {
        next = next.wrapping_add(97);
        next
    }
}

#[test]
fn a_key_has_the_form_of_the_specification() {
    let key = RawKey::generate(&mut counting());
    assert_eq!(key.reveal().len(), 36);
    assert_eq!(KeyHash::from_key(key.reveal()), Some(key.hash()));
    assert_eq!(key.hash().to_string().parse(), Ok(key.hash()));
    assert_eq!("+0".repeat(32).parse::<KeyHash>(), Err(InvalidKeyHash));
    assert_eq!(format!("{key:?}"), "RawKey");
    assert!(key.hash().to_string().starts_with(&key.hint()) && key.hint().len() == 8);
    assert!(key.reveal().ends_with(key.last_characters()) && key.last_characters().len() == 4);
}

#[test]
fn every_character_is_equally_likely() {
    let mut counts = [0_u32; 256];
    let mut byte = 0_u8;
    let mut all_bytes = || {
        byte = byte.wrapping_add(1);
        byte
    };
    // 62 keys take 1,984 characters: every fair byte exactly eight times.
    for _ in 0..62 {
        let key = RawKey::generate(&mut all_bytes);
        key.reveal()[4..].bytes().for_each(|c| counts[usize::from(c)] += 1);
    }
    assert!(ALPHABET.iter().all(|c| counts[usize::from(*c)] == 32));
}

#[test]
fn what_is_no_key_is_not_looked_up() {
    let good = RawKey::generate(&mut counting());
    let good = good.reveal();
    for text in ["", "lic_", &good[1..], &good[..35], &format!("{good}a"), &good.to_uppercase()] {
        assert_eq!(KeyHash::from_key(text), None, "{text:?}");
    }
    assert_eq!(KeyHash::from_key(&good.replace(&good[10..11], "-")), None);
}
