//! Ranks that are threads of one process, for the tests of this crate and of others.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use grundy_brute::ranks::{Ranks, RanksError};

/// Ranks that are threads of one process.
#[derive(Debug)]
pub struct InProcess {
    rank: usize,
    /// By receiver.
    to: Vec<Sender<Message>>,
    /// By sender.
    from: Vec<Mutex<Receiver<Message>>>,
}

#[derive(Debug)]
enum Message {
    Words(Vec<u64>),
    Bytes(Vec<u8>),
}

impl InProcess {
    /// `size` ranks, for as many threads.
    pub fn several(size: usize) -> Vec<Self> {
        let rank = |rank| Self {
            rank,
            to: Vec::new(),
            from: Vec::new(),
        };
        let mut ranks: Vec<Self> = (0..size).map(rank).collect();
        for sender in 0..size {
            for receiver in 0..size {
                let (to, from) = mpsc::channel();
                ranks[sender].to.push(to);
                ranks[receiver].from.push(Mutex::new(from));
            }
        }
        ranks
    }

    /// Sends a message to each rank, and receives one from each.
    fn swap(&self, messages: impl Iterator<Item = Message>) -> Result<Vec<Message>, RanksError> {
        let ended = |rank| RanksError::alone(self, &format!("rank {rank} has ended"));
        for (to, message) in messages.enumerate() {
            self.to[to].send(message).map_err(|_| ended(to))?;
        }
        let received = self.from.iter().enumerate().map(|(from, receiver)| {
            let receiver = receiver.lock().map_err(|_| ended(from))?;
            receiver.recv().map_err(|_| ended(from))
        });
        received.collect()
    }
}

impl Ranks for InProcess {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn host(&self) -> String {
        "this process".to_owned()
    }

    fn exchange(&self, outgoing: &[Vec<u64>], incoming: &mut [Vec<u64>]) -> Result<(), RanksError> {
        let received = self.swap(outgoing.iter().cloned().map(Message::Words))?;
        for ((from, words), message) in incoming.iter_mut().enumerate().zip(received) {
            match message {
                Message::Words(sent) if sent.len() == words.len() => *words = sent,
                other => {
                    let what = format!("rank {from} sends {other:?} and not {} words", words.len());
                    return Err(RanksError::alone(self, &what));
                }
            }
        }
        Ok(())
    }

    fn share(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, RanksError> {
        let messages = self.to.iter().map(|_| Message::Bytes(bytes.to_owned()));
        let received = self.swap(messages)?.into_iter().enumerate();
        let shared = received.map(|(from, message)| match message {
            Message::Bytes(bytes) => Ok(bytes),
            Message::Words(_) => Err(RanksError::alone(self, &format!("rank {from} sends words"))),
        });
        shared.collect()
    }
}

/// Calls a function on each of `size` ranks, and returns what each returned.
pub fn on_ranks<T: Send>(size: usize, each: impl Fn(Arc<dyn Ranks>) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let each = &each;
        let ranks = InProcess::several(size).into_iter();
        let started: Vec<_> = ranks
            .map(|rank| scope.spawn(move || each(Arc::new(rank))))
            .collect();
        let ended = started.into_iter().map(|rank| rank.join().unwrap());
        ended.collect()
    })
}
