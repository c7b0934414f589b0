//! A line drawn beside the bodies, with both shadows on it.

use glam::DVec3;

use super::Shadows;
use crate::lesson::number;
use crate::picture::{Picture, Role};

/// Where lines are drawn: below the bodies, in the plane that is looked at.
#[derive(Clone, Debug)]
pub struct Rail {
    /// A's origin in the world, from which shadows are measured.
    home: DVec3,
    /// Corners of both bodies in the world.
    corners: Vec<DVec3>,
    /// From the bodies to the eye.
    toward: DVec3,
    /// The diagonal of the box around both bodies.
    size: f64,
}

impl Rail {
    /// Beside bodies with these corners, measured from `home`, for an eye in direction `toward`.
    pub fn new(home: DVec3, corners: Vec<DVec3>, toward: DVec3) -> Self {
        let low = corners.iter().copied().reduce(DVec3::min).unwrap_or_default();
        let high = corners.iter().copied().reduce(DVec3::max).unwrap_or_default();
        Self { home, corners, toward, size: (high - low).length() }
    }

    /// Perpendicular to the line, in the plane that is looked at, upwards.
    fn up(&self, n: DVec3) -> DVec3 {
        let side = self.toward.cross(n);
        let side = if side.length() < 0.05 { DVec3::Y - n * n.y } else { side };
        let side = side.try_normalize().unwrap_or_else(|| n.any_orthonormal_vector());
        if side.y < -1e-9 || side.y.abs() <= 1e-9 && side.x < 0.0 { -side } else { side }
    }

    /// Draws the line; with `shadows` also these, the gap or the overlap, and the points that bound it.
    pub fn draw(&self, world: &mut Picture, line: &Shadows, shadows: bool) {
        let (n, up) = (line.normal, self.up(line.normal));
        let low = self.corners.iter().map(|p| up.dot(*p - self.home)).fold(f64::INFINITY, f64::min).min(0.0);
        let at = |x: f64, down: f64| self.home + n * x + up * (low - down * self.size);
        let (first, last) = (line.a[0].min(line.b[0]), line.a[1].max(line.b[1]));
        let (tail, tip) = (at(first - 0.05 * self.size, 0.17), at(last + 0.1 * self.size, 0.17));
        world.arrow(Role::Axis, "axis", tail, tip);
        world.label(Role::Axis, "axis", tip, "n");
        if !shadows {
            return;
        }
        let (from, to) = (line.a[1], line.b[0]);
        for (role, key, [low, high], rail) in
            [(Role::ShapeA, "shadow/a", line.a, 0.08), (Role::ShapeB, "shadow/b", line.b, 0.12)]
        {
            world.segment(role, key, at(low, rail), at(high, rail));
            for end in [low, high] {
                world.segment(role, key, at(end, rail - 0.012), at(end, rail + 0.012));
            }
        }
        for (support, x) in [(line.supports[0], from), (line.supports[1], to)] {
            world.point(Role::NewSupport, "support", support);
            world.segment(Role::Ghost, "drop", support, at(x, 0.2));
        }
        // Beside the line, between the ends that face each other.
        let role = if line.gap() > 0.0 { Role::Gap } else { Role::Overlap };
        world.segment(role, "gap", at(from, 0.2), at(to, 0.2));
        [from, to].into_iter().for_each(|x| world.segment(role, "gap", at(x, 0.185), at(x, 0.215)));
        world.label(role, "gap", at(0.5 * (from + to), 0.215), number::length(line.gap().abs()).text);
    }
}
