//! Values of options, the same in a flag and a variable.

/// `true` or `false`; `1` and `0` in the environment.
pub(super) fn switch(text: &str) -> Result<bool, String> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err("it is true, false, 1 or 0".to_owned()),
    }
}
