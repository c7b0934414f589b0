//! Names of functions and fields that place, move or scale a body.

use crate::names::normalized;

/// Manner in which the name of a function or a field is recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Setter of a pose; longer names that contain it are setters too: `b2Body_SetTransform`.
    Setter,
    /// Change of a pose or a size by a method, whose whole name it is: `body.rotate(1.57)`.
    Change,
    /// Function that places a model or one of its joints.
    OfModel,
    /// Field with the pose of a model or of its joints: `data.qpos[2] = 1`.
    Field,
}

use Kind::{Change, Field, OfModel, Setter};

/// Names in lower case without underscores.
const MOVERS: [(&str, Kind); 22] = [
    ("setposition", Setter),
    ("setangle", Setter),
    ("settransform", Setter),
    ("setrotation", Setter),
    ("setworldtransform", Setter),
    ("setglobalpose", Setter),
    ("settranslation", Setter),
    ("setorigin", Setter),
    ("rotate", Change),
    ("rotateaboutcenter", Change),
    ("rotateabout", Change),
    ("translate", Change),
    ("scale", Change),
    ("qpos", Field),
    ("mocappos", Field),
    ("mocapquat", Field),
    ("baseposition", Field),
    ("resetbasepositionandorientation", OfModel),
    ("resetjointstate", OfModel),
    ("setworldpose", OfModel),
    ("setjointposition", OfModel),
    ("setjointpositions", OfModel),
];

/// Whether a name contains that of a setter of a pose.
pub fn is_setter(name: &str) -> bool {
    let name = normalized(name);
    MOVERS.iter().any(|(own, kind)| *kind == Setter && name.contains(own))
}

/// Whether the last part of the path of a function is the whole name of a function that places, moves or scales a body.
pub fn is_mover(path: &str) -> bool {
    let last = normalized(path.rsplit(['.', ':', '>', ' ']).next().unwrap_or_default());
    MOVERS.iter().any(|(own, kind)| matches!(kind, Setter | Change | OfModel) && last == *own)
}

/// Returns the offsets after the names in a text that are fields or functions which place a model, with whether each is
/// a function.
pub fn movers_of_models(text: &str) -> impl Iterator<Item = (usize, bool)> {
    let mut at = 0;
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter_map(move |word| {
        let end = at + word.len();
        at = end + text[end..].chars().next().map_or(0, char::len_utf8);
        let name = normalized(word);
        let found = MOVERS.iter().find(|(own, kind)| matches!(kind, OfModel | Field) && name.ends_with(own));
        found.map(|(_, kind)| (end, *kind == OfModel))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movers_are_found_by_their_kind() {
        assert!(is_setter("b2Body_SetTransform"));
        assert!(!is_setter("rotate"));
        assert!(is_mover("Body.rotate"));
        assert!(!is_mover("rotated"));
        let found: Vec<_> = movers_of_models("data.qpos[2] = 1; p.resetJointState(1, 0)").collect();
        assert_eq!(found, [(9, false), (35, true)]);
    }
}
