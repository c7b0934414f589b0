//! Another engine's frame of a world beside ours: bodies, contacts and impulses, as far as they are given.
//!
//! Nothing is proven of where a world goes, so no bracket judges: what differs is told with how much.

use glam::{DVec2, DVec3};

use super::{Compared, Comparison};
use crate::answer::{Exact, Shown, WorldFinding, number};
use crate::scene::model::{FramePose, TheirField};

/// All that can be compared of a frame.
pub(super) fn rows(comparison: &Comparison<'_>, found: &WorldFinding) -> Vec<Compared> {
    let of = World { comparison, found };
    [of.farthest(), of.most_turned(), of.count(), of.point(), of.depth(), of.impulse()].into_iter().flatten().collect()
}

struct World<'a> {
    comparison: &'a Comparison<'a>,
    found: &'a WorldFinding,
}

impl World<'_> {
    /// Their poses, each with the place of the body among ours.
    fn poses(&self) -> impl Iterator<Item = (usize, &FramePose)> {
        let index = |pose: &FramePose| self.found.names.iter().position(|name| *name == pose.body);
        self.comparison.theirs.poses.iter().filter_map(move |pose| Some((index(pose)?, pose)))
    }

    /// The body that is farthest from where it is here.
    fn farthest(&self) -> Option<Compared> {
        let theirs = |pose: &FramePose| DVec2::new(pose.position[0], pose.position[1]);
        let off =
            |(k, pose): (usize, &FramePose)| (theirs(pose).distance(self.found.bodies[k].position), k, theirs(pose));
        let (off, k, at) = self.poses().map(off).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let named =
            |at: DVec2| Shown::from(format!("{} at {}", self.found.names[k], number::vector(at.extend(0.0)).text));
        let mut row = self.comparison.row(TheirField::Poses, "farthest body", named(at));
        row.ours = named(self.found.bodies[k].position);
        row.difference = number::length(off);
        Some(row)
    }

    /// The body that is turned most against how it is turned here. Whole turns are not counted.
    fn most_turned(&self) -> Option<Compared> {
        let angle = |[_, _, z, w]: [f64; 4]| 2.0 * z.atan2(w);
        let off = |(k, pose): (usize, &FramePose)| {
            let by = angle(pose.rotation) - self.found.bodies[k].angle;
            (by.sin().atan2(by.cos()).abs(), k, angle(pose.rotation))
        };
        let (off, k, turned) = self.poses().map(off).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let named =
            |angle: f64| Shown::from(format!("{} by {}°", self.found.names[k], number::brief(angle.to_degrees())));
        let mut row = self.comparison.row(TheirField::Poses, "most turned body", named(turned));
        row.ours = named(self.found.bodies[k].angle);
        row.difference =
            Shown { text: format!("{}°", number::brief(off.to_degrees())), exact: Some(Exact::Number(off)) };
        Some(row)
    }

    fn count(&self) -> Option<Compared> {
        let theirs = self.comparison.theirs.points.len();
        let ours = self.found.points().count();
        let mut row = self.comparison.row(TheirField::Points, "number of points", number::count(theirs));
        row.ours = number::count(ours);
        row.difference = number::number(theirs as f64 - ours as f64);
        (theirs > 0).then_some(row)
    }

    /// The point of contact that is farthest from all of ours.
    fn point(&self) -> Option<Compared> {
        let ours: Vec<DVec3> = self.found.points().map(|point| point.position.extend(0.0)).collect();
        let nearest = |place: DVec3| {
            let near = |point: &&DVec3| point.distance(place);
            ours.iter().min_by(|a, b| near(a).total_cmp(&near(b))).map(|point| (point.distance(place), place, *point))
        };
        let places = self.comparison.theirs.points.iter().filter_map(|point| point.place().map(DVec3::from_array));
        let (off, place, point) = places.filter_map(nearest).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.comparison.row(TheirField::Points, "farthest point", number::vector(place));
        row.ours = number::vector(point);
        row.difference = number::length(off);
        Some(row)
    }

    fn depth(&self) -> Option<Compared> {
        let theirs = self.comparison.theirs.points.iter().filter_map(|point| point.depth).reduce(f64::max)?;
        let mut row = self.comparison.row(TheirField::Depths, "greatest depth", number::length(theirs));
        if let Some(ours) = self.found.points().map(|point| point.depth).reduce(f64::max) {
            row.ours = number::length(ours);
            row.difference = number::length(theirs - ours);
        }
        Some(row)
    }

    /// Normal impulses, added up over all contacts.
    fn impulse(&self) -> Option<Compared> {
        let mut row = self.comparison.impulse()?;
        let ours: f64 = self.found.points().map(|point| point.normal_impulse).sum();
        let told = |sum: f64| Shown { text: format!("{} N s", number::brief(sum)), exact: Some(Exact::Number(sum)) };
        row.ours = told(ours);
        if let Some(Exact::Number(theirs)) = row.theirs.exact {
            row.difference = told(theirs - ours);
        }
        Some(row)
    }
}
