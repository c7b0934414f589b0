//! Ranges of a plot's axes, and the width that the names of its curves need right of the frame.

use std::collections::BTreeSet;

use crate::font::{self, Weight};
use crate::{Form, Key, Picture};

/// Width right of the frame, points.
pub(super) const RIGHT_MARGIN: f64 = 18.0;

/// Width right of the frame for the name of a curve, in addition to the width of its words, points.
pub(super) const NAME_MARGIN: f64 = 14.0;

/// Distance from the right end of the horizontal axis up to which a label names a curve that ends there, as a share of
/// the axis.
const END_SHARE: f64 = 0.01;

/// Letter height of the names of curves, points.
pub(super) const NAME_SIZE: f64 = 14.0;

/// Values at the start and end of the vertical (`up`) or horizontal axis: those of the last such axis whose start is
/// less than its end; 0 to 1 where there is none or its length is not finite.
pub(super) fn axis_ends(picture: &Picture, up: bool) -> [f64; 2] {
    let axes = picture.marks.iter().filter_map(|mark| match &mark.form {
        Form::Axis { up: is_up, ends, .. } if *is_up == up && ends[0] < ends[1] => Some(*ends),
        _ => None,
    });
    axes.reduce(|_, next| next).filter(|ends| (ends[1] - ends[0]).is_finite()).unwrap_or([0.0, 1.0])
}

/// Width right of the frame, points: for the names of the curves that end there, if any, and at least [`RIGHT_MARGIN`].
/// `low` and `high` are the ends of the horizontal axis.
pub(super) fn width_right_of_frame(picture: &Picture, [low, high]: [f64; 2]) -> f64 {
    // A marker that moves along a curve is labeled in place and does not narrow the frame at the curve's end.
    let curves: BTreeSet<&Key> =
        picture.marks.iter().filter(|mark| matches!(mark.form, Form::Polyline { .. })).map(|mark| &mark.key).collect();
    let widths = picture.marks.iter().filter_map(|mark| match &mark.form {
        Form::Label { at, text } if at.x > high - END_SHARE * (high - low) && curves.contains(&mark.key) => {
            Some(font::width(text, NAME_SIZE, Weight::SemiBold) + NAME_MARGIN)
        }
        _ => None,
    });
    widths.fold(RIGHT_MARGIN, f64::max)
}
