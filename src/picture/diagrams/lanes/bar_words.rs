//! Horizontal positions of words inside bars and next to them. A bar is an interval of values in a lane, a row of a
//! diagram; lines at fixed values cross all lanes, and words keep a distance from them.

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
    /// Left end, points from the pane's left, of words of the width `wide` (points) next to a bar from `left` to
    /// `right`: the free position nearest to the bar. `None` where the words fit nowhere without being crossed by a
    /// line.
    pub(super) fn start_outside(&self, [left, right]: [f64; 2], wide: f64) -> Option<f64> {
        let min_start = self.map.left;
        let max_end = self.map.right + GUTTER_OVERHANG;
        // Directly right and left of the bar first, then right and left of each line.
        let mut candidates = vec![right + OUTSIDE_GAP, left - OUTSIDE_GAP - wide];
        for line in &self.lines {
            candidates.extend([line + LINE_GAP, line - wide - LINE_GAP]);
        }
        candidates.retain(|&start| {
            let end = start + wide;
            let is_in_pane = start >= min_start && end <= max_end;
            let is_off_bar = start >= right || end <= left;
            is_in_pane && is_off_bar && !self.is_crossed(start, wide)
        });
        candidates.into_iter().min_by(|a, b| {
            let [distance_a, distance_b] = [a, b].map(|start| (start - right).max(left - start - wide));
            distance_a.total_cmp(&distance_b)
        })
    }

    /// Whether a line across the lanes crosses words of this width at `start`.
    pub(super) fn is_crossed(&self, start: f64, wide: f64) -> bool {
        self.lines.iter().any(|line| *line > start - LINE_CLEARANCE && *line < start + wide + LINE_CLEARANCE)
    }

    /// Left end of words of the width `wide` between `from` and `to`, points: centered, or else the position nearest to
    /// the center at which no line crosses them; centered as well where every position is crossed.
    pub(super) fn start_inside(&self, from: f64, to: f64, wide: f64) -> f64 {
        let centered = 0.5 * (from + to - wide);
        if !self.is_crossed(centered, wide) {
            return centered;
        }
        let next_to_lines = self.lines.iter().flat_map(|line| [line - wide - LINE_GAP, line + LINE_GAP]);
        let free = next_to_lines.filter(|&start| start >= from && start + wide <= to && !self.is_crossed(start, wide));
        free.min_by(|a, b| (a - centered).abs().total_cmp(&(b - centered).abs())).unwrap_or(centered)
    }
}
