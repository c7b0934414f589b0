//! Limits of the radii of dots on lanes: many dots close together in one row would merge into a bar.

use std::collections::BTreeMap;

use glam::DVec3;

use super::{LaneMap, Painter};
use crate::marks::theme::Ink;
use crate::{Form, Mark, Role};

/// Least number of dots in a row that are drawn smaller if they are close together.
const MANY_DOTS: usize = 8;

/// Radius of close dots, in median distances between them.
const RADIUS_OF_CLOSE_DOTS: f64 = 0.35;

/// Least radius of close dots, points.
const MIN_CLOSE_RADIUS: f64 = 1.0;

/// Largest radii of the dots of a role in a row, points; rows by the bits of their position.
pub(super) struct DotLimits(BTreeMap<(Role, u64), f64>);

impl DotLimits {
    /// Limits of the dots of each role in each row with many dots.
    pub(super) fn of(marks: &[Mark], map: &LaneMap) -> Self {
        let mut rows: BTreeMap<(Role, u64), Vec<f64>> = BTreeMap::new();
        for mark in marks {
            if let Form::Point(p) = mark.form {
                rows.entry((mark.role, p.y.to_bits())).or_default().push(map.x(p.x));
            }
        }
        rows.retain(|_, values| values.len() >= MANY_DOTS);
        let limits = rows.into_iter().map(|(row, mut values)| {
            values.sort_by(f64::total_cmp);
            let mut distances: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
            distances.sort_by(f64::total_cmp);
            (row, (RADIUS_OF_CLOSE_DOTS * distances[distances.len() / 2]).max(MIN_CLOSE_RADIUS))
        });
        Self(limits.collect())
    }

    /// Largest radius of a dot of a role in the row at `y`, points; infinite without a limit.
    fn radius(&self, role: Role, y: f64) -> f64 {
        self.0.get(&(role, y.to_bits())).copied().unwrap_or(f64::INFINITY)
    }
}

impl Painter {
    /// Draws a dot of a role at a point of the picture, at most as large as its row and its neighbors allow.
    pub(super) fn draw_dot(&mut self, index: usize, role: Role, p: DVec3) {
        let ink = self.theme.ink(role);
        let largest = self.map.largest_dot().min(self.dot_limits.radius(role, p.y)) as f32;
        let ink = Ink { size: ink.size.min(largest), ..ink };
        self.flat.dot(index, self.position(p), &ink, ink.marker, self.theme);
    }
}
