//! Pane of the current swap: overlap or gap of its two boxes on each axis. Boxes overlap if they do so on all axes.

use super::lanes::AXES;
use super::{Crossing, Effect, Look, MovingBoxes};
use crate::answer::number::length;
use crate::picture::{Form, NOTE_KEY, Picture, Role};

/// Height of an axis, in rows.
const ROW: f64 = 1.0;

/// Space between the last axis and the effect of the swap, in rows.
const EFFECT_SPACE: f64 = 0.3;

/// Largest length of a name in a bar, in bytes.
const MAX_NAME_LENGTH: usize = 4;

/// Vertical positions of the bars of A and of B, as fractions of a row from its top.
const BAR_OF_A: f64 = 0.32;
const BAR_OF_B: f64 = 0.68;

/// Thickness of a bar, in rows.
const BAR_THICKNESS: f64 = 0.3;

/// Thickness of the mark of a gap, in rows.
const GAP_THICKNESS: f64 = 0.12;

/// Returns `x` if it is in the range `±half`, and an infinity of its sign beyond, which is drawn as an arrow tip.
fn open_beyond_scale(x: f64, half: f64) -> f64 {
    if x.abs() > half { x.signum() * f64::INFINITY } else { x }
}

impl MovingBoxes {
    /// Picture of the marks that are the same for all swaps of the frame: the scale, with the middle of the two boxes'
    /// common interval or gap at 0, and space for the widest note.
    fn picture_of_scale(&self) -> Picture {
        let half = self.widest_box();
        let mut picture = Picture::default();
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
        picture.add(Role::Grid, "range", Form::Band { ends: [-half, half], rows: [0.0, self.effect_row() + ROW] });
        // Reserves space for the widest note, so that the scale does not move.
        let note = String::from("apart 0.0000 m");
        picture.add(Role::Grid, "gutter", Form::Lane { rows: [0.0; 2], name: String::new(), note });
        picture
    }

    /// Greatest finite extent of a box along an axis, meters; 1 if all boxes are points.
    fn widest_box(&self) -> f64 {
        let widths = self.now.iter().flatten();
        let widths = widths.map(|[min, max]| (0..self.axes).map(|axis| max[axis] - min[axis]).fold(0.0, f64::max));
        let widest = widths.filter(|width| width.is_finite()).fold(0.0, f64::max);
        if widest > 0.0 { widest } else { 1.0 }
    }

    /// Row of the swap's effect.
    fn effect_row(&self) -> f64 {
        ROW * self.axes as f64 + EFFECT_SPACE
    }

    /// Picture of the swap's two boxes on each axis, with the middle of their common interval at 0.
    pub fn swap(&self, look: &Look) -> Picture {
        let Some(now) = look.current_swap() else { return self.frame_totals(look) };
        let mut picture = self.picture_of_scale();
        (0..self.axes).for_each(|axis| self.add_axis(&mut picture, axis, now, look.is_effect_known));
        let [a, b] = now.pair().map(|body| self.name(body));
        let (role, note) = match (look.is_effect_known, now.effect) {
            (false, _) => (Role::Text, String::new()),
            (true, Effect::Begins) => (Role::Simplex, format!("pair {{{a}, {b}}} begins")),
            (true, Effect::Ends) => (Role::Simplex, format!("pair {{{a}, {b}}} ends")),
            (true, Effect::Nothing) => (Role::Text, String::from("no pair begins or ends")),
        };
        let rows = [self.effect_row(), self.effect_row() + ROW];
        picture.add(role, "swap", Form::Lane { rows, name: String::new(), note });
        picture
    }

    /// Picture of a step without a swap: the totals of the frame.
    fn frame_totals(&self, look: &Look) -> Picture {
        let count = look.count.map_or_else(|| String::from("not known yet"), |n| n.to_string());
        let mut entries = vec![
            (Role::Axis, String::from("no swap in this step"), String::new()),
            (Role::Text, String::from("boxes"), self.count.to_string()),
            (Role::Text, String::from("overlapping pairs"), count),
        ];
        for (axis, note) in AXES.iter().zip(&look.notes) {
            entries.push((Role::Text, format!("on {axis}, in this frame"), note.clone()));
        }
        let mut picture = Picture::default();
        for (i, (role, name, note)) in entries.into_iter().enumerate() {
            picture.add(role, NOTE_KEY, Form::Entry { row: 0.5 + i as f64, name, note, dot: false });
        }
        picture
    }

    /// Adds the row of an axis: the intervals of the swap's boxes, and once the effect is known, their overlap or gap.
    fn add_axis(&self, picture: &mut Picture, axis: usize, now: &Crossing, is_effect_known: bool) {
        let pair = now.pair();
        let Some([low, high]) = self.shared(pair, axis) else { return };
        let top = ROW * axis as f64;
        let is_axis_of_swap = axis == now.axis;
        let middle = 0.5 * (low + high);
        let middle = if middle.is_finite() { middle } else { 0.0 };
        // An interval beyond the scale ends in an arrow tip.
        let half = self.widest_box();
        let rows = [top, top + ROW];
        let key = format!("axis/{}", AXES[axis]);
        let note = match (is_effect_known, low <= high) {
            (false, _) => String::new(),
            (true, true) => length(high - low).text,
            (true, false) => format!("apart {}", &*length(low - high)),
        };
        let role = if is_axis_of_swap { Role::Axis } else { Role::Text };
        picture.add(role, key, Form::Lane { rows, name: AXES[axis].to_owned(), note });
        for (body, role, row) in [(pair[0], Role::ShapeA, top + BAR_OF_A), (pair[1], Role::ShapeB, top + BAR_OF_B)] {
            let Some([min, max]) = self.now(body) else { continue };
            let ends = [min[axis], max[axis]].map(|x| open_beyond_scale(x - middle, half));
            let text =
                Some(self.name(body)).filter(|name| name.len() <= MAX_NAME_LENGTH).unwrap_or_default().to_owned();
            let bar = Form::Interval { ends, row, thickness: BAR_THICKNESS, solid: true, text };
            picture.add(role, self.key(body), bar);
        }
        let ends = [low, high].map(|x| open_beyond_scale(x - middle, half));
        if is_effect_known && low <= high {
            let is_new = is_axis_of_swap && now.effect == Effect::Begins;
            let role = if is_new { Role::Simplex } else { Role::Overlap };
            picture.add(role, format!("shared/{}", AXES[axis]), Form::Band { ends, rows });
        } else if is_effect_known {
            let row = top + 0.5;
            let gap = Form::Interval { ends, row, thickness: GAP_THICKNESS, solid: false, text: String::new() };
            picture.add(Role::Gap, format!("gap/{}", AXES[axis]), gap);
        }
    }
}
