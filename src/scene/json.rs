//! JSON parser whose tree keeps the place of every value in the text, so that errors have a line and a column.
//!
//! The parser accepts exactly RFC 8259, after an optional byte order mark. Refused are duplicate keys, numbers that
//! overflow, brackets nested deeper than [`limits::NESTING`], and objects of more than [`limits::FIELDS`] fields.

#[cfg(test)]
mod tests;

use super::error::{TextError, line_and_column};
use super::limits;
use super::path::{self, shortened};
use super::tree::{Field, Kind, Node};

/// Kind of text that is parsed, for the words of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Text of a scene file.
    File,
    /// One line of a batch.
    Line,
}

impl Source {
    /// Word for the text, in messages.
    fn text_name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Line => "line",
        }
    }

    /// Word for the content of the text, in messages.
    fn content_name(self) -> &'static str {
        match self {
            Self::File => "scene",
            Self::Line => "case",
        }
    }
}

/// Parses one JSON value that fills the text, apart from white space.
pub(super) fn read(text: &str, source: Source) -> Result<Node, TextError> {
    let mut parser = Parser::new(text, source);
    parser.skip_space();
    if parser.offset == text.len() {
        let text_name = source.text_name();
        let content = source.content_name();
        return Err(TextError::new(0, "", format!("the {text_name} is empty; a {content} is a JSON object")));
    }
    let node = parser.parse_value()?;
    parser.skip_space();
    if parser.offset < text.len() {
        return Err(parser.fault(format!("more text after the end of the {}", source.content_name())));
    }
    Ok(node)
}

/// The value of the first field `name` of the object at the start of a text, whatever follows this value; `None` if the
/// text is not valid JSON up to there. Duplicate keys and overflows are accepted. Batch lines with a syntax error get
/// their id this way.
pub(super) fn early_field(text: &str, name: &str) -> Option<Node> {
    let mut parser = Parser { lenient: true, ..Parser::new(text, Source::Line) };
    parser.skip_space();
    let mut has_field = parser.skip_if(b'{');
    while has_field {
        parser.skip_space();
        let key = if parser.peek() == Some(b'"') { parser.parse_string().ok()? } else { return None };
        parser.skip_space();
        if !parser.skip_if(b':') {
            return None;
        }
        parser.skip_space();
        let value = parser.parse_value().ok()?;
        if key == name {
            return Some(value);
        }
        parser.skip_space();
        has_field = parser.skip_if(b',');
    }
    None
}

/// State of the parser.
struct Parser<'a> {
    text: &'a str,
    /// Byte offset of the next character.
    offset: usize,
    source: Source,
    /// Whether duplicate keys and numbers that overflow are accepted.
    lenient: bool,
    /// Byte offsets of the open brackets, the outermost first.
    open_brackets: Vec<usize>,
    /// Steps of the path to the value that is being parsed.
    steps: Vec<Step>,
}

/// Step of the path. Names are read from the text only for an error.
#[derive(Clone, Copy)]
enum Step {
    /// Field whose quoted name is at `start..end`.
    Field { start: usize, end: usize },
    /// Item of a list, by its index.
    Item(usize),
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, source: Source) -> Self {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, offset, source, lenient: false, open_brackets: Vec::new(), steps: Vec::new() }
    }

    /// The next byte; `None` at the end of the text.
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    /// Skips the white space of JSON: spaces, tabs and line breaks.
    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.offset += 1;
        }
    }

    /// Error at the next character.
    fn fault(&self, message: impl Into<String>) -> TextError {
        self.fault_at(self.offset, message)
    }

    /// Error at a byte offset, about the value that is being parsed.
    fn fault_at(&self, offset: usize, message: impl Into<String>) -> TextError {
        TextError::new(offset, self.path(), message)
    }

    /// Path to the value that is being parsed.
    fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.steps {
            match *step {
                Step::Item(index) => path::push_item(&mut path, index),
                Step::Field { start, end } => {
                    let quoted = &self.text[start..end];
                    let name = serde_json::from_str(quoted).unwrap_or_else(|_| quoted.to_owned());
                    path::push_field(&mut path, &name);
                }
            }
        }
        path
    }

    /// Error about an unexpected character, or the end of the text, where `expected` is required.
    fn unexpected(&self, expected: &str) -> TextError {
        let Some(character) = self.text[self.offset..].chars().next() else {
            let inside = self.open_brackets.last().map_or(String::new(), |&offset| {
                let (line, column) = line_and_column(self.text, offset);
                match self.source {
                    Source::File => format!(", inside the bracket opened on line {line}"),
                    Source::Line => format!(", inside the bracket opened in column {column}"),
                }
            });
            return self.fault(format!("the {} ends here{inside}: it is incomplete", self.source.text_name()));
        };
        let hint = extension_hint(&self.text[self.offset..]);
        self.fault(format!("expected {expected}, found `{}`{hint}", character.escape_debug()))
    }

    /// Parses the value that begins at the next byte.
    fn parse_value(&mut self) -> Result<Node, TextError> {
        let start = self.offset;
        let kind = match self.peek() {
            Some(b'{') => self.parse_nested(Self::parse_object)?,
            Some(b'[') => self.parse_nested(Self::parse_array)?,
            Some(b'"') => Kind::String(self.parse_string()?),
            Some(b'-' | b'0'..=b'9') => Kind::Number(self.parse_number()?),
            _ => self.parse_word()?,
        };
        Ok(Node { start, end: self.offset, kind })
    }

    /// Parses `null`, `true` or `false`.
    fn parse_word(&mut self) -> Result<Kind, TextError> {
        let words = [("null", Kind::Null), ("true", Kind::Bool(true)), ("false", Kind::Bool(false))];
        for (word, kind) in words {
            if self.text[self.offset..].starts_with(word) {
                self.offset += word.len();
                return Ok(kind);
            }
        }
        Err(self.unexpected("a value"))
    }

    /// Parses a list or an object from its opening bracket; `parse_content` parses the part after that bracket.
    fn parse_nested(&mut self, parse_content: fn(&mut Self) -> Result<Kind, TextError>) -> Result<Kind, TextError> {
        if self.open_brackets.len() == limits::NESTING {
            return Err(self.fault(format!("brackets are nested deeper than {} levels", limits::NESTING)));
        }
        self.open_brackets.push(self.offset);
        self.offset += 1;
        self.skip_space();
        let kind = parse_content(self)?;
        self.open_brackets.pop();
        Ok(kind)
    }

    /// Parses a list from its first item, or from the closing bracket.
    fn parse_array(&mut self) -> Result<Kind, TextError> {
        let mut items = Vec::new();
        if self.skip_if(b']') {
            return Ok(Kind::Array(items));
        }
        loop {
            self.steps.push(Step::Item(items.len()));
            items.push(self.parse_value()?);
            self.steps.pop();
            self.skip_space();
            if self.skip_if(b']') {
                return Ok(Kind::Array(items));
            }
            self.skip_comma("`,` or `]`", b']')?;
        }
    }

    /// Parses an object from its first field, or from the closing bracket.
    fn parse_object(&mut self) -> Result<Kind, TextError> {
        let mut fields: Vec<Field> = Vec::new();
        if self.skip_if(b'}') {
            return Ok(Kind::Object(fields));
        }
        loop {
            let start = self.offset;
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a field name in double quotes"));
            }
            let name = self.parse_string()?;
            self.steps.push(Step::Field { start, end: self.offset });
            if !self.lenient && fields.iter().any(|field| field.name == name) {
                return Err(self.fault_at(start, "this field is given twice"));
            }
            self.skip_space();
            if !self.skip_if(b':') {
                return Err(self.unexpected("`:`"));
            }
            self.skip_space();
            let value = self.parse_value()?;
            self.steps.pop();
            fields.push(Field { start, name, value });
            if fields.len() > limits::FIELDS {
                return Err(self.fault(format!("an object has more than {} fields", limits::FIELDS)));
            }
            self.skip_space();
            if self.skip_if(b'}') {
                return Ok(Kind::Object(fields));
            }
            self.skip_comma("`,` or `}`", b'}')?;
        }
    }

    /// Skips `byte` if it is next; returns whether it was.
    fn skip_if(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.offset += usize::from(is_next);
        is_next
    }

    /// Skips a comma and the white space after it; `close` must not follow. `expected` describes what may follow an
    /// item.
    fn skip_comma(&mut self, expected: &str, close: u8) -> Result<(), TextError> {
        let start = self.offset;
        if !self.skip_if(b',') {
            return Err(self.unexpected(expected));
        }
        self.skip_space();
        if self.peek() == Some(close) {
            return Err(self.fault_at(start, format!("a comma before `{}` is not allowed in JSON", char::from(close))));
        }
        Ok(())
    }

    /// Skips at least one digit.
    fn skip_digits(&mut self) -> Result<(), TextError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.unexpected("a digit"));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.offset += 1;
        }
        Ok(())
    }

    /// Parses a number from its first digit or minus sign.
    fn parse_number(&mut self) -> Result<f64, TextError> {
        let start = self.offset;
        self.skip_if(b'-');
        if self.text[start..].starts_with("-I") || self.text[start..].starts_with("-i") {
            self.offset = start;
            return Err(self.unexpected("a number"));
        }
        let leading_zero = self.peek() == Some(b'0');
        let first = self.offset;
        self.skip_digits()?;
        if leading_zero && self.offset > first + 1 {
            return Err(self.fault_at(start, "a number must not begin with 0 followed by another digit"));
        }
        if self.skip_if(b'.') {
            self.skip_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.offset += 1;
            let _sign = self.skip_if(b'+') || self.skip_if(b'-');
            self.skip_digits()?;
        }
        let text = &self.text[start..self.offset];
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() || self.lenient => Ok(number),
            _ => Err(self.fault_at(start, format!("the number {} is too large for f64", shortened(text)))),
        }
    }

    /// Parses a string from its opening quote; `serde_json` decodes escapes.
    fn parse_string(&mut self) -> Result<String, TextError> {
        let start = self.offset;
        let mut has_escapes = false;
        self.offset += 1;
        loop {
            match self.peek() {
                None => {
                    let message = format!("the {} ends inside this string: it is incomplete", self.source.text_name());
                    return Err(self.fault_at(start, message));
                }
                Some(b'"') => break,
                Some(b'\\') => {
                    has_escapes = true;
                    // The escaped character may have several bytes, so the offset may end up inside of it.
                    self.offset += 2;
                }
                Some(0..=0x1f) => return Err(self.fault("a string must not contain a line break or control character")),
                Some(_) => self.offset += 1,
            }
        }
        self.offset += 1;
        if !has_escapes {
            return Ok(self.text[start + 1..self.offset - 1].to_owned());
        }
        let quoted = self.text.get(start..self.offset);
        quoted
            .and_then(|quoted| serde_json::from_str(quoted).ok())
            .ok_or_else(|| self.fault_at(start, "this string contains an unknown `\\` escape"))
    }
}

/// Hint about text that other dialects of JSON accept: comments, single quotes, infinities and NaN; empty for other
/// text.
fn extension_hint(unparsed: &str) -> &'static str {
    const NOT_FINITE: [&str; 6] = ["NaN", "nan", "Infinity", "inf", "-I", "-i"];
    if ["//", "/*", "#"].iter().any(|mark| unparsed.starts_with(mark)) {
        return "; JSON has no comments (use the field `note`)";
    }
    if unparsed.starts_with('\'') {
        return "; strings need double quotes";
    }
    if NOT_FINITE.iter().any(|word| unparsed.starts_with(word)) {
        return "; numbers must be finite";
    }
    ""
}
