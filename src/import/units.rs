//! Units of length that a comment or a sentence states for all numbers of a text: `// all units mm`, `# FreeCAD, mm`.
//!
//! **Rule.** The word of a unit counts if it follows a word such as "in" or "units", or a comma, or if it is all that
//! the comment says, and no number is before it. A comment at the end of a line of code counts only in texts of
//! libraries for construction, whose numbers have one unit; elsewhere it is refused, because it may be about its line.

use super::draft::Draft;
use super::pose::Pose;
use crate::scene::model::{Part, Shape};

/// Units, with their length in meters.
const UNITS: [(&str, f64); 12] = [
    ("mm", 0.001),
    ("millimeter", 0.001),
    ("millimeters", 0.001),
    ("millimetre", 0.001),
    ("millimetres", 0.001),
    ("cm", 0.01),
    ("centimeter", 0.01),
    ("centimeters", 0.01),
    ("centimetre", 0.01),
    ("centimetres", 0.01),
    ("inch", 0.0254),
    ("inches", 0.0254),
];

/// Words before the word of a unit.
const LEADS: [&str; 14] = [
    "in",
    "unit",
    "units",
    "are",
    "is",
    "all",
    "lengths",
    "dimensions",
    "sizes",
    "everything",
    "numbers",
    "values",
    "coordinates",
    "uses",
];

/// Words after the word of a unit that limit it to something else.
const LIMITS: [&str; 7] = ["into", "of", "apart", "off", "error", "deep", "per"];

/// Parts of words about results and settings, whose unit is not that of the bodies.
const RESULTS: [&str; 14] = [
    "error",
    "depth",
    "penetr",
    "toler",
    "gap",
    "distance",
    "margin",
    "deviation",
    "noise",
    "speed",
    "veloc",
    "accura",
    "precision",
    "overlap",
];

/// Returns the length of the unit that words state, meters; `None` if they state none.
pub(super) fn stated(words: &str) -> Option<f64> {
    let lower = words.to_ascii_lowercase();
    if RESULTS.iter().any(|word| lower.contains(word)) {
        return None;
    }
    let all: Vec<(usize, &str)> = lower
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '.')
        .map(|word| (word.as_ptr() as usize - lower.as_ptr() as usize, word.trim_end_matches('.')))
        .filter(|(_, word)| !word.is_empty())
        .collect();
    let has_unit = lower.contains("unit");
    all.iter().enumerate().find_map(|(k, (at, word))| {
        let (_, length) = UNITS.iter().find(|(unit, _)| unit == word)?;
        let before = k.checked_sub(1).map(|k| all[k].1);
        let after = all.get(k + 1).map_or("", |(_, word)| *word);
        let is_listed = lower[..*at].trim_end().ends_with([',', '(', ':', '=']);
        let leads = before.is_none_or(|before| LEADS.contains(&before)) || is_listed;
        let is_amount = before.is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()));
        // "1 unit = 1 cm".
        let is_ratio = is_amount && before == Some("1") && has_unit;
        let is_end = after.is_empty()
            || !after.starts_with(|c: char| c.is_ascii_digit()) && !LIMITS.contains(&after) && !is_listed;
        ((leads && !is_amount || is_ratio) && is_end).then_some(*length)
    })
}

/// Formats of printed texts whose lines may state the unit of all lengths.
const PRINTED: [&str; 6] = ["records", "printed shapes", "points", "OBJ", "OFF", "WKT"];

/// Words of lines about all lengths of a text.
const GENERAL: [&str; 9] =
    ["unit", "lengths", "all ", "everything", "dimensions", "coordinates", "points", "vertices", "positions"];

/// Converts the lengths of the bodies from the index `first` on to meters, if a line of a printed text states their
/// unit.
///
/// # Errors
/// Fails if lines state several units, or for a shape whose lengths are not in the scene.
pub(super) fn convert_printed(format: &str, text: &str, draft: &mut Draft, first: usize) -> Result<(), String> {
    let mut unit: Option<f64> = None;
    for line in text.lines().filter(|_| PRINTED.contains(&format)) {
        let lower = line.to_ascii_lowercase();
        let Some(length) = stated(line).filter(|_| GENERAL.iter().any(|word| lower.contains(word))) else { continue };
        if unit.is_some_and(|own| own != length) {
            return Err(String::from("states several units of length; write all lengths in meters"));
        }
        unit = Some(length);
    }
    match unit {
        Some(unit) => {
            draft.add_note(format!(
                "The text states the unit of length, {unit} m; the lengths are converted to meters."
            ));
            scale(draft, first, unit)
        }
        None => Ok(()),
    }
}

/// Multiplies all lengths of the bodies from the index `first` on.
///
/// # Errors
/// Fails for a shape whose lengths are not in the scene.
pub(super) fn scale(draft: &mut Draft, first: usize, factor: f64) -> Result<(), String> {
    for part in &mut draft.bodies[first..] {
        part.body.position = part.body.position.map(|x| factor * x);
        part.body.shape = scaled(part.body.shape.clone(), factor)?;
    }
    Ok(())
}

/// Multiplies the coordinates of a vector.
fn times<const N: usize>(vector: [f64; N], factor: f64) -> [f64; N] {
    vector.map(|x| factor * x)
}

/// Multiplies the lengths of a shape.
fn scaled(shape: Shape, factor: f64) -> Result<Shape, String> {
    Ok(match shape {
        Shape::Sphere { radius } => Shape::Sphere { radius: factor * radius },
        Shape::Circle { radius } => Shape::Circle { radius: factor * radius },
        Shape::Box { half_extents } => Shape::Box { half_extents: times(half_extents, factor) },
        Shape::Rectangle { half_extents } => Shape::Rectangle { half_extents: times(half_extents, factor) },
        Shape::Cylinder { radius, half_height, axis } => {
            Shape::Cylinder { radius: factor * radius, half_height: factor * half_height, axis }
        }
        Shape::Cone { radius, half_height, axis } => {
            Shape::Cone { radius: factor * radius, half_height: factor * half_height, axis }
        }
        Shape::Capsule { radius, half_height, axis } => {
            Shape::Capsule { radius: factor * radius, half_height: factor * half_height, axis }
        }
        Shape::Ellipsoid { radii } => Shape::Ellipsoid { radii: times(radii, factor) },
        Shape::Segment { points } => Shape::Segment { points: points.map(|point| times(point, factor)) },
        Shape::Triangle { points } => Shape::Triangle { points: points.map(|point| times(point, factor)) },
        Shape::Polytope { points } => {
            Shape::Polytope { points: points.into_iter().map(|point| times(point, factor)).collect() }
        }
        Shape::Polygon { points } => {
            Shape::Polygon { points: points.into_iter().map(|point| times(point, factor)).collect() }
        }
        Shape::HalfSpace { normal, offset } => Shape::HalfSpace { normal, offset: factor * offset },
        Shape::Inflate { radius, shape } => {
            Shape::Inflate { radius: factor * radius, shape: Box::new(scaled(*shape, factor)?) }
        }
        Shape::Compound { parts } => {
            let parts: Result<Vec<Part>, String> = parts
                .into_iter()
                .map(|part| {
                    let position = Pose::at(times(part.position, factor)).position;
                    Ok(Part { shape: scaled(part.shape, factor)?, position, ..part })
                })
                .collect();
            Shape::Compound { parts: parts? }
        }
        Shape::Mesh { .. } | Shape::TriangleMesh { .. } | Shape::HeightField { .. } | Shape::Affine { .. } => {
            return Err(String::from(
                "the text states a unit of length, which is not applied to this shape; write its lengths in meters",
            ));
        }
    })
}
