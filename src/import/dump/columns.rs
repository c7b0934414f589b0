//! Variables copied from the windows of debuggers: lines of name, value and type, separated by tabs and indented by
//! depth. Brackets are inserted where the depth changes, so that the parser of other printed text ([`super::tree`])
//! reads the list too.

use super::token::{Token, TokenKind};

/// Returns the tokens of a text, with brackets around indented rows if at least half of its lines are rows of such a
/// list.
pub(super) fn bracketed_rows<'a>(text: &'a str, tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        rows.extend(read_row(line, start));
        start += line.len();
    }
    let line_count = text.lines().filter(|line| !line.trim().is_empty()).count();
    if rows.len() < 2 || 2 * rows.len() < line_count {
        return tokens;
    }
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len() + rows.len() * 3);
    // Depths of the rows whose bracket is open.
    let mut open: Vec<usize> = Vec::new();
    let mut remaining = tokens.as_slice();
    for (index, row) in rows.iter().enumerate() {
        while open.last().is_some_and(|depth| *depth >= row.depth) {
            open.pop();
            out.push(Token::inserted('}', row.start));
        }
        let before = remaining.partition_point(|token| token.start < row.start);
        // Lines between the rows stay as they are.
        out.extend(&remaining[..before]);
        remaining = &remaining[before..];
        let inside = remaining.partition_point(|token| token.start < row.end);
        let (row_tokens, after) = remaining.split_at(inside);
        remaining = after;
        out.extend(in_cell(row_tokens, row.name));
        out.push(Token::inserted('=', row.name[1]));
        let has_children = rows.get(index + 1).is_some_and(|next| next.depth > row.depth);
        if has_children {
            // The type replaces the value, which debuggers print as a summary of the children.
            out.extend(in_cell(row_tokens, row.kind).filter(|token| token.kind == TokenKind::Name));
            out.push(Token::inserted('{', row.value[0]));
            open.push(row.depth);
        } else {
            out.extend(in_cell(row_tokens, row.value));
            out.push(Token::inserted(',', row.end));
        }
    }
    out.extend(open.iter().map(|_| Token::inserted('}', text.len())));
    out.extend(remaining);
    out
}

/// Tokens inside a cell, given by its range in the text, bytes.
fn in_cell<'t, 'a>(tokens: &'t [Token<'a>], [start, end]: [usize; 2]) -> impl Iterator<Item = Token<'a>> + 't {
    tokens.iter().filter(move |token| token.start >= start && token.end <= end).copied()
}

/// Line of a list in columns; ranges are offsets of start and end in the text, bytes.
struct Row {
    /// Width of the indentation in blanks; a tab counts as four.
    depth: usize,
    /// Offset of the line in the text, bytes.
    start: usize,
    /// Offset of the end of the line in the text, bytes.
    end: usize,
    name: [usize; 2],
    value: [usize; 2],
    /// Type of the variable; empty if the list has no such column.
    kind: [usize; 2],
}

/// Width of a tab in the indentation, blanks.
const TAB_WIDTH: usize = 4;

/// Parses the line that begins at offset `start` as a row; `None` if it does not begin with a name, or if it has fewer
/// than two cells or more than three.
fn read_row(line: &str, start: usize) -> Option<Row> {
    let end = start + line.len();
    let plain = line.trim_end();
    let indent = plain.len() - plain.trim_start_matches(['\t', ' ', '+', '-']).len();
    let (indentation, content) = plain.split_at(indent);
    if !content.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '[') {
        return None;
    }
    // The signs `+` and `-` of foldable rows have no width.
    let depth = indentation.chars().map(|c| if c == '\t' { TAB_WIDTH } else { usize::from(c == ' ') }).sum();
    let mut cells: Vec<[usize; 2]> = Vec::new();
    let mut cell_start = start + indent;
    for cell in content.split('\t') {
        cells.push([cell_start, cell_start + cell.len()]);
        cell_start += cell.len() + 1;
    }
    match cells[..] {
        [name, value] => Some(Row { depth, start, end, name, value, kind: [value[1], value[1]] }),
        [name, value, kind] => Some(Row { depth, start, end, name, value, kind }),
        _ => None,
    }
}
