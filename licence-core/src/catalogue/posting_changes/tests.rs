use super::*;
use crate::catalogue::key_hash::KeyHash;
use crate::catalogue::postings::HashedPostings;
use proptest::prelude::*;

fn hash(key: u32) -> u64 {
    KeyHash::default().hash(&key.to_le_bytes())
}

#[test]
fn rows_of_a_block_move_alike_or_one_by_one() {
    let gone = [3, 600, 601, 2_000];
    let stays = |row: &u32| !gone.contains(row);
    let place = |row: u32| stays(&row).then(|| (0..row).filter(stays).count() as u32);
    let moved = MovedRows::new((0..2_100).map(place).collect());
    assert!((0..2_200).all(|row| moved.place(row) == (row < 2_100).then(|| place(row)).flatten()));
    assert!(!moved.all_stay());
    assert!(MovedRows::new((0..2_100).map(Some).collect()).all_stay());
}

#[test]
fn what_goes_and_comes_again_stays() {
    let moved = MovedRows::new(vec![Some(0), None, Some(1), Some(2)]);
    let changes = PostingChanges {
        gone: vec![(7, 0), (7, 1), (7, 2), (7, 2), (9, 3)],
        new: vec![(9, 2), (7, 1), (5, 1), (7, 0)],
    };
    let left = changes.without_unchanged(&moved);
    assert_eq!((left.gone, left.new), (vec![(7, 1), (7, 2)], vec![(5, 1)]));
}

fn section(pairs: &[(u32, u32)]) -> Vec<u8> {
    let built = HashedPostings::build(64, 4, |post| {
        pairs.iter().for_each(|(key, id)| post(hash(*key), *id));
    });
    built.unwrap().parts().concat()
}

/// New rows without a posting, before all others.
const ROWS_BEFORE: u32 = 5;

proptest! {
    /// Of rows with a key each, some may go, some lose their posting, and some come.
    #[test]
    fn changed_postings_are_those_of_a_build(
        old in prop::collection::vec((0..40_u32, any::<bool>(), any::<bool>()), 0..200),
        new in prop::collection::vec(0..40_u32, 0..20),
        rows_go in any::<bool>(),
    ) {
        let before: Vec<(u32, u32)> = old.iter().zip(0..).map(|(row, id)| (row.0, id)).collect();
        let before = section(&before);
        let (mut moved, mut after) = (Vec::new(), Vec::new());
        let mut changes = PostingChanges::default();
        for (id, (key, stays, loses)) in old.iter().enumerate() {
            let stays = *stays || !rows_go;
            let place = ROWS_BEFORE + moved.iter().flatten().count() as u32;
            moved.push(stays.then_some(place));
            if *loses {
                changes.gone.push((hash(*key), id as u32));
            } else if stays {
                after.push((*key, place));
            }
        }
        for (key, place) in new.iter().zip(ROWS_BEFORE + old.len() as u32..) {
            changes.new.push((hash(*key), place));
            after.push((*key, place));
        }
        let postings = HashedPostings::open(&before, 0..before.len()).unwrap();
        let changed = postings.changed(&before, &MovedRows::new(moved), changes).unwrap();
        let changed = changed.parts().concat();
        let built = section(&after);
        let of_key = |section: &[u8], key: u32| -> Vec<u32> {
            let postings = HashedPostings::open(section, 0..section.len()).unwrap();
            let ids = postings.ids(section, hash(key));
            ids.filter(|id| after.contains(&(key, *id))).collect()
        };
        prop_assert_eq!(changed.len(), built.len());
        for key in 0..40 {
            prop_assert_eq!(of_key(&changed, key), of_key(&built, key));
        }
    }
}
