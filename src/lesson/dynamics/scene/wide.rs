//! What stands still and is far wider than what moves: of it a part alone is in view. There it has its hatch and its name.

use glam::{DVec2, DVec3};

use super::{Scene, flat, width};
use crate::picture::Solid;

/// How far from the middle of what moves the hatch reaches, in its span with so many sizes around it.
const REACH: f64 = 1.1;
const SIZES: f64 = 8.0;

/// What is no more than so many times as wide is hatched as a whole.
const TIMES: f64 = 4.0;

/// The middle is moved in so small shares of the reach that the lines of the hatch, which lie as far apart across, stand still.
const STEP: f64 = 2.0 * std::f64::consts::SQRT_2 * 0.026 * std::f64::consts::SQRT_2;

/// So far below its top its name stands, in sizes.
const NAME_BELOW: f64 = 2.4;

/// Where its own middle is farther from what moves, in sizes, it is out of view.
const IN_VIEW: f64 = 2.0;

impl Scene {
    /// Cuts what is near out of a wide body, so that it can be hatched as finely as the view needs it: the body keeps its outline, and all
    /// its area but that.
    pub(super) fn cut(&self, solid: &mut Solid) -> Option<Solid> {
        // Its outline has two sides.
        let ([face] | [face, _]) = &solid.faces[..] else { return None };
        let corners: Vec<DVec2> = face.iter().map(|corner| solid.vertices[*corner as usize].truncate()).collect();
        let home: Vec<DVec2> = self.moving(&self.home).collect();
        let reach = REACH * (width(&home) + SIZES * self.size);
        if width(&corners) < 2.0 * TIMES * reach || !reach.is_finite() {
            return None;
        }
        let middle = (self.middle()? / (STEP * reach)).round() * STEP * reach;
        let (mut near, mut rest) = (corners, Vec::new());
        for axis in [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y] {
            let at = axis.dot(middle) + reach;
            rest.push(part(&near, axis, at));
            near = part(&near, -axis, -at);
        }
        if near.len() < 3 {
            return None;
        }
        solid.faces.clear();
        for piece in rest.into_iter().filter(|piece| piece.len() > 2) {
            let from = solid.vertices.len() as u32;
            solid.faces.extend(sides(from..from + piece.len() as u32));
            solid.vertices.extend(piece.into_iter().map(flat));
        }
        let faces = sides(0..near.len() as u32).to_vec();
        Some(Solid { vertices: near.into_iter().map(flat).collect(), faces, ..Solid::default() })
    }

    /// The middle of what moves.
    fn middle(&self) -> Option<DVec2> {
        let ends = self.moving(&self.start).map(|p| [p; 2]);
        let [low, high] = ends.reduce(|[low, high], [a, b]| [low.min(a), high.max(b)])?;
        Some(0.5 * (low + high))
    }

    /// Where the name of what stands still is: in its middle, or where that is out of view below what moves.
    pub(super) fn named(&self, body: usize, center: DVec3) -> DVec3 {
        let (Some(middle), Some([low, high])) = (self.middle(), self.extent(body)) else { return center };
        let far = 0.5 * self.span + IN_VIEW * self.size;
        let off = (center.truncate() - middle).abs().max_element();
        let below = DVec2::new(middle.x, high.y - NAME_BELOW * self.size);
        let is_in_it = low.cmplt(below).all() && below.cmplt(high).all() && self.is_upright(body);
        if off > far && is_in_it { flat(below) } else { center }
    }

    /// Whether its sides are level and plumb, so that it fills its extent.
    fn is_upright(&self, body: usize) -> bool {
        let turned = self.start[body].rotation.rotate(DVec2::X);
        turned.x.abs().min(turned.y.abs()) < 1e-9 && self.outlines[body].vertices.len() == 4
    }
}

/// Both sides of a flat polygon of these corners.
fn sides(corners: std::ops::Range<u32>) -> [Vec<u32>; 2] {
    [corners.clone().collect(), corners.rev().collect()]
}

/// The part of a convex polygon that lies beyond a line across `axis`.
fn part(corners: &[DVec2], axis: DVec2, at: f64) -> Vec<DVec2> {
    let height = |p: DVec2| axis.dot(p) - at;
    let mut kept = Vec::new();
    for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let [h, k] = [height(a), height(b)];
        if h >= 0.0 {
            kept.push(a);
        }
        if (h > 0.0) != (k > 0.0) && h != 0.0 && k != 0.0 {
            kept.push(a.lerp(b, h / (h - k)));
        }
    }
    kept
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
            let [one, other] = [part(&square, axis, at), part(&square, -axis, -at)].map(|piece| area(&piece));
            assert!((one + other - 16.0).abs() < 1e-12, "at {at}: {one} + {other}");
        }
        assert_eq!(part(&square, DVec2::X, 1.0).len(), 4);
        assert!(area(&part(&square, DVec2::X, 4.0)).abs() < 1e-12);
    }
}
