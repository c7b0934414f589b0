//! Files of lines and words.

use super::{Broken, Place, coordinate};
use crate::scene::path::shortened;
use crate::watch;

/// A line with its number, from 1, and its words.
pub(super) struct Line<'a> {
    pub number: usize,
    text: &'a str,
    words: std::str::SplitWhitespace<'a>,
    /// Words that were taken.
    taken: usize,
}

impl<'a> Line<'a> {
    pub fn new(number: usize, text: &'a str) -> Self {
        Self { number, text, words: text.split_whitespace(), taken: 0 }
    }

    /// All of it.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The next word.
    pub fn word(&mut self) -> Option<&'a str> {
        self.taken += 1;
        watch::tick_at(self.taken);
        self.words.next()
    }

    /// What is left of the line, without the blanks around it.
    pub fn rest(&mut self) -> &'a str {
        match self.words.next() {
            Some(word) => self.text[self.offset(word)..].trim(),
            None => "",
        }
    }

    /// The bytes before a word of this line.
    fn offset(&self, word: &str) -> usize {
        (word.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }

    /// What is wrong with a word; with none, with the end of the line.
    pub fn wrong(&self, word: Option<&str>, message: impl Into<String>) -> Broken {
        let before = word.map_or(self.text.trim_end().len(), |word| self.offset(word));
        let column = self.text.get(..before).map_or(1, |before| before.chars().count() + 1);
        Broken { place: Place::Line(self.number, column), message: message.into() }
    }

    /// The next word, which must be this one.
    pub fn expect(&mut self, wanted: &str) -> Result<(), Broken> {
        match self.word() {
            Some(word) if word.eq_ignore_ascii_case(wanted) => Ok(()),
            word => Err(self.wrong(word, format!("must be `{wanted}`{}", found(word)))),
        }
    }

    /// The next word as a coordinate.
    pub fn coordinate(&mut self) -> Result<f64, Broken> {
        let word = self.word();
        let Some(text) = word else { return Err(self.wrong(None, "a coordinate is missing")) };
        let number = text.parse::<f64>();
        let number = number.map_err(|_| self.wrong(word, format!("must be a coordinate{}", found(word))))?;
        coordinate(number).map_err(|message| self.wrong(word, message))
    }

    /// Three coordinates.
    pub fn point(&mut self) -> Result<[f64; 3], Broken> {
        Ok([self.coordinate()?, self.coordinate()?, self.coordinate()?])
    }

    /// Nothing more may come.
    pub fn end(&mut self) -> Result<(), Broken> {
        match self.word() {
            None => Ok(()),
            word => Err(self.wrong(word, format!("the line should end here{}", found(word)))),
        }
    }
}

/// What stands in its place.
pub(super) fn found(word: Option<&str>) -> String {
    word.map_or_else(|| String::from(", the line ends"), |word| format!(", is `{}`", shortened(word)))
}

/// Lines with their numbers, from 1, whose ends are `\n`, `\r\n` or `\r`. What is not UTF-8 becomes `�`.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, std::borrow::Cow<'_, str>)> {
    // A file of an old Macintosh has no line feed at all.
    let feed = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    let lines = bytes.split(move |byte| *byte == feed).map(String::from_utf8_lossy);
    lines.enumerate().map(|(i, line)| {
        watch::tick_at(i);
        (i + 1, line)
    })
}
