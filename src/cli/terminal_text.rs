//! Formatting of text for people: emphasis on terminals, tables, wrapped lines, and numbers with every digit.

use std::io::IsTerminal;

use contact_lens_model::answer::{Exact, Shown};
use contact_lens_picture::font::break_lines;

/// Width of a line without the environment variable `COLUMNS`, characters.
const DEFAULT_WIDTH: usize = 110;

/// Least width of a line, in which tables remain legible, characters.
const MIN_WIDTH: usize = 60;

/// Greatest width of a line, in which sentences remain legible, characters.
const MAX_WIDTH: usize = 200;

/// Least width of the last column, characters.
const MIN_LAST_WIDTH: usize = 30;

/// Emphasis of text by its meaning, with escape sequences for terminals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Whether the stream is a terminal that supports escape sequences; otherwise text is not emphasized.
    is_enabled: bool,
}

impl Style {
    /// Returns the style for a stream. It is off for files and pipes, and by the environment variables `NO_COLOR` (if
    /// not empty) and `TERM` (if `dumb`).
    pub(super) fn of(stream: &impl IsTerminal) -> Self {
        let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { is_enabled: stream.is_terminal() && !is_refused && !is_dumb }
    }

    /// Puts escape sequences with an SGR code ("select graphic rendition", such as `1;31` for bold red) around a text,
    /// if the stream supports them.
    fn paint(self, code: &str, text: &str) -> String {
        if self.is_enabled { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Emphasizes a heading, or an important number.
    pub(super) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Dims less important text.
    pub(super) fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Marks something that holds, in green.
    pub(super) fn good(self, text: &str) -> String {
        self.paint("32", text)
    }

    /// Marks something that fails, in red.
    pub(super) fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }
}

/// Returns the width of a line in characters: that of the environment variable `COLUMNS` within limits, or
/// [`DEFAULT_WIDTH`].
pub(super) fn line_width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    columns.unwrap_or(DEFAULT_WIDTH).clamp(MIN_WIDTH, MAX_WIDTH)
}

/// Table of left-aligned texts and right-aligned numbers, with two spaces between columns; the last column is wrapped
/// to the remaining width.
#[derive(Debug, Default)]
pub(super) struct Table {
    headings: Vec<String>,
    /// Cells of each row, as many as there are headings.
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table without rows.
    pub(super) fn new<'a>(headings: impl IntoIterator<Item = &'a str>) -> Self {
        Self { headings: headings.into_iter().map(str::to_owned).collect(), rows: Vec::new() }
    }

    /// Adds a row, with as many cells as there are headings.
    pub(super) fn add_row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Formats the headings and the rows as lines, each after `indent` spaces.
    pub(super) fn format_lines(&self, indent: usize, style: Style) -> Vec<String> {
        let last = self.headings.len().saturating_sub(1);
        let columns: Vec<Column> = (0..last).map(|i| self.column(i)).collect();
        let last_start = indent + columns.iter().map(|column| column.width).sum::<usize>() + 2 * last;
        let last_width = line_width().saturating_sub(last_start).max(MIN_LAST_WIDTH);
        let last_heading = self.headings.last().map_or("", String::as_str);
        let mut lines = vec![style.faint(&format_row(indent, &columns, &self.headings, last_heading))];
        for row in &self.rows {
            let mut tail = wrap(row.last().map_or("", String::as_str), last_width).into_iter();
            lines.push(format_row(indent, &columns, row, &tail.next().unwrap_or_default()));
            lines.extend(tail.map(|part| " ".repeat(last_start) + &part));
        }
        lines
    }

    /// Returns the width and the alignment of a column, from its cells.
    fn column(&self, i: usize) -> Column {
        let cells = self.rows.iter().filter_map(|row| row.get(i));
        let width = cells.clone().chain(self.headings.get(i)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        Column { width, is_left_aligned: cells.into_iter().any(|cell| !is_numeric(cell)) }
    }
}

/// Layout of a column.
struct Column {
    /// Width of the widest cell, characters.
    width: usize,
    /// Whether the cells are left-aligned; otherwise they are right-aligned.
    is_left_aligned: bool,
}

/// Formats a row after `indent` spaces: its cells in all columns but the last, then `tail`.
fn format_row(indent: usize, columns: &[Column], cells: &[String], tail: &str) -> String {
    let mut text = " ".repeat(indent);
    for (cell, column) in cells.iter().zip(columns) {
        let pad = " ".repeat(column.width.saturating_sub(cell.chars().count()));
        text += &if column.is_left_aligned { format!("{cell}{pad}  ") } else { format!("{pad}{cell}  ") };
    }
    (text + tail).trim_end().to_owned()
}

/// Whether a cell begins like a number, or is a dash or empty, and so may be right-aligned.
fn is_numeric(cell: &str) -> bool {
    cell.is_empty() || cell == "–" || cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '−' || c == '∞')
}

/// Wraps `text` into lines of at most `max_letters` characters, at spaces. A number keeps its unit.
pub(super) fn wrap(text: &str, max_letters: usize) -> Vec<String> {
    break_lines(text, |line| line.chars().count() <= max_letters)
}

/// Formats a float with every digit: without an exponent if it is 0 or its magnitude is from 1e-5 to below 1e15.
pub(super) fn every_digit(number: f64) -> String {
    let is_plain = number == 0.0 || (1e-5..1e15).contains(&number.abs());
    if is_plain { format!("{number}") } else { format!("{number:e}") }
}

/// Formats the value that a shown text was rounded from, with every digit; a text without a value stays as it is.
pub(super) fn exact_value(shown: &Shown) -> String {
    match shown.exact {
        Some(Exact::Count(count)) => count.to_string(),
        // Adding 0 removes the sign of −0.
        Some(Exact::Number(number)) => every_digit(number + 0.0),
        Some(Exact::Vector(v)) => format!("({}, {}, {})", every_digit(v.x), every_digit(v.y), every_digit(v.z)),
        None => shown.text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_align_numbers_right_and_wrap_the_last_column() {
        let mut table = Table::new(["k", "|v|", "what"]);
        table.add_row(vec!["1".into(), "2.5".into(), "support ".repeat(20)]);
        table.add_row(vec!["10".into(), "0.125".into(), "end".into()]);
        let lines = table.format_lines(2, Style { is_enabled: false });
        assert_eq!(lines[0], "   k    |v|  what");
        assert!(lines[1].starts_with("   1    2.5  support support"));
        assert!(lines[2].starts_with("             support"));
        assert_eq!(lines.last().unwrap(), "  10  0.125  end");
    }
}
