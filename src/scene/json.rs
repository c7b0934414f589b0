//! A JSON reader that keeps the place of everything, so that every complaint about a scene has a line and a column.
//!
//! It reads exactly RFC 8259, with a limit on nesting, and refuses what JSON leaves open: doubled keys and numbers that
//! overflow.

use super::error::Fault;
use super::limits;

/// A value and where it stands: the bytes `at..end` of the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
}

/// A JSON value. Objects keep the order of their fields.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Array(Vec<Node>),
    Object(Vec<Field>),
}

/// A field of an object; `at` is where its name begins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) value: Node,
}

impl Node {
    /// The field `name` of an object.
    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        match &self.kind {
            Kind::Object(fields) => fields.iter().find(|field| field.name == name),
            _ => None,
        }
    }

    /// With its article, for messages: `a string`.
    pub(super) fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "true or false",
            Kind::Number(_) => "a number",
            Kind::String(_) => "a string",
            Kind::Array(_) => "a list",
            Kind::Object(_) => "an object",
        }
    }

    /// Where the value at `path` (`bodies[1].shape.radius`) begins, or the closest thing around it that exists.
    pub(super) fn locate(&self, path: &str) -> usize {
        let mut node = self;
        for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
            let inner = match (&node.kind, step.strip_suffix(']')) {
                (Kind::Array(items), Some(index)) => index.parse().ok().and_then(|i: usize| items.get(i)),
                (Kind::Object(_), None) => node.field(step).map(|field| &field.value),
                _ => None,
            };
            match inner {
                Some(inner) => node = inner,
                None => break,
            }
        }
        node.at
    }
}

/// Reads one JSON value that fills the text.
pub(super) fn read(text: &str) -> Result<Node, Fault> {
    let mut reader = Reader { text, at: 0, open: Vec::new(), path: String::new() };
    reader.at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    reader.space();
    if reader.at == text.len() {
        return Err(Fault::new(0, "", "the file is empty; a scene is a JSON object"));
    }
    let node = reader.value()?;
    reader.space();
    if reader.at < text.len() {
        return Err(reader.fault("more text after the end of the scene"));
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where the brackets begin that are still open.
    open: Vec<usize>,
    /// Of the value that is being read.
    path: String,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        self.fault_at(self.at, message)
    }

    fn fault_at(&self, at: usize, message: impl Into<String>) -> Fault {
        Fault::new(at, shortened(&self.path), message)
    }

    /// The complaint about an unexpected character (or the end) where `wanted` should be.
    fn unexpected(&self, wanted: &str) -> Fault {
        let Some(found) = self.text[self.at..].chars().next() else {
            let inside = self.open.last().map_or(String::new(), |&at| {
                let line = self.text[..at].matches('\n').count() + 1;
                format!(", inside the bracket opened on line {line}")
            });
            return self.fault(format!("the file ends here{inside}: it is cut off"));
        };
        let rest = &self.text[self.at..];
        let hint = if rest.starts_with("//") || rest.starts_with("/*") || found == '#' {
            "; JSON has no comments (put words into `note`)"
        } else if found == '\'' {
            "; strings stand in double quotes"
        } else if ["NaN", "nan", "Infinity", "inf", "-I", "-i"].iter().any(|word| rest.starts_with(word)) {
            "; numbers must be finite"
        } else {
            ""
        };
        self.fault(format!("expected {wanted}, found `{}`{hint}", found.escape_debug()))
    }

    fn value(&mut self) -> Result<Node, Fault> {
        let at = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => Kind::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Kind::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Node { at, end: self.at, kind })
    }

    fn word(&mut self) -> Result<Kind, Fault> {
        let words = [("null", Kind::Null), ("true", Kind::Bool(true)), ("false", Kind::Bool(false))];
        for (word, kind) in words {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(kind);
            }
        }
        Err(self.unexpected("a value"))
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Kind, Fault>) -> Result<Kind, Fault> {
        if self.open.len() == limits::NESTING {
            return Err(self.fault(format!("brackets are nested deeper than {}", limits::NESTING)));
        }
        self.open.push(self.at);
        self.at += 1;
        self.space();
        let kind = read(self)?;
        self.open.pop();
        Ok(kind)
    }

    fn array(&mut self) -> Result<Kind, Fault> {
        let mut items = Vec::new();
        if self.take(b']') {
            return Ok(Kind::Array(items));
        }
        let outside = self.path.len();
        loop {
            self.path.push_str(&format!("[{}]", items.len()));
            items.push(self.value()?);
            self.path.truncate(outside);
            self.space();
            if self.take(b']') {
                return Ok(Kind::Array(items));
            }
            self.comma("`,` or `]`", b']')?;
        }
    }

    fn object(&mut self) -> Result<Kind, Fault> {
        let mut fields: Vec<Field> = Vec::new();
        if self.take(b'}') {
            return Ok(Kind::Object(fields));
        }
        let outside = self.path.len();
        loop {
            let at = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a field name in double quotes"));
            }
            let name = self.string()?;
            self.path.push_str(if outside == 0 { "" } else { "." });
            self.path.push_str(&name);
            if fields.iter().any(|field| field.name == name) {
                return Err(self.fault_at(at, "this field stands here a second time"));
            }
            self.space();
            if !self.take(b':') {
                return Err(self.unexpected("`:`"));
            }
            self.space();
            let value = self.value()?;
            self.path.truncate(outside);
            fields.push(Field { at, name, value });
            if fields.len() > 1_000 {
                return Err(self.fault("an object with more than 1000 fields"));
            }
            self.space();
            if self.take(b'}') {
                return Ok(Kind::Object(fields));
            }
            self.comma("`,` or `}`", b'}')?;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn comma(&mut self, wanted: &str, close: u8) -> Result<(), Fault> {
        let at = self.at;
        if !self.take(b',') {
            return Err(self.unexpected(wanted));
        }
        self.space();
        if self.peek() == Some(close) {
            return Err(self.fault_at(at, format!("a comma before `{}`; JSON has none there", char::from(close))));
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.unexpected("a digit"));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<f64, Fault> {
        let start = self.at;
        self.take(b'-');
        if self.text[start..].starts_with("-I") || self.text[start..].starts_with("-i") {
            self.at = start;
            return Err(self.unexpected("a number"));
        }
        let leading_zero = self.peek() == Some(b'0');
        let first = self.at;
        self.digits()?;
        if leading_zero && self.at > first + 1 {
            return Err(self.fault_at(start, "a number may not begin with a 0 before other digits"));
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            let _sign = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        let text = &self.text[start..self.at];
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.fault_at(start, format!("the number {} is too large for 64 bits", shortened(text)))),
        }
    }

    /// From the opening quote on. Escapes are decoded by `serde_json`.
    fn string(&mut self) -> Result<String, Fault> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                None => return Err(self.fault_at(start, "the file ends inside this string: it is cut off")),
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(0..=0x1f) => return Err(self.fault("a string may not hold a line break or control character")),
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        let quoted = self.text.get(start..self.at);
        quoted
            .and_then(|quoted| serde_json::from_str(quoted).ok())
            .ok_or_else(|| self.fault_at(start, "a string with an unknown `\\` escape"))
    }
}

/// The first characters of something that may be long.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_place_of_a_path() {
        let text = "{\"bodies\": [{\"r\": 1}, {\"r\": [2, 3]}]}";
        let node = read(text).unwrap();
        assert_eq!(&text[node.locate("bodies[1].r[1]")..][..1], "3");
        assert_eq!(&text[node.locate("bodies[1].missing")..][..1], "{", "the closest thing around it");
        assert_eq!(node.locate(""), 0);
    }

    #[test]
    fn agrees_with_serde_json_on_what_is_json() {
        let texts = [
            "1",
            "-0",
            "0.5e-3",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "1e999",
            "-1e999",
            "NaN",
            "Infinity",
            "nul",
            "null",
            "truex",
            "[1,]",
            "[1 2]",
            "[]",
            "{}",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "{a:1}",
            "\"\\u12\"",
            "\"\\n\"",
            "\"\n\"",
            "\"",
            "\"\\",
            "[",
            "[[[]]",
            "// c\n1",
            "1 2",
            "\"ä\"",
            "\"\\ud800\"",
            "{\"a\":{\"b\":[true,false,null,\"x\"]}}",
        ];
        for text in texts {
            let theirs = serde_json::from_str::<serde_json::Value>(text).is_ok();
            assert_eq!(read(text).is_ok(), theirs, "{text}");
        }
    }
}
