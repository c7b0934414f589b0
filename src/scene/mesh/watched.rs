//! Byte source for the parsers of other crates. At some of its reads the source checks whether the user has canceled
//! the reading of the file.

use std::io::{self, BufRead, Read};

use contact_lens_long_run::watch;

/// Bytes of a file. Reads tick the [`watch::Watch`] by [`watch::tick_at`], which ends the reading if it was canceled.
pub(super) struct WatchedBytes<'a> {
    /// Bytes not read yet.
    pub unread: &'a [u8],
    /// Number of reads so far.
    reads: usize,
}

impl<'a> WatchedBytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { unread: bytes, reads: 0 }
    }
}

impl BufRead for WatchedBytes<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reads += 1;
        watch::tick_at(self.reads);
        Ok(self.unread)
    }

    fn consume(&mut self, amount: usize) {
        self.unread.consume(amount);
    }
}

impl Read for WatchedBytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads += 1;
        watch::tick_at(self.reads);
        self.unread.read(buffer)
    }
}
