//! Marks of swaps on the number lines: the effects of past swaps, and the current swap with its two bodies, magnified
//! if its endpoints are too close together.

use contact_lens_picture::{Form, Key, Picture, Role};
use glam::DVec3;

use super::lanes::{AXES, BAR_THICKNESS, Magnification, pair_key, point};
use super::{Crossing, DENSITY_BODIES, Effect, End, MANY_BODIES, MAX_ALL_ENDPOINTS, MovingBoxes};

/// Half width of a magnified field, in lengths of the longest displacement.
const MAGNIFIED_HALF_WIDTH: f64 = 2.0;

/// Distance of the swap's two bars from the middle of a density strip, in rows: A's is above, B's below.
const BAR_OFFSET: f64 = 0.7;

/// Thickness of the mark of a gap, in rows.
const GAP_THICKNESS: f64 = 0.3;

/// Length of a dash, as a fraction of its distance from the next one.
const DASH: f64 = 0.6;

impl MovingBoxes {
    /// Point at which the lines of a swap's two endpoints cross, each from the endpoint's previous to its current
    /// position; `None` for infinite or new endpoints.
    fn crossing_point(&self, crossing: &Crossing, magnification: Magnification) -> Option<DVec3> {
        let block = self.block(crossing.axis);
        let [a, b] = crossing.ends;
        let [from_a, to_a] = self.line(a, crossing.axis, block, magnification)?;
        let [from_b, to_b] = self.line(b, crossing.axis, block, magnification)?;
        let before = from_a.x - from_b.x;
        let after = to_a.x - to_b.x;
        // Parallel lines, as of endpoints with equal values before and after, have no single crossing.
        let fraction = if before == after { 0.5 } else { (before / (before - after)).clamp(0.0, 1.0) };
        Some(from_a.lerp(to_a, fraction))
    }

    /// Adds the effect of a swap as a point at its crossing; nothing if the swap has no crossing.
    pub(super) fn add_effect(&self, picture: &mut Picture, crossing: &Crossing, magnification: Magnification) {
        let role = match crossing.effect {
            Effect::Begins => Role::Inside,
            Effect::Ends => Role::Outside,
            Effect::Nothing => Role::Member,
        };
        if let Some(point) = self.crossing_point(crossing, magnification) {
            picture.point(role, pair_key(crossing.pair()), point);
        }
    }

    /// Adds the current swap: its two endpoints in the colors of their bodies, lines down to their bars, and a ring at
    /// the crossing.
    pub(super) fn add_current_swap(
        &self,
        picture: &mut Picture,
        now: &Crossing,
        is_effect_known: bool,
        magnification: Magnification,
    ) {
        let block = self.block(now.axis);
        for end in now.ends {
            let role = if end.body == now.pair()[0] { Role::ShapeA } else { Role::ShapeB };
            let Some([from, to]) = self.line(end, now.axis, block, magnification) else { continue };
            add_line(picture, role, self.key(end.body), [from, to], end.is_max);
            if let Some([_, value]) = self.endpoint_positions(end, now.axis) {
                // A magnified field does not show the endpoint above its position on the axis.
                let top = if self.is_plain(now.axis) { block.field[1] } else { block.bars[0] };
                let line_to_bar = [point(value, top), point(value, self.row(now.axis, end.body))];
                add_line(picture, role, self.key(end.body), line_to_bar, end.is_max);
            }
        }
        if let Some(center) = self.crossing_point(now, magnification) {
            let ring = Form::Circle { center, normal: DVec3::ZERO, radius: 1.0 };
            picture.add(Role::Simplex, "swap", ring);
            if is_effect_known {
                self.add_effect(picture, now, magnification);
            }
        }
    }

    /// Adds the bars of the swap's two bodies on one axis, and their overlap or gap.
    pub(super) fn add_bars_of_swap(&self, picture: &mut Picture, axis: usize, now: &Crossing, is_effect_known: bool) {
        let pair = now.pair();
        let [a, b] = pair;
        // In a strip of density, all bodies have one row.
        let offset = if self.count < DENSITY_BODIES { 0.0 } else { BAR_OFFSET };
        let is_axis_of_swap = axis == now.axis;
        self.add_bar_of_swap(picture, Role::ShapeA, axis, a, -offset, is_axis_of_swap);
        self.add_bar_of_swap(picture, Role::ShapeB, axis, b, offset, is_axis_of_swap);
        if !is_effect_known {
            return;
        }
        let block = self.block(axis);
        let Some([low, high]) = self.shared(pair, axis) else { return };
        if low <= high {
            let is_new = is_axis_of_swap && now.effect == Effect::Begins;
            let role = if is_new { Role::Simplex } else { Role::Overlap };
            picture.add(role, format!("shared/{}", AXES[axis]), Form::Band { ends: [low, high], rows: block.bars });
        } else {
            // The mark is between two rows, so that it does not cross a number.
            let middle = 0.5 * (self.row(axis, a) + self.row(axis, b)) - block.bars[0];
            let row = block.bars[0] + middle.round();
            let ends = [high, low];
            let gap = Form::Interval { ends, row, thickness: GAP_THICKNESS, solid: false, text: String::new() };
            picture.add(Role::Gap, format!("gap/{}", AXES[axis]), gap);
        }
    }

    /// Adds the bar of a body of the swap on an axis, `offset` rows below its own row; nothing for an absent body.
    fn add_bar_of_swap(
        &self,
        picture: &mut Picture,
        role: Role,
        axis: usize,
        body: u32,
        offset: f64,
        is_axis_of_swap: bool,
    ) {
        let Some([min, max]) = self.now(body) else { return };
        let ends = [min[axis], max[axis]];
        let row = self.row(axis, body);
        // Of many bodies, the bars are too thin for a name, which is a label instead.
        let has_many_bodies = self.count >= MANY_BODIES;
        let text = if has_many_bodies { String::new() } else { self.name(body).to_owned() };
        if has_many_bodies && is_axis_of_swap && ends[1].is_finite() {
            picture.label(role, self.key(body), point(ends[1], row), self.name(body));
        }
        let bar = Form::Interval { ends, row: row + offset, thickness: BAR_THICKNESS, solid: true, text };
        picture.add(role, self.key(body), bar);
    }

    /// Adds the magnified field around a swap, and a funnel from the field to the magnified part of the axis. Used with
    /// many bodies or tiny displacements. `near` are the endpoints around the swap in the sorted list. Returns the
    /// magnification of the field; none if its endpoints have no extent.
    pub(super) fn add_magnified_field(&self, picture: &mut Picture, now: &Crossing, near: &[End]) -> Magnification {
        let block = self.block(now.axis);
        let shown = self.magnified_ends(now, near);
        let ends = shown.iter().chain(&now.ends);
        let positions = ends.filter_map(|end| self.endpoint_positions(*end, now.axis)).flatten();
        let finite = positions.filter(|position| position.is_finite());
        let [from, to] = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        let [low, high] = self.range;
        let left = low.min_element();
        let right = high.max_element();
        let has_extent = from < to && left < right;
        if !has_extent {
            return Magnification::NONE;
        }
        let magnification = Magnification { from: [from, to], to: [left, right] };
        let [_, bottom] = block.field;
        let [top, _] = block.bars;
        let funnel = [point(left, bottom), point(right, bottom), point(to, top), point(from, top)];
        picture.add(Role::Region, "magnified", Form::Polygon(funnel.to_vec()));
        let others = shown.iter().copied().filter(|end| !now.ends.contains(end));
        self.add_lines(picture, now.axis, block, others, magnification);
        magnification
    }

    /// Endpoints that the magnified field shows: with many bodies all of `near`, with few bodies those of them that
    /// stay within a few displacements of the swap.
    fn magnified_ends(&self, now: &Crossing, near: &[End]) -> Vec<End> {
        if self.now.len() > MAX_ALL_ENDPOINTS {
            return near.to_vec();
        }
        let max_distance = match self.fine_displacements[now.axis] {
            Some(longest) => MAGNIFIED_HALF_WIDTH * longest,
            None => f64::INFINITY,
        };
        let [mover, _] = now.ends;
        let middle = self.endpoint_positions(mover, now.axis).map_or(0.0, |[from, to]| 0.5 * (from + to));
        let mut shown = near.to_vec();
        shown.retain(|end| match self.endpoint_positions(*end, now.axis) {
            Some(positions) => positions.into_iter().all(|position| (position - middle).abs() <= max_distance),
            None => false,
        });
        shown
    }
}

/// Number of dashes of a dashed line.
const DASHES: u32 = 6;

/// Adds a line, which is dashed for an upper endpoint.
fn add_line(picture: &mut Picture, role: Role, key: Key, [from, to]: [DVec3; 2], is_dashed: bool) {
    if !is_dashed {
        return picture.segment(role, key, from, to);
    }
    for k in 0..DASHES {
        let start = from.lerp(to, f64::from(k) / f64::from(DASHES));
        let end = from.lerp(to, (f64::from(k) + DASH) / f64::from(DASHES));
        picture.segment(role, key.clone(), start, end);
    }
}
