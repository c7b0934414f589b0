//! Quickhull as plain data. Points are numbered as they were given; heights are in the unit of the input.
//!
//! A triangle and its conflict list do not change from the iteration that makes it to the one that deletes it. So all that
//! ever were stand once in [`Faces`], and a state says only how many there were when it was reached: a hull of many points
//! is not copied for each of as many states.

pub mod plane;

use super::Snapshot;

/// How many dimensions a hull spans: the endings of Quickhull, and of hulls in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dimension {
    /// One vertex.
    Point,
    /// Two vertices.
    Segment,
    /// A flat polygon with two faces, front and back; in the plane any polygon.
    Polygon,
    /// A solid.
    Solid,
}

/// A side of the horizon: the visible region ends here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HorizonEdge {
    /// Its ends, counter-clockwise round the visible region.
    pub ends: [u32; 2],
    /// The face that stays, and which of its sides this is.
    pub beyond: (u32, usize),
}

/// A face that was tested against the apex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// Its number.
    pub face: u32,
    /// How far the apex lies above its plane; negative below. The sign is exact, the value rounded.
    pub height: f64,
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub struct Quickhull {
    /// How many dimensions the points span; none before the first step has found out.
    pub dimension: Option<Dimension>,
    /// The points by which the first step found the dimension, as many as there are dimensions, and one.
    pub extremes: Vec<u32>,
    /// How many triangles of [`Faces`] have been made.
    pub made: u32,
    /// How many of them are the hull now.
    pub triangles: usize,
    /// How many points wait at one of these.
    pub waiting: usize,
    /// The point that joined in the last iteration.
    pub apex: Option<u32>,
    /// The face whose conflict list it was taken from.
    pub start_face: Option<u32>,
    /// The faces it saw, deleted in that iteration; the start face first.
    pub visible: Vec<Tested>,
    /// The horizon: the border of the visible region, one closed walk.
    pub horizon: Vec<HorizonEdge>,
    /// The faces beyond it, each once, by their numbers.
    pub beyond: Vec<Tested>,
    /// The first of the faces that were added; they run to `made`.
    pub added: u32,
}

impl Snapshot for Quickhull {
    type Outcome = Dimension;
}

/// A triangle that was part of the hull for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Its points, counter-clockwise seen from outside.
    pub corners: [u32; 3],
    /// The farthest point of its conflict list, and its height above the plane.
    pub farthest: Option<(u32, f64)>,
    /// Its conflict list, within that of [`Faces`].
    conflicts: std::ops::Range<usize>,
    /// How many triangles had been made once it had gone; `u32::MAX` while it stays.
    gone: u32,
}

/// All triangles of a run, in order of their making.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faces {
    faces: Vec<Face>,
    /// The conflict lists of all of them, one after the other.
    conflicts: Vec<u32>,
}

impl Faces {
    /// How many there are.
    pub fn count(&self) -> u32 {
        self.faces.len() as u32
    }

    /// One more triangle, with its conflict list.
    pub fn push(&mut self, corners: [u32; 3], farthest: Option<(u32, f64)>, conflicts: impl Iterator<Item = u32>) {
        let start = self.conflicts.len();
        self.conflicts.extend(conflicts);
        self.faces.push(Face { corners, farthest, conflicts: start..self.conflicts.len(), gone: u32::MAX });
    }

    /// This triangle has gone from the hull that the triangles so far make.
    pub fn delete(&mut self, face: u32) {
        let made = self.count();
        if let Some(face) = self.faces.get_mut(face as usize) {
            face.gone = made;
        }
    }

    /// A triangle by its number; none that is not known.
    pub fn get(&self, face: u32) -> Option<&Face> {
        self.faces.get(face as usize)
    }

    /// The corners of a triangle.
    pub fn corners(&self, face: u32) -> [u32; 3] {
        self.get(face).map_or([0; 3], |face| face.corners)
    }

    /// The points that wait, or waited, on the conflict list of a triangle.
    pub fn conflicts(&self, face: u32) -> &[u32] {
        self.get(face).map_or(&[], |face| &self.conflicts[face.conflicts.clone()])
    }

    /// The triangles that are the hull when the first `made` have been made, with their numbers.
    pub fn alive(&self, made: u32) -> impl Iterator<Item = (u32, &Face)> {
        (0..).zip(&self.faces).take(made as usize).filter(move |(_, face)| face.gone > made)
    }

    /// The triangles at which points wait then, in the order in which they come up.
    pub fn waiting(&self, made: u32) -> impl Iterator<Item = u32> {
        self.alive(made).filter(|(_, face)| !face.conflicts.is_empty()).map(|(number, _)| number)
    }
}

/// A finished hull: coplanar triangles are one polygon, and only true corners stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hull {
    /// Its corners.
    pub vertices: Vec<u32>,
    /// How many edges it has.
    pub edges: usize,
    /// The corners of every face, counter-clockwise from outside.
    pub faces: Vec<Vec<u32>>,
}

/// A finished hull, the same for every way in which it may have been found, with its measures. Of equal points it names the
/// first; faces begin at their lowest number, and both lists are sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listed {
    /// The corners.
    pub vertices: Vec<u32>,
    /// The corners of every face, counter-clockwise from outside; both sides of a flat hull, none of a thinner one.
    pub faces: Vec<Vec<u32>>,
    /// In the cube of the unit of the points; 0 unless it is a solid. Rounded by a few `f64::EPSILON` of the cube of the
    /// extent: of a hull as thin as rounding it tells the size alone.
    pub volume: f64,
    /// Of all faces, in the square of the unit of the points; both sides of a flat hull count.
    pub area: f64,
}
