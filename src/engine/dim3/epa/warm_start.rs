//! The polytope of one frame as the start of the next (`[ACD11]`, last section).
//!
//! Corners that belong to vertices of A and B move with them and stay points of `A − B`. So the mesh of the last frame,
//! with its corners carried along, is still a closed surface of points of `A − B`; and if the plane of every face still
//! has the origin behind it, it winds round the origin, and the least of their distances bounds the depth from below.
//! For this it need not be convex: the next expansions repair what the motion dented.

use super::super::prelude::*;
use super::super::support::{Cso, Support, Vertex};
use super::buffers::Buffers;
use super::polytope::Polytope;
use super::queue::Entry;
use super::stepper::{Epa, Options};
use crate::snapshot::epa::Outcome;

/// From this many corners on a new polytope is cheaper than the old one.
const MOST_CORNERS: usize = 48;

impl Polytope {
    /// Throws the deleted faces away, and the corners that no face has, of which there are [`MOST_CORNERS`] at most. Of the
    /// others, none changes but its number.
    fn compact(&mut self) {
        if self.faces.iter().all(|face| !face.deleted) {
            return;
        }
        for (number, face) in (0..).zip(self.faces.iter_mut().filter(|face| !face.deleted)) {
            face.mark = number;
        }
        for i in 0..self.faces.len() {
            if !self.faces[i].deleted {
                self.faces[i].across = self.faces[i].across.map(|other| self.faces[other as usize].mark);
            }
        }
        self.faces.retain(|face| !face.deleted);
        let mut used = [false; MOST_CORNERS];
        for face in &mut self.faces {
            face.mark = 0;
            face.corner.iter().for_each(|&corner| used[corner as usize] = true);
        }
        let (mut number, mut kept) = ([0; MOST_CORNERS], 0);
        for corner in (0..self.vertices.len()).filter(|&corner| used[corner]) {
            self.vertices[kept] = self.vertices[corner];
            number[corner] = kept as u32;
            kept += 1;
        }
        self.vertices.truncate(kept);
        self.faces.iter_mut().for_each(|face| face.corner = face.corner.map(|corner| number[corner as usize]));
    }
}

/// The corner `last` where the bodies are now; none if it slides over a curved surface. In line by force: a corner that is
/// written piecemeal and copied as one waits for the cache.
#[inline(always)]
pub fn carried<A: Support, B: Support>(cso: &Cso<A, B>, last: &Vertex) -> Option<Vertex> {
    let a = cso.a.local_geometry()?.vertex(last.feature_a)?;
    let b = cso.from_b(cso.b.local_geometry()?.vertex(last.feature_b)?);
    Some(Vertex { w: a - b, a, b, ..*last })
}

impl<A: Support, B: Support> Epa<A, B> {
    /// Takes up the polytope in `buffers`, which the last frame of the same pair left there. Leaves the buffers where that
    /// is of no use: nothing is there, it is large, a corner is on a curved surface, or the origin has come out.
    pub fn again(cso: Cso<A, B>, options: Options, buffers: &mut Option<Box<Buffers>>) -> Option<Self> {
        let mut kept = buffers.take()?;
        let mut polytope = std::mem::take(&mut kept.polytope);
        let mut epa = Self::new(cso, [None; 4], options, kept);
        polytope.bounding_radius = epa.bounding_radius();
        polytope.scale = epa.buffers.polytope.scale;
        let sound = epa.outcome.is_none() && epa.carry(&mut polytope);
        epa.buffers.polytope = polytope;
        epa.iterations = 1;
        if !(sound && (epa.still_closed() || epa.start_over())) {
            *buffers = Some(epa.buffers);
            return None;
        }
        Some(epa)
    }

    /// Moves the corners to where the bodies are now; none may slide.
    fn carry(&self, polytope: &mut Polytope) -> bool {
        let few = polytope.vertices.len() <= MOST_CORNERS;
        few && polytope.vertices.iter_mut().all(|corner| {
            let now = carried(&self.cso, corner);
            now.inspect(|now| *corner = *now).is_some()
        })
    }

    /// Whether the plane of the face that is nearest now supports the CSO: then nothing is left to do. The other planes
    /// need not be known for that, only that none is nearer, and `distance² = (n·a)²/|n|²` says so without a root.
    fn still_closed(&mut self) -> bool {
        let polytope = &self.buffers.polytope;
        let (mut least, mut nearest) = (Real::INFINITY, None);
        for (number, face) in polytope.live() {
            let square = polytope.square_distance(face.corner);
            if !(square > 0.0) {
                return false;
            }
            if square < least {
                (least, nearest) = (square, Some(number));
            }
        }
        let Some(number) = nearest else { return false };
        let plane = polytope.plane(polytope.triangle(polytope.faces[number as usize].corner));
        let least = plane.distance.min(least.sqrt());
        self.probe(plane.normal);
        if !(plane.distance > plane.rounding && self.upper - least <= self.epsilon()) {
            return false;
        }
        self.iteration.closest = Some(Entry { distance: least, face: number });
        self.lower = least.min(self.upper);
        self.outcome = Some(Outcome::Converged);
        true
    }

    /// The polytope as a start, if every face still has the origin behind it.
    fn start_over(&mut self) -> bool {
        let polytope = &mut self.buffers.polytope;
        polytope.compact();
        for i in 0..polytope.faces.len() {
            let plane = polytope.plane(polytope.triangle(polytope.faces[i].corner));
            // Beyond rounding: of a sliver without height the plane is a guess that always looks away from the origin.
            if !(plane.distance > plane.rounding) {
                return false;
            }
            let face = &mut polytope.faces[i];
            (face.normal, face.distance, face.rounding) = (plane.normal, plane.distance, plane.rounding);
        }
        let nearest = polytope.faces.iter().min_by(|f, g| f.distance.total_cmp(&g.distance));
        let Some(normal) = nearest.map(|face| face.normal) else { return false };
        self.probe(normal);
        for face in 0..self.buffers.polytope.faces.len() as u32 {
            self.queue_face(face);
        }
        true
    }
}
