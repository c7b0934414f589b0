//! Parses the lines of lists of points: rows of numbers with labels, headings of tables, and the roles of columns.

use crate::number::{self, Number};

/// Word of a row between two separators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub(super) text: &'a str,
    /// Offset in the text, bytes.
    pub(super) offset: usize,
    /// Number that the word denotes; `None` for other words.
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
    /// Whether the line begins with a label such as `v0:`, which is not among the cells.
    is_labeled: bool,
}

/// Role of a column, by its heading.
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

/// Maximum number of digits of the number in a point's label; as many as lists of a million points need.
const MAX_LABEL_DIGITS: usize = 6;

/// Maximum number of columns of a table of points; wider ones are of something else.
const MAX_COLUMNS: usize = 8;

/// Removes the marks of quoted text and of lists from the start of a line.
fn without_marks(line: &str) -> &str {
    let plain = line.trim_start_matches(['>', ' ', '\t', '|']);
    // An entry of a list in YAML: `- [0, 0, 1]`.
    plain.strip_prefix("- ").map(str::trim_start).filter(|item| item.starts_with(['[', '('])).unwrap_or(plain)
}

/// Removes the label of a point from its line: `0:`, `v0 =`, `[3]`, `#2`, `Vertex 7:`; `None` if the line begins with
/// none. A bare number is a coordinate, not a label.
fn without_label(line: &str) -> Option<&str> {
    let word = line.find(|c: char| !c.is_ascii_alphabetic()).map_or(line, |end| &line[..end]);
    if !word.is_empty() && !POINT_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return None;
    }
    let after_word = line[word.len()..].trim_start_matches(' ');
    let inner = after_word.strip_prefix(['[', '#']).unwrap_or(after_word);
    let digits = inner.find(|c: char| !c.is_ascii_digit()).unwrap_or(inner.len());
    if !(1..=MAX_LABEL_DIGITS).contains(&digits) {
        return None;
    }
    let after_digits = &inner[digits..];
    let rest = after_digits.strip_prefix(']').unwrap_or(after_digits);
    if let Some(cells) = rest.trim_start_matches(' ').strip_prefix([':', '=']) {
        return Some(cells);
    }
    // Without a colon, a word or a mark before the number shows that it is a label.
    let has_mark = !word.is_empty() || inner.len() < after_word.len();
    let is_closed = rest.len() < after_digits.len();
    let is_separated = rest.starts_with([' ', '\t', '(']);
    if has_mark && (is_closed || is_separated) { Some(rest) } else { None }
}

/// Splits a line at brackets, commas and semicolons. Names of coordinates (`x = 1`, `Y: 2`), the marks of quoted lines
/// and labels are not cells. `start` is the offset of the line in the text, bytes.
pub(super) fn row(line: &str, start: usize) -> Row<'_> {
    let bare = without_marks(line);
    let unlabeled = without_label(bare);
    let line_address = line.as_ptr() as usize;
    let mut cells = Vec::new();
    for word in unlabeled.unwrap_or(bare).split(|c: char| c.is_whitespace() || "[](){},;|=".contains(c)) {
        if word.is_empty() || is_coordinate_name(word) {
            continue;
        }
        // Words are parts of the line, so the difference of the addresses is the offset.
        let offset = start + (word.as_ptr() as usize - line_address);
        cells.push(Cell { text: word, offset, number: number::number(word) });
    }
    Row { start, end: start + line.len(), cells, is_labeled: unlabeled.is_some() }
}

/// Whether a word is the name of a coordinate, `x` or `Y:`.
fn is_coordinate_name(word: &str) -> bool {
    let name = word.trim_end_matches(':');
    ["x", "y", "z"].iter().any(|coordinate| name.eq_ignore_ascii_case(coordinate))
}

impl Row<'_> {
    /// Whether the cells are two to four numbers and nothing else.
    pub(super) fn is_numeric(&self) -> bool {
        (2..=4).contains(&self.cells.len()) && self.cells.iter().all(|cell| cell.number.is_some())
    }

    /// Whether the cells may be in columns with these roles: every cell is a number, or a word in a column of labels.
    pub(super) fn fits(&self, roles: &[Role]) -> bool {
        self.cells.len() == roles.len()
            && self.cells.iter().zip(roles).all(|(cell, role)| cell.number.is_some() || *role == Role::Label)
    }
}

/// Whether a line is a rule of a table, such as `|---|---|`.
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
    let has_plane = roles.contains(&Role::X) && roles.contains(&Role::Y);
    // A table with several columns x is one of several points per row.
    let are_unique =
        [Role::X, Role::Y, Role::Z].iter().all(|axis| roles.iter().filter(|role| *role == axis).count() <= 1);
    if has_plane && are_unique && roles.len() <= MAX_COLUMNS { Some(roles) } else { None }
}

/// Whether a heading in lower case is that of a column of labels, also with an ending such as `_id`.
fn is_label(word: &str) -> bool {
    let stem = ["_id", "_index", "_idx", "id", "index"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    LABELS.contains(&word) || LABELS.contains(&stem) || word.strip_prefix('#') == Some("")
}

/// Error of three columns whose first one counts the rows.
const AMBIGUOUS_FIRST_COLUMN: &str =
    "the first column may number the points; write a heading above the columns: `x y z`, or `index x y`";

/// Returns the roles of the columns of rows without headings.
///
/// # Errors
/// Fails if the first of three columns may be the number of the point.
pub(super) fn roles(rows: &[Row<'_>]) -> Result<Vec<Role>, &'static str> {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    let first_counts = first_column_counts_rows(rows);
    match width {
        2 => Ok(vec![Role::X, Role::Y]),
        3 => {
            // Labeled rows have no second number, and the x of three points may be 0, 1 and 2.
            if first_counts && rows.iter().all(|row| !row.is_labeled) && rows.len() > 3 {
                return Err(AMBIGUOUS_FIRST_COLUMN);
            }
            Ok(vec![Role::X, Role::Y, Role::Z])
        }
        _ => {
            if !first_counts {
                return Err("four numbers in a row: write a heading above the columns, such as `index x y z`");
            }
            Ok(vec![Role::Label, Role::X, Role::Y, Role::Z])
        }
    }
}

/// Number in the first cell of a row; `None` for a word or a row without cells.
fn first_value(row: &Row<'_>) -> Option<f64> {
    row.cells.first()?.number.map(|number| number.value)
}

/// Whether the first column counts the rows, from 0 or 1; false for fewer than three rows, where it may be chance.
fn first_column_counts_rows(rows: &[Row<'_>]) -> bool {
    if rows.len() < 3 {
        return false;
    }
    let Some(first) = first_value(&rows[0]).filter(|first| *first == 0.0 || *first == 1.0) else { return false };
    rows.iter().enumerate().all(|(index, row)| {
        let is_next = first_value(row) == Some(first + index as f64);
        is_next && row.cells[0].text.bytes().all(|byte| byte.is_ascii_digit())
    })
}
