//! Comparison of a frame of a world captured from another engine with the frame computed here: poses, contact points
//! and impulses.
//!
//! Trajectories have no proven bracket, so differences are reported without a judgment.

use contact_lens_model::answer::{Exact, Shown, WorldFinding, number};
use contact_lens_scene::model::{CapturedField, FramePose};
use glam::{DVec2, DVec3};

use super::{Compared, Comparison, newton_seconds};

/// Rows for all captured values of a frame; `finding` is the same frame computed here.
pub(super) fn rows(comparison: &Comparison<'_>, finding: &WorldFinding) -> Vec<Compared> {
    let world = WorldComparison { comparison, finding };
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
    /// State of the frame computed here.
    finding: &'a WorldFinding,
}

/// Captured position of a body, compared with the computed one.
struct PositionDifference {
    /// Index of the body.
    body: usize,
    /// Captured position, world frame, meters.
    captured: DVec2,
    /// Distance from the computed position, meters.
    distance: f64,
}

/// Captured angle of a body, compared with the computed one.
struct AngleDifference {
    /// Index of the body.
    body: usize,
    /// Captured angle of the body, radians.
    captured: f64,
    /// Magnitude of the difference from the computed angle, radians, 0 to π.
    magnitude: f64,
}

/// Captured contact point with the nearest computed one.
struct PointDifference {
    /// Captured point, world frame, meters.
    captured: DVec3,
    /// Nearest computed point, world frame, meters.
    nearest: DVec3,
    /// Distance of the two points, meters.
    distance: f64,
}

impl WorldComparison<'_> {
    /// Captured poses, each with the index of its body here.
    fn poses(&self) -> impl Iterator<Item = (usize, &FramePose)> {
        let names = &self.finding.names;
        let poses = self.comparison.captured.poses.iter();
        poses.filter_map(|pose| Some((names.iter().position(|name| *name == pose.body)?, pose)))
    }

    /// Row for the body whose captured position differs most. `None` if the capture has no poses.
    fn farthest_body(&self) -> Option<Compared> {
        let differences = self.poses().map(|(body, pose)| {
            let captured = DVec2::new(pose.position[0], pose.position[1]);
            let distance = captured.distance(self.finding.bodies[body].position);
            PositionDifference { body, captured, distance }
        });
        let PositionDifference { body, captured, distance } =
            differences.max_by(|a, b| a.distance.total_cmp(&b.distance))?;
        let mut row =
            self.comparison.row(CapturedField::Poses, "farthest body", self.name_and_position(body, captured));
        row.computed = self.name_and_position(body, self.finding.bodies[body].position);
        row.difference = number::length(distance);
        Some(row)
    }

    /// A cell of the table: the name of a body and a position, meters.
    fn name_and_position(&self, body: usize, position: DVec2) -> Shown {
        Shown::from(format!("{} at {}", self.finding.names[body], number::vector(position.extend(0.0)).text))
    }

    /// Row for the body whose captured rotation differs most, modulo full rotations. `None` if the capture has no
    /// poses.
    fn most_rotated_body(&self) -> Option<Compared> {
        let differences = self.poses().map(|(body, pose)| {
            let [_, _, z, w] = pose.rotation;
            let captured = 2.0 * z.atan2(w);
            let difference = captured - self.finding.bodies[body].angle;
            // The angle of the rotation by `difference`, without full rotations.
            let magnitude = difference.sin().atan2(difference.cos()).abs();
            AngleDifference { body, captured, magnitude }
        });
        let AngleDifference { body, captured, magnitude } =
            differences.max_by(|a, b| a.magnitude.total_cmp(&b.magnitude))?;
        let cell = self.name_and_angle(body, captured);
        let mut row = self.comparison.row(CapturedField::Poses, "most rotated body", cell);
        row.computed = self.name_and_angle(body, self.finding.bodies[body].angle);
        row.difference = Shown {
            text: format!("{}°", number::brief(magnitude.to_degrees())),
            exact: Some(Exact::Number(magnitude)),
        };
        Some(row)
    }

    /// A cell of the table: the name of a body and `angle`, radians, shown in degrees.
    fn name_and_angle(&self, body: usize, angle: f64) -> Shown {
        Shown::from(format!("{} by {}°", self.finding.names[body], number::brief(angle.to_degrees())))
    }

    /// Row for the number of contact points of all pairs; `None` if no point was captured.
    fn point_count(&self) -> Option<Compared> {
        let captured = self.comparison.captured.points.len();
        let computed = self.finding.points().count();
        let mut row = self.comparison.row(CapturedField::Points, "number of points", number::count(captured));
        row.computed = number::count(computed);
        row.difference = number::number(captured as f64 - computed as f64);
        (captured > 0).then_some(row)
    }

    /// Row for the captured contact point that is farthest from all computed ones. `None` without captured or without
    /// computed points.
    fn farthest_point(&self) -> Option<Compared> {
        let computed: Vec<DVec3> = self.finding.points().map(|point| point.position.extend(0.0)).collect();
        let positions =
            self.comparison.captured.points.iter().filter_map(|point| point.display_position().map(DVec3::from_array));
        let differences = positions.filter_map(|captured| {
            let nearest = computed.iter().min_by(|a, b| a.distance(captured).total_cmp(&b.distance(captured)))?;
            Some(PointDifference { captured, nearest: *nearest, distance: nearest.distance(captured) })
        });
        let PointDifference { captured, nearest, distance } =
            differences.max_by(|a, b| a.distance.total_cmp(&b.distance))?;
        let mut row = self.comparison.row(CapturedField::Points, "farthest point", number::vector(captured));
        row.computed = number::vector(nearest);
        row.difference = number::length(distance);
        Some(row)
    }

    /// Row for the depth of the deepest captured point and of the deepest computed one. `None` if the capture has no
    /// depths.
    fn greatest_depth(&self) -> Option<Compared> {
        let captured = self.comparison.captured.points.iter().filter_map(|point| point.depth).reduce(f64::max)?;
        let mut row = self.comparison.row(CapturedField::Depths, "greatest depth", number::length(captured));
        if let Some(computed) = self.finding.points().map(|point| point.depth).reduce(f64::max) {
            row.computed = number::length(computed);
            row.difference = number::length(captured - computed);
        }
        Some(row)
    }

    /// Row for the sum of the normal impulses of all contacts. `None` if the capture has no impulses.
    fn impulse_sum(&self) -> Option<Compared> {
        let mut row = self.comparison.impulse_sum()?;
        let computed: f64 = self.finding.points().map(|point| point.normal_impulse).sum();
        row.computed = newton_seconds(computed);
        if let Some(Exact::Number(captured)) = row.captured.exact {
            row.difference = newton_seconds(captured - computed);
        }
        Some(row)
    }
}
