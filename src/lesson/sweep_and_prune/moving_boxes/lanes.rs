//! Number lines of sweep and prune: the intervals of all boxes on each axis, and above them a field with lines from the
//! previous to the current endpoints. Each crossing of two lines is one swap.

use glam::DVec3;

use super::{DENSITY_BODIES, End, Look, MovingBoxes};
use crate::answer::number::with_noun;
use crate::picture::{Form, Picture, Role};

/// Height above a field, in rows, for the upper half of its name.
const HEAD_HEIGHT: f64 = 0.6;

/// Height of the field in which lines go from the previous to the current endpoints, in rows.
const FIELD_HEIGHT: f64 = 2.6;

/// Space between field and bars, in rows.
const FIELD_SPACE: f64 = 0.65;

/// Space between a magnified field and the bars, for the connection, as a fraction of the field's height.
const MAGNIFIED_FIELD_SPACE: f64 = 0.3;

/// Space between two axes, in rows.
const AXIS_SPACE: f64 = 0.7;

/// Number of bins of an axis in which intervals are counted.
const DENSITY_BINS: usize = 4_096;

/// Largest number of bars with a name each, on all axes together.
const NAMED_BARS: usize = 12;

/// Largest number of boxes whose bars on one axis have names.
const NAMED_ON_AXIS: usize = 14;

/// Smallest height of an axis, as a fraction of the highest one: few rows next to many are spread.
const LEAST_HEIGHT: f64 = 0.15;

/// Height of a density strip, in rows.
const STRIP_HEIGHT: f64 = 3.0;

/// Number of rows of the highest axis up to which fields and spaces have their heights in rows; with more rows, they
/// grow in proportion, so that they stay visible.
const ROWS_OF_UNIT_HEIGHT: f64 = 12.0;

/// Thickness of a bar, in rows.
pub(super) const BAR_THICKNESS: f64 = 0.88;

/// Vertical layout of one axis, in rows from the top of the view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Top of the space above the field, which has the upper half of the field's name.
    pub(super) head: f64,
    /// Top and bottom of the field of lines; empty without swaps.
    pub(super) field: [f64; 2],
    /// Top and bottom of the bars.
    pub(super) bars: [f64; 2],
    /// Row of the sorted list of endpoints, below the bars.
    pub(super) list: f64,
}

/// Map from coordinates of an axis to the scale of the lanes: the identity, or a magnification.
#[derive(Clone, Copy, Debug)]
pub(super) struct Magnification {
    /// Mapped interval of the axis, meters.
    pub(super) from: [f64; 2],
    /// Image of that interval on the scale of the lanes, meters.
    pub(super) to: [f64; 2],
}

impl Magnification {
    /// No magnification.
    pub(super) const NONE: Self = Self { from: [0.0, 1.0], to: [0.0, 1.0] };

    /// Maps a coordinate of the axis to its position on the scale of the lanes, meters.
    pub(super) fn at(&self, value: f64) -> f64 {
        let [low, high] = self.from;
        let [left, right] = self.to;
        left + (value - low) / (high - low) * (right - left)
    }
}

/// Point of a picture of lanes: the value along x, the row along y.
pub(super) fn point(value: f64, row: f64) -> DVec3 {
    DVec3::new(value, row, 0.0)
}

impl MovingBoxes {
    /// Fixed marks of the lanes.
    pub fn fixed_lane_marks(&self) -> Picture {
        let mut picture = Picture::default();
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
        for axis in 0..self.axes {
            let block = self.block(axis);
            self.add_bars(&mut picture, axis, block);
            if self.has_swaps[axis] {
                self.add_edge_names(&mut picture, axis, block);
            }
            if self.has_swaps[axis] && self.is_plain(axis) {
                let all = (0..self.now.len() as u32).flat_map(|body| [false, true].map(|is_max| End { body, is_max }));
                self.add_lines(&mut picture, axis, block, all, Magnification::NONE);
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
            let rows = [block.bars[0], block.bars[1] + self.list_height(block.bars[1] - block.bars[0])];
            let lane = Form::Lane { rows, name: self.axis_label(axis), note };
            picture.add(role, format!("axis/{name}"), lane);
            if look.is_insertion {
                self.add_endpoints(&mut picture, axis);
                self.add_list(&mut picture, axis);
            }
            if is_sweep && look.axis == Some(axis) {
                self.add_gap_line(&mut picture, axis);
            }
            // The number of swaps is between the names of the field's edges: next to the bars it would narrow them.
            if let Some(swaps) = look.notes.get(axis).filter(|_| self.has_swaps[axis]) {
                let [top, bottom] = block.field;
                let middle = 0.5 * (top + bottom);
                let half = top - block.head;
                let rows = [middle - half, middle + half].map(|row| row.clamp(top, bottom));
                picture.lane(Role::Ghost, format!("swaps/{}", AXES[axis]), rows, swaps.clone());
            }
        }
        let past_count = look.done.len() - usize::from(look.has_current_swap);
        let unmagnified = look.done.iter().take(past_count).filter(|crossing| self.is_plain(crossing.axis));
        unmagnified.for_each(|crossing| self.add_effect(&mut picture, crossing, Magnification::NONE));
        if let Some(now) = look.current_swap() {
            let magnification = if self.is_plain(now.axis) {
                Magnification::NONE
            } else {
                self.add_magnified_field(&mut picture, now, &look.near)
            };
            (0..self.axes).for_each(|axis| self.add_bars_of_swap(&mut picture, axis, now, look.is_effect_known));
            self.add_current_swap(&mut picture, now, look.is_effect_known, magnification);
        }
        picture
    }

    /// Layout of an axis; it has a field above its bars if endpoints are sorted on it.
    pub(super) fn block(&self, axis: usize) -> Block {
        let dense = self.count >= DENSITY_BODIES;
        let mut rows: Vec<f64> =
            (0..self.axes).map(|axis| if dense { STRIP_HEIGHT } else { self.rows.count(axis) as f64 }).collect();
        let most = rows.iter().copied().fold(0.0, f64::max);
        rows.iter_mut().for_each(|count| *count = count.max(LEAST_HEIGHT * most));
        let unit = if dense { 1.0 } else { (most / ROWS_OF_UNIT_HEIGHT).max(1.0) };
        let field = FIELD_HEIGHT * unit;
        let below =
            if (0..self.axes).all(|axis| self.is_plain(axis)) { FIELD_SPACE } else { MAGNIFIED_FIELD_SPACE * field };
        let above: Vec<f64> = self
            .has_swaps
            .iter()
            .map(|sorted| if *sorted { HEAD_HEIGHT * unit + field + below } else { 0.0 })
            .collect();
        let lists: Vec<f64> = rows.iter().map(|bars| self.list_height(*bars)).collect();
        let head: f64 = (0..axis).map(|axis| above[axis] + rows[axis] + lists[axis] + AXIS_SPACE * unit).sum();
        let top = head + HEAD_HEIGHT * unit;
        let bars = head + above[axis];
        let end = bars + rows[axis];
        Block { head, field: [top, top + field], bars: [bars, end], list: end + 0.5 * lists[axis] }
    }

    /// Vertical position of the middle of a body's bar, in rows from the top of the view.
    pub(super) fn row(&self, axis: usize, body: u32) -> f64 {
        let [top, bottom] = self.block(axis).bars;
        let fraction = if self.count >= DENSITY_BODIES {
            0.5
        } else {
            (self.rows.of(axis, body) as f64 + 0.5) / self.rows.count(axis) as f64
        };
        top + fraction * (bottom - top)
    }

    /// Adds the names of the two edges of the field.
    fn add_edge_names(&self, picture: &mut Picture, axis: usize, block: Block) {
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

    /// Adds the bars of all boxes on an axis, or their density with many bodies.
    fn add_bars(&self, picture: &mut Picture, axis: usize, block: Block) {
        if self.count >= DENSITY_BODIES {
            return self.add_density(picture, axis, block);
        }
        for body in 0..self.now.len() as u32 {
            let Some([min, max]) = self.now(body) else { continue };
            let ends = [min[axis], max[axis]];
            let row = self.row(axis, body);
            let text = if self.has_names(axis) { self.name(body).to_owned() } else { String::new() };
            picture.add(
                Role::Member,
                self.key(body),
                Form::Interval { ends, row, thickness: BAR_THICKNESS, solid: false, text },
            );
        }
    }

    /// Adds the density strip of an axis: the number of intervals that cover each bin.
    fn add_density(&self, picture: &mut Picture, axis: usize, block: Block) {
        let [low, high] = self.range.map(|corner| corner[axis]);
        if !(low < high) {
            return;
        }
        // Differences between the numbers of intervals in neighboring bins.
        let mut changes = vec![0i64; DENSITY_BINS + 1];
        for [min, max] in self.now.iter().flatten() {
            let [first, last] = [min, max].map(|end| {
                ((end[axis] - low) / (high - low) * DENSITY_BINS as f64).clamp(0.0, DENSITY_BINS as f64 - 1.0) as usize
            });
            changes[first] += 1;
            changes[last + 1] -= 1;
        }
        let mut open_intervals = 0;
        let counts = changes[..DENSITY_BINS].iter().map(|change| {
            open_intervals += change;
            open_intervals as u32
        });
        let density = Form::Density { ends: [low, high], rows: block.bars, counts: counts.collect() };
        picture.add(Role::Member, format!("crowd/{}", AXES[axis]), density);
    }

    /// Adds lines of endpoints: lower ones solid, upper ones dashed.
    pub(super) fn add_lines(
        &self,
        picture: &mut Picture,
        axis: usize,
        block: Block,
        ends: impl Iterator<Item = End>,
        magnification: Magnification,
    ) {
        for end in ends {
            if let Some([from, to]) = self.line(end, axis, block, magnification) {
                picture.segment(if end.is_max { Role::Ghost } else { Role::Member }, self.key(end.body), from, to);
            }
        }
    }

    /// Line of an endpoint from its previous to its current position; `None` for infinite or new endpoints.
    pub(super) fn line(&self, end: End, axis: usize, block: Block, magnification: Magnification) -> Option<[DVec3; 2]> {
        let [from, to] = self.endpoint_positions(end, axis)?;
        let [top, bottom] = block.field;
        (from.is_finite() && to.is_finite())
            .then(|| [point(magnification.at(from), top), point(magnification.at(to), bottom)])
    }
}

/// Names of the axes.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

/// Mark id of a pair, the same in all steps and views.
pub(super) fn pair_key([a, b]: [u32; 2]) -> String {
    format!("pair/{a}/{b}")
}
