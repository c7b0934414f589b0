//! Rows of libraries for distance queries and of bounding volumes: distance3d, Open3D's and DirectX's boxes, capsules
//! of Chaos.

use super::Form::{Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Sphere, Swept, Unread};
use super::Line;

/// Index of the axis z in [`super::Form`].
const Z: usize = 2;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // distance3d: a 4 × 4 matrix first; full sizes along z, a cone has its base at the origin of its matrix.
    ("distance3d", Box, "Box colliders.Box", "box2origin:pose size:fv artist:_?"),
    ("distance3d", Sphere, "Sphere colliders.Sphere", "center:at radius:r artist:_?"),
    ("distance3d", Capsule(Z), "Capsule colliders.Capsule", "capsule2origin:pose radius:r height:fh artist:_?"),
    ("distance3d", Cylinder(Z), "Cylinder colliders.Cylinder", "cylinder2origin:pose radius:r length:fh artist:_?"),
    ("distance3d", Ellipsoid, "Ellipsoid colliders.Ellipsoid", "ellipsoid2origin:pose radii:rv artist:_?"),
    (
        "distance3d",
        Cone(Z),
        "Cone colliders.Cone",
        "cone2origin:pose radius:r height:fh artist:_? standing:standing&=0",
    ),
    ("distance3d", Hull, "ConvexHullVertices colliders.ConvexHullVertices", "vertices:pts artist:_?"),
    ("distance3d", Unread, "colliders.MeshGraph colliders.Disk colliders.Ellipse colliders.Margin colliders.Mesh", "*"),
    // Open3D's bounding boxes: full sizes about a center; the lowest and the highest vertex.
    ("open3d", Box, "OrientedBoundingBox", "center:at R:turn extent:fv"),
    ("open3d", Box, "AxisAlignedBoundingBox", "min_bound:low max_bound:high"),
    // Unreal's Chaos: capsules by their end points.
    ("unreal", Swept, "FCapsule", "X1:a X2:b Radius:r"),
    // DirectX: half extents about a center.
    ("directx", Box, "BoundingOrientedBox", "Center:at Extents:hv Orientation:turn?"),
    ("directx", Box, "BoundingBox", "Center:at Extents:hv"),
    ("directx", Sphere, "BoundingSphere", "Center:at Radius:r"),
    ("directx", Unread, "BoundingFrustum", "*"),
];
