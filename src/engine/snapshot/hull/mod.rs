//! State of Quickhull as plain data. Points are input indices; heights are in the input's unit.
//!
//! A triangle and its conflict list are constant from creation to deletion. All triangles are therefore stored once, in
//! [`Faces`], and a state holds only the number of triangles made.

pub mod plane;

use super::Snapshot;

/// Dimension of a hull: ending of Quickhull and of the planar hulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dimension {
    /// 0: a single vertex.
    Point,
    /// 1: two vertices.
    Segment,
    /// 2: a flat polygon with a front and a back face; in the plane, any polygon.
    Polygon,
    /// 3: a solid.
    Solid,
}

/// A horizon edge: border of the visible region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HorizonEdge {
    /// Point indices of its ends, counter-clockwise around the visible region.
    pub ends: [u32; 2],
    /// Index of the face beyond the horizon, and index, 0 to 2, of its edge along this one.
    pub beyond: (u32, usize),
}

/// Height of the apex above a face, which decides whether the face is visible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightTest {
    /// Index of the face.
    pub face: u32,
    /// Signed height of the apex above the face's plane, rounded but with exact sign.
    pub height: f64,
}

/// State of Quickhull after a step. The *apex* is the point that an iteration adds. The *conflict list* of a face has
/// points above the face, which are still to be added or found to be inside; each point is on one list only.
#[derive(Clone, Debug, PartialEq)]
pub struct Quickhull {
    /// Dimension of the points; `None` before the first step.
    pub dimension: Option<Dimension>,
    /// Affinely independent points that the first step found, one more than the dimension.
    pub extremes: Vec<u32>,
    /// Number of triangles of [`Faces`] made.
    pub made: u32,
    /// Number of triangles of the current hull.
    pub triangles: usize,
    /// Number of points on the conflict lists of the current hull.
    pub waiting: usize,
    /// Point added in the last iteration; `None` before the first.
    pub apex: Option<u32>,
    /// Face whose conflict list contained the apex; `None` before the first iteration.
    pub start_face: Option<u32>,
    /// Faces visible from the apex, deleted in the last iteration; the start face first.
    pub visible: Vec<HeightTest>,
    /// The horizon: border of the visible region as one closed walk.
    pub horizon: Vec<HorizonEdge>,
    /// Faces beyond the horizon, each once, by index.
    pub beyond: Vec<HeightTest>,
    /// Index of the first triangle of the last iteration; the others follow, up to `made`.
    pub added: u32,
}

impl Snapshot for Quickhull {
    type Outcome = Dimension;
}

/// A triangle that was part of the hull for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Point indices, counter-clockwise seen from outside.
    pub corners: [u32; 3],
    /// Farthest point of the conflict list and its height above the plane; `None` for an empty list.
    pub farthest: Option<(u32, f64)>,
    /// Range of its conflict list within that of [`Faces`].
    conflicts: std::ops::Range<usize>,
    /// Number of triangles made when it was deleted; `u32::MAX` while it is part of the hull.
    deleted_at: u32,
}

/// All triangles of a run, in order of creation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faces {
    /// The triangles, in order of creation.
    faces: Vec<Face>,
    /// The conflict lists of all triangles, concatenated.
    conflicts: Vec<u32>,
}

impl Faces {
    /// Returns the number of triangles made.
    pub fn count(&self) -> u32 {
        self.faces.len() as u32
    }

    /// Adds a triangle with its conflict list.
    pub fn push(&mut self, corners: [u32; 3], farthest: Option<(u32, f64)>, conflicts: impl Iterator<Item = u32>) {
        let start = self.conflicts.len();
        self.conflicts.extend(conflicts);
        self.faces.push(Face { corners, farthest, conflicts: start..self.conflicts.len(), deleted_at: u32::MAX });
    }

    /// Marks a triangle as deleted from the current hull.
    pub fn delete(&mut self, face: u32) {
        let made = self.count();
        if let Some(face) = self.faces.get_mut(face as usize) {
            face.deleted_at = made;
        }
    }

    /// Returns a triangle by its index; `None` for an unknown index.
    pub fn get(&self, face: u32) -> Option<&Face> {
        self.faces.get(face as usize)
    }

    /// Returns the point indices of a triangle; zeros for an unknown index.
    pub fn corners(&self, face: u32) -> [u32; 3] {
        self.get(face).map_or([0; 3], |face| face.corners)
    }

    /// Returns the conflict list of a triangle, also after its deletion.
    pub fn conflicts(&self, face: u32) -> &[u32] {
        self.get(face).map_or(&[], |face| &self.conflicts[face.conflicts.clone()])
    }

    /// Returns the hull after the first `made` triangles, as triangles with their indices.
    pub fn alive(&self, made: u32) -> impl Iterator<Item = (u32, &Face)> {
        (0..).zip(&self.faces).take(made as usize).filter(move |(_, face)| face.deleted_at > made)
    }

    /// Returns the triangles with a conflict list on the hull after the first `made` triangles, in processing order.
    pub fn waiting(&self, made: u32) -> impl Iterator<Item = u32> {
        self.alive(made).filter(|(_, face)| !face.conflicts.is_empty()).map(|(number, _)| number)
    }
}

/// A finished hull: coplanar triangles are merged into polygons, and only true vertices remain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hull {
    /// Point indices of the vertices.
    pub vertices: Vec<u32>,
    /// Number of edges of the hull.
    pub edges: usize,
    /// Point indices of each face, counter-clockwise from outside.
    pub faces: Vec<Vec<u32>>,
}

/// A finished hull with its measures in a canonical form that does not depend on the algorithm. Equal points are
/// represented by the first; faces start at their lowest index, and both lists are sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listed {
    /// Point indices of the vertices.
    pub vertices: Vec<u32>,
    /// Point indices of each face, counter-clockwise from outside: for a flat hull its front and its back, for a
    /// segment or a point no face.
    pub faces: Vec<Vec<u32>>,
    /// Volume in the cube of the input's unit; 0 unless the hull is a solid. Rounding error of a few `f64::EPSILON`
    /// times the cube of the extent: for a hull as thin as that, only the order of magnitude is meaningful.
    pub volume: f64,
    /// Surface area of all faces in the square of the input's unit; includes both sides of a flat hull.
    pub area: f64,
}
