//! Models inside other text: in fenced code blocks, in quoted or indented lines, in strings of code.
//!
//! - **Method**: a block is a copy of the whole text with blanks for all characters outside the model, so that lines
//!   and columns in messages are those of the text.
//! - **Marks before lines** (`>`, `//`, `#`, `*`) are blanked if the model's first line has the same marks.
//! - **Strings of code**: backslashes before quotes are removed. If each line is a string of its own, its quotes are
//!   removed too.

use super::draft::Draft;
use super::{FORMATS, Format, Quote, Source, fragments, surfaces, text_of};
use crate::scene::{SceneError, mesh, parse};

/// Maximum size of a text in which models are searched, bytes.
const MAX_TEXT_BYTES: usize = 8 << 20;

/// Maximum number of opening braces that are tried as the start of a scene.
const MAX_SCENE_STARTS: usize = 64;

/// Length of a scene's beginning, in which its list of bodies begins, bytes.
const SCENE_HEAD_BYTES: usize = 1 << 16;

/// Length of a capture's beginning, in which its first key is, bytes.
const CAPTURE_HEAD_BYTES: usize = 64;

/// Model inside a text.
pub(super) struct Block {
    pub(super) format: &'static Format,
    pub(super) source: Source,
    /// First and last line of the model, from 1.
    pub(super) lines: [usize; 2],
}

/// Whether a text as a whole is a scene of this program.
pub(super) fn is_scene(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii();
    if !(start.starts_with(b"{") && start.ends_with(b"}")) {
        return false;
    }
    let head = &start[..start.len().min(SCENE_HEAD_BYTES)];
    let beginning = &head[..head.len().min(CAPTURE_HEAD_BYTES)];
    lists_bodies(head) && !has(head, b"\"__type__\"") && !has(beginning, b"\"capture\"")
}

/// Whether bytes contain a word.
pub(super) fn has(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|part| part == word)
}

/// Whether a text has a list called `bodies`; in files of other programs this is an object.
fn lists_bodies(text: &[u8]) -> bool {
    let name = b"\"bodies\"";
    let mut offsets = (0..text.len().saturating_sub(name.len())).filter(|at| text[*at..].starts_with(name));
    offsets.any(|at| {
        let rest = text[at + name.len()..].trim_ascii_start();
        rest.strip_prefix(b":").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"["))
    })
}

/// Reads a scene of this program unchanged.
pub(super) fn read_scene(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let scene = parse(&source.name, &source.bytes)?;
    draft.add_note("The text is already a scene of this program and is not changed.");
    draft.finished = Some(scene);
    Ok(Vec::new())
}

/// Returns the reason for refusal if a line of a text is the first line of a file of a refused kind (USD, COLLADA, …).
pub(super) fn foreign(source: &Source) -> Option<&'static str> {
    let text = text_of(source).ok()?;
    if text.contains("colliders {") && text.contains("bodies {") {
        return Some("is a configuration of Brax, which is not supported; export it as MJCF or URDF");
    }
    let marks = ["usda", "<COLLADA", "$MeshFormat", "version https://git-lfs"];
    let lines = text.lines().map(|line| line.trim_start_matches(['>', ' ', '\t']));
    lines
        .filter(|line| marks.iter().any(|mark| line.trim_start_matches('#').starts_with(mark)))
        .find_map(|line| mesh::unsupported_format_message("", line.as_bytes()))
}

/// Whether a text that begins with a model goes on after the end of its root element with words.
pub(super) fn has_text_after_model(source: &Source) -> bool {
    let Ok(text) = text_of(source) else { return false };
    let text = text.trim_start();
    ROOTS.iter().filter(|root| text.starts_with(&format!("<{root}"))).any(|root| {
        let close = format!("</{root}>");
        let after = text.rfind(&close).map_or("", |at| &text[at + close.len()..]);
        let after = after.trim_start();
        !after.is_empty() && !after.starts_with('<')
    })
}

/// Root elements of models.
const ROOTS: [&str; 3] = ["mujoco", "robot", "sdf"];

/// Functions and fields that move the bodies of a model.
const MOVERS: [&str; 8] = [
    "qpos",
    "mocap_pos",
    "mocap_quat",
    "resetBasePositionAndOrientation(",
    "resetJointState(",
    "basePosition",
    "set_world_pose(",
    "SetJointPosition(",
];

/// Commands that place a model, with its pose as arguments.
const COMMANDS: [&str; 4] = ["static_transform_publisher", "spawn_model", "spawn_entity", "ros_gz_sim create"];

/// Whether a text calls a function that moves bodies, or assigns to such a field.
fn moves(text: &str) -> bool {
    if COMMANDS.iter().any(|command| text.match_indices(command).any(|(at, _)| !is_in_comment(text, at))) {
        return true;
    }
    MOVERS.iter().any(|mover| {
        text.match_indices(mover).filter(|(at, _)| !is_in_comment(text, *at)).any(|(at, _)| {
            let rest = text[at + mover.len()..].lines().next().unwrap_or_default();
            let inner = rest.strip_prefix('[').and_then(|inner| inner.split_once(']'));
            let after = inner.map_or(rest, |(_, after)| after).trim_start();
            mover.ends_with('(') || after.starts_with('=') && !after.starts_with("==")
        })
    })
}

/// Whether an offset is in a comment that ends with its line.
fn is_in_comment(text: &str, at: usize) -> bool {
    let from = text[..at].rfind('\n').map_or(0, |k| k + 1);
    text[from..at].contains('#') || text[from..at].contains("//")
}

/// Whether a text has another model of the format after the first one, each with its end tag.
fn has_several(text: &str, root: &str, [start, end]: [usize; 2]) -> bool {
    let close = format!("</{root}>");
    text[start..end].ends_with(&close)
        && element(&text[end..], root)
            .is_some_and(|(start, close_at)| text[end + start..end + close_at].ends_with(&close))
}

/// Functions that load a model and may place it by the arguments after the name of its file.
const LOADERS: [&str; 6] =
    ["loadURDF", "loadSDF", "load_urdf", "loadMJCF", "resetBasePositionAndOrientation", "addURDF"];

/// Keys of arguments that do not place a model.
const PLAIN_KEYS: [&str; 6] =
    ["useFixedBase", "fixed", "flags", "physicsClientId", "useMaximalCoordinates", "useMaximalCoords"];

/// Reason for refusal if the text around a model moves it.
const MOVED: &str = "gives a pose to the model that it contains, which is not supported; write the pose into the model";

/// Returns the reason for refusal if the text around a model moves the model (as a request to Gazebo or a program
/// does), makes shapes of its own, or contains another model of the format.
pub(super) fn contradiction(source: &Source) -> Option<&'static str> {
    let text = text_of(source).ok()?;
    let models: Vec<(&str, usize, usize)> =
        ROOTS.iter().filter_map(|root| element(text, root).map(|(start, end)| (*root, start, end))).collect();
    let moved = models.iter().any(|(root, start, end)| {
        let is_request = *root == "sdf";
        around(text, *start, *end)
            .iter()
            .any(|part| moves(part) || is_request && (part.contains("pose: {") || part.contains("pose {")))
    });
    if moved {
        return Some(MOVED);
    }
    if let Some((_, start, end)) = models.first().filter(|_| text.len() <= MAX_TEXT_BYTES) {
        let outside = around(text, *start, *end);
        if outside.iter().any(|part| loads_elsewhere(part)) {
            return Some(MOVED);
        }
        if outside.iter().any(|part| super::unread::states_body(part)) {
            return Some("contains a model and a sentence about another body; write that body into the model");
        }
        if super::code::looks(outside.join("\n").as_bytes()) {
            return Some("contains a model and code that makes shapes of its own; import one of them alone");
        }
    }
    let several = models.iter().any(|(root, start, end)| has_several(text, root, [*start, *end]));
    several.then_some("contains several models of one format; import them one by one")
}

/// Returns the parts of a text before and after a range.
fn around(text: &str, start: usize, end: usize) -> [&str; 2] {
    [&text[..start], text.get(end..).unwrap_or_default()]
}

/// Whether a text loads a model at another place than the origin.
fn loads_elsewhere(text: &str) -> bool {
    LOADERS.iter().any(|name| text.match_indices(name).any(|(at, _)| places(&text[at + name.len()..])))
}

/// Whether the arguments at the start of a text place a model: anything but zeros and flags after the first one.
fn places(after: &str) -> bool {
    let Some(inside) = after.strip_prefix('(') else { return false };
    let mut depth = 0;
    let mut arguments = vec![String::new()];
    for c in inside.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => break,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push(c);
        }
    }
    let given = arguments.iter().skip(1).map(|argument| argument.trim()).filter(|argument| !argument.is_empty());
    let mut unplaced = given.filter(|argument| {
        let key = argument.split('=').next().unwrap_or_default().trim();
        let is_plain = PLAIN_KEYS.contains(&key);
        let numbers: Vec<f64> =
            argument.split(['[', ']', ',', '(', ')', '=']).filter_map(|part| part.trim().parse().ok()).collect();
        let is_identity = argument.contains('[') && (numbers == [0.0, 0.0, 0.0] || numbers == [0.0, 0.0, 0.0, 1.0]);
        !is_plain && !is_identity
    });
    unplaced.next().is_some()
}

/// Returns the models inside a text, in order.
pub(super) fn blocks(source: &Source) -> Vec<Block> {
    let Ok(text) = text_of(source) else { return Vec::new() };
    if text.len() > MAX_TEXT_BYTES {
        return Vec::new();
    }
    let mut found: Vec<(usize, usize, &'static str)> = Vec::new();
    for (root, format) in [("mujoco", "MJCF"), ("robot", "URDF"), ("sdf", "SDF")] {
        found.extend(element(text, root).map(|(start, end)| (start, end, format)));
    }
    found.extend(scene(text).map(|(start, end)| (start, end, "scene")));
    found.extend(surfaces::off_range(text).map(|range| (range.start, range.end, "OFF")));
    found.sort_unstable();
    found
        .into_iter()
        .filter_map(|(start, end, name)| {
            let format = FORMATS.iter().find(|format| format.name == name)?;
            let bytes = blank_outside(text, start, end).into_bytes();
            let lines = [line_at(text, start), line_at(text, end.saturating_sub(1).max(start))];
            Some(Block { format, source: Source { bytes, ..source.clone() }, lines })
        })
        .collect()
}

/// Returns elements of a model that were pasted without their root, with the root that they need.
pub(super) fn fragment(source: &Source) -> Option<Block> {
    let text = text_of(source).ok().filter(|text| text.len() <= MAX_TEXT_BYTES)?;
    let fragments::Fragment { format, text: own, range } = fragments::find(text)?;
    let format = FORMATS.iter().find(|row| row.name == format)?;
    let lines = [line_at(text, range.start), line_at(text, range.end.saturating_sub(1))];
    Some(Block { format, source: Source { bytes: own.into_bytes(), ..source.clone() }, lines })
}

/// Returns the line of an offset, from 1.
fn line_at(text: &str, at: usize) -> usize {
    text[..at].bytes().filter(|byte| *byte == b'\n').count() + 1
}

/// Whether the name of a tag ends before this text.
fn ends_name(after: &str) -> bool {
    after.starts_with(|c: char| c.is_whitespace() || c == '>' || c == '\\')
}

/// Returns the range of the first element with this name, to its first end tag or else to the end of the text.
fn element(text: &str, root: &str) -> Option<(usize, usize)> {
    let open = format!("<{root}");
    let (start, _) = text.match_indices(&open).find(|(at, _)| ends_name(&text[at + open.len()..]))?;
    let close = format!("</{root}>");
    let end = text[start..].find(&close).map_or(text.len(), |at| start + at + close.len());
    Some((start, end))
}

/// Returns the range of the first object with a list of bodies.
fn scene(text: &str) -> Option<(usize, usize)> {
    let mut tries = 0;
    for (at, _) in text.match_indices("\"bodies\"") {
        for (start, _) in text[..at].rmatch_indices('{') {
            tries += 1;
            if tries > MAX_SCENE_STARTS {
                return None;
            }
            let plain = blank_outside(text, start, text.len());
            let from = plain.find('{')?;
            let mut values = serde_json::Deserializer::from_str(&plain[from..]).into_iter::<serde_json::Value>();
            let Some(Ok(value)) = values.next() else { continue };
            if !value["bodies"].is_array() {
                continue;
            }
            // Blanking marks preserves positions, so the end is the same in the text.
            return Some((start, start + values.byte_offset()));
        }
    }
    None
}

/// Returns the text with blanks for everything but the model from `start` to `end`.
fn blank_outside(text: &str, start: usize, end: usize) -> String {
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let mark = text[line_start..start].trim();
    let is_mark = !mark.is_empty() && mark.chars().all(|c| ">/#*;%|- ".contains(c));
    let inside = &text[start..end];
    // Code in which each line of the model is a string of its own: `"<mujoco>\n"`.
    let is_string_per_line =
        mark.ends_with('"') && inside.lines().skip(1).take(4).all(|line| line.trim_start().starts_with('"'));
    let escaped = inside.contains("\\\"");
    let mut out = String::with_capacity(end);
    blank(&text[..start], &mut out);
    for (k, line) in inside.split_inclusive('\n').enumerate() {
        let mut line = line.to_owned();
        if k > 0 && is_mark {
            let rest = line.trim_start();
            let indent = line.len() - rest.len();
            let count = rest.bytes().take_while(|byte| mark.as_bytes().contains(byte)).count();
            let count = count.min(mark.len());
            line = format!("{}{}{}", &line[..indent], " ".repeat(count), &rest[count..]);
        }
        if is_string_per_line {
            line = without_quotes(&line, k > 0);
        }
        if escaped {
            line = line.replace("\\\"", "\"").replace("\\n", "  ").replace("\\t", "  ");
        }
        out.push_str(&line);
    }
    out
}

/// Removes the quotes from a line of code that contains a string.
fn without_quotes(line: &str, opens: bool) -> String {
    let mut kept = line.trim_end().trim_end_matches([';', ')', ',', '+', '\\', ' ']).to_owned();
    if kept.ends_with('"') {
        kept.pop();
    }
    if kept.ends_with("\\n") {
        kept.truncate(kept.len() - 2);
    }
    if opens {
        kept = kept.replacen('"', " ", 1);
    }
    if line.ends_with('\n') {
        kept.push('\n');
    }
    kept
}

/// Appends a blank for each character except line ends.
fn blank(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
}
