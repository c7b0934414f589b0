//! Tests every method against a search of all vertices, the invariants of every level, and degenerate bodies.

use super::*;
use crate::dim3::random::Random;

/// Points on a sphere, in a ball, on a lattice, on the rims of a cylinder, on a cone, in a plane, on a line.
fn cloud(random: &mut Random, kind: u32, count: u32) -> Vec<Vec3> {
    let around = |i: u32, z: Real| {
        let angle = i as Real / count as Real * 6.25;
        Vec3::new(angle.cos(), angle.sin(), z)
    };
    (0..count)
        .map(|i| match kind {
            0 => random.direction(),
            1 => random.vector(),
            2 => Vec3::new(random.below(5) as Real, random.below(5) as Real, random.below(5) as Real),
            3 => around(i / 2, (i % 2) as Real),
            4 if i == 0 => Vec3::Z * 2.0,
            4 | 6 => around(i, 0.0),
            5 => {
                let p = random.point();
                Vec3::new(p.x, p.y, 0.0)
            }
            _ => Vec3::X * random.signed(),
        })
        .collect()
}

fn best(points: &[Vec3], d: Vec3) -> Real {
    points.iter().map(|p| d.dot(*p)).fold(Real::NEG_INFINITY, Real::max)
}

#[test]
fn all_methods_find_the_farthest_vertex_of_every_kind_of_body() {
    let mut random = Random(3);
    for round in 0..64 {
        let kind = round % 8;
        let scale = [1.0, 1.0e-6, 1.0e6][round as usize % 3];
        let count = 1 + random.below(400);
        let offset = if round % 5 == 0 { random.vector() * 1.0e3 * scale } else { Vec3::ZERO };
        let points: Vec<Vec3> = cloud(&mut random, kind, count).iter().map(|p| *p * scale + offset).collect();
        let hull = hull::hull(&points).expect("finite");
        let hierarchy = Hierarchy::new(&points).expect("finite");
        let graph = Graph::new(&points, &hull);
        assert_eq!(hierarchy.levels.last().map(|&count| count as usize), Some(hull.vertices.len()));
        for round in 0..40 {
            let d = if round < 6 { Vec3::AXES[round % 3] * (round as Real - 2.5) } else { random.direction() };
            let most = best(&points, d);
            let rounding = 8.0 * EPS * (scale + offset.length());
            let mut climb = Climb::new(&graph, d);
            assert_eq!(climb.run(), Outcome::Farthest);
            let FarthestVertex { point: farthest, visited } = hierarchy.farthest(d);
            let found =
                [farthest, graph.sources[climb.at as usize], graph.sources[graph.farthest_by_brute_force(d) as usize]];
            for point in found {
                let behind = most - d.dot(points[point as usize]);
                assert!(behind <= rounding * d.length(), "kind {kind}, {count} points, {behind:e} behind along {d}");
            }
            assert!(visited as usize <= 3 * hull.vertices.len() + BASE_VERTICES, "{visited}");
        }
    }
}

#[test]
fn every_level_is_the_hull_of_its_vertices_and_no_two_neighbors_are_removed_together() {
    let mut random = Random(11);
    for round in 0..24 {
        let count = 20 + random.below(300);
        let points = cloud(&mut random, round % 7, count);
        let hull = hull::hull(&points).expect("finite");
        let mut construction = Construction::new(&points, &hull);
        let mut alive: Vec<u32> = (0..hull.vertices.len() as u32).collect();
        while construction.step().is_continue() {
            let set = construction.removed.last().expect("a step");
            alive.retain(|vertex| !set.contains(vertex));
            assert_eq!(construction.alive, alive);
            let left: Vec<Vec3> = alive.iter().map(|&v| points[hull.vertices[v as usize] as usize]).collect();
            let coarser = hull::hull(&left).expect("finite");
            assert_eq!(coarser.dimension, hull.dimension, "no level is flat");
            assert_eq!(coarser.vertices.len(), left.len(), "a vertex stays one");
        }
        assert!(construction.alive.len() <= BASE_VERTICES, "kind {}: {} are left", round % 7, construction.alive.len());
        let total: usize = construction.removed.iter().map(Vec::len).sum();
        assert_eq!(total + construction.alive.len(), hull.vertices.len());
    }
}

#[test]
fn vertex_rings_are_those_of_a_triangulated_hull() {
    let mut random = Random(5);
    let points = cloud(&mut random, 0, 200);
    let hull = hull::hull(&points).expect("finite");
    let mut construction = Construction::new(&points, &hull);
    loop {
        let flow = construction.step();
        let ring = |v: u32| construction.mesh.neighbors(v).collect::<Vec<_>>();
        let edges: usize = construction.alive.iter().map(|&v| ring(v).len()).sum();
        assert_eq!(edges, 2 * (3 * construction.alive.len() - 6), "Euler's formula");
        let left: Vec<Vec3> = construction.alive.iter().map(|&v| points[hull.vertices[v as usize] as usize]).collect();
        let coarser = hull::hull(&left).expect("finite");
        for (i, &v) in (0..).zip(&construction.alive) {
            let mut found = ring(v);
            found.sort_unstable();
            let place = |&j: &u32| construction.alive[coarser.vertices[j as usize] as usize];
            let at = coarser.vertices.iter().position(|&k| k == i).expect("a vertex") as u32;
            let mut expected: Vec<u32> = coarser.neighbors(at).iter().map(place).collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "in general position the hull has one triangulation");
        }
        if flow.is_break() {
            break;
        }
    }
}

#[test]
fn each_step_of_a_query_goes_up_and_visits_grow_with_the_logarithm_on_a_sphere() {
    let mut random = Random(1);
    let mut means = Vec::new();
    for count in [100, 1_000, 10_000] {
        let points = cloud(&mut random, 0, count);
        let hierarchy = Hierarchy::new(&points).expect("finite");
        let mut visited = 0;
        for _ in 0..200 {
            let mut query = Query::new(&hierarchy, random.direction());
            let mut at = 0;
            while query.step().is_continue() {
                assert!(hierarchy.graph.rise(query.d, at, query.at) >= 0.0, "never down");
                assert!(query.candidates().count() > 0);
                at = query.at;
            }
            visited += query.visited;
        }
        means.push(visited as f64 / 200.0);
    }
    let [first, second, third] = means[..] else { panic!("three sizes") };
    assert!(third - second < 1.8 * (second - first) && third < 100.0, "{means:?}");
}

#[test]
fn the_answer_is_right_at_the_tip_of_a_cone_with_many_neighbors() {
    let points = cloud(&mut Random(1), 4, 2_000);
    let hierarchy = Hierarchy::new(&points).expect("finite");
    let d = Vec3::new(1.0, 0.01, 0.8);
    let FarthestVertex { point: farthest, visited } = hierarchy.farthest(d);
    assert!(best(&points, d) - d.dot(points[farthest as usize]) <= 8.0 * EPS);
    assert!((1_000..4_100).contains(&visited), "{visited}: the rim is looked through, and again as the proof");
}

#[test]
fn hostile_directions_are_answered_and_invalid_points_rejected() {
    let points = cloud(&mut Random(2), 0, 100);
    let hierarchy = Hierarchy::new(&points).expect("finite");
    for d in [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY, Vec3::splat(Real::MAX), Vec3::X * Real::MIN_POSITIVE] {
        assert!((hierarchy.farthest(d).point as usize) < points.len());
    }
    let tiny = hierarchy.farthest(Vec3::X * Real::MIN_POSITIVE).point;
    assert_eq!(tiny, hierarchy.farthest(Vec3::X).point, "length does not matter");
    assert_eq!(Hierarchy::new(&[]).err(), Some(HullError::Empty));
    assert_eq!(Hierarchy::new(&[Vec3::NAN]).err(), Some(HullError::NotFinite { index: 0 }));
    let one = Hierarchy::new(&[Vec3::ONE, Vec3::ONE]).expect("a point");
    assert_eq!(one.farthest(Vec3::X), FarthestVertex { point: 0, visited: 1 });
    assert_eq!(one.levels, [1]);
}
