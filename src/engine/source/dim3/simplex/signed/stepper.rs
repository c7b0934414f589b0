//! The stepper of the signed volumes method: each step tests a face of the simplex by the signs of the volumes, areas
//! or lengths that the origin spans with it. A comment `// @name` marks the line of `listing.txt` that the statement
//! implements.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::dim3::simplex::explain::compare_signs;
use crate::dim3::simplex::prelude::*;
use crate::dim3::simplex::refine::refined;
use crate::dim3::simplex::subset::{self, Nearest, Subset, TestedFace, members, size};

/// State of the search for the nearest point, starting with the whole simplex.
#[derive(Clone, Debug)]
pub struct Signed {
    /// The vertices, times `scale`.
    pub points: [Vec3; 4],
    /// Vertices of the simplex.
    pub all: Subset,
    /// Power of two: `points = scale · (input)`.
    pub scale: Real,
    /// Faces in the order of their tests: `queue[..next]` are tested, `queue[next..len]` wait.
    pub queue: [Subset; 15],
    /// Number of faces inserted in the queue.
    pub len: usize,
    /// Number of tested faces.
    pub next: usize,
    /// Results of the tested faces, in order. The tested number of vertex `i` is the part of the size that the origin
    /// spans with the face opposite to it, positive if it has the sign of the size.
    pub tested: [TestedFace; 15],
    /// Signed size of each tested face: volume times 6, squared area times 4, or squared length.
    pub sizes: [Real; 16],
    /// Nearest of the origin's projections that are inside their faces; `None` before the first.
    pub best: Option<Nearest>,
    /// Ending of the search; `None` while it runs.
    pub(super) outcome: Option<Outcome>,
}

/// Ending of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// Every face that the signs did not exclude was tested; this is the nearest of the points found.
    Nearest(Nearest),
}

impl Signed {
    /// Prepares the simplex of the `filled` slots of `points`, relative to the query point.
    pub fn new(points: &[Vec3; 4], filled: Subset) -> Self {
        let all = filled & 15;
        let scale = subset::scale(points, all);
        let mut queue = [0; 15];
        queue[0] = all;
        Self {
            points: points.map(|p| p * scale),
            all,
            scale,
            queue,
            len: 1,
            next: 0,
            tested: [TestedFace::default(); 15],
            sizes: [0.0; 16],
            best: None,
            outcome: None,
        }
    }

    /// Inserts a face in the queue, unless it was inserted before.
    fn enqueue(&mut self, face: Subset) {
        if face != 0 && !self.queue[..self.len].contains(&face) && self.len < 15 {
            self.queue[self.len] = face;
            self.len += 1;
        }
    }

    /// Makes the origin's projection on a face that contains it the best point, if it is nearer than the previous one.
    /// `parts` are the parts of the face's size.
    fn add_candidate(&mut self, face: Subset, parts: &[Real; 4]) {
        let sum = if size(face) == 1 { 1.0 } else { members(face).map(|i| parts[i]).sum() };
        let point = subset::point_of(&self.points, face, parts, sum);
        if self.best.is_none_or(|best| point.v.length_squared() < best.v.length_squared()) {
            self.best = Some(point);
        }
    }
}

impl Stepper for Signed {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome);
        }
        let face = self.queue[self.next];
        let test = compare_signs(&self.points, face); // @weigh
        let sign = if test.size < 0.0 { -1.0 } else { 1.0 };
        let tests = test.parts.map(|part| part * sign);
        self.tested[self.next] = TestedFace { subset: face, tests, holds: test.searched == 0 };
        self.sizes[usize::from(face)] = test.size;
        self.next += 1;
        if test.searched == 0 {
            self.add_candidate(face, &test.parts);
        }
        for across in members(test.searched) {
            self.enqueue(face & !(1 << across));
        }
        if self.next < self.len {
            return Continue(());
        }
        let no_point = Nearest { subset: 0, weights: [0.0; 4], v: Vec3::ZERO };
        let best = refined(&self.points, self.best.unwrap_or(no_point));
        let outcome = Outcome::Nearest(Nearest { v: best.v / self.scale, ..best }); // @proven
        self.outcome = Some(outcome);
        Break(outcome)
    }
}
