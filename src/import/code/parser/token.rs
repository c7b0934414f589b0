//! Tokenizer of program text in C++, C#, Java, JavaScript, Python, Rust, Lua or GDScript: `r = 0.5f; // meters` becomes
//! the tokens `r`, `=`, `0.5`, `;` with their positions, and the range of a comment. Comments that state a body or its
//! pose in code, such as `// at btVector3(0, 1, 0)`, become tokens, too.

use std::ops::Range;

use crate::code::evaluate::lists;
use crate::code::join::comment_shapes;
use crate::code::join::pose_comments;
use crate::number::{self, Number};

/// Kind of a token, by its characters.
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
    /// Whether the token is this punctuation; false for a string with the same text.
    pub fn is(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }
}

/// Tokens of a text, and the ranges of its comments.
#[derive(Debug, Default)]
pub struct Tokens<'a> {
    pub all: Vec<Token<'a>>,
    /// Ranges of the comments in the text, bytes, in order.
    pub comments: Vec<Range<usize>>,
    /// Range of the remainder of a comment whose beginning is code, bytes; `None` outside of such comments.
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

/// Whether a sign of two characters is here.
fn is_pair(rest: &str) -> bool {
    PAIRS.iter().any(|pair| rest.starts_with(*pair))
}

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
        if next == '[' && follows_printed_point(&tokens.all, text, at) {
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
            c => (Kind::Sign, if is_pair(rest) { 2 } else { c.len_utf8() }),
        };
        tokens.all.push(Token { kind, text: &rest[..length], start: at, end: at + length });
        at += length;
    }
    tokens.all = lists::with_places(tokens.all);
    tokens
}

/// Whether the bracket at an offset, bytes, is the next of several printed points, which have no commas between them:
/// `points: [0, 0, 0] [1, 0, 0]`.
fn follows_printed_point(tokens: &[Token<'_>], text: &str, at: usize) -> bool {
    tokens.last().is_some_and(|last| last.is("]") && is_blank(&text[last.end..at]))
}

/// Whether a text is blanks inside a line, at least one.
fn is_blank(between: &str) -> bool {
    !between.is_empty() && between.chars().all(|c| c == ' ' || c == '\t')
}

/// Offset in `whole` of the first occurrence of a text at `from` or later, bytes; the length of `whole` if there is
/// none.
fn find_from(whole: &str, text: &str, from: usize) -> usize {
    whole[from..].find(text).map_or(whole.len(), |k| k + from)
}

/// Length of the comment that begins here, bytes; `None` if none does. Lines of a preprocessor and attributes (`#[…]`)
/// count as comments, and so does Python's documentation in three quotes.
fn comment(rest: &str) -> Option<usize> {
    match rest.as_bytes() {
        [b'/', b'/', ..] | [b'#', ..] => Some(find_from(rest, "\n", 1)),
        [b'/', b'*', ..] => Some((find_from(rest, "*/", 2) + 2).min(rest.len())),
        [b'"', b'"', b'"', ..] => Some((find_from(rest, "\"\"\"", 3) + 3).min(rest.len())),
        _ => None,
    }
}

/// Length of a comment of Lua that begins here, `-- text` or `--[[ text ]]`, bytes; `None` if none does.
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

/// Length of a string with its quotes, bytes; `None` if it does not end on its line.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let line = rest.find('\n').unwrap_or(rest.len());
    rest[1..line].find(quote).map(|end| end + 2)
}

/// Length of the name that begins here, bytes; 0 if none does.
fn name(rest: &str) -> usize {
    rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
}

/// Maximum length of a literal, bytes; a longer one is no number of a program, and is split.
const MAX_LITERAL_BYTES: usize = 400;

/// Reads a literal with its suffix, `0.5f`, `1.2_r`, `1e-3`, `0x1.8p+1`, `1_000.0`, `2.f`: returns its kind and its
/// length, bytes. A word that begins with digits but is no number, such as a version or an address, is a name.
fn number(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    let end = literal_end(bytes);
    for length in (1..=end).rev().filter(|length| rest.is_char_boundary(*length)) {
        let Some(value) = literal(&rest[..length]) else { continue };
        let ends_with_point = rest[..length].ends_with('.');
        // `0..3`: both points belong to the range.
        if ends_with_point && bytes.get(length) == Some(&b'.') {
            return (Kind::Number(value), length - 1);
        }
        // `1.0.into()`: the literal ends before the second point.
        if length == end || bytes[length] == b'.' {
            return (Kind::Number(value), length);
        }
        // `1.into()`: the point belongs to the call.
        if ends_with_point && bytes[length].is_ascii_alphabetic() {
            return (Kind::Number(value), length - 1);
        }
        break;
    }
    (Kind::Name, name(rest).max(1))
}

/// Returns the offset after the characters that a literal may have, bytes: letters, digits, `_`, `.` and the sign of an
/// exponent.
fn literal_end(bytes: &[u8]) -> usize {
    let is_hexadecimal = bytes.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'x' | b'X');
    let mut end = 0;
    while let Some(byte) = bytes.get(end).filter(|_| end < MAX_LITERAL_BYTES) {
        let is_after_exponent = match end.checked_sub(1).map(|before| bytes[before]) {
            Some(b'p' | b'P') => is_hexadecimal,
            Some(b'e' | b'E') => !is_hexadecimal,
            _ => false,
        };
        let is_sign =
            is_after_exponent && matches!(byte, b'+' | b'-') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || is_sign) {
            break;
        }
        end += 1;
    }
    end
}

/// Parses a literal with or without a suffix; `None` if it is no number. `_r` is Jolt's and `f0` Julia's suffix.
fn literal(word: &str) -> Option<Number> {
    let plain = ["_r", "f0"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    number::number(plain)
}

/// Brackets that open, and those that close them, in the same order.
const OPENING: &str = "([{";
const CLOSING: &str = ")]}";

/// Returns the index of the token that closes each bracket; 0 for brackets that are never closed and for other tokens.
pub fn closing(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut found = vec![0; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    // Number of open brackets of each kind, in the order of `OPENING`.
    let mut open_counts = [0_usize; 3];
    for (index, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Sign) {
        if let Some(kind) = find_single(token.text, OPENING) {
            open.push(index);
            open_counts[kind] += 1;
            continue;
        }
        let Some(kind) = find_single(token.text, CLOSING).filter(|kind| open_counts[*kind] > 0) else { continue };
        // Brackets of other kinds inside are never closed.
        while let Some(top) = open.pop() {
            let top_kind = find_single(tokens[top].text, OPENING).unwrap_or_default();
            open_counts[top_kind] -= 1;
            if top_kind == kind {
                found[top] = index;
                break;
            }
        }
    }
    found
}

/// Returns the offset in `all` of a text of one byte; `None` for any other text.
fn find_single(text: &str, all: &str) -> Option<usize> {
    all.find(text).filter(|_| text.len() == 1)
}
