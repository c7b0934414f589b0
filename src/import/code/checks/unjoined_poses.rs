//! Check for poses of a text that no body has: each is a reason to refuse the text, unless it belongs to scenery, such
//! as a camera or a light.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::import::code::evaluate::value::{ErrorAt, NamedValue};
use crate::import::code::join::found_bodies::FoundBody;
use crate::import::code::join::store::Store;
use crate::import::code::pose::functions;
use crate::import::code::pose::rotations::{is_pose, normalized};
use crate::import::code::shape::resolve::shown;
use crate::import::pose::Pose;

/// Checks that every pose other than the identity belongs to a body.
///
/// # Errors
/// Fails at the first such pose.
pub fn check_all_joined(store: &Store, found: &[FoundBody], text: &str) -> Result<(), ErrorAt> {
    let used: BTreeSet<usize> = found.iter().flat_map(|body| body.used.iter().map(|range| range.start)).collect();
    let scenery = spawned_scenery(text);
    let mut poses = store.nonidentity_poses.iter().chain(&store.unread_poses);
    match poses.find(|range| {
        !used.contains(&range.start) && !is_scenery_pose(text, range.start) && !is_in_scenery(&scenery, range.start)
    }) {
        Some(range) => Err((
            range.start,
            format!(
                "this pose belongs to no body: `{}`; write it into the constructor of its shape or body, or set it by the name of the body",
                shown(text, range)
            ),
        )),
        None => Ok(()),
    }
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
    let bare = store.entities.iter().find(|entity| {
        let name = entity.name.to_lowercase();
        let moved = entity.is_placed() && entity.pose() != Pose::default();
        let named = !name.is_empty() && !SCENERY.iter().any(|word| name.contains(word));
        !entity.attached && !entity.is_shape && entity.children.is_empty() && entity.path.is_empty() && moved && named
    });
    match bare {
        Some(entity) => {
            let line = shown(text, &(entity.at..entity.at));
            let why = format!("`{line}` has a pose, but no shape was found for it; write its shape, or remove it");
            Err((entity.at, why))
        }
        None => Ok(()),
    }
}

/// Error of a body without a pose in a text with poses.
pub fn missing_pose(body: &FoundBody, text: &str) -> ErrorAt {
    let name = if body.name.is_empty() { shown(text, &(body.at..body.at)) } else { body.name.clone() };
    let why = format!(
        "the text has poses, but none is found for the shape `{name}`; write its pose into its constructor or set it by its name"
    );
    (body.at, why)
}

/// Whether an offset is in one of these ranges.
pub fn is_in_scenery(scenery: &[Range<usize>], at: usize) -> bool {
    scenery.iter().any(|range| range.contains(&at))
}

/// Ranges of the statements that spawn entities of Bevy with a camera or a light, and without a collider, bytes.
pub fn spawned_scenery(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(".spawn(") {
        let start = text[..at].rfind([';', '{', '}']).map_or(0, |k| k + 1);
        let arguments = arguments_after(text, at).to_ascii_lowercase();
        let is_lit = ["camera", "light"].iter().any(|word| arguments.contains(word));
        if is_lit && !["collider", "rigidbody", "shape"].iter().any(|word| arguments.contains(word)) {
            found.push(start..at + arguments.len());
        }
    }
    found
}

/// Returns the text from an offset to the end of the brackets that open after it.
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
    let words =
        ["pose", "position", "translat", "transform", "isometr", "rotat", "orientation", "quaternion", "located"];
    let aside = ["camera", "light", "gravity", "velocity", "eye", "target"];
    let results = ["contact", "hit", "point", "impact", "witness", "normal", "crash", "fail", "assert", "line"];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        // Only ASCII letters, so that offsets are those of the line.
        let lower = line.to_ascii_lowercase();
        if aside.iter().any(|word| lower.contains(word)) {
            continue;
        }
        let at_tuple = [" at (", " at ["].iter().filter_map(|word| lower.find(word)).min();
        let at_tuple = at_tuple.filter(|_| !results.iter().any(|word| lower.contains(word)));
        let Some(word) = words.iter().filter_map(|word| lower.find(word)).chain(at_tuple).min() else { continue };
        let opens = lower.char_indices().filter(|(k, c)| *k > word && "([{".contains(*c));
        for (k, _) in opens {
            let inner = lower.get(k + 1..).unwrap_or_default();
            // Numbers have no brackets among them, so the search for their end stops at the next bracket.
            let length = inner.find(['(', '[', '{', ')', ']', '}']).unwrap_or(inner.len());
            if inner[length..].starts_with(['(', '[', '{']) {
                continue;
            }
            let parts: Vec<&str> = inner
                .get(..length)
                .unwrap_or_default()
                .split([',', ';', ' '])
                .filter(|part| !part.is_empty())
                .collect();
            let numbers = parts.iter().all(|part| part.trim_end_matches('f').parse::<f64>().is_ok());
            let is_free = !overlaps(&used, start + k..start + k + 1 + length) && !is_in_scenery(&scenery, start + k);
            if numbers && (2..=7).contains(&parts.len()) && is_free {
                return true;
            }
        }
    }
    false
}

/// Whether one of these ranges, sorted by their starts, starts inside another range.
fn overlaps(sorted: &[(usize, usize)], range: Range<usize>) -> bool {
    let k = sorted.partition_point(|(start, _)| *start < range.start);
    sorted.get(k).is_some_and(|(start, _)| *start < range.end)
}

/// Whether a name is that of a type of poses.
fn is_pose_type(name: &str) -> bool {
    is_pose(&name.to_lowercase()) || name == "InitialStateCfg"
}

impl Store {
    /// Whether `names` set the pose of an object without a declaration that is not a camera. Functions that only read
    /// are excluded.
    pub fn sets_undeclared_pose(&self, names: &[&str], expressions: &[NamedValue]) -> bool {
        let first = normalized(names[0]);
        let set = names.iter().any(|name| normalized(name).starts_with("set") || ["copy", "translate"].contains(name));
        let aside = ["cam", "light", "control", "target", "view", "scene", "world", "eye"]
            .iter()
            .any(|word| first.contains(word));
        let small = names[0].starts_with(|c: char| c.is_lowercase() || c == '_');
        set && !aside && small && !expressions.is_empty()
    }

    /// Records a call that creates a pose whose value is not understood.
    pub fn note_unread(&mut self, names: &[&str], expressions: &[NamedValue], at: usize) {
        let makes = names.last().is_some_and(|last| ["makepose", "createpose"].contains(&normalized(last).as_str()));
        let pose = makes || names.iter().rev().take(2).any(|name| is_pose_type(name));
        let reads = functions::is_getter(names) || functions::reads_pose(names);
        if pose && (!expressions.is_empty() || reads) {
            let end =
                expressions.iter().flat_map(|(_, value)| &value.used).map(|range| range.end).max().unwrap_or(at + 1);
            self.unread_poses.push(at..end.max(at + 1));
        }
    }
}
