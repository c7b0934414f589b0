//! Chart of the counted swaps of a frame over the number of boxes, compared with the number of all pairs.

use contact_lens_picture::{Form, Picture, Role, raised};
use glam::DVec3;

use crate::model::plot;

/// Measured swaps for one number of boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwapCount {
    /// Number of boxes.
    pub n: usize,
    /// Mean number of swaps per frame, on all axes together.
    pub swaps: f64,
}

/// Number of pairs of `n` boxes.
pub fn all_pairs(n: usize) -> f64 {
    let n = n as f64;
    0.5 * n * (n - 1.0)
}

/// Space below the lowest decade, in decades, so that the label of a frame with few swaps does not hide the axis.
const LABEL_SPACE: f64 = 0.9;

/// Least number of decades on the horizontal axis.
const MIN_DECADES: f64 = 1.0;

/// Least upper end of the vertical axis, as a number of swaps or pairs.
const MIN_TOP: f64 = 10.0;

/// Largest lower end of the vertical axis, as a number of swaps or pairs.
const MAX_BOTTOM: f64 = 1.0;

/// Chart of a scene on logarithmic scales: the number of boxes n to the right, the number of swaps or pairs up.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    /// Counted swaps, by ascending number of boxes.
    counts: &'a [SwapCount],
    /// Number of boxes of the scene.
    n: usize,
    /// Decimal logarithms of the number of swaps or pairs at the lower and the upper end.
    decades: [i32; 2],
}

impl<'a> Chart<'a> {
    /// Chart of `counts`, for a scene of `n` boxes whose frame takes `swaps`.
    pub fn new(counts: &'a [SwapCount], n: usize, swaps: u64) -> Self {
        let largest = counts.iter().map(|count| count.n).fold(n, usize::max);
        let top = all_pairs(largest).max(swaps as f64).max(MIN_TOP).log10().ceil() as i32;
        let positive = counts.iter().map(|count| count.swaps).filter(|swaps| *swaps > 0.0);
        let low = positive.fold(MAX_BOTTOM, f64::min).log10().floor() as i32;
        Self { counts, n, decades: [low, top] }
    }

    /// Marks that do not change from step to step: the curves with names at their ends, and the line of this scene's
    /// `n`.
    pub fn fixed_marks(&self) -> Picture {
        let mut picture = Picture::default();
        let sizes = self.counts.iter().map(|count| count.n);
        let smallest = sizes.clone().fold(self.n.max(1), usize::min);
        let largest = sizes.clone().fold(self.n.max(1), usize::max);
        let [left, right] = [smallest, largest].map(|n| (n as f64).log10());
        let horizontal_decades = [left, right.max(left + MIN_DECADES)];
        let [low, high] = self.decades.map(f64::from);
        let vertical_decades = [low - LABEL_SPACE, high];
        picture.add(Role::Grid, "axis/n", plot::horizontal_decades(horizontal_decades, "boxes n"));
        let caption = "swaps per frame, or pairs";
        picture.add(Role::Grid, "axis/swaps", plot::vertical_decades(vertical_decades, caption));
        let all_pairs_curve: Vec<DVec3> = sizes.filter_map(|n| chart_position(n, all_pairs(n))).collect();
        let swap_points = self.counts.iter().filter_map(|count| chart_position(count.n, count.swaps));
        let swap_curve: Vec<DVec3> = swap_points.collect();
        // The number of pairs is n(n − 1)/2, which grows as n².
        add_curve(&mut picture, Role::Bound, "all pairs", all_pairs_curve, "all pairs, n²");
        let slope = self.slope().map_or_else(String::new, |slope| format!(", n{}", raised(&format!("{slope:.2}"))));
        add_curve(&mut picture, Role::Witness, "swaps", swap_curve, &format!("swaps{slope}"));
        if self.n > 0 {
            let decade = (self.n as f64).log10();
            let [bottom, top] = vertical_decades.map(|height| DVec3::new(decade, height, 0.0));
            picture.segment(Role::Ghost, "n", bottom, top);
        }
        picture
    }

    /// Exponent e of the power law `swaps = c nᵉ` through the largest number of boxes and a tenth of it; `None` if a
    /// tenth was not counted, or had no swaps.
    pub fn slope(&self) -> Option<f64> {
        let last = self.counts.last()?;
        let before = self.counts.iter().find(|count| count.n * 10 == last.n)?;
        (before.swaps > 0.0).then(|| (last.swaps / before.swaps).log10())
    }

    /// Picture of a beat: the number of swaps of this frame up to now, on the line of its `n`; empty without swaps.
    pub fn now(&self, swaps: u64) -> Picture {
        let mut picture = Picture::default();
        if let Some(at) = chart_position(self.n, swaps as f64) {
            picture.point(Role::Simplex, "swaps/frame", at);
            picture.label(Role::Simplex, "swaps/frame", at, format!("this frame: {swaps}"));
        }
        picture
    }
}

/// Position in the chart: decimal logarithms of the number of boxes and of a value; `None` if one is 0, which has no
/// logarithm.
fn chart_position(n: usize, value: f64) -> Option<DVec3> {
    (n > 0 && value > 0.0).then(|| DVec3::new((n as f64).log10(), value.log10(), 0.0))
}

/// Adds a curve with a dot at each point and its name at the last one.
fn add_curve(picture: &mut Picture, role: Role, key: &'static str, points: Vec<DVec3>, name: &str) {
    points.iter().for_each(|p| picture.point(role, key, *p));
    if let Some(end) = points.last() {
        picture.label(role, key, *end, name);
    }
    picture.add(role, key, Form::Polyline { points, closed: false });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_drawn_above_its_number_of_boxes() {
        let counts = [SwapCount { n: 10, swaps: 0.5 }, SwapCount { n: 100, swaps: 50.0 }];
        let chart = Chart::new(&counts, 14, 20);
        let at = chart_position(14, 20.0).expect("a positive count has a position");
        assert!((at.x - 14_f64.log10()).abs() < 1e-12 && (at.y - 20_f64.log10()).abs() < 1e-12);
        assert!(chart.now(0).marks.is_empty() && !chart.fixed_marks().marks.is_empty());
        assert_eq!(chart.decades, [-1, 4], "from tenths to ten thousands");
        assert_eq!([1, 2, 14].map(all_pairs), [0.0, 1.0, 91.0]);
    }
}
