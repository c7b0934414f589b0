//! Tokens of program text in C++, C#, Java, JavaScript, Python, Rust or GDScript, with their positions.

use std::ops::Range;

use crate::import::code::evaluate::lists;
use crate::import::code::join::comment_shapes;
use crate::import::code::join::pose_comments;
use crate::import::number::{self, Number};

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Name,
    Number(Number),
    /// A string; the token's text has no quotes.
    Text,
    /// Punctuation, of one or two characters.
    Sign,
    /// The end of a line.
    Line,
}

/// Token with its position, bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub start: usize,
    pub end: usize,
}

impl Token<'_> {
    pub fn is(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }
}

/// Tokens of a text, and the ranges of its comments.
#[derive(Debug, Default)]
pub struct Tokens<'a> {
    pub all: Vec<Token<'a>>,
    pub comments: Vec<Range<usize>>,
    /// Remainder of a comment whose beginning is code.
    remainder: Option<Range<usize>>,
}

impl Tokens<'_> {
    /// Adds the comment that follows the text `before`. Returns the length up to the next token, bytes: calls in the
    /// comment that place the body of its line are code.
    fn push_comment(&mut self, before: &str, comment: &str) -> usize {
        let at = before.len();
        if let Some(lead) = pose_comments::lead(before, comment) {
            self.all.push(Token { kind: Kind::Line, text: "", start: at, end: at });
            return lead;
        }
        if let Some(call) = comment_shapes::constructor(before, comment) {
            self.all.push(Token { kind: Kind::Line, text: "", start: at, end: at });
            self.remainder = Some(at + call.end..at + comment.len());
            return call.start;
        }
        self.comments.push(at..at + comment.len());
        comment.len()
    }
}

/// Signs of two characters; the first match wins.
const PAIRS: [&str; 10] = ["::", "->", "=>", ":=", "==", "!=", "+=", "-=", "*=", "/="];

/// Splits a text into tokens.
pub fn tokens(text: &str) -> Tokens<'_> {
    let mut tokens = Tokens::default();
    let disabled = super::preprocessor::disabled(text);
    let is_lua = super::preprocessor::is_lua(text);
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let remainder = tokens.remainder.take_if(|range| range.start <= at);
        if let Some(range) = remainder.or_else(|| super::preprocessor::starting_at(&disabled, at).cloned()) {
            at = range.end;
            tokens.comments.push(range);
            continue;
        }
        if let Some(define) = super::preprocessor::definition(rest) {
            let start = at + define.name.start;
            let end = at + define.name.end;
            tokens.all.push(Token { kind: Kind::Name, text: &rest[define.name], start, end });
            tokens.all.push(Token { kind: Kind::Sign, text: "=", start: end, end });
            at += define.value;
            continue;
        }
        if let Some(length) = comment(rest).or_else(|| lua_comment(rest).filter(|_| is_lua)) {
            at += tokens.push_comment(&text[..at], &rest[..length]);
            continue;
        }
        // `points: [0, 0, 0] [1, 0, 0]`: printed points without commas.
        if next == '[' && tokens.all.last().is_some_and(|last| last.is("]") && separates(&text[last.end..at])) {
            tokens.all.push(Token { kind: Kind::Sign, text: ",", start: at, end: at });
        }
        if let Some(length) = lists::count_length(text, at) {
            at += length;
            continue;
        }
        let (kind, length) = match next {
            // A backtick marks code in prose.
            '\n' | '`' => (Kind::Line, 1),
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '\'' => {
                if let Some(end) = quoted(rest, next).filter(|_| next == '"' || !is_apostrophe(text, at)) {
                    let inside = at + 1..at + end - 1;
                    let text = &text[inside];
                    tokens.all.push(Token { kind: Kind::Text, text, start: at, end: at + end });
                    at += end;
                    continue;
                }
                (Kind::Sign, 1)
            }
            c if c.is_alphabetic() || c == '_' => (Kind::Name, name(rest)),
            c if c.is_ascii_digit() || starts_with_point(text, at) => number(rest),
            c => (Kind::Sign, PAIRS.iter().find(|pair| rest.starts_with(**pair)).map_or(c.len_utf8(), |_| 2)),
        };
        tokens.all.push(Token { kind, text: &rest[..length], start: at, end: at + length });
        at += length;
    }
    tokens.all = lists::with_places(tokens.all);
    tokens
}

/// Whether a text is blanks inside a line, at least one.
fn separates(between: &str) -> bool {
    !between.is_empty() && between.chars().all(|c| c == ' ' || c == '\t')
}

/// Offset of a text after `from`; the length of the whole if it is not found.
fn find_from(whole: &str, text: &str, from: usize) -> usize {
    whole[from..].find(text).map_or(whole.len(), |k| k + from)
}

/// Length of the comment that begins here. Lines of a preprocessor and attributes count as comments.
fn comment(rest: &str) -> Option<usize> {
    match rest.as_bytes() {
        [b'/', b'/', ..] | [b'#', ..] => Some(find_from(rest, "\n", 1)),
        [b'/', b'*', ..] => Some((find_from(rest, "*/", 2) + 2).min(rest.len())),
        [b'"', b'"', b'"', ..] => Some((find_from(rest, "\"\"\"", 3) + 3).min(rest.len())),
        _ => None,
    }
}

/// Length of a comment of Lua that begins here: `-- text`, `--[[ text ]]`.
fn lua_comment(rest: &str) -> Option<usize> {
    match rest.as_bytes() {
        [b'-', b'-', b'[', b'[', ..] => Some((find_from(rest, "]]", 4) + 2).min(rest.len())),
        [b'-', b'-', ..] => Some(find_from(rest, "\n", 2)),
        _ => None,
    }
}

/// Whether a number that begins with its decimal point is here. The second point of a range `0..3` begins none.
fn starts_with_point(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit()) && !text[..at].ends_with('.')
}

/// Ends of English words after an apostrophe.
const CONTRACTIONS: [&str; 7] = ["s", "t", "ve", "re", "ll", "d", "m"];

/// Whether a quote is the apostrophe of an English word: "I've", "isn't".
fn is_apostrophe(text: &str, at: usize) -> bool {
    let after = &text[at + 1..];
    text[..at].ends_with(char::is_alphabetic) && CONTRACTIONS.contains(&&after[..name(after)])
}

/// Length of a string with its quotes, if it ends on its line.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let line = rest.find('\n').unwrap_or(rest.len());
    rest[1..line].find(quote).map(|end| end + 2)
}

/// Length of the name that begins here.
fn name(rest: &str) -> usize {
    rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
}

/// Maximum length of a literal, bytes.
const MAX_LITERAL_BYTES: usize = 400;

/// Reads a literal with its suffix: `0.5f`, `1.2_r`, `1e-3`, `0x1.8p+1`, `1_000.0`, `2.f`.
fn number(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    let hexadecimal = rest.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'x' | b'X');
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        let exponent = end > 0
            && match bytes[end - 1] {
                b'p' | b'P' => hexadecimal,
                b'e' | b'E' => !hexadecimal,
                _ => false,
            };
        let sign = matches!(byte, b'+' | b'-') && exponent && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || sign) || end >= MAX_LITERAL_BYTES {
            break;
        }
        end += 1;
    }
    let found =
        (1..=end).rev().filter(|end| rest.is_char_boundary(*end)).find_map(|end| Some((end, literal(&rest[..end])?)));
    match found {
        // `0..3`: both dots belong to the range.
        Some((length, value)) if rest[..length].ends_with('.') && bytes.get(length) == Some(&b'.') => {
            (Kind::Number(value), length - 1)
        }
        // `1.0.into()`: the literal ends before the dot.
        Some((length, value)) if length == end || bytes[length] == b'.' => (Kind::Number(value), length),
        Some((length, value)) if rest[..length].ends_with('.') && bytes[length].is_ascii_alphabetic() => {
            (Kind::Number(value), length - 1)
        }
        // A word that begins with digits is a name: a version, an address.
        _ => (Kind::Name, name(rest).max(1)),
    }
}

/// Parses a literal without its suffix.
fn literal(word: &str) -> Option<Number> {
    let plain = ["_r", "f0"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    number::number(plain)
}

/// Returns the index of the token that closes each bracket; 0 for brackets that are never closed and for other tokens.
pub fn closing(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut found = vec![0; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut counts = [0_usize; 3];
    for (k, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Sign) {
        if let Some(kind) = find_single(token.text, "([{") {
            open.push(k);
            counts[kind] += 1;
        } else if let Some(closed) = find_single(token.text, ")]}").filter(|closed| counts[*closed] > 0) {
            while let Some(top) = open.pop() {
                let opened = find_single(tokens[top].text, "([{").unwrap_or_default();
                counts[opened] -= 1;
                if opened == closed {
                    found[top] = k;
                    break;
                }
            }
        }
    }
    found
}

/// Returns the offset in `all` of a text of one byte; `None` for any other text.
fn find_single(text: &str, all: &str) -> Option<usize> {
    all.find(text).filter(|_| text.len() == 1)
}
