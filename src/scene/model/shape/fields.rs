//! Fields of shapes as data: each variant of [`Shape`] lists its fields once, and everything that reads or changes all
//! shapes in one way (panel, scaling, exercises, sizes, points) is written for the kinds of fields, [`FieldValue`].

use super::super::access::{Access, Exclusive, Shared};
use super::{Axis, Part, Shape, Up};

/// Field of a shape.
pub struct ShapeField<'a, A: Access> {
    /// Name of the field in files.
    pub name: &'static str,
    /// Label in the scene panel.
    pub label: &'static str,
    /// Value, by the quantity that it is.
    pub value: FieldValue<'a, A>,
}

/// Value of a shape's field, by the quantity that it is. Lengths in meters, vectors in the shape's own frame.
pub enum FieldValue<'a, A: Access> {
    /// Radius of a ball around a point or a segment: the whole shape of a sphere, circle or capsule.
    BallRadius(A::Ref<'a, f64>),
    /// Radius across the axis of a shape with an edge around its base: a cylinder or cone.
    BaseRadius(A::Ref<'a, f64>),
    /// Radius of a ball that is added to another shape.
    AddedRadius(A::Ref<'a, f64>),
    /// Half the length along the axis, without the balls of a capsule.
    HalfHeight(A::Ref<'a, f64>),
    /// Half the side lengths of a box.
    HalfExtents(A::Ref<'a, [f64; 3]>),
    /// Half the side lengths of a rectangle in the plane z = 0.
    PlanarHalfExtents(A::Ref<'a, [f64; 2]>),
    /// Lengths of the semi-axes of an ellipsoid.
    SemiAxes(A::Ref<'a, [f64; 3]>),
    /// Coordinate axis around which the shape is round.
    Axis(A::Ref<'a, Axis>),
    /// Fixed number of points whose hull the shape is.
    Points(A::Ref<'a, [[f64; 3]]>),
    /// Any number of points whose hull the shape is, at least one.
    PointList(A::Ref<'a, Vec<[f64; 3]>>),
    /// Any number of points in the plane z = 0 whose hull the shape is, at least one.
    PlanarPointList(A::Ref<'a, Vec<[f64; 2]>>),
    /// Outward normal of a half-space, of any length but 0.
    Normal(A::Ref<'a, [f64; 3]>),
    /// Signed distance of a half-space's plane from the origin along the normal.
    PlaneOffset(A::Ref<'a, f64>),
    /// Rows of the matrix of an affine map, which applies to the shape inside.
    Matrix(A::Ref<'a, [[f64; 3]; 3]>),
    /// Translation of an affine map, after the matrix.
    Translation(A::Ref<'a, [f64; 3]>),
    /// Shape inside, which an affine map or a ball changes.
    Inside(A::Ref<'a, Shape>),
    /// Child shapes of a compound.
    Parts(A::Ref<'a, Vec<Part>>),
    /// Path of a mesh file, relative to the scene's folder.
    File(A::Ref<'a, String>),
    /// Index of the mesh in the file; `None` for all meshes together.
    FilePart(A::Ref<'a, Option<u32>>),
    /// Length of the unit of a file whose hull the shape is.
    HullScale(A::Ref<'a, f64>),
    /// Length of the unit of a file whose triangles the shape is.
    SurfaceScale(A::Ref<'a, f64>),
    /// Axis of the file that points up.
    Up(A::Ref<'a, Up>),
    /// Whether pictures show the mesh inside its hull.
    ShowsMesh(A::Ref<'a, bool>),
    /// Vertices that the triangles share.
    Vertices(A::Ref<'a, Vec<[f64; 3]>>),
    /// Triangles, as indices of three vertices each.
    Triangles(A::Ref<'a, Vec<[u32; 3]>>),
    /// Whether contacts from behind a triangle are ignored.
    OneSided(A::Ref<'a, bool>),
    /// Heights of a height field, row by row along x.
    Heights(A::Ref<'a, Vec<Vec<f64>>>),
    /// Side lengths of a cell of a height field, along x and z.
    Cell(A::Ref<'a, [f64; 2]>),
}

/// Creates a field of a shape.
fn field<'a, A: Access>(name: &'static str, label: &'static str, value: FieldValue<'a, A>) -> ShapeField<'a, A> {
    ShapeField { name, label, value }
}

/// Lists the fields of a shape, the same list for fields that are read and for fields that can be changed.
macro_rules! list_fields {
    ($shape:expr, $access:ty) => {{
        type Value<'a> = FieldValue<'a, $access>;
        match $shape {
            Shape::Sphere { radius } | Shape::Circle { radius } => {
                vec![field("radius", "Radius", Value::BallRadius(radius))]
            }
            Shape::Box { half_extents } => vec![field("half_extents", "Half size", Value::HalfExtents(half_extents))],
            Shape::Rectangle { half_extents } => {
                vec![field("half_extents", "Half size", Value::PlanarHalfExtents(half_extents))]
            }
            Shape::Cylinder { radius, half_height, axis } | Shape::Cone { radius, half_height, axis } => vec![
                field("radius", "Radius", Value::BaseRadius(radius)),
                field("half_height", "Half height", Value::HalfHeight(half_height)),
                field("axis", "Axis", Value::Axis(axis)),
            ],
            Shape::Capsule { radius, half_height, axis } => vec![
                field("radius", "Radius", Value::BallRadius(radius)),
                field("half_height", "Half height", Value::HalfHeight(half_height)),
                field("axis", "Axis", Value::Axis(axis)),
            ],
            Shape::Ellipsoid { radii } => vec![field("radii", "Radii", Value::SemiAxes(radii))],
            Shape::Segment { points } => vec![field("points", "Point", Value::Points(points))],
            Shape::Triangle { points } => vec![field("points", "Point", Value::Points(points))],
            Shape::Polytope { points } => vec![field("points", "Points", Value::PointList(points))],
            Shape::Polygon { points } => vec![field("points", "Points", Value::PlanarPointList(points))],
            Shape::Mesh { file, part, scale, up, show, .. } => vec![
                field("file", "File", Value::File(file)),
                field("part", "Part", Value::FilePart(part)),
                field("scale", "Scale", Value::HullScale(scale)),
                field("up", "Up", Value::Up(up)),
                field("show", "Draw", Value::ShowsMesh(show)),
            ],
            Shape::HalfSpace { normal, offset } => vec![
                field("normal", "Normal", Value::Normal(normal)),
                field("offset", "Offset", Value::PlaneOffset(offset)),
            ],
            Shape::Affine { matrix, offset, shape } => vec![
                field("matrix", "M row", Value::Matrix(matrix)),
                field("offset", "Offset", Value::Translation(offset)),
                field("shape", "Shape", Value::Inside(shape)),
            ],
            Shape::Inflate { radius, shape } => {
                vec![field("radius", "Ball", Value::AddedRadius(radius)), field("shape", "Shape", Value::Inside(shape))]
            }
            Shape::Compound { parts } => vec![field("parts", "Parts", Value::Parts(parts))],
            Shape::TriangleMesh { vertices, triangles, file, part, scale, up, one_sided, .. } => {
                let mut fields = Vec::new();
                // Without a file, its part, unit and axis have no effect.
                if let Some(file) = file {
                    fields.push(field("file", "File", Value::File(file)));
                    fields.push(field("part", "Part", Value::FilePart(part)));
                    fields.push(field("scale", "Scale", Value::SurfaceScale(scale)));
                    fields.push(field("up", "Up", Value::Up(up)));
                }
                fields.push(field("vertices", "Vertices", Value::Vertices(vertices)));
                fields.push(field("triangles", "Triangles", Value::Triangles(triangles)));
                fields.push(field("one_sided", "Sides", Value::OneSided(one_sided)));
                fields
            }
            Shape::HeightField { heights, cell } => {
                vec![field("heights", "Heights", Value::Heights(heights)), field("cell", "Cell", Value::Cell(cell))]
            }
        }
    }};
}

impl Shape {
    /// The fields that define the shape, in the order of the scene panel.
    pub fn fields(&self) -> Vec<ShapeField<'_, Shared>> {
        list_fields!(self, Shared)
    }

    /// The fields that define the shape, in the order of the scene panel, to change them.
    pub fn fields_mut(&mut self) -> Vec<ShapeField<'_, Exclusive>> {
        list_fields!(self, Exclusive)
    }
}
