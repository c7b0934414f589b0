//! State of Quickhull as plain data, and finished hulls.
//!
//! - **Units.** Points are indices in the input; heights are in the input's unit.
//! - **Storage.** A triangle and its conflict list do not change from creation to deletion. All triangles of a run are
//!   therefore stored once, in [`Faces`], and a state holds only the number of triangles created.
//! - **Conflict list.** The points above a face that may still become vertices; each point is in one list only.

pub mod plane;

use super::Snapshot;

/// Dimension of a hull, which is the ending of Quickhull and of the planar algorithms.
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
    /// This edge as an edge of the face beyond the horizon.
    pub beyond: FaceEdge,
}

/// An edge of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceEdge {
    /// Index of the triangle.
    pub face: u32,
    /// Index of the edge in the triangle, 0 to 2: the edge from the vertex with this index to the next.
    pub edge: usize,
}

/// Height of the apex above a face, which decides whether the face is visible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightTest {
    /// Index of the face.
    pub face: u32,
    /// Signed height of the apex above the face's plane, rounded but with exact sign.
    pub height: f64,
}

/// State of Quickhull after a step. The *apex* is the point that an iteration adds to the hull.
#[derive(Clone, Debug, PartialEq)]
pub struct Quickhull {
    /// Dimension of the points; `None` before the first step.
    pub dimension: Option<Dimension>,
    /// Affinely independent points that the first step found, one more than the dimension; empty before.
    pub extremes: Vec<u32>,
    /// Number of triangles of [`Faces`] created up to this state, deleted ones included.
    pub made: u32,
    /// Number of triangles of the current hull.
    pub triangles: usize,
    /// Number of points on the conflict lists of the current hull.
    pub waiting: usize,
    /// Point added in the last iteration; `None` before the first.
    pub apex: Option<u32>,
    /// Face whose conflict list contained the apex; `None` before the first iteration.
    pub start_face: Option<u32>,
    /// Faces visible from the apex, which the last iteration deleted; the start face first.
    pub visible: Vec<HeightTest>,
    /// The horizon: border of the visible region as one closed walk, counter-clockwise.
    pub horizon: Vec<HorizonEdge>,
    /// Faces next to the horizon that are not visible, each once, by ascending index.
    pub beyond: Vec<HeightTest>,
    /// Index of the first triangle that the last iteration created; the others follow, up to `made`.
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
    /// Farthest point of the conflict list; `None` for an empty list.
    pub farthest: Option<FarthestPoint>,
    /// Range of the conflict list in the list of all conflicts, a field of [`Faces`].
    conflicts: std::ops::Range<usize>,
    /// Number of triangles that had been created when this one was deleted; `u32::MAX` while it is part of the hull.
    deleted_at: u32,
}

/// The point of a conflict list that is farthest from the plane of its face.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FarthestPoint {
    /// Index of the point.
    pub point: u32,
    /// Height of the point above the plane, in the input's unit.
    pub height: f64,
}

/// All triangles of a run, in order of creation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faces {
    /// Triangles, in order of creation; a triangle's index in this list is its name in all other types.
    faces: Vec<Face>,
    /// Conflict lists of all triangles, concatenated; point indices.
    conflicts: Vec<u32>,
}

impl Faces {
    /// Returns the number of triangles created, deleted ones included.
    pub fn count(&self) -> u32 {
        self.faces.len() as u32
    }

    /// Adds a triangle with its conflict list, a list of point indices.
    pub fn push(&mut self, corners: [u32; 3], farthest: Option<FarthestPoint>, conflicts: impl Iterator<Item = u32>) {
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

    /// Returns the triangles of the hull that existed after the creation of the first `made` triangles, with their
    /// indices.
    pub fn alive(&self, made: u32) -> impl Iterator<Item = (u32, &Face)> {
        (0..).zip(&self.faces).take(made as usize).filter(move |(_, face)| face.deleted_at > made)
    }

    /// Returns the triangles of that hull whose conflict lists are not empty, by index, in processing order: ascending.
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
pub struct CanonicalHull {
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
