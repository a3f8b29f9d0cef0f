use std::task::{Context, Waker};

use tokio::sync::Semaphore;

use super::*;

const UNLUCKY: u32 = 1_300;

/// Calls that each wait for a permit, and the numbers of questions in them.
struct Recorded {
    calls: Arc<Calls<u32, u32>>,
    permits: Arc<Semaphore>,
    sizes: Arc<Mutex<Vec<usize>>>,
}

impl Recorded {
    fn new() -> Self {
        let permits = Arc::new(Semaphore::new(0));
        Self { calls: Calls::new(), permits, sizes: Arc::default() }
    }

    /// Asks for twice the number; a call with the unlucky one fails.
    async fn twice(&self, number: u32) -> Option<u32> {
        let (permits, sizes) = (Arc::clone(&self.permits), Arc::clone(&self.sizes));
        let call = move |numbers: Vec<u32>| {
            let (permits, sizes) = (Arc::clone(&permits), Arc::clone(&sizes));
            async move {
                permits.acquire().await.unwrap().forget();
                sizes.lock().unwrap().push(numbers.len());
                assert!(!numbers.contains(&UNLUCKY), "an unlucky call");
                numbers.iter().map(|number| 2 * number).collect()
            }
        };
        self.calls.ask(number, call).await
    }
}

#[tokio::test]
async fn what_is_asked_during_a_call_shares_the_next() {
    let recorded = Recorded::new();
    let mut asking: Vec<_> = (0..300).map(|it| Box::pin(recorded.twice(it))).collect();
    for question in &mut asking {
        let context = &mut Context::from_waker(Waker::noop());
        assert!(question.as_mut().poll(context).is_pending());
        // The first call begins before anybody else asks.
        tokio::task::yield_now().await;
    }
    recorded.permits.add_permits(300);
    for (number, question) in (0_u32..).zip(asking) {
        assert_eq!(question.await, Some(2 * number));
    }
    assert_eq!(*recorded.sizes.lock().unwrap(), [1, 128, 128, 43]);
    assert_eq!(recorded.twice(7).await, Some(14), "and the next begins a call of its own");
}

#[tokio::test]
async fn who_leaves_takes_no_reply_from_others() {
    let recorded = Recorded::new();
    let mut leaving = Box::pin(recorded.twice(1));
    let context = &mut Context::from_waker(Waker::noop());
    assert!(leaving.as_mut().poll(context).is_pending());
    let mut staying = Box::pin(recorded.twice(2));
    assert!(staying.as_mut().poll(context).is_pending());
    drop(leaving);
    recorded.permits.add_permits(2);
    assert_eq!(staying.await, Some(4));
    let sizes = recorded.sizes.lock().unwrap();
    assert_eq!(*sizes, [2], "the question of a caller who left is put all the same");
}

#[tokio::test]
async fn a_call_that_fails_leaves_nobody_waiting() {
    let recorded = Recorded::new();
    recorded.permits.add_permits(3);
    assert_eq!(recorded.twice(UNLUCKY).await, None);
    assert_eq!(recorded.twice(5).await, Some(10));
}
