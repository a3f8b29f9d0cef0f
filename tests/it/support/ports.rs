//! Addresses for programs that are told where to listen.

use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU16, Ordering};

/// Systems take the ports of outgoing connections, and those of listeners on port 0, from above.
const FIRST: u16 = 10_000;
const COUNT: u16 = 20_000;

static SERIAL: AtomicU16 = AtomicU16::new(0);

/// Returns a loopback address that nobody listens on. No connection of another test can take its
/// port before the program listens.
pub fn free_address() -> SocketAddr {
    // Another run of tests begins elsewhere.
    let start = std::process::id().wrapping_mul(97) % u32::from(COUNT);
    loop {
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let port = FIRST + (start as u16).wrapping_add(serial) % COUNT;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}
