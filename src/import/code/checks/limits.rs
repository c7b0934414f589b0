//! Boxes that limit a world or a view, such as `world_bounds = Aabb(…)` and `camera_frustum`: they are no bodies, and
//! are removed from the scene with a note.
//!
//! **Rule.** The name of the variable decides: it has a word of a limit and a word of the limited space, or the word of
//! a view and ends with the word of a volume. A limit that a query takes is a body, and so is every limit in a text
//! with no other shape.

use crate::code::join::found_bodies::FoundBody;
use crate::code::join::store::{Entity, Store, ranges_of};

/// Words of names of limits of a view.
const VIEWS: [&str; 5] = ["frustum", "viewport", "viewbox", "scissor", "viewfrustum"];

/// Words at the ends of names of volumes.
const VOLUMES: [&str; 8] = ["box", "bounds", "aabb", "rect", "rectangle", "volume", "planes", "limits"];

/// Parts of words of queries: a limit that a query takes is a body.
const QUERIES: [&str; 9] =
    ["intersect", "collide", "collision", "overlap", "distance", "contain", "penetrat", "contact", "gjk"];

/// Whether a byte ends a line or a statement.
fn ends_line(byte: &u8) -> bool {
    *byte == b'\n' || *byte == b';'
}

/// Whether an entity is a body of the scene: a shape, or an entity with shapes, that no other entity holds.
fn is_body_of_scene(entity: &Entity) -> bool {
    !entity.attached && (entity.is_shape || !entity.children.is_empty())
}

/// Whether one of the words is in a list.
fn has_any(words: &[String], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(&word.as_str()))
}

/// Whether a line or a statement of a text has both a name and the word of a query.
fn is_queried(text: &str, name: &str) -> bool {
    text.match_indices(name).take(MAX_USES).any(|(at, _)| {
        let line = line_around(text, at);
        QUERIES.iter().any(|word| line.contains(word))
    })
}

/// Returns the line or the statement around an offset, bytes, in lower case, with at most [`MAX_LINE_BYTES`] on each
/// side.
fn line_around(text: &str, at: usize) -> String {
    let bytes = text.as_bytes();
    let before = &bytes[at.saturating_sub(MAX_LINE_BYTES)..at];
    let after = &bytes[at..(at + MAX_LINE_BYTES).min(bytes.len())];
    let start = before.iter().rposition(ends_line).map_or(0, |k| k + 1);
    let end = after.iter().position(ends_line).unwrap_or(after.len());
    String::from_utf8_lossy(&[&before[start..], &after[..end]].concat()).to_ascii_lowercase()
}

/// Maximum distance between a name and the word of a query in its line, bytes.
const MAX_LINE_BYTES: usize = 400;

/// Maximum number of limits in a text; a text with more has these names for its bodies.
const MAX_LIMITS: usize = 64;

/// Maximum number of uses of a name that are searched for a query.
const MAX_USES: usize = 20;

/// Words that name the limit of something in the name of a box.
const LIMITS: [&str; 8] = ["bounds", "bound", "limits", "limit", "extents", "extent", "boundary", "boundaries"];

/// Words of limited things.
const LIMITED: [&str; 17] = [
    "world",
    "scene",
    "level",
    "map",
    "universe",
    "domain",
    "simulation",
    "sim",
    "broadphase",
    "camera",
    "view",
    "screen",
    "workspace",
    "search",
    "space",
    "stage",
    "physics",
];

/// Returns the words of a name, in lower case: `worldBounds` and `world_bounds` give `world`, `bounds`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_after_small = false;
    for c in name.chars() {
        let begins_word = found.is_empty() || c.is_uppercase() && is_after_small;
        if !c.is_alphanumeric() {
            found.push(String::new());
            is_after_small = false;
            continue;
        }
        if begins_word {
            found.push(String::new());
        }
        is_after_small = c.is_lowercase() || c.is_ascii_digit();
        if let Some(last) = found.last_mut() {
            last.extend(c.to_lowercase());
        }
    }
    found.retain(|word| !word.is_empty());
    found
}

/// Whether a name is that of a limit of a world or of a view.
pub(crate) fn is_limit(name: &str) -> bool {
    let words = words(name);
    let is_volume = words.last().is_some_and(|last| VIEWS.iter().chain(&VOLUMES).any(|word| word == last));
    let is_view = has_any(&words, &VIEWS) && is_volume;
    let is_bound = has_any(&words, &LIMITS) && has_any(&words, &LIMITED);
    is_view || is_bound
}

/// Limits of a text.
pub struct Limits {
    /// Indices of their entities, in ascending order.
    all: Vec<usize>,
}

impl Limits {
    /// Finds the limits of a text; none if all its shapes are limits.
    pub fn of(store: &Store, text: &str) -> Self {
        let all: Vec<usize> = (0..store.entities.len())
            .filter(|id| is_body_of_scene(&store.entities[*id]) && is_limit(&store.entities[*id].name))
            .take(MAX_LIMITS + 1)
            .collect();
        let is_few = all.len() <= MAX_LIMITS;
        let all: Vec<usize> =
            all.into_iter().filter(|id| is_few && !is_queried(text, &store.entities[*id].name)).collect();
        let bodies = store.entities.iter().filter(|entity| is_body_of_scene(entity)).count();
        if all.len() == bodies {
            return Self { all: Vec::new() };
        }
        Self { all }
    }

    /// Whether the entity with an index is a limit.
    pub fn contains(&self, id: usize) -> bool {
        self.all.binary_search(&id).is_ok()
    }

    /// Adds the ranges of the text that describe limits to those of the first body, so that their numbers count as
    /// read.
    pub fn mark(&self, store: &Store, found: &mut [FoundBody]) {
        let Some(first) = found.first_mut() else { return };
        for id in &self.all {
            let entity = &store.entities[*id];
            first.used.extend(entity.used.iter().cloned());
            first.used.extend(ranges_of(&entity.arguments));
        }
    }

    /// Returns the sentence of the note about the limits that are left out; `None` without any.
    pub fn sentence(store: &Store, text: &str) -> Option<String> {
        let limits = Self::of(store, text);
        let names: Vec<String> = limits.all.iter().map(|id| format!("`{}`", store.entities[*id].name)).collect();
        match &names[..] {
            [] => None,
            [one] => Some(format!("{one} limits the world or a view; it is no body.")),
            all => Some(format!("{} limit the world or a view; they are no bodies.", all.join(", "))),
        }
    }
}
