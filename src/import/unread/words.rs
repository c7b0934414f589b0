//! Lists of words in lower case by which the search for unread numbers decides whether a line is about a body or about
//! something else.

/// Words of lines about shapes, sizes and poses.
pub(super) const ABOUT_BODIES: [&str; 34] = [
    "box",
    "cuboid",
    "cube",
    "sphere",
    "ball",
    "circle",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "rect",
    "polygon",
    "hull",
    "mesh",
    "plane",
    "radius",
    "half",
    "extent",
    "size",
    "scale",
    "height",
    "width",
    "length",
    "position",
    "translat",
    "rotat",
    "orient",
    "quat",
    "euler",
    "transform",
    "pose",
    "origin",
    "center",
    "degree",
];

/// Words that state the size or the frame of a shape.
pub(super) const GEOMETRY: [&str; 11] =
    ["scale", "center", "centre", "offset", "father", "radius", "extent", "height", "halfsize", "half_size", "size"];

/// Words of lines about something else.
pub(super) const OTHER_TOPICS: [&str; 101] = [
    "worldmin",
    "worldmax",
    "world_min",
    "world_max",
    "testcontext",
    "gravity",
    "veloc",
    "linvel",
    "angvel",
    "speed",
    "impulse",
    "force",
    "torque",
    "accel",
    "moment",
    "mass",
    "inertia",
    "density",
    "friction",
    "restitution",
    "bounc",
    "damping",
    "stiffness",
    "spring",
    "color",
    "colour",
    "material",
    "rgb",
    "camera",
    "lookat",
    "look_at",
    "target",
    "window",
    "screen",
    "canvas",
    "render",
    "fps",
    "iteration",
    "joint",
    "anchor",
    "constraint",
    "motor",
    "limit",
    "result",
    "expect",
    "assert",
    "distance",
    "depth",
    "penetrat",
    "normal",
    "witness",
    "nearest",
    "closest",
    "contact",
    "manifold",
    "cout",
    "console",
    "version",
    "error",
    "warning",
    "margin",
    "threshold",
    "epsilon",
    "toleranc",
    "mask",
    "group",
    "filter",
    "aabb",
    "sizeof",
    "thread",
    "alloc",
    "capacity",
    "world(",
    "enablephysics",
    "shapenode",
    "spritenode",
    "output",
    "sleep",
    "integrator",
    "mesh3d(",
    "mesh2d(",
    "triangles",
    "indices",
    ".block",
    "index",
    "callback",
    "weight",
    "import",
    "include",
    "require",
    "characterlength",
    "autostep",
    "slope",
    "skinwidth",
    "stepoffset",
    "raycast",
    "check_",
    "check(",
    "ensure(",
    "verify(",
    "approx",
];

/// Words of lines about something else that other words contain: `catalog`, `player`, `white`, `footprint`. They count
/// where a word of a name begins.
pub(super) const OTHER_TOPIC_WORDS: [&str; 22] = [
    "light",
    "sunlight",
    "spotlight",
    "pointlight",
    "ambientlight",
    "eye",
    "view",
    "time",
    "step",
    "substep",
    "hit",
    "toi",
    "print",
    "fprintf",
    "sprintf",
    "eprint",
    "log",
    "layer",
    "count",
    "num",
    "faces",
    "bound",
];

/// Words of sentences about what a program does with a body, not about where the body is placed.
pub(super) const OBSERVED: [&str; 16] = [
    "hover", "float", "sink", "gap", "visually", "off by", "bounc", "jitter", "air", "should", "expected", "report",
    "return", "says", "print", "instead",
];

/// Beginnings of units of lengths and angles.
pub(super) const UNITS: [&str; 5] = ["m ", "meter", "cm ", "deg", "°"];

/// Words of sentences about the place of a body.
pub(super) const PLACED: [&str; 12] = [
    "above", "below", "rotated", "turned", "tilted", "shifted", "offset", "moved", "apart", "left of", "right of",
    "placed",
];

/// Endings of the names of files, before the number of a line.
pub(super) const FILES: [&str; 14] =
    [".rs:", ".c:", ".cc:", ".cpp:", ".h:", ".hpp:", ".py:", ".js:", ".ts:", ".cs:", ".java:", ".go:", ".lua:", ".gd:"];

/// Suffixes of numbers in code, for the types of the numbers.
pub(super) const SUFFIXES: [&str; 10] = ["f32", "f64", "u32", "i32", "f", "F", "u", "U", "l", "L"];

/// Names of sizes that a sentence repeats from the program: "shape offset 0.3".
pub(super) const RESTATED: [&str; 8] = ["offset", "radius", "extent", "extents", "height", "size", "width", "length"];

/// Words of things that a number before them counts.
pub(super) const COUNTED: [&str; 16] = [
    "vert",
    "points",
    "point ",
    "faces",
    "triangles",
    "tris",
    "bodies",
    "shapes",
    "contacts",
    "edges",
    "boxes",
    "spheres",
    "hulls",
    "objects",
    "iterations",
    "steps",
];

/// Words of sentences that move or scale a body by an amount.
pub(super) const MOVED: [&str; 8] =
    ["scaled", "rotated", "translated", "shifted", "moved", "turned", "raised", "lowered"];
