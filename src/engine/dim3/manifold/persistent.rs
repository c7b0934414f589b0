//! A manifold over frames: which point is which one of before.

use super::super::prelude::*;
use super::{Point, Pose};

/// How points of two frames are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Matching {
    /// By name.
    #[default]
    ByName,
    /// By how near they are on a, in a's frame: no farther than this, the nearest first.
    ByDistance(Real),
}

/// A point that stays while the bodies move: where it was found, in the frames of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    /// The point as it is now, in the world.
    pub point: Point,
    /// Where it is on a, in a's frame.
    pub anchor_a: Vec3,
    /// Where it is on b, in b's frame.
    pub anchor_b: Vec3,
    /// For how many frames it has been there; 0 for a new one.
    pub age: u32,
}

/// The points of a pair over frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Persistent {
    /// The points now.
    pub points: Vec<Kept>,
    /// Names of points that came.
    pub added: Vec<u64>,
    /// Names of points that stayed, as they are called now.
    pub kept: Vec<u64>,
    /// Names of points that went, as they were called.
    pub dropped: Vec<u64>,
}

impl Persistent {
    /// Takes the points of a new frame: each is matched with at most one of before, and that one with no other.
    pub fn update(&mut self, points: &[Point], pose_a: &Pose, pose_b: &Pose, matching: Matching) {
        let local = |pose: &Pose, p: Vec3| pose.rotation.conjugate() * (p - pose.position);
        let mut next: Vec<Kept> = points
            .iter()
            .map(|point| Kept {
                point: *point,
                anchor_a: local(pose_a, point.on_a),
                anchor_b: local(pose_b, point.on_b),
                age: 0,
            })
            .collect();
        let mut matched = vec![false; self.points.len()];
        let mut pairs: Vec<(Real, usize, usize)> = Vec::new();
        for (i, new) in next.iter().enumerate() {
            for (k, old) in self.points.iter().enumerate() {
                match matching {
                    Matching::ByName if new.point.id == old.point.id => pairs.push((0.0, i, k)),
                    Matching::ByDistance(reach) if new.anchor_a.distance(old.anchor_a) <= reach => {
                        pairs.push((new.anchor_a.distance(old.anchor_a), i, k));
                    }
                    _ => {}
                }
            }
        }
        pairs.sort_by(|p, q| p.0.total_cmp(&q.0).then((p.1, p.2).cmp(&(q.1, q.2))));
        let mut taken = vec![false; next.len()];
        for (_, i, k) in pairs {
            if !taken[i] && !matched[k] {
                (taken[i], matched[k]) = (true, true);
                next[i].age = self.points[k].age + 1;
            }
        }
        self.added = next.iter().filter(|new| new.age == 0).map(|new| new.point.id).collect();
        self.kept = next.iter().filter(|new| new.age > 0).map(|new| new.point.id).collect();
        let gone = self.points.iter().zip(&matched).filter(|(_, matched)| !**matched);
        self.dropped = gone.map(|(old, _)| old.point.id).collect();
        self.points = next;
    }

    /// Moves the points with the bodies, between frames in which they are found anew: depths are measured again along the
    /// normal, and points that have parted by more than `reach`, along it or across, are dropped.
    pub fn refresh(&mut self, pose_a: &Pose, pose_b: &Pose, normal: Vec3, reach: Real) {
        for kept in &mut self.points {
            let (on_a, on_b) = (pose_a.point(kept.anchor_a), pose_b.point(kept.anchor_b));
            (kept.point.on_a, kept.point.on_b) = (on_a, on_b);
            kept.point.depth = normal.dot(on_a - on_b);
        }
        let stays = |kept: &Kept| {
            let off = kept.point.on_b - kept.point.on_a;
            -kept.point.depth <= reach && (off - normal * normal.dot(off)).length() <= reach
        };
        self.dropped = self.points.iter().filter(|kept| !stays(kept)).map(|kept| kept.point.id).collect();
        self.points.retain(stays);
        self.kept = self.points.iter().map(|kept| kept.point.id).collect();
        self.added.clear();
    }
}
