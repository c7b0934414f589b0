//! Static bodies that are far wider than the moving ones, such as a long floor. Only a part of such a body is visible,
//! which has the hatching and the name.

use contact_lens_picture::Solid;
use glam::{DVec2, DVec3};

use super::{Scene, flat, width};

/// Half width of the hatched part, as a multiple of the moving bodies' span plus [`EXTRA_SIZES`] body sizes: a little
/// wider than the view.
const SPAN_FACTOR: f64 = 1.1;

/// Length that is added to the moving bodies' span, in body sizes.
const EXTRA_SIZES: f64 = 8.0;

/// Width of a body below which it is hatched completely, in widths of the hatched part.
const MAX_HATCHED_WIDTH: f64 = 4.0;

/// Spacing of the grid on which the center of the hatched square lies, as a fraction of the square's half width. It is
/// the distance of the hatching lines along a side: √2 times their spacing, as they are at 45°. So these lines do not
/// move when the center does.
const CENTER_GRID: f64 = 2.0 * std::f64::consts::SQRT_2 * HATCHING_SPACING * std::f64::consts::SQRT_2;

/// Spacing of the hatching lines of a face, as a fraction of the diagonal of its bounding box, which is 2 √2 half
/// widths for a square.
const HATCHING_SPACING: f64 = 0.026;

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
        let polygon: Vec<DVec2> = face.iter().map(|vertex| solid.vertices[*vertex as usize].truncate()).collect();
        let home: Vec<DVec2> = self.moving(&self.home).collect();
        let half_width = SPAN_FACTOR * (width(&home) + EXTRA_SIZES * self.size);
        if width(&polygon) < 2.0 * MAX_HATCHED_WIDTH * half_width || !half_width.is_finite() {
            return None;
        }
        let middle = (self.middle()? / (CENTER_GRID * half_width)).round() * CENTER_GRID * half_width;
        // Each side of the square around the middle clips a piece off the polygon.
        let mut visible = polygon;
        let mut remaining = Vec::new();
        for axis in [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y] {
            let offset = axis.dot(middle) + half_width;
            remaining.push(part_beyond(&visible, axis, offset));
            visible = part_beyond(&visible, -axis, -offset);
        }
        if visible.len() < 3 {
            return None;
        }
        solid.faces.clear();
        for piece in remaining.into_iter().filter(|piece| piece.len() > 2) {
            let first = solid.vertices.len() as u32;
            solid.faces.extend(front_and_back(first..first + piece.len() as u32));
            solid.vertices.extend(piece.into_iter().map(flat));
        }
        let faces = front_and_back(0..visible.len() as u32).to_vec();
        Some(Solid { vertices: visible.into_iter().map(flat).collect(), faces, ..Solid::default() })
    }

    /// Center of the box around the moving bodies' centers, world, meters. `None` if no body moves.
    fn middle(&self) -> Option<DVec2> {
        let low = self.moving(&self.start).reduce(DVec2::min)?;
        let high = self.moving(&self.start).reduce(DVec2::max)?;
        Some(0.5 * (low + high))
    }

    /// Position of a static body's name: its center, or a point below the moving bodies if the center is out of view.
    pub(super) fn name_position(&self, body: usize, center: DVec3) -> DVec3 {
        let (Some(middle), Some([low, high])) = (self.middle(), self.bounding_box(body)) else { return center };
        let distance = (center.truncate() - middle).abs().max_element();
        let is_out_of_view = distance > 0.5 * self.span + OUT_OF_VIEW * self.size;
        let below = DVec2::new(middle.x, high.y - NAME_BELOW * self.size);
        let is_in_body = low.cmplt(below).all() && below.cmplt(high).all() && self.is_aligned_rectangle(body);
        if is_out_of_view && is_in_body { flat(below) } else { center }
    }

    /// Whether the body has four vertices and its axes are those of the world at the start, as an upright box has.
    fn is_aligned_rectangle(&self, body: usize) -> bool {
        let axis = self.start[body].rotation.rotate(DVec2::X);
        axis.x.abs().min(axis.y.abs()) < AXIS_ALIGNED && self.outlines[body].vertices.len() == 4
    }
}

/// Front and back face of a polygon, whose vertices have these indices.
fn front_and_back(vertices: std::ops::Range<u32>) -> [Vec<u32>; 2] {
    [vertices.clone().collect(), vertices.rev().collect()]
}

/// Part of a convex polygon beyond the line `axis · p = offset`, meters, where `axis` is a unit vector. Empty if
/// nothing of the polygon is beyond the line.
fn part_beyond(polygon: &[DVec2], axis: DVec2, offset: f64) -> Vec<DVec2> {
    let mut kept = Vec::new();
    for (&a, &b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        // Signed distances beyond the line.
        let height_a = axis.dot(a) - offset;
        let height_b = axis.dot(b) - offset;
        if height_a >= 0.0 {
            kept.push(a);
        }
        // A vertex on the line is kept itself, and makes no crossing.
        let crosses = (height_a > 0.0) != (height_b > 0.0) && height_a != 0.0 && height_b != 0.0;
        if crosses {
            kept.push(a.lerp(b, height_a / (height_a - height_b)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(polygon: &[DVec2]) -> f64 {
        let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
        0.5 * sides.map(|(a, b)| a.perp_dot(*b)).sum::<f64>()
    }

    #[test]
    fn both_parts_of_a_polygon_make_the_whole() {
        let square = [DVec2::ZERO, DVec2::X * 4.0, DVec2::splat(4.0), DVec2::Y * 4.0];
        let axis = DVec2::new(0.6, 0.8);
        for offset in [-1.0, 0.0, 1.0, 3.5, 4.0, 7.0] {
            let beyond = area(&part_beyond(&square, axis, offset));
            let before = area(&part_beyond(&square, -axis, -offset));
            assert!((beyond + before - 16.0).abs() < 1e-12, "at {offset}: {beyond} + {before}");
        }
        assert_eq!(part_beyond(&square, DVec2::X, 1.0).len(), 4);
        assert!(area(&part_beyond(&square, DVec2::X, 4.0)).abs() < 1e-12);
    }
}
