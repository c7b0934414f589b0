//! Division of a text in sentences into words, numbers, marks and ends of sentences.

use crate::import::number::{self, Number};

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Word,
    Number(Number),
    Mark,
    /// End of a sentence, of a paragraph or of an entry of a list.
    Stop,
}

/// Word, number or mark with its place.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    /// Token as it is written.
    pub(super) text: &'a str,
    /// Token in lower case.
    pub(super) word: String,
    /// Offset in the text, bytes.
    pub(super) start: usize,
    /// Offset of the end, bytes.
    pub(super) end: usize,
}

impl Token<'_> {
    /// Returns the value of a number.
    pub(super) fn value(&self) -> Option<f64> {
        match self.kind {
            Kind::Number(number) => Some(number.value),
            Kind::Word | Kind::Mark | Kind::Stop => None,
        }
    }

    /// Whether this is a word or a mark of this form.
    pub(super) fn is(&self, word: &str) -> bool {
        !matches!(self.kind, Kind::Stop) && self.word == word
    }

    /// Whether this is one of these words or marks.
    pub(super) fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    /// Whether this ends a sentence.
    pub(super) fn is_stop(&self) -> bool {
        self.kind == Kind::Stop
    }
}

/// Marks of two characters.
const PAIRS: [&str; 6] = ["<=", ">=", "==", "->", "=>", "!="];

/// Abbreviations, after which a point does not end a sentence.
const ABBREVIATIONS: [&str; 9] = ["vs", "approx", "resp", "fig", "no", "nr", "ca", "cf", "dia"];

/// Marks of emphasis and quotations, which have no meaning.
const SILENT: [char; 9] = ['*', '`', '"', '“', '”', '‘', '’', '\'', '_'];

/// Units that are written directly after a number.
const UNITS: [&str; 10] = ["m", "cm", "mm", "deg", "degs", "degrees", "rad", "f", "s", "ms"];

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { text, at: 0, all: Vec::new(), begins_line: true };
    while lexer.at < text.len() {
        lexer.step();
    }
    without_remarks(lexer.all)
}

/// Words of remarks in parentheses that repeat what the sizes of a shape mean, or the sense of a rotation.
const REMARKS: [&str; 22] = [
    "full",
    "size",
    "sizes",
    "side",
    "sides",
    "lengths",
    "extents",
    "x",
    "y",
    "z",
    "w",
    "h",
    "d",
    "width",
    "height",
    "depth",
    "along",
    "by",
    ",",
    ";",
    "counterclockwise",
    "ccw",
];

/// Maximum number of tokens of a remark.
const MAX_REMARK_TOKENS: usize = 10;

/// Whether words in parentheses only repeat what sizes mean; `(w, x, y, z)` is the order of a quaternion.
fn is_remark(inner: &[Token<'_>]) -> bool {
    let has_width = inner.iter().any(|token| token.is("w"));
    let has_height = inner.iter().any(|token| token.is("h"));
    let are_known = inner.iter().all(|token| token.is_one_of(&REMARKS) || token.text == ";");
    inner.len() > 1 && are_known && has_width == has_height
}

/// Removes remarks such as `(full sizes)` and `(x, y, z; full sizes)`.
fn without_remarks(all: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut kept: Vec<Token<'_>> = Vec::with_capacity(all.len());
    let mut k = 0;
    while k < all.len() {
        let inner = all[k + 1..].iter().take(MAX_REMARK_TOKENS).take_while(|token| !token.is(")"));
        let count = inner.clone().count();
        let closes = all.get(k + 1 + count).is_some_and(|token| token.is(")"));
        let is_remark = all[k].is("(") && closes && is_remark(&all[k + 1..k + 1 + count]);
        if is_remark {
            k += count + 2;
        } else {
            kept.push(all[k].clone());
            k += 1;
        }
    }
    kept
}

/// Position in a text, and the tokens before it.
struct Lexer<'a> {
    text: &'a str,
    /// Offset of the next character, bytes.
    at: usize,
    all: Vec<Token<'a>>,
    /// Whether only blanks are before the current offset in its line.
    begins_line: bool,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Adds the next `length` bytes as a token.
    fn push(&mut self, kind: Kind, length: usize) {
        let text = &self.text[self.at..self.at + length];
        let start = self.at;
        let end = start + length;
        self.all.push(Token { kind, text, word: text.to_lowercase(), start, end });
        self.at = end;
        self.begins_line = false;
    }

    /// Reads the next token.
    fn step(&mut self) {
        let Some(c) = self.rest().chars().next() else { return };
        if c.is_whitespace() {
            return self.blank();
        }
        if let Some(length) = list_mark(self.rest()).filter(|_| self.begins_line) {
            return self.push(Kind::Stop, length);
        }
        let previous = self.text[..self.at].chars().next_back();
        if let Some(length) = number_length(self.rest(), previous) {
            return self.number(length);
        }
        if c.is_alphabetic() {
            let length = word_length(self.rest());
            return self.push(Kind::Word, length);
        }
        let length = PAIRS.iter().find(|pair| self.rest().starts_with(**pair)).map_or(c.len_utf8(), |pair| pair.len());
        let after = self.rest()[length..].chars().next();
        let ends = after.is_none_or(|c| c.is_whitespace() || "\"”)*".contains(c));
        match c {
            '.' if ends && !self.is_abbreviated() => self.push(Kind::Stop, length),
            '?' | '!' | ';' if length == 1 => self.push(Kind::Stop, length),
            '.' | '…' => self.at += length,
            '-' | '‐' | '‑' if length < 4 && self.joins_letters(previous, length) => self.at += length,
            _ if SILENT.contains(&c) => {
                self.at += length;
                self.begins_line = false;
            }
            _ => self.push(Kind::Mark, length),
        }
    }

    /// Whether a hyphen is between letters: "half-extents".
    fn joins_letters(&self, previous: Option<char>, length: usize) -> bool {
        previous.is_some_and(char::is_alphanumeric) && self.rest()[length..].starts_with(char::is_alphabetic)
    }

    /// Whether the last word is abbreviated by a point.
    fn is_abbreviated(&self) -> bool {
        self.all.last().is_some_and(|last| last.is_one_of(&ABBREVIATIONS) && last.end == self.at)
    }

    /// Skips blanks; an empty line ends the sentence.
    fn blank(&mut self) {
        let length = self.rest().find(|c: char| !c.is_whitespace()).unwrap_or(self.rest().len());
        let lines = self.rest()[..length].matches('\n').count();
        if lines > 1 && self.all.last().is_some_and(|last| !last.is_stop()) {
            self.push(Kind::Stop, length);
        } else {
            self.at += length;
        }
        self.begins_line |= lines > 0;
    }

    /// Reads a number with the letters directly after it.
    fn number(&mut self, length: usize) {
        let tail = &self.rest()[length..];
        let run = tail.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tail.len());
        let letters = &tail[..run];
        let digits = tail.starts_with('.') && tail[1..].starts_with(|c: char| c.is_ascii_digit());
        let times = letters.strip_prefix(['x', '×']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if digits || !letters.is_empty() && !times && !UNITS.contains(&letters) {
            let more = tail.find(|c: char| !c.is_alphanumeric() && c != '.' && c != '_').unwrap_or(tail.len());
            let whole = self.rest()[..length + more].trim_end_matches('.').len();
            return self.push(Kind::Word, whole);
        }
        let plain = self.rest()[..length].replace('−', "-");
        match number::number(&plain) {
            Some(number) => self.push(Kind::Number(number), length),
            None => return self.push(Kind::Word, length),
        }
        if times {
            let width = self.rest().chars().next().map_or(1, char::len_utf8);
            self.push(Kind::Mark, width);
        } else if letters == "f" {
            self.at += 1;
        }
    }
}

/// Returns the length of the mark of an entry of a list: `- `, `* `, `1. `, `a) `.
fn list_mark(rest: &str) -> Option<usize> {
    for mark in ["- ", "* ", "• ", "+ ", "# ", "## ", "### ", "> "] {
        if rest.starts_with(mark) {
            return Some(mark.len());
        }
    }
    let label = rest.find(|c: char| !c.is_ascii_alphanumeric())?;
    let is_label = label > 0
        && (rest[..label].bytes().all(|byte| byte.is_ascii_digit()) && label < 3
            || label == 1 && rest[label..].starts_with(')'));
    let after = rest[label..].strip_prefix(['.', ')'])?;
    (is_label && after.starts_with(' ')).then_some(label + 1)
}

/// Returns the length of a word; a hyphen separates words.
fn word_length(rest: &str) -> usize {
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'' && c != '’').unwrap_or(rest.len());
    rest[..end].trim_end_matches(['\'', '’', '_']).len()
}

/// Returns the length of a number at the start of a text, with its sign if the character before allows one.
fn number_length(rest: &str, previous: Option<char>) -> Option<usize> {
    let signed = previous.is_none_or(|c| c.is_whitespace() || "([<{,=:×±≤≥".contains(c));
    let sign = match rest.chars().next()? {
        c @ ('-' | '+' | '−') if signed => c.len_utf8(),
        _ => 0,
    };
    let bytes = rest.as_bytes();
    let mut end = sign + digits(&bytes[sign..]);
    let whole = end - sign;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(&bytes[end + 1..]);
        if fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(bytes.get(end + 1 + sign..)?);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    Some(end)
}

/// Counts the digits at the start of some bytes.
fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| if token.is_stop() { "|".to_owned() } else { token.word }).collect()
    }

    #[test]
    fn hyphens_and_marks_separate_words() {
        assert_eq!(
            words("Half-extents (0.5,-1) vs. r=2."),
            ["half", "extents", "(", "0.5", ",", "-1", ")", "vs", "r", "=", "2", "|"]
        );
        assert_eq!(
            words("4x2x1 cm 1.2.3 2D 30° -> 1e-3"),
            ["4", "x", "2", "x", "1", "cm", "1.2.3", "2d", "30", "°", "->", "1e-3"]
        );
        assert_eq!(
            words("a\n\n- (0, 1)-(2, 3)\n1. b"),
            ["a", "|", "|", "(", "0", ",", "1", ")", "-", "(", "2", ",", "3", ")", "|", "b"]
        );
    }
}
