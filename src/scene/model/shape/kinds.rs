//! Kinds of shapes: one row per variant of [`Shape`], with its names, its dimension and its default shape.

use super::{Axis, Shape};

/// Dimension of the scenes that can have a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeSpace {
    /// Only 3D queries accept the shape.
    Space,
    /// Only 2D queries accept the shape.
    Plane,
    /// Queries in both dimensions accept the shape.
    Both,
}

/// Kind of a shape.
#[derive(Clone, Copy, Debug)]
pub struct ShapeKind {
    /// Name in files: the value of `type`.
    pub name: &'static str,
    /// Name for people, lower case.
    pub label: &'static str,
    /// Dimension of the queries that accept the shape.
    pub space: ShapeSpace,
    /// Creates the shape that a body gets when the user chooses this kind, around its origin: its largest extent along
    /// an axis is between 1 and 1.6 m; a half-space is the one below y = 0. `None` for kinds that cannot be chosen.
    pub default: Option<fn() -> Shape>,
}

impl ShapeKind {
    /// Creates a kind with the same name in files and for people, which cannot be chosen.
    const fn new(name: &'static str, space: ShapeSpace) -> Self {
        Self { name, label: name, space, default: None }
    }

    /// Sets the name for people.
    const fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    /// Sets the shape that a body gets when the user chooses this kind.
    const fn default(self, default: fn() -> Shape) -> Self {
        Self { default: Some(default), ..self }
    }
}

/// Radius of the default shapes, meters.
const RADIUS: f64 = 0.5;

/// Half height of the default shapes, meters.
const HALF_HEIGHT: f64 = 0.5;

/// Vertices of the default polytope, meters: an irregular tetrahedron with its base around the origin.
const TETRAHEDRON: [[f64; 3]; 4] = [[0.6, 0.0, -0.3], [-0.5, 0.0, -0.4], [0.0, 0.0, 0.6], [0.0, 0.8, 0.0]];

const SPHERE: ShapeKind = ShapeKind::new("sphere", ShapeSpace::Space).default(|| Shape::Sphere { radius: RADIUS });
const BOX: ShapeKind = ShapeKind::new("box", ShapeSpace::Space).default(|| Shape::Box { half_extents: [0.5; 3] });
const CYLINDER: ShapeKind = ShapeKind::new("cylinder", ShapeSpace::Space).default(|| Shape::Cylinder {
    radius: RADIUS,
    half_height: HALF_HEIGHT,
    axis: Axis::Y,
});
const CONE: ShapeKind = ShapeKind::new("cone", ShapeSpace::Space).default(|| Shape::Cone {
    radius: RADIUS,
    half_height: HALF_HEIGHT,
    axis: Axis::Y,
});
const CAPSULE: ShapeKind = ShapeKind::new("capsule", ShapeSpace::Both).default(|| Shape::Capsule {
    radius: 0.3,
    half_height: HALF_HEIGHT,
    axis: Axis::Y,
});
const ELLIPSOID: ShapeKind =
    ShapeKind::new("ellipsoid", ShapeSpace::Space).default(|| Shape::Ellipsoid { radii: [0.8, 0.5, 0.3] });
const SEGMENT: ShapeKind = ShapeKind::new("segment", ShapeSpace::Both)
    .default(|| Shape::Segment { points: [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]] });
const TRIANGLE: ShapeKind = ShapeKind::new("triangle", ShapeSpace::Both)
    .default(|| Shape::Triangle { points: [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.8, 0.0]] });
const POLYTOPE: ShapeKind =
    ShapeKind::new("polytope", ShapeSpace::Space).default(|| Shape::Polytope { points: TETRAHEDRON.to_vec() });
const MESH: ShapeKind = ShapeKind::new("mesh", ShapeSpace::Space);
const CIRCLE: ShapeKind = ShapeKind::new("circle", ShapeSpace::Plane).default(|| Shape::Circle { radius: RADIUS });
const RECTANGLE: ShapeKind =
    ShapeKind::new("rectangle", ShapeSpace::Plane).default(|| Shape::Rectangle { half_extents: [0.6, 0.4] });
const POLYGON: ShapeKind = ShapeKind::new("polygon", ShapeSpace::Plane)
    .default(|| Shape::Polygon { points: vec![[-0.5, -0.4], [0.6, -0.3], [0.2, 0.6]] });
const HALF_SPACE: ShapeKind = ShapeKind::new("halfspace", ShapeSpace::Both)
    .label("half-space")
    .default(|| Shape::HalfSpace { normal: [0.0, 1.0, 0.0], offset: 0.0 });
const AFFINE: ShapeKind = ShapeKind::new("affine", ShapeSpace::Space).label("affine image");
const INFLATE: ShapeKind = ShapeKind::new("inflate", ShapeSpace::Both).label("inflated");
const COMPOUND: ShapeKind = ShapeKind::new("compound", ShapeSpace::Both);
const TRIANGLE_MESH: ShapeKind = ShapeKind::new("triangle_mesh", ShapeSpace::Space).label("triangle mesh");
const HEIGHT_FIELD: ShapeKind = ShapeKind::new("height_field", ShapeSpace::Space).label("height field");

/// Kinds of shapes in the order of menus, which is that of the variants of [`Shape`].
pub const SHAPE_KINDS: [&ShapeKind; 19] = [
    &SPHERE,
    &BOX,
    &CYLINDER,
    &CONE,
    &CAPSULE,
    &ELLIPSOID,
    &SEGMENT,
    &TRIANGLE,
    &POLYTOPE,
    &MESH,
    &CIRCLE,
    &RECTANGLE,
    &POLYGON,
    &HALF_SPACE,
    &AFFINE,
    &INFLATE,
    &COMPOUND,
    &TRIANGLE_MESH,
    &HEIGHT_FIELD,
];

impl Shape {
    /// Kind of the shape.
    pub fn kind(&self) -> &'static ShapeKind {
        match self {
            Self::Sphere { .. } => &SPHERE,
            Self::Box { .. } => &BOX,
            Self::Cylinder { .. } => &CYLINDER,
            Self::Cone { .. } => &CONE,
            Self::Capsule { .. } => &CAPSULE,
            Self::Ellipsoid { .. } => &ELLIPSOID,
            Self::Segment { .. } => &SEGMENT,
            Self::Triangle { .. } => &TRIANGLE,
            Self::Polytope { .. } => &POLYTOPE,
            Self::Mesh { .. } => &MESH,
            Self::Circle { .. } => &CIRCLE,
            Self::Rectangle { .. } => &RECTANGLE,
            Self::Polygon { .. } => &POLYGON,
            Self::HalfSpace { .. } => &HALF_SPACE,
            Self::Affine { .. } => &AFFINE,
            Self::Inflate { .. } => &INFLATE,
            Self::Compound { .. } => &COMPOUND,
            Self::TriangleMesh { .. } => &TRIANGLE_MESH,
            Self::HeightField { .. } => &HEIGHT_FIELD,
        }
    }
}
