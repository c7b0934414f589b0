//! Context of lessons about a pair: frame, sizes, names and backdrop.

use std::sync::{Arc, LazyLock};

use glam::{DQuat, DVec3};

use crate::answer::number::{is_rounding, length, or_rounding, rounding};
use crate::answer::{Finding, Shown};
use crate::lesson::{Backdrop, Context, Pictures, Sentence, Space, WORLD};
use crate::picture::{Form, Key, Picture, Role};

/// Ratio of the sizes of two bodies below which the smaller one is seen in an inset only.
const TINY: f64 = 0.04;

/// Distance from a tiny body, in multiples of its size, up to which its inset shows other points.
const BESIDE_TINY: f64 = 8.0;

/// Share of the pair's size below which an inset would show rounding noise. One nanometer in one meter is still shown.
const NOTHING: f64 = 1e-11;

/// Half side of the patch of a supporting plane, in body sizes. The patch is at the rim of the pane, which would clip a
/// larger one.
const PATCH: f64 = 0.28;

/// Distance or depth, as a share of the pair's size, up to which the planes at its ends are drawn, and half the side of
/// their squares, in such lengths.
const SMALL_GAP: f64 = 0.02;
const SQUARE: f64 = 0.5;

/// Distance of two points, in usual lengths of an arrow, from which there is space for two opposite arrows between
/// them.
const SPACE_FOR_TWO: f64 = 0.8;

/// Backdrop, made on first use: drawing a large CSO takes longer than its query.
pub type Scenery = LazyLock<Arc<Backdrop>, Box<dyn FnOnce() -> Arc<Backdrop> + Send>>;

/// Length of a supporting plane's patch past the points that it contains, as a share of the bodies' size.
const PAST: f64 = 0.12;

/// Name of the difference of bodies with margins, which surrounds that of their cores.
pub const WITH_MARGINS: &str = "A − B with margins";

/// Names of roles in lessons about a pair.
pub const PAIR_ROLES: &[(Role, &str)] =
    &[(Role::Ghost, WITH_MARGINS), (Role::Member, "earlier directions"), (Role::Region, "sorted by angle")];

/// Data of a lesson about a pair that the algorithm's states do not hold.
pub struct PairContext {
    /// Transform from the pair frame to the world and to the configuration space pane.
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
    pub fn unseen(names: [String; 2]) -> Self {
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

    /// Approximate half diagonal of the CSO, meters.
    pub fn bounding_radius(&self) -> f64 {
        self.radii[0] + self.radii[1]
    }

    /// Rounding error of lengths, meters.
    pub fn rounding(&self) -> f64 {
        rounding(self.bounding_radius(), self.single)
    }

    /// Text of a length, meters; in words where it is below the rounding error.
    pub fn length(&self, meters: f64) -> Shown {
        or_rounding(length(meters), self.rounding())
    }

    /// Whether a length is below the rounding error.
    pub fn is_rounding(&self, meters: f64) -> bool {
        is_rounding(meters, self.rounding())
    }

    /// Adds a supporting plane of A (0), B (1) or the CSO (2), as a patch around `point`.
    pub fn plane(&self, picture: &mut Picture, body: usize, key: impl Into<Key>, point: DVec3, normal: DVec3) {
        // The CSO's patch is farther out than all other marks.
        let half_size = PATCH * self.radii.get(body).copied().unwrap_or_else(|| 0.8 * self.bounding_radius());
        if half_size > 0.0 && normal != DVec3::ZERO {
            picture.add(Role::Bound, key, Form::Plane { point, normal: normal.normalize(), half_size });
        }
    }

    /// Adds a supporting plane of the CSO as a patch that contains `point` and the origin's projection, to which its
    /// distance is measured. A distant projection is omitted, and the patch is around `point`.
    pub fn plane_with_foot(&self, cso: &mut Picture, key: impl Into<Key>, point: DVec3, normal: DVec3) {
        let n = normal.normalize_or_zero();
        let off = n * n.dot(point) - point;
        if off.length() > 2.0 * self.bounding_radius() {
            return self.plane(cso, 2, key, point, normal);
        }
        // The patch ends past both points, so that it is more than the line between them.
        let half_size = (0.42 * self.bounding_radius()).max(0.5 * off.length() + PAST * self.bounding_radius());
        if half_size > 0.0 && n != DVec3::ZERO {
            cso.add(Role::Bound, key, Form::Plane { point: point + 0.5 * off, normal: n, half_size });
        }
    }

    /// Adds a supporting plane of A (0) or B (1) as a patch that contains `point` and the projection of `end`, to which
    /// a distance is measured.
    pub fn plane_with_end(
        &self,
        world: &mut Picture,
        (body, key): (usize, &'static str),
        [point, end]: [DVec3; 2],
        normal: DVec3,
    ) {
        let Some(normal) = normal.try_normalize() else { return };
        let off = (end - point).reject_from_normalized(normal);
        let half_size = (PATCH * self.radii[body & 1]).max(0.6 * off.length());
        if half_size > 0.0 {
            world.add(Role::Bound, key, Form::Plane { point: point + 0.5 * off, normal, half_size });
        }
    }

    /// Adds the supporting plane of the CSO with normal `d` through its point `w`. The patch contains the origin's
    /// projection if the plane separates the origin (`d·w < 0`).
    pub fn supporting_plane(&self, cso: &mut Picture, w: DVec3, d: DVec3) {
        match d.dot(w) < 0.0 {
            true => self.plane_with_foot(cso, "plane", w, d),
            false => self.plane(cso, 2, "plane", w, d),
        }
    }

    /// Adds an inset on the space between two world points. For a tiny body the inset contains the body and the farther
    /// point, if that is outside but near.
    pub fn magnify_world(&self, world: &mut Picture, ends: [DVec3; 2]) {
        let Some((center, radius)) = self.tiny() else { return self.magnify(world, ends) };
        let [p, q] = ends.map(|end| (end, end.distance(center)));
        let (far, off) = if p.1 > q.1 { p } else { q };
        if off > radius && off < BESIDE_TINY * radius {
            let middle = center + (far - center) * 0.5 * (1.0 - radius / off);
            self.magnify_around(world, middle, 0.5 * (radius + off));
        }
    }

    /// Whether the backdrop has an inset on a body that is tiny compared with the other.
    pub fn has_lens(&self) -> bool {
        self.tiny().is_some()
    }

    /// Center and radius of the inset on the tiny body.
    fn tiny(&self) -> Option<(DVec3, f64)> {
        let scenery = self.backdrop();
        let least = TINY * self.radii[0].max(self.radii[1]);
        let details = &scenery.pictures.of(WORLD).requests.details;
        details.iter().find(|detail| detail.radius < least).map(|detail| (detail.center, detail.radius))
    }

    /// Adds an inset on the space between two points, unless they coincide to rounding.
    pub fn magnify(&self, picture: &mut Picture, [p, q]: [DVec3; 2]) {
        self.magnify_around(picture, 0.5 * (p + q), 0.75 * p.distance(q));
    }

    /// Adds an inset on all `points`, which may be so close that they look like one dot.
    pub fn magnify_all(&self, picture: &mut Picture, points: &[DVec3]) {
        let low = points.iter().copied().reduce(DVec3::min);
        let high = points.iter().copied().reduce(DVec3::max);
        if let (Some(low), Some(high)) = (low, high) {
            self.magnify_around(picture, low.midpoint(high), 0.6 * low.distance(high));
        }
    }

    fn magnify_around(&self, picture: &mut Picture, center: DVec3, radius: f64) {
        if radius > NOTHING * self.bounding_radius() {
            picture.magnify(center, radius);
        }
    }

    /// Adds the line between witness points of A and B, labeled with its length: the distance, or the penetration
    /// depth.
    pub fn between(&self, world: &mut Picture, [a, b]: [DVec3; 2], overlap: bool) {
        if a != b {
            let role = if overlap { Role::Penetration } else { Role::Witness };
            world.segment(role, "witness", a, b);
            world.label(role, "witness", (a + b) * 0.5, self.length(a.distance(b)));
        }
    }

    /// Adds a translation of B that separates the bodies, as an arrow from the point `b`, labeled as an upper bound of
    /// the depth. With margins, the length includes them.
    pub fn at_most(&self, world: &mut Picture, b: DVec3, translation: DVec3, with_margins: bool) {
        if translation != DVec3::ZERO {
            let margins = if with_margins { " with margins" } else { "" };
            let text = format!("≤ {}{margins}", self.length(translation.length()));
            world.arrow(Role::Upper, "witness", b, b + translation);
            world.label(Role::Upper, "witness", b + 0.5 * translation, text);
        }
    }

    /// At a distance or depth that only an inset shows, adds squares in the planes across it at both ends, in the
    /// colors and with the names of the bodies (0 for A, 1 for B) to whose surfaces they belong.
    pub fn planes_at_ends(&self, picture: &mut Picture, ends: [DVec3; 2], normal: DVec3, bodies: [usize; 2]) {
        let length = ends[0].distance(ends[1]);
        if length > SMALL_GAP * self.bounding_radius() || length <= NOTHING * self.bounding_radius() {
            return;
        }
        let (x, y) = normal.any_orthonormal_pair();
        let [x, y] = [x, y].map(|axis| axis * (SQUARE * length));
        for (middle, body) in ends.into_iter().zip(bodies) {
            let points = vec![middle - x - y, middle + x - y, middle + x + y, middle - x + y];
            let role = [Role::ShapeA, Role::ShapeB][body];
            let key = format!("square/{body}");
            picture.add(role, key.clone(), Form::Polyline { points, closed: true });
            picture.label(role, key, middle + x + y, self.names[body].clone());
        }
    }

    /// Adds the supporting planes of both bodies at their witness points, if the normal is known.
    pub fn supporting_planes(&self, picture: &mut Picture, finding: &Finding) {
        if let Some((pair, normal)) = finding.pair().and_then(|pair| Some((pair, pair.normal?))) {
            self.plane(picture, 0, "plane/a", pair.witness_a, normal);
            self.plane(picture, 1, "plane/b", pair.witness_b, -normal);
        }
    }

    /// Adds a direction as an arrow of a fixed visible length from `from`.
    pub fn direction(&self, picture: &mut Picture, key: impl Into<Key>, from: DVec3, along: DVec3) {
        if along != DVec3::ZERO {
            picture.arrow(Role::Axis, key, from, from + along.normalize() * self.direction_length());
        }
    }

    /// Adds a direction as [`Self::direction`] does, with its name at the head of the arrow.
    pub fn named_direction(&self, picture: &mut Picture, key: &'static str, from: DVec3, along: DVec3, name: &str) {
        let length = self.direction_length();
        if along != DVec3::ZERO && length > 0.0 {
            self.direction(picture, key, from, along);
            picture.label(Role::Axis, key, from + along.normalize() * length, name);
        }
    }

    /// Adds a direction at a point of A as `d` and the opposite one at a point of B as `−d`. Arrows that point at each
    /// other nearly along one line are shorter, so that they do not overlap; without space for two, B has none.
    pub fn opposite_directions(&self, world: &mut Picture, keys: [&'static str; 2], [a, b]: [DVec3; 2], d: DVec3) {
        let usual = self.direction_length();
        let Some(d) = d.try_normalize().filter(|_| usual > 0.0) else { return };
        let gap = d.dot(b - a);
        let is_in_line = gap > 0.0 && gap < 2.2 * usual && (b - a - d * gap).length() < 0.3 * usual;
        let has_space = !is_in_line || gap > SPACE_FOR_TWO * usual;
        let length = if is_in_line && has_space { 0.42 * gap } else { usual };
        let arrows = [(keys[0], a, d, "d"), (keys[1], b, -d, "−d")];
        for (key, from, along, name) in arrows.into_iter().take(if has_space { 2 } else { 1 }) {
            world.arrow(Role::Axis, key, from, from + along * length);
            world.label(Role::Axis, key, from + along * length, name);
        }
    }

    /// Length of the arrow of a direction, meters.
    pub fn direction_length(&self) -> f64 {
        0.45 * self.radii[0].max(self.radii[1])
    }
}

/// Adds a point and its name, both with the mark id `key`.
pub fn add_named_point(picture: &mut Picture, role: Role, key: &str, at: DVec3, name: impl Into<String>) {
    picture.point(role, key.to_owned(), at);
    picture.label(role, key.to_owned(), at, name);
}
