//! Static bodies that are far wider than the moving ones: only a part is visible, which has the hatching and the name.

use glam::{DVec2, DVec3};

use super::{Scene, flat, width};
use crate::picture::Solid;

/// Half width of the hatched part, as a multiple of the moving bodies' span plus [`EXTRA_SIZES`] body sizes.
const SPAN_FACTOR: f64 = 1.1;

/// Length that is added to the moving bodies' span, in body sizes.
const EXTRA_SIZES: f64 = 8.0;

/// Width of a body below which it is hatched completely, in widths of the hatched part.
const MAX_HATCHED_WIDTH: f64 = 4.0;

/// Spacing of the grid on which the hatched part's center lies, as a fraction of its half width. It is a multiple of
/// the distance of the hatching lines, so that these lines do not move when the center does.
const CENTER_GRID: f64 = 2.0 * std::f64::consts::SQRT_2 * 0.026 * std::f64::consts::SQRT_2;

/// Distance of the name below the body's top, in body sizes.
const NAME_BELOW: f64 = 2.4;

/// Distance of a body's center from the moving bodies, in body sizes, above which it is out of view.
const OUT_OF_VIEW: f64 = 2.0;

/// Smaller component of a rotated coordinate axis below which it is along a coordinate axis again.
const AXIS_ALIGNED: f64 = 1e-9;

impl Scene {
    /// Splits the visible part off a wide body and returns it, so that its hatching has the right density; `solid`
    /// keeps the remaining area. `None`, with `solid` unchanged, if the body is not wide or not visible.
    pub(super) fn split_visible_part(&self, solid: &mut Solid) -> Option<Solid> {
        // The outline has a front and a back face.
        let ([face] | [face, _]) = &solid.faces[..] else { return None };
        let corners: Vec<DVec2> = face.iter().map(|corner| solid.vertices[*corner as usize].truncate()).collect();
        let home: Vec<DVec2> = self.moving(&self.home).collect();
        let reach = SPAN_FACTOR * (width(&home) + EXTRA_SIZES * self.size);
        if width(&corners) < 2.0 * MAX_HATCHED_WIDTH * reach || !reach.is_finite() {
            return None;
        }
        let middle = (self.middle()? / (CENTER_GRID * reach)).round() * CENTER_GRID * reach;
        let mut near = corners;
        let mut remaining = Vec::new();
        for axis in [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y] {
            let at = axis.dot(middle) + reach;
            remaining.push(part_beyond(&near, axis, at));
            near = part_beyond(&near, -axis, -at);
        }
        if near.len() < 3 {
            return None;
        }
        solid.faces.clear();
        for piece in remaining.into_iter().filter(|piece| piece.len() > 2) {
            let from = solid.vertices.len() as u32;
            solid.faces.extend(front_and_back(from..from + piece.len() as u32));
            solid.vertices.extend(piece.into_iter().map(flat));
        }
        let faces = front_and_back(0..near.len() as u32).to_vec();
        Some(Solid { vertices: near.into_iter().map(flat).collect(), faces, ..Solid::default() })
    }

    /// Center of the box around the moving bodies' centers. `None` if no body moves.
    fn middle(&self) -> Option<DVec2> {
        let ends = self.moving(&self.start).map(|p| [p; 2]);
        let [low, high] = ends.reduce(|[low, high], [a, b]| [low.min(a), high.max(b)])?;
        Some(0.5 * (low + high))
    }

    /// Position of a static body's name: its center, or a point below the moving bodies if the center is out of view.
    pub(super) fn name_position(&self, body: usize, center: DVec3) -> DVec3 {
        let (Some(middle), Some([low, high])) = (self.middle(), self.bounding_box(body)) else { return center };
        let far = 0.5 * self.span + OUT_OF_VIEW * self.size;
        let distance = (center.truncate() - middle).abs().max_element();
        let below = DVec2::new(middle.x, high.y - NAME_BELOW * self.size);
        let is_in_body = low.cmplt(below).all() && below.cmplt(high).all() && self.is_aligned_rectangle(body);
        if distance > far && is_in_body { flat(below) } else { center }
    }

    /// Whether the body has four vertices and its axes are those of the world at the start, as an upright box has.
    fn is_aligned_rectangle(&self, body: usize) -> bool {
        let axis = self.start[body].rotation.rotate(DVec2::X);
        axis.x.abs().min(axis.y.abs()) < AXIS_ALIGNED && self.outlines[body].vertices.len() == 4
    }
}

/// Front and back face of a polygon.
fn front_and_back(corners: std::ops::Range<u32>) -> [Vec<u32>; 2] {
    [corners.clone().collect(), corners.rev().collect()]
}

/// Part of a convex polygon beyond the line whose points have the coordinate `at` along the unit vector `axis`.
fn part_beyond(corners: &[DVec2], axis: DVec2, at: f64) -> Vec<DVec2> {
    let mut kept = Vec::new();
    for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let [h, k] = [height_beyond(axis, at, a), height_beyond(axis, at, b)];
        if h >= 0.0 {
            kept.push(a);
        }
        if (h > 0.0) != (k > 0.0) && h != 0.0 && k != 0.0 {
            kept.push(a.lerp(b, h / (h - k)));
        }
    }
    kept
}

/// Signed distance of a point beyond the line, meters.
fn height_beyond(axis: DVec2, at: f64, p: DVec2) -> f64 {
    axis.dot(p) - at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[DVec2]) -> f64 {
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        0.5 * sides.map(|(a, b)| a.perp_dot(*b)).sum::<f64>()
    }

    #[test]
    fn both_parts_of_a_polygon_make_the_whole() {
        let square = [DVec2::ZERO, DVec2::X * 4.0, DVec2::splat(4.0), DVec2::Y * 4.0];
        for at in [-1.0, 0.0, 1.0, 3.5, 4.0, 7.0] {
            let axis = DVec2::new(0.6, 0.8);
            let [one, other] =
                [part_beyond(&square, axis, at), part_beyond(&square, -axis, -at)].map(|piece| area(&piece));
            assert!((one + other - 16.0).abs() < 1e-12, "at {at}: {one} + {other}");
        }
        assert_eq!(part_beyond(&square, DVec2::X, 1.0).len(), 4);
        assert!(area(&part_beyond(&square, DVec2::X, 4.0)).abs() < 1e-12);
    }
}
