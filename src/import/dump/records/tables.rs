//! Reader of tables of bodies: a heading with the names of fields, and a row per body, with commas, tabs, bars or
//! blanks between the cells. [`read`] returns each row as items with the names of its columns, as if it were a record.

use std::ops::Range;

use super::facts::{self, Statement};
use crate::dump::token::{Token, TokenKind};
use crate::dump::tree::{self, ErrorAt, Node, Value};

/// Minimum number of columns; fewer are a list of fields.
const MIN_COLUMNS: usize = 3;

/// Sign between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Sign(char),
    /// At least two blanks, so that names and headings may contain single ones.
    Blanks,
    /// At least one blank.
    Blank,
}

/// Heading of a table.
struct Heading {
    /// Index of its line among those of the block that are not empty.
    line_index: usize,
    separator: Separator,
    /// Ranges of the cells in the text, bytes.
    cells: Vec<Range<usize>>,
}

/// Finds the first line of a block that is a heading; `lines` are the ranges of its lines that are not empty.
fn find_heading(text: &str, tokens: &[Token<'_>], lines: &[Range<usize>]) -> Option<Heading> {
    for (line_index, line) in lines.iter().enumerate() {
        for separator in separators(&text[line.clone()]) {
            if is_heading(text, tokens, line, separator) {
                return Some(Heading { line_index, separator, cells: cell_ranges(text, line, separator) });
            }
        }
    }
    None
}

/// Reads the rows of a table in a block as the items of records; `None` if the block has no table.
///
/// # Errors
/// Fails at a row with another number of cells than the heading.
pub(super) fn read<'a>(
    text: &'a str,
    tokens: &[Token<'a>],
    block: &Range<usize>,
) -> Option<Result<Vec<Vec<Node<'a>>>, ErrorAt>> {
    let lines = line_ranges(text, block);
    let Heading { line_index, separator, cells: heading } = find_heading(text, tokens, &lines)?;
    // A line without bars ends a table of bars.
    let has_bars = separator == Separator::Sign('|');
    let later_lines = lines[line_index + 1..].iter();
    let table_lines = later_lines.take_while(|line| !has_bars || text[(*line).clone()].contains('|'));
    let rows: Vec<&Range<usize>> = table_lines.filter(|line| !is_rule(&text[(*line).clone()])).collect();
    // Rows may have single blanks between cells if the heading has no blank inside a cell.
    let has_single_blanks = separator == Separator::Blanks
        && cell_ranges(text, &lines[line_index], Separator::Blank).len() == heading.len()
        && rows.iter().any(|line| cell_ranges(text, line, separator).len() != heading.len());
    let separator = if has_single_blanks { Separator::Blank } else { separator };
    let mut records = Vec::new();
    for line in rows {
        let cells = cell_ranges(text, line, separator);
        if cells.len() != heading.len() {
            let why = format!("this row of the table has {} cells, but its heading has {}", cells.len(), heading.len());
            return Some(Err((line.start, why)));
        }
        let mut record = Vec::new();
        for (column, cell) in heading.iter().zip(&cells) {
            match cell_items(tokens_in(tokens, column), tokens_in(tokens, cell)) {
                Ok(nodes) => record.extend(nodes),
                Err(wrong) => return Some(Err(wrong)),
            }
        }
        records.push(record);
    }
    if records.is_empty() { None } else { Some(Ok(records)) }
}

/// Returns the ranges of the lines of a block that are not empty, without the blanks at their ends, bytes.
fn line_ranges(text: &str, block: &Range<usize>) -> Vec<Range<usize>> {
    let mut start = block.start;
    let mut ranges = Vec::new();
    for line in text[block.clone()].split_inclusive('\n') {
        if !line.trim().is_empty() {
            ranges.push(start..start + line.trim_end().len());
        }
        start += line.len();
    }
    ranges
}

/// Whether a line only separates the lines of a table.
fn is_rule(line: &str) -> bool {
    line.contains(['-', '=', '+']) && line.chars().all(|c| "|-+:= \t".contains(c))
}

/// Returns the separators that a line may have between its cells: each sign that occurs twice, else blanks.
fn separators(line: &str) -> Vec<Separator> {
    let signs = ['|', '\t', ';', ','];
    let mut separators: Vec<Separator> =
        signs.into_iter().filter(|sign| line.matches(*sign).count() >= 2).map(Separator::Sign).collect();
    if separators.is_empty() {
        separators.extend([Separator::Blanks, Separator::Blank]);
    }
    separators
}

/// Returns the ranges of the cells of a line in the text, bytes. Separators in brackets do not count.
fn cell_ranges(text: &str, line: &Range<usize>, separator: Separator) -> Vec<Range<usize>> {
    let line_text = &text[line.clone()];
    let mut cells: Vec<Range<usize>> = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    let mut offset = 0;
    while let Some(c) = line_text[offset..].chars().next() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let blanks = line_text[offset..].bytes().take_while(|byte| *byte == b' ').count();
        let length = match separator {
            Separator::Sign(sign) if c == sign => c.len_utf8(),
            Separator::Blanks if blanks >= 2 => blanks,
            Separator::Blank if blanks >= 1 => blanks,
            Separator::Sign(_) | Separator::Blanks | Separator::Blank => 0,
        };
        if length > 0 && depth == 0 {
            cells.push(start..offset);
            start = offset + length;
        }
        offset += length.max(c.len_utf8());
    }
    cells.push(start..line_text.len());
    // Bars and blanks may also be at the start and the end of a line.
    if separator == Separator::Sign('|') || !matches!(separator, Separator::Sign(_)) {
        if cells.first().is_some_and(|range| is_blank(line_text, range)) {
            cells.remove(0);
        }
        if cells.last().is_some_and(|range| is_blank(line_text, range)) {
            cells.pop();
        }
    }
    cells.into_iter().map(|range| line.start + range.start..line.start + range.end).collect()
}

/// Whether a range of a line has only blanks.
fn is_blank(line: &str, range: &Range<usize>) -> bool {
    line[range.clone()].trim().is_empty()
}

/// Returns the tokens that begin in a range of the text.
fn tokens_in<'t, 'a>(tokens: &'t [Token<'a>], range: &Range<usize>) -> &'t [Token<'a>] {
    let first = tokens.partition_point(|token| token.start < range.start);
    let end = tokens.partition_point(|token| token.start < range.end);
    &tokens[first..end]
}

/// Whether a line is the heading of a table of bodies: words in all cells, and the name of a size in at least one.
fn is_heading(text: &str, tokens: &[Token<'_>], line: &Range<usize>, separator: Separator) -> bool {
    let cells = cell_ranges(text, line, separator);
    let words: Vec<&[Token<'_>]> = cells.iter().map(|cell| tokens_in(tokens, cell)).collect();
    let are_words = words.iter().all(|cell| {
        !cell.is_empty()
            && cell.iter().all(|token| {
                matches!(token.kind, TokenKind::Name | TokenKind::Text)
                    || [')', '(', '/'].iter().any(|sign| token.is(*sign))
            })
    });
    // A column may have the size as a scalar, or as a vector of three numbers.
    let has_size = words.iter().any(|cell| holds_fields(cell) || names_size(cell, 1) || names_size(cell, 3));
    cells.len() >= MIN_COLUMNS && are_words && has_size
}

/// Whether words name a size with this number of values.
fn names_size(words: &[Token<'_>], count: usize) -> bool {
    let names: Vec<Token<'_>> = words.iter().filter(|token| token.kind != TokenKind::Sign('(')).copied().collect();
    super::fields::is_size(&names, count)
}

/// Headings of columns whose cells name their values themselves: `half-extents (1, 2, 3)`, `radius 0.4`.
const COLUMNS_OF_FIELDS: [&str; 8] =
    ["size", "parameters", "params", "dimensions", "dims", "geometry", "details", "sizes"];

/// Whether the words of a heading are those of a column whose cells name their values themselves.
fn holds_fields(column: &[Token<'_>]) -> bool {
    column.iter().any(|token| COLUMNS_OF_FIELDS.contains(&token.text.to_ascii_lowercase().as_str()))
}

/// Returns the items of a cell below the words of its column; none for an empty cell.
fn cell_items<'a>(column: &[Token<'a>], cell: &[Token<'a>]) -> Result<Vec<Node<'a>>, ErrorAt> {
    let key: Vec<Token<'a>> =
        column.iter().filter(|token| token.kind == TokenKind::Name || token.kind == TokenKind::Text).copied().collect();
    if let Some(node) = box_sides(column, cell)? {
        return Ok(vec![node]);
    }
    let nodes = tree::read(cell)?;
    let is_named = cell.first().is_some_and(|token| token.kind == TokenKind::Name);
    if holds_fields(column) && is_named {
        return Ok(nodes);
    }
    Ok(match &nodes[..] {
        [] => Vec::new(),
        [only] if only.key.is_empty() => vec![Node { key, head: only.head.clone(), value: only.value.clone() }],
        _ => vec![Node { key, head: Vec::new(), value: Value::Group(nodes) }],
    })
}

/// Returns the names among tokens, in lower case.
fn lower_names(tokens: &[Token<'_>]) -> Vec<String> {
    tokens.iter().filter(|token| token.kind == TokenKind::Name).map(|token| token.text.to_ascii_lowercase()).collect()
}

/// Whether `word` is one of `words`.
fn contains(words: &[String], word: &str) -> bool {
    words.iter().any(|other| other == word)
}

/// Reads a cell with the sides of a box, `2 x 1 x 0.5 (full)`, below the heading of a size; `None` for any other cell,
/// and if neither the cell nor its heading states full or half sizes. Width, height and depth are full sizes.
fn box_sides<'a>(column: &[Token<'a>], cell: &[Token<'a>]) -> Result<Option<Node<'a>>, ErrorAt> {
    let sign_count = cell.iter().filter(|token| ["x", "X", "×"].contains(&token.text)).count();
    let numbers: Vec<Token<'a>> =
        cell.iter().filter(|token| matches!(token.kind, TokenKind::Number(_))).copied().collect();
    let cell_names = lower_names(cell);
    let has_other_name = cell_names.iter().any(|word| !["x", "full", "half", "m"].contains(&word.as_str()));
    if sign_count != 2 || numbers.len() != 3 || has_other_name {
        return Ok(None);
    }
    let words: Vec<String> = [lower_names(column), cell_names].concat();
    let is_full = contains(&words, "full") || ["w", "h", "d"].iter().all(|word| contains(&words, word));
    let name = match (is_full, contains(&words, "half")) {
        (true, false) => "full_extents",
        (false, true) => "half_extents",
        _ => return Ok(None),
    };
    let key = vec![Token { kind: TokenKind::Name, text: name, ..numbers[0] }];
    Ok(Some(Node { key, head: Vec::new(), value: Value::Group(tree::read(&numbers)?) }))
}

/// Whether the facts of a row state a shape.
pub(super) fn states_shape(facts: &[facts::Fact<'_>]) -> bool {
    facts.iter().any(|fact| {
        matches!(
            fact.statement,
            Statement::Size(..) | Statement::HalfExtent(..) | Statement::Extent | Statement::Kind(_)
        )
    })
}
