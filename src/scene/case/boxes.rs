//! Lines about boxes that move: frames of boxes along the axes.

use super::super::error::{TextError, plain_number};
use super::super::path::Path;
use super::super::tree::{Kind, Node};
use super::schemas::{COMMON, REMARKS};
use super::{dimension_of, scene, suggestion};
use crate::scene::model::{Algorithm, Body, Dimension, Frame, FramePose, Query, Scene, Shape};

/// A box: its least and its largest coordinates, meters; z = 0 in the plane. Ends may be infinite.
pub type Corners = [[f64; 3]; 2];

/// Boxes as the line says them, in its own numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes {
    /// 2 or 3.
    pub dim: u8,
    /// The boxes of each frame, by index; `None` for one that is not there.
    pub frames: Vec<Vec<Option<Corners>>>,
}

/// The words for what no number of JSON is.
const ENDLESS: [(&str, f64); 2] = [("inf", f64::INFINITY), ("-inf", f64::NEG_INFINITY)];

/// Reads a line. Every number is allowed: no length is multiplied.
pub(super) fn read(root: &Node, dim: u8) -> Result<Boxes, TextError> {
    let known: Vec<&str> =
        COMMON.into_iter().chain(REMARKS).filter(|name| *name != "frame").chain(["frames"]).collect();
    if let Some(field) = root.fields().iter().find(|field| !known.contains(&field.name.as_str())) {
        let hint = suggestion(&field.name, ["id", "op", "dim", "frames"]);
        return Err(TextError::new(field.at, field.name.clone(), format!("unknown field{hint}")));
    }
    let Some(field) = root.field("frames") else {
        let message = "the field `frames` is missing (lists of boxes, each [min, max] or null)";
        return Err(TextError::new(root.at, "", message));
    };
    let top = Path::Field(&Path::Top, "frames");
    let frames = list(&field.value, &top, "a list of frames")?.iter().enumerate().map(|(i, frame)| {
        let path = top.item(i);
        let boxes = list(frame, &path, "a list of boxes")?.iter().enumerate();
        boxes.map(|(j, each)| corners(each, dim, &path.item(j))).collect()
    });
    Ok(Boxes { dim, frames: frames.collect::<Result<_, TextError>>()? })
}

fn list<'a>(node: &'a Node, path: &Path<'_>, what: &str) -> Result<&'a [Node], TextError> {
    match &node.kind {
        Kind::Array(items) => Ok(items),
        _ => Err(TextError::new(node.at, path, format!("must be {what}, is {}", node.described()))),
    }
}

fn corners(node: &Node, dim: u8, path: &Path<'_>) -> Result<Option<Corners>, TextError> {
    if node.kind == Kind::Null {
        return Ok(None);
    }
    let ends = list(node, path, "a box [min, max] or null")?;
    let [min, max] = ends else {
        return Err(TextError::new(node.at, path, format!("must be a box [min, max], has {} entries", ends.len())));
    };
    let low = point(min, dim, &path.item(0))?;
    let high = point(max, dim, &path.item(1))?;
    match (0..3).find(|axis| low[*axis] > high[*axis]) {
        Some(axis) => {
            let axis_name = ["x", "y", "z"][axis];
            let low = plain_number(low[axis]);
            let high = plain_number(high[axis]);
            let message = format!("min is above max on {axis_name}: {low} is above {high}");
            Err(TextError::new(node.at, path, message))
        }
        None => Ok(Some([low, high])),
    }
}

fn point(node: &Node, dim: u8, path: &Path<'_>) -> Result<[f64; 3], TextError> {
    let numbers = list(node, path, "a list of numbers")?;
    let mut point = [0.0; 3];
    if !(numbers.len() == usize::from(dim) || (dim, numbers.len()) == (2, 3)) {
        let message = format!("must have {dim} entries, has {}", numbers.len());
        return Err(TextError::new(node.at, path, message));
    }
    for (axis, node) in numbers.iter().enumerate() {
        let endless = |text: &String| ENDLESS.iter().find(|(word, _)| word == text).map(|(_, number)| *number);
        point[axis] = match &node.kind {
            Kind::Number(number) => *number,
            Kind::String(text) if endless(text).is_some() => endless(text).unwrap_or_default(),
            _ => {
                let message = format!("must be a number, or \"inf\" or \"-inf\", is {}", node.described());
                return Err(TextError::new(node.at, &path.item(axis), message));
            }
        };
    }
    if dim == 2 && point[2] != 0.0 {
        let message = format!("must be 0 in the plane, is {}", plain_number(point[2]));
        return Err(TextError::new(numbers[2].at, &path.item(2), message));
    }
    Ok(point)
}

/// Beyond it a scene has no coordinates.
const FAR: f64 = crate::scene::limits::MAGNITUDE;

impl Boxes {
    /// Of the space that they live in.
    pub fn dimension(&self) -> Dimension {
        dimension_of(self.dim)
    }

    /// The same boxes as a scene that moves. A box has the size that it has first; ends beyond the largest coordinate of
    /// scenes are brought there, and a body that is not there is gone.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let count = self.frames.iter().map(Vec::len).max().unwrap_or(0);
        let at = |frame: &[Option<Corners>], body: usize| frame.get(body).copied().flatten().map(placed);
        let first = |body: usize| self.frames.iter().find_map(|frame| at(frame, body));
        let bodies: Vec<Body> = (0..count).map(|body| self.body(body, first(body).unwrap_or_default())).collect();
        let frames = self.frames.iter().map(|frame| {
            let pose = |body: usize| {
                let (position, _) = at(frame, body)?;
                Some(FramePose { body: body.to_string(), position, rotation: [0.0, 0.0, 0.0, 1.0] })
            };
            let gone = (0..count).filter(|body| at(frame, *body).is_none()).map(|body| body.to_string());
            Frame { time: None, poses: (0..count).filter_map(pose).collect(), gone: gone.collect() }
        });
        let frames: Vec<Frame> = frames.collect();
        let query = Query::new("pairs", Algorithm::SweepAndPrune.of("", ""));
        let mut scene = scene(name, self.dim, bodies, Some(query));
        scene.frames = frames.into();
        scene
    }

    fn body(&self, index: usize, (position, half): ([f64; 3], [f64; 3])) -> Body {
        let shape = match self.dim {
            2 => Shape::Rectangle { half_extents: [half[0], half[1]] },
            _ => Shape::Box { half_extents: half },
        };
        Body { position, ..Body::new(index.to_string(), shape) }
    }
}

/// The middle and half the sides.
fn placed([min, max]: Corners) -> ([f64; 3], [f64; 3]) {
    let [min, max] = [min, max].map(|point| point.map(|x| x.clamp(-FAR, FAR)));
    let of = |f: fn(f64, f64) -> f64| std::array::from_fn(|axis| f(min[axis], max[axis]));
    (of(|low, high| 0.5 * (low + high)), of(|low, high| 0.5 * (high - low)))
}
