use std::fs;

use licence_core::catalogue::{CatalogueBuilder, OperatorRow, RegisterRows};

use super::super::replace;
use super::*;

fn catalogue(operators: usize) -> Catalogue {
    let mut builder = CatalogueBuilder::new();
    for number in 0..operators {
        let slug = format!("operator-{number}");
        builder.add_operator(&OperatorRow {
            slug: &slug,
            display_name: &slug,
            registered_name: None,
        });
    }
    builder.finish().unwrap()
}

#[test]
fn a_reader_ends_on_the_catalogue_it_began_on_and_a_bad_file_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("licences.catalogue");
    replace(&path, catalogue(1).as_bytes()).unwrap();
    let watch = Watch::new(&path).unwrap();
    assert!(!watch.refresh().unwrap());

    let reader = watch.catalogue();
    let freed = Arc::downgrade(&reader);
    replace(&path, catalogue(2).as_bytes()).unwrap();
    assert!(watch.refresh().unwrap());
    assert_eq!((reader.info().operators, watch.catalogue().info().operators), (1, 2));
    drop(reader);
    assert!(freed.upgrade().is_none());

    replace(&path, b"no catalogue").unwrap();
    assert!(watch.refresh().is_err());
    assert!(!watch.refresh().unwrap(), "the same file is not tried again");
    assert_eq!(watch.catalogue().info().operators, 2);
    assert_eq!(watch.reloads(), Reloads { done: 1, failed: 1 });

    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(watch.refresh().is_err() && watch.refresh().is_err(), "it may be readable soon");
}
