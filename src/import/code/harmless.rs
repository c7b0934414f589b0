//! Names of members, methods and functions that do not change the geometry of a shape or a body.
//!
//! **Rule.** Everything that a text does to a shape or a body is evaluated, or its name is in these lists, or the text
//! is refused.

use super::rotations::normalized;

/// Parts of names, in lower case without underscores.
const PARTS: &[&str] = &[
    // Dynamics.
    "mass", "density", "friction", "restitution", "bounc", "elastic", "velocity", "damping", "drag", "gravity",
    "force", "impulse", "torque", "inertia", "momentum", "speed", "acceler", "solver", "iteration", "stiff",
    "compliance", "actuator", "armature", "factor", "dominance", "softness",
    // Collision filters.
    "filter", "group", "mask", "layer", "categor", "collisiontype", "collideswith", "memberships", "sensor", "trigger",
    "flag", "contact", "ccd", "sleep", "awake", "wake", "activ", "enable", "disable", "deactiv", "bullet", "hook",
    // Appearance.
    "color", "colour", "material", "texture", "visib", "visual", "opacity", "alpha", "shadow", "wireframe", "rgba",
    "debug", "draw", "render", "shader", "skin", "label", "name", "title", "tag", "style",
    // Data of the program.
    "userdata", "userpointer", "userindex", "user", "callback", "listener", "event", "signal", "connect", "log", "print",
    "dump", "export", "serializ", "save", "assert", "expect", "unwrap", "check", "report", "write", "show", "plot",
    // Simulation.
    "joint", "constraint", "motor", "hinge", "step", "simul", "world", "scene", "space", "spawn", "register",
    "destroy", "release", "dispose", "delete", "remove", "free", "kinematic", "dynamic", "static", "fixed", "lock",
    "freeze", "motiontype", "motionquality", "bodytype", "collisionobject", "persist", "threshold", "allow", "needsupdate",
    // Derived values.
    "compute", "calculate", "updatematrix", "updateaabb", "updatebound", "normals", "boundingbox", "boundingsphere",
    "aabb", "volume", "recalculate", "acquirestructure", "optimize", "initializepolyhedral", "margin",
    // Ends of builders.
    "build", "finish", "finali", "create", "result", "value", "toowned", "upcast", "downcast",
];

/// Beginnings of the names of methods that only read.
const READS: &[&str] = &[
    "get", "is", "has", "to", "as", "can", "num", "query", "find", "raycast", "equals", "compare", "valid", "support",
    "project", "distance", "closest", "intersect", "overlap", "collide", "test", "contains", "length", "count", "max",
    "min", "print", "describe", "hash", "id", "handle", "children", "begin", "end", "start", "stop", "size", "push",
    "append", "add", "insert", "emplace", "attach",
];

/// Whole names.
const WHOLE: &[&str] = &[
    "type", "shape", "body", "geometry", "geom", "collider", "data", "ptr", "ref", "into", "from", "clone", "copy", "move",
    "box", "arc", "rc", "some", "ok", "id", "index", "key", "uuid", "new", "init", "resetmassdata", "rbinfo", "info",
    "sethandle", "motion", "self", "isconvex", "cfg", "spec", "owner", "proxy", "apply", "also", "let", "run", "with",
    "radiuseps", "gameobject", "component", "rigidbody", "node", "entity", "mesh", "meshes", "mut", "borrow", "asref",
    "settype", "setbody", "setworld", "sethierarchy", "use", "convexradius", "setconvexradius", "setshapedata", "noop",
];

/// Whether a chain of names, such as `material.color.set`, does not change a shape or a body.
pub(super) fn is_harmless(names: &[&str]) -> bool {
    let all: Vec<String> = names.iter().map(|name| normalized(name)).collect();
    let Some(last) = all.last() else { return true };
    all.iter().any(|name| PARTS.iter().any(|part| name.contains(part)))
        || READS.iter().any(|start| last.starts_with(start))
        || WHOLE.contains(&last.as_str())
        || WHOLE.contains(&last.strip_prefix("set").unwrap_or(last))
}
