//! Writer to standard output that survives its reader: when the reader closes the stream, the job continues silently,
//! so that `contact-lens check … --report r.html | head -1` still writes the report.

use std::io::{self, Write};

use super::{Failure, Result};

/// Writer of lines; once the reader has closed the stream, lines are dropped and the job continues.
pub(super) struct Out<W> {
    /// Stream that is written to; `None` once its reader has closed it.
    stream: Option<W>,
}

impl Out<io::StdoutLock<'static>> {
    /// Returns the writer to standard output, which stays locked until it is dropped.
    pub(super) fn standard() -> Self {
        Self { stream: Some(io::stdout().lock()) }
    }
}

impl<W: Write> Out<W> {
    /// Writes and flushes a text of one or more lines, and the end of the last one. Fails on errors other than a closed
    /// stream, such as a full disk.
    pub(super) fn print_line(&mut self, text: &str) -> Result<()> {
        let Some(stream) = &mut self.stream else { return Ok(()) };
        match stream.write_all(text.as_bytes()).and_then(|()| stream.write_all(b"\n")).and_then(|()| stream.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.stream = None,
            written => written.map_err(Failure::from)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe whose reader closes it after one line, as `head -1` does.
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
    fn a_closed_stream_does_not_stop_the_job() {
        let mut out = Out { stream: Some(Head(Vec::new())) };
        assert!((0..3).all(|i| out.print_line(&format!("line {i}")).is_ok()));
        assert!(out.stream.is_none(), "the closed stream is not written to any more");
    }
}
