//! Clipping of the shapes of a tile (a small picture in a diagram) to its frame.

use glam::DVec2;

use crate::flat::Draw;

/// Parts of a shape inside the box from the origin to `size`, points. Fills must be convex; a dot or text is kept whole
/// if its anchor is inside.
pub(super) fn clip_draw(draw: Draw, size: DVec2) -> Vec<Draw> {
    match draw {
        Draw::Fill { mut points, color, sharp } => {
            let heights_above_sides: [&dyn Fn(DVec2) -> f64; 4] =
                [&|p| p.x, &|p| size.x - p.x, &|p| p.y, &|p| size.y - p.y];
            for height_above_side in heights_above_sides {
                points = clip_to_side(&points, height_above_side);
            }
            if points.len() < 3 { Vec::new() } else { vec![Draw::Fill { points, color, sharp }] }
        }
        Draw::Line { points, color, width, dash, phase } => {
            let mut chains: Vec<Vec<DVec2>> = Vec::new();
            for ends in points.windows(2).filter_map(|pair| clip_segment([pair[0], pair[1]], size)) {
                match chains.last_mut().filter(|chain| chain.last() == Some(&ends[0])) {
                    Some(chain) => chain.push(ends[1]),
                    None => chains.push(ends.to_vec()),
                }
            }
            chains.into_iter().map(|points| Draw::Line { points, color, width, dash, phase }).collect()
        }
        Draw::Dot { at, .. } | Draw::Text { at, .. } if at.clamp(DVec2::ZERO, size) != at => Vec::new(),
        other => vec![other],
    }
}

/// Part of a convex polygon on the non-negative side of a line, given by the signed height of a point above it
/// (Sutherland and Hodgman).
fn clip_to_side(points: &[DVec2], height_above_side: &dyn Fn(DVec2) -> f64) -> Vec<DVec2> {
    let mut clipped = Vec::with_capacity(points.len() + 1);
    for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
        let height_a = height_above_side(*a);
        let height_b = height_above_side(*b);
        if height_a >= 0.0 {
            clipped.push(*a);
        }
        if (height_a < 0.0) != (height_b < 0.0) {
            clipped.push(a.lerp(*b, height_a / (height_a - height_b)));
        }
    }
    clipped
}

/// Part of the segment from `a` to `b` in the box from the origin to `size`, points (Liang and Barsky); `None` if that
/// part has no length.
pub(super) fn clip_segment([a, b]: [DVec2; 2], size: DVec2) -> Option<[DVec2; 2]> {
    let along = b - a;
    // Start and end of the part, from 0 at `a` to 1 at `b`. The point `a + t * along` is inside a side where t p ≤ q.
    let mut span = [0.0f64, 1.0];
    for (p, q) in [(-along.x, a.x), (along.x, size.x - a.x), (-along.y, a.y), (along.y, size.y - a.y)] {
        if p == 0.0 && q < 0.0 {
            return None;
        } else if p < 0.0 {
            span[0] = span[0].max(q / p);
        } else if p > 0.0 {
            span[1] = span[1].min(q / p);
        }
    }
    let has_length = span[0] < span[1];
    if !has_length {
        return None;
    }
    // An end inside the box is kept exactly, so that neighboring segments join.
    let start = if span[0] > 0.0 { a + along * span[0] } else { a };
    let end = if span[1] < 1.0 { a + along * span[1] } else { b };
    Some([start, end])
}
