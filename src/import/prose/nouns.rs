//! Nouns that name shapes in sentences: the table of the words, and how texts use each noun.

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
    /// Known shape that is not supported.
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

    /// Whether texts also use this noun for results of queries, so that a mention without attributes is not a body.
    pub(super) fn is_weak(self) -> bool {
        matches!(self, Self::Point | Self::Plane | Self::Segment | Self::Hull | Self::Polygon | Self::Other)
    }

    /// Returns the number of points that define the shape, 0 for any number; `None` if points do not define it.
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
pub(super) const NOUNS: [(&[&str], Noun); 64] = [
    (&["table", "top"], Noun::Box),
    (&["tabletop"], Noun::Box),
    (&["slab"], Noun::Box),
    (&["plank"], Noun::Box),
    (&["brick"], Noun::Box),
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

/// Returns the singular of a noun in lower case; `None` if the word is no plural.
pub(super) fn singular(word: &str) -> Option<String> {
    match word {
        "boxes" => Some("box".to_owned()),
        "polyhedra" => Some("polyhedron".to_owned()),
        "tetrahedra" => Some("tetrahedron".to_owned()),
        "discs" | "disks" => Some("disc".to_owned()),
        "meshes" => Some("mesh".to_owned()),
        _ => word.strip_suffix('s').filter(|singular| singular.len() > 2).map(str::to_owned),
    }
}
