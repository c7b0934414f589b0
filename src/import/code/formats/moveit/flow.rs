//! Parser of YAML's records and lists in brackets: in, a scalar such as `[{type: 1, dimensions: [0.6, 0.4, 0.2]}]`;
//! out, the tree of its records and lists.

use super::{Line, MAX_DEPTH, Node};

/// Parses a scalar that is a list of records, or a record with lists or records in it; other scalars, such as lists of
/// numbers, stay scalars. `depth` is the depth of the scalar in the document.
pub(super) fn node<'a>(line: Line<'a>, depth: usize) -> Node<'a> {
    let is_list = line.text.starts_with("[{") || line.text.starts_with("[ {");
    let is_record = line.text.starts_with('{') && line.text[1..].contains(['[', '{']);
    if is_list || is_record {
        return parse_brackets(line, depth).unwrap_or(Node::Scalar(line));
    }
    Node::Scalar(line)
}

/// Parses a list or a record in brackets; `None` if it is not well formed.
fn parse_brackets<'a>(line: Line<'a>, depth: usize) -> Option<Node<'a>> {
    if depth > MAX_DEPTH {
        return None;
    }
    let inner = line.text.strip_prefix(['[', '{'])?.strip_suffix([']', '}'])?;
    let parts = split(part(line, inner))?;
    if line.text.starts_with('[') {
        return Some(Node::List(parts.into_iter().map(|part| node(part, depth + 1)).collect()));
    }
    let mut fields = Vec::with_capacity(parts.len());
    for field in parts {
        let (key, value) = field.text.split_once(':')?;
        fields.push((key.trim().trim_matches(['"', '\'']), node(part(field, value.trim()), depth + 1)));
    }
    Some(Node::Map(fields))
}

/// Returns a part of a line, a slice of its text, with its offset in the whole text.
fn part<'a>(line: Line<'a>, text: &'a str) -> Line<'a> {
    let skipped = text.as_ptr() as usize - line.text.as_ptr() as usize;
    Line { indent: line.indent, text, at: line.at + skipped }
}

/// Splits a text at the commas outside of brackets; `None` if the brackets do not match.
fn split(line: Line<'_>) -> Option<Vec<Line<'_>>> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut from = 0;
    for (k, c) in line.text.char_indices() {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                parts.push(part(line, line.text[from..k].trim()));
                from = k + 1;
            }
            _ => {}
        }
    }
    parts.push(part(line, line.text[from..].trim()));
    parts.retain(|part| !part.text.is_empty());
    (depth == 0).then_some(parts)
}
