//! Words of printed text whose meaning depends on the library that the text names: the axis of round shapes, the order
//! of quaternions, full or half extents. [`translated`] replaces each by a name with one meaning, before the text is
//! parsed.

use std::collections::BTreeSet;

use contact_lens_model::ask::Axis;

use super::token::{Token, TokenKind};
use crate::code;

/// Libraries whose capsules, cylinders and cones have the axis z.
const Z_AXIS_LIBRARIES: [&str; 7] = ["mujoco", "drake", "fcl", "coal", "hpp-fcl", "pybullet", "isaacgym"];

/// Libraries whose capsules, cylinders and cones have the axis y.
const Y_AXIS_LIBRARIES: [&str; 15] = [
    "bullet",
    "jolt",
    "rapier",
    "parry",
    "rapier.js",
    "avian",
    "bevy_xpbd",
    "bevy_rapier",
    "godot",
    "godot3",
    "unity",
    "reactphysics3d",
    "cannon-es",
    "ncollide",
    "jitter",
];

/// Returns the axis of round shapes in the libraries that a text names; `None` if they differ or none is known.
fn axis_of_libraries(libraries: &BTreeSet<&'static str>) -> Option<Axis> {
    let uses_x = libraries.contains("physx");
    let uses_y = Y_AXIS_LIBRARIES.iter().any(|library| libraries.contains(library));
    let uses_z = Z_AXIS_LIBRARIES.iter().any(|library| libraries.contains(library));
    match (uses_x, uses_y, uses_z) {
        (true, false, false) => Some(Axis::X),
        (false, true, false) => Some(Axis::Y),
        (false, false, true) => Some(Axis::Z),
        _ => None,
    }
}

/// Returns the name by which the reader of shapes knows a capsule, cylinder or cone along an axis; `None` for any other
/// kind, in lower case, and for cylinders and cones along x.
fn round_shape_name(kind: &str, axis: Axis) -> Option<&'static str> {
    Some(match (kind, axis) {
        ("capsule", Axis::X) => "PxCapsule",
        ("capsule", Axis::Y) => "y_capsule",
        ("capsule", Axis::Z) => "z_capsule",
        ("cylinder", Axis::Y) => "y_cylinder",
        ("cylinder", Axis::Z) => "z_cylinder",
        ("cone", Axis::Y) => "y_coneshape",
        ("cone", Axis::Z) => "z_coneshape",
        _ => return None,
    })
}

/// Returns the name that MuJoCo's C interface has for a type of geom, in lower case; `None` for an unknown type.
fn mujoco_geom_name(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "box" => "mjGEOM_BOX",
        "sphere" => "mjGEOM_SPHERE",
        "capsule" => "mjGEOM_CAPSULE",
        "cylinder" => "mjGEOM_CYLINDER",
        "ellipsoid" => "mjGEOM_ELLIPSOID",
        _ => return None,
    })
}

/// Replaces the ambiguous words of a text by names with the meaning that its libraries give them.
pub(super) fn translated<'a>(text: &'a str, mut tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let libraries = code::named_libraries(text);
    let axis = axis_of_libraries(&libraries);
    let is_rp3d = libraries.contains("reactphysics3d");
    let is_mujoco = libraries.contains("mujoco") && libraries.len() == 1;
    let is_w_first = code::is_w_first(&libraries);
    if axis.is_none() && !is_rp3d && !is_w_first {
        return tokens;
    }
    for index in 0..tokens.len() {
        // FCL's `Cylinder<double>(…)` is a constructor, whose library is known.
        let is_generic = tokens.get(index + 1).is_some_and(|next| next.is('<'));
        let token = &mut tokens[index];
        if is_generic || !matches!(token.kind, TokenKind::Name | TokenKind::Text) {
            continue;
        }
        let lower = token.text.to_ascii_lowercase();
        let geom_name = if is_mujoco { mujoco_geom_name(&lower) } else { None };
        let translation = geom_name.or_else(|| round_shape_name(&lower, axis?));
        token.text = match (token.text, translation) {
            (_, Some(translation)) => translation,
            ("BoxShape", _) if is_rp3d => "rp3d.BoxShape",
            ("Quaternion", _) if is_rp3d => "rp3dQuaternion",
            ("quat" | "quaternion" | "orientation", _) if is_w_first => "quat_wxyz",
            (text, _) => text,
        };
    }
    tokens
}
