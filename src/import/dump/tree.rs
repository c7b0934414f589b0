//! Parser of a printed text of any language: [`read`] gets the tokens of a text and returns the tree of its names,
//! numbers and brackets. Signs other than brackets, `=`, `:` and separators are skipped.

use std::mem::take;

use super::token::{Token, TokenKind};

/// Maximum depth of nested brackets, so that no text exhausts the stack.
const MAX_DEPTH: usize = 64;

/// Maximum number of tokens in the generic arguments of a type; after more, `<` is taken as a less-than sign.
const MAX_GENERIC_TOKENS: usize = 64;

/// Printed value, with its name, its type and the contents of its brackets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node<'a> {
    /// Tokens before `=` or `:`, in order.
    pub(super) key: Vec<Token<'a>>,
    /// Names before a bracket or alone: `Box<double>`, `new`, `struct Cuboid`.
    pub(super) head: Vec<Token<'a>>,
    pub(super) value: Value<'a>,
}

/// Value of a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    /// Name without brackets, or nothing.
    Nothing,
    Number(Token<'a>),
    Text(Token<'a>),
    /// Items inside brackets, in order.
    Group(Vec<Node<'a>>),
}

impl<'a> Node<'a> {
    /// Returns the offset of the first token in the text, bytes; 0 without tokens.
    pub(super) fn start(&self) -> usize {
        let value = match &self.value {
            Value::Number(token) | Value::Text(token) => Some(token.start),
            Value::Group(items) => items.first().map(Self::start),
            Value::Nothing => None,
        };
        self.key.first().or(self.head.first()).map(|token| token.start).or(value).unwrap_or_default()
    }

    pub(super) fn items(&self) -> &[Self] {
        if let Value::Group(items) = &self.value { items } else { &[] }
    }

    /// Returns the token of the value if it is a number.
    pub(super) fn number(&self) -> Option<Token<'a>> {
        if let Value::Number(token) = self.value { Some(token) } else { None }
    }

    /// Appends all tokens of the node.
    pub(super) fn append_tokens(&self, into: &mut Vec<Token<'a>>) {
        into.extend(&self.key);
        into.extend(&self.head);
        match &self.value {
            Value::Nothing => {}
            Value::Number(token) | Value::Text(token) => into.push(*token),
            Value::Group(items) => items.iter().for_each(|item| item.append_tokens(into)),
        }
    }

    /// Returns all numbers of the value, at any depth, in order.
    pub(super) fn numbers(&self) -> Vec<Token<'a>> {
        match &self.value {
            Value::Number(token) => vec![*token],
            Value::Group(items) => items.iter().flat_map(Self::numbers).collect(),
            Value::Nothing | Value::Text(_) => Vec::new(),
        }
    }
}

/// Offset of an error in the text, bytes, and its message.
pub(super) type ErrorAt = (usize, String);

/// Parses tokens. Unmatched brackets end with the enclosing ones.
///
/// # Errors
/// Fails if brackets are nested more than [`MAX_DEPTH`] deep.
pub(super) fn read<'a>(tokens: &[Token<'a>]) -> Result<Vec<Node<'a>>, ErrorAt> {
    let mut reader = TreeReader { tokens, index: 0, line: 0, open: Vec::new() };
    let mut nodes = Vec::new();
    while reader.index < tokens.len() {
        nodes.extend(reader.read_items()?);
        // The next token is a closing bracket without an opening one.
        reader.index += 1;
    }
    Ok(nodes)
}

/// Position of the parser in the tokens.
struct TreeReader<'t, 'a> {
    tokens: &'t [Token<'a>],
    /// Index of the next token.
    index: usize,
    /// Number of the lines that have ended.
    line: usize,
    /// Open brackets, the outermost first.
    open: Vec<char>,
}

impl<'a> TreeReader<'_, 'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.index).copied()
    }

    /// Reads items up to a closing bracket or the end.
    fn read_items(&mut self) -> Result<Vec<Node<'a>>, ErrorAt> {
        let mut items: Vec<Node<'a>> = Vec::new();
        let mut key: Vec<Token<'a>> = Vec::new();
        let mut head: Vec<Token<'a>> = Vec::new();
        let mut key_line = 0;
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Sign(')' | ']' | '}') => break,
                TokenKind::Sign(open @ ('(' | '[' | '{')) => {
                    self.index += 1;
                    let inside = self.read_brackets(open, token)?;
                    if open == '{' && head.is_empty() && key.is_empty() {
                        take_cast(&mut items, &mut key, &mut head);
                    }
                    let value = Value::Group(inside);
                    items.push(Node { key: take(&mut key), head: take(&mut head), value });
                }
                TokenKind::Sign('<') if !head.is_empty() => self.read_generic_arguments(&mut head),
                TokenKind::Sign('=' | ':') => {
                    self.index += 1;
                    // A key on an earlier line has no value.
                    if !key.is_empty() && key_line != self.line {
                        push_names(&mut items, &mut key, &mut Vec::new());
                    }
                    key_line = self.line;
                    start_key(&mut items, &mut key, &mut head);
                }
                TokenKind::Sign(sign) => {
                    self.index += 1;
                    if ",;|".contains(sign) {
                        push_names(&mut items, &mut key, &mut head);
                    }
                }
                TokenKind::Line => {
                    self.index += 1;
                    self.line += 1;
                    if key.is_empty() && self.open.is_empty() && head.len() > 1 {
                        push_names(&mut items, &mut key, &mut head);
                    }
                }
                TokenKind::Name => {
                    self.index += 1;
                    head.push(token);
                }
                TokenKind::Number(_) | TokenKind::Text => {
                    self.index += 1;
                    let value = if token.kind == TokenKind::Text { Value::Text(token) } else { Value::Number(token) };
                    let names = take(&mut head);
                    // `v count: 8` and `mRadius 0.3`: names before a number are its key.
                    let mut words = take(&mut key);
                    words.extend(names);
                    items.push(Node { key: words, head: Vec::new(), value });
                }
            }
        }
        push_names(&mut items, &mut key, &mut head);
        Ok(items)
    }

    /// Reads the items after an opening bracket, and the closing bracket.
    fn read_brackets(&mut self, open: char, token: Token<'a>) -> Result<Vec<Node<'a>>, ErrorAt> {
        if self.open.len() == MAX_DEPTH {
            return Err((token.start, format!("brackets are nested more than {MAX_DEPTH} deep")));
        }
        self.open.push(open);
        let inside = self.read_items();
        self.open.pop();
        let close = match open {
            '(' => ')',
            '[' => ']',
            _ => '}',
        };
        let inside = join_vectors(inside?);
        if self.peek().is_some_and(|token| token.is(close)) {
            self.index += 1;
        }
        Ok(inside)
    }

    /// Appends the names of generic arguments, as in `Box<double>`, to the names before them; skips only the sign `<`
    /// if no `>` closes the arguments.
    fn read_generic_arguments(&mut self, head: &mut Vec<Token<'a>>) {
        let start = self.index;
        let name_count = head.len();
        let mut depth = 0;
        while let Some(token) = self.peek().filter(|_| self.index < start + MAX_GENERIC_TOKENS) {
            match token.kind {
                TokenKind::Sign('<') => depth += 1,
                TokenKind::Sign('>') => depth -= 1,
                TokenKind::Name => head.push(token),
                TokenKind::Sign(',' | '*' | '&') | TokenKind::Number(_) => {}
                _ => break,
            }
            self.index += 1;
            if depth == 0 {
                return;
            }
        }
        // The sign was a less-than sign.
        head.truncate(name_count);
        self.index = start + 1;
    }
}

/// Makes the tokens before `=` or `:` the key of the next item: a name, a string, or a number as in `Shape 1:`.
fn start_key<'a>(items: &mut Vec<Node<'a>>, key: &mut Vec<Token<'a>>, head: &mut Vec<Token<'a>>) {
    if let Some(Node { key: before, head: names, value }) = items.pop_if(|item| head.is_empty() && is_key(item)) {
        *key = before;
        key.extend(names);
        if let Value::Number(token) | Value::Text(token) = value {
            key.push(token);
        }
    }
    key.append(head);
}

/// Appends bare numbers to the named number before them: `half=1, 2, 3 radius=4`.
pub(super) fn join_vectors(items: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut out: Vec<Node<'_>> = Vec::with_capacity(items.len());
    for item in items {
        let is_bare_number = item.key.is_empty() && matches!(item.value, Value::Number(_));
        match out.last_mut().filter(|last| is_bare_number && !last.key.is_empty()) {
            Some(Node { value: Value::Group(items), head, .. })
                if head.is_empty() && items.iter().all(|item| item.items().is_empty()) =>
            {
                items.push(item);
            }
            Some(last) if matches!(last.value, Value::Number(_)) => {
                let Value::Number(first) = last.value else { continue };
                let first = Node { key: Vec::new(), head: Vec::new(), value: Value::Number(first) };
                last.value = Value::Group(vec![first, item]);
            }
            _ => out.push(item),
        }
    }
    out
}

/// Replaces the key and the names by those of a cast in front of a bracket, `(BoxShape) {…}`, if there is one.
fn take_cast<'a>(items: &mut Vec<Node<'a>>, key: &mut Vec<Token<'a>>, head: &mut Vec<Token<'a>>) {
    if let Some(cast) = items.pop_if(|item| is_cast(item)) {
        *key = cast.key;
        *head = cast.head;
        if let Value::Group(names) = cast.value {
            head.extend(names.into_iter().flat_map(|name| name.head));
        }
    }
}

/// Whether brackets contain only a name.
fn is_cast(item: &Node<'_>) -> bool {
    matches!(item.items(), [only] if only.value == Value::Nothing && only.key.is_empty() && !only.head.is_empty())
}

/// Whether the item before `=` or `:` is a key, as `"Ball"` and `Shape 1` are.
fn is_key(item: &Node<'_>) -> bool {
    match item.value {
        Value::Number(_) => !item.key.is_empty() || !item.head.is_empty(),
        Value::Text(_) => item.key.is_empty(),
        _ => false,
    }
}

/// Appends names without a value as an item, if there are any.
fn push_names<'a>(items: &mut Vec<Node<'a>>, key: &mut Vec<Token<'a>>, head: &mut Vec<Token<'a>>) {
    if !key.is_empty() || !head.is_empty() {
        items.push(Node { key: take(key), head: take(head), value: Value::Nothing });
    }
}
