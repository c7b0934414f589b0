//! World pictures of sweep and prune: the boxes, and lines between the centers of overlapping ones. With many bodies,
//! boxes are dots, except those of the current swap (two endpoints that exchange places in a sorted list) and of bodies
//! that overlap these.

use std::sync::Arc;

use contact_lens_model::answer::Corners;
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::lanes::pair_key;
use super::{CurrentPair, Effect, Look, MANY_BODIES, MAX_NAMED, MovingBoxes, outlined};

/// Largest number of bodies that are drawn as boxes among many bodies because they overlap a body of the swap.
const MAX_OVERLAPPING_BOXES: usize = 16;

/// Number of bodies up to which boxes are transparent, so that the lines between their centers are visible.
const MAX_TRANSPARENT_BOXES: usize = 14;

/// Distance of infinite endpoints beyond all finite ones, as a fraction of the range of the finite ones.
const BEYOND_FINITE: f64 = 0.1;

/// Least range of the finite endpoints on an axis that is used for infinite ones, meters.
const MIN_FINITE_RANGE: f64 = 1e-9;

/// Position of a name relative to the center of its box, in sizes of the box.
const NAME_POSITION: DVec3 = DVec3::new(-0.36, 0.36, 0.3);

/// Distance of two centers below which they look like one point, as a fraction of the extent of all boxes.
const SAME_CENTER: f64 = 1e-3;

/// Radius of the ring that marks a pair whose centers look like one point, as a fraction of the extent of all boxes.
const RING_RADIUS: f64 = 0.025;

/// Distance of a third center from the line of a pair below which it hides the line, as a fraction of the extent of all
/// boxes.
const HIDDEN_BEHIND_CENTER: f64 = 0.02;

/// Distance of the middle of a bent line from the straight one, as a fraction of the extent of all boxes.
const BEND: f64 = 0.03;

/// Number of pieces of a bent line.
const BEND_INTERVALS: u32 = 16;

/// Ratio of the diagonal of the largest box to that of all other boxes together above which the largest box is not
/// fully in view.
const MAX_SIZE_RATIO: f64 = 4.0;

impl MovingBoxes {
    /// Adds the boxes, or with many bodies their centers. If `edges_only`, boxes are drawn as edges, so that the bodies
    /// inside are visible.
    pub fn add_fixed_world_marks(&self, picture: &mut Picture, edges_only: bool) {
        let range = self.range;
        if self.count >= MANY_BODIES {
            let vertices = self.now.iter().flatten().map(|corners| center(&clamp_infinite(*corners, &range))).collect();
            picture.add(Role::Member, "crowd", Form::Solid(Arc::new(Solid { vertices, ..Solid::default() })));
            return;
        }
        for body in 0..self.now.len() as u32 {
            self.add_box(picture, Role::Member, body, edges_only);
        }
        self.reserve_space(picture);
    }

    /// Reserves space for all boxes, except one that would make all others tiny.
    fn reserve_space(&self, picture: &mut Picture) {
        let boxes = self.now.iter().flatten();
        let mut finite: Vec<Corners> = boxes.filter(|[min, max]| min.is_finite() && max.is_finite()).copied().collect();
        finite.sort_by(|a, b| diagonal(a).total_cmp(&diagonal(b)));
        let Some(largest) = finite.pop() else { return };
        let others: Vec<Option<Corners>> = finite.into_iter().map(Some).collect();
        let others = super::range(others.iter());
        let size_of_others = diagonal(&others);
        let is_too_large = size_of_others.is_finite() && diagonal(&largest) > MAX_SIZE_RATIO * size_of_others;
        let visible = if is_too_large { others } else { largest };
        // The largest box may not contain the others, so both are kept in view.
        picture.reserve([visible, others].into_iter().flatten().filter(|corner| corner.is_finite()));
    }

    /// Picture of the boxes and pairs in a beat; `edges_only` is that of [`MovingBoxes::add_fixed_world_marks`].
    pub fn world(&self, look: &Look, edges_only: bool) -> Picture {
        let mut picture = Picture::default();
        let has_many_bodies = self.count >= MANY_BODIES;
        if let Some(swap) = look.current_swap() {
            let [a, b] = swap.pair();
            self.add_box_of_swap(&mut picture, Role::ShapeA, a, edges_only);
            self.add_box_of_swap(&mut picture, Role::ShapeB, b, edges_only);
        }
        if has_many_bodies {
            for body in bodies_overlapping_swap(look).take(MAX_OVERLAPPING_BOXES) {
                self.add_box(&mut picture, Role::Member, body, edges_only);
            }
        }
        for body in 0..self.now.len() as u32 {
            let role = role_in_swap(look, body);
            if self.now.len() <= MAX_NAMED || role.is_some() {
                self.add_name(&mut picture, role.unwrap_or(Role::Member), body);
            }
        }
        self.add_pairs(&mut picture, look);
        picture
    }

    /// Adds the box of a body of the swap; among many dots a small box is invisible, so it gets a dot of its color.
    fn add_box_of_swap(&self, picture: &mut Picture, role: Role, body: u32, edges_only: bool) {
        self.add_box(picture, role, body, edges_only);
        if self.count >= MANY_BODIES
            && let Some(corners) = self.now(body)
        {
            picture.point(role, self.key(body), center(&clamp_infinite(corners, &self.range)));
        }
    }

    /// Adds the name of a body; no name for an absent body.
    fn add_name(&self, picture: &mut Picture, role: Role, body: u32) {
        let Some(corners) = self.now(body) else { return };
        let [min, max] = clamp_infinite(corners, &self.range);
        // The lines of pairs end at the center, so the name is next to it.
        let shift = NAME_POSITION * (max - min);
        let at = if self.count < MANY_BODIES { min.midpoint(max) + shift } else { min.midpoint(max) };
        picture.label(role, self.key(body), at, self.name(body));
    }

    /// Adds the box of a body in a role; none for an absent body. If `edges_only`, boxes of other bodies than the
    /// swap's are edges.
    fn add_box(&self, picture: &mut Picture, role: Role, body: u32, edges_only: bool) {
        let Some(corners) = self.now(body) else { return };
        let is_opaque = !edges_only && self.count > MAX_TRANSPARENT_BOXES;
        let mut solid = outlined(clamp_infinite(corners, &self.range), is_opaque);
        if edges_only && role == Role::Member {
            solid.faces.clear();
        }
        picture.add(role, self.key(body), Form::Solid(Arc::new(solid)));
    }

    /// Adds the pairs. Once the effect of the current swap is known, a pair that it begins has the color of new things,
    /// one that it ends that of removed things. During a swap of many bodies, pairs without
    /// a body of the swap are faint.
    fn add_pairs(&self, picture: &mut Picture, look: &Look) {
        for CurrentPair { pair, .. } in &look.pairs {
            self.add_pair(picture, self.role_of_pair(look, *pair), *pair);
        }
        if look.is_effect_known
            && let Some(swap) = look.current_swap()
            && swap.effect == Effect::Ends
        {
            self.add_pair(picture, Role::Removed, swap.pair());
        }
    }

    /// Role of an existing pair.
    fn role_of_pair(&self, look: &Look, pair: [u32; 2]) -> Role {
        let swap = look.current_swap();
        let is_new =
            look.is_effect_known && swap.is_some_and(|swap| swap.effect == Effect::Begins && swap.pair() == pair);
        let has_body_of_swap = pair.iter().any(|body| role_in_swap(look, *body).is_some());
        if is_new {
            Role::Simplex
        } else if self.count < MANY_BODIES || has_body_of_swap || swap.is_none() {
            Role::Witness
        } else {
            Role::Overlap
        }
    }

    /// Adds a line between the centers of two boxes; nothing if a body is absent.
    fn add_pair(&self, picture: &mut Picture, role: Role, pair: [u32; 2]) {
        let [Some(a), Some(b)] = pair.map(|body| self.now(body)) else { return };
        let range = &self.range;
        let [a, b] = [a, b].map(|corners| center(&clamp_infinite(corners, range)));
        let form = if a.distance(b) <= SAME_CENTER * diagonal(range) {
            // A line between two coinciding centers would be a dot.
            Form::Circle { center: a, normal: DVec3::ZERO, radius: RING_RADIUS * diagonal(range) }
        } else if role == Role::Overlap {
            Form::Segment([a, b])
        } else if let Some(points) = self.bent_line([a, b], pair) {
            picture.point(role, pair_key(pair), a);
            picture.point(role, pair_key(pair), b);
            Form::Polyline { points, closed: false }
        } else {
            Form::Link([a, b])
        };
        picture.add(role, pair_key(pair), form);
    }

    /// Curve between the centers of a pair whose straight line would run through the center of a third box, and so hide
    /// behind the lines of that box; `None` for other pairs, and with many bodies.
    fn bent_line(&self, [a, b]: [DVec3; 2], pair: [u32; 2]) -> Option<Vec<DVec3>> {
        if self.count > MAX_TRANSPARENT_BOXES {
            return None;
        }
        let along = b - a;
        // Offsets of other centers from the line, of those whose projections are between its ends.
        let mut offsets = Vec::new();
        for body in (0..self.now.len() as u32).filter(|body| !pair.contains(body)) {
            let Some(corners) = self.now(body) else { continue };
            let other = center(&clamp_infinite(corners, &self.range));
            let fraction = (other - a).dot(along) / along.length_squared();
            if fraction > 0.0 && fraction < 1.0 {
                offsets.push(other - (a + along * fraction));
            }
        }
        let nearest = offsets.into_iter().min_by(|p, q| p.length().total_cmp(&q.length()))?;
        let extent = diagonal(&self.range);
        if nearest.length() > HIDDEN_BEHIND_CENTER * extent {
            return None;
        }
        // The curve bends away from the third center.
        let away = (-nearest).try_normalize().unwrap_or_else(|| along.cross(DVec3::Z).normalize_or(DVec3::Y));
        // The middle of a quadratic curve is halfway to its control point.
        let control = a.midpoint(b) + away * (2.0 * BEND * extent);
        let points = (0..=BEND_INTERVALS).map(|k| {
            let t = f64::from(k) / f64::from(BEND_INTERVALS);
            a.lerp(control, t).lerp(control.lerp(b, t), t)
        });
        Some(points.collect())
    }
}

/// Role of a body of the current swap; `None` for other bodies.
fn role_in_swap(look: &Look, body: u32) -> Option<Role> {
    let [a, b] = look.current_swap()?.pair();
    if body == a {
        Some(Role::ShapeA)
    } else if body == b {
        Some(Role::ShapeB)
    } else {
        None
    }
}

/// Bodies that overlap exactly one body of the current swap's pair, in the order of the pairs.
fn bodies_overlapping_swap(look: &Look) -> impl Iterator<Item = u32> {
    look.pairs.iter().filter_map(|CurrentPair { pair: [a, b], .. }| {
        match (role_in_swap(look, *a), role_in_swap(look, *b)) {
            (Some(_), None) => Some(*b),
            (None, Some(_)) => Some(*a),
            (Some(_), Some(_)) | (None, None) => None,
        }
    })
}

/// Replaces the infinite endpoints of a box by values slightly beyond all finite ones, which are from `low` to `high`,
/// meters.
fn clamp_infinite([min, max]: Corners, [low, high]: &Corners) -> Corners {
    let beyond = BEYOND_FINITE * (*high - *low).max(DVec3::splat(MIN_FINITE_RANGE));
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
fn center([min, max]: &Corners) -> DVec3 {
    0.5 * (*min + *max)
}
