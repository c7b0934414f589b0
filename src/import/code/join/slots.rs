//! Meaning of names in programs: which part of a pose a field or setter sets, `setPosition`, and whether a function or
//! a type makes a body, `createRigidBody`.

use crate::names::normalized;

/// Part of a pose that a field or a setter states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    Position,
    Rotation,
    Pose,
}

/// Beginnings of the names of setters and getters, in lower case; the longest first.
const SETTERS: [&str; 5] = ["setnextkinematic", "setinitial", "set", "with", "get"];

/// Names of fields that are positions, in lower case without underscores.
const POSITIONS: [&str; 17] = [
    "position",
    "translation",
    "origin",
    "pos",
    "location",
    "globalposition",
    "baseposition",
    "translate",
    "applytranslation",
    "p",
    "worldposition",
    "physicslocation",
    "collisionframeposition",
    "inposition",
    "mposition",
    "mposit",
    "centerposition",
];

/// Names of fields that are rotations, in lower case without underscores.
const ROTATIONS: [&str; 21] = [
    "rotation",
    "orientation",
    "quaternion",
    "quat",
    "angle",
    "baseorientation",
    "basis",
    "rotationquaternion",
    "q",
    "linear",
    "eulerangles",
    "rotationeuler",
    "rot",
    "rotationdegrees",
    "physicsrotation",
    "hpr",
    "collisionframeorientation",
    "inrotation",
    "mrotation",
    "rotationquat",
    "quatrotation",
];

/// Names of fields that are whole poses, in lower case without underscores.
const POSES: [&str; 15] = [
    "transform",
    "worldtransform",
    "pose",
    "globalpose",
    "isometry",
    "centerofmasstransform",
    "applytransform",
    "globaltransform",
    "positionandrotation",
    "motionstate",
    "transformmatrix",
    "placement",
    "xform",
    "poshpr",
    "tf",
];

/// Returns the part of a pose that a field, a setter or a getter means by its name, such as `setLocalPosition`; `None`
/// for other names.
pub fn slot(name: &str) -> Option<Slot> {
    let name = normalized(name);
    let name = SETTERS.iter().find_map(|start| name.strip_prefix(start)).unwrap_or(&name);
    let name = ["local", "relative"].iter().find_map(|start| name.strip_prefix(start)).unwrap_or(name);
    if POSITIONS.contains(&name) {
        return Some(Slot::Position);
    }
    if ROTATIONS.contains(&name) {
        return Some(Slot::Rotation);
    }
    POSES.contains(&name).then_some(Slot::Pose)
}

/// Words in the names of functions and types that make bodies, in lower case without underscores.
const BODY_WORDS: [&str; 33] = [
    "rigidbody",
    "collisionobject",
    "bodydef",
    "bodycreationsettings",
    "constructioninfo",
    "object3d",
    "gameobject",
    "rigiddynamic",
    "rigidstatic",
    "multibody",
    "collisionshape3d",
    "collisionshape2d",
    "spawn",
    "addbody",
    "createbody",
    "staticbody",
    "newbody",
    "bodyoptions",
    "dynamicbody",
    "kinematicbody",
    "characterbody",
    "animatablebody",
    "simpleframe",
    "area3d",
    "area2d",
    "node3d",
    "node2d",
    "geometryinstance",
    "shapeinstance",
    "registeredgeometry",
    "bodycreate",
    "bodynew",
    "meshinstance3d",
];

/// Whole names of functions and types that make bodies, in lower case without underscores; as parts of longer names
/// these words may mean anything.
const BODY_NAMES: [&str; 6] = ["body", "mesh", "actor", "entity", "b2body", "scnnode"];

/// Whether a function or a type makes bodies, by the last two names of its path: `RigidBody`, `world.createBody`.
pub fn is_body(path: &[&str]) -> bool {
    path.iter().rev().take(2).any(|name| {
        let name = normalized(name);
        // Worlds of Drake.
        let is_world = name.contains("multibodyplant") || name.contains("multibodysystem");
        // Rapier's `RigidBodySet::new()`.
        let is_collection = ["set", "list", "map", "array", "pool"].iter().any(|end| name.ends_with(end));
        // Settings, such as those of Isaac Lab.
        let is_settings = name.ends_with("cfg") || name.contains("properties");
        if is_settings || is_world || is_collection {
            return false;
        }
        let makes = ["create", "make", "new", "add", "spawn"].iter().any(|word| name.starts_with(word));
        BODY_WORDS.iter().any(|word| name.contains(word))
            || BODY_NAMES.contains(&name.as_str())
            || makes && name.ends_with("body")
    })
}
