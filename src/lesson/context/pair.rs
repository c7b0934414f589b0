//! Context of lessons about a pair of bodies A and B: frame, sizes, names and backdrop; and the marks that these
//! lessons share, such as supporting planes, distances and directions.
//!
//! The *CSO* (configuration space obstacle) is the difference A − B. The pair's size is
//! [`PairContext::bounding_radius`].

use std::sync::{Arc, LazyLock};

use contact_lens_model::answer::number::{is_rounding, length, or_rounding, rounding};
use contact_lens_model::answer::{Finding, Shown};
use contact_lens_picture::{Form, Key, Picture, Role};
use glam::{DQuat, DVec3};

use crate::{Backdrop, Context, Pictures, Sentence, Space, WORLD};

/// Radius of an inset in the backdrop below which it is on a tiny body, in half diagonals of the larger body.
const TINY_INSET: f64 = 0.04;

/// Distance from a tiny body, in radii of its inset, up to which a new inset shows the body and a point beyond.
const NEAR_TINY_BODY: f64 = 8.0;

/// Length, as a fraction of the pair's size, up to which an inset would show rounding errors. One nanometer in one
/// meter is still shown.
const INSET_ROUNDING: f64 = 1e-11;

/// Half the side of the square that represents a supporting plane, in half diagonals of the body. A larger square would
/// extend beyond the view.
const PATCH: f64 = 0.28;

/// Size of the difference A − B (CSO) for the square of its plane, as a fraction of the upper bound of its half
/// diagonal. The factor is below 1, as this square is farther out than all other marks.
const CSO_SIZE: f64 = 0.8;

/// Least half side of a square in a plane of the CSO that contains the foot of a distance, in half diagonals of the
/// pair.
const FOOT_PATCH: f64 = 0.42;

/// Least half side of a square in a plane of a body that contains the foot of a distance, in distances of the foot from
/// the point of the plane.
const END_REACH: f64 = 0.6;

/// Number of the CSO among the bodies of a supporting plane, after A (0) and B (1).
const CSO_INDEX: usize = 2;

/// Half the side of the square that represents an earlier supporting plane, in half diagonals of the pair.
const EARLIER_PATCH: f64 = 0.15;

/// Radius of an inset on two points, in distances of the two.
const TWO_POINTS_INSET: f64 = 0.75;

/// Radius of an inset on several points, in diagonals of the box around them.
const POINTS_INSET: f64 = 0.6;

/// Length of the arrow of a direction, in half diagonals of the larger body.
const ARROW: f64 = 0.45;

/// Largest distance of two points along a direction, in lengths of an arrow, at which opposite arrows at them count as
/// in one line.
const IN_LINE_DISTANCE: f64 = 2.2;

/// Largest distance of two points across a direction, in lengths of an arrow, at which opposite arrows at them count as
/// in one line.
const IN_LINE_OFFSET: f64 = 0.3;

/// Length of two opposite arrows in one line, in distances of their points.
const ARROW_IN_LINE: f64 = 0.42;

/// Distance or depth, as a fraction of the pair's size, up to which the planes at its ends are drawn.
const SMALL_GAP: f64 = 0.02;

/// Half the side of the squares that represent the planes at the ends of a small distance, in lengths of the distance.
const SQUARE_AT_END: f64 = 0.5;

/// Distance of two points from which on there is space for two opposite arrows between them, in lengths of an arrow.
const SPACE_FOR_TWO: f64 = 0.8;

/// Length by which a supporting plane's square extends beyond the points that it contains, as a fraction of the bodies'
/// size.
const PAST_POINTS: f64 = 0.12;

/// Backdrop, made on first use: drawing a large CSO takes longer than its query.
pub type Scenery = LazyLock<Arc<Backdrop>, Box<dyn FnOnce() -> Arc<Backdrop> + Send>>;

/// Name of the difference of bodies with margins, which surrounds that of their cores.
pub const WITH_MARGINS: &str = "A − B with margins";

/// Names of roles in lessons about a pair.
pub const PAIR_ROLES: &[(Role, &str)] =
    &[(Role::Ghost, WITH_MARGINS), (Role::Member, "earlier directions"), (Role::Region, "sorted by angle")];

/// Pair of bodies: the data of a lesson that the algorithm's states do not hold.
pub struct PairContext {
    /// Transform from the pair frame to the world and to the view of the configuration space.
    pub space: Space,
    /// Names of A and B in the scene.
    pub names: [String; 2],
    /// Half diagonals of A and B, meters, which scale patches and arrows.
    pub radii: [f64; 2],
    /// Whether the run computes in `f32`.
    pub single: bool,
    /// Backdrop: the bodies, the CSO, the origin.
    pub scenery: Scenery,
}

impl Context for PairContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Self::backdrop(self)
    }
}

impl PairContext {
    /// Context without pictures, for answers in the world frame.
    pub fn without_pictures(names: [String; 2]) -> Self {
        let space = Space { position: DVec3::ZERO, rotation: DQuat::IDENTITY };
        Self {
            space,
            names,
            radii: [0.0; 2],
            single: false,
            scenery: LazyLock::new(Box::new(|| Arc::new(Backdrop { pictures: Pictures::default() }))),
        }
    }

    /// Backdrop: the bodies, the CSO, the origin.
    pub fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(&self.scenery)
    }

    /// Names of A and B in a sentence; child shapes such as `table: left leg` as `table's left leg`.
    pub fn body_names(&self) -> [Sentence; 2] {
        let [a, b] = self.names.each_ref().map(|name| name.replacen(": ", "'s ", 1));
        [Sentence::body(a, Role::ShapeA), Sentence::body(b, Role::ShapeB)]
    }

    /// Upper bound of the CSO's half diagonal, meters.
    pub fn bounding_radius(&self) -> f64 {
        self.radii[0] + self.radii[1]
    }

    /// Rounding error of lengths of the pair's size, meters.
    pub fn rounding(&self) -> f64 {
        rounding(self.bounding_radius(), self.single)
    }

    /// Text of a length, meters; in words where it is below the rounding error.
    pub fn length(&self, meters: f64) -> Shown {
        or_rounding(length(meters), self.rounding())
    }

    /// Whether a length, meters, is at most the rounding error.
    pub fn is_rounding(&self, meters: f64) -> bool {
        is_rounding(meters, self.rounding())
    }

    /// Adds a supporting plane of A (0), B (1) or the CSO (2) as a square around `point`; the normal may have any
    /// length.
    pub fn add_plane(&self, picture: &mut Picture, body: usize, key: impl Into<Key>, point: DVec3, normal: DVec3) {
        let size = self.radii.get(body).copied().unwrap_or_else(|| CSO_SIZE * self.bounding_radius());
        let half_size = PATCH * size;
        if half_size > 0.0 && normal != DVec3::ZERO {
            picture.add(Role::Bound, key, Form::Plane { point, normal: normal.normalize(), half_size });
        }
    }

    /// Adds an earlier supporting plane of the CSO with a unit normal as a square around `point`, smaller than the new
    /// one.
    pub fn add_earlier_plane(&self, cso: &mut Picture, key: impl Into<Key>, point: DVec3, normal: DVec3) {
        let half_size = EARLIER_PATCH * self.bounding_radius();
        if half_size > 0.0 && point.is_finite() {
            cso.add(Role::Removed, key, Form::Plane { point, normal, half_size });
        }
    }

    /// Adds a supporting plane of the CSO as a square that contains `point` and the origin's projection, to which the
    /// plane's distance is measured. If the projection is far away, the square is around `point`.
    pub fn add_plane_with_foot(&self, cso: &mut Picture, key: impl Into<Key>, point: DVec3, normal: DVec3) {
        let n = normal.normalize_or_zero();
        let to_foot = n * n.dot(point) - point;
        if to_foot.length() > 2.0 * self.bounding_radius() {
            return self.add_plane(cso, CSO_INDEX, key, point, normal);
        }
        // The square extends beyond both points, so that it is more than the line between them.
        let least_half_size = 0.5 * to_foot.length() + PAST_POINTS * self.bounding_radius();
        let half_size = (FOOT_PATCH * self.bounding_radius()).max(least_half_size);
        if half_size > 0.0 && n != DVec3::ZERO {
            cso.add(Role::Bound, key, Form::Plane { point: point + 0.5 * to_foot, normal: n, half_size });
        }
    }

    /// Adds a supporting plane of A (0) or B (1) as a square that contains `point` and the projection of `end`, to
    /// which a distance is measured.
    pub fn add_plane_with_end(
        &self,
        world: &mut Picture,
        body: usize,
        key: &'static str,
        [point, end]: [DVec3; 2],
        normal: DVec3,
    ) {
        let Some(normal) = normal.try_normalize() else { return };
        let to_foot = (end - point).reject_from_normalized(normal);
        let half_size = (PATCH * self.radii[body & 1]).max(END_REACH * to_foot.length());
        if half_size > 0.0 {
            world.add(Role::Bound, key, Form::Plane { point: point + 0.5 * to_foot, normal, half_size });
        }
    }

    /// Adds the supporting plane of the CSO with the normal `d` through its point `w`. The square contains the origin's
    /// projection if the plane separates the origin from the CSO (`d·w < 0`).
    pub fn add_supporting_plane(&self, cso: &mut Picture, w: DVec3, d: DVec3) {
        if d.dot(w) < 0.0 {
            self.add_plane_with_foot(cso, "plane", w, d);
        } else {
            self.add_plane(cso, CSO_INDEX, "plane", w, d);
        }
    }

    /// Adds an inset on the space between two world points. If a body is tiny and has an inset in the backdrop, the new
    /// inset contains that body and the point farther from it, and is added only if this point is outside of the
    /// backdrop's inset, but near it.
    pub fn magnify_world(&self, world: &mut Picture, ends: [DVec3; 2]) {
        let Some((center, radius)) = self.tiny_body_inset() else { return self.magnify(world, ends) };
        let [p, q] = ends;
        let farther = if p.distance(center) > q.distance(center) { p } else { q };
        let distance = farther.distance(center);
        if distance > radius && distance < NEAR_TINY_BODY * radius {
            // The smallest ball that contains both the inset of the body and the farther point.
            let middle = center + (farther - center) * 0.5 * (1.0 - radius / distance);
            self.magnify_around(world, middle, 0.5 * (radius + distance));
        }
    }

    /// Whether the backdrop has an inset on a body that is tiny compared with the other one.
    pub fn shows_tiny_body(&self) -> bool {
        self.tiny_body_inset().is_some()
    }

    /// Center (world) and radius (meters) of the backdrop's inset on a tiny body; `None` without one.
    fn tiny_body_inset(&self) -> Option<(DVec3, f64)> {
        let scenery = self.backdrop();
        let least = TINY_INSET * self.radii[0].max(self.radii[1]);
        let details = &scenery.pictures.of(WORLD).requests.details;
        details.iter().find(|detail| detail.radius < least).map(|detail| (detail.center, detail.radius))
    }

    /// Adds an inset on the space between two points, unless their distance is zero to rounding.
    pub fn magnify(&self, picture: &mut Picture, [p, q]: [DVec3; 2]) {
        self.magnify_around(picture, 0.5 * (p + q), TWO_POINTS_INSET * p.distance(q));
    }

    /// Adds an inset on all `points`, which may be so close that they look like one dot.
    pub fn magnify_all(&self, picture: &mut Picture, points: &[DVec3]) {
        let low = points.iter().copied().reduce(DVec3::min);
        let high = points.iter().copied().reduce(DVec3::max);
        if let (Some(low), Some(high)) = (low, high) {
            self.magnify_around(picture, low.midpoint(high), POINTS_INSET * low.distance(high));
        }
    }

    /// Adds an inset with this center and radius, meters, unless the radius is below rounding error.
    fn magnify_around(&self, picture: &mut Picture, center: DVec3, radius: f64) {
        if radius > INSET_ROUNDING * self.bounding_radius() {
            picture.magnify(center, radius);
        }
    }

    /// Adds the segment between the witness points of A and B, labeled with its length: the distance, or the
    /// penetration depth if the bodies overlap.
    pub fn add_distance(&self, world: &mut Picture, [a, b]: [DVec3; 2], is_overlap: bool) {
        if a != b {
            let role = if is_overlap { Role::Penetration } else { Role::Witness };
            world.segment(role, "witness", a, b);
            world.label(role, "witness", (a + b) * 0.5, self.length(a.distance(b)));
        }
    }

    /// Adds a translation of B that separates the bodies as an arrow from the point `b`, labeled with its length as an
    /// upper bound of the depth. `with_margins` says whether the length includes margins.
    pub fn add_depth_bound(&self, world: &mut Picture, b: DVec3, translation: DVec3, with_margins: bool) {
        if translation != DVec3::ZERO {
            let margins = if with_margins { " with margins" } else { "" };
            let text = format!("≤ {}{margins}", self.length(translation.length()));
            world.arrow(Role::Upper, "witness", b, b + translation);
            world.label(Role::Upper, "witness", b + 0.5 * translation, text);
        }
    }

    /// Adds squares perpendicular to a distance or depth at both of its ends, in the colors and with the names of the
    /// bodies (0 for A, 1 for B) to whose surfaces they belong. Adds none if the length is visible without an inset, or
    /// below rounding error.
    pub fn add_squares_at_ends(&self, picture: &mut Picture, ends: [DVec3; 2], normal: DVec3, bodies: [usize; 2]) {
        let length = ends[0].distance(ends[1]);
        if length > SMALL_GAP * self.bounding_radius() || length <= INSET_ROUNDING * self.bounding_radius() {
            return;
        }
        let (x, y) = normal.any_orthonormal_pair();
        let [x, y] = [x, y].map(|axis| axis * (SQUARE_AT_END * length));
        for (middle, body) in ends.into_iter().zip(bodies) {
            let points = vec![middle - x - y, middle + x - y, middle + x + y, middle - x + y];
            let role = [Role::ShapeA, Role::ShapeB][body];
            let key = format!("square/{body}");
            picture.add(role, key.clone(), Form::Polyline { points, closed: true });
            picture.label(role, key, middle + x + y, self.names[body].clone());
        }
    }

    /// Adds the supporting planes of both bodies at the witness points of a finding; nothing if no normal is known.
    pub fn add_supporting_planes(&self, picture: &mut Picture, finding: &Finding) {
        let Some(pair) = finding.pair() else { return };
        let Some(normal) = pair.normal else { return };
        self.add_plane(picture, 0, "plane/a", pair.witness_a, normal);
        self.add_plane(picture, 1, "plane/b", pair.witness_b, -normal);
    }

    /// Adds a direction, of any length, as an arrow from `from` with the length [`Self::direction_length`].
    pub fn add_direction(&self, picture: &mut Picture, key: impl Into<Key>, from: DVec3, along: DVec3) {
        if along != DVec3::ZERO {
            picture.arrow(Role::Axis, key, from, from + along.normalize() * self.direction_length());
        }
    }

    /// Same as [`Self::add_direction`], with a name at the head of the arrow.
    pub fn add_named_direction(&self, picture: &mut Picture, key: &'static str, from: DVec3, along: DVec3, name: &str) {
        let length = self.direction_length();
        if along != DVec3::ZERO && length > 0.0 {
            self.add_direction(picture, key, from, along);
            picture.label(Role::Axis, key, from + along.normalize() * length, name);
        }
    }

    /// Adds the direction `d` at the point `a` of A, and `−d` at the point `b` of B. Arrows that point at each other
    /// nearly along one line are shorter, so that they do not overlap; without space for two arrows, B's is omitted.
    pub fn add_opposite_directions(&self, world: &mut Picture, keys: [&'static str; 2], [a, b]: [DVec3; 2], d: DVec3) {
        let usual_length = self.direction_length();
        let Some(d) = d.try_normalize() else { return };
        let is_visible = usual_length > 0.0;
        if !is_visible {
            return;
        }
        let gap = d.dot(b - a);
        let is_in_line = gap > 0.0
            && gap < IN_LINE_DISTANCE * usual_length
            && (b - a - d * gap).length() < IN_LINE_OFFSET * usual_length;
        let has_space = !is_in_line || gap > SPACE_FOR_TWO * usual_length;
        let length = if is_in_line && has_space { ARROW_IN_LINE * gap } else { usual_length };
        let [key_of_a, key_of_b] = keys;
        add_axis_arrow(world, key_of_a, [a, a + d * length], "d");
        if has_space {
            add_axis_arrow(world, key_of_b, [b, b + -d * length], "−d");
        }
    }

    /// Length of the arrow of a direction, meters; 0 if both bodies are points.
    pub fn direction_length(&self) -> f64 {
        ARROW * self.radii[0].max(self.radii[1])
    }
}

/// Adds an arrow of a direction from `tail` to `tip`, with a name at the tip.
fn add_axis_arrow(world: &mut Picture, key: &'static str, [tail, tip]: [DVec3; 2], name: &'static str) {
    world.arrow(Role::Axis, key, tail, tip);
    world.label(Role::Axis, key, tip, name);
}

/// Adds a point and its name, both with the mark id `key`.
pub fn add_named_point(picture: &mut Picture, role: Role, key: &str, at: DVec3, name: impl Into<String>) {
    picture.point(role, key.to_owned(), at);
    picture.label(role, key.to_owned(), at, name);
}
