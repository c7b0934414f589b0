//! Clipping of lines, chains of lines and convex polygons to axis-aligned boxes of the pane, given by their least and
//! greatest corner, points.

use glam::DVec2;

/// Part of a segment inside a box, by the method of Liang and Barsky; `None` where it has no length there.
pub fn clip_segment([from, to]: [DVec2; 2], [min, max]: [DVec2; 2]) -> Option<[DVec2; 2]> {
    let along = to - from;
    let mut enter = 0.0_f64;
    let mut leave = 1.0_f64;
    for k in 0..2 {
        for (side, sign) in [(min[k], -1.0), (max[k], 1.0)] {
            // Distance of the start inside this side, and the distance by which the segment approaches the side.
            let inside = sign * (side - from[k]);
            let approach = sign * along[k];
            if approach > 0.0 {
                leave = leave.min(inside / approach);
            } else if approach < 0.0 {
                enter = enter.max(inside / approach);
            } else if !(inside >= 0.0) {
                return None;
            }
        }
    }
    (enter < leave).then(|| [from + along * enter, from + along * leave])
}

/// A connected part of a chain of segments inside a box.
pub(crate) struct ChainPiece {
    /// Vertices of the part.
    pub points: Vec<DVec2>,
    /// Length of the chain from its start to the first vertex of the part, at which dashes continue.
    pub length_before: f64,
}

/// Parts of a chain inside a box.
pub(crate) fn clip_chain(points: &[DVec2], area: [DVec2; 2]) -> Vec<ChainPiece> {
    let mut pieces = Vec::<ChainPiece>::new();
    let mut length = 0.0;
    for ends in points.windows(2) {
        if let Some([a, b]) = clip_segment([ends[0], ends[1]], area) {
            match pieces.last_mut().filter(|piece| piece.points.last() == Some(&a)) {
                Some(piece) => piece.points.push(b),
                None => pieces.push(ChainPiece { points: vec![a, b], length_before: length + ends[0].distance(a) }),
            }
        }
        length += ends[0].distance(ends[1]);
    }
    pieces
}

/// Part of a convex polygon inside a box (Sutherland and Hodgman); no points where they do not overlap.
pub(crate) fn clip_polygon(mut points: Vec<DVec2>, [min, max]: [DVec2; 2]) -> Vec<DVec2> {
    // Sides of the box: the axis that is perpendicular to the side, the sign of its inner direction, its coordinate.
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
    fn polygons_are_clipped_at_all_sides() {
        let square = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)].map(DVec2::from).to_vec();
        let area = [DVec2::splat(-1.0), DVec2::splat(2.0)];
        let inside = clip_polygon(square.clone(), area);
        let is_in_area = |p: &DVec2| p.cmpge(area[0]).all() && p.cmple(area[1]).all();
        assert!(inside.len() == 4 && inside.iter().all(is_in_area), "{inside:?}");
        assert!(clip_polygon(square, [DVec2::splat(20.0), DVec2::splat(30.0)]).is_empty());
    }
}
