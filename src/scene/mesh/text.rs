//! Lines and words of the text formats (OBJ, OFF, STL), with errors at the line and column of a word.

use contact_lens_long_run::watch;

use super::{MeshError, Place, checked_coordinate};
use crate::path::shortened;

/// Line with its number, from 1, and its words.
pub(super) struct Line<'a> {
    pub number: usize,
    text: &'a str,
    words: std::str::SplitWhitespace<'a>,
    /// Number of calls of [`Self::next_word`], for [`watch::tick_at`].
    taken: usize,
}

impl<'a> Line<'a> {
    pub fn new(number: usize, text: &'a str) -> Self {
        Self { number, text, words: text.split_whitespace(), taken: 0 }
    }

    /// Returns the text of the whole line.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Takes the next word; `None` at the end of the line.
    pub fn next_word(&mut self) -> Option<&'a str> {
        self.taken += 1;
        watch::tick_at(self.taken);
        self.words.next()
    }

    /// Returns the text from the next word to the end of the line, trimmed; takes at least that word.
    pub fn rest(&mut self) -> &'a str {
        match self.words.next() {
            Some(word) => self.text[self.offset(word)..].trim(),
            None => "",
        }
    }

    /// Returns the byte offset of a word in this line.
    fn offset(&self, word: &str) -> usize {
        (word.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }

    /// Creates an error at a word of this line, or at the end of the line for `None`.
    pub fn error_at(&self, word: Option<&str>, message: impl Into<String>) -> MeshError {
        let end = word.map_or(self.text.trim_end().len(), |word| self.offset(word));
        let column = self.text.get(..end).map_or(1, |preceding| preceding.chars().count() + 1);
        MeshError { place: Place::Line(self.number, column), message: message.into() }
    }

    /// Takes the next word, which must be `keyword`.
    pub fn expect(&mut self, keyword: &str) -> Result<(), MeshError> {
        match self.next_word() {
            Some(word) if word.eq_ignore_ascii_case(keyword) => Ok(()),
            word => Err(self.error_at(word, format!("must be `{keyword}`{}", actual(word)))),
        }
    }

    /// Takes the next word as a coordinate, which must be finite and within the limit.
    pub fn next_coordinate(&mut self) -> Result<f64, MeshError> {
        let word = self.next_word();
        let Some(text) = word else { return Err(self.error_at(None, "a coordinate is missing")) };
        let number = text.parse::<f64>();
        let number = number.map_err(|_| self.error_at(word, format!("must be a coordinate{}", actual(word))))?;
        checked_coordinate(number).map_err(|message| self.error_at(word, message))
    }

    /// Takes three words as coordinates.
    pub fn next_point(&mut self) -> Result<[f64; 3], MeshError> {
        Ok([self.next_coordinate()?, self.next_coordinate()?, self.next_coordinate()?])
    }

    /// Checks that no word is left.
    pub fn expect_end(&mut self) -> Result<(), MeshError> {
        match self.next_word() {
            None => Ok(()),
            Some(word) => {
                let message = format!("expected the end of the line, found `{}`", shortened(word));
                Err(self.error_at(Some(word), message))
            }
        }
    }
}

/// Returns the end of an error message about an expected word: quotes the actual word, or says that the line ends.
pub(super) fn actual(word: Option<&str>) -> String {
    word.map_or_else(|| String::from(", but the line ends"), |word| format!(", but is `{}`", shortened(word)))
}

/// Returns the lines with their numbers, from 1, separated by `\n`, `\r\n` or `\r`. Bytes that are not UTF-8 become
/// `�`.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, std::borrow::Cow<'_, str>)> {
    // Files of old Macintosh systems have no line feeds.
    let line_end = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    let lines = bytes.split(move |byte| *byte == line_end).map(String::from_utf8_lossy);
    lines.enumerate().map(|(index, line)| {
        watch::tick_at(index);
        (index + 1, line)
    })
}
