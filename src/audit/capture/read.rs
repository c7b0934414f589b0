//! Reading captures: errors name the JSON path of the field and suggest the nearest known name.

use serde::Deserialize;

use super::error::CaptureError;
use super::step::Step;

/// A line of `batch` with the op `audit`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Name of the op; the caller has checked it.
    #[serde(default)]
    pub op: Option<String>,
    /// Identifier that the answer repeats.
    #[serde(default)]
    pub id: serde_json::Value,
    /// Dimension of the scene, 3.
    #[serde(default)]
    pub dim: Option<u32>,
    /// Step that is judged.
    pub step: Step,
    /// Pair of bodies whose missing contact is to be explained.
    #[serde(default)]
    pub why: Option<[String; 2]>,
    /// Second capture of the same scene.
    #[serde(default)]
    pub against: Option<Step>,
    /// Whether the answer lists every law.
    #[serde(default)]
    pub laws: bool,
}

/// Reads a step from JSON text.
///
/// # Errors
/// The text is not JSON, or a field is unknown, missing or of the wrong type.
pub fn read_step(text: &str) -> Result<Step, CaptureError> {
    serde_json::from_str(text).map_err(|error| located(text, &error))
}

/// Reads a line of `batch` from JSON text.
///
/// # Errors
/// The text is not JSON, or a field is unknown, missing or of the wrong type.
pub fn read_question(text: &str) -> Result<Question, CaptureError> {
    serde_json::from_str(text).map_err(|error| located(text, &error))
}

/// Converts an error of the parser to one with the path of the field.
fn located(text: &str, error: &serde_json::Error) -> CaptureError {
    let full = error.to_string();
    let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(message, _)| message);
    let offset = offset_of(text, error.line(), error.column());
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let Some(("unknown field", [unknown, known @ ..])) =
        message.get(..13).map(|start| (start, names.as_slice())).filter(|(_, names)| !names.is_empty())
    else {
        return CaptureError::new(path_of(&levels_at(text, offset)), message);
    };
    let mut levels = levels_at(text, offset);
    // The parser stops at the key of most objects, and at the end of those that it reads as a whole.
    let is_at_key = text.get(..offset).is_some_and(|read| read.ends_with('"'));
    match levels.last_mut() {
        Some(Level::Object(key)) if is_at_key => (*unknown).clone_into(key),
        Some(_) | None => levels.push(Level::Object((*unknown).to_owned())),
    }
    let path = path_of(&levels);
    let message = match nearest_name(unknown, known) {
        Some(nearest) => format!("unknown field `{unknown}`; the nearest known field is `{nearest}`"),
        None => format!("unknown field `{unknown}`"),
    };
    CaptureError::new(path, message)
}

/// Number of bytes up to a line and column, both from 1, as the parser counts them.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (start + column).min(text.len())
}

/// An object or array that is open at the position of an error.
enum Level {
    /// Object, with the key that was read last.
    Object(String),
    /// Array, with the index of the current element.
    Array(usize),
}

/// Objects and arrays that are open at a byte offset of a text, from the outside in.
fn levels_at(text: &str, offset: usize) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    let mut string: Option<String> = None;
    let mut escaped = false;
    let mut last = String::new();
    for (position, symbol) in text.char_indices() {
        if position >= offset {
            break;
        }
        if let Some(content) = &mut string {
            match (escaped, symbol) {
                (false, '"') => last = string.take().unwrap_or_default(),
                (false, '\\') => escaped = true,
                (true, _) | (false, _) => {
                    escaped = false;
                    content.push(symbol);
                }
            }
            continue;
        }
        match symbol {
            '"' => string = Some(String::new()),
            '{' => levels.push(Level::Object(String::new())),
            '[' => levels.push(Level::Array(0)),
            '}' | ']' => drop(levels.pop()),
            ':' => {
                if let Some(Level::Object(key)) = levels.last_mut() {
                    key.clone_from(&last);
                }
            }
            ',' => {
                if let Some(Level::Array(index)) = levels.last_mut() {
                    *index += 1;
                }
            }
            _ => {}
        }
    }
    levels
}

/// Text of a path through open objects and arrays.
fn path_of(levels: &[Level]) -> String {
    let mut path = String::new();
    for level in levels {
        match level {
            Level::Object(key) if key.is_empty() => {}
            Level::Object(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
            }
            Level::Array(index) => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

/// The known name with the fewest changed letters; `None` if all differ in more than half of their letters.
pub fn nearest_name<'a>(unknown: &str, known: &[&'a str]) -> Option<&'a str> {
    let best = known.iter().min_by_key(|name| edit_distance(unknown, name))?;
    (2 * edit_distance(unknown, best) <= unknown.chars().count().max(best.chars().count())).then_some(*best)
}

/// Number of insertions, deletions and substitutions between two names.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut current = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let substitution = previous[j] + usize::from(x != *y);
            current.push(substitution.min(previous[j + 1] + 1).min(current[j] + 1));
        }
        previous = current;
    }
    previous.last().copied().unwrap_or_default()
}
