//! Lists of bodies with a label each: points after the name of their hull (`points`), and tables in Markdown whose
//! headings state the meaning and unit of each column (`table`).
//!
//! **Strict**: every line is a label, points, a row, or words without numbers that place no body; else other readers
//! try the text.

mod points;
mod table;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::draft::Draft;
use super::pose::Pose;
use super::{Quote, Source, text_of};

/// Name of the format.
pub(super) const FORMAT: &str = "labeled lists";

/// Maximum size of a text that is read as such a list, bytes.
const MAX_TEXT_BYTES: usize = 2 << 20;

/// Body of a list.
#[derive(Clone, Debug, PartialEq)]
struct Listed {
    name: String,
    shape: Shape,
    pose: Pose,
}

/// Bodies of a list.
#[derive(Clone, Debug, PartialEq)]
struct List {
    bodies: Vec<Listed>,
    is_planar: bool,
    /// Length of the unit that the labels or headings state, meters.
    unit: Option<f64>,
}

/// Returns the bodies of a text; `None` if a line of it is not understood.
fn list(text: &str) -> Option<List> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    points::read(text).or_else(|| table::read(text))
}

/// Whether a text is a list of bodies.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| list(text).is_some())
}

/// Reads the bodies of a list.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let List { bodies, is_planar, unit } =
        list(text_of(source)?).ok_or_else(|| source.error("contains no list of bodies"))?;
    let first = draft.bodies.len();
    draft.plane = is_planar;
    for Listed { name, shape, pose } in bodies {
        let rigid = draft.bodies.len() + 1;
        draft.add(&name, shape, pose, rigid);
    }
    if let Some(unit) = unit.filter(|unit| *unit != 1.0) {
        draft.add_note(format!("The text states the unit of length, {unit} m; the lengths are converted to meters."));
        super::units::scale(draft, first, unit).map_err(|why| source.error(why))?;
    }
    Ok(Vec::new())
}

/// Names of units of length, with their lengths in meters.
const UNITS: [(&str, f64); 9] = [
    ("m", 1.0),
    ("meter", 1.0),
    ("meters", 1.0),
    ("metres", 1.0),
    ("cm", 0.01),
    ("mm", 0.001),
    ("millimeters", 0.001),
    ("inch", 0.0254),
    ("inches", 0.0254),
];

/// Returns the length of a unit, meters.
fn unit_of(word: &str) -> Option<f64> {
    UNITS.iter().find(|(own, _)| *own == word).map(|(_, length)| *length)
}

/// Parts of words that place, scale or answer for bodies, so that a line with them is not skipped.
const MEANINGFUL: [&str; 30] = [
    "rotat",
    "scal",
    "shift",
    "moved",
    "offset",
    "mirror",
    "flip",
    "twice",
    "degree",
    "local",
    "relative",
    "above",
    "below",
    "inflat",
    "margin",
    "radius",
    "radii",
    "pose",
    "position",
    "translat",
    "except",
    "sphere",
    "capsule",
    "cylinder",
    "cone",
    "parent",
    "apart",
    "tilt",
    "turned",
    "body frame",
];

/// Words of answers of queries.
const ANSWERS: [&str; 6] = ["distance", "separation", "iteration", "penetration", "depth", "gap"];

/// Words that make a number after them a place.
const PLACING: [&str; 6] = ["at", "by", "to", "from", "with", "are"];

/// Whether a line only states the numbers that a query returns or should return: "distance should be 1".
fn is_answer(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let is_words = !lower.contains(|c: char| "=:([{".contains(c));
    let bare: String = lower.chars().filter(|c| !c.is_ascii_digit()).collect();
    is_words
        && ANSWERS.iter().any(|answer| lower.contains(answer))
        && !words.any(|word| PLACING.contains(&word))
        && is_comment(&bare)
}

/// Whether a line only introduces or comments the list: words without numbers, units, and without words that place a
/// body.
fn is_comment(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let lower = lower.replace("no transform", "").replace("not transformed", "");
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    !lower.contains(|c: char| c.is_ascii_digit())
        && !lower.contains("transform")
        && !MEANINGFUL.iter().any(|part| lower.contains(part))
        && !words.any(|word| unit_of(word).is_some_and(|unit| unit != 1.0))
}
