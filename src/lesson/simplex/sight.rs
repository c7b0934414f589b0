//! Line of sight of a sub-step: the face that its sentence is about is neither edge-on nor in front of Q's projection.

use std::ops::RangeInclusive;

use glam::DVec3;

use super::{Setting, Test};
use crate::lesson::Focus;
use crate::snapshot::simplex::{Subset, members, size};

/// Angles between the line of sight and the plane through an edge and Q, degrees: the edge and Q's distance from it are
/// seen in nearly true length.
const ACROSS_EDGE: RangeInclusive<f64> = 0.0..=45.0;

/// Angles between the line of sight and the normal of a face, degrees: the face is seen from above, and the
/// perpendicular from Q has a visible length.
const ABOVE_FACE: RangeInclusive<f64> = 25.0..=50.0;

/// Angles between the line of sight and the normal of a face, degrees, that show on which side of the face Q is.
const BESIDE_FACE: RangeInclusive<f64> = 50.0..=70.0;

/// Line of sight for the tests of the face `subset`.
pub(super) fn of_tests(setting: &Setting, subset: Subset, tests: &[&Test]) -> Option<Focus> {
    let test = tests.first()?;
    let points = setting.face_points(test.face);
    let region = setting.region_of(subset, test.passed);
    match size(test.face) {
        _ if size(setting.all) == 3 => {
            focus(setting, normal(&setting.face_points(setting.all)), (ABOVE_FACE, Region::default()))
        }
        2 => focus(setting, (points[1] - points[0]).cross(points[0]), (ACROSS_EDGE, region)),
        3 => focus(setting, normal(&points), (ABOVE_FACE, region)),
        _ => {
            let side = setting.face_points(test.face & !(1 << test.vertex));
            focus(setting, normal(&side), (BESIDE_FACE, region))
        }
    }
}

/// Line of sight for the segment from Q to the nearest point, relative to Q: neither towards the viewer nor along the
/// plane that proves it.
pub(super) fn of_answer(setting: &Setting, v: DVec3) -> Option<Focus> {
    focus(setting, v, (BESIDE_FACE, Region::default()))
}

/// Line of sight near that of the run whose angle with `normal` is in `range`, and for which the region hides little;
/// `None` in a picture of a plane.
fn focus(setting: &Setting, normal: DVec3, (range, region): (RangeInclusive<f64>, Region)) -> Option<Focus> {
    if setting.is_drawn_flat() {
        return None;
    }
    let points = setting.shown_points();
    let side = normal.try_normalize().map(|normal| best_side(setting.camera().axes().back, normal, range, region));
    Some(Focus { side, points })
}

/// Number of directions around the normal that are compared.
const TURNS: u32 = 24;

/// Weight of a region in front of the simplex, relative to the rotation of the camera.
const HIDING: f64 = 1.5;

/// Weight of a region in front of or behind Q, which seems to contain Q.
const SEEMS_INSIDE: f64 = 0.8;

/// Region of a face in a picture.
#[derive(Clone, Copy, Default)]
struct Region {
    /// Direction from the middle of the simplex to that of the face; zero without a region.
    outward: DVec3,
    /// Direction from the middle of the face to Q; zero if Q may seem to be inside.
    to_query: DVec3,
}

impl Region {
    /// Disadvantage of a direction to the viewer.
    fn fault(self, side: DVec3) -> f64 {
        let [outward, to_query] = [self.outward, self.to_query].map(|v| (v - side * side.dot(v)).normalize_or_zero());
        HIDING * side.dot(self.outward).max(0.0) + SEEMS_INSIDE * outward.dot(to_query).max(0.0)
    }
}

/// Direction to the viewer near `back` whose angle with `normal` or `−normal` is in `range`, degrees.
fn best_side(back: DVec3, normal: DVec3, range: RangeInclusive<f64>, region: Region) -> DVec3 {
    let (x, y) = normal.any_orthonormal_pair();
    let middle = 0.5 * (range.start() + range.end());
    let angles = [*range.start(), middle, *range.end()];
    let turns = (0..TURNS).map(|turn| (std::f64::consts::TAU * f64::from(turn) / f64::from(TURNS)).sin_cos());
    let around: Vec<DVec3> = turns.map(|(sin, cos)| x * cos + y * sin).collect();
    let mut best = (f64::NEG_INFINITY, back);
    for pole in [normal, -normal] {
        for (sin, cos) in angles.map(|angle| angle.to_radians().sin_cos()) {
            for tangent in &around {
                let side = pole * cos + *tangent * sin;
                let worth = side.dot(back) - region.fault(side);
                if worth > best.0 {
                    best = (worth, side);
                }
            }
        }
    }
    best.1
}

/// Normal of the triangle of three points.
fn normal(points: &[DVec3]) -> DVec3 {
    match points {
        [a, b, c] => (*b - *a).cross(*c - *a),
        _ => DVec3::ZERO,
    }
}

impl Setting {
    /// Vertices of a face relative to Q.
    fn face_points(&self, subset: Subset) -> Vec<DVec3> {
        members(subset).map(|i| self.points[i]).collect()
    }

    /// Region of a face, which contains Q or not.
    fn region_of(&self, subset: Subset, contains_query: bool) -> Region {
        let [face, all] = [subset, self.all].map(|subset| {
            let points = self.face_points(subset);
            points.iter().sum::<DVec3>() / points.len().max(1) as f64
        });
        let to_query = if contains_query { DVec3::ZERO } else { -face };
        Region { outward: (face - all).normalize_or_zero(), to_query }
    }

    /// Points that a picture in space shows, world: the simplex, Q, and the middles of the sides of the box around
    /// them.
    fn shown_points(&self) -> Vec<DVec3> {
        let around = self.regions.side_centers();
        let own = self.face_points(self.all).into_iter().chain([DVec3::ZERO]).chain(around);
        own.map(|p| p + self.query).collect()
    }
}
