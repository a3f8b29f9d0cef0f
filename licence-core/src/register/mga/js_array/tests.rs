use super::*;
use proptest::prelude::*;

#[test]
fn arrays_of_texts_are_read() {
    for (script, expected) in [
        ("var v = [];", &[][..]),
        ("var v=['a', \"b\"];", &["a", "b"]),
        ("var vv = ['x']; var v = [ 'it\\'s' ,\n\"\\u00e9\\x26\", '',];", &["it's", "é&", ""]),
        ("v = [null, None,7, undefined ]", &["", "", "7", ""]),
        ("w[0] = v; var v = ['a]','b,c'];", &["a]", "b,c"]),
    ] {
        assert_eq!(texts(script, "v").as_deref().unwrap(), expected, "{script}");
    }
    for script in [
        "",
        "var w = ['a'];",
        "var v = ['a'",
        "var v = ['a",
        "var v = ['a' 'b'];",
        "var v = [f('a')];",
        "var v = ['\\u00'];",
        "var v = ['a\nb'];",
        "var v = [['a']];",
        "var v = 'a';",
        "var v = [,];",
    ] {
        assert_eq!(texts(script, "v"), None, "{script}");
    }
}

proptest! {
    #[test]
    fn no_script_panics(script in "(v = \\[)?(\\PC|['\"\\\\\\],ux0n]){0,30}") {
        let _ = texts(&script, "v");
    }
}
