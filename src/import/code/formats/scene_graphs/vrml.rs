//! Parser of VRML and of the worlds of Webots: in, `Solid { translation 0 0 1 boundingObject Box { size 1 2 3 } }`;
//! out, the tree of its nodes and fields.

use std::collections::HashMap;

use super::{FieldValue, Graph, MAX_DEPTH, MAX_NODES, Node};

/// First version of Webots whose round shapes are along z.
const FIRST_Z_VERSION: u32 = 2022;

/// Word, number or bracket of a text.
struct Token<'a> {
    text: &'a str,
    /// Offset in the text, bytes.
    at: usize,
}

/// Splits a text into tokens without comments; strings keep their first quote.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '{' | '}' | '[' | ']' => 1,
            c if c.is_whitespace() || c == ',' || c == '`' => c.len_utf8(),
            _ => rest
                .find(|c: char| c.is_whitespace() || ['{', '}', '[', ']', ',', '"', '#', '`'].contains(&c))
                .unwrap_or(rest.len())
                .max(c.len_utf8()),
        };
        if !(c == '#' || c == ',' || c == '`' || c.is_whitespace()) {
            found.push(Token { text: &rest[..length], at });
        }
        at += length;
    }
    found
}

/// Parser with its position in the tokens of a text.
struct Parser<'t, 'a> {
    tokens: &'t [Token<'a>],
    /// Index of the next token.
    at: usize,
    /// Nodes by the names that `DEF` gives them.
    names: HashMap<&'a str, Node>,
    /// Number of nodes that have been read.
    count: usize,
}

/// Whether a word is the type of a node.
fn is_kind(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase()) && !["TRUE", "FALSE", "NULL", "DEF", "USE", "IS"].contains(&word)
}

impl<'a> Parser<'_, 'a> {
    /// Text of the token that is this many tokens ahead; empty after the end.
    fn peek(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    /// Whether a node begins here.
    fn is_node(&self) -> bool {
        match self.peek(0) {
            "DEF" => is_kind(self.peek(2)) && self.peek(3) == "{",
            "USE" => true,
            word => is_kind(word) && self.peek(1) == "{",
        }
    }

    /// Reads a node, `DEF name Type { … }` or `USE name`; `None` if it is malformed.
    fn node(&mut self, depth: usize) -> Option<Node> {
        self.count += 1;
        if depth > MAX_DEPTH || self.count > MAX_NODES {
            return None;
        }
        if self.peek(0) == "USE" {
            let name = self.peek(1);
            self.at += 2;
            return self.names.get(name).cloned();
        }
        let name = (self.peek(0) == "DEF").then(|| self.peek(1));
        if name.is_some() {
            self.at += 2;
        }
        let start = self.tokens.get(self.at)?;
        let mut node = Node { kind: start.text.to_owned(), at: start.at, fields: Vec::new() };
        self.at += 2;
        while self.peek(0) != "}" {
            let field = self.peek(0);
            if field.is_empty() {
                return None;
            }
            self.at += 1;
            let value = self.value(depth)?;
            node.fields.push((field.to_owned(), value));
        }
        self.at += 1;
        if let Some(name) = name {
            self.names.insert(name, node.clone());
        }
        Some(node)
    }

    /// Reads the value of a field: a node, a list of nodes or of numbers, numbers, or one other word. `None` if it is
    /// malformed.
    fn value(&mut self, depth: usize) -> Option<FieldValue> {
        if self.is_node() {
            return Some(FieldValue::Nodes(vec![self.node(depth + 1)?]));
        }
        if self.peek(0) == "[" {
            self.at += 1;
            let mut nodes = Vec::new();
            let mut numbers = Vec::new();
            while self.peek(0) != "]" {
                if self.peek(0).is_empty() {
                    return None;
                }
                if self.is_node() {
                    nodes.push(self.node(depth + 1)?);
                    continue;
                }
                numbers.extend(self.peek(0).parse::<f64>().ok());
                self.at += 1;
            }
            self.at += 1;
            return Some(if nodes.is_empty() { FieldValue::Numbers(numbers) } else { FieldValue::Nodes(nodes) });
        }
        let mut numbers = Vec::new();
        while let Ok(number) = self.peek(0).parse::<f64>() {
            numbers.push(number);
            self.at += 1;
        }
        if !numbers.is_empty() {
            return Some(FieldValue::Numbers(numbers));
        }
        // TRUE, NULL, or a string.
        self.at += 1;
        Some(FieldValue::Other)
    }
}

/// Returns the scene graph of a text; empty if a node is malformed.
pub(super) fn graph(text: &str) -> Graph {
    let all = tokens(text);
    let mut parser = Parser { tokens: &all, at: 0, names: HashMap::new(), count: 0 };
    let mut graph = Graph { at: 0..0, ..Graph::default() };
    while parser.at < all.len() {
        if !parser.is_node() || parser.peek(0) == "USE" {
            parser.at += 1;
            continue;
        }
        let start = all[parser.at].at;
        let Some(node) = parser.node(0) else { return Graph::default() };
        if graph.nodes.is_empty() {
            graph.at.start = start;
        }
        graph.at.end = all[parser.at - 1].at + 1;
        graph.nodes.push(node);
    }
    graph.has_bounding_objects = text.contains("boundingObject");
    graph.axis = axis(text, graph.has_bounding_objects);
    graph
}

/// Beginning of the header of a world of Webots, before the year of its version.
const WEBOTS_HEADER: &str = "VRML_SIM R";

/// Index of the axis of round shapes: y in VRML, y or z in Webots by its version. `None` for a world of Webots whose
/// header is missing.
fn axis(text: &str, is_webots: bool) -> Option<usize> {
    if let Some(at) = text.find(WEBOTS_HEADER) {
        let year: u32 = text[at + WEBOTS_HEADER.len()..].get(..4)?.parse().ok()?;
        return Some(if year >= FIRST_Z_VERSION { 2 } else { 1 });
    }
    (!is_webots).then_some(1)
}
