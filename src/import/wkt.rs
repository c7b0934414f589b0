//! Reader of geometries in well-known text (WKT): `POLYGON ((0 0, 2 0, 2 2, 0 0))`, `POINT Z (1 2 3)`, `LINESTRING (0
//! 0, 1 1)`.
//!
//! - **Bodies**: every geometry of the text is a body. A polygon is the hull of its ring, which must be convex; the
//!   last point of a ring, which repeats the first, is dropped.
//! - **Refused**: polygons with holes or that are not convex, lines of more than two points, collections, measures (M).
//! - **Text around**: calls (`ST_GeomFromText('…')`) and words are quoted; a number that seems to describe a body is
//!   refused, as in code.

use std::ops::Range;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::draft::{Draft, checked_length};
use super::ledger::{Ledger, shown};
use super::number::{self, Precision};
use super::polygon::is_convex;
use super::pose::Pose;
use super::{Quote, Source, text_of, unread, wrong_at};

/// Maximum size of a text that is searched for geometries, bytes.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// Functions that change a geometry, in lower case.
const CHANGES: [&str; 9] =
    ["buffer(", "translate(", "rotate", "scale(", "affine", "transform(", "envelope", "simplify", "skew("];

/// Kind of a geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GeometryKind {
    Point,
    Line,
    Polygon,
    /// Set of points, read as its hull.
    Points,
    /// Known geometry that is not read.
    Other,
}

/// Names of geometries; a longer one is before those that it begins with.
const NAMES: [(&str, GeometryKind); 13] = [
    ("MULTIPOINT", GeometryKind::Points),
    ("MULTILINESTRING", GeometryKind::Other),
    ("MULTIPOLYGON", GeometryKind::Other),
    ("GEOMETRYCOLLECTION", GeometryKind::Other),
    ("POLYHEDRALSURFACE", GeometryKind::Other),
    ("CURVEPOLYGON", GeometryKind::Other),
    ("CIRCULARSTRING", GeometryKind::Other),
    ("LINESTRING", GeometryKind::Line),
    ("LINEARRING", GeometryKind::Polygon),
    ("POLYGON", GeometryKind::Polygon),
    ("TRIANGLE", GeometryKind::Polygon),
    ("POINT", GeometryKind::Point),
    ("TIN", GeometryKind::Other),
];

/// Numbers of a point as the text has them; two or three in a geometry that is read.
type Coordinates = Vec<f64>;

/// Geometry in a text, without checks of its points.
struct Geometry {
    kind: GeometryKind,
    /// Lists of points, one per pair of brackets.
    rings: Vec<Vec<Coordinates>>,
    /// Range in the text, bytes.
    range: Range<usize>,
}

/// Offset in the text, bytes, with the reason for refusing the text.
type ErrorAt = (usize, String);

/// Whether a text has a geometry.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_TEXT_BYTES) else { return false };
    geometry_starts(text).next().is_some()
}

/// Start of a geometry in a text.
struct GeometryStart {
    kind: GeometryKind,
    /// Offset of the name, bytes.
    name: usize,
    /// Offset of the opening bracket, bytes.
    bracket: usize,
}

/// Iterates over the starts of the geometries of a text.
fn geometry_starts(text: &str) -> impl Iterator<Item = GeometryStart> {
    text.match_indices('(').filter_map(|(open, _)| {
        let before = text[..open].trim_end();
        // The mark of the dimension is between the name and the bracket: `POINT Z (`.
        let before = ["ZM", "Z", "M"].iter().find_map(|mark| before.strip_suffix(mark)).unwrap_or(before).trim_end();
        let (name, kind) = NAMES.iter().find(|(name, _)| before.ends_with(name))?;
        let start = before.len() - name.len();
        // In `MYPOINT (` and `geo.POINT (` the name belongs to code.
        let is_in_word = before[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
        let inner = text[open + 1..].trim_start().trim_start_matches(['(', ' ']);
        let point = inner.split([',', ')']).next().unwrap_or_default();
        let has_numbers = point.split_whitespace().all(|word| word.parse::<f64>().is_ok());
        let has_point = has_numbers && point.split_whitespace().count() > 1;
        if is_in_word || !has_point && *kind != GeometryKind::Other {
            return None;
        }
        Some(GeometryStart { kind: *kind, name: start, bracket: open })
    })
}

/// Reads the points of a geometry in its brackets.
///
/// # Errors
/// Fails if a word is not a number, a bracket is not closed, or the points have measures.
fn read_geometry(text: &str, geometry_start: &GeometryStart) -> Result<Geometry, ErrorAt> {
    let GeometryStart { kind, name: start, bracket } = *geometry_start;
    let mut depth = 0_usize;
    let mut rings: Vec<Vec<Coordinates>> = Vec::new();
    let mut offset = bracket;
    if text[start..bracket].trim_end().ends_with('M') {
        return Err((start, "geometries with measures (M) are not supported; remove the measures".to_owned()));
    }
    loop {
        let Some(c) = text[offset..].chars().next() else {
            return Err((start, "the geometry that begins here lacks a closing bracket".to_owned()));
        };
        match c {
            '(' => {
                depth += 1;
                rings.push(vec![Vec::new()]);
                offset += 1;
            }
            ')' => {
                depth -= 1;
                offset += 1;
                if depth == 0 {
                    break;
                }
            }
            ',' => {
                if let Some(ring) = rings.last_mut() {
                    ring.push(Vec::new());
                }
                offset += 1;
            }
            c if c.is_whitespace() => offset += c.len_utf8(),
            _ => {
                let length = text[offset..]
                    .find(|c: char| c.is_whitespace() || "(),".contains(c))
                    .unwrap_or(text.len() - offset);
                let word = &text[offset..offset + length];
                let value: f64 = word.parse().map_err(|_| (offset, format!("`{}` is not a number", shown(word))))?;
                let value = checked_length(value).map_err(|why| (offset, why))?;
                if let Some(point) = rings.last_mut().and_then(|ring| ring.last_mut()) {
                    point.push(value);
                }
                offset += length;
            }
        }
    }
    for ring in &mut rings {
        ring.retain(|point| !point.is_empty());
    }
    rings.retain(|ring| !ring.is_empty());
    Ok(Geometry { kind, rings, range: start..offset })
}

/// Converts a geometry to its shape; `width` is the number of coordinates of all points of the text. A point has its
/// place in the pose of the body, not in its shape.
fn shape_of(geometry: Geometry, width: usize) -> Result<Shape, ErrorAt> {
    let start = geometry.range.start;
    let has_several_rings = geometry.rings.len() > 1;
    let points: Vec<Coordinates> = geometry.rings.into_iter().flatten().collect();
    if let Some(point) = points.iter().find(|point| point.len() != width) {
        let count = point.len();
        return Err((start, format!("a point here has {count} numbers, but the points before have {width}")));
    }
    let vertices: Vec<[f64; 3]> = points.iter().map(|p| [p[0], p[1], p.get(2).copied().unwrap_or(0.0)]).collect();
    let unsupported = Err((start, "this kind of geometry is not supported".to_owned()));
    match geometry.kind {
        GeometryKind::Point => match (vertices.len(), width) {
            (1, 2) => Ok(Shape::Circle { radius: 0.0 }),
            (1, _) => Ok(Shape::Sphere { radius: 0.0 }),
            _ => unsupported,
        },
        GeometryKind::Line => match vertices[..] {
            [a, b] => Ok(Shape::Segment { points: [a, b] }),
            _ => {
                let count = vertices.len();
                Err((start, format!("a line must have two points, but has {count}; give its segments one by one")))
            }
        },
        GeometryKind::Polygon if has_several_rings => {
            Err((start, "a polygon with holes is not convex; split it into convex ones".to_owned()))
        }
        GeometryKind::Polygon => hull_of_ring(start, &vertices, width),
        GeometryKind::Points if vertices.is_empty() => unsupported,
        GeometryKind::Points => Ok(hull(&vertices, width)),
        GeometryKind::Other => unsupported,
    }
}

/// Hull of points of the plane or of space.
fn hull(points: &[[f64; 3]], width: usize) -> Shape {
    match width {
        2 => Shape::Polygon { points: points.iter().map(|[x, y, _]| [*x, *y]).collect() },
        _ => Shape::Polytope { points: points.to_vec() },
    }
}

/// Hull of the ring of a polygon; `start` is the offset of errors.
///
/// # Errors
/// Fails if the ring is not closed, a ring of the plane is not convex, or one of space is not a triangle.
fn hull_of_ring(start: usize, ring: &[[f64; 3]], width: usize) -> Result<Shape, ErrorAt> {
    let closed_ring = ring.split_last().filter(|(last, points)| points.len() >= 3 && points[0] == **last);
    let Some((_, points)) = closed_ring else {
        let why = "a ring must have at least 4 points, and the last must repeat the first";
        return Err((start, why.to_owned()));
    };
    if width == 3 && points.len() > 3 {
        let why = "a polygon in space must be a triangle; give the points of a hull as MULTIPOINT Z";
        return Err((start, why.to_owned()));
    }
    let vertices: Vec<[f64; 2]> = points.iter().map(|[x, y, _]| [*x, *y]).collect();
    if width == 3 || is_convex(&vertices) {
        return Ok(hull(points, width));
    }
    Err((start, "this polygon is not convex; split it into convex ones".to_owned()))
}

/// Returns the position of the body of a geometry: the coordinates of a point, with z = 0 in the plane; the origin for
/// other geometries, whose shapes have their coordinates.
fn position_of(geometry: &Geometry) -> [f64; 3] {
    let mut position = [0.0; 3];
    if geometry.kind != GeometryKind::Point {
        return position;
    }
    let first_point = geometry.rings.first().and_then(|ring| ring.first());
    for (target, coordinate) in position.iter_mut().zip(first_point.into_iter().flatten()) {
        *target = *coordinate;
    }
    position
}

/// Reads the geometries of a text as bodies.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let lower = text.to_ascii_lowercase();
    if let Some(offset) = CHANGES.iter().filter_map(|word| lower.find(word)).min() {
        let why = "a geometry is changed here, which is not supported; write the changed geometry";
        return Err(wrong_at(&ledger, source, offset, why));
    }
    let mut precision = Precision::default();
    let mut geometries = Vec::new();
    let mut end = 0;
    for geometry_start in geometry_starts(text) {
        // A geometry inside a collection was read with it.
        if geometry_start.name < end {
            continue;
        }
        let geometry =
            read_geometry(text, &geometry_start).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
        end = geometry.range.end;
        let words = text[geometry.range.clone()].split(|c: char| c.is_whitespace() || "(),".contains(c));
        words.filter_map(number::number).for_each(|number| precision.add(number));
        geometries.push(geometry);
    }
    let mut all_points = geometries.iter().flat_map(|geometry| geometry.rings.iter().flatten());
    let width = all_points.next().map_or(2, Vec::len);
    draft.plane = width == 2;
    for (index, geometry) in geometries.into_iter().enumerate() {
        ledger.take(geometry.range.clone());
        let position = position_of(&geometry);
        let shape = shape_of(geometry, width).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
        let rigid = draft.bodies.len() + 1;
        draft.add(&format!("geometry {}", index + 1), shape, Pose::at(position), rigid);
    }
    if let Some((offset, why)) = unread::find_around(&ledger, text) {
        return Err(wrong_at(&ledger, source, offset, why));
    }
    draft.notes.extend(precision.sentence());
    Ok(ledger.close())
}
