//! Constructors of shapes with bare numbers, as programs of many engines write them.

use crate::ask::Axis;
use crate::scene::model::Shape;

/// The ends of names of types or functions, in lower case; how many numbers there may be; what they make; what there is to say.
pub(super) type Maker = (&'static [&'static str], &'static [usize], fn(&[f64]) -> Shape, Option<&'static str>);

pub(super) const WHOLE: Option<&str> =
    Some("`Box`, `Cylinder`, `Capsule` and `Cone` have whole lengths along z, as in FCL and coal.");
const JOLT: Option<&str> =
    Some("Shapes of Jolt have half lengths along y; a convex radius only rounds edges, and is left out.");

pub(super) fn capsule(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Capsule { radius, half_height, axis }
}

pub(super) fn cylinder(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Cylinder { radius, half_height, axis }
}

pub(super) fn cone(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Cone { radius, half_height, axis }
}

const JOLT_PLANE: Option<&str> = Some("A plane of Jolt has the points with n·x + c = 0, and is solid below.");

/// All that lies below a plane: the normal, and how far the plane lies along it.
pub(super) fn below(n: &[f64]) -> Shape {
    Shape::HalfSpace { normal: [n[0], n[1], n[2]], offset: n[3] }
}

pub(super) fn cuboid(n: &[f64]) -> Shape {
    Shape::Box { half_extents: [n[0], n[1], n[2]] }
}

/// Every constructor that is known.
pub(super) const MAKERS: &[Maker] = &[
    (&["box", "boxd", "boxf"], &[3], |n| cuboid(&[0.5 * n[0], 0.5 * n[1], 0.5 * n[2]]), WHOLE),
    (&["boxshape", "boxshapesettings"], &[3, 4], cuboid, JOLT),
    (&["btboxshape", "pxboxgeometry", "createboxshape", "cuboid", "cuboid::new"], &[3], cuboid, None),
    (
        &[
            "sphere",
            "sphered",
            "spheref",
            "sphereshape",
            "sphereshapesettings",
            "btsphereshape",
            "pxspheregeometry",
            "createsphereshape",
            "ball",
            "ball::new",
        ],
        &[1],
        |n| Shape::Sphere { radius: n[0] },
        None,
    ),
    (&["ellipsoid", "ellipsoidd", "ellipsoidf"], &[3], |n| Shape::Ellipsoid { radii: [n[0], n[1], n[2]] }, None),
    (&["capsule", "capsuled", "capsulef"], &[2], |n| capsule(n[0], 0.5 * n[1], Axis::Z), WHOLE),
    (&["cylinder", "cylinderd", "cylinderf"], &[2], |n| cylinder(n[0], 0.5 * n[1], Axis::Z), WHOLE),
    (&["cone", "coned", "conef"], &[2], |n| cone(n[0], 0.5 * n[1], Axis::Z), WHOLE),
    (&["capsuleshape", "capsuleshapesettings"], &[2], |n| capsule(n[1], n[0], Axis::Y), JOLT),
    (&["cylindershape", "cylindershapesettings"], &[2, 3], |n| cylinder(n[1], n[0], Axis::Y), JOLT),
    (
        &["capsule::new_y", "sharedshape::capsule_y", "colliderbuilder::capsule_y"],
        &[2],
        |n| capsule(n[1], n[0], Axis::Y),
        None,
    ),
    (
        &["capsule::new_x", "sharedshape::capsule_x", "colliderbuilder::capsule_x"],
        &[2],
        |n| capsule(n[1], n[0], Axis::X),
        None,
    ),
    (
        &["capsule::new_z", "sharedshape::capsule_z", "colliderbuilder::capsule_z"],
        &[2],
        |n| capsule(n[1], n[0], Axis::Z),
        None,
    ),
    (
        &["cylinder::new", "sharedshape::cylinder", "colliderbuilder::cylinder"],
        &[2],
        |n| cylinder(n[1], n[0], Axis::Y),
        None,
    ),
    (&["cone::new", "sharedshape::cone", "colliderbuilder::cone"], &[2], |n| cone(n[1], n[0], Axis::Y), None),
    (&["capsule::new"], &[7], |n| swept([[n[0], n[1], n[2]], [n[3], n[4], n[5]]], n[6]), None),
    (&["btcapsuleshape", "createcapsuleshape"], &[2], |n| capsule(n[0], 0.5 * n[1], Axis::Y), None),
    (&["btcapsuleshapex"], &[2], |n| capsule(n[0], 0.5 * n[1], Axis::X), None),
    (&["btcapsuleshapez"], &[2], |n| capsule(n[0], 0.5 * n[1], Axis::Z), None),
    (&["btcylindershape"], &[3], |n| cylinder(n[0], n[1], Axis::Y), None),
    (&["btcylindershapex"], &[3], |n| cylinder(n[1], n[0], Axis::X), None),
    (&["btcylindershapez"], &[3], |n| cylinder(n[0], n[2], Axis::Z), None),
    (&["btconeshape"], &[2], |n| cone(n[0], 0.5 * n[1], Axis::Y), None),
    (&["btconeshapex"], &[2], |n| cone(n[0], 0.5 * n[1], Axis::X), None),
    (&["btconeshapez"], &[2], |n| cone(n[0], 0.5 * n[1], Axis::Z), None),
    (&["pxcapsulegeometry"], &[2], |n| capsule(n[0], n[1], Axis::X), None),
    (
        &["triangle", "triangle::new", "trianglep", "triangleshape", "trianglesettings"],
        &[9],
        |n| Shape::Triangle { points: [[n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]]] },
        None,
    ),
    (&["halfspace", "halfspaced", "halfspacef", "btstaticplaneshape", "createplaneshape"], &[4], below, None),
    (
        &["halfspace::new", "sharedshape::halfspace", "colliderbuilder::halfspace"],
        &[3],
        |n| below(&[n[0], n[1], n[2], 0.0]),
        None,
    ),
    (&["planeshape", "planeshapesettings"], &[4, 5], |n| below(&[n[0], n[1], n[2], -n[3]]), JOLT_PLANE),
    (&["segment", "segment::new"], &[6], |n| Shape::Segment { points: [[n[0], n[1], n[2]], [n[3], n[4], n[5]]] }, None),
];

/// What a ball sweeps along a segment: a capsule where that is one of the shapes, else the segment with the ball added.
pub(super) fn swept([a, b]: [[f64; 3]; 2], radius: f64) -> Shape {
    let along = |k: usize| (0..3).all(|j| if j == k { a[j] == -b[j] } else { a[j] == 0.0 && b[j] == 0.0 });
    match [Axis::X, Axis::Y, Axis::Z].into_iter().enumerate().find(|(k, _)| along(*k)) {
        Some((k, axis)) => capsule(radius, b[k].abs(), axis),
        None => Shape::Inflate { radius, shape: Box::new(Shape::Segment { points: [a, b] }) },
    }
}
