//! Comparison of another engine's frame of a world with ours: captured poses, contacts and impulses.
//!
//! Trajectories have no proven bracket, so differences are reported without a judgment.

use glam::{DVec2, DVec3};

use super::{Compared, Comparison, newton_seconds};
use crate::answer::{Exact, Shown, WorldFinding, number};
use crate::scene::model::{CapturedField, FramePose};

/// Rows for all captured values of a frame.
pub(super) fn rows(comparison: &Comparison<'_>, found: &WorldFinding) -> Vec<Compared> {
    let world = World { comparison, found };
    [world.farthest(), world.most_turned(), world.count(), world.point(), world.depth(), world.impulse()]
        .into_iter()
        .flatten()
        .collect()
}

struct World<'a> {
    comparison: &'a Comparison<'a>,
    found: &'a WorldFinding,
}

impl World<'_> {
    /// Captured poses, each with the index of its body here.
    fn poses(&self) -> impl Iterator<Item = (usize, &FramePose)> {
        let names = &self.found.names;
        let poses = self.comparison.theirs.poses.iter();
        poses.filter_map(|pose| Some((names.iter().position(|name| *name == pose.body)?, pose)))
    }

    /// The body whose captured position differs most.
    fn farthest(&self) -> Option<Compared> {
        let distances = self.poses().map(|(body, pose)| {
            let at = DVec2::new(pose.position[0], pose.position[1]);
            (at.distance(self.found.bodies[body].position), body, at)
        });
        let (off, body, at) = distances.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.comparison.row(CapturedField::Poses, "farthest body", self.name_and_position(body, at));
        row.ours = self.name_and_position(body, self.found.bodies[body].position);
        row.difference = number::length(off);
        Some(row)
    }

    fn name_and_position(&self, body: usize, at: DVec2) -> Shown {
        Shown::from(format!("{} at {}", self.found.names[body], number::vector(at.extend(0.0)).text))
    }

    /// The body whose captured rotation differs most, modulo full turns.
    fn most_turned(&self) -> Option<Compared> {
        let angles = self.poses().map(|(body, pose)| {
            let [_, _, z, w] = pose.rotation;
            let angle = 2.0 * z.atan2(w);
            let difference = angle - self.found.bodies[body].angle;
            (difference.sin().atan2(difference.cos()).abs(), body, angle)
        });
        let (off, body, angle) = angles.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.comparison.row(CapturedField::Poses, "most turned body", self.name_and_angle(body, angle));
        row.ours = self.name_and_angle(body, self.found.bodies[body].angle);
        row.difference =
            Shown { text: format!("{}°", number::brief(off.to_degrees())), exact: Some(Exact::Number(off)) };
        Some(row)
    }

    fn name_and_angle(&self, body: usize, angle: f64) -> Shown {
        Shown::from(format!("{} by {}°", self.found.names[body], number::brief(angle.to_degrees())))
    }

    fn count(&self) -> Option<Compared> {
        let theirs = self.comparison.theirs.points.len();
        let ours = self.found.points().count();
        let mut row = self.comparison.row(CapturedField::Points, "number of points", number::count(theirs));
        row.ours = number::count(ours);
        row.difference = number::number(theirs as f64 - ours as f64);
        (theirs > 0).then_some(row)
    }

    /// The captured contact point that is farthest from all of ours.
    fn point(&self) -> Option<Compared> {
        let ours: Vec<DVec3> = self.found.points().map(|point| point.position.extend(0.0)).collect();
        let places = self.comparison.theirs.points.iter().filter_map(|point| point.place().map(DVec3::from_array));
        let nearest = places.filter_map(|place| {
            let point = ours.iter().min_by(|a, b| a.distance(place).total_cmp(&b.distance(place)))?;
            Some((point.distance(place), place, *point))
        });
        let (off, place, point) = nearest.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.comparison.row(CapturedField::Points, "farthest point", number::vector(place));
        row.ours = number::vector(point);
        row.difference = number::length(off);
        Some(row)
    }

    fn depth(&self) -> Option<Compared> {
        let theirs = self.comparison.theirs.points.iter().filter_map(|point| point.depth).reduce(f64::max)?;
        let mut row = self.comparison.row(CapturedField::Depths, "greatest depth", number::length(theirs));
        if let Some(ours) = self.found.points().map(|point| point.depth).reduce(f64::max) {
            row.ours = number::length(ours);
            row.difference = number::length(theirs - ours);
        }
        Some(row)
    }

    /// Sum of the normal impulses of all contacts.
    fn impulse(&self) -> Option<Compared> {
        let mut row = self.comparison.impulse()?;
        let ours: f64 = self.found.points().map(|point| point.normal_impulse).sum();
        row.ours = newton_seconds(ours);
        if let Some(Exact::Number(theirs)) = row.theirs.exact {
            row.difference = newton_seconds(theirs - ours);
        }
        Some(row)
    }
}
