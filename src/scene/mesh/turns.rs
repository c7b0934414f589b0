//! Bytes that a crate reads, in a way that can be canceled.

use std::io::{self, BufRead, Read};

use crate::watch;

/// The bytes of a file, of which each that is asked for is a short turn of a [`watch::Watch`].
pub(super) struct Turns<'a> {
    /// What was not read so far.
    pub left: &'a [u8],
    turn: usize,
}

impl<'a> Turns<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes, turn: 0 }
    }
}

impl BufRead for Turns<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.turn += 1;
        watch::tick_at(self.turn);
        Ok(self.left)
    }

    fn consume(&mut self, amount: usize) {
        self.left.consume(amount);
    }
}

impl Read for Turns<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.turn += 1;
        watch::tick_at(self.turn);
        self.left.read(into)
    }
}
