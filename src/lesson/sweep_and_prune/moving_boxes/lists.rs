//! Lanes of new lists: the endpoints of all boxes at their bars and in one sorted row, and the gap of two boxes.

use super::lanes::{AXES, point};
use super::{MAX_ALL_ENDPOINTS, MAX_NAMED, MovingBoxes, VISIBLE_DISPLACEMENT};
use crate::answer::number::length;
use crate::picture::{Form, Picture, Role};

/// Distance of two equal endpoints of a box from the middle of its row, in rows.
const EQUAL_ENDPOINTS_APART: f64 = 0.25;

/// Height of the sorted list of few boxes below the bars, in rows.
const LIST_HEIGHT: f64 = 1.0;

/// Height of the sorted list of many boxes, as a fraction of the height of the bars.
const TICKS_HEIGHT: f64 = 0.25;

/// Distance of min endpoints above and of max endpoints below the middle of a list, in rows: none covers another.
const MAX_BELOW_MIN: f64 = 0.15;

impl MovingBoxes {
    /// Adds the endpoints of all boxes on an axis, if there are few.
    pub(super) fn add_endpoints(&self, picture: &mut Picture, axis: usize) {
        if self.count > MAX_ALL_ENDPOINTS {
            return;
        }
        for body in 0..self.now.len() as u32 {
            let Some([min, max]) = self.now(body) else { continue };
            let row = self.row(axis, body);
            // Equal endpoints are one above the other, so that both are visible.
            let apart = if min[axis] == max[axis] { EQUAL_ENDPOINTS_APART } else { 0.0 };
            for (role, value, place) in
                [(Role::Horizon, min[axis], row - apart), (Role::Interval, max[axis], row + apart)]
            {
                if value.is_finite() {
                    picture.point(role, self.key(body), point(value, place));
                }
            }
        }
    }

    /// Whether the sorted lists are drawn below the bars: new ones.
    pub fn has_lists(&self) -> bool {
        self.was_empty() && self.count > 1
    }

    /// Height of the sorted list of an axis whose bars have a height of `bars`, in rows.
    pub(super) fn list_height(&self, bars: f64) -> f64 {
        match self.has_lists() {
            false => 0.0,
            true if self.count <= MAX_NAMED => LIST_HEIGHT,
            true => TICKS_HEIGHT * bars,
        }
    }

    /// Adds the sorted list of an axis: the endpoints of all boxes in one row, as ticks for many boxes.
    pub(super) fn add_list(&self, picture: &mut Picture, axis: usize) {
        if !self.has_lists() {
            return;
        }
        if self.count > MAX_NAMED {
            return self.add_ticks(picture, axis);
        }
        let row = self.block(axis).list;
        for body in 0..self.now.len() as u32 {
            let Some([min, max]) = self.now(body) else { continue };
            for (role, value, place) in
                [(Role::Horizon, min[axis], row - MAX_BELOW_MIN), (Role::Interval, max[axis], row + MAX_BELOW_MIN)]
            {
                if value.is_finite() {
                    picture.point(role, self.key(body), point(value, place));
                }
            }
        }
    }

    /// Adds a tick for each endpoint of an axis to its sorted list: min endpoints above max endpoints.
    fn add_ticks(&self, picture: &mut Picture, axis: usize) {
        let block = self.block(axis);
        let middle = block.list;
        let half = 0.4 * self.list_height(block.bars[1] - block.bars[0]);
        for body in 0..self.now.len() as u32 {
            let Some([min, max]) = self.now(body) else { continue };
            for (role, value, end) in
                [(Role::Horizon, min[axis], middle - half), (Role::Interval, max[axis], middle + half)]
            {
                if value.is_finite() {
                    picture.segment(role, self.key(body), point(value, middle), point(value, end));
                }
            }
        }
    }

    /// Adds the gap of two boxes on an axis, with its length; a gap too small to be seen is a line.
    pub(super) fn add_gap_line(&self, picture: &mut Picture, axis: usize) {
        let pair = self.two_boxes_apart_on(axis);
        let Some([low, high]) = pair.and_then(|pair| self.shared(pair, axis)) else { return };
        let rows = self.block(axis).bars;
        let middle = 0.5 * (low + high);
        let key = format!("gap/{}", AXES[axis]);
        if low - high < VISIBLE_DISPLACEMENT * (self.range[1] - self.range[0]).max_element() {
            picture.segment(Role::Gap, key.clone(), point(middle, rows[0]), point(middle, rows[1]));
        } else {
            picture.add(Role::Gap, key.clone(), Form::Band { ends: [high, low], rows });
        }
        picture.label(
            Role::Gap,
            key,
            point(middle, 0.5 * (rows[0] + rows[1])),
            format!("gap {}", &*length(low - high)),
        );
    }
}
