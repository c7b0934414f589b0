//! Shapes of bodies in space and in the plane: convex shapes, half-spaces, compounds, triangle meshes and height
//! fields.
//!
//! A new shape is a variant of [`Shape`], an arm of the list of fields (`fields.rs`) and a row of the table of kinds
//! (`kinds.rs`). Code outside reads fields, children and kinds, and names variants only where their geometry differs:
//! in the conversion to the engine and in the independent judges.

mod children;
mod fields;
mod kinds;
#[cfg(test)]
mod tests;

use contact_lens_model::ask::Axis;
use serde::{Deserialize, Serialize};

use super::{Content, Up, identity, is_default, is_identity};
pub use fields::{FieldValue, ShapeField};
pub use kinds::{SHAPE_KINDS, ShapeKind, ShapeSpace};

/// Default scale of a mesh.
fn default_scale() -> f64 {
    1.0
}

/// Whether a scale is the default, and so not written.
fn is_one(number: &f64) -> bool {
    number.to_bits() == 1f64.to_bits()
}

/// Shape in its own frame: convex, or made of convex child shapes. Lengths in meters; sizes may be 0, which leaves a
/// disc, a segment or a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// Sphere around the origin.
    Sphere {
        /// Radius, meters.
        #[schemars(range(min = 0.0))]
        radius: f64,
    },
    /// Axis-aligned box around the origin.
    Box {
        /// Half the side lengths, meters.
        #[schemars(inner(range(min = 0.0)))]
        half_extents: [f64; 3],
    },
    /// Cylinder around the origin with flat ends at ± half_height along the axis.
    Cylinder {
        /// Radius, meters.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the height, meters.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis of the cylinder.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Cone with its apex at + half_height and its base disc at − half_height along the axis.
    Cone {
        /// Radius of the base, meters.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the height, meters.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis of the cone.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Capsule: a ball swept along a segment from − half_height to + half_height on the axis.
    Capsule {
        /// Radius, meters.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the length of the segment, meters.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis of the capsule.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Ellipsoid around the origin with semi-axes along x, y, z.
    Ellipsoid {
        /// Lengths of the semi-axes, meters.
        #[schemars(inner(range(min = 0.0)))]
        radii: [f64; 3],
    },
    /// Segment between two points.
    Segment {
        /// Endpoints, meters.
        points: [[f64; 3]; 2],
    },
    /// Triangle of three points.
    Triangle {
        /// Vertices, meters.
        points: [[f64; 3]; 3],
    },
    /// Convex hull of points, which may be few, repeated, inside the hull, or coplanar.
    Polytope {
        /// Points, meters; at least one.
        #[schemars(length(min = 1, max = 1_000_000))]
        points: Vec<[f64; 3]>,
    },
    /// Convex hull of a mesh in a file: OBJ, OFF, STL, PLY, glTF or MuJoCo's MSH.
    Mesh {
        /// Path of the file relative to the scene's folder, inside that folder, written with `/`.
        #[schemars(length(min = 1, max = 1_000))]
        file: String,
        /// Index of the mesh in the file, from 0: an object of an OBJ, a solid of an STL, a primitive of a node of a
        /// glTF. All meshes together if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<u32>,
        /// Length of the file's unit, meters; 0.001 for millimeters.
        #[serde(default = "default_scale", skip_serializing_if = "is_one")]
        #[schemars(extend("exclusiveMinimum" = 0))]
        scale: f64,
        /// Axis of the file that points up.
        #[serde(default, skip_serializing_if = "is_default")]
        up: Up,
        /// Whether pictures show the mesh inside its hull.
        #[serde(default, skip_serializing_if = "is_default")]
        show: bool,
        /// Content of the file when it was read; not written.
        #[serde(skip)]
        content: Content,
    },
    /// Disc in the plane z = 0 around the origin. 2D only.
    Circle {
        /// Radius, meters.
        #[schemars(range(min = 0.0))]
        radius: f64,
    },
    /// Axis-aligned rectangle in the plane z = 0 around the origin. 2D only.
    Rectangle {
        /// Half the sides along x and y, meters.
        #[schemars(inner(range(min = 0.0)))]
        half_extents: [f64; 2],
    },
    /// Convex hull of points in the plane z = 0, in any order. 2D only.
    Polygon {
        /// Points, meters; at least one.
        #[schemars(length(min = 1, max = 1_000_000))]
        points: Vec<[f64; 2]>,
    },
    /// Half-space: all points x with normal · x ≤ offset. It is unbounded, so only distance, overlap, contacts and
    /// casts against a bounded body can be queried.
    #[serde(rename = "halfspace")]
    HalfSpace {
        /// Outward normal, of any length but 0.
        normal: [f64; 3],
        /// Signed distance of the plane from the body's origin along the normal, meters; a margin adds to it.
        #[serde(default)]
        offset: f64,
    },
    /// Affine image `M·P + N` of a shape P; shear and non-uniform scale are allowed.
    Affine {
        /// Rows of the matrix M.
        matrix: [[f64; 3]; 3],
        /// Translation N of the image, meters.
        #[serde(default)]
        offset: [f64; 3],
        /// Shape P that is transformed.
        shape: std::boxed::Box<Shape>,
    },
    /// Shape with a ball added to it (Minkowski sum).
    Inflate {
        /// Radius of the ball, meters.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Shape without the ball.
        shape: std::boxed::Box<Shape>,
    },
    /// Several child shapes as one body. Answers are those of the deciding child shape, which they name.
    Compound {
        /// Child shapes, at least one; they may overlap. Compounds, triangle meshes and height fields are allowed.
        #[schemars(length(min = 1, max = 100_000))]
        parts: Vec<Part>,
    },
    /// Triangles themselves, not their hull; each is tested as a child shape. 3D only.
    TriangleMesh {
        /// Vertices of the triangles, meters.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(max = 1_000_000))]
        vertices: Vec<[f64; 3]>,
        /// Indices of three vertices each, from 0; counter-clockwise seen from the front.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(max = 2_000_000))]
        triangles: Vec<[u32; 3]>,
        /// Path of a file that replaces both lists, as in `mesh`: OBJ, OFF, STL, PLY, glTF or MuJoCo's MSH.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 1_000))]
        file: Option<String>,
        /// Index of the mesh in the file, from 0; all meshes together if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<u32>,
        /// Length of the file's unit, meters; 0.001 for millimeters.
        #[serde(default = "default_scale", skip_serializing_if = "is_one")]
        #[schemars(extend("exclusiveMinimum" = 0))]
        scale: f64,
        /// Axis of the file that points up.
        #[serde(default, skip_serializing_if = "is_default")]
        up: Up,
        /// Whether contacts from behind a triangle are ignored.
        #[serde(default, skip_serializing_if = "is_default")]
        one_sided: bool,
        /// Content of the file when it was read; not written.
        #[serde(skip)]
        content: Content,
    },
    /// Grid of heights above the plane y = 0, two triangles per cell. 3D only.
    HeightField {
        /// Heights, meters: `heights[i][j]` is y at x = i · `cell[0]`, z = j · `cell[1]`; at least 2 × 2.
        #[schemars(length(min = 2, max = 100_000))]
        heights: Vec<Vec<f64>>,
        /// Side lengths of a cell along x and z, meters; above 0.
        #[schemars(inner(range(min = 0.0)))]
        cell: [f64; 2],
    },
}

/// Child shape of a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Name in texts; the index if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub name: Option<String>,
    /// Shape, in the child's own frame.
    pub shape: Shape,
    /// Position of the child's origin, meters, compound frame.
    #[serde(default)]
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the child's frame to the compound's; normalized on use.
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub rotation: [f64; 4],
}

impl Shape {
    /// Error about a half-space where a bounded body is required.
    pub const UNBOUNDED: &'static str =
        "a half-space is unbounded: query its distance, overlap, contacts or a cast against a bounded body";

    /// Whether the shape is a half-space, which is unbounded.
    pub fn is_half_space(&self) -> bool {
        matches!(self, Self::HalfSpace { .. })
    }
}

impl Content {
    /// The convex hull of the content as a polytope, without the file.
    pub fn embedded(&self, scale: f64, up: Up) -> Shape {
        Shape::Polytope { points: self.placed(scale, up).collect() }
    }
}
