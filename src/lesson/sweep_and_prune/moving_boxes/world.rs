//! World pictures: boxes, and lines between the centers of overlapping ones.

use std::sync::Arc;

use glam::DVec3;

use super::lanes::pair_key;
use super::{Effect, Look, MANY_BODIES, MAX_NAMED, MovingBoxes, outlined};
use crate::answer::Corners;
use crate::picture::{Form, Picture, Role, Solid};

/// Number of the swap's neighbors that are drawn as boxes with many bodies.
const NEIGHBORS: usize = 16;

/// Number of bodies up to which boxes are transparent, so that the lines between their centers are visible.
const TRANSPARENT: usize = 14;

/// Position of a name relative to the center of its box, in sizes of the box.
const NAME_POSITION: DVec3 = DVec3::new(-0.36, 0.36, 0.3);

/// Distance of two centers below which they look like one point, as a fraction of the extent of all boxes.
const SAME_CENTER: f64 = 1e-3;

/// Radius of the ring that marks a pair of such centers, as a fraction of that extent.
const RING: f64 = 0.025;

/// Size ratio above which the largest box is not fully in view.
const MAX_SIZE_RATIO: f64 = 4.0;

impl MovingBoxes {
    /// Adds the boxes, or with many bodies their centers. With `is_transparent`, boxes are drawn as edges, since bodies
    /// are inside.
    pub fn add_fixed_world_marks(&self, picture: &mut Picture, is_transparent: bool) {
        let range = self.range;
        if self.count >= MANY_BODIES {
            let vertices = self.now.iter().flatten().map(|corners| middle(&within(*corners, &range))).collect();
            picture.add(Role::Member, "crowd", Form::Solid(Arc::new(Solid { vertices, ..Solid::default() })));
            return;
        }
        for body in 0..self.now.len() as u32 {
            self.add_box(picture, Role::Member, body, &range, is_transparent);
        }
        self.reserve_space(picture);
    }

    /// Reserves space for all boxes, except one that would make all others tiny.
    fn reserve_space(&self, picture: &mut Picture) {
        let mut all: Vec<Corners> =
            self.now.iter().flatten().filter(|[min, max]| min.is_finite() && max.is_finite()).copied().collect();
        all.sort_by(|a, b| diagonal(a).total_cmp(&diagonal(b)));
        let Some((largest, others)) = all.split_last() else { return };
        let others = super::range(others.iter().map(|corners| Some(*corners)).collect::<Vec<_>>().iter());
        let small = diagonal(&others);
        let shown = if small.is_finite() && diagonal(largest) > MAX_SIZE_RATIO * small { others } else { *largest };
        picture.reserve([shown, others].into_iter().flatten().filter(|corner| corner.is_finite()));
    }

    /// Picture of the boxes and pairs in a beat.
    pub fn world(&self, look: &Look, is_transparent: bool) -> Picture {
        let mut picture = Picture::default();
        let range = self.range;
        let now = look.now();
        let roles: Vec<(u32, Role)> =
            now.map_or(Vec::new(), |now| now.pair().into_iter().zip([Role::ShapeA, Role::ShapeB]).collect());
        for (body, role) in &roles {
            self.add_box(&mut picture, *role, *body, &range, is_transparent);
            // Among many dots a small box is invisible, so it gets a dot of its own color.
            if let Some(corners) = self.now(*body).filter(|_| self.count >= MANY_BODIES) {
                picture.point(*role, self.key(*body), middle(&within(corners, &range)));
            }
        }
        if self.count >= MANY_BODIES {
            let beside = look.pairs.iter().filter_map(|([a, b], _)| match (role_of(&roles, *a), role_of(&roles, *b)) {
                (Some(_), None) => Some(*b),
                (None, Some(_)) => Some(*a),
                _ => None,
            });
            beside
                .take(NEIGHBORS)
                .for_each(|body| self.add_box(&mut picture, Role::Member, body, &range, is_transparent));
        }
        let named =
            (0..self.now.len() as u32).filter(|body| self.now.len() <= MAX_NAMED || role_of(&roles, *body).is_some());
        for body in named {
            if let Some(corners) = self.now(body) {
                let [min, max] = within(corners, &range);
                // The name is next to the center, where the lines of pairs end.
                let beside = NAME_POSITION * (max - min);
                let at = if self.count < MANY_BODIES { min.midpoint(max) + beside } else { min.midpoint(max) };
                picture.label(role_of(&roles, body).unwrap_or(Role::Member), self.key(body), at, self.name(body));
            }
        }
        self.add_pairs(&mut picture, look, &range);
        picture
    }

    /// Adds the box of a body in a role; with `is_transparent`, boxes of other bodies than the swap's are edges.
    fn add_box(&self, picture: &mut Picture, role: Role, body: u32, range: &Corners, is_transparent: bool) {
        if let Some(corners) = self.now(body) {
            let mut solid = outlined(within(corners, range), !is_transparent && self.count > TRANSPARENT);
            // Boxes around bodies are drawn as edges, except those of the swap.
            if is_transparent && role == Role::Member {
                solid.faces.clear();
            }
            picture.add(role, self.key(body), Form::Solid(Arc::new(solid)));
        }
    }

    /// Adds the pairs; the pair that begins or ends in this step has the step's color. With many bodies, the other
    /// bodies' pairs are faint.
    fn add_pairs(&self, picture: &mut Picture, look: &Look, range: &Corners) {
        let now = look.now().filter(|_| look.is_effect_known);
        let ended = now.filter(|now| now.effect == Effect::Ends).map(|now| (now.pair(), Role::Removed));
        let links = look.pairs.iter().map(|(pair, _)| {
            let begins = now.is_some_and(|now| now.effect == Effect::Begins && now.pair() == *pair);
            let own = self.count < MANY_BODIES
                || look.now().is_some_and(|now| pair.iter().any(|body| now.pair().contains(body)));
            (
                *pair,
                if begins {
                    Role::Simplex
                } else if own {
                    Role::Witness
                } else {
                    Role::Overlap
                },
            )
        });
        for (pair, role) in links.chain(ended) {
            let [Some(a), Some(b)] = pair.map(|body| self.now(body)) else { continue };
            let [a, b] = [a, b].map(|corners| middle(&within(corners, range)));
            let key = pair_key(pair);
            if a.distance(b) <= SAME_CENTER * diagonal(range) {
                // A line between two coinciding centers would be a dot.
                let ring = Form::Circle { center: a, normal: DVec3::ZERO, radius: RING * diagonal(range) };
                picture.add(role, key, ring);
                continue;
            }
            picture.add(role, key, if role == Role::Overlap { Form::Segment([a, b]) } else { Form::Link([a, b]) });
        }
    }
}

/// Role of a body of the swap; `None` for other bodies.
fn role_of(roles: &[(u32, Role)], body: u32) -> Option<Role> {
    roles.iter().find(|(of, _)| *of == body).map(|(_, role)| *role)
}

/// Replaces infinite endpoints by values slightly beyond all finite ones.
fn within([min, max]: Corners, [low, high]: &Corners) -> Corners {
    let beyond = 0.1 * (*high - *low).max(DVec3::splat(1e-9));
    let low = *low - beyond;
    let high = *high + beyond;
    [min, max].map(|end| {
        DVec3::from([0, 1, 2].map(|axis| match end[axis] {
            value if value.is_finite() => value,
            f64::NEG_INFINITY => low[axis],
            _ => high[axis],
        }))
    })
}

/// Length of the diagonal of a box, meters.
fn diagonal([min, max]: &Corners) -> f64 {
    min.distance(*max)
}

/// Center of a box.
fn middle([min, max]: &Corners) -> DVec3 {
    0.5 * (*min + *max)
}
