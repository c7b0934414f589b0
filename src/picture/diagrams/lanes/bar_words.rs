//! Places of words inside bars and next to them, away from the lines across the lanes.

use super::Painter;

/// Space between a bar and the words next to it, points.
pub(super) const OUTSIDE_GAP: f64 = 6.0;

/// Space between words and a line next to them, points; a line nearer than [`LINE_CLEARANCE`] crosses them.
const LINE_GAP: f64 = 3.0;

/// Distance of a line from words below which it crosses them, points.
const LINE_CLEARANCE: f64 = 2.0;

/// Width by which words next to a bar may extend into the gutter, points.
const GUTTER_OVERHANG: f64 = 16.0;

impl Painter {
    /// Start of words of this width next to a bar, points: to its right or left, or farther away where a line would
    /// cross them; `None` where there is no space.
    pub(super) fn start_outside(&self, [left, right]: [f64; 2], wide: f64) -> Option<f64> {
        let [from, to] = [self.map.left, self.map.right + GUTTER_OVERHANG];
        let outside = self.lines.iter().flat_map(|x| [x + LINE_GAP, x - wide - LINE_GAP]);
        let starts = [right + OUTSIDE_GAP, left - OUTSIDE_GAP - wide].into_iter().chain(outside).filter(|start| {
            let end = start + wide;
            *start >= from && end <= to && (*start >= right || end <= left) && !self.is_crossed(*start, wide)
        });
        let distances = starts.map(|start| ((start - right).max(left - start - wide), start));
        distances.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, start)| start)
    }

    /// Whether a line across the lanes crosses words of this width at `start`.
    pub(super) fn is_crossed(&self, start: f64, wide: f64) -> bool {
        self.lines.iter().any(|x| *x > start - LINE_CLEARANCE && *x < start + wide + LINE_CLEARANCE)
    }

    /// Start of words of this width between `from` and `to`: centered, or as near to that as no line crosses them.
    pub(super) fn start_inside(&self, from: f64, to: f64, wide: f64) -> f64 {
        let middle = 0.5 * (from + to - wide);
        if !self.is_crossed(middle, wide) {
            return middle;
        }
        let outside = self.lines.iter().flat_map(|x| [x - wide - LINE_GAP, x + LINE_GAP]);
        let free = outside.filter(|start| *start >= from && *start + wide <= to && !self.is_crossed(*start, wide));
        free.min_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs())).unwrap_or(middle)
    }
}
