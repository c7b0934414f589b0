//! Gap between the boxes of two nodes, drawn where it is the lower bound that the sentence states.

use contact_lens_model::snapshot::parts::NodePair;
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::context::{Bodies, SearchBody};
use super::values::pair_key;

/// Largest number of projections of a point from one box to the other: bounds the time of boxes whose points converge
/// slowly.
const MAX_PROJECTIONS: usize = 500;

/// Relative difference of gap and bound up to which they are equal.
const SAME_LENGTH: f64 = 1e-6;

/// Adds the gap between the boxes of a pair with its length, if that is the pair's lower bound.
pub(super) fn add_gap_of_boxes(picture: &mut Picture, context: &Bodies, pair: &NodePair) {
    let [a, b] = nearest_points(&context.pair, pair.nodes);
    let gap = a.distance(b);
    let is_drawable = gap.is_finite() && !context.is_rounding(gap);
    if !is_drawable || (gap - pair.bound).abs() > SAME_LENGTH * gap {
        return;
    }
    picture.segment(Role::Gap, pair_key(pair.nodes), a, b);
    picture.label(Role::Gap, pair_key(pair.nodes), a.midpoint(b), context.bound(pair.bound).text);
}

/// Nearest points of the boxes of two nodes, world, meters, by alternating projection from A's origin.
fn nearest_points(bodies: &[SearchBody; 2], nodes: [u32; 2]) -> [DVec3; 2] {
    let mut a = bodies[0].world(DVec3::ZERO);
    let mut b = project(&bodies[1], nodes[1], a);
    for _ in 0..MAX_PROJECTIONS {
        let next = project(&bodies[0], nodes[0], b);
        let has_converged = next == a;
        a = next;
        b = project(&bodies[1], nodes[1], a);
        if has_converged {
            break;
        }
    }
    [a, b]
}

/// Point of a node's box nearest to `p`; both in the world, meters.
fn project(body: &SearchBody, node: u32, p: DVec3) -> DVec3 {
    let bounding_box = (body.node)(node);
    let local = body.rotation.inverse() * (p - body.position);
    body.world(local.clamp(bounding_box.low, bounding_box.high))
}
