//! Lexer of printed text: [`tokens`] splits a text of any language into names, numbers, strings and signs, with their
//! positions.

use crate::number::{self, Number};

/// Kind of a token, with the value of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TokenKind {
    Name,
    Number(Number),
    /// String, whose text excludes the quotes.
    Text,
    Sign(char),
    /// End of a line.
    Line,
}

/// Token with its position in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    /// Characters of the token; of a string without its quotes, empty for an inserted sign.
    pub(super) text: &'a str,
    /// Offset of the first byte in the whole text.
    pub(super) start: usize,
    /// Offset after the last byte.
    pub(super) end: usize,
}

impl Token<'_> {
    /// Returns the text in lower case without underscores, the form in which names of fields are compared.
    pub(super) fn plain_name(&self) -> String {
        self.text.to_ascii_lowercase().replace('_', "")
    }

    /// Creates a sign that is not in the text, at an offset between tokens, bytes.
    pub(super) fn inserted(sign: char, offset: usize) -> Self {
        Self { kind: TokenKind::Sign(sign), text: "", start: offset, end: offset }
    }

    pub(super) fn number(&self) -> Option<Number> {
        if let TokenKind::Number(number) = self.kind { Some(number) } else { None }
    }

    pub(super) fn is(&self, sign: char) -> bool {
        self.kind == TokenKind::Sign(sign)
    }
}

/// Splits a text into names, numbers, strings and ends of lines; every other character is a sign.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut offset = 0;
    while let Some(next) = text[offset..].chars().next() {
        let remainder = &text[offset..];
        let length = match next {
            '\n' => {
                tokens.push(Token { kind: TokenKind::Line, text: "\n", start: offset, end: offset + 1 });
                1
            }
            c if c.is_whitespace() => c.len_utf8(),
            '"' => {
                // A string without an end quote ends with its line.
                let end = remainder[1..].find(['"', '\n']).map_or(remainder.len(), |end| end + 1);
                let whole = (end + 1).min(remainder.len());
                tokens.push(Token {
                    kind: TokenKind::Text,
                    text: &remainder[1..end],
                    start: offset,
                    end: offset + whole,
                });
                whole
            }
            c if c.is_alphabetic() || c == '_' => read_name(remainder, offset, &mut tokens),
            c if c.is_ascii_digit() || "+-.".contains(c) => read_number_or_sign(remainder, offset, &mut tokens),
            c => {
                tokens.push(Token {
                    kind: TokenKind::Sign(c),
                    text: &remainder[..c.len_utf8()],
                    start: offset,
                    end: offset + c.len_utf8(),
                });
                c.len_utf8()
            }
        };
        offset += length;
    }
    tokens
}

/// Length of the letters, digits and underscores at the start of a text, bytes.
fn word_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// Reads the name with its path, such as `std::make_shared` or `fcl.Box`, at the start of `remainder`, which begins at
/// `offset`. Appends its token, and returns its length, bytes.
fn read_name<'a>(remainder: &'a str, offset: usize, tokens: &mut Vec<Token<'a>>) -> usize {
    let mut end = word_length(remainder);
    // FCL prints a box without a space before its first side: `Box0.3 0.3 0.3`.
    if let Some(side) = remainder.strip_prefix("Box")
        && side.starts_with(|c: char| c.is_ascii_digit())
    {
        end = "Box".len();
    }
    loop {
        let after = &remainder[end..];
        let separator_length = if after.starts_with("::") {
            2
        } else if after.starts_with('.') {
            1
        } else {
            break;
        };
        let next_segment = &after[separator_length..];
        let has_segment = next_segment.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !has_segment || &remainder[..end] == "Box" {
            break;
        }
        end += separator_length + word_length(next_segment);
    }
    let text = &remainder[..end];
    let kind = number::number(text).map_or(TokenKind::Name, TokenKind::Number);
    tokens.push(Token { kind, text, start: offset, end: offset + end });
    end
}

/// Maximum length of a number, bytes; the exact decimal of an f64 may have more than 300 digits before its point.
const MAX_NUMBER_BYTES: usize = 400;

/// Reads the number with its sign and suffix at the start of `remainder`, which begins at `offset`; a sign before
/// anything else is a token of its own. Appends the token, and returns its length, bytes.
fn read_number_or_sign<'a>(remainder: &'a str, offset: usize, tokens: &mut Vec<Token<'a>>) -> usize {
    let mut end = 0;
    let bytes = remainder.as_bytes();
    while let Some(byte) = bytes.get(end) {
        let is_sign = matches!(byte, b'+' | b'-');
        let follows_exponent_letter = end > 0 && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
        // In a hexadecimal number, `e` is a digit.
        let is_hexadecimal = remainder[..end].trim_start_matches(['+', '-']).to_ascii_lowercase().starts_with("0x");
        let begins_exponent = follows_exponent_letter && (!is_hexadecimal || matches!(bytes[end - 1], b'p' | b'P'));
        let may_have_sign = end == 0 || begins_exponent;
        let continues = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || is_sign && may_have_sign;
        if !continues || end > MAX_NUMBER_BYTES {
            break;
        }
        end += 1;
    }
    // `0.5..1`, and `1.` before a method, end before their dots.
    let longest = (1..=end).rev().find_map(|length| Some((length, number::number(&remainder[..length])?)));
    let (length, kind) = match longest {
        Some((length, number)) if length == end || !bytes[length].is_ascii_alphanumeric() => {
            (length, TokenKind::Number(number))
        }
        // A word that begins with digits is a name: an address, a version.
        _ if end > 1 && bytes[0].is_ascii_digit() => (end, TokenKind::Name),
        _ => (1, TokenKind::Sign(char::from(bytes[0]))),
    };
    tokens.push(Token { kind, text: &remainder[..length], start: offset, end: offset + length });
    length
}
