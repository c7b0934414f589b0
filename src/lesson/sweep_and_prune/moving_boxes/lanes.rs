//! Number lines of sweep and prune: the intervals of all boxes on each axis, and above them a field with lines from the
//! previous to the current endpoints. Each crossing of two lines is one swap.

use contact_lens_model::answer::number::with_noun;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::{DENSITY_BODIES, End, Look, MovingBoxes};

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

/// Number of bins of an axis in which intervals are counted: more than the view has pixels.
const DENSITY_BINS: usize = 4_096;

/// Largest number of bars on all axes together up to which each bar has a name.
const NAMED_BARS: usize = 12;

/// Largest number of boxes up to which the bars on the axis of the sweep have names.
const NAMED_ON_AXIS: usize = 14;

/// Smallest height of an axis, as a fraction of the highest one: few rows next to many are spread.
const LEAST_HEIGHT: f64 = 0.15;

/// Height of a density strip, in rows.
const STRIP_HEIGHT: f64 = 3.0;

/// Number of rows of the highest axis up to which fields and spaces have their heights in rows; with more rows, they
/// grow in proportion, so that they stay visible.
pub(super) const ROWS_OF_UNIT_HEIGHT: f64 = 12.0;

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
    /// Marks of the lanes that do not change from step to step: scale, bars, and lines of the endpoints.
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
                self.add_lines(&mut picture, axis, block, self.all_ends(), Magnification::NONE);
            }
        }
        picture
    }

    /// Picture of the lanes in a beat.
    pub fn lanes(&self, look: &Look) -> Picture {
        let mut picture = Picture::default();
        for axis in 0..self.axes {
            self.add_lane(&mut picture, axis, look);
        }
        let past_count = look.done.len() - usize::from(look.has_current_swap);
        for crossing in &look.done[..past_count] {
            if self.is_plain(crossing.axis) {
                self.add_effect(&mut picture, crossing, Magnification::NONE);
            }
        }
        if let Some(now) = look.current_swap() {
            let magnification = if self.is_plain(now.axis) {
                Magnification::NONE
            } else {
                self.add_magnified_field(&mut picture, now, &look.near)
            };
            for axis in 0..self.axes {
                self.add_bars_of_swap(&mut picture, axis, now, look.is_effect_known);
            }
            self.add_current_swap(&mut picture, now, look.is_effect_known, magnification);
        }
        picture
    }

    /// Adds the name of an axis, its number of swaps, and in a step with new boxes their endpoints and the sorted list.
    fn add_lane(&self, picture: &mut Picture, axis: usize, look: &Look) {
        let block = self.block(axis);
        let is_current = look.axis == Some(axis);
        // The sweep compares the counts of all axes.
        let is_sweep = look.axis.is_some() && look.is_insertion;
        let role = if is_current { Role::Axis } else { Role::Text };
        let note = if is_sweep { with_noun(self.overlap_count(axis), "overlap") } else { String::new() };
        let lane = Form::Lane { rows: block.bars, name: self.axis_label(axis), note };
        picture.add(role, format!("axis/{}", AXES[axis]), lane);
        if look.is_insertion {
            self.add_endpoints(picture, axis);
            self.add_list(picture, axis);
        }
        if is_sweep && is_current {
            self.add_gap_line(picture, axis);
        }
        if self.has_swaps[axis]
            && let Some(swaps) = look.notes.get(axis)
        {
            // The number of swaps is between the names of the field's edges: next to the bars it would narrow them.
            let [top, bottom] = block.field;
            let middle = 0.5 * (top + bottom);
            let half = top - block.head;
            let rows = [middle - half, middle + half].map(|row| row.clamp(top, bottom));
            picture.lane(Role::Ghost, format!("swaps/{}", AXES[axis]), rows, swaps.clone());
        }
    }

    /// Layout of an axis; it has a field above its bars if endpoints are sorted on it.
    pub(super) fn block(&self, axis: usize) -> Block {
        let is_dense = self.count >= DENSITY_BODIES;
        let heights_of_bars = self.heights_of_bars();
        let most_rows = heights_of_bars.iter().copied().fold(0.0, f64::max);
        let unit = if is_dense { 1.0 } else { (most_rows / ROWS_OF_UNIT_HEIGHT).max(1.0) };
        let field_height = FIELD_HEIGHT * unit;
        let are_all_plain = (0..self.axes).all(|axis| self.is_plain(axis));
        let below_field = if are_all_plain { FIELD_SPACE } else { MAGNIFIED_FIELD_SPACE * field_height };
        let height_above_bars = HEAD_HEIGHT * unit + field_height + below_field;
        let mut head = 0.0;
        for (bars, has_swaps) in heights_of_bars.iter().zip(&self.has_swaps).take(axis) {
            let above_bars = if *has_swaps { height_above_bars } else { 0.0 };
            head += above_bars + bars + self.list_height(*bars) + AXIS_SPACE * unit;
        }
        let field_top = head + HEAD_HEIGHT * unit;
        let bars_top = head + if self.has_swaps[axis] { height_above_bars } else { 0.0 };
        let bars_bottom = bars_top + heights_of_bars[axis];
        Block {
            head,
            field: [field_top, field_top + field_height],
            bars: [bars_top, bars_bottom],
            list: bars_bottom + 0.5 * self.list_height(heights_of_bars[axis]),
        }
    }

    /// Heights of the bars of all axes, in rows.
    fn heights_of_bars(&self) -> Vec<f64> {
        let is_dense = self.count >= DENSITY_BODIES;
        let mut heights: Vec<f64> =
            (0..self.axes).map(|axis| if is_dense { STRIP_HEIGHT } else { self.rows.count(axis) as f64 }).collect();
        let most = heights.iter().copied().fold(0.0, f64::max);
        for height in &mut heights {
            *height = height.max(LEAST_HEIGHT * most);
        }
        heights
    }

    /// Vertical position of the middle of a body's bar, in rows from the top of the view.
    pub(super) fn row(&self, axis: usize, body: u32) -> f64 {
        let [top, bottom] = self.block(axis).bars;
        let fraction = if self.count >= DENSITY_BODIES {
            // The middle of the strip of density.
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
        let [low, high] = self.range.map(|vertex| vertex[axis]);
        let has_extent = low < high;
        if !has_extent {
            return;
        }
        // Differences between the numbers of intervals in neighboring bins.
        let mut changes = vec![0i64; DENSITY_BINS + 1];
        for [min, max] in self.now.iter().flatten() {
            changes[density_bin(min[axis], low, high)] += 1;
            changes[density_bin(max[axis], low, high) + 1] -= 1;
        }
        let mut open_intervals = 0;
        let mut counts = Vec::with_capacity(DENSITY_BINS);
        for change in &changes[..DENSITY_BINS] {
            open_intervals += change;
            counts.push(open_intervals as u32);
        }
        let density = Form::Density { ends: [low, high], rows: block.bars, counts: counts.into() };
        picture.add(Role::Member, format!("crowd/{}", AXES[axis]), density);
    }

    /// Adds the lines of the endpoints `ends` in the field of an axis, in the colors of lower and of upper endpoints.
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
                let role = if end.is_max { Role::Ghost } else { Role::Member };
                picture.segment(role, self.key(end.body), from, to);
            }
        }
    }

    /// Line of an endpoint from its previous to its current position; `None` for infinite or new endpoints.
    pub(super) fn line(&self, end: End, axis: usize, block: Block, magnification: Magnification) -> Option<[DVec3; 2]> {
        let [from, to] = self.endpoint_positions(end, axis)?;
        if !from.is_finite() || !to.is_finite() {
            return None;
        }
        let [top, bottom] = block.field;
        Some([point(magnification.at(from), top), point(magnification.at(to), bottom)])
    }
}

/// Index of the bin of a coordinate `value` on an axis from `low` to `high`, meters; the first or last bin beyond.
fn density_bin(value: f64, low: f64, high: f64) -> usize {
    ((value - low) / (high - low) * DENSITY_BINS as f64).clamp(0.0, DENSITY_BINS as f64 - 1.0) as usize
}

/// Names of the axes.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

/// Mark id of a pair, the same in all steps and views.
pub(super) fn pair_key([a, b]: [u32; 2]) -> String {
    format!("pair/{a}/{b}")
}
