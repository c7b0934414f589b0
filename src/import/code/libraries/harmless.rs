//! Names of members, methods and functions that do not change the geometry of a shape or a body: in, the names of a
//! call such as `body.material.setFriction`; out, whether the importer may skip it.
//!
//! **Rule.** A text is refused if it does something to a shape or a body that is neither evaluated nor named in these
//! lists.

use crate::code::join::store::slot;
use crate::names::normalized;

/// Parts of harmless names, in lower case without underscores: `friction` makes `setFrictionCombineRule` harmless.
const PARTS: &[&str] = &[
    // Dynamics.
    "mass",
    "density",
    "friction",
    "restitution",
    "bounc",
    "elastic",
    "velocity",
    "linvel",
    "angvel",
    "damping",
    "drag",
    "gravity",
    "force",
    "impulse",
    "torque",
    "inertia",
    "momentum",
    "speed",
    "acceler",
    "solver",
    "iteration",
    "stiff",
    "compliance",
    "actuator",
    "armature",
    "factor",
    "dominance",
    "softness",
    // Collision filters.
    "filter",
    "group",
    "mask",
    "layer",
    "categor",
    "collisiontype",
    "collideswith",
    "memberships",
    "sensor",
    "trigger",
    "flag",
    "contact",
    "ccd",
    "sleep",
    "awake",
    "wake",
    "activ",
    "enable",
    "disable",
    "deactiv",
    "bullet",
    "hook",
    // Appearance.
    "color",
    "colour",
    "material",
    "texture",
    "visib",
    "visual",
    "opacity",
    "alpha",
    "shadow",
    "wireframe",
    "rgba",
    "debug",
    "draw",
    "render",
    "shader",
    "skin",
    "label",
    "name",
    "title",
    "tag",
    "style",
    // Data of the program.
    "userdata",
    "userpointer",
    "userindex",
    "user",
    "callback",
    "listener",
    "event",
    "signal",
    "connect",
    "log",
    "print",
    "dump",
    "export",
    "serializ",
    "save",
    "assert",
    "expect",
    "unwrap",
    "check",
    "report",
    "write",
    "show",
    "plot",
    // Simulation.
    "joint",
    "constraint",
    "motor",
    "hinge",
    "step",
    "simul",
    "world",
    "scene",
    "space",
    "spawn",
    "register",
    "destroy",
    "release",
    "dispose",
    "delete",
    "remove",
    "free",
    "kinematic",
    "dynamic",
    "static",
    "fixed",
    "lock",
    "freeze",
    "motiontype",
    "motionquality",
    "bodytype",
    "collisionobject",
    "persist",
    "propert",
    "proximity",
    "embedded",
    "onesided",
    "threshold",
    "allow",
    "needsupdate",
    // Derived values.
    "compute",
    "calculate",
    "updatematrix",
    "updateaabb",
    "updatebound",
    "normals",
    "boundingbox",
    "boundingsphere",
    "aabb",
    "volume",
    "recalculate",
    "acquirestructure",
    "optimize",
    "initializepolyhedral",
    "margin",
    // Ends of builders.
    "build",
    "finish",
    "finali",
    "toowned",
    "upcast",
    "downcast",
];

/// Beginnings of the names of methods that only read, or that register something.
const BEGINNINGS: &[&str] = &[
    "get",
    "is",
    "has",
    "to",
    "as",
    "can",
    "num",
    "query",
    "find",
    "raycast",
    "equals",
    "compare",
    "valid",
    "support",
    "project",
    "distance",
    "closest",
    "intersect",
    "intersects",
    "overlap",
    "overlaps",
    "collide",
    "collides",
    "test",
    "contains",
    "describe",
    "hash",
    "children",
    "stop",
    "push",
    "append",
    "add",
    "insert",
    "resize",
    "emplace",
    "attach",
    "create",
    "on",
    "id",
    "handle",
];

/// Names that read without arguments.
const WITHOUT_ARGUMENTS: &[&str] = &["max", "min", "length", "size", "count", "begin", "end", "start"];

/// Names that are harmless as a whole, in lower case without underscores.
const WHOLE: &[&str] = &[
    "operation",
    "frameid",
    "physicsbody",
    "type",
    "shape",
    "body",
    "geometry",
    "geom",
    "collider",
    "data",
    "ptr",
    "ref",
    "into",
    "from",
    "move",
    "box",
    "arc",
    "rc",
    "some",
    "ok",
    "id",
    "index",
    "key",
    "uuid",
    "new",
    "init",
    "resetmassdata",
    "rbinfo",
    "info",
    "motion",
    "self",
    "isconvex",
    "cfg",
    "spec",
    "owner",
    "proxy",
    "apply",
    "also",
    "let",
    "run",
    "with",
    "gameobject",
    "component",
    "rigidbody",
    "node",
    "entity",
    "mesh",
    "mut",
    "borrow",
    "asref",
    "use",
    "convexradius",
    "shapedata",
    "result",
    "value",
    "handle",
    "clone",
    "copy",
    "beginmodel",
    "disttoshape",
    "generatecollisionshapes",
    "isinside",
    "common",
    "section",
    "endmodel",
];

/// Whether a name begins with a word: `getSize` with `get`, not `gettysburg`.
fn begins(name: &str, word: &str) -> bool {
    let Some(start) = name.get(..word.len()) else { return false };
    let rest = &name[word.len()..];
    start.eq_ignore_ascii_case(word)
        && rest.chars().next().is_none_or(|c| c.is_uppercase() || c == '_' || c.is_numeric())
}

/// Whether a chain of names, such as `material.color.set`, does not change a shape or a body. A call without arguments
/// may also be one that only computes.
pub fn is_harmless(names: &[&str], has_arguments: bool) -> bool {
    let Some(written) = names.last() else { return true };
    let written = written.trim_start_matches('_');
    let normalized_names: Vec<String> = names.iter().map(|name| normalized(name)).collect();
    let last = &normalized_names[normalized_names.len() - 1];
    normalized_names.iter().any(|name| PARTS.iter().any(|part| name.contains(part)))
        || BEGINNINGS.iter().any(|word| begins(written, word))
        || !has_arguments && WITHOUT_ARGUMENTS.contains(&last.as_str())
        || WHOLE.contains(&last.as_str())
        || WHOLE.contains(&last.strip_prefix("set").unwrap_or(last))
}

/// Methods that put a shape into a body.
const PUTS: [&str; 6] = ["addshape", "addchildshape", "addfixture", "addcollider", "attachshape", "setshape"];

/// Whether a method puts a shape into a body.
pub fn puts_shape(name: &str) -> bool {
    PUTS.contains(&normalized(name).as_str())
}

/// Parts of the names of members that may change the geometry if their value is a word, such as a constant.
const WORDED: [&str; 12] = [
    "axis",
    "order",
    "convex",
    "unit",
    "direction",
    "shape",
    "collider",
    "geometry",
    "mesh",
    "parent",
    "pose",
    "frame",
];

/// Whether a member may change the geometry if its value is a word: a string, a flag or a constant.
pub fn takes_words(name: &str) -> bool {
    let name = normalized(name);
    WORDED.iter().any(|part| name.contains(part)) || name.ends_with("up")
}

/// Whether a field or method scales a shape or a body.
pub fn is_scale(name: &str) -> bool {
    let name = normalized(name);
    name.contains("scale") && !["gravityscale", "timescale"].iter().any(|own| name.ends_with(own))
}

/// Whether names end with a method or a field that may change a position or a rotation.
pub fn alters(names: &[&str]) -> bool {
    let [.., part, last] = names else { return false };
    let reads =
        ["get", "to", "is", "distance", "equals", "clone", "dot", "length", "angle", "name", "tag", "find", "order"];
    slot(part).is_some() && !reads.iter().any(|start| normalized(last).starts_with(start))
}

/// Parts of the names of calls that change a shape in a way that is not read.
const CHANGES: [&str; 20] = [
    "lookat",
    "matrix",
    "scal",
    "inflat",
    "minkowski",
    "mirror",
    "dilat",
    "offset",
    "rotat",
    "translat",
    "size",
    "radius",
    "extent",
    "height",
    "transform",
    "shear",
    "position",
    "orient",
    "dimension",
    "implicit",
];

/// Parts of the names of calls that contain one of [`CHANGES`] and do not change a shape.
const UNCHANGING: [&str; 12] = [
    "gravityscale",
    "timescale",
    "resize",
    "updatematrix",
    "setmargin",
    "getlocal",
    "calculate",
    "setrotationlock",
    "lockrotations",
    "lockrotation",
    "enabledrotations",
    "restrictrotations",
];

/// Whether a call probably changes a shape, by its name.
pub fn changes(name: &str) -> bool {
    let name = normalized(name);
    CHANGES.iter().any(|word| name.contains(word)) && !UNCHANGING.iter().any(|word| name.contains(word))
}
