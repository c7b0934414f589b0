//! Line of sight of a picture in space of a search over the faces of a simplex: the face that the sentence is about is
//! not seen edge-on, and the query point Q does not seem to be in a region that it is not in. A `side` is the direction
//! from the scene to the viewer, a unit vector.

use std::f64::consts::TAU;
use std::ops::RangeInclusive;

use contact_lens_model::snapshot::simplex::{Subset, members, size};
use contact_lens_picture::segment::distance_to_segment;
use glam::DVec3;

use super::{SimplexQuery, Test};
use crate::Focus;

/// Angles between the line of sight and the plane through an edge and Q, degrees: the edge and Q's distance from it are
/// seen in nearly true length.
const ACROSS_EDGE: RangeInclusive<f64> = 0.0..=45.0;

/// Angles between the line of sight and the normal of a face, degrees: the face is seen from above, and the
/// perpendicular from Q has a visible length.
const ABOVE_FACE: RangeInclusive<f64> = 25.0..=50.0;

/// Angles between the line of sight and the normal of a face, degrees, that show on which side of the face Q is.
const BESIDE_FACE: RangeInclusive<f64> = 50.0..=70.0;

/// Angles between the line of sight and that of the run, degrees, from which Q inside a tetrahedron may be seen.
const ANY_ANGLE: RangeInclusive<f64> = 0.0..=60.0;

/// Height of a triangle below which a tilt across its longest edge would hide its interior, as a fraction of that edge.
const THIN_TRIANGLE: f64 = 0.25;

/// Line of sight for the first of the `tests` of the face `subset`; with `has_region`, the region of the face is drawn.
/// `None` without tests, and in a picture of a plane.
pub(super) fn of_tests(query: &SimplexQuery, subset: Subset, tests: &[&Test], has_region: bool) -> Option<Focus> {
    let test = tests.first()?;
    let points = query.face_points(test.face);
    if size(query.simplex) == 3 {
        let triangle = query.face_points(query.simplex);
        let condition = if size(test.face) == 2 {
            ViewCondition::across_edge(&triangle, &points)
        } else {
            ViewCondition::above(&triangle)
        };
        return focus(query, condition);
    }
    let region = if has_region { query.region_of(subset, test.passed) } else { Region::default() };
    match size(test.face) {
        2 => {
            // Normal of the plane through the edge and Q.
            let normal = (points[1] - points[0]).cross(points[0]);
            focus(query, ViewCondition { region, ..ViewCondition::along(normal, ACROSS_EDGE) })
        }
        3 => focus(query, ViewCondition { region, ..ViewCondition::above(&points) }),
        _ => {
            let opposite_face = query.face_points(test.face & !(1 << test.vertex));
            focus(query, ViewCondition::along(normal(&opposite_face), BESIDE_FACE))
        }
    }
}

/// Line of sight for Q inside a tetrahedron: of several ones near that of the run, the one from which Q is farthest
/// from the edges in the picture.
pub(super) fn of_inside(query: &SimplexQuery) -> Option<Focus> {
    let back = query.camera().axes().back;
    let edges: Vec<Vec<DVec3>> =
        query.subsets().filter(|&face| size(face) == 2).map(|edge| query.face_points(edge)).collect();
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

/// Line of sight for the segment `v` from Q to the nearest point: the segment is not seen end-on, and the plane that
/// proves the nearest point is not seen edge-on. `None` in a picture of a plane.
pub(super) fn of_answer(query: &SimplexQuery, v: DVec3) -> Option<Focus> {
    focus(query, ViewCondition::along(v, BESIDE_FACE))
}

/// Condition on a line of sight.
struct ViewCondition {
    /// Normal of the face that is seen.
    normal: DVec3,
    /// Angles between the line of sight and the normal or its opposite, degrees.
    range: RangeInclusive<f64>,
    /// Direction in the face towards which the line of sight is tilted, or its opposite; `None` for any direction.
    tilt: Option<DVec3>,
    /// Region that Q must not seem to be in.
    region: Region,
}

impl ViewCondition {
    /// Condition on the angle between the line of sight and a normal of any length.
    fn along(normal: DVec3, range: RangeInclusive<f64>) -> Self {
        Self { normal, range, tilt: None, region: Region::default() }
    }

    /// Condition that shows a triangle from above; a thin one is tilted along its longest edge, so that its height is
    /// seen in true length.
    fn above(points: &[DVec3]) -> Self {
        let edges = (0..points.len()).map(|i| points[(i + 1) % points.len()] - points[i]);
        let longest = edges.max_by(|e, f| e.length().total_cmp(&f.length())).unwrap_or_default();
        let normal = normal(points);
        // The length of the normal is the longest edge times the height above it.
        let is_thin = normal.length() < THIN_TRIANGLE * longest.length_squared();
        let tilt = if is_thin { longest.try_normalize() } else { None };
        Self { tilt, ..Self::along(normal, ABOVE_FACE) }
    }

    /// Rating of a side, higher for a better one: its cosine with the side `back` of the run, less the penalty of the
    /// region.
    fn rating(&self, side: DVec3, back: DVec3) -> f64 {
        side.dot(back) - self.region.penalty(side)
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
/// it is not in; `None` in a picture of a plane. The side is that of the run for a condition without a normal.
fn focus(query: &SimplexQuery, condition: ViewCondition) -> Option<Focus> {
    if query.is_drawn_flat() {
        return None;
    }
    Some(Focus { side: best_side(query, &condition), points: query.shown_points() })
}

/// Side that satisfies `condition`, as near to that of the run as the region allows; `None` for a condition without a
/// normal.
fn best_side(query: &SimplexQuery, condition: &ViewCondition) -> Option<DVec3> {
    let normal = condition.normal.try_normalize()?;
    let tangents = match condition.tilt {
        Some(tilt) => vec![tilt, -tilt],
        None => directions_across(normal),
    };
    let back = query.camera().axes().back;
    let mut sides = sides_around(normal, &condition.range, &tangents);
    sides.extend(sides_around(-normal, &condition.range, &tangents));
    let best = sides.into_iter().max_by(|a, b| {
        let rating_a = condition.rating(*a, back);
        let rating_b = condition.rating(*b, back);
        rating_a.total_cmp(&rating_b)
    });
    Some(best.unwrap_or(back))
}

/// Number of directions around the normal that are compared, 15 degrees apart.
const DIRECTION_COUNT: u32 = 24;

/// Largest penalty of a side from which Q seems to be in a region, compared with the cosine of the camera's rotation.
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
    /// Disadvantage of a side: greatest if the region and Q are in the same direction from the middle in the picture.
    fn penalty(self, side: DVec3) -> f64 {
        let outward = direction_in_picture(self.outward, side);
        let to_query = direction_in_picture(self.to_query, side);
        SEEMS_INSIDE * outward.dot(to_query).max(0.0)
    }
}

/// Unit vector of `v` projected on the picture seen from `side`; zero for a vector along the line of sight.
fn direction_in_picture(v: DVec3, side: DVec3) -> DVec3 {
    (v - side * side.dot(v)).normalize_or_zero()
}

/// Unit vectors perpendicular to `normal`, evenly around it.
fn directions_across(normal: DVec3) -> Vec<DVec3> {
    let (x, y) = normal.any_orthonormal_pair();
    let angles = (0..DIRECTION_COUNT).map(|i| TAU * f64::from(i) / f64::from(DIRECTION_COUNT));
    angles
        .map(|angle| {
            let (sin, cos) = angle.sin_cos();
            x * cos + y * sin
        })
        .collect()
}

/// Sides whose angle with `pole` is the least, the middle or the greatest of `range`, degrees, tilted towards one of
/// the `tangents`, unit vectors perpendicular to `pole`.
fn sides_around(pole: DVec3, range: &RangeInclusive<f64>, tangents: &[DVec3]) -> Vec<DVec3> {
    let middle = 0.5 * (range.start() + range.end());
    let mut sides = Vec::new();
    for angle in [*range.start(), middle, *range.end()] {
        let (sin, cos) = angle.to_radians().sin_cos();
        for tangent in tangents {
            sides.push(pole * cos + *tangent * sin);
        }
    }
    sides
}

/// Normal of the triangle of three points, with twice its area as length; zero for another number of points.
fn normal(points: &[DVec3]) -> DVec3 {
    match points {
        [a, b, c] => (*b - *a).cross(*c - *a),
        _ => DVec3::ZERO,
    }
}

impl SimplexQuery {
    /// Vertices of a face relative to Q, meters.
    fn face_points(&self, subset: Subset) -> Vec<DVec3> {
        members(subset).map(|i| self.points[i]).collect()
    }

    /// Mean of the vertices of a face, relative to Q; zero for no vertices.
    fn middle_of(&self, subset: Subset) -> DVec3 {
        let points = self.face_points(subset);
        points.iter().sum::<DVec3>() / points.len().max(1) as f64
    }

    /// Region of a face, in which Q may seem to be only if `contains_query`.
    fn region_of(&self, subset: Subset, contains_query: bool) -> Region {
        let face = self.middle_of(subset);
        let to_query = if contains_query { DVec3::ZERO } else { -face };
        Region { outward: (face - self.middle_of(self.simplex)).normalize_or_zero(), to_query }
    }

    /// Points that a picture in space shows, world: the simplex, Q, and the middles of the sides of the box around
    /// them.
    fn shown_points(&self) -> Vec<DVec3> {
        let mut points = self.face_points(self.simplex);
        points.push(DVec3::ZERO);
        points.extend(self.regions.side_centers());
        points.into_iter().map(|p| p + self.q).collect()
    }
}
