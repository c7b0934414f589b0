//! The search among the Voronoi regions of a simplex as a stepper: each step tests one region. A comment `// @name`
//! marks the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow;

use crate::dim3::simplex::ending::{Outcome, Reason, backup, in_own_unit};
use crate::dim3::simplex::prelude::*;
use crate::dim3::simplex::subset::{self, BY_SIZE, Nearest, Subset, TestedFace, Weights, members, size};

/// The subset of all four vertices.
const ALL_VERTICES: Subset = 0b1111;

/// Length up to which the cross product of a triangle's two shortest edges may be nothing but rounding error, in `EPS`
/// times the product of their lengths.
const FLAT_TRIANGLE: Real = 4.0;

/// Absolute value up to which the triple product of three edges may be nothing but rounding error, in `EPS` times the
/// product of their lengths. Twice the limit of the cross product.
const FLAT_TETRAHEDRON: Real = 8.0;

/// A triangle of the simplex, with its vertices rotated so that the first is between the two shortest edges.
struct RotatedTriangle {
    /// Indices of the vertices, in a rotation of their ascending order.
    vertices: [usize; 3],
    /// Cross product of the edges from the first vertex to the second and to the third.
    n: Vec3,
    /// Product of the lengths of these two edges.
    edge_product: Real,
}

/// State of the search for the region that contains the query point, the origin.
#[derive(Clone, Debug)]
pub struct Voronoi {
    /// `A, B, C, D` relative to `Q`, times [`Self::scale`].
    pub points: [Vec3; 4],
    /// Vertices of the simplex.
    pub all: Subset,
    /// Power of two: `points = scale · (input)`.
    pub scale: Real,
    /// Signed lengths, areas and volumes before division by [`Self::divisors`]; 0 for triangles and tetrahedra that are
    /// flat to rounding.
    pub weights: Weights,
    /// Divisor of the weights of each face, their sum: `|AB|²`, `|n|²`, or six times the volume.
    pub divisors: [Real; 16],
    /// Number of vertices up to which the weights of all faces are computed.
    pub measured_size: usize,
    /// Tested regions in order; only the first `count` entries are valid.
    pub tested: [TestedFace; 15],
    /// Number of tested regions.
    pub count: usize,
    /// Index in [`BY_SIZE`] of the next candidate.
    next: usize,
    /// Ending of the search; `None` while it runs.
    pub(super) outcome: Option<Outcome>,
}

impl Voronoi {
    /// Prepares the simplex of the `filled` slots of `points`, relative to the query point.
    #[inline]
    pub fn new(points: &[Vec3; 4], filled: Subset) -> Self {
        let all = filled & ALL_VERTICES;
        let scale = subset::scale(points, all);
        let mut weights = [[0.0; 4]; 16];
        let mut divisors = [0.0; 16];
        for i in 0..4 {
            weights[1 << i][i] = 1.0;
            divisors[1 << i] = 1.0;
        }
        Self {
            points: points.map(|p| p * scale),
            all,
            scale,
            weights,
            divisors,
            measured_size: 1,
            tested: [TestedFace::default(); 15],
            count: 0,
            next: 0,
            outcome: None,
        }
    }

    /// The regions tested until now, in order.
    pub fn tested_faces(&self) -> &[TestedFace] {
        &self.tested[..self.count]
    }

    /// Barycentric coordinate of vertex `i` in the face `subset`: `u`, `v`, `w` of `[Catto10]`. 0 for a degenerate
    /// face.
    pub fn coordinate(&self, subset: Subset, i: usize) -> Real {
        let divisor = self.divisors[subset as usize];
        if divisor > 0.0 { self.weights[subset as usize][i] / divisor } else { 0.0 }
    }

    /// Computes the weights of all faces of up to `vertices` vertices that do not have them yet.
    fn measure(&mut self, vertices: usize) {
        while self.measured_size < vertices.min(size(self.all)) {
            self.measured_size += 1;
            let all = self.all;
            let face_size = self.measured_size;
            for face in BY_SIZE.into_iter().filter(|&j| size(j) == face_size && j & !all == 0) {
                match face_size {
                    2 => self.measure_edge(face),
                    3 => self.measure_triangle(face),
                    _ => self.measure_tetrahedron(),
                }
            }
        }
    }

    /// Computes the weights `u = (Q−B)·(A−B)` and `v = (Q−A)·(B−A)` with the divisor `|AB|²`.
    fn measure_edge(&mut self, edge: Subset) {
        let [a, b, ..] = vertices_of(edge);
        let e = self.points[b] - self.points[a];
        self.weights[edge as usize][a] = self.points[b].dot(e);
        self.weights[edge as usize][b] = -self.points[a].dot(e);
        self.divisors[edge as usize] = e.dot(e);
    }

    /// Computes twice the signed areas of `QBC`, `QCA` and `QAB`, times `|n|`, with the divisor `|n|²`. Each area is
    /// computed from its own edge, so that its rounding error is relative to the length of that edge. The weights stay
    /// 0 if the triangle is flat to rounding.
    fn measure_triangle(&mut self, face: Subset) {
        let RotatedTriangle { vertices, n, edge_product } = self.rotated_triangle(face);
        let rounding = FLAT_TRIANGLE * EPS * edge_product;
        if n.length_squared() <= rounding * rounding {
            return;
        }
        let p = &self.points;
        for [i, j, k] in rotations(vertices) {
            self.weights[face as usize][i] = n.dot(p[j].cross(p[k] - p[j]));
        }
        self.divisors[face as usize] = n.dot(n);
    }

    /// The triangle `face`, with its vertices rotated so that the first is between the two shortest edges.
    fn rotated_triangle(&self, face: Subset) -> RotatedTriangle {
        let [a, b, c, _] = vertices_of(face);
        let ab = self.edge_square(a, b);
        let bc = self.edge_square(b, c);
        let ca = self.edge_square(c, a);
        let [a, b, c] = if bc >= ab && bc >= ca {
            [a, b, c]
        } else if ca >= ab {
            [b, c, a]
        } else {
            [c, a, b]
        };
        let p = &self.points;
        RotatedTriangle {
            vertices: [a, b, c],
            n: (p[b] - p[a]).cross(p[c] - p[a]),
            edge_product: (self.edge_square(a, b) * self.edge_square(a, c)).sqrt(),
        }
    }

    /// Squared length of an edge, which is its divisor.
    fn edge_square(&self, i: usize, j: usize) -> Real {
        self.divisors[1 << i | 1 << j]
    }

    /// Computes the weight of each vertex: the height of the query point over the opposite face, positive on the side
    /// of the vertex, times twice the area of the face. The weights stay 0 if the tetrahedron is flat to rounding over
    /// any face.
    fn measure_tetrahedron(&mut self) {
        let mut weights = [0.0; 4];
        for (top, weight) in weights.iter_mut().enumerate() {
            let RotatedTriangle { vertices: base, n, edge_product } = self.rotated_triangle(ALL_VERTICES & !(1 << top));
            let up = self.points[top] - self.points[base[0]];
            let volume = n.dot(up);
            if volume.abs() <= FLAT_TETRAHEDRON * EPS * edge_product * up.length() {
                return;
            }
            *weight = -n.dot(self.points[base[0]]) * volume.signum();
        }
        self.weights[usize::from(ALL_VERTICES)] = weights;
        self.divisors[usize::from(ALL_VERTICES)] = weights.iter().sum();
    }

    /// Point nearest the origin of the affine hull of a face.
    fn candidate(&self, subset: Subset) -> Nearest {
        subset::point_of(&self.points, subset, &self.weights[subset as usize], self.divisors[subset as usize])
    }

    /// Outcome of the backup search, which needs the weights of all faces.
    fn backup(&mut self, reason: Reason) -> Outcome {
        self.measure(4);
        backup(&self.points, self.all, &self.weights, |subset| self.candidate(subset), reason)
    }

    /// Ends the search, with the answer converted to the input's unit.
    fn finish(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        let outcome = in_own_unit(outcome, &self.points, self.scale);
        self.outcome = Some(outcome);
        ControlFlow::Break(outcome)
    }
}

impl Stepper for Voronoi {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        let Some(index) = (self.next..15).find(|&index| BY_SIZE[index] & !self.all == 0) else {
            let outcome = self.backup(Reason::NonePassed); // @none
            return self.finish(outcome);
        };
        self.next = index + 1;
        let subset = BY_SIZE[index];
        self.measure(size(subset) + 1); // @coordinates
        let region = subset::test_face(&self.weights, subset, self.all); // @weigh
        self.tested[self.count] = region;
        self.count += 1;
        if !region.holds {
            return ControlFlow::Continue(());
        }
        let nearest = self.candidate(subset);
        let outcome = if subset::is_proven(&self.points, self.all, &nearest) {
            Outcome::Passed(nearest) // @proven
        } else {
            self.backup(Reason::Refuted(subset)) // @refuted
        };
        self.finish(outcome)
    }
}

/// Indices of the vertices of a subset, ascending; unused entries repeat the first.
fn vertices_of(subset: Subset) -> [usize; 4] {
    let mut vertices = [subset.trailing_zeros() as usize & 3; 4];
    for (entry, i) in vertices.iter_mut().zip(members(subset)) {
        *entry = i;
    }
    vertices
}

/// The three rotations of a triple.
fn rotations([a, b, c]: [usize; 3]) -> [[usize; 3]; 3] {
    [[a, b, c], [b, c, a], [c, a, b]]
}
