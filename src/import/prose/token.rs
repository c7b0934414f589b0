//! Lexer of sentences: splits a text into words, numbers, marks and ends of sentences. Marks of emphasis, quotation
//! marks and remarks such as `(full sizes)` are left out.

use crate::number::{self, Number};

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TokenKind {
    Word,
    Number(Number),
    /// Punctuation mark or symbol.
    Mark,
    /// End of a sentence, of a paragraph or of an entry of a list.
    Stop,
}

/// Word, number or mark with its place.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
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
    /// Returns the value of a number; `None` for other tokens.
    pub(super) fn value(&self) -> Option<f64> {
        match self.kind {
            TokenKind::Number(number) => Some(number.value),
            TokenKind::Word | TokenKind::Mark | TokenKind::Stop => None,
        }
    }

    /// Whether this is a word or a mark of this form.
    pub(super) fn is(&self, word: &str) -> bool {
        !matches!(self.kind, TokenKind::Stop) && self.word == word
    }

    /// Whether this is one of these words or marks.
    pub(super) fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    /// Whether this ends a sentence.
    pub(super) fn is_stop(&self) -> bool {
        self.kind == TokenKind::Stop
    }
}

/// Marks of two characters.
const PAIRS: [&str; 6] = ["<=", ">=", "==", "->", "=>", "!="];

/// Abbreviations, after which a point does not end a sentence.
const ABBREVIATIONS: [&str; 9] = ["vs", "approx", "resp", "fig", "no", "nr", "ca", "cf", "dia"];

/// Marks of emphasis and quotations, which have no meaning.
const SILENT: [char; 9] = ['*', '`', '"', '“', '”', '‘', '’', '\'', '_'];

/// Letters that may be directly after a number: units, and the suffix `f` of numbers in code.
const UNITS: [&str; 10] = ["m", "cm", "mm", "deg", "degs", "degrees", "rad", "f", "s", "ms"];

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { text, offset: 0, tokens: Vec::new(), begins_line: true };
    while lexer.offset < text.len() {
        lexer.read_token();
    }
    without_remarks(lexer.tokens)
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
    inner.len() > 1 && are_known && has_width == has_height && is_in_order(inner)
}

/// Whether the names of sides in a remark are in the order in which sizes are read; `(x, z, y)` is not.
fn is_in_order(inner: &[Token<'_>]) -> bool {
    let names: [&[&str]; 3] = [&["x", "y", "z"], &["w", "h", "d"], &["width", "height", "depth"]];
    names.iter().all(|names| {
        let order: Vec<usize> = inner.iter().filter_map(|token| names.iter().position(|name| token.is(name))).collect();
        order.is_sorted()
    })
}

/// Removes remarks such as `(full sizes)` and `(x, y, z; full sizes)`.
fn without_remarks(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut kept: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let inner = tokens[index + 1..].iter().take(MAX_REMARK_TOKENS).take_while(|token| !token.is(")"));
        let count = inner.clone().count();
        let closes = tokens.get(index + 1 + count).is_some_and(|token| token.is(")"));
        let is_remark = tokens[index].is("(") && closes && is_remark(&tokens[index + 1..index + 1 + count]);
        if is_remark {
            index += count + 2;
        } else {
            kept.push(tokens[index].clone());
            index += 1;
        }
    }
    kept
}

/// Position in a text, and the tokens in front of it.
struct Lexer<'a> {
    text: &'a str,
    /// Offset of the next character, bytes.
    offset: usize,
    tokens: Vec<Token<'a>>,
    /// Whether only blanks are before the current offset in its line.
    begins_line: bool,
}

impl<'a> Lexer<'a> {
    /// Returns the text from the current offset on.
    fn remainder(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Adds the next `length` bytes as a token.
    fn push(&mut self, kind: TokenKind, length: usize) {
        let text = &self.text[self.offset..self.offset + length];
        let start = self.offset;
        let end = start + length;
        self.tokens.push(Token { kind, text, word: text.to_lowercase(), start, end });
        self.offset = end;
        self.begins_line = false;
    }

    /// Reads the next token.
    fn read_token(&mut self) {
        let Some(c) = self.remainder().chars().next() else { return };
        if c.is_whitespace() {
            return self.skip_blanks();
        }
        if let Some(length) = list_mark(self.remainder()).filter(|_| self.begins_line) {
            return self.push(TokenKind::Stop, length);
        }
        let previous = self.text[..self.offset].chars().next_back();
        if let Some(length) = number_length(self.remainder(), previous) {
            return self.push_number(length);
        }
        if c.is_alphabetic() {
            let length = word_length(self.remainder());
            return self.push(TokenKind::Word, length);
        }
        let length =
            PAIRS.iter().find(|pair| self.remainder().starts_with(**pair)).map_or(c.len_utf8(), |pair| pair.len());
        let after = self.remainder()[length..].chars().next();
        let ends_word = after.is_none_or(|c| c.is_whitespace() || "\"”)*".contains(c));
        match c {
            '.' if ends_word && !self.is_abbreviated() => self.push(TokenKind::Stop, length),
            '?' | '!' | ';' if length == 1 => self.push(TokenKind::Stop, length),
            '.' | '…' => self.offset += length,
            '-' | '‐' | '‑' if length < 4 && self.joins_letters(previous, length) => self.offset += length,
            _ if SILENT.contains(&c) => {
                self.offset += length;
                self.begins_line = false;
            }
            _ => self.push(TokenKind::Mark, length),
        }
    }

    /// Whether a hyphen is between letters: "half-extents".
    fn joins_letters(&self, previous: Option<char>, length: usize) -> bool {
        previous.is_some_and(char::is_alphanumeric) && self.remainder()[length..].starts_with(char::is_alphabetic)
    }

    /// Whether the last word is abbreviated by a point.
    fn is_abbreviated(&self) -> bool {
        self.tokens.last().is_some_and(|last| last.is_one_of(&ABBREVIATIONS) && last.end == self.offset)
    }

    /// Skips blanks; an empty line ends the sentence.
    fn skip_blanks(&mut self) {
        let length = self.remainder().find(|c: char| !c.is_whitespace()).unwrap_or(self.remainder().len());
        let lines = self.remainder()[..length].matches('\n').count();
        if lines > 1 && self.tokens.last().is_some_and(|last| !last.is_stop()) {
            self.push(TokenKind::Stop, length);
        } else {
            self.offset += length;
        }
        self.begins_line |= lines > 0;
    }

    /// Adds a number of `length` bytes with the letters directly after it, or a word if the letters are no unit:
    /// `1.2.3`, `2d`. In `4x2`, the letter is a mark between two numbers.
    fn push_number(&mut self, length: usize) {
        let tail = &self.remainder()[length..];
        let end = tail.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tail.len());
        let letters = &tail[..end];
        let has_second_point = tail.starts_with('.') && tail[1..].starts_with(|c: char| c.is_ascii_digit());
        let is_times_sign =
            letters.strip_prefix(['x', '×']).is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()));
        if has_second_point || !letters.is_empty() && !is_times_sign && !UNITS.contains(&letters) {
            let more = tail.find(|c: char| !c.is_alphanumeric() && c != '.' && c != '_').unwrap_or(tail.len());
            let whole = self.remainder()[..length + more].trim_end_matches('.').len();
            return self.push(TokenKind::Word, whole);
        }
        let plain = self.remainder()[..length].replace('−', "-");
        match number::number(&plain) {
            Some(number) => self.push(TokenKind::Number(number), length),
            None => return self.push(TokenKind::Word, length),
        }
        if is_times_sign {
            let width = self.remainder().chars().next().map_or(1, char::len_utf8);
            self.push(TokenKind::Mark, width);
        } else if letters == "f" {
            self.offset += 1;
        }
    }
}

/// Returns the length of the mark of an entry of a list or of a heading, bytes: `- `, `* `, `1. `, `a) `; `None`
/// without one. A blank after a number or letter is not included.
fn list_mark(text: &str) -> Option<usize> {
    for mark in ["- ", "* ", "• ", "+ ", "# ", "## ", "### ", "> "] {
        if text.starts_with(mark) {
            return Some(mark.len());
        }
    }
    let label = text.find(|c: char| !c.is_ascii_alphanumeric())?;
    let is_number = (1..=2).contains(&label) && text[..label].bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = label == 1 && text[label..].starts_with(')');
    let after = text[label..].strip_prefix(['.', ')'])?;
    if (is_number || is_letter) && after.starts_with(' ') { Some(label + 1) } else { None }
}

/// Returns the length of the word at the start of a text, bytes; a hyphen separates words.
fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'' && c != '’').unwrap_or(text.len());
    text[..end].trim_end_matches(['\'', '’', '_']).len()
}

/// Returns the length of a number at the start of a text, bytes, with its sign if the character before allows one;
/// `None` if the text does not begin with a number.
fn number_length(text: &str, previous: Option<char>) -> Option<usize> {
    let signed = previous.is_none_or(|c| c.is_whitespace() || "([<{,=:×±≤≥".contains(c));
    let sign = match text.chars().next()? {
        c @ ('-' | '+' | '−') if signed => c.len_utf8(),
        _ => 0,
    };
    let bytes = text.as_bytes();
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
