use super::*;
use crate::catalogue::key_hash::KeyHash;

fn section(keys: u32, ids: u32) -> (Vec<u8>, HashedPostings) {
    let hash = |key: u32| KeyHash::default().hash(&key.to_le_bytes());
    let built = HashedPostings::build(keys as usize, 4, |post| {
        (0..ids).for_each(|id| post(hash(id % keys.max(1)), id));
    });
    let section = built.unwrap().parts().concat();
    let postings = HashedPostings::open(&section, 0..section.len()).unwrap();
    (section, postings)
}

#[test]
fn every_id_is_found_under_its_key_in_the_order_it_came() {
    for keys in [0, 1, 2, 7, 1000] {
        let (section, postings) = section(keys, keys * 3);
        assert!(postings.is_whole(&section, keys as usize * 3));
        for key in 0..keys {
            let ids = postings.ids(&section, KeyHash::default().hash(&key.to_le_bytes()));
            let ids: Vec<u32> = ids.filter(|id| id % keys == key).collect();
            assert_eq!(ids, [key, key + keys, key + 2 * keys]);
        }
    }
}

#[test]
fn an_empty_map_has_nothing() {
    let (section, postings) = section(0, 0);
    assert_eq!(postings.ids(&section, 7).count(), 0);
}

#[test]
fn ids_take_four_bytes_when_three_are_not_enough() {
    for id in [NARROW_IDS - 1, NARROW_IDS, u32::MAX - 1] {
        let built = HashedPostings::build(1, 4, |post| post(7, id)).unwrap();
        let section = built.parts().concat();
        let postings = HashedPostings::open(&section, 0..section.len()).unwrap();
        assert_eq!(postings.ids(&section, 7).collect::<Vec<_>>(), [id]);
    }
}

#[test]
fn a_section_whose_arrays_do_not_fill_it_is_refused() {
    let (section, _) = section(7, 21);
    for end in 0..section.len() {
        let opened = HashedPostings::open(&section, 0..end);
        let count = opened.map(|opened| opened.is_whole(&section, 21));
        assert_ne!(count, Some(true), "{end} of {} bytes", section.len());
    }
    for (place, byte) in [(0, 32), (0, 200), (1, 0), (1, 5), (2, 1)] {
        let mut damaged = section.clone();
        damaged[place] = byte;
        assert!(HashedPostings::open(&damaged, 0..damaged.len()).is_none(), "{byte} at {place}");
    }
}
