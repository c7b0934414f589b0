//! What a frame costs against the number of boxes, beside trying all pairs: a chart of swaps that were counted.

use glam::DVec3;

use crate::picture::{Form, Picture, Role, power_of_ten};

/// What was counted of so many boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count {
    /// Boxes.
    pub n: usize,
    /// Swaps of a frame on all axes together, the mean over the frames.
    pub swaps: f64,
}

/// How many pairs there are of so many boxes.
pub fn all_pairs(n: usize) -> f64 {
    let n = n as f64;
    0.5 * n * (n - 1.0)
}

/// The chart of a scene of so many boxes: decades of `n` to the right, decades of the count up.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    counts: &'a [Count],
    n: usize,
    /// The highest and the lowest decade that is shown.
    decades: [i32; 2],
}

impl<'a> Chart<'a> {
    /// Of counts, for a scene of `n` boxes whose frame takes `swaps`.
    pub fn new(counts: &'a [Count], n: usize, swaps: u64) -> Self {
        let largest = counts.iter().map(|count| count.n).fold(n, usize::max);
        let top = all_pairs(largest).max(swaps as f64).max(10.0).log10().ceil() as i32;
        let above = counts.iter().map(|count| count.swaps).filter(|swaps| *swaps > 0.0);
        let low = above.fold(1.0, f64::min).log10().floor() as i32;
        Self { counts, n, decades: [top, low] }
    }

    fn at(&self, n: usize, value: f64) -> Option<DVec3> {
        let [top, _] = self.decades;
        (n > 0 && value > 0.0).then(|| DVec3::new((n as f64).log10(), f64::from(top) - value.log10(), 0.0))
    }

    fn rows(&self) -> f64 {
        f64::from(self.decades[0] - self.decades[1])
    }

    /// What stays: the curves, and the line of this scene's `n`.
    pub fn still(&self) -> Picture {
        let mut picture = Picture::default();
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("boxes"), decades: true, ends: None });
        let [top, low] = self.decades;
        let sizes = || self.counts.iter().map(|count| count.n);
        let ends = [sizes().fold(self.n.max(1), usize::min), sizes().fold(self.n, usize::max)];
        let [left, right] = ends.map(|n| (n as f64).log10());
        for (row, decade) in (low..=top).rev().enumerate() {
            let (row, key) = (row as f64, format!("decade/{decade}"));
            picture.lane(Role::Grid, key.clone(), [row - 0.5, row + 0.5], power_of_ten(i64::from(decade)));
            picture.segment(Role::Grid, key, DVec3::new(left, row, 0.0), DVec3::new(right, row, 0.0));
        }
        let brute: Vec<DVec3> = sizes().filter_map(|n| self.at(n, all_pairs(n))).collect();
        let lists: Vec<DVec3> = self.counts.iter().filter_map(|count| self.at(count.n, count.swaps)).collect();
        self.curve(&mut picture, Role::Bound, "all pairs", brute, "all pairs: n (n − 1) / 2");
        let slope = self.slope().map_or_else(String::new, |slope| format!(", about n^{slope:.2}"));
        self.curve(&mut picture, Role::Witness, "swaps", lists, &format!("swaps a frame{slope}"));
        if self.n > 0 {
            let x = (self.n as f64).log10();
            picture.add(Role::Text, "n", Form::Band { ends: [x; 2], rows: [0.0, self.rows()] });
            let at = DVec3::new(x, self.rows(), 0.0);
            picture.label(Role::Text, "n", at, format!("this scene: n = {}", self.n));
        }
        picture
    }

    fn curve(&self, picture: &mut Picture, role: Role, key: &'static str, points: Vec<DVec3>, name: &str) {
        points.iter().for_each(|p| picture.point(role, key, *p));
        if let Some(end) = points.get(points.len() / 2) {
            picture.label(role, key, *end, name);
        }
        picture.add(role, key, Form::Polyline { points, closed: false });
    }

    /// The power of `n` between the two largest sizes that differ tenfold.
    pub fn slope(&self) -> Option<f64> {
        let last = self.counts.last()?;
        let before = self.counts.iter().find(|count| count.n * 10 == last.n)?;
        (before.swaps > 0.0).then(|| (last.swaps / before.swaps).log10())
    }

    /// What a beat shows: the swaps of this frame so far, on the line of its `n`.
    pub fn now(&self, swaps: u64) -> Picture {
        let mut picture = Picture::default();
        if let Some(at) = self.at(self.n, swaps as f64) {
            picture.point(Role::Simplex, "swaps/frame", at);
            picture.label(Role::Simplex, "swaps/frame", at, format!("this frame: {swaps}"));
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_stands_on_the_line_of_its_n() {
        let counts = [Count { n: 10, swaps: 0.5 }, Count { n: 100, swaps: 50.0 }];
        let chart = Chart::new(&counts, 14, 20);
        let at = chart.at(14, 20.0).expect("a place");
        assert!((at.x - 14_f64.log10()).abs() < 1e-12 && (at.y - (4.0 - 20_f64.log10())).abs() < 1e-12);
        assert!(chart.now(0).marks.is_empty() && !chart.still().marks.is_empty());
        assert_eq!(chart.rows(), 5.0, "from tenths to ten thousands");
        assert_eq!([1, 2, 14].map(all_pairs), [0.0, 1.0, 91.0]);
    }
}
