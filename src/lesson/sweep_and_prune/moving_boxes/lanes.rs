//! Lanes of incremental sorting: the intervals of all boxes on each axis, and above them lines from the previous to the
//! current endpoints. Each crossing of two lines is one swap.

use glam::DVec3;

use super::{Crossing, DENSE, DRAWN, Effect, End, Look, MANY, MovingBoxes};
use crate::answer::number::with_noun;
use crate::picture::{Form, Key, Picture, Role};

/// Height above a field, in rows, for the upper half of its name.
const HEAD: f64 = 0.6;

/// Height of the field in which lines go from the previous to the current endpoints, in rows.
const FIELD: f64 = 2.6;

/// Space between field and bars, in rows.
const BELOW: f64 = 0.65;

/// Space between a magnified field and the bars, for the connection, as a share of the field's height.
const LEAD: f64 = 0.3;

/// Space between two axes, in rows.
const APART: f64 = 0.7;

/// Half width of a magnified field, in lengths of the longest displacement.
const WAYS: f64 = 2.0;

/// Number of bins of an axis in which intervals are counted.
const PARTS: usize = 4_096;

/// Largest number of bars with a name each, on all axes together.
const NAMED_BARS: usize = 12;

/// Largest number of boxes whose bars on one axis have names.
const NAMED_ON_AXIS: usize = 14;

/// Smallest height of an axis, as a share of the highest one: few rows next to many are spread.
const LEAST_HEIGHT: f64 = 0.15;

/// Height of a density strip, in rows.
const STRIP: f64 = 3.0;

/// Vertical layout of one axis, in rows from the top of the view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Top of the space above the field, which has the upper half of the field's name.
    head: f64,
    /// Top and bottom of the field of lines; empty without swaps.
    field: [f64; 2],
    /// Top and bottom of the bars.
    pub bars: [f64; 2],
    /// Row of the sorted list of endpoints, below the bars.
    pub list: f64,
}

/// Map from coordinates of an axis to the scale of the lanes: the identity, or a magnification.
#[derive(Clone, Copy, Debug)]
struct Glass {
    /// Mapped interval of the axis, meters.
    from: [f64; 2],
    /// Image of that interval on the scale of the lanes, meters.
    to: [f64; 2],
}

impl Glass {
    const NONE: Self = Self { from: [0.0, 1.0], to: [0.0, 1.0] };

    fn at(&self, value: f64) -> f64 {
        let [low, high] = self.from;
        let [left, right] = self.to;
        left + (value - low) / (high - low) * (right - left)
    }
}

pub(super) fn point(value: f64, row: f64) -> DVec3 {
    DVec3::new(value, row, 0.0)
}

impl MovingBoxes {
    /// Fixed marks of the lanes.
    pub fn still_lanes(&self) -> Picture {
        let mut picture = Picture::default();
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
        for axis in 0..self.axes {
            let block = self.block(axis);
            self.bars(&mut picture, axis, block);
            if self.sorted[axis] {
                self.heads(&mut picture, axis, block);
            }
            if self.sorted[axis] && self.is_plain(axis) {
                let all = (0..self.now.len() as u32).flat_map(|body| [false, true].map(|is_max| End { body, is_max }));
                self.lines(&mut picture, axis, block, all, Glass::NONE);
            }
        }
        picture
    }

    /// Picture of the lanes in a beat.
    pub fn lanes(&self, look: &Look) -> Picture {
        let mut picture = Picture::default();
        for (axis, name) in AXES.iter().enumerate().take(self.axes) {
            let block = self.block(axis);
            let role = if look.axis == Some(axis) { Role::Axis } else { Role::Text };
            // The sweep compares the counts of all axes.
            let is_sweep = look.axis.is_some() && look.is_insertion;
            let note = if is_sweep { with_noun(self.overlap_count(axis), "overlap") } else { String::new() };
            let rows = [block.bars[0], block.bars[1] + self.list_height()];
            let lane = Form::Lane { rows, name: self.axis_label(axis), note };
            picture.add(role, format!("axis/{name}"), lane);
            if look.is_insertion {
                self.endpoints(&mut picture, axis);
                self.list(&mut picture, axis);
            }
            if is_sweep && look.axis == Some(axis) {
                self.gap_line(&mut picture, axis);
            }
            // The number of swaps is between the names of the field's edges: next to the bars it would narrow them.
            if let Some(swaps) = look.notes.get(axis).filter(|_| self.sorted[axis]) {
                let [top, bottom] = block.field;
                let middle = 0.5 * (top + bottom);
                let half = top - block.head;
                let rows = [middle - half, middle + half].map(|row| row.clamp(top, bottom));
                picture.lane(Role::Ghost, format!("swaps/{}", AXES[axis]), rows, swaps.clone());
            }
        }
        let settled = look.done.len() - usize::from(look.lit);
        let plain = look.done.iter().take(settled).filter(|crossing| self.is_plain(crossing.axis));
        plain.for_each(|crossing| self.mark(&mut picture, crossing, Glass::NONE));
        if let Some(now) = look.now() {
            let glass =
                if self.is_plain(now.axis) { Glass::NONE } else { self.magnified(&mut picture, now, &look.near) };
            (0..self.axes).for_each(|axis| self.two(&mut picture, axis, now, look.decided));
            self.crossing(&mut picture, now, look.decided, glass);
        }
        picture
    }

    /// Layout of an axis; it has a field above its bars if endpoints are sorted on it.
    pub(super) fn block(&self, axis: usize) -> Block {
        let dense = self.count >= DENSE;
        let mut rows: Vec<f64> =
            (0..self.axes).map(|axis| if dense { STRIP } else { self.rows.count(axis) as f64 }).collect();
        let most = rows.iter().copied().fold(0.0, f64::max);
        rows.iter_mut().for_each(|count| *count = count.max(LEAST_HEIGHT * most));
        let unit = if dense { 1.0 } else { (most / 12.0).max(1.0) };
        let field = FIELD * unit;
        let below = if (0..self.axes).all(|axis| self.is_plain(axis)) { BELOW } else { LEAD * field };
        let above: Vec<f64> =
            self.sorted.iter().map(|sorted| if *sorted { HEAD * unit + field + below } else { 0.0 }).collect();
        let list = self.list_height();
        let head: f64 = (0..axis).map(|axis| above[axis] + rows[axis] + list + APART * unit).sum();
        let top = head + HEAD * unit;
        let bars = head + above[axis];
        let end = bars + rows[axis];
        Block { head, field: [top, top + field], bars: [bars, end], list: end + 0.5 * list }
    }

    /// Row of a body's bar.
    pub(super) fn row(&self, axis: usize, body: u32) -> f64 {
        let [top, bottom] = self.block(axis).bars;
        let middle = if self.count >= DENSE {
            0.5
        } else {
            (self.rows.of(axis, body) as f64 + 0.5) / self.rows.count(axis) as f64
        };
        top + middle * (bottom - top)
    }

    /// Adds the names of the two edges of the field.
    fn heads(&self, picture: &mut Picture, axis: usize, block: Block) {
        let [top, bottom] = block.field;
        let half = block.field[0] - block.head;
        for (row, name) in [(top, "before"), (bottom, "after")] {
            let rows = [row - half, row + half];
            picture.lane(Role::Ghost, format!("{name}/{}", AXES[axis]), rows, name);
        }
    }

    /// Whether the bars of an axis have names: all bars if there are few, or those of the axis of the sweep. With more
    /// bars, only those of a swap have names.
    fn has_names(&self, axis: usize) -> bool {
        self.count * self.axes <= NAMED_BARS || self.count <= NAMED_ON_AXIS && axis == self.sweep_axis()
    }

    fn bars(&self, picture: &mut Picture, axis: usize, block: Block) {
        if self.count >= DENSE {
            return self.density(picture, axis, block);
        }
        for body in 0..self.now.len() as u32 {
            let Some([min, max]) = self.now(body) else { continue };
            let ends = [min[axis], max[axis]];
            let row = self.row(axis, body);
            let text = if self.has_names(axis) { self.name(body).to_owned() } else { String::new() };
            picture.add(
                Role::Member,
                self.key(body),
                Form::Interval { ends, row, thickness: 0.88, solid: false, text },
            );
        }
    }

    /// Adds the number of intervals at each place of an axis.
    fn density(&self, picture: &mut Picture, axis: usize, block: Block) {
        let [low, high] = self.range.map(|corner| corner[axis]);
        if !(low < high) {
            return;
        }
        let mut steps = vec![0i64; PARTS + 1];
        for [min, max] in self.now.iter().flatten() {
            let [first, last] = [min, max]
                .map(|end| ((end[axis] - low) / (high - low) * PARTS as f64).clamp(0.0, PARTS as f64 - 1.0) as usize);
            steps[first] += 1;
            steps[last + 1] -= 1;
        }
        let mut now = 0;
        let counts = steps[..PARTS].iter().map(|step| {
            now += step;
            now as u32
        });
        let density = Form::Density { ends: [low, high], rows: block.bars, counts: counts.collect() };
        picture.add(Role::Member, format!("crowd/{}", AXES[axis]), density);
    }

    /// Adds lines of endpoints: lower ones solid, upper ones dashed.
    fn lines(&self, picture: &mut Picture, axis: usize, block: Block, ends: impl Iterator<Item = End>, glass: Glass) {
        for end in ends {
            if let Some([from, to]) = self.line(end, axis, block, glass) {
                picture.segment(if end.is_max { Role::Ghost } else { Role::Member }, self.key(end.body), from, to);
            }
        }
    }

    fn line(&self, end: End, axis: usize, block: Block, glass: Glass) -> Option<[DVec3; 2]> {
        let [from, to] = self.endpoint_positions(end, axis)?;
        let [top, bottom] = block.field;
        (from.is_finite() && to.is_finite()).then(|| [point(glass.at(from), top), point(glass.at(to), bottom)])
    }

    /// Point at which the lines of two endpoints cross.
    fn meeting(&self, crossing: &Crossing, glass: Glass) -> Option<DVec3> {
        let block = self.block(crossing.axis);
        let [a, b] = crossing.ends;
        let [from, to] = self.line(a, crossing.axis, block, glass)?;
        let [other, end] = self.line(b, crossing.axis, block, glass)?;
        let before = from.x - other.x;
        let after = to.x - end.x;
        // Endpoints with equal values before and after coincide along their lines.
        let share = if before == after { 0.5 } else { (before / (before - after)).clamp(0.0, 1.0) };
        Some(from.lerp(to, share))
    }

    /// Adds the effect of a past swap.
    fn mark(&self, picture: &mut Picture, crossing: &Crossing, glass: Glass) {
        let role = match crossing.effect {
            Effect::Begins => Role::Inside,
            Effect::Ends => Role::Outside,
            Effect::Nothing => Role::Member,
        };
        if let Some(at) = self.meeting(crossing, glass) {
            picture.point(role, pair_key(crossing.pair()), at);
        }
    }

    /// Adds the current swap: its two endpoints in the colors of their bodies, lines down to their bars, and a ring at
    /// the crossing.
    fn crossing(&self, picture: &mut Picture, now: &Crossing, decided: bool, glass: Glass) {
        let block = self.block(now.axis);
        for end in now.ends {
            let role = if end.body == now.pair()[0] { Role::ShapeA } else { Role::ShapeB };
            let Some([from, to]) = self.line(end, now.axis, block, glass) else { continue };
            dashed(picture, role, self.key(end.body), [from, to], end.is_max);
            if let Some([_, value]) = self.endpoint_positions(end, now.axis) {
                let top = if self.is_plain(now.axis) { block.field[1] } else { block.bars[0] };
                let down = [point(value, top), point(value, self.row(now.axis, end.body))];
                dashed(picture, role, self.key(end.body), down, end.is_max);
            }
        }
        if let Some(center) = self.meeting(now, glass) {
            let ring = Form::Circle { center, normal: DVec3::ZERO, radius: 1.0 };
            picture.add(Role::Simplex, "swap", ring);
            if decided {
                self.mark(picture, now, glass);
            }
        }
    }

    /// Adds the bars of the swap's two bodies on one axis, and their overlap or gap.
    fn two(&self, picture: &mut Picture, axis: usize, now: &Crossing, decided: bool) {
        let pair = now.pair();
        let block = self.block(axis);
        for (body, role) in pair.into_iter().zip([Role::ShapeA, Role::ShapeB]) {
            let Some([min, max]) = self.now(body) else { continue };
            let ends = [min[axis], max[axis]];
            let row = self.row(axis, body);
            // With many bodies, bars are too thin for a name.
            let many = self.count >= MANY;
            let text = if many { String::new() } else { self.name(body).to_owned() };
            if many && axis == now.axis && ends[1].is_finite() {
                picture.label(role, self.key(body), point(ends[1], row), self.name(body));
            }
            let aside = if self.count < DENSE {
                0.0
            } else if body == pair[0] {
                -0.7
            } else {
                0.7
            };
            let bar = Form::Interval { ends, row: row + aside, thickness: 0.88, solid: true, text };
            picture.add(role, self.key(body), bar);
        }
        let Some([low, high]) = self.shared(pair, axis).filter(|_| decided) else { return };
        if low <= high {
            let fresh = axis == now.axis && now.effect == Effect::Begins;
            let role = if fresh { Role::Simplex } else { Role::Overlap };
            picture.add(role, format!("shared/{}", AXES[axis]), Form::Band { ends: [low, high], rows: block.bars });
        } else {
            // The mark is between two rows, so that it does not cross a number.
            let middle = 0.5 * (self.row(axis, pair[0]) + self.row(axis, pair[1])) - block.bars[0];
            let row = block.bars[0] + middle.round();
            let gap = Form::Interval { ends: [high, low], row, thickness: 0.3, solid: false, text: String::new() };
            picture.add(Role::Gap, format!("gap/{}", AXES[axis]), gap);
        }
    }

    /// Adds the magnified field around a swap, and its part of the axis; used with many bodies or tiny displacements.
    fn magnified(&self, picture: &mut Picture, now: &Crossing, near: &[End]) -> Glass {
        let block = self.block(now.axis);
        // With few bodies, the field contains the endpoints within a few displacements of the swap; with many, only the
        // given ones.
        let few = self.now.len() <= DRAWN;
        let reach = self.fine[now.axis].map_or(f64::INFINITY, |way| WAYS * way);
        let middle = self.endpoint_positions(now.ends[0], now.axis).map_or(0.0, |[from, to]| 0.5 * (from + to));
        let near: Vec<End> = near
            .iter()
            .copied()
            .filter(|end| {
                !few || self
                    .endpoint_positions(*end, now.axis)
                    .is_some_and(|way| way.into_iter().all(|value| (value - middle).abs() <= reach))
            })
            .collect();
        let [low, high] = self.range;
        let around = near.iter().chain(&now.ends).filter_map(|end| self.endpoint_positions(*end, now.axis)).flatten();
        let (from, to) = around
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        let whole = (low.min_element(), high.max_element());
        if !(from < to && whole.0 < whole.1) {
            return Glass::NONE;
        }
        let glass = Glass { from: [from, to], to: [whole.0, whole.1] };
        let [_, bottom] = block.field;
        let [top, _] = block.bars;
        let funnel = [point(whole.0, bottom), point(whole.1, bottom), point(to, top), point(from, top)];
        picture.add(Role::Region, "magnified", Form::Polygon(funnel.to_vec()));
        let others = near.iter().copied().filter(|end| !now.ends.contains(end));
        self.lines(picture, now.axis, block, others, glass);
        glass
    }
}

pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

const DASHES: u32 = 6;

/// Adds a line, dashed for an upper endpoint.
fn dashed(picture: &mut Picture, role: Role, key: Key, [from, to]: [DVec3; 2], dashes: bool) {
    if !dashes {
        return picture.segment(role, key, from, to);
    }
    for k in 0..DASHES {
        picture.segment(
            role,
            key.clone(),
            from.lerp(to, (f64::from(k) + 0.0) / f64::from(DASHES)),
            from.lerp(to, (f64::from(k) + 0.6) / f64::from(DASHES)),
        );
    }
}

/// Mark id of a pair, the same in all steps and views.
pub(super) fn pair_key([a, b]: [u32; 2]) -> String {
    format!("pair/{a}/{b}")
}
