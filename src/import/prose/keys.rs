//! Kinds of attributes of bodies in sentences (radius, position, normal, …), and the table of the words that name them.

/// Whether the height of a capsule includes its round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caps {
    /// The text does not say whether the ends are included.
    Unsaid,
    Included,
    Excluded,
}

/// Side of a coordinate on which a half-space is solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The text does not say which side is solid.
    Unsaid,
    Below,
    Above,
}

/// Kind of an attribute of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Position,
    /// Tip of a cone.
    Apex,
    /// Center of the base of a cone or cylinder.
    Base,
    Radius,
    Diameter,
    HalfExtents,
    /// Full lengths of the sides of a box.
    Size,
    /// Extents, which may be half or full.
    Extents,
    HalfSide,
    /// Full length of all sides of a cube or square.
    Side,
    Width,
    Depth,
    HalfWidth,
    Height(Caps),
    HalfHeight(Caps),
    SemiAxes,
    Diameters,
    /// Corner of a box with the least coordinates.
    Min,
    /// Corner of a box with the greatest coordinates.
    Max,
    /// Two opposite corners of a box.
    Corners,
    /// Two ends of a segment, capsule or cylinder.
    Ends,
    /// Vertices of a shape that points define.
    Points,
    /// Direction of the axis of a round shape.
    Axis,
    /// Axis along the direction that the text calls up.
    Upright,
    Rotation,
    Normal,
    /// Coordinate of a plane along the axis with this index, and the solid side: `z <= 1`.
    Equation {
        axis: usize,
        side: Side,
    },
    /// Unit size: side 1 of a cube, or radius 1 of a sphere.
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
