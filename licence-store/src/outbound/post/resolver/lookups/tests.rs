use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::task::yield_now;

use super::*;

const ADDRESS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

/// Two at once; names that begin with "dead" are never answered.
fn lookups(asked: &Arc<AtomicUsize>) -> Lookups {
    let asked = Arc::clone(asked);
    Lookups::new(2, move |name| {
        asked.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move {
            match name.as_str() {
                "dead.example" => std::future::pending().await,
                "unknown.example" => Err(io::ErrorKind::NotFound.into()),
                _ => Ok(vec![ADDRESS]),
            }
        })
    })
}

#[tokio::test]
async fn a_name_that_is_not_answered_holds_up_one_look_up() {
    let asked = Arc::default();
    let lookups = lookups(&asked);
    for _ in 0..10 {
        tokio::select! {
            biased;
            _ = lookups.clone().resolve("dead.example".to_owned()) => panic!("it is dead"),
            // The caller stops waiting, and the look-up goes on.
            () = yield_now() => {}
        }
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let found = lookups.resolve("hooks.example".to_owned()).await.unwrap();
    assert_eq!(found, [ADDRESS]);
}

#[tokio::test]
async fn what_nobody_waits_for_any_more_is_not_looked_up() {
    let free = Arc::new(Semaphore::new(0));
    let (asked, gate) = (Arc::new(AtomicUsize::new(0)), Arc::clone(&free));
    let count = Arc::clone(&asked);
    let lookups = Lookups::new(1, move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        let gate = Arc::clone(&gate);
        Box::pin(async move {
            gate.acquire().await.map_err(io::Error::other)?.forget();
            Ok(vec![ADDRESS])
        })
    });
    let mut first = Box::pin(lookups.clone().resolve("slow.example".to_owned()));
    let mut queue = Vec::new();
    tokio::select! { biased; _ = &mut first => panic!("it is slow"), () = yield_now() => {} }
    for n in 0..10 {
        let mut waiting = Box::pin(lookups.clone().resolve(format!("{n}.example")));
        tokio::select! { biased; _ = &mut waiting => panic!("no turn"), () = yield_now() => {} }
        queue.push(waiting);
    }
    let last = queue.pop().unwrap();
    drop(queue);
    free.add_permits(2);
    assert_eq!((first.await.unwrap(), last.await.unwrap()), (vec![ADDRESS], vec![ADDRESS]));
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    // And may be asked for again.
    free.add_permits(1);
    assert_eq!(lookups.clone().resolve("0.example".to_owned()).await.unwrap(), [ADDRESS]);
    assert!(lock(&lookups.running).is_empty());
}

#[tokio::test]
async fn a_name_is_asked_for_anew_when_its_look_up_is_over() {
    let asked = Arc::default();
    let lookups = lookups(&asked);
    for name in ["hooks.example", "hooks.example", "unknown.example", "unknown.example"] {
        let found = lookups.clone().resolve(name.to_owned()).await;
        assert_eq!(found.is_ok(), name == "hooks.example");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 4);
}
