//! Points as text: rows of two or three numbers with any separators, with labels or below the headings of a table; an
//! empty line, words or another name of a body begin another body.

mod rows;

use super::draft::{self, Draft};
use super::ledger::Ledger;
use super::number::Precision;
use super::pose::Pose;
use super::{Quote, Source, dump, text_of, unread, wrong_at};
use crate::scene::SceneError;
use crate::scene::model::Shape;
use rows::{Role, Row, headings, is_rule, row};

/// Maximum number of points of a body.
const MAX_POINTS: usize = 1_000_000;

/// Number of lines that decide whether a text is a list of points.
const PROBED_LINES: usize = 200;

/// Number of adjacent rows of numbers that count as a list of points, wherever they are in a text.
const MIN_ADJACENT_ROWS: usize = 4;

/// Whether most of the first lines of a text are rows of points, or a part of them is a list of points.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut row_count = 0;
    let mut line_count = 0;
    let mut adjacent_rows = 0;
    let mut most_adjacent_rows = 0;
    let mut columns: Option<Vec<Role>> = None;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()).take(PROBED_LINES) {
        let parsed_row = row(line, 0);
        let is_row = parsed_row.is_numeric() || columns.as_ref().is_some_and(|roles| parsed_row.fits(roles));
        if is_comment(line) && !is_row || is_rule(line) {
            columns = headings(line).or(columns);
            continue;
        }
        columns = headings(line).or(columns);
        // The first line may be a header.
        line_count += usize::from(line_count > 0 || is_row || columns.is_none());
        row_count += usize::from(is_row);
        adjacent_rows = if is_row { adjacent_rows + 1 } else { 0 };
        most_adjacent_rows = most_adjacent_rows.max(adjacent_rows);
    }
    let is_mostly_rows = row_count > 0 && 2 * row_count > line_count;
    is_mostly_rows || most_adjacent_rows >= MIN_ADJACENT_ROWS && !dump::has_shapes(text)
}

/// Whether a line is a comment.
fn is_comment(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("//") || line.starts_with('%')
}

/// Adjacent rows of a text, with the words above them.
struct RowGroup<'a> {
    rows: Vec<Row<'a>>,
    /// Roles of the columns by the headings of the table; `None` without headings.
    roles: Option<Vec<Role>>,
    /// Last line of words above the rows; empty without one.
    above: &'a str,
}

/// Points of a body.
struct PointSet {
    points: Vec<[f64; 3]>,
    /// Whether the set is a single row.
    is_single: bool,
}

/// Adds the sets of points as bodies. If each set is a single row and no empty lines separate them, all are the points
/// of one body.
fn add_bodies(mut sets: Vec<PointSet>, has_empty_lines: bool, name: &str, draft: &mut Draft) {
    if !has_empty_lines && !sets.is_empty() && sets.iter().all(|set| set.is_single) {
        let points = sets.iter().flat_map(|set| set.points.iter().copied()).collect();
        sets = vec![PointSet { points, is_single: false }];
    }
    let stem =
        std::path::Path::new(name).file_stem().map_or("points".into(), |stem| stem.to_string_lossy().into_owned());
    let has_several = sets.len() > 1;
    for (index, PointSet { points, .. }) in sets.into_iter().enumerate() {
        let shape = if draft.plane {
            Shape::Polygon { points: points.iter().map(|[x, y, _]| [*x, *y]).collect() }
        } else {
            Shape::Polytope { points }
        };
        let rigid = draft.bodies.len() + 1;
        draft.add(
            &if has_several { format!("{stem} {}", index + 1) } else { stem.clone() },
            shape,
            Pose::default(),
            rigid,
        );
    }
}

/// Whether dots in a line replace omitted points.
fn omits_points(line: &str) -> bool {
    let dots = line.trim_matches(|c: char| c.is_whitespace() || "[](){},;".contains(c));
    dots.starts_with("...") || dots.starts_with('…') || dots.ends_with("...") && row(line, 0).cells.len() > 3
}

/// Whether the words above a row say that it is the answer to a query, such as a normal.
fn names_answer(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let words = ["distance", "normal", "closest", "nearest", "witness", "expected", "result", "contact", "centroid"];
    words.iter().any(|word| line.contains(word))
}

/// Words in headings of rows that are results of a query.
const RESULTS: [&str; 6] = ["normals", "closest", "nearest", "witness", "simplex", "minkowski"];

/// Words in headings of rows that are indices of vertices.
const INDICES: [&str; 5] = ["faces", "triangles", "indices", "edges", "tris"];

/// Maximum number of words of a heading; longer lines are sentences.
const MAX_HEADING_WORDS: usize = 5;

/// Whether the heading above rows says that they are results of a query or indices, not points of a body.
fn is_other(group: &RowGroup<'_>) -> bool {
    let heading = group.above.to_ascii_lowercase();
    if heading.split_whitespace().count() > MAX_HEADING_WORDS || heading.contains("vert") {
        return false;
    }
    let mut cells = group.rows.iter().flat_map(|row| &row.cells);
    RESULTS.iter().any(|word| heading.contains(word))
        || INDICES.iter().any(|word| heading.contains(word))
            && cells.all(|cell| cell.text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether words above rows say that the rows are a pose.
fn names_pose(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let words = ["rotation", "matrix", "transform", "pose", "translation", "quaternion", "orientation"];
    let points = ["point", "vert", "hull", "corner", "coord", "polytope", "cloud", "mesh"];
    words.iter().any(|word| line.contains(word)) && !points.iter().any(|word| line.contains(word))
        || ["r:", "r =", "r=", "t:", "t =", "t="].contains(&line.trim())
}

/// Splits a text into groups of adjacent rows, and returns whether empty lines follow rows; marks comments and rules
/// as read.
fn row_groups<'a>(text: &'a str, ledger: &mut Ledger<'_>) -> Result<(Vec<RowGroup<'a>>, bool), (usize, &'static str)> {
    let mut groups: Vec<RowGroup<'a>> = Vec::new();
    let mut is_open = false;
    let mut has_empty_lines = false;
    let mut columns: Option<Vec<Role>> = None;
    let mut above = "";
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        let trimmed = line.trim();
        let parsed_row = row(line, line_start);
        let roles = columns.as_ref().filter(|roles| parsed_row.fits(roles));
        if parsed_row.is_numeric() || roles.is_some() {
            let roles = roles.cloned();
            match groups.last_mut().filter(|last| is_open && last.roles == roles) {
                Some(last) => last.rows.push(parsed_row),
                None => groups.push(RowGroup { rows: vec![parsed_row], roles, above }),
            }
            is_open = true;
            continue;
        }
        if trimmed.is_empty() {
            has_empty_lines |= is_open;
            is_open = false;
            continue;
        }
        let next = text.get(start..).unwrap_or_default().lines().find(|next| !next.trim().is_empty() && !is_rule(next));
        if let Some(roles) = headings(trimmed).and_then(|roles| columns_of(roles, next?)) {
            columns = Some(roles);
            is_open = false;
            continue;
        }
        if is_comment(trimmed) || is_rule(trimmed) {
            ledger.take(line_start..start);
            continue;
        }
        if omits_points(trimmed) {
            return Err((line_start, "points are omitted here; give all points of the list"));
        }
        // Words between points begin another body.
        is_open = false;
        above = trimmed;
    }
    Ok((groups, has_empty_lines))
}

/// Returns the columns that headings name, if the line after them is a row with these columns; a comment mark before
/// the headings is not a column.
fn columns_of(mut roles: Vec<Role>, next: &str) -> Option<Vec<Role>> {
    let next = row(next, 0);
    if roles.len() == next.cells.len() + 1 && roles[0] == Role::Label {
        roles.remove(0);
    }
    next.fits(&roles).then_some(roles)
}

/// Converts the rows of a group to points; a row with the label of another body begins another set. `width` is the
/// number of coordinates of all points, once it is known. The error is the offset in the text with the reason.
fn sets_of(
    group: &RowGroup<'_>,
    width: &mut Option<usize>,
    precision: &mut Precision,
) -> Result<Vec<PointSet>, (usize, String)> {
    let offset = group.rows[0].start;
    let roles = match &group.roles {
        Some(roles) => roles.clone(),
        None => rows::roles(&group.rows).map_err(|why| (offset, why.to_owned()))?,
    };
    if let Some(Role::Other(name)) = roles.iter().find(|role| matches!(role, Role::Other(_))) {
        return Err((offset, format!("the column `{name}` is not understood; remove it if it does not matter")));
    }
    let columns: Vec<usize> =
        [Role::X, Role::Y, Role::Z].iter().filter_map(|axis| roles.iter().position(|role| role == axis)).collect();
    let labels: Vec<usize> =
        (0..roles.len()).filter(|index| roles[*index] == Role::Label && names_bodies(group, *index)).collect();
    let mut sets: Vec<PointSet> = Vec::new();
    let mut name: Option<Vec<&str>> = None;
    for row in &group.rows {
        if *width.get_or_insert(columns.len()) != columns.len() || row.cells.len() != roles.len() {
            let count = if row.cells.len() == roles.len() { columns.len() } else { row.cells.len() };
            let before = width.unwrap_or_default();
            return Err((row.start, format!("this row has {count} numbers, but the points before have {before}")));
        }
        let row_name: Vec<&str> = labels.iter().map(|index| row.cells[*index].text).collect();
        if name.as_ref() != Some(&row_name) {
            sets.push(PointSet { points: Vec::new(), is_single: false });
            name = Some(row_name);
        }
        let mut point = [0.0; 3];
        for (coordinate, cell) in point.iter_mut().zip(columns.iter().map(|index| row.cells[*index])) {
            let Some(number) = cell.number else { continue };
            *coordinate = draft::checked_length(number.value).map_err(|why| (cell.offset, why))?;
            precision.add(number);
        }
        if let Some(set) = sets.last_mut() {
            set.points.push(point);
            set.is_single = group.rows.len() == 1;
        }
    }
    match sets.iter().find(|set| set.points.len() > MAX_POINTS) {
        Some(set) => {
            Err((offset, format!("this body has {} points, but at most {MAX_POINTS} are allowed", set.points.len())))
        }
        None => Ok(sets),
    }
}

/// Whether a column of labels names bodies rather than points: two adjacent rows have the same label.
fn names_bodies(group: &RowGroup<'_>, column: usize) -> bool {
    let labels: Vec<&str> = group.rows.iter().map(|row| row.cells[column].text).collect();
    labels.windows(2).any(|two| two[0] == two[1])
}

/// Reads the points of a text as hulls.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let mut precision = Precision::default();
    let mut sets: Vec<PointSet> = Vec::new();
    let mut width = (!draft.bodies.is_empty()).then_some(if draft.plane { 2 } else { 3 });
    let (groups, has_empty_lines) =
        row_groups(text, &mut ledger).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    for group in &groups {
        for row in &group.rows {
            ledger.take(row.start..row.end);
        }
        // A single row below a word such as "distance" or "normal" is the answer to a query, not a point.
        if (group.rows.len() == 1 && names_answer(group.above) || is_other(group)) && !sets.is_empty() {
            continue;
        }
        if names_pose(group.above) {
            let why = "these numbers are a pose, but poses are not applied to point lists; give the points in world \
                       coordinates";
            return Err(wrong_at(&ledger, source, group.rows[0].start, why));
        }
        let group_sets = sets_of(group, &mut width, &mut precision);
        sets.extend(group_sets.map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?);
    }
    let named = unread::check_named(text, sets.len()).err();
    if let Some((offset, why)) = unread::find_around(&ledger, text).or(named) {
        return Err(wrong_at(&ledger, source, offset, why));
    }
    draft.plane = width == Some(2);
    add_bodies(sets, has_empty_lines, &source.name, draft);
    draft.notes.extend(precision.sentence().filter(|sentence| !draft.notes.contains(sentence)));
    Ok(ledger.close())
}
