//! Tables of bodies: a heading with the names of fields, and a row per body, with commas, tabs, bars or blanks between
//! the cells.

use std::ops::Range;

use super::facts::{self, Statement};
use crate::import::dump::token::{Token, TokenKind};
use crate::import::dump::tree::{self, ErrorAt, Node, Value};

/// Minimum number of columns.
const MIN_COLUMNS: usize = 3;

/// Sign between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Sign(char),
    /// At least two blanks.
    Blanks,
    /// At least one blank.
    Blank,
}

/// Reads the rows of a table in a block as the items of records; `None` if the block has no table.
pub(super) fn read<'a>(
    text: &'a str,
    tokens: &[Token<'a>],
    block: &Range<usize>,
) -> Option<Result<Vec<Vec<Node<'a>>>, ErrorAt>> {
    let lines = line_ranges(text, block);
    let (heading_index, separator, heading) = lines.iter().enumerate().find_map(|(index, line)| {
        let separator =
            separators(&text[line.clone()]).into_iter().find(|separator| is_heading(text, tokens, line, *separator))?;
        Some((index, separator, cell_ranges(text, line, separator)))
    })?;
    let blank = cell_ranges(text, &lines[heading_index], Separator::Blank);
    // A line without bars ends a table of bars.
    let has_bars = separator == Separator::Sign('|');
    let later_lines = lines[heading_index + 1..].iter();
    let rows = later_lines.take_while(|line| !has_bars || text[(*line).clone()].contains('|'));
    let rows: Vec<&Range<usize>> = rows.filter(|line| !is_rule(&text[(*line).clone()])).collect();
    let is_tight = separator == Separator::Blanks
        && blank.len() == heading.len()
        && rows.iter().any(|line| cell_ranges(text, line, separator).len() != heading.len());
    let separator = if is_tight { Separator::Blank } else { separator };
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
    (!records.is_empty()).then_some(Ok(records))
}

/// Returns the ranges of the lines of a block that are not empty.
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

/// Separators that the cells of a heading may have.
fn separators(line: &str) -> Vec<Separator> {
    let signs = ['|', '\t', ';', ','];
    let mut separators: Vec<Separator> =
        signs.into_iter().filter(|sign| line.matches(*sign).count() >= 2).map(Separator::Sign).collect();
    if separators.is_empty() {
        separators.extend([Separator::Blanks, Separator::Blank]);
    }
    separators
}

/// Returns the ranges of the cells of a line. Separators in brackets do not count.
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

/// Returns the tokens in a range.
fn tokens_in<'t, 'a>(tokens: &'t [Token<'a>], range: &Range<usize>) -> &'t [Token<'a>] {
    let from = tokens.partition_point(|token| token.start < range.start);
    let to = tokens.partition_point(|token| token.start < range.end);
    &tokens[from..to]
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
    let has_size = words.iter().any(|cell| holds_fields(cell) || [1, 3].iter().any(|count| names_size(cell, *count)));
    cells.len() >= MIN_COLUMNS && are_words && has_size
}

/// Whether words name a size with this number of values.
fn names_size(words: &[Token<'_>], count: usize) -> bool {
    let names: Vec<Token<'_>> = words.iter().filter(|token| token.kind != TokenKind::Sign('(')).copied().collect();
    super::fields::is_size(&names, count)
}

/// Headings of columns whose cells have the names of their values: `half-extents (1, 2, 3)`, `radius 0.4`.
const FIELDS: [&str; 8] = ["size", "parameters", "params", "dimensions", "dims", "geometry", "details", "sizes"];

/// Whether the words of a heading are those of a column whose cells have the names of their values.
fn holds_fields(column: &[Token<'_>]) -> bool {
    column.iter().any(|token| FIELDS.contains(&token.text.to_ascii_lowercase().as_str()))
}

/// Returns the items of a cell below the words of its column; none for an empty cell.
fn cell_items<'a>(column: &[Token<'a>], cell: &[Token<'a>]) -> Result<Vec<Node<'a>>, ErrorAt> {
    let key: Vec<Token<'a>> =
        column.iter().filter(|token| token.kind == TokenKind::Name || token.kind == TokenKind::Text).copied().collect();
    if let Some(node) = product(column, cell)? {
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
fn names(tokens: &[Token<'_>]) -> Vec<String> {
    tokens.iter().filter(|token| token.kind == TokenKind::Name).map(|token| token.text.to_ascii_lowercase()).collect()
}

/// Whether a word is among others.
fn contains(words: &[String], word: &str) -> bool {
    words.iter().any(|own| own == word)
}

/// Reads a cell with the sides of a box, `2 x 1 x 0.5 (full)`, below the heading of a size; `None` for any other cell,
/// and if neither the cell nor its heading states full or half sizes.
fn product<'a>(column: &[Token<'a>], cell: &[Token<'a>]) -> Result<Option<Node<'a>>, ErrorAt> {
    let signs = cell.iter().filter(|token| ["x", "X", "×"].contains(&token.text)).count();
    let numbers: Vec<Token<'a>> =
        cell.iter().filter(|token| matches!(token.kind, TokenKind::Number(_))).copied().collect();
    let others = names(cell).iter().filter(|word| !["x", "full", "half", "m"].contains(&word.as_str())).count();
    if signs != 2 || numbers.len() != 3 || others > 0 {
        return Ok(None);
    }
    let all: Vec<String> = [names(column), names(cell)].concat();
    let is_full = contains(&all, "full") || ["w", "h", "d"].iter().all(|word| contains(&all, word));
    let name = match (is_full, contains(&all, "half")) {
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
