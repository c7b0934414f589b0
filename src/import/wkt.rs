//! Well-known text of geometries (WKT): `POLYGON ((0 0, 2 0, 2 2, 0 0))`, `POINT Z (1 2 3)`, `LINESTRING (0 0, 1 1)`.
//!
//! - **Bodies**: every geometry of the text is a body. A polygon is the hull of its ring, which must be convex; the
//!   last point of a ring, which repeats the first, is dropped.
//! - **Refused**: polygons with holes or that are not convex, lines of more than two points, collections, measures (M).
//! - **Text around**: calls (`ST_GeomFromText('…')`) and words are quoted; a number that seems to describe a body is
//!   refused, as in code.

use std::ops::Range;

use super::draft::{Draft, checked_length};
use super::ledger::{Ledger, shown};
use super::number::{self, Precision};
use super::polygon::is_convex;
use super::pose::Pose;
use super::{Quote, Source, text_of, unread, wrong_at};
use crate::scene::SceneError;
use crate::scene::model::Shape;

/// Maximum size of a text that is searched, bytes.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// Functions that change a geometry, in lower case.
const CHANGES: [&str; 9] =
    ["buffer(", "translate(", "rotate", "scale(", "affine", "transform(", "envelope", "simplify", "skew("];

/// Kind of a geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Point,
    Line,
    Polygon,
    Points,
    /// Known geometry that is not read.
    Other,
}

/// Names of geometries; a longer one is before those that it begins with.
const NAMES: [(&str, Kind); 13] = [
    ("MULTIPOINT", Kind::Points),
    ("MULTILINESTRING", Kind::Other),
    ("MULTIPOLYGON", Kind::Other),
    ("GEOMETRYCOLLECTION", Kind::Other),
    ("POLYHEDRALSURFACE", Kind::Other),
    ("CURVEPOLYGON", Kind::Other),
    ("CIRCULARSTRING", Kind::Other),
    ("LINESTRING", Kind::Line),
    ("LINEARRING", Kind::Polygon),
    ("POLYGON", Kind::Polygon),
    ("TRIANGLE", Kind::Polygon),
    ("POINT", Kind::Point),
    ("TIN", Kind::Other),
];

/// Geometry in a text, without checks of its points.
struct Geometry {
    kind: Kind,
    /// Lists of points, one per pair of brackets; each point has two or three coordinates.
    rings: Vec<Vec<Vec<f64>>>,
    /// Range in the text, bytes.
    at: Range<usize>,
}

/// Offset in the text with a reason for refusal.
type ErrorAt = (usize, String);

/// Whether a text has a geometry.
pub(super) fn looks(bytes: &[u8]) -> bool {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_TEXT_BYTES) else { return false };
    starts(text).next().is_some()
}

/// Returns the offsets of the geometries of a text, with their kinds and the offsets of their brackets.
fn starts(text: &str) -> impl Iterator<Item = (usize, Kind, usize)> {
    text.match_indices('(').filter_map(|(open, _)| {
        let before = text[..open].trim_end();
        let before = ["ZM", "Z", "M"].iter().find_map(|mark| before.strip_suffix(mark)).unwrap_or(before).trim_end();
        let (name, kind) = NAMES.iter().find(|(name, _)| before.ends_with(name))?;
        let start = before.len() - name.len();
        let is_word = before[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
        let inner = text[open + 1..].trim_start().trim_start_matches(['(', ' ']);
        let pair = inner.split([',', ')']).next().unwrap_or_default();
        let is_pair = pair.split_whitespace().count() > 1 && pair.split_whitespace().all(|x| x.parse::<f64>().is_ok());
        (!is_word && (is_pair || *kind == Kind::Other)).then_some((start, *kind, open))
    })
}

/// Reads the geometry that begins at an offset.
fn geometry(text: &str, (start, kind, open): (usize, Kind, usize)) -> Result<Geometry, ErrorAt> {
    let mut depth = 0_usize;
    let mut rings: Vec<Vec<Vec<f64>>> = Vec::new();
    let mut at = open;
    if text[start..open].trim_end().ends_with('M') {
        return Err((start, "geometries with measures (M) are not supported; remove the measures".to_owned()));
    }
    loop {
        let Some(c) = text[at..].chars().next() else {
            return Err((start, "the geometry that begins here lacks a closing bracket".to_owned()));
        };
        match c {
            '(' => {
                depth += 1;
                rings.push(vec![Vec::new()]);
                at += 1;
            }
            ')' => {
                depth -= 1;
                at += 1;
                if depth == 0 {
                    break;
                }
            }
            ',' => {
                if let Some(ring) = rings.last_mut() {
                    ring.push(Vec::new());
                }
                at += 1;
            }
            c if c.is_whitespace() => at += c.len_utf8(),
            _ => {
                let length =
                    text[at..].find(|c: char| c.is_whitespace() || "(),".contains(c)).unwrap_or(text.len() - at);
                let word = &text[at..at + length];
                let value: f64 = word.parse().map_err(|_| (at, format!("`{}` is not a number", shown(word))))?;
                let value = checked_length(value).map_err(|why| (at, why))?;
                if let Some(point) = rings.last_mut().and_then(|ring| ring.last_mut()) {
                    point.push(value);
                }
                at += length;
            }
        }
    }
    for ring in &mut rings {
        ring.retain(|point| !point.is_empty());
    }
    rings.retain(|ring| !ring.is_empty());
    Ok(Geometry { kind, rings, at: start..at })
}

/// Converts a geometry to its shape.
fn shape(geometry: Geometry, width: usize) -> Result<Shape, ErrorAt> {
    let start = geometry.at.start;
    let is_many = geometry.rings.len() > 1;
    let points: Vec<Vec<f64>> = geometry.rings.into_iter().flatten().collect();
    if let Some(point) = points.iter().find(|point| point.len() != width) {
        let found = point.len();
        return Err((start, format!("a point here has {found} numbers, but the points before have {width}")));
    }
    let all: Vec<[f64; 3]> = points.iter().map(|p| [p[0], p[1], p.get(2).copied().unwrap_or(0.0)]).collect();
    match (geometry.kind, all.as_slice()) {
        (Kind::Point, [_]) if width == 2 => Ok(Shape::Circle { radius: 0.0 }),
        (Kind::Point, [_]) => Ok(Shape::Sphere { radius: 0.0 }),
        (Kind::Line, [a, b]) => Ok(Shape::Segment { points: [*a, *b] }),
        (Kind::Line, _) => {
            let count = all.len();
            Err((start, format!("a line must have two points, but has {count}; give its segments one by one")))
        }
        (Kind::Polygon, _) if is_many => {
            Err((start, "a polygon with holes is not convex; split it into convex ones".to_owned()))
        }
        (Kind::Polygon, [first, .., last]) if all.len() > 3 && first == last => {
            ring(start, &all[..all.len() - 1], width)
        }
        (Kind::Polygon, _) => {
            let why = "a ring must have at least 4 points, and the last must repeat the first";
            Err((start, why.to_owned()))
        }
        (Kind::Points, [_, ..]) => Ok(hull(&all, width)),
        _ => Err((start, "this kind of geometry is not supported".to_owned())),
    }
}

/// Hull of points of the plane or of space.
fn hull(points: &[[f64; 3]], width: usize) -> Shape {
    match width {
        2 => Shape::Polygon { points: points.iter().map(|[x, y, _]| [*x, *y]).collect() },
        _ => Shape::Polytope { points: points.to_vec() },
    }
}

/// Hull of the ring of a polygon.
///
/// # Errors
/// Fails if the ring of the plane is not convex.
fn ring(start: usize, points: &[[f64; 3]], width: usize) -> Result<Shape, ErrorAt> {
    if width == 3 && points.len() > 3 {
        let why = "a polygon in space must be a triangle; give the points of a hull as MULTIPOINT Z";
        return Err((start, why.to_owned()));
    }
    let vertices: Vec<[f64; 2]> = points.iter().map(|[x, y, _]| [*x, *y]).collect();
    match width == 3 || is_convex(&vertices) {
        true => Ok(hull(points, width)),
        false => Err((start, "this polygon is not convex; split it into convex ones".to_owned())),
    }
}

/// Reads the geometries of a text as bodies.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let lower = text.to_ascii_lowercase();
    if let Some(at) = CHANGES.iter().filter_map(|word| lower.find(word)).min() {
        let why = "a geometry is changed here, which is not supported; write the changed geometry";
        return Err(wrong_at(&ledger, source, at, why));
    }
    let mut precision = Precision::default();
    let mut all = Vec::new();
    let mut end = 0;
    for found in starts(text) {
        if found.0 < end {
            continue;
        }
        let geometry = geometry(text, found).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
        end = geometry.at.end;
        let words = text[geometry.at.clone()].split(|c: char| c.is_whitespace() || "(),".contains(c));
        words.filter_map(number::number).for_each(|number| precision.add(number));
        all.push(geometry);
    }
    let width = all.iter().flat_map(|geometry| geometry.rings.iter().flatten()).map(Vec::len).next().unwrap_or(2);
    draft.plane = width == 2;
    for (k, geometry) in all.into_iter().enumerate() {
        ledger.take(geometry.at.clone());
        let is_point = geometry.kind == Kind::Point;
        let place = geometry.rings.first().and_then(|ring| ring.first()).cloned().filter(|_| is_point);
        let shape = shape(geometry, width).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
        let mut position = [0.0; 3];
        place.iter().flatten().zip(&mut position).for_each(|(x, own)| *own = *x);
        let rigid = draft.bodies.len() + 1;
        draft.add(&format!("geometry {}", k + 1), shape, Pose::at(position), rigid);
    }
    if let Some((at, why)) = unread::find_around(&ledger, text) {
        return Err(wrong_at(&ledger, source, at, why));
    }
    draft.notes.extend(precision.sentence());
    Ok(ledger.close())
}
