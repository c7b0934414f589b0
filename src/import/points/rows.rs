//! Lines of lists of points: rows of numbers with labels, headings of tables, and the roles of their columns.

use crate::import::number::{self, Number};

/// Cell of a row: its number, or its word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub(super) text: &'a str,
    /// Offset in the text, bytes.
    pub(super) offset: usize,
    pub(super) number: Option<Number>,
}

/// Line of a table, split into cells.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// Offset of the line in the text, bytes.
    pub(super) start: usize,
    /// Offset of the end of the line, bytes.
    pub(super) end: usize,
    pub(super) cells: Vec<Cell<'a>>,
    /// Whether a label before the cells was removed: `v0:`.
    is_labeled: bool,
}

/// Role of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    X,
    Y,
    Z,
    /// Number of a point, or name of its body.
    Label,
    /// Heading of another column.
    Other(String),
}

/// Words that may be before the number of a point.
const POINT_WORDS: [&str; 9] = ["vertex", "vert", "v", "point", "pt", "p", "corner", "node", "idx"];

/// Headings of columns that number the points or name their bodies.
const LABELS: [&str; 33] = [
    "idx",
    "i",
    "index",
    "id",
    "vertex",
    "vert",
    "v",
    "point",
    "pt",
    "n",
    "no",
    "k",
    "vid",
    "body",
    "object",
    "obj",
    "mesh",
    "shape",
    "hull",
    "polytope",
    "polyhedron",
    "name",
    "set",
    "label",
    "polygon",
    "part",
    "group",
    "cloud",
    "convex",
    "collider",
    "geom",
    "geometry",
    "entity",
];

/// Maximum number of columns of a table.
const MAX_COLUMNS: usize = 8;

/// Removes the marks of quoted text and of lists from the start of a line.
fn without_marks(line: &str) -> &str {
    let plain = line.trim_start_matches(['>', ' ', '\t', '|']);
    // An entry of a list in YAML: `- [0, 0, 1]`.
    plain.strip_prefix("- ").map(str::trim_start).filter(|item| item.starts_with(['[', '('])).unwrap_or(plain)
}

/// Removes the label of a point from its line: `0:`, `v0 =`, `[3]`, `#2`, `Vertex 7:`. A bare number is a cell.
fn without_label(line: &str) -> Option<&str> {
    let word = line.find(|c: char| !c.is_ascii_alphabetic()).map_or(line, |end| &line[..end]);
    if !word.is_empty() && !POINT_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return None;
    }
    let after_word = line[word.len()..].trim_start_matches(' ');
    let inner = after_word.strip_prefix(['[', '#']).unwrap_or(after_word);
    let digits = inner.find(|c: char| !c.is_ascii_digit()).map_or(inner.len(), |end| end);
    let after = inner.get(digits..).filter(|_| (1..=6).contains(&digits))?;
    let closed = after.strip_prefix(']').unwrap_or(after);
    let is_marked = !word.is_empty() || inner.len() < after_word.len();
    let trimmed = closed.trim_start_matches(' ');
    match trimmed.strip_prefix([':', '=']) {
        Some(cells) => Some(cells),
        None if is_marked && (closed.starts_with([' ', '\t', '(']) || closed.len() < after.len()) => Some(closed),
        None => None,
    }
}

/// Splits a line at brackets, commas and semicolons. Names of coordinates (`x = 1`, `Y: 2`), the marks of quoted lines
/// and labels are not cells.
pub(super) fn row(line: &str, start: usize) -> Row<'_> {
    let names = ["x", "y", "z"];
    let bare = without_marks(line);
    let unlabeled = without_label(bare);
    let origin = line.as_ptr() as usize;
    let cells = unlabeled
        .unwrap_or(bare)
        .split(|c: char| c.is_whitespace() || "[](){},;|=".contains(c))
        .filter(|word| {
            !word.is_empty() && !names.iter().any(|name| word.trim_end_matches(':').eq_ignore_ascii_case(name))
        })
        .map(|word| Cell {
            text: word,
            offset: start + (word.as_ptr() as usize - origin),
            number: number::number(word),
        })
        .collect();
    Row { start, end: start + line.len(), cells, is_labeled: unlabeled.is_some() }
}

impl Row<'_> {
    /// Whether all cells are two to four numbers.
    pub(super) fn is_numeric(&self) -> bool {
        (2..=4).contains(&self.cells.len()) && self.cells.iter().all(|cell| cell.number.is_some())
    }

    /// Whether the cells may be in columns with these roles: every cell is a number, or a word in a column of labels.
    pub(super) fn fits(&self, roles: &[Role]) -> bool {
        self.cells.len() == roles.len()
            && self.cells.iter().zip(roles).all(|(cell, role)| cell.number.is_some() || *role == Role::Label)
    }
}

/// Whether a line only separates the lines of a table.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.contains('-') && line.chars().all(|c| "|-+:= ".contains(c))
}

/// Reads the headings of a table with the columns x and y; `None` if the line has none.
pub(super) fn headings(line: &str) -> Option<Vec<Role>> {
    let words = line.split(|c: char| c.is_whitespace() || ",;|".contains(c)).filter(|word| !word.is_empty());
    let mut roles = Vec::new();
    for word in words {
        // Units in brackets after a heading are ignored: `x (m)`, `x[m]`.
        let bare = word.split(['(', '[']).next().unwrap_or_default().trim_end_matches([':', '.']).to_ascii_lowercase();
        if bare.is_empty() || bare == "//" || bare == ">" {
            continue;
        }
        roles.push(match bare.as_str() {
            "x" | "px" | "pos_x" | "x_m" => Role::X,
            "y" | "py" | "pos_y" | "y_m" => Role::Y,
            "z" | "pz" | "pos_z" | "z_m" => Role::Z,
            cell if is_label(cell) => Role::Label,
            _ => Role::Other(word.to_owned()),
        });
    }
    let complete = roles.contains(&Role::X) && roles.contains(&Role::Y) && roles.len() <= MAX_COLUMNS;
    let once = [Role::X, Role::Y, Role::Z].iter().all(|own| roles.iter().filter(|role| *role == own).count() <= 1);
    (complete && once).then_some(roles)
}

/// Whether a heading is that of a column of labels.
fn is_label(word: &str) -> bool {
    let stem = ["_id", "_index", "_idx", "id", "index"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    LABELS.contains(&word) || LABELS.contains(&stem) || word.strip_prefix('#') == Some("")
}

/// Returns the roles of the columns of rows without headings.
///
/// # Errors
/// Fails if the first of three columns may be the number of the point.
pub(super) fn roles(rows: &[Row<'_>]) -> Result<Vec<Role>, &'static str> {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    let counts = is_count(rows);
    match width {
        2 => Ok(vec![Role::X, Role::Y]),
        3 if counts && rows.iter().all(|row| !row.is_labeled) && rows.len() > 3 => {
            Err("the first column may number the points; write a heading above the columns: `x y z`, or `index x y`")
        }
        3 => Ok(vec![Role::X, Role::Y, Role::Z]),
        _ if counts => Ok(vec![Role::Label, Role::X, Role::Y, Role::Z]),
        _ => Err("four numbers in a row: write a heading above the columns, such as `index x y z`"),
    }
}

/// Number in the first cell of a row; `None` for text.
fn first_value(row: &Row<'_>) -> Option<f64> {
    row.cells.first()?.number.map(|number| number.value)
}

/// Whether the first column counts the rows, from 0 or 1.
fn is_count(rows: &[Row<'_>]) -> bool {
    rows.len() > 2
        && first_value(&rows[0]).is_some_and(|first| {
            (first == 0.0 || first == 1.0)
                && (1..rows.len()).all(|index| first_value(&rows[index]) == Some(first + index as f64))
                && rows.iter().all(|row| row.cells[0].text.bytes().all(|byte| byte.is_ascii_digit()))
        })
}
