//! Prepares pasted text for the reader of code: sessions of consoles that print poses, and quoted text (`> `).
//!
//! - **Printed poses** of any console: [`printed_poses`].
//! - **Poses of pybullet.** In a transcript, pybullet prints the pose of a body after a command such as
//!   `>>> p.getBasePositionAndOrientation(a)`. The two lines are replaced by the call that gives the body this pose, so
//!   that the reader of code places it. Their number stays, so that lines in messages are those of the text; columns
//!   stay too, unless the command is inside `print(…)`.
//! - **Quotation marks** at the starts of lines become blanks.

mod printed_poses;

use contact_lens_scene::SceneError;

use super::Source;

/// Prompt of Python before a command.
const PROMPT: &str = ">>> ";

/// Call whose result is the pose of a body.
const GET_POSE: &str = ".getBasePositionAndOrientation(";

/// Call that sets the pose of a body; two bytes longer than [`GET_POSE`].
const SET_POSE: &str = ".resetBasePositionAndOrientation(";

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
    let text = std::str::from_utf8(&source.bytes).ok().filter(|text| text.contains(GET_POSE))?;
    let mut out = String::with_capacity(text.len());
    let mut is_changed = false;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let is_pose_next = lines.peek().is_some_and(|next| is_pose(next));
        let call = if is_pose_next { placing_call(line) } else { None };
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
    if is_changed { Some(Source { bytes: out.into_bytes(), ..source.clone() }) } else { None }
}

/// Returns the beginning of the call that sets the pose of the body whose pose a command prints; `None` for any other
/// line.
fn placing_call(line: &str) -> Option<String> {
    let command = line.strip_prefix(PROMPT)?.trim_end();
    let printed = command.strip_prefix("print(").and_then(|inner| inner.strip_suffix(')'));
    let command = printed.unwrap_or(command);
    let (client, arguments) = command.split_once(GET_POSE)?;
    let (body, end) = arguments.split_once(')')?;
    let is_plain = [client, body].iter().all(|name| name.chars().all(|c| c.is_alphanumeric() || "_[].".contains(c)));
    if !is_plain || !end.trim().is_empty() {
        return None;
    }
    // The prompt has four bytes; the longer name takes two of them, and the comma replaces the bracket.
    Some(format!("  {client}{SET_POSE}{body},\n"))
}

/// Whether a line is a printed position and quaternion: `((0.0, 0.0, 0.5), (0.0, 0.0, 0.0, 1.0))`.
fn is_pose(line: &str) -> bool {
    let inner = line.trim().strip_prefix("((").and_then(|inner| inner.strip_suffix("))"));
    let Some((position, rotation)) = inner.and_then(|inner| inner.split_once("), (")) else { return false };
    has_numbers(position, 3) && has_numbers(rotation, 4)
}

/// Whether a list with commas has exactly `count` entries, all of them finite numbers.
fn has_numbers(list: &str, count: usize) -> bool {
    list.split(',').count() == count && list.split(',').all(|word| word.trim().parse().is_ok_and(f64::is_finite))
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
