//! Sessions of consoles that print poses ([`printed_poses`]), and of Python's prompt that print poses of pybullet: a
//! command `>>> p.getBasePositionAndOrientation(a)` and its result in the next line.
//!
//! **Method.** Such a pair of lines is replaced by the call that gives the body this pose, so that the reader of code
//! places it. The call has the length of the command: offsets and lines in messages are those of the text.

mod printed_poses;

use super::Source;
use crate::scene::SceneError;

/// Prompt of Python before a command.
const PROMPT: &str = ">>> ";

/// Call whose result is the pose of a body.
const PRINTS: &str = ".getBasePositionAndOrientation(";

/// Call that sets the pose of a body; two bytes longer than [`PRINTS`].
const PLACES: &str = ".resetBasePositionAndOrientation(";

/// Returns a source in which the code sets the printed poses; `None` if it prints none.
///
/// # Errors
/// Fails if a printed pose or size is not understood.
pub(super) fn with_printed_poses(source: &Source) -> Result<Option<Source>, SceneError> {
    if let Some(placed) = with_placing_calls(source) {
        return Ok(Some(placed));
    }
    let Ok(text) = std::str::from_utf8(&source.bytes) else { return Ok(None) };
    match printed_poses::assigned(text) {
        Ok(assigned) => Ok(assigned.map(|text| Source { bytes: text.into_bytes(), ..source.clone() })),
        Err((line, why)) => Err(SceneError { line: line + 1, column: 1, ..source.error(why) }),
    }
}

/// Returns a source in which printed poses of pybullet are set by calls; `None` if it prints none.
fn with_placing_calls(source: &Source) -> Option<Source> {
    let text = std::str::from_utf8(&source.bytes).ok().filter(|text| text.contains(PRINTS))?;
    let mut out = String::with_capacity(text.len());
    let mut is_changed = false;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let call = lines.peek().filter(|next| is_pose(next)).and_then(|_| placing_call(line));
        let Some(call) = call else {
            out.push_str(line);
            continue;
        };
        let next = lines.next().unwrap_or_default();
        out.push_str(&call);
        // The first bracket opens the pair, which becomes two arguments of the call.
        out.push_str(&next.replacen('(', " ", 1));
        is_changed = true;
    }
    is_changed.then(|| Source { bytes: out.into_bytes(), ..source.clone() })
}

/// Returns the beginning of the call that sets the pose of the body whose pose a command prints; `None` for any other
/// line.
fn placing_call(line: &str) -> Option<String> {
    let command = line.strip_prefix(PROMPT)?.trim_end();
    let printed = command.strip_prefix("print(").and_then(|inner| inner.strip_suffix(')'));
    let command = printed.unwrap_or(command);
    let (client, arguments) = command.split_once(PRINTS)?;
    let (body, end) = arguments.split_once(')')?;
    let is_plain = [client, body].iter().all(|name| name.chars().all(|c| c.is_alphanumeric() || "_[].".contains(c)));
    (is_plain && end.trim().is_empty()).then(|| format!("  {client}{PLACES}{body},\n"))
}

/// Whether a line is a printed position and quaternion: `((0.0, 0.0, 0.5), (0.0, 0.0, 0.0, 1.0))`.
fn is_pose(line: &str) -> bool {
    let inner = line.trim().strip_prefix("((").and_then(|inner| inner.strip_suffix("))"));
    let Some((position, rotation)) = inner.and_then(|inner| inner.split_once("), (")) else { return false };
    [(position, 3), (rotation, 4)].iter().all(|(part, count)| {
        let numbers = part.split(',').filter(|word| word.trim().parse().is_ok_and(f64::is_finite));
        numbers.count() == *count && part.split(',').count() == *count
    })
}

/// Replaces the marks of a quoted text, in which every line begins with `>`, by blanks, so that columns do not change;
/// `None` for any other text.
pub(super) fn without_quotes(source: &Source) -> Option<Source> {
    let text = std::str::from_utf8(&source.bytes).ok()?;
    let mut lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty()).peekable();
    lines.peek()?;
    if !lines.all(|line| line.starts_with('>') && !line.starts_with(">>>")) {
        return None;
    }
    let mut bytes = source.bytes.clone();
    let mut begins_line = true;
    for byte in &mut bytes {
        match *byte {
            b'>' if begins_line => *byte = b' ',
            b'\n' => begins_line = true,
            b' ' | b'\t' => {}
            _ => begins_line = false,
        }
    }
    Some(Source { bytes, ..source.clone() })
}
