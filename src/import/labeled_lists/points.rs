//! Points after the label of their hull: `A: (0, 0, 0) (1, 0, 0) …`, or rows below `hull A (world, mm):`.

use contact_lens_scene::model::Shape;

use super::{List, Listed, is_answer, is_comment, unit_of};
use crate::draft::checked_length;
use crate::pose::Pose;

/// Maximum length of a label, bytes.
const MAX_LABEL_BYTES: usize = 60;

/// Words that a label may have in addition to the name of its body.
const NOUNS: [&str; 24] = [
    "hull",
    "body",
    "polytope",
    "polygon",
    "polyhedron",
    "shape",
    "cloud",
    "set",
    "object",
    "obj",
    "points",
    "vertices",
    "verts",
    "convex",
    "corners",
    "of",
    "the",
    "part",
    "cell",
    "piece",
    "poly",
    "convexhull",
    "pointcloud",
    "first",
];

/// Words in brackets after a label that do not change its points.
const FRAMES: [&str; 12] = [
    "world",
    "space",
    "frame",
    "global",
    "coordinates",
    "in",
    "points",
    "vertices",
    "verts",
    "corners",
    "absolute",
    "units",
];

/// Number of coordinates of a point in the plane, with the least number of points of a hull.
const LEAST: [(usize, usize); 2] = [(2, 3), (3, 4)];

/// Label of a hull.
struct Label {
    name: String,
    unit: Option<f64>,
    /// Number of points that the label states.
    count: Option<usize>,
}

/// Hull with its points.
struct Hull {
    label: Label,
    points: Vec<Vec<f64>>,
    /// Whether each point has a line with its index.
    is_indexed: bool,
}

/// Returns the hulls of a text; `None` if a line is not understood.
pub(super) fn read(text: &str) -> Option<List> {
    let mut hulls: Vec<Hull> = Vec::new();
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line == "```" {
            continue;
        }
        if let Some((name, index, point)) = indexed(line) {
            if index == 0 {
                let (label, _) = label(&format!("{name}:"))?;
                hulls.push(Hull { label, points: Vec::new(), is_indexed: true });
            }
            let hull = hulls.last_mut().filter(|hull| hull.is_indexed && hull.label.name == name)?;
            if hull.points.len() != index {
                return None;
            }
            hull.points.push(point);
            is_open = false;
        } else if let Some((label, rest)) = label(line) {
            hulls.push(Hull { label, points: tuples(rest)?, is_indexed: false });
            is_open = true;
        } else if let Some(point) = row(line).filter(|_| is_open) {
            hulls.last_mut()?.points.push(point);
        } else if is_open && line.starts_with(['(', '[']) {
            hulls.last_mut()?.points.extend(tuples(line)?);
        } else if is_comment(line) || !hulls.is_empty() && is_answer(line) {
            is_open = false;
        } else {
            return None;
        }
    }
    if hulls.len() > MAX_HULLS {
        return None;
    }
    let width = hulls.first()?.points.first()?.len();
    let (_, least) = LEAST.iter().find(|(own, _)| *own == width)?;
    let unit = hulls[0].label.unit;
    let is_whole = hulls.iter().enumerate().all(|(index, hull)| {
        let Label { name, unit: own, count } = &hull.label;
        let is_new = hulls[..index].iter().all(|before| before.label.name != *name);
        let is_counted = count.is_none_or(|count| count == hull.points.len());
        let fits = hull.points.len() >= if hull.is_indexed && width == 3 { 2 } else { *least }
            && hull.points.iter().all(|point| point.len() == width);
        is_new && is_counted && fits && *own == unit
    });
    if !is_whole {
        return None;
    }
    let bodies = hulls.into_iter().map(|hull| Listed {
        name: hull.label.name,
        shape: shape(hull.points),
        pose: Pose::default(),
    });
    Some(List { bodies: bodies.collect(), is_planar: width == 2, unit })
}

/// Maximum number of hulls, whose labels are compared with each other.
const MAX_HULLS: usize = 1_000;

/// Builds the hull of points with two or three coordinates.
fn shape(points: Vec<Vec<f64>>) -> Shape {
    if points[0].len() == 2 {
        return Shape::Polygon { points: points.iter().map(|point| [point[0], point[1]]).collect() };
    }
    let points: Vec<[f64; 3]> = points.iter().map(|point| [point[0], point[1], point[2]]).collect();
    match points[..] {
        [a, b] => Shape::Segment { points: [a, b] },
        [a, b, c] => Shape::Triangle { points: [a, b, c] },
        _ => Shape::Polytope { points },
    }
}

/// Returns the name, index and coordinates of a point in a line of its own: `A[0] = (0, 0, 0)`.
fn indexed(line: &str) -> Option<(&str, usize, Vec<f64>)> {
    let (name, rest) = line.split_once('[')?;
    let (index, rest) = rest.split_once(']')?;
    let value = rest.trim_start().strip_prefix(['=', ':'])?;
    let mut points = tuples(value.trim())?;
    let is_name =
        !name.is_empty() && name.len() <= MAX_LABEL_BYTES && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    match points.len() {
        1 if is_name => Some((name, index.parse().ok()?, points.pop()?)),
        _ => None,
    }
}

/// Splits a line into its label and the text after the colon or the equals sign.
fn label(line: &str) -> Option<(Label, &str)> {
    let end = line.find([':', '=']).filter(|end| *end <= MAX_LABEL_BYTES)?;
    let before = line[..end].trim().trim_start_matches(['-', '*', ' ']);
    let (words, qualifier) = match before.split_once('(') {
        Some((words, inner)) => (words.trim(), inner.strip_suffix(')')?),
        None => (before, ""),
    };
    let mut names = words.split_whitespace().filter(|word| !NOUNS.contains(&word.to_ascii_lowercase().as_str()));
    let name = names.next().unwrap_or(words);
    let is_short = name.chars().count() <= 2 || name.contains('_') || name.ends_with(|c: char| c.is_ascii_digit());
    // `bodyA`.
    let is_lettered = name.strip_suffix(char::is_uppercase).is_some_and(|noun| NOUNS.contains(&noun));
    let is_name = name.starts_with(char::is_alphanumeric) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let has_noun = words != name && words.split_whitespace().count() <= 4;
    if !is_name || names.next().is_some() || !(is_short || is_lettered || has_noun) || is_result(words) {
        return None;
    }
    let mut label = Label { name: words.to_owned(), unit: None, count: None };
    for word in qualifier.split([' ', ',', ';']).filter(|word| !word.is_empty()) {
        let lower = word.to_ascii_lowercase();
        match (unit_of(&lower), lower.parse()) {
            (Some(unit), _) if label.unit.is_none() => label.unit = Some(unit),
            (None, Ok(count)) => label.count = Some(count),
            (None, Err(_)) if FRAMES.contains(&lower.as_str()) => {}
            _ => return None,
        }
    }
    Some((label, line[end + 1..].trim()))
}

/// Parts of labels of answers, poses and indices.
const RESULTS: [&str; 22] = [
    "normal", "closest", "nearest", "witness", "simplex", "contact", "expect", "result", "face", "edge", "triangle",
    "index", "indices", "pose", "rot", "trans", "pos", "quat", "center", "origin", "axis", "veloc",
];

/// Whether a label names something other than the points of a body.
fn is_result(words: &str) -> bool {
    let lower = words.to_ascii_lowercase();
    RESULTS.iter().any(|part| lower.contains(part)) || ["t", "r", "n", "d", "v", "p"].contains(&lower.as_str())
}

/// Returns the numbers between two separators.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let words = text.split([',', ' ', '\t', ';']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok().and_then(|number| checked_length(number).ok())).collect()
}

/// Returns the points of a line without brackets: two or three numbers.
fn row(line: &str) -> Option<Vec<f64>> {
    numbers(line).filter(|numbers| numbers.len() == 2 || numbers.len() == 3)
}

/// Returns the points of tuples in brackets, which may have brackets around all of them.
fn tuples(text: &str) -> Option<Vec<Vec<f64>>> {
    let bare = text.trim_end_matches([';', ',', '.']);
    let inner = [('[', ']'), ('{', '}'), ('(', ')')].iter().find_map(|(open, close)| {
        let inner = bare.strip_prefix(*open)?.strip_suffix(*close)?.trim();
        inner.starts_with(['(', '[', '{']).then_some(inner)
    });
    let mut rest = inner.unwrap_or(bare);
    let mut points = Vec::new();
    while !rest.is_empty() {
        let close = match rest.chars().next()? {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            _ => return None,
        };
        let end = rest.find(close)?;
        points.push(numbers(&rest[1..end])?);
        rest = rest[end + 1..].trim_start_matches([' ', ',', ';', '\t']);
    }
    Some(points)
}
