//! Who runs the command, for the audit log.

use licence_core::audit::Actor;

/// Returns the user of the operating system. After `sudo` or `su` both users are named, for example
/// `alice as root`. No environment variable is believed, because anybody can set one.
#[cfg(unix)]
pub(crate) fn actor() -> Actor {
    use nix::unistd::{Uid, User};

    let name = |uid: Uid| match User::from_uid(uid) {
        Ok(Some(user)) => user.name,
        _ => format!("uid {uid}"),
    };
    let effective = Uid::effective();
    let login = std::fs::read_to_string("/proc/self/loginuid").ok();
    let login = login.as_deref().and_then(login_uid).map(Uid::from_raw);
    Actor::User(match login.filter(|login| *login != effective) {
        Some(login) => format!("{} as {}", name(login), name(effective)),
        None => name(effective),
    })
}

/// Returns the user of the login, whom Linux remembers through `sudo` and `su`; `None` where nobody
/// logged in, for example in a container.
#[cfg(unix)]
fn login_uid(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|uid| *uid != u32::MAX)
}

#[cfg(not(unix))]
pub(crate) fn actor() -> Actor {
    Actor::User("unknown".to_owned())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_a_number_that_is_set() {
        for (text, uid) in
            [("1000", Some(1000)), ("0\n", Some(0)), ("4294967295", None), ("", None)]
        {
            assert_eq!(login_uid(text), uid, "{text:?}");
        }
    }
}
