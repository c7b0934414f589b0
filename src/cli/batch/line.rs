//! Lines of bounded length: a line that is too long is skipped without being held.

use std::io::{self, BufRead};

/// Bytes of a line. A polytope of 100 000 points in full digits fits.
pub(super) const LINE_BYTES: usize = 16 << 20;

/// What to say of a longer one.
pub(super) fn too_long() -> String {
    format!("longer than {} MiB, the limit of a line", LINE_BYTES >> 20)
}

/// One line without its end.
pub(super) enum Line<'a> {
    /// Its bytes.
    Text(&'a [u8]),
    /// It was skipped.
    TooLong,
}

/// Reads lines one at a time and counts them.
pub(super) struct Reader<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0 }
    }

    /// The number, from 1, of the line that was read last.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The next line, or `None` at the end. Never reads beyond the line's end before it is answered.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let (mut seen, mut too_long) = (false, false);
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            seen |= !buffer.is_empty();
            too_long |= self.line.len() + part.len() > LINE_BYTES;
            if !too_long {
                self.line.extend_from_slice(part);
            }
            let (done, used) = (end.is_some() || buffer.is_empty(), part.len() + usize::from(end.is_some()));
            self.input.consume(used);
            if done {
                break;
            }
        }
        if !seen {
            return Ok(None);
        }
        self.number += 1;
        if too_long {
            self.line = Vec::new();
        }
        Ok(Some(if too_long { Line::TooLong } else { Line::Text(&self.line) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_rest_goes_on() {
        let mut text = b"one\n".to_vec();
        text.extend(vec![b'x'; LINE_BYTES + 1]);
        text.extend(b"\n\nlast");
        let mut reader = Reader::new(std::io::BufReader::new(text.as_slice()));
        let mut seen = Vec::new();
        while let Some(line) = reader.next().unwrap() {
            seen.push(match line {
                Line::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
                Line::TooLong => String::from("(too long)"),
            });
        }
        assert_eq!(seen, ["one", "(too long)", "", "last"]);
        assert_eq!(reader.number(), 4);
        assert!(reader.line.capacity() < LINE_BYTES);
    }
}
