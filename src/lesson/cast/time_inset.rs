//! Inset of the time view of casts: an intersection of intervals that is too narrow to see, stretched to the full width
//! of the view.

use contact_lens_model::answer::number::two_digits;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::interval_text::{ROUNDING, same_decimals};
use super::time_rows::{BAR, TimeRow, TimeRows, text_form};

/// Length below which an interval has an inset, as a fraction of the displayed time: about 30 points of a view.
const MAGNIFIED_BELOW: f64 = 0.08;

/// Height of the connection between the row of the intersection and its inset, in heights of a row.
const CONNECTION_HEIGHT: f64 = 0.6;

/// Height of the inset's frame, in heights of a row.
const FRAME_HEIGHT: f64 = 2.2;

/// Middle of the bar of the previous interval, from the top of the frame in heights of a row.
const PREVIOUS_BAR: f64 = 0.4;

/// Middle of the bar of the current interval, from the top of the frame in heights of a row.
const CURRENT_BAR: f64 = 1.05;

/// Ends of the ticks at the ends of the current interval, from the top of the frame in heights of a row.
const TICKS: [f64; 2] = [1.28, 1.5];

/// Middle of the numbers below the ticks, from the top of the frame in heights of a row.
const NUMBERS: f64 = 1.8;

/// Space in the inset at either side of the interval, in widths of the interval.
const MARGIN: f64 = 0.2;

impl TimeRows {
    /// Time range of the inset on an interval that is too narrow to see, seconds; `None` for others.
    pub(super) fn inset_range(&self, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let width = to - from;
        let is_narrow = width > ROUNDING * self.duration && width < MAGNIFIED_BELOW * self.duration;
        let is_in_view = 0.0 <= from && to <= self.duration;
        (is_narrow && is_in_view).then_some([from - MARGIN * width, to + MARGIN * width])
    }

    /// Adds the inset on the intersection of the `tried_rows` if it is narrow; above it the previous intersection, if
    /// the last row changed it.
    pub(super) fn add_inset(&self, picture: &mut Picture, tried_rows: &[TimeRow]) {
        let Some((row, previous_rows)) = tried_rows.split_last() else { return };
        let Some(range) = self.inset_range(row.common) else { return };
        let [low, high] = range;
        let top = self.intersection_top() + 1.0;
        let frame_top = top + CONNECTION_HEIGHT;
        let connection = vec![
            DVec3::new(low, top, 0.0),
            DVec3::new(high, top, 0.0),
            DVec3::new(self.duration, frame_top, 0.0),
            DVec3::new(0.0, frame_top, 0.0),
        ];
        picture.add(Role::Text, "magnified", Form::Polygon(connection));
        let name = format!("× {}", two_digits(self.duration / (high - low)));
        picture.lane(Role::Text, "magnified", [frame_top, frame_top + FRAME_HEIGHT], name);
        if let Some(previous) = previous_rows.last()
            && previous.common != row.common
        {
            let ends = self.to_inset(previous.common, range);
            let text = String::from("before");
            let bar = Form::Interval { ends, row: frame_top + PREVIOUS_BAR, thickness: BAR, solid: false, text };
            picture.add(Role::Interval, "magnified/before", bar);
        }
        let text = format!("{} s wide", two_digits(row.common[1] - row.common[0]));
        let ends = self.to_inset(row.common, range);
        let bar = Form::Interval { ends, row: frame_top + CURRENT_BAR, thickness: BAR, solid: true, text };
        picture.add(Role::Gap, "all", bar);
        // The scale below the view belongs to the full time, so the inset shows two numbers of its own. The unit
        // follows the second one.
        let [start, end] = same_decimals(row.common);
        let texts = [start, format!("{end} s")];
        for (t, text) in row.common.into_iter().zip(texts) {
            let x = (t - low) / (high - low) * self.duration;
            let [tick_top, tick_bottom] = TICKS.map(|y| DVec3::new(x, frame_top + y, 0.0));
            picture.segment(Role::Gap, "all", tick_top, tick_bottom);
            picture.add(Role::Text, "magnified/ends", text_form(x, frame_top + NUMBERS, &text));
        }
    }

    /// Positions of a time interval's ends in the inset on the times `[low, high]`, seconds; infinite beyond the inset.
    fn to_inset(&self, span: [f64; 2], [low, high]: [f64; 2]) -> [f64; 2] {
        span.map(|t| {
            if t < low {
                f64::NEG_INFINITY
            } else if t > high {
                f64::INFINITY
            } else {
                (t - low) / (high - low) * self.duration
            }
        })
    }
}
