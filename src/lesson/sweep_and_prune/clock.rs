//! Chart of the time of a frame over the number of boxes, for three methods that find the overlapping pairs. The times
//! are constants that were measured once, so that figures are the same on every machine and in every run.

use contact_lens_picture::{Form, Picture, Role, raised};
use glam::DVec3;

use crate::model::plot;

/// Measured times of a frame, microseconds.
struct FrameTime {
    /// Number of boxes.
    boxes: u32,
    /// Time with a sorted list per axis.
    lists: f64,
    /// Time with the columns of a grid instead of sorted lists.
    columns: f64,
    /// Time of testing all pairs; `None` if not measured.
    all_pairs: Option<f64>,
}

/// Row of a table of times: number of boxes, and times of the methods as in [`FrameTime`].
const fn time(boxes: u32, lists: f64, columns: f64, all_pairs: Option<f64>) -> FrameTime {
    FrameTime { boxes, lists, columns, all_pairs }
}

/// Times in space: `f64` on one core of an AMD EPYC, the minimum of at least 12 frames. The boxes are those whose swaps
/// are counted: sides of 0.4 to 1 m, one per cubic meter, and displacements up to 1 cm along each axis per frame.
const IN_SPACE: &[FrameTime] = &[
    time(100, 3.1, 3.93, Some(10.93)),
    time(1_000, 116.0, 75.7, Some(1_054.0)),
    time(10_000, 4_114.0, 1_011.0, Some(103_000.0)),
    time(100_000, 165_500.0, 12_760.0, None),
];

/// Times in the plane, as in space but with one box per square meter.
const IN_PLANE: &[FrameTime] = &[
    time(100, 1.31, 3.2, Some(8.4)),
    time(1_000, 31.7, 37.6, Some(790.0)),
    time(10_000, 902.0, 574.4, Some(77_490.0)),
    time(100_000, 23_830.0, 7_287.0, None),
];

/// Range of the number of boxes, in decades.
const BOX_DECADES: [f64; 2] = [2.0, 5.0];

/// Range of the time, in decades of microseconds.
const TIME_DECADES: [f64; 2] = [0.0, 5.6];

/// Curve of a method that finds the pairs.
struct Curve {
    /// Role that colors the curve.
    role: Role,
    /// Mark id.
    key: &'static str,
    /// Name of the method.
    name: &'static str,
    /// Returns the time of the method, microseconds; `None` if it was not measured.
    time_of: fn(&FrameTime) -> Option<f64>,
}

/// Curves of the chart.
const CURVES: [Curve; 3] = [
    Curve { role: Role::Bound, key: "all pairs", name: "all pairs", time_of: |time| time.all_pairs },
    Curve { role: Role::Witness, key: "swaps", name: "sorted lists", time_of: |time| Some(time.lists) },
    Curve { role: Role::Interval, key: "columns", name: "columns", time_of: |time| Some(time.columns) },
];

/// Marks that do not change from step to step: the curves for 2 or 3 `axes` with their names and the line of a scene of
/// `n` boxes. The name of a curve includes its slope at the end, the exponent of n in the time.
pub(super) fn fixed_marks(axes: usize, n: usize) -> Picture {
    let times = if axes == 2 { IN_PLANE } else { IN_SPACE };
    let mut picture = Picture::default();
    picture.add(Role::Grid, "axis/n", plot::horizontal_decades(BOX_DECADES, "boxes n"));
    picture.add(Role::Grid, "axis/time", plot::vertical_decades(TIME_DECADES, "µs per frame"));
    for Curve { role, key, name, time_of } in CURVES {
        let measured = times.iter().filter_map(|time| Some((time.boxes, time_of(time)?)));
        let points: Vec<DVec3> =
            measured.map(|(boxes, time)| DVec3::new(f64::from(boxes).log10(), time.log10(), 0.0)).collect();
        points.iter().for_each(|p| picture.point(role, key, *p));
        if let [.., before, last] = points[..] {
            let slope = format!("{:.1}", (last.y - before.y) / (last.x - before.x));
            picture.label(role, key, last, format!("{name}, n{}", raised(&slope)));
        }
        picture.add(role, key, Form::Polyline { points, closed: false });
    }
    let decade = (n as f64).log10();
    // A scene with fewer boxes is off the chart.
    if decade >= BOX_DECADES[0] {
        let [bottom, top] = TIME_DECADES.map(|time| DVec3::new(decade, time, 0.0));
        picture.segment(Role::Ghost, "n", bottom, top);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_times_are_in_the_plot_and_each_curve_names_its_exponent() {
        for (axes, names) in [
            (3, ["all pairs, n²·⁰", "sorted lists, n¹·⁶", "columns, n¹·¹"]),
            (2, ["all pairs, n²·⁰", "sorted lists, n¹·⁴", "columns, n¹·¹"]),
        ] {
            let picture = fixed_marks(axes, 14);
            let mut said = Vec::new();
            for mark in &picture.marks {
                match &mark.form {
                    Form::Label { text, .. } => said.push(text.as_str()),
                    Form::Point(p) => {
                        assert!(p.y > TIME_DECADES[0] && p.y < TIME_DECADES[1] && p.x <= BOX_DECADES[1], "{p}")
                    }
                    _ => {}
                }
            }
            assert_eq!(said, names);
        }
    }
}
