//! The state of Quickhull, and one iteration of its loop: one point joins the hull.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::cloud::{Cloud, Plane};
use super::start::{self, Start};
use super::{Dimension, HullError};

/// No face, no point: the end of a list.
pub(super) const NONE: u32 = u32::MAX;

/// A triangle of the growing hull. Side `k` runs from `corners[k]` to `corners[k + 1]`.
#[derive(Clone, Debug)]
pub struct Face {
    /// Points of the input, counter-clockwise seen from outside.
    pub corners: [u32; 3],
    /// The face across each side.
    pub beyond: [u32; 3],
    /// The farthest point of the conflict list.
    pub farthest: u32,
    /// Whether it is part of the hull now.
    pub alive: bool,
    plane: Plane,
    /// Head of the conflict list: points above this face which no other list holds.
    conflicts: u32,
    height: f64,
}

/// A side of the rim: the visible region ends here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RimEdge {
    /// Its ends, counter-clockwise round the visible region.
    pub ends: [u32; 2],
    /// The face that stays, and which of its sides this is.
    pub beyond: (u32, usize),
}

/// Quickhull with conflict lists. Everything that an iteration did stays readable until the next one.
#[derive(Clone, Debug)]
pub struct Quickhull {
    /// All triangles there ever were; those with `alive` are the hull.
    pub faces: Vec<Face>,
    /// Faces whose conflict lists wait, in order of their making; the part before `turn` is done.
    pub pending: Vec<u32>,
    /// The point that joined in the last iteration.
    pub eye: Option<u32>,
    /// The faces it saw, deleted in that iteration.
    pub visible: Vec<u32>,
    /// The rim of the visible region, in order.
    pub rim: Vec<RimEdge>,
    /// The first of the faces that were added; they run to the end of `faces`.
    pub added: usize,
    pub(super) cloud: Cloud,
    pub(super) start: Start,
    turn: usize,
    /// Links of the conflict lists, by point.
    next: Vec<u32>,
    /// Scratch, by point: the rim edge that starts there.
    rim_from: Vec<u32>,
}

impl Quickhull {
    /// Checks the points, finds their dimension and the first tetrahedron.
    pub fn new(points: &[Vec3]) -> Result<Self, HullError> {
        Self::wide(points.iter().map(|p| [p.x as f64, p.y as f64, p.z as f64]).collect())
    }

    /// The same from `f64` coordinates, whatever the engine's precision.
    pub fn wide(points: Vec<[f64; 3]>) -> Result<Self, HullError> {
        if points.is_empty() {
            return Err(HullError::Empty);
        }
        if points.len() >= NONE as usize {
            return Err(HullError::TooMany);
        }
        if let Some(index) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            return Err(HullError::NotFinite { index });
        }
        let cloud = Cloud::new(points);
        let start = start::find(&cloud);
        let links = if matches!(start, Start::Solid(_)) { cloud.len() as usize } else { 0 };
        let mut this = Self {
            faces: Vec::new(),
            pending: Vec::new(),
            eye: None,
            visible: Vec::new(),
            rim: Vec::new(),
            added: 0,
            cloud,
            start,
            turn: 0,
            next: vec![NONE; links],
            rim_from: vec![NONE; links],
        };
        if let Start::Solid(corners) = start {
            this.tetrahedron(corners);
        }
        Ok(this)
    }

    /// How many dimensions the points span.
    pub fn dimension(&self) -> Dimension {
        match self.start {
            Start::Point(_) => Dimension::Point,
            Start::Segment(_) => Dimension::Segment,
            Start::Plane(_) => Dimension::Polygon,
            Start::Solid(_) => Dimension::Solid,
        }
    }

    fn tetrahedron(&mut self, [a, b, c, d]: [u32; 4]) {
        for (corners, beyond) in
            [([a, b, c], [1, 2, 3]), ([b, a, d], [0, 3, 2]), ([c, b, d], [0, 1, 3]), ([a, c, d], [0, 2, 1])]
        {
            self.push_face(corners, beyond);
        }
        for point in 0..self.cloud.len() {
            self.assign(point, 0);
        }
        self.queue(0);
    }

    fn push_face(&mut self, corners: [u32; 3], beyond: [u32; 3]) {
        let plane = self.cloud.plane(corners);
        self.faces.push(Face { corners, beyond, farthest: NONE, alive: true, plane, conflicts: NONE, height: 0.0 });
    }

    /// Puts a point on the list of the first face from `first` on that it lies above. A point above none of them lies
    /// inside the hull, or on it, and is forgotten: the module says why that is right.
    fn assign(&mut self, point: u32, first: usize) {
        for face in &mut self.faces[first..] {
            let height = self.cloud.height(&face.plane, point);
            if height > 0.0 {
                self.next[point as usize] = face.conflicts;
                face.conflicts = point;
                if height > face.height || face.farthest == NONE {
                    (face.farthest, face.height) = (point, height);
                }
                return;
            }
        }
    }

    fn queue(&mut self, first: usize) {
        let waiting = (first..self.faces.len()).filter(|&i| self.faces[i].conflicts != NONE);
        self.pending.extend(waiting.map(|i| i as u32));
    }

    fn next_pending(&mut self) -> Option<u32> {
        while let Some(&face) = self.pending.get(self.turn) {
            self.turn += 1;
            if self.faces[face as usize].alive {
                return Some(face);
            }
        }
        None
    }

    /// The faces strictly below the eye, found by walking from `seat` over shared sides, and the sides where it ends.
    /// Faces in one plane with the eye stay, so no new triangle can be degenerate.
    fn flood(&mut self, seat: u32, eye: u32) {
        self.visible.clear();
        self.rim.clear();
        self.visible.push(seat);
        self.faces[seat as usize].alive = false;
        let mut walked = 0;
        while walked < self.visible.len() {
            let here = self.visible[walked];
            walked += 1;
            let Face { corners, beyond, .. } = self.faces[here as usize];
            for side in 0..3 {
                let other = beyond[side];
                let face = &mut self.faces[other as usize];
                if face.alive && self.cloud.height(&face.plane, eye) > 0.0 {
                    face.alive = false;
                    self.visible.push(other);
                } else if face.alive {
                    let ends = [corners[side], corners[(side + 1) % 3]];
                    let back = face.corners.iter().position(|&c| c == ends[1]).unwrap_or(0);
                    self.rim.push(RimEdge { ends, beyond: (other, back) });
                }
            }
        }
    }

    /// Sorts the rim into one closed walk.
    fn order_rim(&mut self) {
        for (i, edge) in self.rim.iter().enumerate() {
            self.rim_from[edge.ends[0] as usize] = i as u32;
        }
        for i in 1..self.rim.len() {
            let start = self.rim[i - 1].ends[1] as usize;
            let found = self.rim_from[start] as usize;
            self.rim.swap(i, found);
            self.rim_from[self.rim[found].ends[0] as usize] = found as u32;
            self.rim_from[start] = i as u32;
        }
    }

    /// A triangle from every side of the rim to the eye, linked to what stays and to its two neighbors.
    fn join(&mut self, eye: u32) {
        let (first, count) = (self.faces.len(), self.rim.len());
        self.added = first;
        for i in 0..count {
            let RimEdge { ends: [from, to], beyond: (other, side) } = self.rim[i];
            let (after, before) = (first + (i + 1) % count, first + (i + count - 1) % count);
            self.push_face([from, to, eye], [other, after as u32, before as u32]);
            self.faces[other as usize].beyond[side] = (first + i) as u32;
        }
    }

    /// The points above the deleted faces go to the lists of the new ones.
    fn share(&mut self, eye: u32) {
        for k in 0..self.visible.len() {
            let mut point = std::mem::replace(&mut self.faces[self.visible[k] as usize].conflicts, NONE);
            while point != NONE {
                let rest = self.next[point as usize];
                if point != eye {
                    self.assign(point, self.added);
                }
                point = rest;
            }
        }
    }
}

impl Stepper for Quickhull {
    type Outcome = Dimension;

    fn step(&mut self) -> ControlFlow<Dimension> {
        let Some(seat) = self.next_pending() else { return Break(self.dimension()) }; // @pick
        let eye = self.faces[seat as usize].farthest; // @eye
        self.eye = Some(eye);
        self.flood(seat, eye); // @visible
        self.order_rim(); // @rim
        self.join(eye); // @join
        self.share(eye); // @share
        self.queue(self.added); // @queue
        Continue(())
    }
}
