//! View of the current swap: the overlap or gap of its two boxes on each axis. Boxes overlap if their intervals overlap
//! on all axes. In steps without a swap, the view has the totals of the frame.

use contact_lens_model::answer::number::length;
use contact_lens_picture::{Form, NOTE_KEY, Picture, Role};

use super::lanes::AXES;
use super::{Crossing, Effect, Look, MovingBoxes};

/// Height of an axis, in rows.
const ROW: f64 = 1.0;

/// Space between the last axis and the effect of the swap, in rows.
const EFFECT_SPACE: f64 = 0.3;

/// Largest length of a name in a bar, in bytes; a longer one would not fit.
const MAX_NAME_LENGTH: usize = 4;

/// Vertical position of the bar of A, as a fraction of a row from its top.
const BAR_OF_A: f64 = 0.32;

/// Vertical position of the bar of B, as a fraction of a row from its top.
const BAR_OF_B: f64 = 0.68;

/// Thickness of a bar, in rows.
const BAR_THICKNESS: f64 = 0.3;

/// Thickness of the mark of a gap, in rows.
const GAP_THICKNESS: f64 = 0.12;

/// Returns the coordinate `x` if it is on the scale from `−half` to `half`, and an infinity of its sign beyond, which
/// is drawn as an arrow tip.
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

    /// Greatest extent along an axis of the boxes that are finite, meters; 1 if all of these are points.
    fn widest_box(&self) -> f64 {
        let mut widest = 0.0_f64;
        for [min, max] in self.now.iter().flatten() {
            let width = (0..self.axes).map(|axis| max[axis] - min[axis]).fold(0.0, f64::max);
            if width.is_finite() {
                widest = widest.max(width);
            }
        }
        if widest > 0.0 { widest } else { 1.0 }
    }

    /// Vertical position of the top of the swap's effect, in rows.
    fn effect_row(&self) -> f64 {
        ROW * self.axes as f64 + EFFECT_SPACE
    }

    /// Picture of the swap's two boxes on each axis, with the middle of their common interval at 0.
    pub fn swap(&self, look: &Look) -> Picture {
        let Some(now) = look.current_swap() else { return self.frame_totals(look) };
        let mut picture = self.picture_of_scale();
        for axis in 0..self.axes {
            self.add_axis(&mut picture, axis, now, look.is_effect_known);
        }
        let [a, b] = now.pair().map(|body| self.name(body));
        let mut role = Role::Text;
        let mut note = String::new();
        if look.is_effect_known {
            role = if now.effect == Effect::Nothing { Role::Text } else { Role::Simplex };
            note = match now.effect {
                Effect::Begins => format!("pair {{{a}, {b}}} begins"),
                Effect::Ends => format!("pair {{{a}, {b}}} ends"),
                Effect::Nothing => String::from("no pair begins or ends"),
            };
        }
        let rows = [self.effect_row(), self.effect_row() + ROW];
        picture.add(role, "swap", Form::Lane { rows, name: String::new(), note });
        picture
    }

    /// Picture of a step without a swap: the totals of the frame.
    fn frame_totals(&self, look: &Look) -> Picture {
        let pair_count = look.count.map_or_else(|| String::from("not known yet"), |count| count.to_string());
        let mut picture = Picture::default();
        add_entry(&mut picture, 0, Role::Axis, "no swap in this step", "");
        add_entry(&mut picture, 1, Role::Text, "boxes", &self.count.to_string());
        add_entry(&mut picture, 2, Role::Text, "overlapping pairs", &pair_count);
        for (i, (axis, note)) in AXES.iter().zip(&look.notes).enumerate() {
            add_entry(&mut picture, 3 + i, Role::Text, &format!("on {axis}, in this frame"), note);
        }
        picture
    }

    /// Adds the row of an axis: the intervals of the swap's boxes, and once the effect is known, their overlap or gap.
    fn add_axis(&self, picture: &mut Picture, axis: usize, now: &Crossing, is_effect_known: bool) {
        let pair = now.pair();
        let Some([low, high]) = self.shared(pair, axis) else { return };
        let does_overlap = low <= high;
        let is_axis_of_swap = axis == now.axis;
        let top = ROW * axis as f64;
        let rows = [top, top + ROW];
        let note = if !is_effect_known {
            String::new()
        } else if does_overlap {
            length(high - low).text
        } else {
            format!("apart {}", &*length(low - high))
        };
        let role = if is_axis_of_swap { Role::Axis } else { Role::Text };
        let lane = Form::Lane { rows, name: AXES[axis].to_owned(), note };
        picture.add(role, format!("axis/{}", AXES[axis]), lane);
        let middle = 0.5 * (low + high);
        let middle = if middle.is_finite() { middle } else { 0.0 };
        let [a, b] = pair;
        self.add_bar(picture, Role::ShapeA, a, axis, middle, top + BAR_OF_A);
        self.add_bar(picture, Role::ShapeB, b, axis, middle, top + BAR_OF_B);
        if !is_effect_known {
            return;
        }
        let half = self.widest_box();
        let ends = [low, high].map(|x| open_beyond_scale(x - middle, half));
        if does_overlap {
            let is_new = is_axis_of_swap && now.effect == Effect::Begins;
            let role = if is_new { Role::Simplex } else { Role::Overlap };
            picture.add(role, format!("shared/{}", AXES[axis]), Form::Band { ends, rows });
        } else {
            let row = top + 0.5;
            let gap = Form::Interval { ends, row, thickness: GAP_THICKNESS, solid: false, text: String::new() };
            picture.add(Role::Gap, format!("gap/{}", AXES[axis]), gap);
        }
    }

    /// Adds the interval of a body on an axis at the vertical position `row`; nothing for an absent body. `middle` is
    /// the coordinate that the scale shows as 0, meters.
    fn add_bar(&self, picture: &mut Picture, role: Role, body: u32, axis: usize, middle: f64, row: f64) {
        let Some([min, max]) = self.now(body) else { return };
        let half = self.widest_box();
        let ends = [min[axis], max[axis]].map(|x| open_beyond_scale(x - middle, half));
        let name = self.name(body);
        let text = if name.len() <= MAX_NAME_LENGTH { name.to_owned() } else { String::new() };
        picture.add(role, self.key(body), Form::Interval { ends, row, thickness: BAR_THICKNESS, solid: true, text });
    }
}

/// Adds line `index` of a list, with a name at the left and a note at the right.
fn add_entry(picture: &mut Picture, index: usize, role: Role, name: &str, note: &str) {
    let row = 0.5 + index as f64;
    picture.add(role, NOTE_KEY, Form::Entry { row, name: name.to_owned(), note: note.to_owned(), dot: false });
}
