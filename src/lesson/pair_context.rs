//! Where a lesson is played: the pair's place in the world, its sizes, its names, and what stays while stepping.

use std::sync::{Arc, LazyLock};

use glam::{DQuat, DVec3};

use super::{Backdrop, Pictures, Space, WORLD};
use crate::answer::number::{is_rounding, length, or_rounding, rounding};
use crate::answer::{Finding, Shown};
use crate::picture::{Form, Key, Picture, Role};

/// A body that is smaller than this share of the other is seen through a lens alone.
const TINY: f64 = 0.04;

/// A lens on such a body shows what lies farther off, too, up to so many times its size.
const BESIDE_TINY: f64 = 8.0;

/// What is smaller than this share of the bodies is rounding: a lens on it would show noise. A nanometer of a meter is still something.
const NOTHING: f64 = 1e-11;

/// Half the side of a supporting plane's patch, as a share of a body's size: it stands at the rim of what is shown, and a larger one
/// would be cut by the pane.
const PATCH: f64 = 0.28;

/// What does not change while stepping, made when somebody first looks: a large CSO takes longer than its query.
pub type Scenery = LazyLock<Arc<Backdrop>, Box<dyn FnOnce() -> Arc<Backdrop> + Send>>;

/// What roles are called in lessons about a pair.
pub const PAIR_ROLES: &[(Role, &str)] =
    &[(Role::Ghost, "with margins"), (Role::Member, "earlier directions"), (Role::Region, "sorted by angle")];

/// What a lesson about a pair knows beside its algorithm's states.
pub struct PairContext {
    /// From the pair frame to the two panes.
    pub space: Space,
    /// What people call A and B.
    pub names: [String; 2],
    /// Half the diagonals of A and B, meters: how large a patch or an arrow has to be.
    pub radii: [f64; 2],
    /// Whether it is computed in `f32`.
    pub single: bool,
    /// The bodies, the CSO, the origin.
    pub scenery: Scenery,
}

impl PairContext {
    /// Of a pair that nobody looks at, and whose answers are in the world.
    pub fn unseen(names: [String; 2]) -> Self {
        let space = Space { position: DVec3::ZERO, rotation: DQuat::IDENTITY };
        let nothing = || Arc::new(Backdrop { pictures: Pictures::default() });
        Self { space, names, radii: [0.0; 2], single: false, scenery: LazyLock::new(Box::new(nothing)) }
    }

    /// The bodies, the CSO, the origin.
    pub fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(&self.scenery)
    }

    /// About half the diagonal of the CSO.
    pub fn bounding_radius(&self) -> f64 {
        self.radii[0] + self.radii[1]
    }

    /// What lengths may be off by, meters.
    pub fn rounding(&self) -> f64 {
        rounding(self.bounding_radius(), self.single)
    }

    /// A length beside a mark, meters: in words where nothing is left of it but rounding.
    pub fn length(&self, meters: f64) -> Shown {
        or_rounding(length(meters), self.rounding())
    }

    /// Whether nothing is left of a length but rounding.
    pub fn is_rounding(&self, meters: f64) -> bool {
        is_rounding(meters, self.rounding())
    }

    /// A supporting plane of body `body` (0 = A, 1 = B), or of the CSO (2): a patch through `point`.
    pub fn plane(&self, picture: &mut Picture, body: usize, key: impl Into<Key>, point: DVec3, normal: DVec3) {
        // That of the CSO stands farther out beside all that is shown.
        let half_size = PATCH * self.radii.get(body).copied().unwrap_or_else(|| 0.8 * self.bounding_radius());
        if half_size > 0.0 && normal != DVec3::ZERO {
            picture.add(Role::Bound, key, Form::Plane { point, normal: normal.normalize(), half_size });
        }
    }

    /// The supporting plane of the CSO through `point`: a patch that holds its point nearest the origin too, to which its distance is
    /// measured. Where that is very far off the patch is around `point` alone.
    pub fn plane_with_foot(&self, cso: &mut Picture, key: impl Into<Key>, point: DVec3, normal: DVec3) {
        let n = normal.normalize_or_zero();
        let off = n * n.dot(point) - point;
        if off.length() > 2.0 * self.bounding_radius() {
            return self.plane(cso, 2, key, point, normal);
        }
        let half_size = (0.42 * self.bounding_radius()).max(0.53 * off.length());
        if half_size > 0.0 && n != DVec3::ZERO {
            cso.add(Role::Bound, key, Form::Plane { point: point + 0.5 * off, normal: n, half_size });
        }
    }

    /// The supporting plane of the CSO in direction `d` through its point `w`, with the point of it to which a distance is measured, if
    /// it proves one.
    pub fn supporting_plane(&self, cso: &mut Picture, w: DVec3, d: DVec3) {
        match d.dot(w) < 0.0 {
            true => self.plane_with_foot(cso, "plane", w, d),
            false => self.plane(cso, 2, "plane", w, d),
        }
    }

    /// A lens on what lies between two points of the world; of a body that is so small that it is seen through a lens alone one on
    /// both, where one of the points lies beside it.
    pub fn magnify_world(&self, world: &mut Picture, ends: [DVec3; 2]) {
        let Some((center, radius)) = self.tiny() else { return self.magnify(world, ends) };
        let off = |end: &DVec3| end.distance(center);
        let far = if off(&ends[0]) > off(&ends[1]) { ends[0] } else { ends[1] };
        if off(&far) > radius && off(&far) < BESIDE_TINY * radius {
            let middle = center + (far - center) * 0.5 * (1.0 - radius / off(&far));
            self.magnify_around(world, middle, 0.5 * (radius + off(&far)));
        }
    }

    /// Whether a body is so small beside the other that what stays has a lens on it.
    pub fn has_lens(&self) -> bool {
        self.tiny().is_some()
    }

    /// The middle and the size of that body.
    fn tiny(&self) -> Option<(DVec3, f64)> {
        let scenery = self.backdrop();
        let least = TINY * self.radii[0].max(self.radii[1]);
        let lens = |form: &Form| match form {
            Form::Lens { center, radius, .. } if *radius < least => Some((*center, *radius)),
            _ => None,
        };
        scenery.pictures.of(WORLD).marks.iter().find_map(|mark| lens(&mark.form))
    }

    /// A lens on what lies between two points, where that is small, and more than rounding.
    pub fn magnify(&self, picture: &mut Picture, [p, q]: [DVec3; 2]) {
        self.magnify_around(picture, 0.5 * (p + q), 0.75 * p.distance(q));
    }

    /// A lens on points that may lie so close to each other that they are one dot: it shows all of them.
    pub fn magnify_all(&self, picture: &mut Picture, points: &[DVec3]) {
        let (low, high) = (points.iter().copied().reduce(DVec3::min), points.iter().copied().reduce(DVec3::max));
        if let (Some(low), Some(high)) = (low, high) {
            self.magnify_around(picture, low.midpoint(high), 0.6 * low.distance(high));
        }
    }

    fn magnify_around(&self, picture: &mut Picture, center: DVec3, radius: f64) {
        if radius > NOTHING * self.bounding_radius() {
            picture.add(Role::Region, "lens", Form::Lens { center, radius, faces: None });
        }
    }

    /// The line between a point of A and one of B, with its length: how far two bodies are apart, or how deep they overlap.
    pub fn between(&self, world: &mut Picture, [a, b]: [DVec3; 2], overlap: bool) {
        if a != b {
            let role = if overlap { Role::Penetration } else { Role::Witness };
            world.segment(role, "witness", a, b);
            world.label(role, "witness", (a + b) * 0.5, self.length(a.distance(b)));
        }
    }

    /// The supporting planes of both bodies at their witness points, where a normal is known.
    pub fn supporting_planes(&self, picture: &mut Picture, finding: &Finding) {
        if let Some((pair, normal)) = finding.pair().and_then(|pair| Some((pair, pair.normal?))) {
            self.plane(picture, 0, "plane/a", pair.witness_a, normal);
            self.plane(picture, 1, "plane/b", pair.witness_b, -normal);
        }
    }

    /// A direction, drawn from `from` with a length that can be seen.
    pub fn direction(&self, picture: &mut Picture, key: impl Into<Key>, from: DVec3, along: DVec3) {
        if along != DVec3::ZERO {
            let length = 0.45 * self.radii[0].max(self.radii[1]);
            picture.arrow(Role::Axis, key, from, from + along.normalize() * length);
        }
    }
}

/// A point with its name beside it; both carry the key.
pub fn named(picture: &mut Picture, role: Role, key: &str, at: DVec3, name: impl Into<String>) {
    picture.point(role, key.to_owned(), at);
    picture.label(role, key.to_owned(), at, name);
}
