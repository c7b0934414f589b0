//! Both Gauss maps laid over each other: a face of the difference for each face of either, and for each crossing of edges.

use std::collections::HashMap;

use glam::{DMat3, DQuat, DVec3};

use super::body::{Body, Edge, normal_of};
use super::*;

/// `A − B` of the convex hulls of points, in their own frames, with the poses of these.
///
/// # Errors
/// A body without a hull, or too many edges.
pub fn difference(a: &[Vec3], pose_a: &Pose, b: &[Vec3], pose_b: &Pose) -> Result<Difference, MinkowskiError> {
    let together = pose_a.rotation == pose_b.rotation || pose_a.rotation == -pose_b.rotation;
    let size = unit(a, pose_a).max(unit(b, pose_b));
    // A power of two, so that no product of three lengths overflows or underflows.
    let factor = if size > 0.0 { (-size.log2().floor()).exp2() } else { 1.0 };
    let place = |pose: &Pose| {
        let [x, y, z, w] = pose.rotation.to_array().map(|x| x as f64);
        let turn = DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize());
        let at = DVec3::from_array(pose.position.to_array().map(|x| x as f64));
        move |p: [f64; 3]| (turn * DVec3::from_array(p) + at).to_array()
    };
    let moved = |i: u8, points: &[Vec3], pose: &Pose| {
        let (to, inverted) = (place(pose), i == 1);
        // Bodies that are turned alike are compared as they are.
        let kept = |p: [f64; 3]| (if together { p } else { to(p) }).map(|x| x * factor);
        Body::new(points, kept, inverted).map_err(|error| MinkowskiError::Body { body: i, error })
    };
    let bodies = [moved(0, a, pose_a)?, moved(1, b, pose_b)?];
    if bodies[0].edges.len() as u64 * bodies[1].edges.len() as u64 > MOST_PAIRS {
        return Err(MinkowskiError::TooManyPairs);
    }
    let judgment = if together { Judgment::Exact } else { Judgment::Within(8.0 * f64::EPSILON * size * factor) };
    let mut overlay =
        Overlay { bodies: &bodies, judgment, faces: Vec::new(), number: HashMap::new(), pairs: Vec::new() };
    overlay.faces();
    overlay.edges();
    if overlay.faces.is_empty() {
        overlay.thin();
    }
    let (to_a, to_b) = (place(pose_a), place(pose_b));
    let wide = |points: &[Vec3], i: u32| points[i as usize].to_array().map(|x| x as f64);
    Ok(overlay.done(|[i, j]| {
        let (p, q) = (to_a(wide(a, i)), to_b(wide(b, j)));
        [0, 1, 2].map(|k| p[k] - q[k])
    }))
}

/// The largest coordinate of placed points.
fn unit(points: &[Vec3], pose: &Pose) -> f64 {
    let size = points.iter().map(|p| p.abs().max_element() as f64).fold(0.0, f64::max);
    2.0 * size + pose.position.abs().max_element() as f64
}

/// A difference as it is made.
struct Overlay<'a> {
    /// A, and B reflected in the origin.
    bodies: &'a [Body; 2],
    judgment: Judgment,
    faces: Vec<Facet>,
    number: HashMap<[u32; 2], u32>,
    pairs: Vec<[u32; 2]>,
}

impl Overlay<'_> {
    fn corner(&mut self, pair: [u32; 2]) -> u32 {
        let next = self.pairs.len() as u32;
        let number = *self.number.entry(pair).or_insert(next);
        if number == next {
            self.pairs.push(pair);
        }
        number
    }

    fn named(&self, body: usize, corners: &[u32]) -> Vec<u32> {
        corners.iter().map(|&corner| self.bodies[body].sources[corner as usize]).collect()
    }

    /// The faces of A and of −B, each grown by the farthest feature of the other body.
    fn faces(&mut self) {
        // The faces of −B that are one with a face of A.
        let mut shared = vec![false; self.bodies[1].faces.len()];
        for own in [0, 1] {
            let (body, other) = (&self.bodies[own], &self.bodies[1 - own]);
            for (number, face) in body.faces.iter().enumerate() {
                if own == 1 && shared[number] {
                    continue;
                }
                let [u, v] = body.sides(face);
                let feature = other.farthest([&u, &v], self.judgment);
                let grown = match other.face_of(&feature, normal_of(&u, &v)) {
                    Some(same) if own == 0 => {
                        shared[same] = true;
                        other.faces[same].clone()
                    }
                    _ if feature.len() > 2 => vec![feature[0]],
                    _ => feature,
                };
                let lists = if own == 0 { [face.clone(), grown] } else { [grown, face.clone()] };
                self.planar(&lists, own, &[u, v]);
            }
        }
    }

    /// The sum of two features in one plane, whose normal is that of `u × v`.
    fn planar(&mut self, lists: &[Vec<u32>; 2], own: usize, [u, v]: &[Vector; 2]) {
        let normal = normal_of(u, v);
        let drop = (0..3).max_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs())).unwrap_or(0);
        let axes = if normal[drop] > 0.0 { [(drop + 1) % 3, (drop + 2) % 3] } else { [(drop + 2) % 3, (drop + 1) % 3] };
        let points = [&self.bodies[0].points[..], &self.bodies[1].points[..]];
        let mut merge = Merge::new([&lists[0], &lists[1]], points, axes, self.judgment);
        merge.run();
        let corners = merge.corners.iter().map(|&pair| self.corner(pair)).collect();
        let named = [self.named(0, &lists[0]), self.named(1, &lists[1])];
        let [of_a, of_b] = named;
        let origin = match own {
            0 if of_b.len() > 2 => FacetOrigin::FaceFace([of_a, of_b]),
            0 => FacetOrigin::FaceA(of_a),
            _ => FacetOrigin::FaceB(of_b),
        };
        self.faces.push(Facet { origin, corners });
    }

    /// The parallelograms of an edge of A and an edge of −B.
    fn edges(&mut self) {
        let [a, b] = self.bodies;
        for e in &a.edges {
            let along = a.vector(e.ends[0], e.ends[1]);
            for f in &b.edges {
                let across = b.vector(f.ends[0], f.ends[1]);
                for side in [1, -1] {
                    if self.tops([a, b], [e, f], [&along, &across], side) {
                        self.parallelogram([e, f], side);
                    }
                }
            }
        }
    }

    /// Whether along `± e × f` both edges are farthest, each alone.
    fn tops(&self, bodies: [&Body; 2], edges: [&Edge; 2], [e, f]: [&Vector; 2], side: i8) -> bool {
        let below = |body: &Body, edge: &Edge| {
            let down = |corner: u32| side * self.judgment.volume(&body.vector(edge.ends[0], corner), e, f) < 0;
            edge.beside.iter().flatten().all(|&corner| down(corner))
        };
        below(bodies[0], edges[0]) && below(bodies[1], edges[1]) && self.spans(e, f)
    }

    /// Whether two edges are not parallel.
    fn spans(&self, e: &Vector, f: &Vector) -> bool {
        [[0, 1], [1, 2], [2, 0]].into_iter().any(|axes| self.judgment.turn(axes, e, f) != 0)
    }

    fn parallelogram(&mut self, [e, f]: [&Edge; 2], side: i8) {
        let ([p, q], [r, s]) = (e.ends, f.ends);
        let mut pairs = [[p, r], [q, r], [q, s], [p, s]];
        if side < 0 {
            pairs.reverse();
        }
        let corners = pairs.into_iter().map(|pair| self.corner(pair)).collect();
        let ends = |body: usize, edge: &Edge| edge.ends.map(|corner| self.bodies[body].sources[corner as usize]);
        let origin = FacetOrigin::EdgeEdge([ends(0, e), ends(1, f)]);
        self.faces.push(Facet { origin, corners });
    }

    /// Of a point and a point or a segment, or of parallel segments: the two ends.
    fn thin(&mut self) {
        let along = self.bodies.iter().find(|body| body.points.len() > 1).map(|body| body.vector(0, 1));
        let Some(along) = along else {
            self.corner([0, 0]);
            return;
        };
        let widest = (0..3).max_by(|&i, &j| along[i][0].abs().total_cmp(&along[j][0].abs())).unwrap_or(0);
        for sign in [-1.0, 1.0] {
            let pair = [0, 1].map(|body| {
                let height = |corner: &u32| sign * self.bodies[body].points[*corner as usize][widest];
                let corners = 0..self.bodies[body].points.len() as u32;
                corners.max_by(|a, b| height(a).total_cmp(&height(b))).unwrap_or(0)
            });
            self.corner(pair);
        }
    }

    fn done(self, place: impl Fn([u32; 2]) -> [f64; 3]) -> Difference {
        let [a, b] = self.bodies;
        let pairs: Vec<[u32; 2]> =
            self.pairs.iter().map(|&[i, j]| [a.sources[i as usize], b.sources[j as usize]]).collect();
        let points: Vec<[f64; 3]> = pairs.iter().map(|&pair| place(pair)).collect();
        let origin = DVec3::from_array(points[0]);
        let at = |corner: u32| DVec3::from_array(points[corner as usize]) - origin;
        let cone = |face: &Facet| -> f64 {
            let first = at(face.corners[0]);
            face.corners[1..].windows(2).map(|ends| first.dot(at(ends[0]).cross(at(ends[1])))).sum()
        };
        let volume = if self.faces.len() > 2 { self.faces.iter().map(cone).sum::<f64>() / 6.0 } else { 0.0 };
        Difference { pairs, points, faces: self.faces, volume }
    }
}
