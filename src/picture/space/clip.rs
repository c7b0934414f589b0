//! Clipping of lines and polygons to axis-aligned boxes.

use glam::DVec2;

/// Part of a segment inside a box; `None` where it misses the box.
pub fn cut([from, to]: [DVec2; 2], [min, max]: [DVec2; 2]) -> Option<[DVec2; 2]> {
    let along = to - from;
    let mut enter = 0.0_f64;
    let mut leave = 1.0_f64;
    for k in 0..2 {
        for (side, sign) in [(min[k], -1.0), (max[k], 1.0)] {
            // Distance of the start inside this side, and the speed towards it.
            let inside = sign * (side - from[k]);
            let speed = sign * along[k];
            if speed > 0.0 {
                leave = leave.min(inside / speed);
            } else if speed < 0.0 {
                enter = enter.max(inside / speed);
            } else if !(inside >= 0.0) {
                return None;
            }
        }
    }
    (enter < leave).then(|| [from + along * enter, from + along * leave])
}

/// Parts of a chain inside a box, each with the length of the chain before it.
pub(in crate::picture) fn runs(points: &[DVec2], area: [DVec2; 2]) -> Vec<(Vec<DVec2>, f64)> {
    let mut runs = Vec::<(Vec<DVec2>, f64)>::new();
    let mut before = 0.0;
    for ends in points.windows(2) {
        if let Some([a, b]) = cut([ends[0], ends[1]], area) {
            match runs.last_mut().filter(|(run, _)| run.last() == Some(&a)) {
                Some((run, _)) => run.push(b),
                None => runs.push((vec![a, b], before + ends[0].distance(a))),
            }
        }
        before += ends[0].distance(ends[1]);
    }
    runs
}

/// Part of a convex polygon inside a box (Sutherland and Hodgman).
pub(in crate::picture) fn clipped(mut points: Vec<DVec2>, [min, max]: [DVec2; 2]) -> Vec<DVec2> {
    for (axis, sign, limit) in [(0, 1.0, min.x), (0, -1.0, max.x), (1, 1.0, min.y), (1, -1.0, max.y)] {
        let mut kept = Vec::with_capacity(points.len() + 1);
        for (k, &to) in points.iter().enumerate() {
            let from = points[(k + points.len() - 1) % points.len()];
            let a = sign * (from[axis] - limit);
            let b = sign * (to[axis] - limit);
            if (a < 0.0) != (b < 0.0) {
                kept.push(from + (to - from) * (a / (a - b)));
            }
            if b >= 0.0 {
                kept.push(to);
            }
        }
        points = kept;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_are_cut_at_all_sides() {
        let square = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)].map(DVec2::from).to_vec();
        let area = [DVec2::splat(-1.0), DVec2::splat(2.0)];
        let cut = clipped(square.clone(), area);
        assert!(cut.len() == 4 && cut.iter().all(|p| p.cmpge(area[0]).all() && p.cmple(area[1]).all()), "{cut:?}");
        assert!(clipped(square, [DVec2::splat(20.0), DVec2::splat(30.0)]).is_empty());
    }
}
