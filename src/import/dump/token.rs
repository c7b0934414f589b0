//! Tokens of a printed text: names, numbers, strings and signs, with their positions.

use crate::import::number::{self, Number};

/// Kind of a token, with the value of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Name,
    Number(Number),
    /// String, whose text excludes the quotes.
    Text,
    Sign(char),
    /// End of a line.
    Line,
}

/// Token with its position, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token<'_> {
    /// Text in lower case without underscores, as names of fields are compared.
    pub(super) fn plain_name(&self) -> String {
        self.text.to_ascii_lowercase().replace('_', "")
    }

    /// Creates a sign that is not in the text, at a position between tokens.
    pub(super) fn inserted(sign: char, at: usize) -> Self {
        Self { kind: Kind::Sign(sign), text: "", start: at, end: at }
    }

    pub(super) fn number(&self) -> Option<Number> {
        if let Kind::Number(number) = self.kind { Some(number) } else { None }
    }

    pub(super) fn is(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }
}

/// Splits a text into names, numbers, strings and ends of lines; every other character is a sign.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match next {
            '\n' => {
                tokens.push(Token { kind: Kind::Line, text: "\n", start: at, end: at + 1 });
                1
            }
            c if c.is_whitespace() => c.len_utf8(),
            '"' => {
                let end = rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 1);
                let whole = (end + 1).min(rest.len());
                tokens.push(Token { kind: Kind::Text, text: &rest[1..end], start: at, end: at + whole });
                whole
            }
            c if c.is_alphabetic() || c == '_' => name(rest, at, &mut tokens),
            c if c.is_ascii_digit() || "+-.".contains(c) => number_or_sign(rest, at, &mut tokens),
            c => {
                tokens.push(Token {
                    kind: Kind::Sign(c),
                    text: &rest[..c.len_utf8()],
                    start: at,
                    end: at + c.len_utf8(),
                });
                c.len_utf8()
            }
        };
        at += length;
    }
    tokens
}

/// Length of the letters, digits and underscores at the start of a text, bytes.
fn word_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// Reads a name with its path: `std::make_shared`, `fcl.Box`.
fn name<'a>(rest: &'a str, at: usize, tokens: &mut Vec<Token<'a>>) -> usize {
    let mut end = word_length(rest);
    // FCL prints a box without a space before its first side.
    if let Some(side) = rest.strip_prefix("Box").filter(|side| side.starts_with(|c: char| c.is_ascii_digit())) {
        end = rest.len() - side.len();
    }
    loop {
        let after = &rest[end..];
        let gap = if after.starts_with("::") {
            2
        } else if after.starts_with('.') {
            1
        } else {
            break;
        };
        let more = &after[gap..];
        if !more.starts_with(|c: char| c.is_alphabetic() || c == '_') || end == 3 && rest.starts_with("Box") {
            break;
        }
        end += gap + word_length(more);
    }
    let text = &rest[..end];
    let kind = number::number(text).map_or(Kind::Name, Kind::Number);
    tokens.push(Token { kind, text, start: at, end: at + end });
    end
}

/// Maximum length of a number, bytes.
const MAX_NUMBER_BYTES: usize = 400;

/// Reads a number with its sign and suffix; a sign before anything else is a token of its own.
fn number_or_sign<'a>(rest: &'a str, at: usize, tokens: &mut Vec<Token<'a>>) -> usize {
    let mut end = 0;
    let bytes = rest.as_bytes();
    while let Some(byte) = bytes.get(end) {
        let sign = matches!(byte, b'+' | b'-');
        let after_exponent = end > 0 && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
        let hexadecimal = rest[..end].trim_start_matches(['+', '-']).to_ascii_lowercase().starts_with("0x");
        let exponent = after_exponent && (!hexadecimal || matches!(bytes[end - 1], b'p' | b'P'));
        let continues = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || sign && (end == 0 || exponent);
        if !continues || end > MAX_NUMBER_BYTES {
            break;
        }
        end += 1;
    }
    // `0.5..1`, and `1.` before a method, end before their dots.
    let whole = (1..=end).rev().find_map(|end| Some((end, number::number(&rest[..end])?)));
    let (length, kind) = match whole {
        Some((length, number)) if length == end || !bytes[length].is_ascii_alphanumeric() => {
            (length, Kind::Number(number))
        }
        // A word that begins with digits is a name: an address, a version.
        _ if end > 1 && bytes[0].is_ascii_digit() => (end, Kind::Name),
        _ => (1, Kind::Sign(char::from(bytes[0]))),
    };
    tokens.push(Token { kind, text: &rest[..length], start: at, end: at + length });
    length
}
