//! Names of the query's bodies and of the origin, written at their marks, and the letters A and B that sentences use.

use glam::DVec3;

use super::Figure;
use super::name_place::name_place;
use crate::{Camera, Form, Key, Mark, Picture, Role, Solid};

/// Note after the name of a body that is drawn with only some of its vertices.
const SAMPLED: &str = ", sampled";

/// End of the name of the difference of the cores, next to a difference with margins.
const OF_CORES: &str = " of the cores";

/// Roles whose names are written at their bodies instead of in the legend.
pub(super) const NAMED_AT_BODY: [Role; 3] = [Role::ShapeA, Role::ShapeB, Role::Difference];

/// Phrases in which the letters A and B are bodies: `A` alone may be an article.
const PHRASES_WITH_LETTERS: [&str; 11] =
    ["A − B", "_A", "_B", "of A", "of B", "on A", "on B", "along A", "along B", "across A", "across B"];

/// Name of a role in the legend.
pub(super) fn legend_name(role: Role, names: &[(Role, String)]) -> &str {
    names.iter().find(|(named, _)| *named == role).map_or(role.meaning(), |(_, name)| name)
}

/// Name at a mark without the notes that the body is sampled, or that it is the difference of the cores.
fn without_note(name: &str) -> &str {
    let name = name.strip_suffix(SAMPLED).unwrap_or(name);
    name.strip_suffix(OF_CORES).unwrap_or(name)
}

/// Whether the label `text` at a mark of this role is the role's name in the legend, apart from the body's letter and
/// the note that it is sampled.
pub(super) fn is_name_of(role: Role, text: &str, names: &[(Role, String)]) -> bool {
    let name = letter_of(role).and_then(|letter| text.strip_suffix(letter)).unwrap_or(text);
    without_note(name) == legend_name(role, names)
}

/// Solids of B for the role of A and vice versa; none for other roles, such as the difference of the bodies.
fn solids_of_other_body(picture: &Picture, role: Role) -> impl Iterator<Item = &Solid> {
    let other = match role {
        Role::ShapeA => Some(Role::ShapeB),
        Role::ShapeB => Some(Role::ShapeA),
        _ => None,
    };
    picture.marks.iter().filter(move |mark| Some(mark.role) == other).filter_map(|mark| match &mark.form {
        Form::Solid(solid) => Some(&**solid),
        _ => None,
    })
}

/// Whether a key is that of a whole body.
fn is_body_key(key: &Key) -> bool {
    key.0.strip_prefix("body/").is_some_and(|name| !name.contains('/'))
}

/// Adds labels with the names of the query's bodies and of their difference, where they have none.
pub(super) fn name_bodies(picture: &mut Picture, names: &[(Role, String)], camera: &Camera) {
    let has_margins = picture.marks.iter().any(|mark| mark.role == Role::Ghost)
        && legend_name(Role::Ghost, names) == format!("{} with margins", Role::Difference.meaning());
    for role in NAMED_AT_BODY {
        let name = legend_name(role, names);
        if name.is_empty() || role == Role::Difference && name != role.meaning() {
            continue;
        }
        let Some(anchor) = name_anchor(picture, role, camera) else { continue };
        let mut marks_of_body = picture.marks.iter().filter(|mark| mark.key == anchor.key);
        if marks_of_body.any(|mark| matches!(mark.form, Form::Label { .. })) {
            continue;
        }
        let cores = if role == Role::Difference && has_margins { OF_CORES } else { "" };
        let sampled = if anchor.is_sampled { SAMPLED } else { "" };
        picture.label(role, anchor.key, anchor.position, format!("{name}{cores}{sampled}"));
    }
}

/// Body to name, and the position of the name.
struct NameAnchor {
    /// Key of the body's mark.
    key: Key,
    /// Point that the label names, in the picture's frame, meters.
    position: DVec3,
    /// Whether the body is drawn with only some of its vertices.
    is_sampled: bool,
}

/// First mark of a role that is a whole body, with the position of its name; `None` without such a mark. A segment or a
/// point may be a feature of a body instead, unless it is the only mark of its role or has the key of a body.
fn name_anchor(picture: &Picture, role: Role, camera: &Camera) -> Option<NameAnchor> {
    let marks: Vec<&Mark> = picture.marks.iter().filter(|mark| mark.role == role).collect();
    let is_alone = marks.len() == 1;
    for mark in marks {
        let is_body = is_alone || is_body_key(&mark.key);
        let key = mark.key.clone();
        match &mark.form {
            Form::Solid(solid) if !solid.vertices.is_empty() => {
                let position = name_place(solid, solids_of_other_body(picture, role), camera);
                return Some(NameAnchor { key, position, is_sampled: solid.sampled.is_some() });
            }
            Form::Segment([from, to]) if is_body => {
                return Some(NameAnchor { key, position: from.midpoint(*to), is_sampled: false });
            }
            Form::Point(position) if is_body => {
                return Some(NameAnchor { key, position: *position, is_sampled: false });
            }
            _ => {}
        }
    }
    None
}

/// Suffix of the name of a query's body: the letter that labels and sentences use for it. `None` for other roles.
fn letter_of(role: Role) -> Option<&'static str> {
    match role {
        Role::ShapeA => Some(" (A)"),
        Role::ShapeB => Some(" (B)"),
        _ => None,
    }
}

/// Appends the letters A and B to the names of the query's bodies at their marks.
pub(super) fn add_letters(picture: &mut Picture, names: &[(Role, String)]) {
    for mark in &mut picture.marks {
        let Some(letter) = letter_of(mark.role) else { continue };
        let name = legend_name(mark.role, names);
        if let Form::Label { text, .. } = &mut mark.form
            && without_note(text) == name
            && name.chars().count() > 1
        {
            text.push_str(letter);
        }
    }
}

/// Whether a mark shows one of the letters, or the difference `A − B`.
fn mark_uses_letters(mark: &Mark) -> bool {
    match &mark.form {
        Form::Label { text: name, .. } | Form::Lane { name, .. } => names_a_body(name),
        _ => mark.role == Role::Difference,
    }
}

/// Whether a text calls a body A or B, in one of [`PHRASES_WITH_LETTERS`]; `of Anvil` does not.
fn names_a_body(text: &str) -> bool {
    let mut phrases = PHRASES_WITH_LETTERS.iter().flat_map(|phrase| text.match_indices(phrase));
    phrases.any(|(start, phrase)| !text[start + phrase.len()..].starts_with(char::is_alphanumeric))
}

/// Adds the label "O" to an origin that has none.
pub fn with_origin_named(mut picture: Picture) -> Picture {
    let mut marks_of_origin = picture.marks.iter().filter(|mark| mark.role == Role::Origin);
    if marks_of_origin.any(|mark| matches!(mark.form, Form::Label { .. })) {
        return picture;
    }
    let origin = picture.marks.iter().find_map(|mark| match mark.form {
        Form::Point(position) if mark.role == Role::Origin => Some((mark.key.clone(), position)),
        _ => None,
    });
    if let Some((key, position)) = origin {
        picture.label(Role::Origin, key, position, "O");
    }
    picture
}

impl Figure {
    /// Whether the figure calls the query's bodies A and B: in a difference, an index or its sentence.
    pub(super) fn uses_letters(&self) -> bool {
        let mut marks = self.panes.iter().flat_map(|pane| &pane.picture.marks);
        marks.any(mark_uses_letters) || names_a_body(&self.caption.text())
    }
}
