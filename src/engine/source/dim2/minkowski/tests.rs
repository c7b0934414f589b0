//! The figures of the source, and the hull of all differences as the oracle.

use super::*;
use crate::dim2::random::Random;

fn at(x: Real, y: Real) -> Vec2 {
    Vec2::new(x, y)
}

fn still(position: Vec2) -> Pose {
    Pose::new(position, Vec2::X)
}

#[test]
fn the_triangles_of_the_source() {
    let a = [at(0.0, 0.0), at(2.0, 0.0), at(1.0, 2.0)];
    let b = [at(1.0, 1.0), at(3.0, 1.0), at(2.0, 3.0)];
    let found = difference_of(&a, &still(Vec2::ZERO), &b, &still(Vec2::ZERO)).expect("triangles");
    let wanted = [[-2.0, -3.0], [0.0, -3.0], [1.0, -1.0], [0.0, 1.0], [-2.0, 1.0], [-3.0, -1.0]];
    let start = found.points.iter().position(|p| *p == wanted[0]).expect("a corner of the source");
    let mut points = found.points.clone();
    points.rotate_left(start);
    assert_eq!(points, wanted);
    assert_eq!((found.area, found.edges.len()), (12.0, 6));
}

#[test]
fn it_is_the_hull_of_all_differences_on_lattices_of_every_dimension() {
    let mut random = Random(7);
    for round in 0..600 {
        let mut polygon = |rows: u32| -> Vec<Vec2> {
            let count = 1 + random.below(9);
            (0..count).map(|_| at(random.below(rows) as Real, random.below(rows) as Real)).collect()
        };
        let a = polygon(1 + round % 6);
        let b = polygon(1 + round % 5);
        let found = difference_of(&a, &still(at(3.0, 1.0)), &b, &still(Vec2::ZERO)).expect("points");
        let all: Vec<Vec2> = a.iter().flat_map(|p| b.iter().map(move |q| *p - *q + at(3.0, 1.0))).collect();
        let corners = hull::graham(&all).expect("points");
        let mut wanted: Vec<[f64; 2]> =
            corners.iter().map(|&i| [all[i as usize].x as f64, all[i as usize].y as f64]).collect();
        let mut points = found.points.clone();
        let order = |p: &[f64; 2], q: &[f64; 2]| p.partial_cmp(q).expect("numbers");
        wanted.sort_by(order);
        points.sort_by(order);
        assert_eq!(points, wanted, "{a:?} {b:?}");
        let [area, _] = hull::measure(&all, &corners);
        assert_eq!(found.area, area);
    }
}

#[test]
fn turned_alike_parallel_edges_stay_parallel() {
    let square = [at(1.0, 1.0), at(-1.0, 1.0), at(-1.0, -1.0), at(1.0, -1.0)];
    let turned = |angle: Real, position: Vec2| Pose::new(position, at(angle.cos(), angle.sin()));
    for k in 0..50 {
        let angle = k as Real * 0.37;
        let one = turned(angle, Vec2::ZERO);
        let other = turned(angle, at(5.0, 7.0));
        let found = difference_of(&square, &one, &square, &other).expect("squares");
        assert!(found.edges.len() == 4 && (found.area - 16.0).abs() < 1.0e-5, "{found:?}");
        let quarter = turned(angle + std::f64::consts::FRAC_PI_2 as Real, Vec2::ZERO);
        let found = difference_of(&square, &one, &square, &quarter).expect("squares");
        assert!(found.edges.len() == 4 || EPS > 1.0e-10, "{found:?}");
    }
}
