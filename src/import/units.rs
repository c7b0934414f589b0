//! Reads the unit of length that a comment or a sentence states for all numbers of a text, such as `// all units mm` or
//! `# FreeCAD, mm`, and converts the lengths of bodies to meters.
//!
//! **Rule.** The word of a unit counts if it follows a word such as "in" or "units", or a comma, or if it is all that
//! the comment says, and no number is before it. A comment at the end of a line of code counts only in texts of
//! libraries for construction, whose numbers have one unit; elsewhere it is refused, because it may be about its line.

use contact_lens_scene::model::{Part, Shape};

use super::draft::Draft;

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

/// Word of a text in lower case.
struct Word<'a> {
    /// Offset in the text, bytes.
    offset: usize,
    text: &'a str,
}

/// Returns the length in meters of the unit that the words of a line state; `None` if they state none.
pub(super) fn stated(words: &str) -> Option<f64> {
    let lower = words.to_ascii_lowercase();
    if RESULTS.iter().any(|word| lower.contains(word)) {
        return None;
    }
    let mut words_with_offsets: Vec<Word<'_>> = Vec::new();
    for word in lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '.') {
        let offset = word.as_ptr() as usize - lower.as_ptr() as usize;
        let text = word.trim_end_matches('.');
        if !text.is_empty() {
            words_with_offsets.push(Word { offset, text });
        }
    }
    for (index, word) in words_with_offsets.iter().enumerate() {
        if let Some((_, length)) = UNITS.iter().find(|(unit, _)| *unit == word.text)
            && is_about_all_lengths(&lower, &words_with_offsets, index)
        {
            return Some(*length);
        }
    }
    None
}

/// Whether the unit `words[index]` of a line in lower case is that of all lengths rather than of a single number, by
/// the words next to it.
fn is_about_all_lengths(line: &str, words: &[Word<'_>], index: usize) -> bool {
    let before = index.checked_sub(1).map(|previous| words[previous].text);
    let after = words.get(index + 1).map_or("", |word| word.text);
    let is_listed = line[..words[index].offset].trim_end().ends_with([',', '(', ':', '=']);
    let follows_lead = before.is_none_or(|before| LEADS.contains(&before)) || is_listed;
    let is_amount = before.is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()));
    // "1 unit = 1 cm".
    let is_ratio = before == Some("1") && line.contains("unit");
    let is_limited = after.starts_with(|c: char| c.is_ascii_digit()) || LIMITS.contains(&after) || is_listed;
    let is_end = after.is_empty() || !is_limited;
    (follows_lead && !is_amount || is_ratio) && is_end
}

/// Names of formats of printed texts, as in [`super::FORMATS`], whose lines may state the unit of all lengths.
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
    if !PRINTED.contains(&format) {
        return Ok(());
    }
    let mut unit: Option<f64> = None;
    for line in text.lines() {
        let lower = line.to_ascii_lowercase();
        let Some(length) = stated(line).filter(|_| GENERAL.iter().any(|word| lower.contains(word))) else { continue };
        if unit.is_some_and(|earlier| earlier != length) {
            return Err(String::from("states several units of length; write all lengths in meters"));
        }
        unit = Some(length);
    }
    let Some(unit) = unit else { return Ok(()) };
    draft.add_note(format!("The text states the unit of length, {unit} m; the lengths are converted to meters."));
    scale(draft, first, unit)
}

/// Multiplies all lengths of the bodies from the index `first` on, in shapes and positions.
///
/// # Errors
/// Fails for a shape whose lengths are not in the scene.
pub(super) fn scale(draft: &mut Draft, first: usize, factor: f64) -> Result<(), String> {
    for draft_body in &mut draft.bodies[first..] {
        let body = &mut draft_body.body;
        body.position = times(body.position, factor);
        body.shape = scaled(body.shape.clone(), factor)?;
    }
    Ok(())
}

/// Multiplies the coordinates of a vector.
fn times<const N: usize>(vector: [f64; N], factor: f64) -> [f64; N] {
    vector.map(|x| factor * x)
}

/// Multiplies the lengths of a shape.
///
/// # Errors
/// Fails for a shape whose lengths are not in the scene, such as a mesh in a file.
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
            let mut scaled_parts = Vec::with_capacity(parts.len());
            for part in parts {
                let position = times(part.position, factor);
                scaled_parts.push(Part { shape: scaled(part.shape, factor)?, position, ..part });
            }
            Shape::Compound { parts: scaled_parts }
        }
        Shape::Mesh { .. } | Shape::TriangleMesh { .. } | Shape::HeightField { .. } | Shape::Affine { .. } => {
            return Err(String::from(
                "the text states a unit of length, which is not applied to this shape; write its lengths in meters",
            ));
        }
    })
}
