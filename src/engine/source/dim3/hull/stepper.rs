//! Quickhull as a stepper: the first step finds the dimension of the input, the second makes the first tetrahedron, and
//! each later step adds one point to the hull. A comment `// @name` marks the line of `listing.txt` that the statement
//! implements.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::cloud::{Cloud, NONE, Plane};
use super::start::{self, InitialSimplex, Start};
use super::{Dimension, FaceEdge, HorizonEdge, HullError};
use crate::dim3::prelude::*;

/// A triangle of the growing hull. Edge `k` runs from `corners[k]` to `corners[(k + 1) % 3]`.
#[derive(Clone, Debug)]
pub struct Face {
    /// Vertices, as indices of input points, counter-clockwise seen from outside.
    pub corners: [u32; 3],
    /// The face across each edge.
    pub beyond: [u32; 3],
    /// The farthest point of the conflict list; `u32::MAX` for an empty list.
    pub farthest: u32,
    /// Whether the face belongs to the current hull; false once an apex has seen it.
    pub alive: bool,
    /// Plane of the triangle.
    plane: Plane,
    /// Head of the conflict list: points above this face that are on no other list; [`NONE`] for an empty list.
    conflicts: u32,
    /// Height of `farthest` above the plane, as [`Cloud::height`].
    height: f64,
}

/// State of Quickhull with conflict lists. The results of an iteration stay readable until the next one.
#[derive(Clone, Debug)]
pub struct Quickhull {
    /// All triangles ever created; those with `alive` form the hull.
    pub faces: Vec<Face>,
    /// Faces with conflict lists, in the order of creation; those before `cursor` are done.
    pub pending: Vec<u32>,
    /// The point that joined the hull in the last iteration; `None` before the first.
    pub apex: Option<u32>,
    /// The face from whose conflict list the apex was taken; `None` before the first iteration.
    pub start_face: Option<u32>,
    /// The faces that the apex sees (it is strictly above them), deleted in the last iteration; the start face is the
    /// first.
    pub visible: Vec<u32>,
    /// The horizon: the border of the visible region, one closed walk.
    pub horizon: Vec<HorizonEdge>,
    /// Index of the first face added in the last iteration; the added faces extend to the end of `faces`.
    pub added: usize,
    /// Points of the input with their exact predicates.
    pub(super) cloud: Arc<Cloud>,
    /// Dimension and start; `None` before the first step.
    pub(super) initial: Option<InitialSimplex>,
    /// Index in `pending` of the next face.
    cursor: usize,
    /// Links of the conflict lists: for each point the next one of its list, `NONE` at the end.
    next: Vec<u32>,
    /// Scratch memory, one per point: the horizon edge that starts there.
    horizon_from: Vec<u32>,
}

impl Quickhull {
    /// State before the first step, for finite points.
    ///
    /// # Errors
    /// If there are no points, too many, or one that is not finite.
    pub fn new(points: &[Vec3]) -> Result<Self, HullError> {
        Self::of_f64(points.iter().map(|p| [p.x as f64, p.y as f64, p.z as f64]).collect())
    }

    /// State before the first step, for finite points in `f64`, in both precisions of the engine.
    ///
    /// # Errors
    /// As [`Quickhull::new`].
    pub fn of_f64(points: Vec<[f64; 3]>) -> Result<Self, HullError> {
        if points.is_empty() {
            return Err(HullError::Empty);
        }
        if points.len() >= NONE as usize {
            return Err(HullError::TooMany);
        }
        if let Some(index) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            return Err(HullError::NotFinite { index });
        }
        Ok(Self {
            faces: Vec::new(),
            pending: Vec::new(),
            apex: None,
            start_face: None,
            visible: Vec::new(),
            horizon: Vec::new(),
            added: 0,
            cloud: Arc::new(Cloud::new(points)),
            initial: None,
            cursor: 0,
            next: Vec::new(),
            horizon_from: Vec::new(),
        })
    }

    /// Dimension of the points' affine hull; `None` before the first step.
    pub fn dimension(&self) -> Option<Dimension> {
        self.initial.map(|initial| dimension(initial.start))
    }

    /// Indices of the points by which the first step found the dimension, one more than the dimension: the first point
    /// in the order of coordinates, the point farthest from it, the point farthest from their line, and the point
    /// farthest from their plane. Empty before the first step.
    pub fn extremes(&self) -> &[u32] {
        let Some(initial) = &self.initial else { return &[] };
        let count = initial.points.iter().position(|&point| point == NONE).unwrap_or(initial.points.len());
        &initial.points[..count]
    }

    /// The points on the conflict list of a face: points of the input above the face that are not yet vertices of the
    /// hull. Empty for a face that does not exist.
    pub fn conflicts(&self, face: u32) -> impl Iterator<Item = u32> {
        let first = self.faces.get(face as usize).map_or(NONE, |face| face.conflicts);
        let points = std::iter::successors(Some(first), |&point| self.next.get(point as usize).copied());
        points.take_while(|&point| point != NONE)
    }

    /// Height of a point above a face's plane, in the unit of the input; 0 for a face that does not exist. The sign is
    /// exact, the value rounded.
    pub fn height(&self, face: u32, point: u32) -> f64 {
        let Some(Face { plane, .. }) = self.faces.get(face as usize) else { return 0.0 };
        self.cloud.unscaled(plane.divided_by_normal(self.cloud.height(plane, point)), 1)
    }

    /// The faces with conflict lists to be processed, in order.
    pub fn waiting(&self) -> impl Iterator<Item = u32> {
        let remaining = self.pending.get(self.cursor..).unwrap_or_default();
        remaining.iter().copied().filter(|&face| self.faces[face as usize].alive)
    }

    /// Finds the dimension of the points, and the first tetrahedron of a solid.
    fn find_dimension(&mut self) {
        self.initial = Some(start::find_initial_simplex(&self.cloud));
    }

    /// Makes the first tetrahedron and assigns all points to its faces. The vertices are those of [`Start::Solid`]: `d`
    /// is below the plane of the others.
    fn start_tetrahedron(&mut self, [a, b, c, d]: [u32; 4]) {
        let count = self.cloud.len() as usize;
        self.next = vec![NONE; count];
        self.horizon_from = vec![NONE; count];
        // Faces 0 to 3, counter-clockwise seen from outside, each with the faces across its edges.
        self.push_face([a, b, c], [1, 2, 3]);
        self.push_face([b, a, d], [0, 3, 2]);
        self.push_face([c, b, d], [0, 1, 3]);
        self.push_face([a, c, d], [0, 2, 1]);
        for point in 0..self.cloud.len() {
            self.assign(point, 0);
        }
        self.queue_faces(0);
    }

    /// Adds a triangle with an empty conflict list; `beyond` are the faces across its edges.
    fn push_face(&mut self, corners: [u32; 3], beyond: [u32; 3]) {
        let plane = self.cloud.plane(corners);
        self.faces.push(Face { corners, beyond, farthest: NONE, alive: true, plane, conflicts: NONE, height: 0.0 });
    }

    /// Adds a point to the conflict list of the first face, from `first` on, that it is above. A point above none of
    /// them is inside or on the hull and is discarded; the module doc has the proof.
    fn assign(&mut self, point: u32, first: usize) {
        for face in &mut self.faces[first..] {
            let height = self.cloud.height(&face.plane, point);
            if height > 0.0 {
                self.next[point as usize] = face.conflicts;
                face.conflicts = point;
                if height > face.height || face.farthest == NONE {
                    face.farthest = point;
                    face.height = height;
                }
                return;
            }
        }
    }

    /// Queues the faces from `first` on that have points on their conflict lists.
    fn queue_faces(&mut self, first: usize) {
        let waiting = (first..self.faces.len()).filter(|&i| self.faces[i].conflicts != NONE);
        self.pending.extend(waiting.map(|i| i as u32));
    }

    /// The next queued face that is alive; `None` after the last.
    fn next_pending(&mut self) -> Option<u32> {
        while let Some(&face) = self.pending.get(self.cursor) {
            self.cursor += 1;
            if self.faces[face as usize].alive {
                return Some(face);
            }
        }
        None
    }

    /// Finds the faces strictly below the apex by a walk from `start` over shared edges, and the horizon at which the
    /// walk ends. Faces coplanar with the apex stay, so no new triangle is degenerate.
    fn find_visible_faces(&mut self, start: u32, apex: u32) {
        self.visible.clear();
        self.horizon.clear();
        self.visible.push(start);
        self.faces[start as usize].alive = false;
        let mut walked = 0;
        while walked < self.visible.len() {
            let current = self.visible[walked];
            walked += 1;
            let Face { corners, beyond, .. } = self.faces[current as usize];
            for edge in 0..3 {
                let other = beyond[edge];
                let face = &mut self.faces[other as usize];
                if !face.alive {
                    continue;
                }
                if self.cloud.height(&face.plane, apex) > 0.0 {
                    face.alive = false;
                    self.visible.push(other);
                    continue;
                }
                let ends = [corners[edge], corners[(edge + 1) % 3]];
                // The same edge of the other face runs in the opposite direction.
                let opposite_edge = face.corners.iter().position(|&c| c == ends[1]).unwrap_or(0);
                self.horizon.push(HorizonEdge { ends, beyond: FaceEdge { face: other, edge: opposite_edge } });
            }
        }
    }

    /// Sorts the horizon's edges into a closed walk: each starts where the previous one ends.
    fn order_horizon(&mut self) {
        for (i, edge) in self.horizon.iter().enumerate() {
            self.horizon_from[edge.ends[0] as usize] = i as u32;
        }
        for i in 1..self.horizon.len() {
            let start = self.horizon[i - 1].ends[1] as usize;
            let successor = self.horizon_from[start] as usize;
            self.horizon.swap(i, successor);
            let displaced_start = self.horizon[successor].ends[0] as usize;
            self.horizon_from[displaced_start] = successor as u32;
            self.horizon_from[start] = i as u32;
        }
    }

    /// Adds a triangle from every edge of the horizon to the apex, linked to the face beyond and to its two neighbors.
    fn add_cone(&mut self, apex: u32) {
        let first = self.faces.len();
        let count = self.horizon.len();
        self.added = first;
        for i in 0..count {
            let HorizonEdge { ends: [from, to], beyond: FaceEdge { face: other, edge } } = self.horizon[i];
            let next = first + (i + 1) % count;
            let previous = first + (i + count - 1) % count;
            self.push_face([from, to, apex], [other, next as u32, previous as u32]);
            self.faces[other as usize].beyond[edge] = (first + i) as u32;
        }
    }

    /// Moves the points above the deleted faces, without the apex, to the conflict lists of the new faces.
    fn redistribute_conflicts(&mut self, apex: u32) {
        for k in 0..self.visible.len() {
            let deleted = &mut self.faces[self.visible[k] as usize];
            let mut point = std::mem::replace(&mut deleted.conflicts, NONE);
            while point != NONE {
                let next = self.next[point as usize];
                if point != apex {
                    self.assign(point, self.added);
                }
                point = next;
            }
        }
    }
}

impl Stepper for Quickhull {
    type Outcome = Dimension;

    fn heap_bytes(&self) -> usize {
        let index_lists = [&self.pending, &self.visible, &self.next, &self.horizon_from];
        let bytes_of_lists: usize = index_lists.into_iter().map(|list| size_of_val(&list[..])).sum();
        size_of_val(&self.faces[..]) + size_of_val(&self.horizon[..]) + bytes_of_lists
    }

    fn step(&mut self) -> ControlFlow<Dimension> {
        let Some(InitialSimplex { start, .. }) = self.initial else {
            self.find_dimension();
            return Continue(());
        };
        if self.faces.is_empty() {
            let Start::Solid(corners) = start else { return Break(dimension(start)) }; // @flat
            self.start_tetrahedron(corners); // @tetrahedron
            return Continue(());
        }
        let Some(start) = self.next_pending() else { return Break(Dimension::Solid) }; // @done
        let apex = self.faces[start as usize].farthest; // @apex
        self.start_face = Some(start);
        self.apex = Some(apex);
        self.find_visible_faces(start, apex); // @visible
        self.order_horizon(); // @horizon
        self.add_cone(apex); // @cone
        self.redistribute_conflicts(apex);
        self.queue_faces(self.added);
        Continue(())
    }
}

/// Dimension of the input with this start.
fn dimension(start: Start) -> Dimension {
    match start {
        Start::Point(_) => Dimension::Point,
        Start::Segment(_) => Dimension::Segment,
        Start::Plane(_) => Dimension::Polygon,
        Start::Solid(_) => Dimension::Solid,
    }
}
