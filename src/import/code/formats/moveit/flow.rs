//! Records and lists of YAML in one line: `[{type: 1, dimensions: [0.6, 0.4, 0.2]}]`.

use super::{Line, MAX_DEPTH, Node};

/// Reads the lists of records in a scalar; other scalars stay as they are.
pub(super) fn node<'a>(line: Line<'a>, depth: usize) -> Node<'a> {
    let is_list = line.text.starts_with("[{") || line.text.starts_with("[ {");
    let is_record = line.text.starts_with('{') && line.text[1..].contains(['[', '{']);
    match (is_list || is_record).then(|| parsed(line, depth)).flatten() {
        Some(node) => node,
        None => Node::Scalar(line),
    }
}

/// Parses a list or a record in brackets; `None` if it is not well formed.
fn parsed<'a>(line: Line<'a>, depth: usize) -> Option<Node<'a>> {
    if depth > MAX_DEPTH {
        return None;
    }
    let inner = line.text.strip_prefix(['[', '{'])?.strip_suffix([']', '}'])?;
    let parts = split(part(line, inner))?;
    if line.text.starts_with('[') {
        return Some(Node::List(parts.into_iter().map(|own| node(own, depth + 1)).collect()));
    }
    let mut fields = Vec::with_capacity(parts.len());
    for own in parts {
        let (key, value) = own.text.split_once(':')?;
        fields.push((key.trim().trim_matches(['"', '\'']), node(part(own, value.trim()), depth + 1)));
    }
    Some(Node::Map(fields))
}

/// Part of a line, with its offset in the text.
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
    parts.retain(|own| !own.text.is_empty());
    (depth == 0).then_some(parts)
}
