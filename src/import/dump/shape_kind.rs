//! Kinds of shapes, recognized by the names of their types in any library: `PxBoxGeometry`, `Cuboid` and
//! `mjGEOM_BOX` are boxes.

/// Kind of a shape by the name of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShapeKind {
    Ball,
    Box,
    Capsule,
    Cylinder,
    Cone,
    Ellipsoid,
    Triangle,
    Segment,
    /// Convex hull of points.
    Hull,
    /// Shape inflated by a ball.
    Rounded,
    HalfSpace,
}

impl ShapeKind {
    /// Returns the kind by the name of a type; `None` for any other name, a mesh or a compound. The first rule that
    /// fits decides, so that `RoundCuboid` is rounded.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = last_segment(name);
        if contains_any(&name, &["mesh", "compound"]) {
            None
        } else if name.contains("round") && !name.contains("ground") {
            Some(Self::Rounded)
        } else if contains_any(&name, &["halfspace", "staticplane", "planeshape"]) {
            Some(Self::HalfSpace)
        } else if contains_any(&name, &["convex", "polytope"]) {
            Some(Self::Hull)
        } else if name.contains("capsule") {
            Some(Self::Capsule)
        } else if name.contains("cylinder") {
            Some(Self::Cylinder)
        } else if name == "cone" || name.contains("coneshape") {
            Some(Self::Cone)
        } else if name.contains("ellipsoid") {
            Some(Self::Ellipsoid)
        } else if name.contains("triangle") {
            Some(Self::Triangle)
        } else if name.contains("segment") {
            Some(Self::Segment)
        } else if ["box", "boxd", "boxf", "ebox"].contains(&name.as_str())
            || name.ends_with("geom_box")
            || contains_any(&name, &["cuboid", "boxshape", "boxgeometry", "boxcollider"])
        {
            Some(Self::Box)
        } else if ["ball", "ballview"].contains(&name.as_str()) || name.contains("sphere") && !name.contains("bounding")
        {
            Some(Self::Ball)
        } else {
            None
        }
    }
}

/// Whether a name contains one of these words.
fn contains_any(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}

/// Returns the last segment of a path, in lower case: `box` of `fcl::Box`. The type before a constructor is kept:
/// `cuboid::new`, `sharedshape::ball`.
pub(super) fn last_segment(name: &str) -> String {
    let lower = name.to_ascii_lowercase().replace('.', "::");
    let parts: Vec<&str> = lower.split("::").collect();
    match parts.as_slice() {
        [.., owner, function]
            if function.starts_with("new") || *owner == "sharedshape" || *owner == "colliderbuilder" =>
        {
            format!("{owner}::{function}")
        }
        [.., last] => (*last).to_owned(),
        [] => lower,
    }
}

/// Whether a name is that of a shape type alone, without digits, blanks and underscores, which are parts of names of
/// bodies: `Box`, but not `box_2`.
pub(super) fn is_type(name: &str) -> bool {
    let has_other_parts = name.contains([' ', '_']) || name.contains(|c: char| c.is_ascii_digit());
    ShapeKind::of(name).is_some() && !has_other_parts
}

/// Whether a word is the type of a shape with sizes, and not the name of a size, such as `sphereRadius`.
pub(super) fn is_kind(name: &str) -> bool {
    let has_sizes = matches!(
        ShapeKind::of(name),
        Some(
            ShapeKind::Ball
                | ShapeKind::Box
                | ShapeKind::Capsule
                | ShapeKind::Cylinder
                | ShapeKind::Cone
                | ShapeKind::Ellipsoid
        )
    );
    has_sizes && !["radius", "extent", "height", "size", "half"].iter().any(|word| last_segment(name).contains(word))
}
