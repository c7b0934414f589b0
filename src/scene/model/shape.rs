//! What shapes bodies have.

use serde::{Deserialize, Serialize};

use super::{Content, Up, identity, is_default, is_identity};
use crate::ask::Axis;

fn one() -> f64 {
    1.0
}

fn is_one(number: &f64) -> bool {
    number.to_bits() == 1f64.to_bits()
}

/// A shape in its own frame: convex, or made of convex parts. Lengths in meters; sizes may be 0, which leaves a disc, a segment or a
/// point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// Centered at the origin.
    Sphere {
        /// Radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
    },
    /// Axis-aligned, centered.
    Box {
        /// Half the sides.
        #[schemars(inner(range(min = 0.0)))]
        half_extents: [f64; 3],
    },
    /// Flat ends at ± half_height.
    Cylinder {
        /// Radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the height.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Apex at + half_height, base disc at − half_height.
    Cone {
        /// Of the base.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the height.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Segment of ± half_height swept by the radius.
    Capsule {
        /// Radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the length of the segment.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Semi-axes along x, y, z.
    Ellipsoid {
        /// Semi-axes.
        #[schemars(inner(range(min = 0.0)))]
        radii: [f64; 3],
    },
    /// Two points.
    Segment {
        /// Its ends.
        points: [[f64; 3]; 2],
    },
    /// Three points.
    Triangle {
        /// Its corners.
        points: [[f64; 3]; 3],
    },
    /// The convex hull of points, which may be few, repeated, inside the hull, or all in one plane.
    Polytope {
        /// At least one.
        #[schemars(length(min = 1, max = 1_000_000))]
        points: Vec<[f64; 3]>,
    },
    /// The convex hull of a mesh in a file: OBJ, STL, PLY or glTF.
    Mesh {
        /// The file, by a path from the scene's folder that does not lead out of it, written with `/`.
        #[schemars(length(min = 1, max = 1_000))]
        file: String,
        /// Which mesh of the file, from 0: an object of an OBJ, a solid of an STL, a primitive of a node of a glTF. All
        /// together if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<u32>,
        /// Meters that a unit of the file is; 0.001 for millimeters.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        #[schemars(extend("exclusiveMinimum" = 0))]
        scale: f64,
        /// The axis of the file that points up.
        #[serde(default, skip_serializing_if = "is_default")]
        up: Up,
        /// Whether the mesh itself is drawn beside its hull.
        #[serde(default, skip_serializing_if = "is_default")]
        show: bool,
        /// What the file held when it was read; not written.
        #[serde(skip)]
        content: Content,
    },
    /// A disc in the plane z = 0, centered: for the planar algorithms.
    Circle {
        /// Radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
    },
    /// Axis-aligned in the plane z = 0, centered: for the planar algorithms.
    Rectangle {
        /// Half the sides along x and y.
        #[schemars(inner(range(min = 0.0)))]
        half_extents: [f64; 2],
    },
    /// The convex hull of points of the plane z = 0, in any order: for the planar algorithms.
    Polygon {
        /// At least one.
        #[schemars(length(min = 1, max = 1_000_000))]
        points: Vec<[f64; 2]>,
    },
    /// All points x with normal · x ≤ offset. It has no end, so only a distance, an overlap, contacts and a cast can be asked of it,
    /// with a body that has one.
    #[serde(rename = "halfspace")]
    HalfSpace {
        /// Outward, of any length but 0.
        normal: [f64; 3],
        /// How far the plane lies from the body's origin along the normal; a margin adds to it.
        #[serde(default)]
        offset: f64,
    },
    /// An affine image `M·P + N`; shear and non-uniform scale included.
    Affine {
        /// Rows of M.
        matrix: [[f64; 3]; 3],
        /// N.
        #[serde(default)]
        offset: [f64; 3],
        /// P.
        shape: std::boxed::Box<Shape>,
    },
    /// A ball added all round.
    Inflate {
        /// Its radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// The shape inside.
        shape: std::boxed::Box<Shape>,
    },
    /// Several shapes as one body. An answer about it is that of the part that decides, and names it.
    Compound {
        /// At least one; they may overlap. Compounds, triangle meshes and height fields may be parts as well.
        #[schemars(length(min = 1, max = 100_000))]
        parts: Vec<Part>,
    },
    /// Triangles as they are, not their hull; each is a part. For dimension 3.
    TriangleMesh {
        /// The corners of the triangles.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(max = 1_000_000))]
        vertices: Vec<[f64; 3]>,
        /// Three numbers of vertices each, from 0; seen from the front they run counter-clockwise.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schemars(length(max = 2_000_000))]
        triangles: Vec<[u32; 3]>,
        /// A file that holds them, in place of both lists: OBJ, STL, PLY or glTF, by a path as that of `mesh`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 1_000))]
        file: Option<String>,
        /// Which mesh of the file, from 0; all together if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<u32>,
        /// Meters that a unit of the file is; 0.001 for millimeters.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        #[schemars(extend("exclusiveMinimum" = 0))]
        scale: f64,
        /// The axis of the file that points up.
        #[serde(default, skip_serializing_if = "is_default")]
        up: Up,
        /// Whether a triangle that is met from behind is left out.
        #[serde(default, skip_serializing_if = "is_default")]
        one_sided: bool,
        /// What the file held when it was read; not written.
        #[serde(skip)]
        content: Content,
    },
    /// A grid of heights above the plane y = 0, two triangles a cell. For dimension 3.
    HeightField {
        /// `heights[i][j]` is y at x = i · `cell[0]`, z = j · `cell[1]`; at least 2 × 2.
        #[schemars(length(min = 2, max = 100_000))]
        heights: Vec<Vec<f64>>,
        /// The sides of a cell along x and z.
        #[schemars(inner(range(min = 0.0)))]
        cell: [f64; 2],
    },
}

/// A part of a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What people call it; its number if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub name: Option<String>,
    /// In the part's own frame.
    pub shape: Shape,
    /// Of the part's origin in the frame of the compound, meters.
    #[serde(default)]
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the part's frame to that of the compound; normalized on use.
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub rotation: [f64; 4],
}

impl Shape {
    /// What is said where a half-space is asked for what only a body with an end has.
    pub const UNBOUNDED: &'static str = "a half-space has no end: ask for its distance to another body, whether they overlap, where they touch or when they meet";

    /// Whether it has no end.
    pub fn is_half_space(&self) -> bool {
        matches!(self, Self::HalfSpace { .. })
    }
}

impl Content {
    /// The shape without its file: all that a hull hangs on.
    pub fn embedded(&self, scale: f64, up: Up) -> Shape {
        Shape::Polytope { points: self.placed(scale, up).collect() }
    }
}
