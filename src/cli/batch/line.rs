//! Reader of lines of bounded length, from standard input. A longer line is skipped without being stored, except for
//! its id, which the reply needs.

mod id;

use std::io::{self, BufRead};

use id::IdSeeker;

/// Maximum length of a line, bytes (256 MiB). It holds about four million points with all digits.
pub(super) const MAX_LINE_BYTES: usize = 256 << 20;

/// Maximum size of the buffer that is reused for the next line, bytes.
const MAX_REUSED_BYTES: usize = 1 << 20;

/// Returns the message about a line that is longer than [`MAX_LINE_BYTES`].
pub(super) fn too_long() -> String {
    format!("longer than {} MiB, the limit of a line", MAX_LINE_BYTES >> 20)
}

/// Line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Complete line within the limit.
    Text(&'a [u8]),
    /// Skipped line, represented by its id: JSON as written in the line, or `null` without a readable id.
    TooLong(String),
}

/// Reader that returns lines one at a time and counts them.
pub(super) struct Reader<R> {
    input: R,
    /// Bytes of the current line.
    line: Vec<u8>,
    /// Number of lines read.
    number: u64,
    /// Maximum length of a line, bytes.
    limit: usize,
}

impl<R: BufRead> Reader<R> {
    /// Creates a reader with the limit [`MAX_LINE_BYTES`].
    pub(super) fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0, limit: MAX_LINE_BYTES }
    }

    /// Returns the number, from 1, of the line that was read last.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Returns the next line; `None` at the end of the input. Does not wait for input after the end of the line.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        self.line.shrink_to(MAX_REUSED_BYTES);
        let mut has_bytes = false;
        let mut too_long: Option<IdSeeker> = None;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            has_bytes |= !buffer.is_empty();
            // A line that memory cannot hold counts as too long.
            let fits = self.line.len() + part.len() <= self.limit && self.line.try_reserve(part.len()).is_ok();
            match &mut too_long {
                Some(seeker) => seeker.read(part),
                None if fits => self.line.extend_from_slice(part),
                None => {
                    let mut seeker = IdSeeker::default();
                    seeker.read(&std::mem::take(&mut self.line));
                    seeker.read(part);
                    too_long = Some(seeker);
                }
            }
            let done = end.is_some() || buffer.is_empty();
            let consumed = part.len() + usize::from(end.is_some());
            self.input.consume(consumed);
            if done {
                break;
            }
        }
        if !has_bytes {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(too_long.map_or(Line::Text(&self.line), |seeker| Line::TooLong(seeker.id()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the lines of a text, with a limit of bytes per line, through a buffer of 7 bytes.
    fn lines(text: &[u8], limit: usize) -> Vec<Result<String, String>> {
        let mut reader = Reader { limit, ..Reader::new(io::BufReader::with_capacity(7, text)) };
        let mut seen = Vec::new();
        while let Some(line) = reader.next().unwrap() {
            seen.push(match line {
                Line::Text(text) => Ok(String::from_utf8(text.to_vec()).unwrap()),
                Line::TooLong(id) => Err(id),
            });
        }
        assert!(reader.number() == seen.len() as u64 && reader.line.capacity() <= MAX_REUSED_BYTES);
        seen
    }

    #[test]
    fn long_lines_are_skipped_and_the_rest_goes_on() {
        let text = [b"one\n", &vec![b'x'; 101][..], b"\n\nlast"].concat();
        let expected = [Ok("one"), Err("null"), Ok(""), Ok("last")];
        assert_eq!(lines(&text, 100), expected.map(|line| line.map(str::to_owned).map_err(str::to_owned)));
    }

    #[test]
    fn a_line_that_is_too_long_keeps_its_id_wherever_that_stands() {
        let points = "[[1, 2, 3], {\"id\": \"no\"}, \"a, \\\"id\\\": 9\"]";
        for (line, id) in [
            (format!("{{\"id\": 17, \"points\": {points}}}"), "17"),
            (format!("{{\"points\": {points}, \"id\" : \"a \\\"}},\" }}"), "\"a \\\"},\""),
            (format!("{{\"points\": {points}, \"id\":[1, {{\"x\": 2}}],\"dim\": 3}}"), "[1, {\"x\": 2}]"),
            (format!("{{\"points\": {points}, \"id\": -1.5e3}}"), "-1.5e3"),
            (format!("{{\"points\": {points}, \"id\": nonsense}}"), "null"),
            (format!("{{\"points\": {points}, \"id\": \"{}\"}}", "y".repeat(5000)), "null"),
            (format!("[\"id\", 3, {points}]"), "null"),
            (format!("{{\"points\": {points}"), "null"),
        ] {
            assert_eq!(
                lines(format!("{line}\nnext").as_bytes(), 12),
                [Err(id.to_owned()), Ok(String::from("next"))],
                "{line}"
            );
        }
    }
}
