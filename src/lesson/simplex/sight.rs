//! Line of sight of a sub-step: the face that its sentence is about is not edge-on, and Q is not in front of an edge.

use std::f64::consts::TAU;
use std::ops::RangeInclusive;

use glam::DVec3;

use super::{SimplexQuery, Test};
use crate::lesson::Focus;
use crate::picture::segment::distance_to_segment;
use crate::snapshot::simplex::{Subset, members, size};

/// Angles between the line of sight and the plane through an edge and Q, degrees: the edge and Q's distance from it are
/// seen in nearly true length.
const ACROSS_EDGE: RangeInclusive<f64> = 0.0..=45.0;

/// Angles between the line of sight and the normal of a face, degrees: the face is seen from above, and the
/// perpendicular from Q has a visible length.
const ABOVE_FACE: RangeInclusive<f64> = 25.0..=50.0;

/// Angles between the line of sight and the normal of a face, degrees, that show on which side of the face Q is.
const BESIDE_FACE: RangeInclusive<f64> = 50.0..=70.0;

/// Angles between the line of sight and the standard one, degrees, from which Q inside a tetrahedron may be seen.
const ANY_ANGLE: RangeInclusive<f64> = 0.0..=60.0;

/// Height of a triangle, in lengths of its longest edge, below which a tilt across that edge would hide its interior.
const THIN_TRIANGLE: f64 = 0.25;

/// Line of sight for the tests of the face `subset`, whose region is drawn or not.
pub(super) fn of_tests(query: &SimplexQuery, (subset, has_region): (Subset, bool), tests: &[&Test]) -> Option<Focus> {
    let test = tests.first()?;
    let points = query.face_points(test.face);
    let region = if has_region { query.region_of(subset, test.passed) } else { Region::default() };
    match size(test.face) {
        2 if size(query.all) == 3 => focus(query, ViewCondition::across_edge(&query.face_points(query.all), &points)),
        _ if size(query.all) == 3 => focus(query, ViewCondition::above(&query.face_points(query.all))),
        2 => focus(
            query,
            ViewCondition { region, ..ViewCondition::along((points[1] - points[0]).cross(points[0]), ACROSS_EDGE) },
        ),
        3 => focus(query, ViewCondition { region, ..ViewCondition::above(&points) }),
        _ => {
            let side = query.face_points(test.face & !(1 << test.vertex));
            focus(query, ViewCondition::along(normal(&side), BESIDE_FACE))
        }
    }
}

/// Line of sight for Q inside a tetrahedron: Q is far from the edges in the picture.
pub(super) fn of_inside(query: &SimplexQuery) -> Option<Focus> {
    let back = query.camera().axes().back;
    let edges: Vec<Vec<DVec3>> =
        query.subsets().filter(|&j| size(j) == 2).map(|edge| query.face_points(edge)).collect();
    let sides = sides_around(back, &ANY_ANGLE, &directions_across(back));
    let side =
        sides.into_iter().max_by(|a, b| distance_from_edges(&edges, *a).total_cmp(&distance_from_edges(&edges, *b)));
    Some(Focus { side, points: query.shown_points() })
}

/// Distance of Q, the origin, from the nearest of these edges in the picture seen from the direction `side`.
fn distance_from_edges(edges: &[Vec<DVec3>], side: DVec3) -> f64 {
    let distances = edges.iter().map(|edge| {
        let ends = [edge[0], edge[1]].map(|p| p - side * side.dot(p));
        distance_to_segment(DVec3::ZERO, ends)
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// Line of sight for the segment from Q to the nearest point, relative to Q: neither towards the viewer nor along the
/// plane that proves it.
pub(super) fn of_answer(query: &SimplexQuery, v: DVec3) -> Option<Focus> {
    focus(query, ViewCondition::along(v, BESIDE_FACE))
}

/// Condition on a line of sight.
struct ViewCondition {
    /// Normal of the face that is seen.
    normal: DVec3,
    /// Angles between the line of sight and the normal or its opposite, degrees.
    range: RangeInclusive<f64>,
    /// Direction in the face towards which the line of sight is tilted, or its opposite; any without one.
    tilt: Option<DVec3>,
    region: Region,
}

impl ViewCondition {
    /// Condition on the angle with a normal.
    fn along(normal: DVec3, range: RangeInclusive<f64>) -> Self {
        Self { normal, range, tilt: None, region: Region::default() }
    }

    /// Condition that shows a triangle from above; a thin one is tilted along its longest edge, so that its height is
    /// seen in true length.
    fn above(points: &[DVec3]) -> Self {
        let edges = (0..points.len()).map(|i| points[(i + 1) % points.len()] - points[i]);
        let longest = edges.max_by(|e, f| e.length().total_cmp(&f.length())).unwrap_or_default();
        let normal = normal(points);
        let is_thin = normal.length() < THIN_TRIANGLE * longest.length_squared();
        Self { tilt: longest.try_normalize().filter(|_| is_thin), ..Self::along(normal, ABOVE_FACE) }
    }

    /// Condition that shows a triangle from above, tilted so that the perpendicular from Q to the line of its edge runs
    /// across the edge in the picture.
    fn across_edge(triangle: &[DVec3], edge: &[DVec3]) -> Self {
        let normal = normal(triangle);
        let across = normal.cross(edge[1] - edge[0]);
        Self { tilt: across.try_normalize(), ..Self::along(normal, ABOVE_FACE) }
    }
}

/// Line of sight near that of the run that satisfies `condition`, and for which Q does not seem to be in a region that
/// it is not in; `None` in a picture of a plane.
fn focus(query: &SimplexQuery, condition: ViewCondition) -> Option<Focus> {
    if query.is_drawn_flat() {
        return None;
    }
    let points = query.shown_points();
    let side = condition.normal.try_normalize().map(|normal| {
        let tangents = match condition.tilt {
            Some(tilt) => vec![tilt, -tilt],
            None => directions_across(normal),
        };
        let back = query.camera().axes().back;
        let sides = [normal, -normal].into_iter().flat_map(|pole| sides_around(pole, &condition.range, &tangents));
        let rating = |side: &DVec3| side.dot(back) - condition.region.penalty(*side);
        sides.max_by(|a, b| rating(a).total_cmp(&rating(b))).unwrap_or(back)
    });
    Some(Focus { side, points })
}

/// Number of directions around the normal that are compared.
const TURNS: u32 = 24;

/// Weight of a region in front of or behind Q, which seems to contain Q, relative to the rotation of the camera.
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
    fn penalty(self, side: DVec3) -> f64 {
        let [outward, to_query] = [self.outward, self.to_query].map(|v| (v - side * side.dot(v)).normalize_or_zero());
        SEEMS_INSIDE * outward.dot(to_query).max(0.0)
    }
}

/// Unit vectors perpendicular to `normal`, evenly around it.
fn directions_across(normal: DVec3) -> Vec<DVec3> {
    let (x, y) = normal.any_orthonormal_pair();
    let turns = (0..TURNS).map(|turn| (TAU * f64::from(turn) / f64::from(TURNS)).sin_cos());
    turns.map(|(sin, cos)| x * cos + y * sin).collect()
}

/// Directions to the viewer whose angle with `pole` is the least, the middle or the greatest of `range`, degrees,
/// tilted towards one of the `tangents`.
fn sides_around(pole: DVec3, range: &RangeInclusive<f64>, tangents: &[DVec3]) -> Vec<DVec3> {
    let middle = 0.5 * (range.start() + range.end());
    let angles = [*range.start(), middle, *range.end()].map(|angle| angle.to_radians().sin_cos());
    angles.iter().flat_map(|(sin, cos)| tangents.iter().map(move |tangent| pole * *cos + *tangent * *sin)).collect()
}

/// Normal of the triangle of three points, with twice its area as length.
fn normal(points: &[DVec3]) -> DVec3 {
    match points {
        [a, b, c] => (*b - *a).cross(*c - *a),
        _ => DVec3::ZERO,
    }
}

impl SimplexQuery {
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
        own.map(|p| p + self.q).collect()
    }
}
