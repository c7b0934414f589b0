//! Reads lists of points in text as convex hulls: rows of two or three numbers with any separators, with labels or
//! below the headings of a table. An empty line, words or another name of a body begin another body.

mod rows;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::draft::{self, Draft};
use super::ledger::Ledger;
use super::number::Precision;
use super::pose::Pose;
use super::{Quote, Source, dump, text_of, unread, wrong_at};
use rows::{Role, Row, headings, is_rule, row};

/// Maximum number of points of a body.
const MAX_POINTS: usize = 1_000_000;

/// Number of lines that decide whether a text is a list of points.
const PROBED_LINES: usize = 200;

/// Number of adjacent rows of numbers that count as a list of points, wherever they are in a text.
const MIN_ADJACENT_ROWS: usize = 4;

/// Whether most of the first lines of a text are rows of points, or several adjacent lines are and the text prints no
/// shapes.
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
        columns = headings(line).or(columns);
        if is_comment(line) && !is_row || is_rule(line) {
            continue;
        }
        // Headings in the first line do not count.
        let is_header = line_count == 0 && !is_row && columns.is_some();
        line_count += usize::from(!is_header);
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
    /// Coordinates, meters; z is 0 in the plane.
    points: Vec<[f64; 3]>,
    /// Whether the set comes from a group of a single row.
    is_single: bool,
}

/// Adds the sets of points as bodies, named after the file `name`. If each set is a single row and no empty lines
/// separate them, all are the points of one body: words between its points are labels.
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
        let body_name = if has_several { format!("{stem} {}", index + 1) } else { stem.clone() };
        draft.add(&body_name, shape, Pose::default(), rigid);
    }
}

/// Whether dots in a line replace omitted points.
fn omits_points(line: &str) -> bool {
    let plain = line.trim_matches(|c: char| c.is_whitespace() || "[](){},;".contains(c));
    if plain.starts_with("...") || plain.starts_with('…') {
        return true;
    }
    // A short line with dots at its end is a sentence.
    plain.ends_with("...") && row(line, 0).cells.len() > 3
}

/// Whether the words above a row contain the name of a query's result, such as a normal.
fn mentions_result(line: &str) -> bool {
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

/// Whether the heading above rows says that they are results of a query or indices of vertices, not points of a body.
fn has_results_or_indices(group: &RowGroup<'_>) -> bool {
    let heading = group.above.to_ascii_lowercase();
    if heading.split_whitespace().count() > MAX_HEADING_WORDS || heading.contains("vert") {
        return false;
    }
    if RESULTS.iter().any(|word| heading.contains(word)) {
        return true;
    }
    let mut cells = group.rows.iter().flat_map(|row| &row.cells);
    INDICES.iter().any(|word| heading.contains(word))
        && cells.all(|cell| cell.text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether words above rows say that the rows are a pose: they mention a rotation or translation and no points, or are
/// only its letter R or t.
fn names_pose(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let pose_words = ["rotation", "matrix", "transform", "pose", "translation", "quaternion", "orientation"];
    let point_words = ["point", "vert", "hull", "corner", "coord", "polytope", "cloud", "mesh"];
    let mentions_pose = pose_words.iter().any(|word| line.contains(word));
    let mentions_points = point_words.iter().any(|word| line.contains(word));
    mentions_pose && !mentions_points || ["r:", "r =", "r=", "t:", "t =", "t="].contains(&line.trim())
}

/// Rows of a text in groups.
struct GroupedRows<'a> {
    groups: Vec<RowGroup<'a>>,
    /// Whether an empty line follows a row.
    has_empty_lines: bool,
}

/// Splits a text into groups of adjacent rows; marks comments and rules as read. The error is the offset of a line that
/// omits points, with the message.
fn row_groups<'a>(text: &'a str, ledger: &mut Ledger<'_>) -> Result<GroupedRows<'a>, (usize, &'static str)> {
    let mut groups: Vec<RowGroup<'a>> = Vec::new();
    // Whether the next row continues the last group.
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
    Ok(GroupedRows { groups, has_empty_lines })
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
    let mut label_columns: Vec<usize> = Vec::new();
    for (column, role) in roles.iter().enumerate() {
        if *role == Role::Label && names_bodies(group, column) {
            label_columns.push(column);
        }
    }
    let mut sets: Vec<PointSet> = Vec::new();
    let mut name: Option<Vec<&str>> = None;
    for row in &group.rows {
        if *width.get_or_insert(columns.len()) != columns.len() || row.cells.len() != roles.len() {
            let count = if row.cells.len() == roles.len() { columns.len() } else { row.cells.len() };
            let count_before = width.unwrap_or_default();
            return Err((
                row.start,
                format!("this row has {count} numbers, but the points before have {count_before}"),
            ));
        }
        let row_name: Vec<&str> = label_columns.iter().map(|index| row.cells[*index].text).collect();
        if name.as_ref() != Some(&row_name) {
            sets.push(PointSet { points: Vec::new(), is_single: false });
            name = Some(row_name);
        }
        let mut point = [0.0; 3];
        for (coordinate, column) in point.iter_mut().zip(&columns) {
            let cell = row.cells[*column];
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
    labels.windows(2).any(|pair| pair[0] == pair[1])
}

/// Reads the points of a text as hulls, or as polygons if they have two coordinates.
///
/// # Errors
/// Fails at the first row, column or sentence that cannot be understood; a list of points is never read in part.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let mut precision = Precision::default();
    let mut sets: Vec<PointSet> = Vec::new();
    // Bodies of other files fix the dimension.
    let dimension = if draft.plane { 2 } else { 3 };
    let mut width = if draft.bodies.is_empty() { None } else { Some(dimension) };
    let GroupedRows { groups, has_empty_lines } =
        row_groups(text, &mut ledger).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    for group in &groups {
        for row in &group.rows {
            ledger.take(row.start..row.end);
        }
        // A single row below a word such as "distance" or "normal" is the answer to a query, not a point.
        if (group.rows.len() == 1 && mentions_result(group.above) || has_results_or_indices(group)) && !sets.is_empty()
        {
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
    let missing_body = unread::check_named(text, sets.len()).err();
    if let Some((offset, why)) = unread::find_around(&ledger, text).or(missing_body) {
        return Err(wrong_at(&ledger, source, offset, why));
    }
    draft.plane = width == Some(2);
    add_bodies(sets, has_empty_lines, &source.name, draft);
    draft.notes.extend(precision.sentence().filter(|sentence| !draft.notes.contains(sentence)));
    Ok(ledger.close())
}
