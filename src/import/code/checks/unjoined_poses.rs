//! Checks of the poses of a program text that no body has, such as `box2_pose = …` without a second box: each is a
//! reason to refuse the text, unless it belongs to scenery, such as a camera or a light.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::code::evaluate::value::{ErrorAt, NamedValue};
use crate::code::join::found_bodies::FoundBody;
use crate::code::join::store::{Entity, Store};
use crate::code::pose::functions;
use crate::code::pose::rotations;
use crate::code::shape::resolve::shown;
use crate::names::normalized;
use crate::pose::Pose;

/// Checks that every pose other than the identity belongs to a body.
///
/// # Errors
/// Fails at the first such pose.
pub fn check_all_joined(store: &Store, found: &[FoundBody], text: &str) -> Result<(), ErrorAt> {
    let used: BTreeSet<usize> = found.iter().flat_map(|body| body.used.iter().map(|range| range.start)).collect();
    let scenery = spawned_scenery(text);
    for range in store.nonidentity_poses.iter().chain(&store.unread_poses) {
        let at = range.start;
        if used.contains(&at) || is_scenery_pose(text, at) || is_in_scenery(&scenery, at) {
            continue;
        }
        let why = format!(
            "this pose belongs to no body: `{}`; write it into the constructor of its shape or body, or set it by the name of the body",
            shown(text, range)
        );
        return Err((at, why));
    }
    Ok(())
}

/// Parts of the names of objects that are not bodies, in lower case.
const SCENERY: [&str; 25] = [
    "goal",
    "cam",
    "light",
    "sun",
    "eye",
    "view",
    "target",
    "control",
    "look",
    "scene",
    "world",
    "root",
    "window",
    "mouse",
    "cursor",
    "text",
    "label",
    "canvas",
    "document",
    "render",
    "joint",
    "constraint",
    "origin",
    "lamp",
    "audio",
];

/// Checks that the text moves no object without a shape: its shape may be one that is not read.
///
/// # Errors
/// Fails at the first such object whose name is not one of scenery.
pub fn check_no_bare_body(store: &Store, text: &str) -> Result<(), ErrorAt> {
    let Some(entity) = store.entities.iter().find(|entity| is_moved_without_shape(entity)) else { return Ok(()) };
    let line = shown(text, &(entity.at..entity.at));
    let why = format!("`{line}` has a pose, but no shape was found for it; write its shape, or remove it");
    Err((entity.at, why))
}

/// Whether an entity is an object without a constructor and without shapes that the text moves, and that is no scenery
/// by its name.
fn is_moved_without_shape(entity: &Entity) -> bool {
    let name = entity.name.to_lowercase();
    let is_moved = entity.is_placed() && entity.pose() != Pose::default();
    let is_body_name = !name.is_empty() && !SCENERY.iter().any(|word| name.contains(word));
    let is_bare = !entity.attached && !entity.is_shape && entity.children.is_empty() && entity.path.is_empty();
    is_bare && is_moved && is_body_name
}

/// Returns the error of a body without a pose in a text with poses.
pub fn missing_pose(body: &FoundBody, text: &str) -> ErrorAt {
    let name = if body.name.is_empty() { shown(text, &(body.at..body.at)) } else { body.name.clone() };
    let why = format!(
        "the text has poses, but none is found for the shape `{name}`; write its pose into its constructor or set it by its name"
    );
    (body.at, why)
}

/// Whether an offset is in one of the ranges of [`spawned_scenery`], bytes.
pub fn is_in_scenery(scenery: &[Range<usize>], at: usize) -> bool {
    scenery.iter().any(|range| range.contains(&at))
}

/// Returns the ranges of the statements that spawn entities of Bevy with a camera or a light and without a collider,
/// bytes: `commands.spawn((Camera3d::default(), Transform::from_xyz(0.0, 1.0, 9.0)))`.
pub fn spawned_scenery(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(".spawn(") {
        let start = text[..at].rfind([';', '{', '}']).map_or(0, |k| k + 1);
        let arguments = arguments_after(text, at).to_ascii_lowercase();
        let is_scenery = ["camera", "light"].iter().any(|word| arguments.contains(word));
        if is_scenery && !["collider", "rigidbody", "shape"].iter().any(|word| arguments.contains(word)) {
            found.push(start..at + arguments.len());
        }
    }
    found
}

/// Returns the text from an offset, bytes, to before the parenthesis that closes the first one after it.
fn arguments_after(text: &str, at: usize) -> &str {
    let after = text.get(at..).unwrap_or_default();
    let mut depth = 0_usize;
    for (k, byte) in after.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return after.get(..k).unwrap_or_default(),
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    after
}

/// Whether the words before a pose, in its line, state that it belongs to something other than a body.
fn is_scenery_pose(text: &str, at: usize) -> bool {
    let words = ["cam", "light", "eye", "view", "target", "gravity", "velocity", "look", "joint", "frame"];
    let from = text.get(..at).unwrap_or_default().rfind(['\n', ';']).map_or(0, |k| k + 1);
    let line = text.get(from..at).unwrap_or_default().to_ascii_lowercase();
    words.iter().any(|word| line.contains(word))
}

/// Whether a line states a pose in numbers that no body has: `pose #17: t = (0.1, 0.2, 0.3)`.
pub fn states_pose(text: &str, found: &[FoundBody]) -> bool {
    let mut used: Vec<(usize, usize)> =
        found.iter().flat_map(|body| body.used.iter().map(|range| (range.start, range.end))).collect();
    used.sort_unstable();
    let scenery = spawned_scenery(text);
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        // Only ASCII letters, so that offsets are those of the line.
        let lower = line.to_ascii_lowercase();
        if let Some(word) = find_pose_word(&lower) {
            for (open, _) in lower.char_indices().filter(|(k, c)| *k > word && "([{".contains(*c)) {
                let Some(length) = coordinates_length(&lower[open + 1..]) else { continue };
                let start = line_start + open;
                if !overlaps(&used, start..start + 1 + length) && !is_in_scenery(&scenery, start) {
                    return true;
                }
            }
        }
        line_start += line.len();
    }
    false
}

/// Parts of words that state a pose, in lower case.
const POSE_WORDS: [&str; 9] =
    ["pose", "position", "translat", "transform", "isometr", "rotat", "orientation", "quaternion", "located"];

/// Words of lines whose vectors are not poses of bodies, in lower case.
const OTHER_VECTORS: [&str; 6] = ["camera", "light", "gravity", "velocity", "eye", "target"];

/// Words of lines about results, in which "at (1, 2)" is no pose of a body, in lower case.
const RESULTS: [&str; 10] =
    ["contact", "hit", "point", "impact", "witness", "normal", "crash", "fail", "assert", "line"];

/// Returns the offset of the first word in a line, in lower case, that states a pose, bytes; `None` if the line has
/// none, or is about something else.
fn find_pose_word(line: &str) -> Option<usize> {
    if OTHER_VECTORS.iter().any(|word| line.contains(word)) {
        return None;
    }
    let word = POSE_WORDS.iter().filter_map(|word| line.find(word)).min();
    if RESULTS.iter().any(|word| line.contains(word)) {
        return word;
    }
    let tuple = [" at (", " at ["].iter().filter_map(|word| line.find(word)).min();
    word.into_iter().chain(tuple).min()
}

/// Returns the length of the coordinates after a bracket, bytes: two for a position in the plane to seven for a
/// position and a quaternion. `None` if anything else is in the bracket.
fn coordinates_length(inner: &str) -> Option<usize> {
    // Numbers have no brackets among them, so the search for their end stops at the next bracket.
    let length = inner.find(['(', '[', '{', ')', ']', '}']).unwrap_or(inner.len());
    if inner[length..].starts_with(['(', '[', '{']) {
        return None;
    }
    let mut count = 0;
    for part in inner[..length].split([',', ';', ' ']).filter(|part| !part.is_empty()) {
        part.trim_end_matches('f').parse::<f64>().ok()?;
        count += 1;
    }
    (2..=7).contains(&count).then_some(length)
}

/// Whether one of the `sorted` ranges, pairs of start and end, starts inside `range`.
fn overlaps(sorted: &[(usize, usize)], range: Range<usize>) -> bool {
    let next = sorted.partition_point(|(start, _)| *start < range.start);
    sorted.get(next).is_some_and(|(start, _)| *start < range.end)
}

/// Whether a name is that of a type of poses; `InitialStateCfg` is one of Isaac Lab.
fn is_pose_type(name: &str) -> bool {
    rotations::is_pose(&name.to_lowercase()) || name == "InitialStateCfg"
}

impl Store {
    /// Whether the path `names` of a call sets the pose of an object without a declaration that is no scenery:
    /// `crate.position.set(1, 2, 3)`.
    pub fn sets_undeclared_pose(&self, names: &[&str], expressions: &[NamedValue]) -> bool {
        let object = normalized(names[0]);
        let sets = names.iter().any(|name| normalized(name).starts_with("set") || ["copy", "translate"].contains(name));
        let scenery = ["cam", "light", "control", "target", "view", "scene", "world", "eye"];
        let is_scenery = scenery.iter().any(|word| object.contains(word));
        // A capital begins the name of a type.
        let is_variable = names[0].starts_with(|c: char| c.is_lowercase() || c == '_');
        sets && !is_scenery && is_variable && !expressions.is_empty()
    }

    /// Records a call that creates a pose whose value is not understood. `at` is its offset, bytes.
    pub fn note_unread(&mut self, names: &[&str], expressions: &[NamedValue], at: usize) {
        let makes = names.last().is_some_and(|last| ["makepose", "createpose"].contains(&normalized(last).as_str()));
        // `Isometry3::translation(…)`, `Pose(…)`: the type is the last name or the one before it.
        let is_pose = makes || names.iter().rev().take(2).any(|name| is_pose_type(name));
        // Without arguments a constructor makes the identity.
        let reads = functions::is_getter(names) || functions::reads_pose(names);
        if is_pose && (!expressions.is_empty() || reads) {
            let end =
                expressions.iter().flat_map(|(_, value)| &value.used).map(|range| range.end).max().unwrap_or(at + 1);
            self.unread_poses.push(at..end.max(at + 1));
        }
    }
}
