//! Text for people: emphasis on a terminal, plain elsewhere; tables; wrapped lines.

use std::io::IsTerminal;

use crate::answer::{Exact, Shown};
use crate::picture::font::break_lines;

/// Emphasis by meaning; off unless the stream is a terminal that supports it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    on: bool,
}

impl Style {
    /// Returns the style for a stream, by the usual rules (`NO_COLOR`, `TERM=dumb`).
    pub(super) fn of(stream: &impl IsTerminal) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { on: stream.is_terminal() && !refused && !dumb }
    }

    /// Text with an escape sequence around it if the stream supports it.
    fn paint(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
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

/// Width of a line without the variable `COLUMNS`, characters.
const DEFAULT_WIDTH: usize = 110;

/// Least width of a line, in which tables remain legible, characters.
const MIN_WIDTH: usize = 60;

/// Greatest width of a line, in which sentences remain legible, characters.
const MAX_WIDTH: usize = 200;

/// Returns the width of a line in characters: that of the environment variable `COLUMNS` within limits, or
/// [`DEFAULT_WIDTH`].
pub(super) fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    columns.unwrap_or(DEFAULT_WIDTH).clamp(MIN_WIDTH, MAX_WIDTH)
}

/// Table of left-aligned texts and right-aligned numbers; the last column is wrapped to the remaining width.
#[derive(Debug, Default)]
pub(super) struct Table {
    heads: Vec<String>,
    /// Cells of each row, as many as headings.
    rows: Vec<Vec<String>>,
}

/// Least width of the last column, characters.
const MIN_LAST_WIDTH: usize = 30;

impl Table {
    pub(super) fn new<'a>(heads: impl IntoIterator<Item = &'a str>) -> Self {
        Self { heads: heads.into_iter().map(str::to_owned).collect(), rows: Vec::new() }
    }

    /// Adds a row with as many cells as headings.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Formats the lines, each after `indent` spaces.
    pub(super) fn lines(&self, indent: usize, style: Style) -> Vec<String> {
        let last = self.heads.len().saturating_sub(1);
        let columns: Vec<Column> = (0..last).map(|i| self.column(i)).collect();
        let before = indent + columns.iter().map(|column| column.width).sum::<usize>() + 2 * last;
        let last_width = width().saturating_sub(before).max(MIN_LAST_WIDTH);
        let head = self.heads.last().map_or("", String::as_str);
        let mut lines = vec![style.faint(&line(indent, &columns, &self.heads, head))];
        for row in &self.rows {
            let mut tail = wrapped(row.last().map_or("", String::as_str), last_width).into_iter();
            lines.push(line(indent, &columns, row, &tail.next().unwrap_or_default()));
            lines.extend(tail.map(|rest| " ".repeat(before) + &rest));
        }
        lines
    }

    /// Width and alignment of a column, by its cells.
    fn column(&self, i: usize) -> Column {
        let cells = self.rows.iter().filter_map(|row| row.get(i));
        let width = cells.clone().chain(self.heads.get(i)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        Column { width, left: cells.into_iter().any(|cell| !numeric(cell)) }
    }
}

/// Layout of a column.
struct Column {
    /// Width of the widest cell, characters.
    width: usize,
    /// Whether the cells are left-aligned.
    left: bool,
}

/// Formats a row: its cells in all columns but the last, then `tail`.
fn line(indent: usize, columns: &[Column], cells: &[String], tail: &str) -> String {
    let mut text = " ".repeat(indent);
    for (cell, column) in cells.iter().zip(columns) {
        let pad = " ".repeat(column.width.saturating_sub(cell.chars().count()));
        text += &if column.left { format!("{cell}{pad}  ") } else { format!("{pad}{cell}  ") };
    }
    (text + tail).trim_end().to_owned()
}

/// Whether a cell begins like a number, or is a dash or empty, and so may be right-aligned.
fn numeric(cell: &str) -> bool {
    cell.is_empty() || cell == "–" || cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '−' || c == '∞')
}

/// Wraps `text` into lines of at most `max_letters` characters, at spaces. A number keeps its unit.
pub(super) fn wrapped(text: &str, max_letters: usize) -> Vec<String> {
    break_lines(text, |line| line.chars().count() <= max_letters)
}

/// Formats every digit of a float: plain between 1e-5 and 1e15, else with an exponent.
pub(super) fn exact(number: f64) -> String {
    let usual = number == 0.0 || (1e-5..1e15).contains(&number.abs());
    if usual { format!("{number}") } else { format!("{number:e}") }
}

/// Formats the exact value behind a shown one; words stay as they are.
pub(super) fn every_digit(shown: &Shown) -> String {
    match shown.exact {
        Some(Exact::Count(count)) => count.to_string(),
        Some(Exact::Number(number)) => exact(number + 0.0),
        Some(Exact::Vector(v)) => format!("({}, {}, {})", exact(v.x), exact(v.y), exact(v.z)),
        None => shown.text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_align_numbers_right_and_wrap_the_last_column() {
        let mut table = Table::new(["k", "|v|", "what"]);
        table.row(vec!["1".into(), "2.5".into(), "support ".repeat(20)]);
        table.row(vec!["10".into(), "0.125".into(), "end".into()]);
        let lines = table.lines(2, Style { on: false });
        assert_eq!(lines[0], "   k    |v|  what");
        assert!(lines[1].starts_with("   1    2.5  support support"));
        assert!(lines[2].starts_with("             support"));
        assert_eq!(lines.last().unwrap(), "  10  0.125  end");
    }
}
