//! Standard output that the reader may close: `contact-lens check … --report r.html | head -1` still writes the report.

use std::io::{self, Write};

use super::{Failure, Result};

/// Writer of lines; once the reader has closed the stream, lines are dropped and the job continues.
pub(super) struct Out<W> {
    /// Stream; `None` once its reader has closed it.
    to: Option<W>,
}

impl Out<io::StdoutLock<'static>> {
    /// Writer to standard output, locked.
    pub(super) fn standard() -> Self {
        Self { to: Some(io::stdout().lock()) }
    }
}

impl<W: Write> Out<W> {
    /// Writes and flushes one or more lines. Fails on errors other than a closed stream, such as a full disk.
    pub(super) fn line(&mut self, text: &str) -> Result<()> {
        let Some(to) = &mut self.to else { return Ok(()) };
        match to.write_all(text.as_bytes()).and_then(|()| to.write_all(b"\n")).and_then(|()| to.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.to = None,
            done => done.map_err(Failure::from)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe whose reader closes it after one line.
    struct Head(Vec<u8>);

    impl Write for Head {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let is_closed = self.0.contains(&b'\n');
            if is_closed {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.0.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_who_leaves_stops_nothing() {
        let mut out = Out { to: Some(Head(Vec::new())) };
        assert!((0..3).all(|i| out.line(&format!("line {i}")).is_ok()));
        assert!(out.to.is_none(), "nobody is written to any more");
    }
}
