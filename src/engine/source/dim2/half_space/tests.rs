//! Distances and contacts compared with the heights of all vertices.

use super::*;
use crate::dim2::dim3::half_space::Outcome;
use crate::dim2::random::Random;

#[test]
fn the_distance_is_that_of_the_lowest_corner_and_a_side_gives_two_contacts() {
    let mut random = Random(2);
    let mut sides = [0; 2];
    for _ in 0..120 {
        let cloud: Vec<Vec2> = (0..6).map(|_| random.point()).collect();
        let shape = Shape::inflate(&Shape::polygon(&cloud).unwrap(), 0.125).unwrap();
        let normal = random.point();
        let offset = random.signed();
        let half_space = HalfSpace::new(lift(normal), offset, 0.0).unwrap();
        let (plane, at) = [0, 1].map(|_| DoublePose::in_plane(random.point(), random.point())).into();
        let run = |ask| {
            let mut run = HalfSpaceRun::distance(half_space, plane, Flat::new(shape.clone()), at, true).with_query(ask);
            run.run();
            run
        };
        let run_of_distance = run(Query::Distance);
        let n = run_of_distance.n.unwrap();
        let found = run_of_distance.answer();
        let height = |p: &Vec2| {
            let p = glam::DVec3::new(p.x.into(), p.y.into(), 0.0);
            n.dot(at.rotation * p + at.position - plane.position) - 0.125 - half_space.offset
        };
        let heights: Vec<f64> = shape.core().iter().map(height).collect();
        let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let d = found.signed_distance.unwrap();
        assert!((d - least).abs() < 8.0 * f64::from(EPS) && found.lower <= least && least <= found.upper + 1e-15);
        assert_eq!((n.z, found.witness_a.z), (0.0, 0.0), "it stays in the plane");
        sides[usize::from(d > 0.0)] += 1;
        let contacts = run(Query::Contacts { margin: 0.0, max_points: 0 }).contacts();
        assert_eq!(contacts.points.is_empty(), run_of_distance.outcome == Some(Outcome::Separated));
        let deepest = contacts.points.iter().map(|p| p.depth).fold(f64::NEG_INFINITY, f64::max);
        assert!(contacts.points.len() <= 2 && (contacts.points.is_empty() || (deepest + d).abs() < 1e-6));
    }
    assert!(sides.iter().all(|count| *count > 20), "{sides:?}");
}
