//! Values as debuggers and consoles print them: numbers, words, strings, and brackets with a type before them.
//!
//! **Method.** A recursive descent over the characters; its depth is bounded. Whatever does not have this form ends
//! the parse, so that no part of a value is skipped.

use crate::number;

/// Maximum depth of nested brackets, so that no text exhausts the stack.
const MAX_DEPTH: usize = 48;

/// Names of fields and types whose only content is the value itself.
const WRAPPERS: [&str; 20] = [
    "floats", "tuple", "mtuple", "elems", "elem", "data", "value", "array", "storage", "m128f32", "v", "el", "f",
    "coords", "val", "quat", "buf", "e", "xmm", "values",
];

/// Value of an expression or a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Number(f64),
    /// Bare word, string, or the description of an object in angle brackets.
    Word(String),
    List(List),
    /// Mark of an omitted remainder: `…`, `...`, `..`.
    Omitted,
}

/// Items inside of brackets.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct List {
    /// Type before the bracket; empty without one.
    pub(crate) head: String,
    pub(crate) items: Vec<Item>,
}

/// Item inside of brackets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// Name before the value; empty without one.
    pub(crate) key: String,
    pub(crate) value: Value,
    /// Offset in the text, bytes.
    pub(crate) start: usize,
}

/// Returns a name as names of fields are compared: in lower case, without underscores, prefixes of members and
/// brackets of calls.
pub(crate) fn plain(name: &str) -> String {
    let member = name.strip_prefix("m_").unwrap_or(name).trim_end_matches("()");
    member.to_ascii_lowercase().replace(['_', '-', ' '], "")
}

/// Whether a list only wraps its first item: `{m_floats = {…}}`, `array([…], dtype=int32)`.
fn is_wrapper(list: &List) -> bool {
    let [first, others @ ..] = list.items.as_slice() else { return false };
    let is_wrapping = first.key.is_empty() && !list.head.is_empty() || WRAPPERS.contains(&plain(&first.key).as_str());
    is_wrapping && matches!(first.value, Value::List(_)) && others.iter().all(|item| item.key == "dtype")
}

impl List {
    /// Returns the item with a name, as [`plain`] returns it.
    fn item(&self, name: &str) -> Option<&Item> {
        self.items.iter().find(|item| plain(&item.key) == name)
    }

    /// Whether the items have no names but their indices.
    fn is_indexed(&self) -> bool {
        self.items.iter().enumerate().all(|(index, item)| item.key.is_empty() || item.key == index.to_string())
    }
}

impl Value {
    /// Returns the value inside of wrappers.
    pub(crate) fn unwrapped(&self) -> &Self {
        let mut value = self;
        while let Self::List(list) = value
            && is_wrapper(list)
        {
            value = &list.items[0].value;
        }
        value
    }

    /// Returns a single number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self.unwrapped() {
            Self::Number(number) => Some(*number),
            // `np.float64(0.5)`.
            Self::List(list) if list.head.contains("float") || list.head.contains("int") => match &list.items[..] {
                [Item { value: Self::Number(number), key, .. }] if key.is_empty() => Some(*number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the numbers of a vector without names, in order.
    pub(crate) fn numbers(&self) -> Option<Vec<f64>> {
        let Self::List(list) = self.unwrapped() else { return None };
        let items = list.items.iter().filter(|_| list.is_indexed());
        items.map(|item| item.value.number()).collect::<Option<Vec<f64>>>().filter(|all| all.len() == list.items.len())
    }

    /// Returns the coordinates with these names; `None` if the list has other names or lacks one.
    pub(crate) fn named(&self, names: &[&str]) -> Option<Vec<f64>> {
        let Self::List(list) = self.unwrapped() else { return None };
        names
            .iter()
            .map(|name| list.item(name)?.value.number())
            .collect::<Option<Vec<f64>>>()
            .filter(|_| list.items.len() == names.len())
    }

    /// Returns the rows of a matrix or the points of a list, which have no names or their indices.
    pub(crate) fn rows(&self) -> Option<Vec<&Self>> {
        let Self::List(list) = self.unwrapped() else { return None };
        list.is_indexed().then(|| list.items.iter().map(|item| &item.value).collect())
    }

    /// Whether the value contains a number, or an omitted part.
    pub(crate) fn has_numbers(&self) -> bool {
        match self {
            Self::Number(_) => true,
            Self::Word(_) | Self::Omitted => false,
            Self::List(list) => list.items.iter().any(|item| item.value.has_numbers()),
        }
    }
}

/// Parser at a position of a text.
#[derive(Clone)]
pub(crate) struct Parser<'a> {
    text: &'a str,
    /// Offset of the next character, bytes.
    pub(crate) at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, depth: 0 }
    }

    /// Returns the remaining text.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips blanks; inside of brackets also ends of lines and marks of foldable objects.
    pub(crate) fn skip_blanks(&mut self) {
        let inside = self.depth > 0;
        let rest = self.rest();
        let after = rest.trim_start_matches(|c: char| " \t\r▸▶▼▾".contains(c) || inside && c == '\n');
        self.at += rest.len() - after.len();
    }

    /// Skips a character if it is next.
    fn skip(&mut self, sign: char) -> bool {
        let is_next = self.peek() == Some(sign);
        self.at += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    /// Reads a value; `None` if the text is none.
    pub(crate) fn value(&mut self) -> Option<Value> {
        self.skip_blanks();
        for mark in ["…", "...", ".."] {
            if let Some(rest) = self.rest().strip_prefix(mark) {
                self.at = self.text.len() - rest.len();
                return Some(Value::Omitted);
            }
        }
        match self.peek()? {
            quote @ ('"' | '\'' | '`') => self.string(quote).map(Value::Word),
            '<' => self.described(),
            '(' if self.skip_count() => self.value(),
            '(' | '[' | '{' => self.list(String::new()),
            c if c.is_ascii_digit() || "+-.".contains(c) => self.number(),
            c if c.is_alphabetic() || "_$@".contains(c) => self.named(),
            _ => None,
        }
    }

    /// Skips the number of elements in front of a bracket, `(3) [`; returns whether there is one.
    fn skip_count(&mut self) -> bool {
        let Some(end) = self.rest().find(')') else { return false };
        let is_count = end > 1 && self.rest()[1..end].bytes().all(|byte| byte.is_ascii_digit());
        let after = self.rest()[end + 1..].trim_start_matches(' ');
        let is_before_bracket = is_count && after.starts_with(['[', '{']);
        if is_before_bracket {
            self.at = self.text.len() - after.len();
        }
        is_before_bracket
    }

    fn string(&mut self, quote: char) -> Option<String> {
        let inner = &self.rest()[1..];
        let end = inner.find([quote, '\n']).filter(|end| inner[*end..].starts_with(quote))?;
        self.at += end + 2;
        Some(inner[..end].to_owned())
    }

    /// Reads a description in angle brackets: a value, such as `<Vector (0, 0, 1)>`, or the words of an object.
    fn described(&mut self) -> Option<Value> {
        let start = self.at;
        self.at += 1;
        self.depth += 1;
        let inner = if self.depth < MAX_DEPTH { self.value() } else { None };
        self.depth -= 1;
        self.skip_blanks();
        if let Some(list @ Value::List(_)) = inner
            && self.skip('>')
        {
            return Some(list);
        }
        let line = self.text[start..].lines().next().unwrap_or_default();
        let end = line.find('>')?;
        self.at = start + end + 1;
        Some(Value::Word(line[..=end].to_owned()))
    }

    fn number(&mut self) -> Option<Value> {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let mut end = 1;
        while let Some(byte) = bytes.get(end) {
            let is_exponent = matches!(bytes[end - 1], b'e' | b'E') && !rest.starts_with("0x");
            if !(byte.is_ascii_alphanumeric() || b"._".contains(byte) || b"+-".contains(byte) && is_exponent) {
                break;
            }
            end += 1;
        }
        let value = number::number(rest[..end].trim_end_matches('.'))?.value;
        self.at += end;
        // A pointer with the symbol that it points to.
        if rest.starts_with("0x") && self.rest().starts_with(" <") {
            self.at += self.rest().find('>')? + 1;
        }
        value.is_finite().then_some(Value::Number(value))
    }

    /// Reads a word, or brackets with a type before them.
    fn named(&mut self) -> Option<Value> {
        let word = self.word();
        if word == "b" && self.rest().starts_with(['\'', '"']) {
            let quote = self.peek()?;
            return self.string(quote).map(Value::Word);
        }
        self.skip_generics();
        let end = self.at;
        let rest = self.rest().trim_start_matches(' ');
        self.at = self.text.len() - rest.len();
        if self.peek() == Some('(') && self.skip_count() || rest.starts_with(['(', '[', '{']) {
            return self.list(word);
        }
        if word.eq_ignore_ascii_case("matrix") && rest.starts_with(|c: char| c.is_ascii_digit()) {
            // `<Matrix 4x4 (…)>`.
            let size = rest.find(' ')?;
            self.at += size + 1;
            return self.list(word);
        }
        self.at = end;
        Some(Value::Word(word))
    }

    /// Reads letters, digits, underscores, and the signs between the parts of a path.
    pub(crate) fn word(&mut self) -> String {
        let rest = self.rest();
        let mut end = 0;
        loop {
            let part = &rest[end..];
            end += part.len() - part.trim_start_matches(|c: char| c.is_alphanumeric() || "_$@".contains(c)).len();
            let gap = if rest[end..].starts_with("::") { 2 } else { usize::from(rest[end..].starts_with('.')) };
            if gap == 0 || !rest[end + gap..].starts_with(|c: char| c.is_alphabetic() || c == '_') {
                break;
            }
            end += gap;
        }
        self.at += end;
        rest[..end].to_owned()
    }

    /// Skips the generic arguments of a type: `Matrix<double, 3, 1>`.
    fn skip_generics(&mut self) {
        if !self.rest().starts_with('<') {
            return;
        }
        let line = self.rest().lines().next().unwrap_or_default();
        let mut depth = 0_usize;
        for (index, c) in line.char_indices() {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                c if c.is_alphanumeric() || "_:, *&".contains(c) => {}
                _ => return,
            }
            if depth == 0 {
                self.at += index + 1;
                return;
            }
        }
    }

    /// Reads brackets with their items.
    fn list(&mut self, head: String) -> Option<Value> {
        let close = match self.peek()? {
            '(' => ')',
            '[' => ']',
            _ => '}',
        };
        self.depth += 1;
        self.at += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            if self.skip(close) {
                break;
            }
            if self.skip(',') || self.skip(';') || self.skip('|') {
                continue;
            }
            items.push(self.item()?);
        }
        self.depth -= 1;
        Some(Value::List(List { head, items }))
    }

    /// Reads an item with its name, if it has one.
    pub(crate) fn item(&mut self) -> Option<Item> {
        let start = self.at;
        let key = self.key();
        let value = self.value()?;
        Some(Item { key: key.unwrap_or_default(), value, start })
    }

    /// Reads the name before `=` or `:`; stays in place without one.
    pub(crate) fn key(&mut self) -> Option<String> {
        let start = self.at;
        let key = match self.peek()? {
            quote @ ('"' | '\'') => self.string(quote).unwrap_or_default(),
            // A base class of C++ and an index of lldb.
            '<' => self.enclosed('>'),
            '[' => self.enclosed(']'),
            _ => self.word(),
        };
        self.skip_blanks();
        let is_comparison = self.rest().starts_with("==") || self.rest().starts_with("=>");
        if !key.is_empty() && !is_comparison && (self.skip('=') || self.skip(':')) {
            return Some(key);
        }
        self.at = start;
        None
    }

    /// Reads the name or index between a bracket and its end on the same line; base classes keep their brackets.
    fn enclosed(&mut self, close: char) -> String {
        let line = self.rest().lines().next().unwrap_or_default();
        let Some(end) = line.find(close) else { return String::new() };
        let inner = &line[1..end];
        let is_index = !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit());
        if close == ']' && !is_index {
            return String::new();
        }
        self.at += end + 1;
        if close == ']' { inner.to_owned() } else { line[..=end].to_owned() }
    }
}
