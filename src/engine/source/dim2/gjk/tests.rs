//! The four endings of the source, and both search directions from an edge.

use super::*;
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;
use crate::dim2::support::{Cso, Pose};

fn squares(x: Real, y: Real) -> Gjk<Shape> {
    let square = Shape::rectangle(Vec2::ONE).expect("valid");
    let pose = Pose::new(Vec2::new(x, y), Vec2::X);
    Gjk::new(Cso::new(square.clone(), &Pose::IDENTITY, square, &pose), Options::default())
}

#[test]
fn every_ending_has_its_case() {
    assert_eq!(squares(5.0, 1.0).run(), Outcome::Apart);
    assert_eq!(squares(0.5, 0.25).run(), Outcome::Contained);
    assert_eq!(squares(2.0, 2.0).run(), Outcome::OnVertex);
    assert_eq!(squares(2.0, 0.5).run(), Outcome::OnEdge);
    let mut capped = squares(0.5, 0.25);
    capped.options.max_iterations = 1;
    assert_eq!(capped.run(), Outcome::IterationLimit);
}

#[test]
fn the_wire_of_the_source_points_the_right_way() {
    // `[Catto10]` "bad direction": the edge from (0.021, 79.6) to (0.021, −31.5), in numbers that f32 holds.
    let ends = [(0.021_119_118_f32, 79.584_32_f32), (0.020_964_622_f32, -31.515_678_f32)];
    let ends = ends.map(|(x, y)| Vec2::new(x as Real, y as Real));
    let wire = Shape::segment(ends).expect("valid");
    let point = Shape::circle(0.0).expect("valid");
    let cso = || Cso::new(wire.clone(), &Pose::IDENTITY, point.clone(), &Pose::IDENTITY);
    let mut exact = Gjk::new(cso(), Options::default());
    assert_eq!(exact.run(), Outcome::Apart);
    assert_eq!(exact.count, 2);
    let e = ends[1] - ends[0];
    assert_eq!(exact.d.dot(e), 0.0, "the perpendicular is exact");
    let [a, b, _] = exact.nearest().weights;
    let low = a.min(b);
    let high = a.max(b);
    assert!((low - 0.283_669_5).abs() < 1e-6 && (high - 0.716_330_5).abs() < 1e-6, "{low} {high}");
    assert!((exact.nearest().v.x - 0.021_008_447).abs() < 1e-6);
    let mut rounded = Gjk::new(cso(), Options { search: Search::MinusV, ..Options::default() });
    rounded.run();
    assert!(rounded.d.dot(e) != 0.0, "−v is not perpendicular to the wire");
    if EPS == f32::EPSILON as Real {
        // The digits of the talk, in single precision. The wire's ends are in the order in which GJK found them.
        let text = |x: Real| format!("{x:.8}");
        assert_eq!([text(low), text(high)], ["0.28366947", "0.71633047"], "(u, v)");
        assert_eq!((format!("{:.9}", rounded.d.x), rounded.d.y), (String::from("-0.021008447"), 0.0), "d");
        assert_eq!(format!("{:.7e}", rounded.d.dot(ends[1] - ends[0]).abs()), "3.2457051e-6", "d·(B − A)");
    }
}

#[test]
fn a_good_first_direction_saves_iterations() {
    let mut cold = squares(9.0, 1.5);
    cold.run();
    let mut warm = Gjk::start(cold.cso.clone(), Options::default(), Vec2::X);
    assert_eq!(warm.run(), Outcome::Apart);
    assert!(warm.iterations <= cold.iterations);
}
