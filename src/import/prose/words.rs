//! Words of sentences about bodies: nouns of shapes, names of attributes, words without a meaning, words of results.

/// Shape that a noun names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Sphere,
    Circle,
    Box,
    Cube,
    Rectangle,
    Square,
    Capsule,
    Cylinder,
    Cone,
    Ellipsoid,
    Segment,
    Triangle,
    Tetrahedron,
    /// Convex hull of points in space or in the plane.
    Hull,
    Polygon,
    Point,
    /// Plane whose solid side a normal or an inequality states.
    Plane,
    /// Plane with its solid side below.
    Ground,
    /// Shape that is known and not read.
    Other,
}

impl Noun {
    /// Whether two nouns may name the same body.
    pub(super) fn may_be(self, other: Self) -> bool {
        const CLASSES: [&[Noun]; 4] = [
            &[Noun::Sphere, Noun::Circle],
            &[Noun::Box, Noun::Cube, Noun::Rectangle, Noun::Square],
            &[Noun::Hull, Noun::Polygon, Noun::Tetrahedron],
            &[Noun::Plane, Noun::Ground],
        ];
        self == other || CLASSES.iter().any(|class| class.contains(&self) && class.contains(&other))
    }

    /// Whether text about answers uses this noun as well, so that a mention without attributes is no body.
    pub(super) fn is_weak(self) -> bool {
        matches!(self, Self::Point | Self::Plane | Self::Segment | Self::Hull | Self::Polygon | Self::Other)
    }

    /// Returns the number of points that define the shape, if its points do.
    pub(super) fn points(self) -> Option<usize> {
        match self {
            Self::Segment => Some(2),
            Self::Triangle => Some(3),
            Self::Tetrahedron => Some(4),
            Self::Hull | Self::Polygon => Some(0),
            Self::Sphere
            | Self::Circle
            | Self::Box
            | Self::Cube
            | Self::Rectangle
            | Self::Square
            | Self::Capsule
            | Self::Cylinder
            | Self::Cone
            | Self::Ellipsoid
            | Self::Point
            | Self::Plane
            | Self::Ground
            | Self::Other => None,
        }
    }
}

/// Nouns in the singular; a longer row is before those that it begins with.
pub(super) const NOUNS: [(&[&str], Noun); 59] = [
    (&["convex", "hull"], Noun::Hull),
    (&["convex", "polyhedron"], Noun::Hull),
    (&["convex", "polytope"], Noun::Hull),
    (&["convex", "polygon"], Noun::Polygon),
    (&["line", "segment"], Noun::Segment),
    (&["half", "space"], Noun::Plane),
    (&["half", "plane"], Noun::Plane),
    (&["ground", "plane"], Noun::Ground),
    (&["floor", "plane"], Noun::Ground),
    (&["bounding", "box"], Noun::Box),
    (&["point", "set"], Noun::Hull),
    (&["point", "cloud"], Noun::Hull),
    (&["sphere"], Noun::Sphere),
    (&["ball"], Noun::Sphere),
    (&["circle"], Noun::Circle),
    (&["disc"], Noun::Circle),
    (&["disk"], Noun::Circle),
    (&["box"], Noun::Box),
    (&["cuboid"], Noun::Box),
    (&["aabb"], Noun::Box),
    (&["obb"], Noun::Box),
    (&["cube"], Noun::Cube),
    (&["rectangle"], Noun::Rectangle),
    (&["rect"], Noun::Rectangle),
    (&["square"], Noun::Square),
    (&["capsule"], Noun::Capsule),
    (&["cylinder"], Noun::Cylinder),
    (&["cone"], Noun::Cone),
    (&["ellipsoid"], Noun::Ellipsoid),
    (&["segment"], Noun::Segment),
    (&["triangle"], Noun::Triangle),
    (&["tetrahedron"], Noun::Tetrahedron),
    (&["tetrahedra"], Noun::Tetrahedron),
    (&["hull"], Noun::Hull),
    (&["polytope"], Noun::Hull),
    (&["polyhedron"], Noun::Hull),
    (&["octahedron"], Noun::Hull),
    (&["pyramid"], Noun::Hull),
    (&["prism"], Noun::Hull),
    (&["wedge"], Noun::Hull),
    (&["polygon"], Noun::Polygon),
    (&["quad"], Noun::Polygon),
    (&["pentagon"], Noun::Polygon),
    (&["hexagon"], Noun::Polygon),
    (&["point"], Noun::Point),
    (&["plane"], Noun::Plane),
    (&["halfspace"], Noun::Plane),
    (&["halfplane"], Noun::Plane),
    (&["ground"], Noun::Ground),
    (&["floor"], Noun::Ground),
    (&["torus"], Noun::Other),
    (&["mesh"], Noun::Other),
    (&["terrain"], Noun::Other),
    (&["heightfield"], Noun::Other),
    (&["hemisphere"], Noun::Other),
    (&["tube"], Noun::Other),
    (&["ray"], Noun::Other),
    (&["line"], Noun::Other),
    (&["ellipse"], Noun::Other),
];

/// Returns the singular of a noun, if the word is a plural.
pub(super) fn singular(word: &str) -> Option<String> {
    match word {
        "boxes" => Some("box".to_owned()),
        "polyhedra" => Some("polyhedron".to_owned()),
        "tetrahedra" => Some("tetrahedron".to_owned()),
        "discs" | "disks" => Some("disc".to_owned()),
        "meshes" => Some("mesh".to_owned()),
        _ => word.strip_suffix('s').filter(|rest| rest.len() > 2).map(str::to_owned),
    }
}

/// Height of a body with round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caps {
    /// The text does not say whether the ends are included.
    Unsaid,
    Included,
    Excluded,
}

/// Attribute of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Position,
    Apex,
    Base,
    Radius,
    Diameter,
    HalfExtents,
    Size,
    /// Extents, which may be half or full.
    Extents,
    HalfSide,
    Side,
    Width,
    Depth,
    HalfWidth,
    Height(Caps),
    HalfHeight(Caps),
    SemiAxes,
    Diameters,
    Min,
    Max,
    Corners,
    Ends,
    Points,
    Axis,
    /// Axis along the direction that the text names as up.
    Upright,
    Rotation,
    Normal,
    /// Coordinate of a plane: the axis 0 to 2, and whether the solid is below (-1), above (1) or not stated (0).
    Equation(usize, i8),
    /// Shape of size 1.
    Unit,
}

/// Names of attributes; a longer row is before those that it begins with.
pub(super) const KEYS: [(&[&str], Kind); 92] = [
    (&["half", "edge", "lengths"], Kind::HalfExtents),
    (&["half", "side", "lengths"], Kind::HalfExtents),
    (&["half", "edge", "length"], Kind::HalfSide),
    (&["half", "side", "length"], Kind::HalfSide),
    (&["half", "extents"], Kind::HalfExtents),
    (&["half", "extent"], Kind::HalfExtents),
    (&["half", "sizes"], Kind::HalfExtents),
    (&["half", "size"], Kind::HalfExtents),
    (&["half", "dimensions"], Kind::HalfExtents),
    (&["half", "lengths"], Kind::HalfExtents),
    (&["half", "widths"], Kind::HalfExtents),
    (&["half", "sides"], Kind::HalfExtents),
    (&["halfextents"], Kind::HalfExtents),
    (&["half", "side"], Kind::HalfSide),
    (&["half", "edge"], Kind::HalfSide),
    (&["half", "width"], Kind::HalfWidth),
    (&["half", "height"], Kind::HalfHeight(Caps::Unsaid)),
    (&["half", "length"], Kind::HalfHeight(Caps::Unsaid)),
    (&["halfheight"], Kind::HalfHeight(Caps::Unsaid)),
    (&["full", "edge", "lengths"], Kind::Size),
    (&["full", "side", "lengths"], Kind::Size),
    (&["full", "extents"], Kind::Size),
    (&["full", "sizes"], Kind::Size),
    (&["full", "size"], Kind::Size),
    (&["full", "dimensions"], Kind::Size),
    (&["full", "lengths"], Kind::Size),
    (&["edge", "lengths"], Kind::Size),
    (&["side", "lengths"], Kind::Size),
    (&["sizes"], Kind::Size),
    (&["size"], Kind::Size),
    (&["dimensions"], Kind::Size),
    (&["sides"], Kind::Size),
    (&["edges"], Kind::Size),
    (&["measures"], Kind::Size),
    (&["measuring"], Kind::Size),
    (&["extents"], Kind::Extents),
    (&["extent"], Kind::Extents),
    (&["edge", "length"], Kind::Side),
    (&["side", "length"], Kind::Side),
    (&["side"], Kind::Side),
    (&["edge"], Kind::Side),
    (&["base", "radius"], Kind::Radius),
    (&["radius"], Kind::Radius),
    (&["r"], Kind::Radius),
    (&["diameter"], Kind::Diameter),
    (&["dia"], Kind::Diameter),
    (&["full", "height"], Kind::Height(Caps::Unsaid)),
    (&["total", "height"], Kind::Height(Caps::Included)),
    (&["overall", "height"], Kind::Height(Caps::Included)),
    (&["total", "length"], Kind::Height(Caps::Included)),
    (&["overall", "length"], Kind::Height(Caps::Included)),
    (&["cylinder", "height"], Kind::Height(Caps::Excluded)),
    (&["cylindrical", "height"], Kind::Height(Caps::Excluded)),
    (&["segment", "length"], Kind::Height(Caps::Excluded)),
    (&["height"], Kind::Height(Caps::Unsaid)),
    (&["length"], Kind::Height(Caps::Unsaid)),
    (&["width"], Kind::Width),
    (&["depth"], Kind::Depth),
    (&["semi", "axes"], Kind::SemiAxes),
    (&["semi", "axis", "lengths"], Kind::SemiAxes),
    (&["semi", "principal", "axes"], Kind::SemiAxes),
    (&["semiaxes"], Kind::SemiAxes),
    (&["radii"], Kind::SemiAxes),
    (&["diameters"], Kind::Diameters),
    (&["lower", "left", "corner"], Kind::Min),
    (&["lower", "left"], Kind::Min),
    (&["upper", "right", "corner"], Kind::Max),
    (&["upper", "right"], Kind::Max),
    (&["min", "corner"], Kind::Min),
    (&["minimum", "corner"], Kind::Min),
    (&["lower", "corner"], Kind::Min),
    (&["lower", "bound"], Kind::Min),
    (&["minimum"], Kind::Min),
    (&["min"], Kind::Min),
    (&["max", "corner"], Kind::Max),
    (&["maximum", "corner"], Kind::Max),
    (&["upper", "corner"], Kind::Max),
    (&["upper", "bound"], Kind::Max),
    (&["maximum"], Kind::Max),
    (&["max"], Kind::Max),
    (&["apex"], Kind::Apex),
    (&["tip"], Kind::Apex),
    (&["base", "centre"], Kind::Base),
    (&["base", "center"], Kind::Base),
    (&["outward", "normal"], Kind::Normal),
    (&["normal"], Kind::Normal),
    (&["centre"], Kind::Position),
    (&["center"], Kind::Position),
    (&["position"], Kind::Position),
    (&["location"], Kind::Position),
    (&["pos"], Kind::Position),
    (&["origin"], Kind::Position),
];

/// Words after which a place is that of the body: "centred at (0, 0, 0)".
pub(super) const PLACED: [&str; 22] = [
    "centred", "centered", "located", "placed", "positioned", "at", "sits", "sitting", "lies", "lying", "rests",
    "resting", "standing", "stands", "hovers", "hovering", "around", "stays", "posed", "situated", "floating", "floats",
];

/// Words between attributes that do not change their meaning.
pub(super) const GLUE: [&str; 54] = [
    ",", ":", "(", ")", "=", "[", "]", "with", "of", "and", "a", "an", "the", "is", "has", "having", "was", "are",
    "whose", "which", "that", "in", "static", "dynamic", "kinematic", "fixed", "solid", "rigid", "axis", "aligned", "axes",
    "it", "no", "other", "3d", "2d", "also", "then", "being", "here", "space", "world", "coordinates", "both", "given",
    "by", "as", "—", "–", "these", "full", "named", "called", "where",
];

/// Words between the name of an attribute and its value.
pub(super) const LINKS: [&str; 12] = ["of", "is", "are", "=", ":", "at", "equals", "was", "being", "be", "equal", "to"];

/// Words after which the numbers of a sentence are results or settings, not parts of bodies.
pub(super) const RESULTS: [&str; 112] = [
    "distance", "distances", "depth", "penetration", "penetrating", "penetrate", "expected", "expect", "expects",
    "returns", "returned", "return", "gives", "gave", "give", "got", "get", "gets", "result", "results", "resulting",
    "reports", "reported", "report", "iterations", "iteration", "tolerance", "eps", "epsilon", "normals",
    "closest", "nearest", "witness", "contact", "contacts", "separation", "separated", "separating", "gap", "time",
    "toi", "seconds", "error", "should", "instead", "actual", "answer", "answers", "manifold", "step", "steps",
    "timestep", "substeps", "output", "outputs", "prints", "printed", "says", "shows", "computed", "computes", "finds",
    "found", "version", "line", "lines", "issue", "commit", "velocity", "gravity", "mass", "masses", "friction",
    "restitution", "density", "camera", "nan", "value", "values", "simplex", "mtv", "overlap", "intersection",
    "correct", "wrong", "true", "false", "support", "direction", "minkowski", "fails", "converges", "converge",
    "terminates", "stops", "after", "takes", "runs", "threshold", "precision", "bits", "frame", "frames", "layer",
    "mask", "group", "id", "seed", "percent", "signed", "vertex", "normal",
];

/// Words before the number of a label: "body 1", "step 12".
pub(super) const LABELS: [&str; 26] = [
    "body", "bodies", "object", "shape", "collider", "case", "test", "step", "line", "issue", "version", "frame",
    "iteration", "figure", "fig", "eq", "equation", "#", "layer", "release", "v", "pair", "query", "bug", "pr", "no",
];

/// Words after a number that it counts.
pub(super) const COUNTED: [&str; 22] = [
    "iterations", "steps", "substeps", "times", "contacts", "contact", "bodies", "objects", "shapes", "ms", "s",
    "seconds", "%", "percent", "vertices", "points", "hz", "kg", "bit", "of", "runs", "frames",
];

/// Names of programs before the number of a version.
pub(super) const PROGRAMS: [&str; 26] = [
    "bullet", "parry", "parry3d", "parry2d", "rapier", "rapier3d", "rapier2d", "physx", "jolt", "fcl", "coal", "box2d",
    "planck", "ode", "mujoco", "drake", "unity", "godot", "dart", "ncollide", "newton", "python", "ubuntu", "gcc",
    "clang", "reactphysics3d",
];

/// Words that change bodies in a manner that is not read.
pub(super) const CHANGES: [&str; 49] = [
    "scaled", "scale", "scaling", "rotate", "rotates", "rotated", "rotating", "rotation", "orientation", "tilted",
    "turned", "twisted", "shifted", "translated", "offset", "displaced", "mirrored", "flipped", "inflated", "margin",
    "rounded", "hollow", "truncated", "sheared", "skewed", "stretched", "relative", "parent", "attached", "compound",
    "union", "minus", "padded", "euler", "yaw", "pitch", "roll", "quaternion", "degrees", "radians", "swapped",
    "inches", "inch", "feet", "twice", "moved", "thickness", "local", "rigidly",
];

/// Words of hypothetical or changed bodies.
pub(super) const HYPOTHETICAL: [&str; 26] = [
    "if", "unless", "or", "either", "previously", "originally", "changed", "changing", "replacing", "replaced",
    "becomes", "until", "whereas", "works", "work", "worked", "passes", "fine", "except", "increase", "decrease",
    "varying", "anything", "correctly", "instead", "increasing",
];

/// Words of counts.
pub(super) const COUNTS: [(&str, usize); 12] = [
    ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("2", 2), ("3", 3), ("4", 4), ("both", 2),
    ("pair", 2), ("5", 5), ("6", 6),
];
