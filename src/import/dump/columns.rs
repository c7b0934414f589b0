//! Variables copied from the windows of debuggers: lines of name, value and type, separated by tabs and indented by
//! depth. Brackets are inserted where the depth changes, so that the list parses like other printed text.

use super::token::{Token, TokenKind};

/// Returns the tokens of a text, with brackets around indented rows if the text is such a list.
pub(super) fn grouped<'a>(text: &'a str, tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        rows.extend(row(line, start));
        start += line.len();
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    if rows.len() < 2 || 2 * rows.len() < lines {
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
        out.extend(in_cell(row_tokens, row.cells[0]));
        out.push(Token::inserted('=', row.cells[0][1]));
        if rows.get(index + 1).is_some_and(|next| next.depth > row.depth) {
            out.extend(in_cell(row_tokens, row.cells[2]).filter(|token| token.kind == TokenKind::Name));
            out.push(Token::inserted('{', row.cells[1][0]));
            open.push(row.depth);
        } else {
            out.extend(in_cell(row_tokens, row.cells[1]));
            out.push(Token::inserted(',', row.end));
        }
    }
    out.extend(open.iter().map(|_| Token::inserted('}', text.len())));
    out.extend(remaining);
    out
}

/// Tokens inside a cell of a row.
fn in_cell<'t, 'a>(tokens: &'t [Token<'a>], [start, end]: [usize; 2]) -> impl Iterator<Item = Token<'a>> + 't {
    tokens.iter().filter(move |token| token.start >= start && token.end <= end).copied()
}

/// Line of a list in columns.
struct Row {
    /// Width of the indentation in blanks; a tab counts as four.
    depth: usize,
    /// Range of the line in the text, bytes.
    start: usize,
    end: usize,
    /// Ranges of name, value and type in the text, bytes.
    cells: [[usize; 2]; 3],
}

/// Parses the line that begins at offset `start` as a row; `None` if it is not one.
fn row(line: &str, start: usize) -> Option<Row> {
    let end = start + line.len();
    let plain = line.trim_end();
    let indent = plain.len() - plain.trim_start_matches(['\t', ' ', '+', '-']).len();
    let depth = plain[..indent].chars().map(|c| if c == '\t' { 4 } else { usize::from(c == ' ') }).sum();
    let mut cells = Vec::new();
    let mut from = start + indent;
    for cell in plain[indent..].split('\t') {
        cells.push([from, from + cell.len()]);
        from += cell.len() + 1;
    }
    let named = plain[indent..].starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '[');
    let cells: Option<[[usize; 2]; 3]> = match cells.len() {
        2 => Some([cells[0], cells[1], [from - 1, from - 1]]),
        3 => cells.try_into().ok(),
        _ => None,
    };
    if !named {
        return None;
    }
    Some(Row { depth, start, end, cells: cells? })
}
