//! Comparison of a frame of a world captured from another engine with the frame computed here: poses, contact points
//! and impulses.
//!
//! Trajectories have no proven bracket, so differences are reported without a judgment.

use glam::{DVec2, DVec3};

use super::{Compared, Comparison, newton_seconds};
use crate::answer::{Exact, Shown, WorldFinding, number};
use crate::scene::model::{CapturedField, FramePose};

/// Rows for all captured values of a frame.
pub(super) fn rows(comparison: &Comparison<'_>, found: &WorldFinding) -> Vec<Compared> {
    let world = WorldComparison { comparison, found };
    [
        world.farthest_body(),
        world.most_rotated_body(),
        world.point_count(),
        world.farthest_point(),
        world.greatest_depth(),
        world.impulse_sum(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// One captured frame of a world and the state of that frame here.
struct WorldComparison<'a> {
    comparison: &'a Comparison<'a>,
    found: &'a WorldFinding,
}

impl WorldComparison<'_> {
    /// Captured poses, each with the index of its body here.
    fn poses(&self) -> impl Iterator<Item = (usize, &FramePose)> {
        let names = &self.found.names;
        let poses = self.comparison.captured.poses.iter();
        poses.filter_map(|pose| Some((names.iter().position(|name| *name == pose.body)?, pose)))
    }

    /// Body whose captured position differs most. `None` if the capture has no poses.
    fn farthest_body(&self) -> Option<Compared> {
        let distances = self.poses().map(|(body, pose)| {
            let position = DVec2::new(pose.position[0], pose.position[1]);
            (position.distance(self.found.bodies[body].position), body, position)
        });
        let (distance, body, position) = distances.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row =
            self.comparison.row(CapturedField::Poses, "farthest body", self.name_and_position(body, position));
        row.computed = self.name_and_position(body, self.found.bodies[body].position);
        row.difference = number::length(distance);
        Some(row)
    }

    /// A cell of the table: the name of a body and a position, meters.
    fn name_and_position(&self, body: usize, position: DVec2) -> Shown {
        Shown::from(format!("{} at {}", self.found.names[body], number::vector(position.extend(0.0)).text))
    }

    /// Body whose captured rotation differs most, modulo full rotations. `None` if the capture has no poses.
    fn most_rotated_body(&self) -> Option<Compared> {
        let angles = self.poses().map(|(body, pose)| {
            let [_, _, z, w] = pose.rotation;
            let angle = 2.0 * z.atan2(w);
            let difference = angle - self.found.bodies[body].angle;
            (difference.sin().atan2(difference.cos()).abs(), body, angle)
        });
        let (difference, body, angle) = angles.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.comparison.row(CapturedField::Poses, "most rotated body", self.name_and_angle(body, angle));
        row.computed = self.name_and_angle(body, self.found.bodies[body].angle);
        row.difference = Shown {
            text: format!("{}°", number::brief(difference.to_degrees())),
            exact: Some(Exact::Number(difference)),
        };
        Some(row)
    }

    /// A cell of the table: the name of a body and `angle`, radians, shown in degrees.
    fn name_and_angle(&self, body: usize, angle: f64) -> Shown {
        Shown::from(format!("{} by {}°", self.found.names[body], number::brief(angle.to_degrees())))
    }

    /// Number of contact points of all pairs; `None` if no point was captured.
    fn point_count(&self) -> Option<Compared> {
        let captured = self.comparison.captured.points.len();
        let computed = self.found.points().count();
        let mut row = self.comparison.row(CapturedField::Points, "number of points", number::count(captured));
        row.computed = number::count(computed);
        row.difference = number::number(captured as f64 - computed as f64);
        (captured > 0).then_some(row)
    }

    /// Captured contact point that is farthest from all computed ones. `None` without captured or without computed
    /// points.
    fn farthest_point(&self) -> Option<Compared> {
        let computed: Vec<DVec3> = self.found.points().map(|point| point.position.extend(0.0)).collect();
        let positions =
            self.comparison.captured.points.iter().filter_map(|point| point.display_position().map(DVec3::from_array));
        let with_nearest = positions.filter_map(|captured| {
            let nearest = computed.iter().min_by(|a, b| a.distance(captured).total_cmp(&b.distance(captured)))?;
            Some((nearest.distance(captured), captured, *nearest))
        });
        let (distance, captured, nearest) = with_nearest.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.comparison.row(CapturedField::Points, "farthest point", number::vector(captured));
        row.computed = number::vector(nearest);
        row.difference = number::length(distance);
        Some(row)
    }

    /// Depth of the deepest captured point and of the deepest computed one. `None` if the capture has no depths.
    fn greatest_depth(&self) -> Option<Compared> {
        let captured = self.comparison.captured.points.iter().filter_map(|point| point.depth).reduce(f64::max)?;
        let mut row = self.comparison.row(CapturedField::Depths, "greatest depth", number::length(captured));
        if let Some(computed) = self.found.points().map(|point| point.depth).reduce(f64::max) {
            row.computed = number::length(computed);
            row.difference = number::length(captured - computed);
        }
        Some(row)
    }

    /// Sum of the normal impulses of all contacts. `None` if the capture has no impulses.
    fn impulse_sum(&self) -> Option<Compared> {
        let mut row = self.comparison.impulse_sum()?;
        let computed: f64 = self.found.points().map(|point| point.normal_impulse).sum();
        row.computed = newton_seconds(computed);
        if let Some(Exact::Number(captured)) = row.captured.exact {
            row.difference = newton_seconds(captured - computed);
        }
        Some(row)
    }
}
