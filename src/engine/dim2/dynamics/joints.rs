//! Joints: where they hold on, and the rows they make.

use super::super::numbers::length2;
use super::super::pose::Pose;
use super::super::prelude::*;
use super::problem::{Anchors, Body};
use super::trig;

/// How far apart the anchors of a distance joint are at the start; one that is not given is its frame's origin.
pub(super) fn placed_length(anchors: Anchors, a: Option<&Body>, b: &Body) -> Real {
    let placed = |body: &Body| Pose { position: body.position, rotation: trig::rotation(body.angle) };
    let pose_a = a.map_or(Pose::IDENTITY, placed);
    length2(placed(b).point(anchors.b.unwrap_or_default()) - pose_a.point(anchors.a.unwrap_or_default()))
}
