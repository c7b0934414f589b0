//! Batch requests of the operation `pairs`: the overlapping pairs of moving axis-aligned boxes, frame by frame. A line
//! becomes [`Boxes`], and these a scene with a query by sweep and prune.

use super::schemas::{COMMON, REMARKS};
use super::{dimension_of, static_scene, suggestion};
use crate::error::{TextError, plain_number};
use crate::limits::MAGNITUDE;
use crate::model::{Algorithm, Body, Dimension, Frame, FramePose, Query, Scene, Shape};
use crate::path::Path;
use crate::tree::{Kind, Node};

/// Lower and upper vertex of an axis-aligned box, meters, world frame; z = 0 in the plane. Coordinates may be infinite.
pub type Corners = [[f64; 3]; 2];

/// Boxes of a request, with the numbers as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes {
    /// Dimension, 2 or 3.
    pub dim: u8,
    /// The boxes of each frame, by index; `None` for an absent box.
    pub frames: Vec<Vec<Option<Corners>>>,
}

/// Words for the infinite numbers, which JSON lacks.
const INFINITIES: [(&str, f64); 2] = [("inf", f64::INFINITY), ("-inf", f64::NEG_INFINITY)];

/// Reads a request. Numbers of any size, also infinite ones as words, are allowed, since no lengths are multiplied.
pub(super) fn read(root: &Node, dim: u8) -> Result<Boxes, TextError> {
    if let Some(field) = root.fields().iter().find(|field| !is_known_field(&field.name)) {
        let hint = suggestion(&field.name, ["id", "op", "dim", "frames"]);
        return Err(TextError::new(field.start, field.name.clone(), format!("unknown field{hint}")));
    }
    let Some(field) = root.field("frames") else {
        let message = "the field `frames` is missing (lists of boxes, each [min, max] or null)";
        return Err(TextError::new(root.start, "", message));
    };
    let path = Path::Field(&Path::Top, "frames");
    let mut frames = Vec::new();
    for (frame_index, frame) in read_list(&field.value, &path, "a list of frames")?.iter().enumerate() {
        frames.push(read_frame(frame, dim, &path.item(frame_index))?);
    }
    Ok(Boxes { dim, frames })
}

/// Whether a request may have this field. The remark `frame` is refused, since it may be meant as `frames`.
fn is_known_field(name: &str) -> bool {
    name == "frames" || COMMON.contains(&name) || (REMARKS.contains(&name) && name != "frame")
}

/// Reads the boxes of one frame.
fn read_frame(frame: &Node, dim: u8, path: &Path<'_>) -> Result<Vec<Option<Corners>>, TextError> {
    let mut boxes = Vec::new();
    for (box_index, node) in read_list(frame, path, "a list of boxes")?.iter().enumerate() {
        boxes.push(read_box(node, dim, &path.item(box_index))?);
    }
    Ok(boxes)
}

/// Items of an array. Any other value gives the error that the value must be `expected`: `a list of boxes`.
fn read_list<'a>(node: &'a Node, path: &Path<'_>, expected: &str) -> Result<&'a [Node], TextError> {
    match &node.kind {
        Kind::Array(items) => Ok(items),
        _ => Err(TextError::new(node.start, path, format!("must be {expected}, but is {}", node.described()))),
    }
}

/// Reads a box `[min, max]`; `None` for the null of an absent box.
fn read_box(node: &Node, dim: u8, path: &Path<'_>) -> Result<Option<Corners>, TextError> {
    if node.kind == Kind::Null {
        return Ok(None);
    }
    let vertices = read_list(node, path, "a box [min, max] or null")?;
    let [min, max] = vertices else {
        let message = format!("must be a box [min, max], but has {} entries", vertices.len());
        return Err(TextError::new(node.start, path, message));
    };
    let low = read_corner(min, dim, &path.item(0))?;
    let high = read_corner(max, dim, &path.item(1))?;
    match (0..3).find(|axis| low[*axis] > high[*axis]) {
        Some(axis) => {
            let axis_name = ["x", "y", "z"][axis];
            let low = plain_number(low[axis]);
            let high = plain_number(high[axis]);
            let message = format!("min must not be above max: on {axis_name}, {low} is above {high}");
            Err(TextError::new(node.start, path, message))
        }
        None => Ok(Some([low, high])),
    }
}

/// Reads a vertex of a box: `dim` coordinates, in the plane also a third one that must be 0.
fn read_corner(node: &Node, dim: u8, path: &Path<'_>) -> Result<[f64; 3], TextError> {
    let numbers = read_list(node, path, "a list of numbers")?;
    let is_planar_with_z = dim == 2 && numbers.len() == 3;
    if numbers.len() != usize::from(dim) && !is_planar_with_z {
        let message = format!("must have {dim} entries, but has {}", numbers.len());
        return Err(TextError::new(node.start, path, message));
    }
    let mut point = [0.0; 3];
    for (axis, node) in numbers.iter().enumerate() {
        let Some(number) = read_coordinate(node) else {
            let message = format!("must be a number, or \"inf\" or \"-inf\", but is {}", node.described());
            return Err(TextError::new(node.start, &path.item(axis), message));
        };
        point[axis] = number;
    }
    if dim == 2 && point[2] != 0.0 {
        let message = format!("must be 0 in 2D, but is {}", plain_number(point[2]));
        return Err(TextError::new(numbers[2].start, &path.item(2), message));
    }
    Ok(point)
}

/// Reads a coordinate, which may be infinite; `None` for a value that is neither a number nor in [`INFINITIES`].
fn read_coordinate(node: &Node) -> Option<f64> {
    match &node.kind {
        Kind::Number(number) => Some(*number),
        Kind::String(text) => INFINITIES.iter().find(|(word, _)| word == text).map(|(_, number)| *number),
        Kind::Null | Kind::Bool(_) | Kind::Array(_) | Kind::Object(_) => None,
    }
}

impl Boxes {
    /// Dimension of the boxes.
    pub fn dimension(&self) -> Dimension {
        dimension_of(self.dim)
    }

    /// Returns a moving scene with one body per box and a query for the overlapping pairs. Bodies of scenes have one
    /// size, so a box keeps that of the first frame which has it. Coordinates are clamped to the limit of scenes, and
    /// an absent box is an absent body.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let count = self.frames.iter().map(Vec::len).max().unwrap_or(0);
        let bodies = (0..count).map(|index| self.body(index)).collect();
        let frames: Vec<Frame> = self.frames.iter().map(|boxes| frame(boxes, count)).collect();
        let query = Query::new("pairs", Algorithm::SweepAndPrune.of("", ""));
        let mut scene = static_scene(name, self.dim, bodies, Some(query));
        scene.frames = frames.into();
        scene
    }

    /// Returns the body of the box with this index, at its pose in the first frame that has the box; a body of size 0
    /// at the origin if no frame has it.
    fn body(&self, index: usize) -> Body {
        let Extent { center, half } = self.frames.iter().find_map(|boxes| extent(boxes, index)).unwrap_or_default();
        let shape = match self.dim {
            2 => Shape::Rectangle { half_extents: [half[0], half[1]] },
            _ => Shape::Box { half_extents: half },
        };
        Body { position: center, ..Body::new(index.to_string(), shape) }
    }
}

/// Converts the boxes of one frame to a frame of a scene with `count` boxes.
fn frame(boxes: &[Option<Corners>], count: usize) -> Frame {
    let mut frame = Frame { time: None, poses: Vec::new(), gone: Vec::new() };
    for index in 0..count {
        let body = index.to_string();
        match extent(boxes, index) {
            Some(Extent { center, .. }) => {
                frame.poses.push(FramePose { body, position: center, rotation: [0.0, 0.0, 0.0, 1.0] });
            }
            None => frame.gone.push(body),
        }
    }
    frame
}

/// Center and half extents of a box, meters, world frame.
#[derive(Default)]
struct Extent {
    center: [f64; 3],
    half: [f64; 3],
}

/// The extent of a box in a frame, clamped to the coordinates of scenes; `None` for an absent box.
fn extent(boxes: &[Option<Corners>], index: usize) -> Option<Extent> {
    let corners = boxes.get(index).copied().flatten()?;
    let [min, max] = corners.map(|point| point.map(|x| x.clamp(-MAGNITUDE, MAGNITUDE)));
    Some(Extent {
        center: std::array::from_fn(|axis| 0.5 * (min[axis] + max[axis])),
        half: std::array::from_fn(|axis| 0.5 * (max[axis] - min[axis])),
    })
}
