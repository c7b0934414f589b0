//! Search for models inside other text: in fenced code blocks, in quoted or indented lines, in strings of code. The
//! result is a [`Block`] per model, which the reader of its format gets; text around a model that contradicts it is
//! refused.
//!
//! - **Method**: a block is a copy of the whole text with blanks for all characters outside the model, so that lines
//!   and columns in messages are those of the text.
//! - **Marks before lines** (`>`, `//`, `#`, `*`) are blanked if the model's first line has the same marks.
//! - **Strings of code**: backslashes before quotes are removed. If each line is a string of its own, its quotes are
//!   removed too.

use std::ops::Range;

use contact_lens_scene::{SceneError, mesh, parse};

use super::draft::Draft;
use super::placing::functions;
use super::{FORMATS, Format, Quote, Source, fragments, surfaces, text_of};

/// Maximum size of a text in which models are searched, bytes; larger files are not pasted text.
const MAX_TEXT_BYTES: usize = 8 << 20;

/// Maximum number of opening braces that are tried as the start of a scene, because each try parses JSON.
const MAX_SCENE_STARTS: usize = 64;

/// Length of a scene's beginning, in which its list of bodies begins, bytes.
const SCENE_HEAD_BYTES: usize = 1 << 16;

/// Length of a capture's beginning, in which its first key is, bytes.
const CAPTURE_HEAD_BYTES: usize = 64;

/// Model inside a text.
pub(super) struct Block {
    pub(super) format: &'static Format,
    /// Text of the model, with blanks for the text around it.
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
    lists_bodies(head) && !contains_word(head, b"\"__type__\"") && !contains_word(beginning, b"\"capture\"")
}

/// Whether bytes contain a word.
pub(super) fn contains_word(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

/// Whether a text has a list called `bodies`; in files of other programs this is an object.
fn lists_bodies(text: &[u8]) -> bool {
    let name = b"\"bodies\"";
    let mut offsets = (0..text.len().saturating_sub(name.len())).filter(|offset| text[*offset..].starts_with(name));
    offsets.any(|offset| {
        let after_name = text[offset + name.len()..].trim_ascii_start();
        after_name.strip_prefix(b":").is_some_and(|value| value.trim_ascii_start().starts_with(b"["))
    })
}

/// Reads a scene of this program unchanged.
pub(super) fn read_scene(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let scene = parse(&source.name, &source.bytes)?;
    draft.add_note("The text is already a scene of this program and is not changed.");
    draft.finished = Some(scene);
    Ok(Vec::new())
}

/// Returns the reason for refusal, to follow the word "text that", if a line of a text is the first line of a file of a
/// refused kind (USD, COLLADA, …); `None` for any other text.
pub(super) fn unsupported_format_reason(source: &Source) -> Option<&'static str> {
    let text = text_of(source).ok()?;
    if text.contains("colliders {") && text.contains("bodies {") {
        return Some("is a configuration of Brax, which is not supported; export it as MJCF or URDF");
    }
    let first_words = ["usda", "<COLLADA", "$MeshFormat", "version https://git-lfs"];
    let lines = text.lines().map(|line| line.trim_start_matches(['>', ' ', '\t']));
    let mut candidates =
        lines.filter(|line| first_words.iter().any(|word| line.trim_start_matches('#').starts_with(word)));
    candidates.find_map(|line| mesh::unsupported_format_message("", line.as_bytes()))
}

/// Whether a text that begins with a model goes on after the end of its root element with words.
pub(super) fn has_text_after_model(source: &Source) -> bool {
    let Ok(text) = text_of(source) else { return false };
    let text = text.trim_start();
    let Some(root) = ROOTS.iter().find(|root| text.starts_with(&format!("<{root}"))) else { return false };
    let end_tag = format!("</{root}>");
    let Some(offset) = text.rfind(&end_tag) else { return false };
    let after = text[offset + end_tag.len()..].trim_start();
    !after.is_empty() && !after.starts_with('<')
}

/// Root elements of models.
const ROOTS: [&str; 3] = ["mujoco", "robot", "sdf"];

/// Commands that place a model, with its pose as arguments.
const COMMANDS: [&str; 4] = ["static_transform_publisher", "spawn_model", "spawn_entity", "ros_gz_sim create"];

/// Whether a text calls a function that moves bodies, or assigns to such a field.
fn moves_bodies(text: &str) -> bool {
    let mut commands = COMMANDS.iter().flat_map(|command| text.match_indices(command));
    if commands.any(|(offset, _)| !is_in_comment(text, offset)) {
        return true;
    }
    functions::movers_of_models(text).any(|(end, is_function)| {
        let after_name = &text[end..];
        let moves = if is_function { after_name.starts_with('(') } else { is_assigned(after_name) };
        moves && !is_in_comment(text, end)
    })
}

/// Whether the text after the name of a field, `= …` or `[0] = …`, assigns to the field or to one of its items.
fn is_assigned(after_name: &str) -> bool {
    let line = after_name.split('\n').next().unwrap_or_default();
    let index_and_after = line.strip_prefix('[').and_then(|index| index.split_once(']'));
    let after_index = index_and_after.map_or(line, |(_, after)| after).trim_start();
    after_index.starts_with('=') && !after_index.starts_with("==")
}

/// Whether an offset is in a comment that ends with its line.
fn is_in_comment(text: &str, offset: usize) -> bool {
    let line_start = text[..offset].rfind('\n').map_or(0, |line_end| line_end + 1);
    let before = &text[line_start..offset];
    before.contains('#') || before.contains("//")
}

/// Whether a text has another model with the same root after the range of the first one, each with its end tag.
fn has_second_model(text: &str, root: &str, first: Range<usize>) -> bool {
    let end_tag = format!("</{root}>");
    let after = &text[first.end..];
    text[first].ends_with(&end_tag)
        && element_range(after, root).is_some_and(|second| after[second].ends_with(&end_tag))
}

/// Functions that load a model and may place it by the arguments after the name of its file.
const LOADERS: [&str; 6] =
    ["loadURDF", "loadSDF", "load_urdf", "loadMJCF", "resetBasePositionAndOrientation", "addURDF"];

/// Keys of arguments that do not place a model.
const HARMLESS_KEYS: [&str; 6] =
    ["useFixedBase", "fixed", "flags", "physicsClientId", "useMaximalCoordinates", "useMaximalCoords"];

/// Reason for refusal of a model that the text around it moves.
const MOVED: &str = "gives a pose to the model that it contains, which is not supported; write the pose into the model";

/// Returns the reason for refusal, to follow the name of the source, if the text around a model moves the model (as a
/// request to Gazebo or a program does), makes shapes of its own, or contains another model of the format; `None` if
/// nothing contradicts the model.
pub(super) fn conflict_reason(source: &Source) -> Option<&'static str> {
    let text = text_of(source).ok()?;
    let models: Vec<(&str, Range<usize>)> =
        ROOTS.iter().filter_map(|root| Some((*root, element_range(text, root)?))).collect();
    for (root, range) in &models {
        // Requests to Gazebo have the pose next to the SDF.
        let may_be_request = *root == "sdf";
        for part in text_around(text, range) {
            let has_pose = part.contains("pose: {") || part.contains("pose {");
            if moves_bodies(part) || may_be_request && has_pose {
                return Some(MOVED);
            }
        }
    }
    if let Some((_, range)) = models.first().filter(|_| text.len() <= MAX_TEXT_BYTES) {
        let outside = text_around(text, range);
        if outside.iter().any(|part| loads_elsewhere(part)) {
            return Some(MOVED);
        }
        if outside.iter().any(|part| super::unread::states_body(part)) {
            return Some("contains a model and a sentence about another body; write that body into the model");
        }
        if super::code::recognizes(outside.join("\n").as_bytes()) {
            return Some("contains a model and code that makes shapes of its own; import one of them alone");
        }
    }
    let has_several = models.iter().any(|(root, range)| has_second_model(text, root, range.clone()));
    has_several.then_some("contains several models of one format; import them one by one")
}

/// Returns the parts of a text before and after a range.
fn text_around<'a>(text: &'a str, range: &Range<usize>) -> [&'a str; 2] {
    [&text[..range.start], text.get(range.end..).unwrap_or_default()]
}

/// Whether a text loads a model at another place than the origin.
fn loads_elsewhere(text: &str) -> bool {
    LOADERS
        .iter()
        .any(|name| text.match_indices(name).any(|(offset, _)| has_placing_arguments(&text[offset + name.len()..])))
}

/// Whether the arguments after the name of a function place a model: one after the first is neither an identity nor a
/// flag.
fn has_placing_arguments(after_name: &str) -> bool {
    let Some(after_paren) = after_name.strip_prefix('(') else { return false };
    let arguments = split_arguments(after_paren);
    let later_arguments = arguments.iter().skip(1).map(|argument| argument.trim());
    later_arguments.filter(|argument| !argument.is_empty()).any(|argument| {
        let key = argument.split('=').next().unwrap_or_default().trim();
        !HARMLESS_KEYS.contains(&key) && !is_identity(argument)
    })
}

/// Whether an argument is a list of a zero position or an identity quaternion in the order x, y, z, w.
fn is_identity(argument: &str) -> bool {
    let words = argument.split(['[', ']', ',', '(', ')', '=']);
    let numbers: Vec<f64> = words.filter_map(|word| word.trim().parse().ok()).collect();
    argument.contains('[') && (numbers == [0.0, 0.0, 0.0] || numbers == [0.0, 0.0, 0.0, 1.0])
}

/// Splits the text after an opening parenthesis at its commas, up to the closing parenthesis.
fn split_arguments(after_paren: &str) -> Vec<String> {
    let mut depth = 0;
    let mut arguments = vec![String::new()];
    for c in after_paren.chars() {
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
    arguments
}

/// Returns the models inside a text, in order: the first one of each format.
pub(super) fn find_models(source: &Source) -> Vec<Block> {
    let Ok(text) = text_of(source) else { return Vec::new() };
    if text.len() > MAX_TEXT_BYTES {
        return Vec::new();
    }
    // Ranges of the models, with the names of their formats.
    let mut models: Vec<(Range<usize>, &'static str)> = Vec::new();
    for (root, format_name) in [("mujoco", "MJCF"), ("robot", "URDF"), ("sdf", "SDF")] {
        models.extend(element_range(text, root).map(|range| (range, format_name)));
    }
    models.extend(scene_range(text).map(|range| (range, "scene")));
    models.extend(surfaces::off_range(text).map(|range| (range, "OFF")));
    models.sort_unstable_by_key(|(range, format_name)| (range.start, range.end, *format_name));
    models
        .into_iter()
        .filter_map(|(range, format_name)| {
            let format = FORMATS.iter().find(|format| format.name == format_name)?;
            let last = range.end.saturating_sub(1).max(range.start);
            let lines = [line_at(text, range.start), line_at(text, last)];
            let bytes = blank_outside(text, range).into_bytes();
            Some(Block { format, source: Source { bytes, ..source.clone() }, lines })
        })
        .collect()
}

/// Returns elements of a model that were pasted without their root, with the root that they need; `None` if there are
/// none, or if their meaning depends on elements that the text lacks.
pub(super) fn find_fragment(source: &Source) -> Option<Block> {
    let text = text_of(source).ok().filter(|text| text.len() <= MAX_TEXT_BYTES)?;
    let fragments::Fragment { format: format_name, text: rooted_text, range } = fragments::find(text)?;
    let format = FORMATS.iter().find(|format| format.name == format_name)?;
    let lines = [line_at(text, range.start), line_at(text, range.end.saturating_sub(1))];
    Some(Block { format, source: Source { bytes: rooted_text.into_bytes(), ..source.clone() }, lines })
}

/// Returns the line of an offset, from 1.
fn line_at(text: &str, offset: usize) -> usize {
    text[..offset].bytes().filter(|byte| *byte == b'\n').count() + 1
}

/// Whether the name of a tag ends before this text; a backslash begins an escaped character in a string of code.
fn begins_after_name(after: &str) -> bool {
    after.starts_with(|c: char| c.is_whitespace() || c == '>' || c == '\\')
}

/// Returns the range of the first element with this name, bytes, to its first end tag or else to the end of the text;
/// `None` without such an element.
fn element_range(text: &str, name: &str) -> Option<Range<usize>> {
    let start_tag = format!("<{name}");
    let (start, _) =
        text.match_indices(&start_tag).find(|(offset, _)| begins_after_name(&text[offset + start_tag.len()..]))?;
    let end_tag = format!("</{name}>");
    let end = text[start..].find(&end_tag).map_or(text.len(), |offset| start + offset + end_tag.len());
    Some(start..end)
}

/// Returns the range of the first JSON object with a list of bodies, bytes; `None` if there is none, or if
/// [`MAX_SCENE_STARTS`] tries found none.
fn scene_range(text: &str) -> Option<Range<usize>> {
    let mut tries = 0;
    for (name_offset, _) in text.match_indices("\"bodies\"") {
        for (start, _) in text[..name_offset].rmatch_indices('{') {
            tries += 1;
            if tries > MAX_SCENE_STARTS {
                return None;
            }
            let unmarked = blank_outside(text, start..text.len());
            let object_start = unmarked.find('{')?;
            let mut values =
                serde_json::Deserializer::from_str(&unmarked[object_start..]).into_iter::<serde_json::Value>();
            let Some(Ok(value)) = values.next() else { continue };
            if !value["bodies"].is_array() {
                continue;
            }
            // Blanking marks preserves positions, so the end is the same in the text.
            return Some(start..start + values.byte_offset());
        }
    }
    None
}

/// Returns the text up to the end of the model, with blanks for everything outside the model: the text before it, the
/// marks of its lines, and the quotes of strings.
fn blank_outside(text: &str, model: Range<usize>) -> String {
    let line_start = text[..model.start].rfind('\n').map_or(0, |line_end| line_end + 1);
    let mark = text[line_start..model.start].trim();
    let is_mark = !mark.is_empty() && mark.chars().all(|c| ">/#*;%|- ".contains(c));
    let inside = &text[model.clone()];
    // Code in which each line of the model is a string of its own: `"<mujoco>\n"`.
    // The first lines decide.
    let is_string_per_line =
        mark.ends_with('"') && inside.lines().skip(1).take(4).all(|line| line.trim_start().starts_with('"'));
    let is_escaped = inside.contains("\\\"");
    let mut out = String::with_capacity(model.end);
    push_blanks(&text[..model.start], &mut out);
    for (index, line) in inside.split_inclusive('\n').enumerate() {
        let is_first = index == 0;
        let mut line = line.to_owned();
        if !is_first && is_mark {
            line = with_blank_mark(&line, mark);
        }
        if is_string_per_line {
            line = without_quotes(&line, !is_first);
        }
        if is_escaped {
            line = line.replace("\\\"", "\"").replace("\\n", "  ").replace("\\t", "  ");
        }
        out.push_str(&line);
    }
    out
}

/// Replaces the characters of the mark at the start of a line by blanks.
fn with_blank_mark(line: &str, mark: &str) -> String {
    let unindented = line.trim_start();
    let indent = line.len() - unindented.len();
    let count = unindented.bytes().take_while(|byte| mark.as_bytes().contains(byte)).count();
    let count = count.min(mark.len());
    format!("{}{}{}", &line[..indent], " ".repeat(count), &unindented[count..])
}

/// Removes the quotes from a line of code that contains a string; with `has_opening_quote`, also the first quote.
fn without_quotes(line: &str, has_opening_quote: bool) -> String {
    let mut unquoted = line.trim_end().trim_end_matches([';', ')', ',', '+', '\\', ' ']).to_owned();
    if unquoted.ends_with('"') {
        unquoted.pop();
    }
    if unquoted.ends_with("\\n") {
        unquoted.truncate(unquoted.len() - 2);
    }
    if has_opening_quote {
        unquoted = unquoted.replacen('"', " ", 1);
    }
    if line.ends_with('\n') {
        unquoted.push('\n');
    }
    unquoted
}

/// Appends a blank for each character except line ends.
fn push_blanks(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
}
