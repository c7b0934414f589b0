//! Kinds of shapes by the types, words and numbers with which libraries print them.

use contact_lens_model::ask::Axis;

use super::value::plain;

/// Form of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Box,
    Sphere,
    Capsule,
    Cylinder,
    Cone,
    Ellipsoid,
    /// Convex hull of points.
    Hull,
}

/// Meaning of the height of a capsule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CapsuleHeight {
    /// Length of the segment between the centers of the caps.
    Segment,
    /// Length with both caps.
    Total,
}

/// Kind of a shape, with the conventions of its library.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kind {
    pub(super) form: Form,
    /// Axis of round shapes; `None` if the type does not decide it.
    pub(super) axis: Option<Axis>,
    /// Height of a capsule; `None` if the type does not decide it.
    pub(super) capsule_height: Option<CapsuleHeight>,
    /// Whether the shape exists only in the plane.
    pub(super) is_planar: bool,
    /// Whether the text states the form by a type, not only by the name of a variable.
    pub(super) is_declared: bool,
}

const fn kind_of(form: Form, axis: Option<Axis>, capsule_height: Option<CapsuleHeight>) -> Kind {
    Kind { form, axis, capsule_height, is_planar: false, is_declared: true }
}

const fn planar(form: Form) -> Kind {
    Kind { form, axis: Some(Axis::Y), capsule_height: None, is_planar: true, is_declared: true }
}

/// Types and words, in lower case without underscores and namespaces.
const KINDS: &[(&str, Kind)] = &[
    ("box", kind_of(Form::Box, None, None)),
    ("cuboid", kind_of(Form::Box, None, None)),
    ("btboxshape", kind_of(Form::Box, None, None)),
    ("dxbox", kind_of(Form::Box, None, None)),
    ("boxshape", kind_of(Form::Box, None, None)),
    ("boxgeometry", kind_of(Form::Box, None, None)),
    ("pxboxgeometry", kind_of(Form::Box, None, None)),
    ("boxcollider", kind_of(Form::Box, None, None)),
    ("alignedbox3", kind_of(Form::Box, None, None)),
    ("aabb", kind_of(Form::Box, None, None)),
    ("boxshape3d", kind_of(Form::Box, None, None)),
    ("cuboid2d", planar(Form::Box)),
    ("rectangle", planar(Form::Box)),
    ("sphere", kind_of(Form::Sphere, None, None)),
    ("ball", kind_of(Form::Sphere, None, None)),
    ("btsphereshape", kind_of(Form::Sphere, None, None)),
    ("dxsphere", kind_of(Form::Sphere, None, None)),
    ("sphereshape", kind_of(Form::Sphere, None, None)),
    ("spheregeometry", kind_of(Form::Sphere, None, None)),
    ("pxspheregeometry", kind_of(Form::Sphere, None, None)),
    ("spherecollider", kind_of(Form::Sphere, None, None)),
    ("sphere3", kind_of(Form::Sphere, None, None)),
    ("circle", planar(Form::Sphere)),
    ("circleshape", planar(Form::Sphere)),
    ("ball2d", planar(Form::Sphere)),
    ("capsule", kind_of(Form::Capsule, None, None)),
    ("capsulex", kind_of(Form::Capsule, Some(Axis::X), None)),
    ("capsuley", kind_of(Form::Capsule, Some(Axis::Y), None)),
    ("capsulez", kind_of(Form::Capsule, Some(Axis::Z), None)),
    ("btcapsuleshape", kind_of(Form::Capsule, None, None)),
    ("dxcapsule", kind_of(Form::Capsule, Some(Axis::Z), Some(CapsuleHeight::Segment))),
    ("capsulegeometry", kind_of(Form::Capsule, Some(Axis::Y), Some(CapsuleHeight::Segment))),
    ("pxcapsulegeometry", kind_of(Form::Capsule, Some(Axis::X), None)),
    ("capsulecollider", kind_of(Form::Capsule, None, Some(CapsuleHeight::Total))),
    ("capsuleshape", kind_of(Form::Capsule, None, None)),
    ("cylinder", kind_of(Form::Cylinder, None, None)),
    ("btcylindershape", kind_of(Form::Cylinder, None, None)),
    ("dxcylinder", kind_of(Form::Cylinder, Some(Axis::Z), None)),
    ("cylindershape", kind_of(Form::Cylinder, None, None)),
    ("cylindergeometry", kind_of(Form::Cylinder, Some(Axis::Y), None)),
    ("cone", kind_of(Form::Cone, None, None)),
    ("coneshape", kind_of(Form::Cone, None, None)),
    ("conegeometry", kind_of(Form::Cone, Some(Axis::Y), None)),
    ("ellipsoid", kind_of(Form::Ellipsoid, None, None)),
    ("ellipsoidshape", kind_of(Form::Ellipsoid, None, None)),
    ("polygon", planar(Form::Hull)),
    ("polygonshape", planar(Form::Hull)),
    ("convexpolyhedron", kind_of(Form::Hull, None, None)),
    ("convexhull", kind_of(Form::Hull, None, None)),
    ("hull", kind_of(Form::Hull, None, None)),
    ("convex", kind_of(Form::Hull, None, None)),
];

/// Returns the kind of shape that a type or word names, with its namespace.
pub(super) fn kind(name: &str) -> Option<Kind> {
    let last = name.rsplit([':', '.', ' ']).next().unwrap_or_default();
    let is_coal = ["coal::", "fcl::", "hpp::"].iter().any(|space| name.starts_with(space));
    let lower = plain(last.trim_end_matches(['*', '&', ' ']));
    let (_, kind) = KINDS.iter().find(|(own, _)| *own == lower)?;
    let axis = kind.axis.or(is_coal.then_some(Axis::Z));
    Some(Kind { axis, ..*kind })
}

/// Beginnings of types of shapes that this reader does not read.
const FOREIGN: [&str; 16] = [
    "round",
    "trimesh",
    "trianglemesh",
    "heightfield",
    "compound",
    "polyline",
    "segment",
    "halfspace",
    "plane",
    "meshcollider",
    "voxels",
    "chain",
    "edge",
    "torus",
    "trianglemeshshape",
    "multisphere",
];

/// Whether a type or word names a shape that this reader does not read.
pub(super) fn is_foreign(name: &str) -> bool {
    let lower = plain(name.rsplit([':', '.']).next().unwrap_or_default());
    kind(name).is_none() && FOREIGN.iter().any(|start| lower.starts_with(start))
}

/// Numbers of types with the names of their sizes: those of rapier, then of cannon.
const NUMBERED: [(f64, &str, Kind); 8] = [
    (0.0, "radius", kind_of(Form::Sphere, None, None)),
    (1.0, "halfextents", kind_of(Form::Box, None, None)),
    (2.0, "halfheight", kind_of(Form::Capsule, Some(Axis::Y), None)),
    (10.0, "halfheight", kind_of(Form::Cylinder, Some(Axis::Y), None)),
    (11.0, "halfheight", kind_of(Form::Cone, Some(Axis::Y), None)),
    (1.0, "radius", kind_of(Form::Sphere, None, None)),
    (4.0, "halfextents", kind_of(Form::Box, None, None)),
    (9.0, "points", kind_of(Form::Hull, None, None)),
];

/// Returns the kind of a shape with this number of its type and this size.
pub(super) fn numbered(number: f64, size: &str) -> Option<Kind> {
    NUMBERED.iter().find(|(own, name, _)| *own == number && *name == size).map(|(_, _, kind)| *kind)
}

/// Returns the kind of a shape of Bullet by its `BroadphaseNativeTypes`.
pub(super) fn bullet(number: f64) -> Option<Kind> {
    let form = match number {
        0.0 => Form::Box,
        8.0 => Form::Sphere,
        10.0 => Form::Capsule,
        13.0 => Form::Cylinder,
        _ => return None,
    };
    Some(kind_of(form, None, None))
}

/// Returns the kind of a geom of MuJoCo by its `mjtGeom`.
pub(super) fn mujoco(number: f64) -> Option<Kind> {
    let form = match number {
        2.0 => Form::Sphere,
        3.0 => Form::Capsule,
        4.0 => Form::Ellipsoid,
        5.0 => Form::Cylinder,
        6.0 => Form::Box,
        _ => return None,
    };
    Some(kind_of(form, Some(Axis::Z), None))
}

/// Returns the kind of a collision shape of PyBullet by its number.
pub(super) fn pybullet(number: f64) -> Option<Kind> {
    let form = match number {
        2.0 => Form::Sphere,
        3.0 => Form::Box,
        4.0 => Form::Cylinder,
        7.0 => Form::Capsule,
        _ => return None,
    };
    Some(kind_of(form, Some(Axis::Z), Some(CapsuleHeight::Segment)))
}

/// Axes of the round shapes of libraries.
const AXES: [(&str, Axis); 17] = [
    ("fcl", Axis::Z),
    ("coal", Axis::Z),
    ("hpp-fcl", Axis::Z),
    ("hppfcl", Axis::Z),
    ("drake", Axis::Z),
    ("pydrake", Axis::Z),
    ("ode", Axis::Z),
    ("mujoco", Axis::Z),
    ("pybullet", Axis::Z),
    ("rapier", Axis::Y),
    ("parry", Axis::Y),
    ("avian", Axis::Y),
    ("cannon", Axis::Y),
    ("three", Axis::Y),
    ("jolt", Axis::Y),
    ("godot", Axis::Y),
    ("unity", Axis::Y),
];

/// Returns the axis of the round shapes of the libraries that a text names; `None` if they are unknown or differ.
pub(super) fn common_axis(libraries: &std::collections::BTreeSet<&'static str>) -> Option<Axis> {
    let mut axes = libraries.iter().map(|library| AXES.iter().find(|(own, _)| own == library).map(|(_, axis)| *axis));
    let first = axes.next()??;
    axes.all(|axis| axis == Some(first)).then_some(first)
}
