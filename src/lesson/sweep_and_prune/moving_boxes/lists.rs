//! Marks of new lists on the number lines: the endpoints of all boxes at their bars and in the sorted list below, and
//! the gap between two boxes.

use contact_lens_model::answer::number::length;
use contact_lens_picture::{Form, Picture, Role};

use super::lanes::{AXES, ROWS_OF_UNIT_HEIGHT, point};
use super::{AxisEnd, MAX_ALL_ENDPOINTS, MovingBoxes, VISIBLE_DISPLACEMENT};

/// Distance of two equal endpoints of a box from the middle of its row, in rows, so that both are visible.
const EQUAL_ENDPOINTS_OFFSET: f64 = 0.25;

/// Largest number of boxes whose sorted lists have a point for each endpoint.
const MAX_LISTED: usize = 32;

/// Height of the sorted list of few boxes below the bars, in rows.
const LIST_HEIGHT: f64 = 2.0;

/// Position of the points of a sorted list in its height, as a fraction from the top: the lines above them connect each
/// point to the coordinate of its endpoint.
const LIST_POINTS: f64 = 0.75;

/// Height of the sorted list of many boxes, as a fraction of the height of the bars.
const TICKS_HEIGHT: f64 = 0.25;

/// Length of a tick above or below the middle of a list, as a fraction of the height of the list.
const TICK_LENGTH: f64 = 0.4;

impl MovingBoxes {
    /// Adds the endpoints of all boxes on an axis, if there are few.
    pub(super) fn add_endpoints(&self, picture: &mut Picture, axis: usize) {
        if self.count > MAX_ALL_ENDPOINTS {
            return;
        }
        for body in 0..self.now.len() as u32 {
            let Some([min, max]) = self.now(body) else { continue };
            let row = self.row(axis, body);
            let offset = if min[axis] == max[axis] { EQUAL_ENDPOINTS_OFFSET } else { 0.0 };
            self.add_endpoint(picture, Role::Horizon, body, min[axis], row - offset);
            self.add_endpoint(picture, Role::Interval, body, max[axis], row + offset);
        }
    }

    /// Adds an endpoint of a body as a point at the coordinate `value` and the vertical position `row`; nothing for an
    /// infinite endpoint.
    fn add_endpoint(&self, picture: &mut Picture, role: Role, body: u32, value: f64, row: f64) {
        if value.is_finite() {
            picture.point(role, self.key(body), point(value, row));
        }
    }

    /// Whether the sorted lists are drawn below the bars: only in a frame that builds them.
    pub fn has_lists(&self) -> bool {
        self.was_empty() && self.count > 1
    }

    /// Height of the sorted list of an axis whose bars have a height of `bars`, in rows.
    pub(super) fn list_height(&self, bars: f64) -> f64 {
        if !self.has_lists() {
            0.0
        } else if self.count <= MAX_LISTED {
            LIST_HEIGHT * (bars / ROWS_OF_UNIT_HEIGHT).max(1.0)
        } else {
            TICKS_HEIGHT * bars
        }
    }

    /// Adds the sorted list of an axis with its name: a row of points in the order of the list, or ticks at the
    /// coordinates of many boxes.
    pub(super) fn add_list(&self, picture: &mut Picture, axis: usize) {
        if !self.has_lists() {
            return;
        }
        let [top, bottom] = self.block(axis).bars;
        let rows = [bottom, bottom + self.list_height(bottom - top)];
        // The lists of the other axes look alike, and a picture has a limited number of texts.
        let name = if axis == 0 { "sorted" } else { "" };
        picture.lane(Role::Ghost, format!("list/{}", AXES[axis]), rows, name);
        if self.count > MAX_LISTED {
            return self.add_ticks(picture, axis);
        }
        let mut ends = self.sorted_ends(axis);
        ends.retain(|end| end.value.is_finite());
        let [low, high] = self.ends_of_scale();
        let row = rows[0] + LIST_POINTS * (rows[1] - rows[0]);
        for (rank, AxisEnd { body, value, is_max }) in ends.iter().enumerate() {
            let x = low + (high - low) * (rank as f64 + 0.5) / ends.len() as f64;
            picture.segment(Role::Grid, format!("list/{}/{rank}", AXES[axis]), point(*value, bottom), point(x, row));
            let role = if *is_max { Role::Interval } else { Role::Horizon };
            picture.point(role, self.key(*body), point(x, row));
        }
    }

    /// Least and greatest finite coordinate on any axis that has a lane, meters.
    fn ends_of_scale(&self) -> [f64; 2] {
        let [low, high] = self.range;
        let axes = 0..self.axes;
        let least = axes.clone().map(|axis| low[axis]).filter(|x| x.is_finite()).fold(f64::INFINITY, f64::min);
        let greatest = axes.map(|axis| high[axis]).filter(|x| x.is_finite()).fold(f64::NEG_INFINITY, f64::max);
        [least, greatest]
    }

    /// Adds a tick for each endpoint of an axis to its sorted list: min endpoints above max endpoints.
    fn add_ticks(&self, picture: &mut Picture, axis: usize) {
        let block = self.block(axis);
        let middle = block.list;
        let length = TICK_LENGTH * self.list_height(block.bars[1] - block.bars[0]);
        for body in 0..self.now.len() as u32 {
            let Some([min, max]) = self.now(body) else { continue };
            for (role, value, end) in
                [(Role::Horizon, min[axis], middle - length), (Role::Interval, max[axis], middle + length)]
            {
                if value.is_finite() {
                    picture.segment(role, self.key(body), point(value, middle), point(value, end));
                }
            }
        }
    }

    /// Adds the gap of the only two boxes of a frame on an axis, with its length; a gap too small to be seen is a line.
    /// Nothing for other frames.
    pub(super) fn add_gap_line(&self, picture: &mut Picture, axis: usize) {
        let Some(pair) = self.two_boxes_apart_on(axis) else { return };
        // The lower end of the common interval is above its upper end.
        let Some([low, high]) = self.shared(pair, axis) else { return };
        let rows = self.block(axis).bars;
        let [top, bottom] = rows;
        let middle = 0.5 * (low + high);
        let key = format!("gap/{}", AXES[axis]);
        if low - high < VISIBLE_DISPLACEMENT * (self.range[1] - self.range[0]).max_element() {
            picture.segment(Role::Gap, key.clone(), point(middle, top), point(middle, bottom));
        } else {
            picture.add(Role::Gap, key.clone(), Form::Band { ends: [high, low], rows });
        }
        let text = format!("gap {}", &*length(low - high));
        picture.label(Role::Gap, key, point(middle, 0.5 * (top + bottom)), text);
    }
}
