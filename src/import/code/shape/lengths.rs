//! Unit of the lengths of a program that a comment states: in, `// all units mm`; out, bodies converted to meters.
//!
//! **Rule.** The unit applies to all lengths if the comment says so, is short and alone in its line, or if the library
//! has one unit. Any other comment with a unit after a number is an error, because it may be about its line alone.

use super::clouds::Cloud;
use crate::code::evaluate::value::{ErrorAt, Ranges};
use crate::code::join::pose_comments::{Lines, content};
use crate::code::join::store::Store;
use crate::draft::Draft;
use crate::{units, unread};

/// Libraries whose programs have one unit for all lengths.
const UNIFORM: [&str; 5] = ["freecad", "cadquery", "build123d", "unreal", "openscad"];

/// Factors between units in code: the program converts its lengths itself.
const FACTORS: [&str; 7] = ["/ 1000", "/1000", "* 0.001", "*0.001", "1e-3", "/ 100.0", "* 0.01"];

/// Maximum number of words of a comment that is only about units: `// Bullet, cm`.
const MAX_SHORT_WORDS: usize = 4;

/// Returns the length of the unit that the comments state, meters; `None` if they state none.
///
/// # Errors
/// Fails if comments state several units, if a comment may be about its line alone, or if the code converts lengths.
pub fn unit(store: &Store, text: &str) -> Result<Option<f64>, ErrorAt> {
    let lines = Lines::of(text);
    let is_uniform = UNIFORM.iter().any(|library| store.uses(library));
    let mut unit: Option<f64> = None;
    let mut converts: Option<bool> = None;
    for comment in &store.comments {
        let whole = text.get(comment.clone()).unwrap_or_default();
        let Some(length) = whole.lines().filter_map(content).find_map(units::stated) else { continue };
        let code = text.get(lines.start(comment.start)..comment.start).unwrap_or_default();
        let lower = whole.to_ascii_lowercase();
        let is_general =
            ["all ", "unit", "everything", "lengths", "dimensions"].iter().any(|word| lower.contains(word));
        let is_short = whole.split_whitespace().count() <= MAX_SHORT_WORDS;
        let is_alone_in_line = code.trim().is_empty();
        if !(is_uniform || is_general || is_alone_in_line && is_short) {
            // A unit after a setting or a result says nothing about bodies.
            let is_aside = !code.contains(|c: char| c.is_ascii_digit())
                || unread::is_about_other_topic(&code.to_ascii_lowercase());
            if !is_alone_in_line && is_aside {
                continue;
            }
            let why = "this comment states a unit, but not whether it is that of all lengths; write the lengths in meters, \
                       or a line such as `// all units mm`";
            return Err((comment.start, why.to_owned()));
        }
        if unit.is_some_and(|previous| previous != length) {
            let why = "comments state several units of length; write all lengths in meters";
            return Err((comment.start, why.to_owned()));
        }
        if *converts.get_or_insert_with(|| FACTORS.iter().any(|factor| text.contains(factor))) {
            let why = "this comment states a unit, and the code converts lengths; write the lengths in meters";
            return Err((comment.start, why.to_owned()));
        }
        unit = Some(length);
    }
    Ok(unit)
}

/// Adds lists of points as bodies, with the unit that a comment states; returns the ranges of the text that state them,
/// bytes.
///
/// # Errors
/// Fails as [`unit`] and `cloud_bodies::add` do.
pub fn add_points(store: &Store, points: Vec<Cloud>, text: &str, draft: &mut Draft) -> Result<Ranges, ErrorAt> {
    let unit = unit(store, text)?;
    let first = draft.bodies.len();
    let used = super::cloud_bodies::add(points, text, draft)?;
    apply(draft, first, unit).map_err(|why| (0, why))?;
    Ok(used)
}

/// Converts the lengths of the bodies from the index `first` on to meters.
///
/// # Errors
/// Fails for a shape whose lengths are not in the scene.
pub fn apply(draft: &mut Draft, first: usize, unit: Option<f64>) -> Result<(), String> {
    let Some(unit) = unit.filter(|unit| *unit != 1.0) else { return Ok(()) };
    draft.notes.retain(|note| !note.ends_with("the scene keeps their numbers unchanged."));
    draft.add_note(format!("A comment states the unit of length, {unit} m; the lengths are converted to meters."));
    units::scale(draft, first, unit)
}
