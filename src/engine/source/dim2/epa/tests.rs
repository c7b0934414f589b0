//! Tests of all kinds of starts, and of the triangles of `[Myoru24]`.

use super::*;
use crate::dim2::gjk::{self, Gjk};
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;
use crate::dim2::support::{Cso, Pose, Vertex};

fn pair(a: &[Vec2], b: &[Vec2]) -> Cso<Shape> {
    let shape = |points: &[Vec2]| Shape::polygon(points).expect("valid");
    Cso::new(shape(a), &Pose::IDENTITY, shape(b), &Pose::IDENTITY)
}

const A: [Vec2; 3] = [Vec2::new(0.0, 0.0), Vec2::new(2.0, 0.0), Vec2::new(1.0, 2.0)];
const B: [Vec2; 3] = [Vec2::new(1.0, 1.0), Vec2::new(3.0, 1.0), Vec2::new(2.0, 3.0)];

#[test]
fn the_triangles_of_the_source_overlap() {
    // The nearest side of the hull runs from (1, −1) to (0, 1), on the line 2x + y = 1: the depth is 1 / √5.
    let cso = pair(&A, &B);
    let mut gjk = Gjk::new(cso.clone(), gjk::Options::default());
    assert_eq!(gjk.run(), gjk::Outcome::OnEdge, "an edge of the simplex holds the origin");
    let mut epa = Epa::new(cso, &gjk.simplex[..gjk.count], Options::default(), Vec::new());
    assert_eq!(epa.run(), Outcome::Converged);
    let edge = epa.edges[epa.nearest];
    assert!((edge.distance() - (0.2 as Real).sqrt()).abs() < 4.0 * EPS);
    assert!((edge.normal() - Vec2::new(2.0, 1.0) * (0.2 as Real).sqrt()).length() < 4.0 * EPS);
}

#[test]
fn every_start_ends_at_the_same_depth() {
    let cso = pair(&A, &B);
    let corner = |d: Vec2| cso.support(d);
    let starts: [Vec<Vertex>; 5] = [
        vec![],
        vec![corner(Vec2::X)],
        vec![corner(Vec2::X), corner(Vec2::new(-1.0, 0.2))],
        vec![corner(Vec2::X), corner(Vec2::X), corner(-Vec2::X)],
        vec![corner(Vec2::X); 3],
    ];
    for start in starts {
        let mut epa = Epa::new(cso.clone(), &start, Options::default(), Vec::new());
        assert_eq!(epa.run(), Outcome::Converged);
        assert!((epa.upper - (0.2 as Real).sqrt()).abs() < 4.0 * EPS, "{start:?}: {}", epa.upper);
    }
}

#[test]
fn a_difference_without_area_is_flat() {
    let line = [-Vec2::ONE, Vec2::ONE];
    let mut epa = Epa::new(pair(&line, &line), &[], Options::default(), Vec::new());
    assert_eq!(epa.run(), Outcome::Flat);
    assert!(epa.edges[0].normal().dot(Vec2::ONE).abs() < 4.0 * EPS);
    let mut epa = Epa::new(pair(&[Vec2::ONE], &[Vec2::ONE]), &[], Options::default(), Vec::new());
    assert_eq!(epa.run(), Outcome::Flat);
}

#[test]
fn a_circle_of_corners_grows_long_lists() {
    let many: Vec<Vec2> = (0..400).map(|i| Vec2::from_angle(i as Real * 0.7)).collect();
    let cso = pair(&many, &[Vec2::new(0.01, 0.02)]);
    let mut gjk = Gjk::new(cso.clone(), gjk::Options::default());
    gjk.run();
    let mut epa = Epa::new(cso, &gjk.simplex[..gjk.count], Options::default(), Vec::new());
    assert_eq!(epa.run(), Outcome::Converged);
    assert!(epa.upper > 0.97 && epa.upper < 0.98, "{}", epa.upper);
}

/// At its limit, EPA has tried several normals; the answer has the normal that belongs to its bound.
#[test]
fn at_the_limit_the_bound_is_of_the_normal_that_is_told() {
    let outline = |corners: i32, size: Real| -> Vec<Vec2> {
        (0..corners).map(|i| Vec2::from_angle(i as Real * 0.7) * size * (1.0 + 0.1 * (i as Real * 2.3).sin())).collect()
    };
    for shift in 0..40 {
        let b: Vec<Vec2> = outline(9, 0.8).iter().map(|p| *p + Vec2::new(0.05 * shift as Real - 1.0, 0.2)).collect();
        let cso = pair(&outline(10, 1.9), &b);
        let mut gjk = Gjk::new(cso.clone(), gjk::Options::default());
        gjk.run();
        for max_iterations in 0..6 {
            let options = Options { max_iterations, ..Options::default() };
            let mut epa = Epa::new(cso.clone(), &gjk.simplex[..gjk.count], options, Vec::new());
            let ended = epa.run();
            let answer = epa.answer(Some(ended), 0);
            let n = answer.normal.unwrap();
            let depth = n.dot(cso.support(n).w);
            assert!(-depth >= answer.lower, "{shift} {max_iterations}: {depth} {answer:?}");
        }
    }
}
