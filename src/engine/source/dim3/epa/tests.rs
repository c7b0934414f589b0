//! Tests of EPA: invariants after every step, all endings, and the answer against brute force.

use super::*;
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Feature, Support, SupportPoint, Vertex};
use crate::dim3::xorshift::Xorshift as Random;
use std::ops::ControlFlow;

/// A cloud of points, the simplest polytope.
#[derive(Clone, Debug)]
struct Cloud(Vec<Vec3>);

impl Support for Cloud {
    fn support(&self, d: Vec3) -> SupportPoint {
        let (mut best, mut value) = (0, Real::NEG_INFINITY);
        for (i, p) in self.0.iter().enumerate() {
            if d.dot(*p) > value {
                (best, value) = (i, d.dot(*p));
            }
        }
        SupportPoint { point: self.0[best], feature: Feature(best as u32) }
    }
    fn bounding_radius(&self) -> Real {
        self.0.iter().fold(0.0, |r: Real, p| r.max(p.length()))
    }
}

/// A ball, as an example of a smooth body.
#[derive(Clone, Debug)]
struct Ball(Real);

impl Support for Ball {
    fn support(&self, d: Vec3) -> SupportPoint {
        SupportPoint { point: unit(d).unwrap_or(Vec3::X) * self.0, feature: Feature(0) }
    }
    fn bounding_radius(&self) -> Real {
        self.0
    }
}

fn pose(random: &mut Random, bounding_radius: Real) -> Pose {
    let q = Quat::from_xyzw(random.real(), random.real(), random.real(), 1.1 + random.real());
    Pose::new(random.vector() * bounding_radius, q)
}

fn cloud(random: &mut Random, n: usize) -> Cloud {
    Cloud((0..n).map(|_| random.vector()).collect())
}

fn cuboid(h: Vec3) -> Cloud {
    let sign = |i: usize, bit: usize| if i >> bit & 1 == 0 { 1.0 } else { -1.0 };
    Cloud((0..8).map(|i| h * Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect())
}

/// Asserts that the polytope is closed, linked both ways, convex, oriented outward, and of Euler characteristic 2.
fn assert_sound(polytope: &Polytope) {
    let faces: Vec<_> = polytope.live_faces().collect();
    let mut used = std::collections::BTreeSet::new();
    for &(index, face) in &faces {
        for edge in 0..3 {
            let other = &polytope.faces[face.across[edge] as usize];
            let back = face.edge[edge] as usize;
            assert!(!other.deleted, "face {index} is linked to a deleted one");
            assert_eq!((other.across[back], other.edge[back] as usize), (index, edge), "links go both ways");
            assert_eq!(face.corner[edge], other.corner[(back + 1) % 3], "the edge is shared, opposite in sense");
            assert_eq!(face.corner[(edge + 1) % 3], other.corner[back], "the edge is shared, opposite in sense");
        }
        used.extend(face.corner);
        for vertex in &polytope.vertices {
            let exact = orientation(polytope.triangle(face.corner), vertex.w);
            let height = face.normal.dot(vertex.w - polytope.point(face.corner[0]));
            assert!(
                exact <= 0.0 || height <= face.rounding,
                "vertex in front of face {index}: not convex or not outward"
            );
        }
    }
    assert_eq!(used.len() as i64 - 3 * faces.len() as i64 / 2 + faces.len() as i64, 2, "Euler's formula");
}

/// Runs EPA and checks every invariant after every step.
fn run_checked<A: Support, B: Support>(mut epa: Epa<A, B>) -> (Outcome, Epa<A, B>) {
    let (mut lower, mut upper) = (epa.lower, epa.upper);
    loop {
        let flow = epa.step();
        if !epa.buffers.polytope.faces.is_empty() {
            assert_sound(&epa.buffers.polytope);
        }
        if epa.iteration.grown {
            assert!(epa.buffers.silhouette.is_simple_loop(), "the horizon is one simple loop");
        }
        assert!(epa.lower >= lower && epa.upper <= upper, "bounds only get better");
        // Both are computed heights with a few rounding errors; the answer widens both sides by its rounding.
        let crossed = epa.lower > epa.upper + EPS * epa.bounding_radius();
        // A negative lower value bounds nothing yet: the polytope does not contain the origin.
        assert!(!crossed || epa.lower < 0.0, "lower {} is above upper {}", epa.lower, epa.upper);
        (lower, upper) = (epa.lower, epa.upper);
        if let ControlFlow::Break(outcome) = flow {
            return (outcome, epa);
        }
    }
}

fn epa<A: Support, B: Support>(a: A, pose_a: &Pose, b: B, pose_b: &Pose) -> Epa<A, B> {
    Epa::new(Cso::new(a, pose_a, b, pose_b), [None; 4], Options::default(), Buffers::default())
}

/// Signed depth over all facets of the CSO, by brute force over triples of differences.
fn brute_depth(a: &Cloud, b: &Cloud, cso: &Cso<Cloud, Cloud>) -> f64 {
    let points: Vec<_> =
        a.0.iter().flat_map(|p| b.0.iter().map(move |q| *p - (cso.rotation * *q + cso.translation))).collect();
    let up = |p: Vec3| glam::DVec3::new(p.x as f64, p.y as f64, p.z as f64);
    let points: Vec<_> = points.into_iter().map(up).collect();
    let mut best = f64::INFINITY;
    for i in 0..points.len() {
        for j in 0..i {
            for k in 0..j {
                let normal = (points[j] - points[i]).cross(points[k] - points[i]);
                if normal.length() < 1e-9 {
                    continue;
                }
                let normal = normal.normalize();
                for n in [normal, -normal] {
                    let top = points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
                    best = best.min(top);
                }
            }
        }
    }
    best
}

#[test]
fn random_polytopes_match_brute_force() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut inside, mut apart) = (0, 0);
    for _ in 0..2_000 {
        let (a, b) = (cloud(&mut random, 5), cloud(&mut random, 5));
        let (pose_a, pose_b) = (pose(&mut random, 0.3), pose(&mut random, 0.3));
        let cso = Cso::new(a.clone(), &pose_a, b.clone(), &pose_b);
        let truth = brute_depth(&a, &b, &cso);
        let mut epa = epa(a, &pose_a, b, &pose_b);
        epa.options.relative = 0.0;
        let (outcome, epa) = run_checked(epa);
        if truth > 0.0 {
            inside += 1;
            assert_eq!(outcome, Outcome::Converged);
            // Both bounds, as far as rounding allows.
            assert!((epa.upper as f64 - truth).abs() < 64.0 * EPS as f64, "{} against {truth}", epa.upper);
            assert!((epa.lower as f64 - truth).abs() < 64.0 * EPS as f64, "{} against {truth}", epa.lower);
        } else {
            apart += 1;
            assert_eq!(outcome, Outcome::Apart);
            // The returned witnesses prove the upper bound.
            let answer = epa.answer(outcome);
            let far = (answer.witness_a - answer.witness_b).length();
            assert!(answer.lower <= far && far <= answer.upper, "{far} apart: {answer:?}");
        }
    }
    assert!(inside > 500 && apart > 150, "a mix of both: {inside} overlap, {apart} do not");
}

#[test]
fn concentric_boxes_are_exact() {
    let (a, b) = (cuboid(Vec3::new(1.0, 2.0, 3.0)), cuboid(Vec3::new(0.5, 0.25, 1.0)));
    let (outcome, epa) = run_checked(epa(a, &Pose::IDENTITY, b, &Pose::IDENTITY));
    assert_eq!(outcome, Outcome::Converged);
    assert_eq!(epa.upper, 1.5);
    assert_eq!(epa.best.map(|b| b.normal.abs()), Some(Vec3::X));
}

#[test]
fn flat_pairs_are_reported_with_their_dimension() {
    let triangle = |z: Real| Cloud(vec![Vec3::new(-1.0, -1.0, z), Vec3::new(1.0, -1.0, z), Vec3::new(0.0, 1.0, z)]);
    let segment = Cloud(vec![-Vec3::X, Vec3::X]);
    let point = Cloud(vec![Vec3::ZERO]);
    let end = |a: &Cloud, b: &Cloud| run_checked(epa(a, &Pose::IDENTITY, b, &Pose::IDENTITY)).0;
    assert_eq!(end(&triangle(0.0), &triangle(0.0)), Outcome::Flat(Flat { dimension: 2 }));
    assert_eq!(end(&segment, &segment), Outcome::Flat(Flat { dimension: 1 }));
    assert_eq!(end(&point, &point), Outcome::Flat(Flat { dimension: 0 }));
    assert_eq!(end(&triangle(0.0), &triangle(0.5)), Outcome::Apart);
}

#[test]
fn balls_converge_to_the_requested_tolerance() {
    let pose = Pose::new(Vec3::new(0.4, 0.1, -0.2), Quat::IDENTITY);
    let mut epa = epa(Ball(1.0), &Pose::IDENTITY, Ball(0.5), &pose);
    epa.options.relative = 1.0e-2;
    let (outcome, epa) = run_checked(epa);
    let truth = 1.5 - (0.16 + 0.01 + 0.04 as Real).sqrt();
    assert_eq!(outcome, Outcome::Converged);
    assert!(epa.lower <= truth && truth <= epa.upper && epa.upper - epa.lower <= 0.01 * epa.upper);
}

#[test]
fn the_iteration_limit_is_reported() {
    let mut epa = epa(Ball(1.0), &Pose::IDENTITY, Ball(1.0), &Pose::IDENTITY);
    (epa.options.max_iterations, epa.options.relative) = (8, 0.0);
    assert_eq!(epa.run(), Outcome::IterationLimit);
}

#[test]
fn slivers_keep_the_mesh_sound() {
    let mut random = Random(77);
    for thin in [1.0e-3, 1.0e-5] {
        for _ in 0..20 {
            let mut squash =
                |n| Cloud(cloud(&mut random, n).0.into_iter().map(|p| p * Vec3::new(1.0, thin, 1.0)).collect());
            let (a, b) = (squash(8), squash(8));
            let turn = Pose::new(Vec3::ZERO, Quat::from_rotation_y(0.3));
            let (outcome, epa) = run_checked(epa(a, &Pose::IDENTITY, b, &turn));
            assert!(matches!(outcome, Outcome::Converged | Outcome::Apart), "{outcome:?}, {} {}", epa.lower, epa.upper);
        }
    }
}

#[test]
fn the_angle_sorted_horizon_is_the_flooded_one_or_reported_as_broken() {
    let mut random = Random(0xA5A5);
    let (mut same, mut broken) = (0, 0);
    for round in 0..60 {
        let squash = Vec3::new(1.0, if round % 2 == 0 { 1.0 } else { 0.02 }, 1.0);
        let mut cloud = || Cloud(cloud(&mut random, 12).0.into_iter().map(|p| p * squash).collect());
        let (a, b) = (cloud(), cloud());
        let (pose_a, pose_b) = (pose(&mut random, 0.1), pose(&mut random, 0.1));
        let (flooded, by_flood) = run_checked(epa(a.clone(), &pose_a, b.clone(), &pose_b));
        let mut sorted = epa(a, &pose_a, b, &pose_b);
        sorted.options.horizon = Horizon::AngleSorted;
        let (ended, by_angle) = run_checked(sorted);
        if ended == Outcome::BrokenHorizon {
            broken += 1;
            assert!(by_angle.buffers.silhouette.ring.broken.is_some());
            assert!(by_angle.lower <= by_flood.upper && by_flood.lower <= by_angle.upper, "its bounds still hold");
        } else {
            same += 1;
            assert_eq!((ended, by_angle.upper, by_angle.iterations), (flooded, by_flood.upper, by_flood.iterations));
        }
    }
    assert!(same > 30, "{same} alike, {broken} broken");
}

impl Polytope {
    /// Adds an unlinked face over three vertices, counter-clockwise seen from outside.
    fn add_face(&mut self, corner: [u32; 3]) {
        let plane = self.plane(self.triangle(corner));
        self.faces.push(Face::new(corner, plane, [u32::MAX; 3], [0; 3]));
    }

    /// Makes two faces neighbors over one edge.
    fn link(&mut self, face: u32, edge: u8, other: u32, other_edge: u8) {
        for (face, edge, other, other_edge) in [(face, edge, other, other_edge), (other, other_edge, face, edge)] {
            let face = &mut self.faces[face as usize];
            (face.across[edge as usize], face.edge[edge as usize]) = (other, other_edge);
        }
    }
}

#[test]
fn a_vertex_inside_the_border_breaks_the_sorted_horizon_and_not_the_flooded_one() {
    // The upper vertex of an octahedron, seen from above: all four faces around it are visible, so it is removed.
    let mut polytope = Polytope::default();
    polytope.clear(2.0);
    for w in [Vec3::X, Vec3::Z, -Vec3::X, -Vec3::Z, Vec3::Y, -Vec3::Y] {
        polytope.add_vertex(Vertex { w, ..Vertex::default() });
    }
    for i in 0..4 {
        let next = (i + 1) % 4;
        polytope.add_face([next, i, 4]);
        polytope.add_face([i, next, 5]);
    }
    for i in 0..4 {
        let (upper, lower, next) = (2 * i, 2 * i + 1, 2 * ((i + 1) % 4));
        polytope.link(upper, 0, lower, 0);
        polytope.link(upper, 2, next, 1);
        polytope.link(lower, 1, next + 1, 2);
    }
    assert_sound(&polytope);
    let mut silhouette = Silhouette::default();
    let w = Vec3::new(0.1, 2.0, 0.05);
    assert!(!silhouette.sort_by_angle(&mut polytope, w), "the inner vertex breaks the ring");
    assert_eq!((silhouette.visible.len(), silhouette.ring.corners.len()), (4, 5));
    assert!(silhouette.ring.broken.is_some_and(|ends| ends.contains(&4)));
    assert!(silhouette.flood(&mut polytope, 0, w) && silhouette.horizon.len() == 4, "the flood fill skips it");
}
