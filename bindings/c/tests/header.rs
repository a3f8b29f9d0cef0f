//! The header is what the functions say.

use std::env;
use std::path::Path;

/// `UPDATE_HEADER=1` writes the header again.
#[test]
fn the_header_is_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("include/licence.h");
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let mut written = Vec::new();
    cbindgen::generate_with_config(folder, config).unwrap().write(&mut written);
    let written = String::from_utf8(written).unwrap();
    if env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
}
