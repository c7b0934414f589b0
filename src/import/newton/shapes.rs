//! Fields of the shapes in a recording of Newton, and tests of a shape's sizes against its bounding box in the file.

use contact_lens_scene::model::{Body, Shape};

use crate::bounds;
use crate::draft::checked_length;
use crate::pose::Pose;

// Numbers of the kinds of shapes: `GeoType` of Newton 1.
pub(super) const PLANE: i64 = 1;
pub(super) const SPHERE: i64 = 3;
pub(super) const CAPSULE: i64 = 4;
pub(super) const ELLIPSOID: i64 = 5;
pub(super) const CYLINDER: i64 = 6;
pub(super) const BOX: i64 = 7;
pub(super) const MESH: i64 = 8;
pub(super) const CONE: i64 = 9;
pub(super) const CONVEX_MESH: i64 = 10;

/// Bit of `shape_flags` of shapes that collide with other shapes.
const COLLIDES: i64 = 2;

/// Reason for skipping a shape that does not fit its bounding box.
const MISFIT: &str =
    "its sizes do not fit its bounding box: this version of Newton may number shapes differently, or add a margin";

/// Largest difference between the bounding boxes of a shape and of the file, relative to the shape's size; allows for
/// the rounding of single precision.
const BOX_TOLERANCE: f64 = 1e-3;

/// Fields of a model that describe its shapes, with one entry per shape. The last two and the flags may be missing.
pub(super) struct ShapeFields {
    /// Number of the kind of each shape, such as [`SPHERE`].
    pub(super) kinds: Vec<i64>,
    /// Index of the body that has the shape; −1 for the world.
    pub(super) owners: Vec<i64>,
    /// Flags, one bit each.
    pub(super) flags: Vec<i64>,
    /// Three numbers: sizes in meters, or the factors by which a mesh is scaled.
    pub(super) scales: Vec<Vec<f64>>,
    /// Pose in the frame of the body: a position in meters, then a quaternion x, y, z, w.
    pub(super) transforms: Vec<Vec<f64>>,
    /// Lower end of the bounding box in the frame of the shape, meters.
    pub(super) low_corners: Vec<Vec<f64>>,
    /// Radius of the bounding sphere about the origin of the shape, meters, as a row of one number.
    pub(super) bounding_radii: Vec<Vec<f64>>,
}

impl ShapeFields {
    /// Checks that the fields that every recording has are of one length.
    pub(super) fn check_lengths(&self) -> Result<(), String> {
        let lengths = [self.owners.len(), self.scales.len(), self.transforms.len()];
        if lengths.iter().any(|length| *length != self.kinds.len()) {
            return Err(String::from("shape_type, shape_body, shape_scale and shape_transform differ in length"));
        }
        Ok(())
    }

    /// Whether a shape collides with other shapes; true if the file does not state its flags.
    pub(super) fn collides(&self, shape: usize) -> bool {
        self.flags.get(shape).is_none_or(|flags| flags & COLLIDES != 0)
    }
}

/// Checks that scenes allow three sizes of a shape, meters; the first `count` of them must not be negative.
pub(super) fn check_sizes(sizes: [f64; 3], count: usize) -> Result<(), String> {
    match sizes[..count].iter().find(|value| **value < 0.0) {
        Some(value) => Err(format!("a size must not be negative, but is {value}")),
        None => sizes.iter().try_for_each(|value| checked_length(*value).map(drop)),
    }
}

/// Returns a shape if it fits its bounding box and radius in the file, or the reason for skipping it. `low` is the
/// lower end of the box in the frame of the shape, and `radius` that of the bounding sphere, meters; `None` if the file
/// does not state them.
pub(super) fn check_bounding_box(shape: Shape, low: Option<&Vec<f64>>, radius: Option<f64>) -> Result<Shape, String> {
    let shape_radius = match &shape {
        Shape::Sphere { radius } => Some(*radius),
        Shape::Box { half_extents: [x, y, z] } => Some((x * x + y * y + z * z).sqrt()),
        // Other shapes are tested by their bounding boxes only.
        _ => None,
    };
    if let (Some(computed), Some(stated)) = (shape_radius, radius)
        && (computed - stated).abs() > BOX_TOLERANCE * computed
    {
        return Err(String::from(MISFIT));
    }
    let Some(low) = low.filter(|_| !shape.is_half_space()) else { return Ok(shape) };
    let body = Body::new("shape", shape);
    let shape_box = bounds::bounding_box(&body, Pose::default()).ok_or("the size of its mesh is unknown")?;
    let size = (0..3).map(|axis| shape_box[1][axis] - shape_box[0][axis]).fold(0.0, f64::max);
    let deviation = (0..3).map(|axis| (shape_box[0][axis] - low[axis]).abs()).fold(0.0, f64::max);
    if deviation > BOX_TOLERANCE * size {
        return Err(String::from(MISFIT));
    }
    Ok(body.shape)
}
