//! Text for people: emphasis on a terminal, plain elsewhere; tables; wrapped lines.

use std::io::IsTerminal;

use crate::answer::{Exact, Shown};
use crate::picture::font::lines;

/// Emphasis by meaning. Off unless the stream is a terminal that wants it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    on: bool,
}

impl Style {
    /// For a stream, by the usual rules (`NO_COLOR`, `TERM=dumb`).
    pub(super) fn of(stream: &impl IsTerminal) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { on: stream.is_terminal() && !refused && !dumb }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// A heading, or the number that matters.
    pub(super) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// What may be skipped.
    pub(super) fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// What holds.
    pub(super) fn good(self, text: &str) -> String {
        self.paint("32", text)
    }

    /// What does not.
    pub(super) fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }
}

/// Characters of a line: what the terminal says, within reason.
pub(super) fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    columns.unwrap_or(110).clamp(60, 200)
}

/// A table of left-aligned texts and right-aligned numbers; the last column is wrapped into what is left of the line.
#[derive(Debug, Default)]
pub(super) struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these heads.
    pub(super) fn new<'a>(heads: impl IntoIterator<Item = &'a str>) -> Self {
        Self { heads: heads.into_iter().map(str::to_owned).collect(), rows: Vec::new() }
    }

    /// Adds a row of as many cells as there are heads.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The lines, each after `indent` spaces.
    pub(super) fn lines(&self, indent: usize, style: Style) -> Vec<String> {
        let last = self.heads.len().saturating_sub(1);
        let widest = |i: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(i)).chain(self.heads.get(i));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..last).map(widest).collect();
        let before = indent + widths.iter().sum::<usize>() + 2 * last;
        let room = width().saturating_sub(before).max(30);
        let left = |i: usize| self.rows.iter().any(|row| row.get(i).is_some_and(|cell| !numeric(cell)));
        let left: Vec<bool> = (0..last).map(left).collect();
        let line = |cells: &[String], tail: &str| {
            let mut text = " ".repeat(indent);
            for ((cell, width), left) in cells.iter().zip(&widths).zip(&left) {
                let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
                text += &if *left { format!("{cell}{pad}  ") } else { format!("{pad}{cell}  ") };
            }
            (text + tail).trim_end().to_owned()
        };
        let mut lines = vec![style.faint(&line(&self.heads, self.heads.last().map_or("", String::as_str)))];
        for row in &self.rows {
            let mut tail = wrapped(row.last().map_or("", String::as_str), room).into_iter();
            lines.push(line(row, &tail.next().unwrap_or_default()));
            lines.extend(tail.map(|rest| " ".repeat(before) + &rest));
        }
        lines
    }
}

fn numeric(cell: &str) -> bool {
    cell.is_empty() || cell == "–" || cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '−' || c == '∞')
}

/// `text` in lines of at most `room` characters, broken at spaces. A number keeps its unit.
pub(super) fn wrapped(text: &str, room: usize) -> Vec<String> {
    lines(text, |line| line.chars().count() <= room)
}

/// Every digit of a float, plain or with an exponent, whichever people would write.
pub(super) fn exact(number: f64) -> String {
    let usual = number == 0.0 || (1e-5..1e15).contains(&number.abs());
    if usual { format!("{number}") } else { format!("{number:e}") }
}

/// What stands behind a shown value, to its last digit; words as they are.
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
