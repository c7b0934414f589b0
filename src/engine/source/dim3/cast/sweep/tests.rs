//! Tests of the sweep alone: overlap intervals of single axes, and projections that do not move.

use super::*;
use crate::dim3::cast::pose::{Pose, matrix};
use crate::dim3::cast::prelude::*;
use crate::dim3::cast::sat::{self, Sat, Solid};
use crate::dim3::cast::simplex::cases::Dice;
use contact_lens_model::snapshot::cast::SweepPhase;

mod axis_triples;

fn path() -> Path {
    Path::new(-Vec3::X * 2.0, 10.0, Sizes { radii: [2.0; 2], origin_distance: 4.0, planar: false })
}

#[test]
fn projections_without_motion_overlap_always_or_never() {
    let always = OverlapInterval::new([-1.0, 1.0], [0.5, 2.5], 0.0, &path(), 0.0);
    assert_eq!(always.outer, [Real::NEG_INFINITY, Real::INFINITY]);
    assert_eq!(always.inner, always.outer);
    let never = OverlapInterval::new([-1.0, 1.0], [1.5, 2.5], 0.0, &path(), 0.0);
    assert!(never.outer[0] > never.outer[1] && never.inner[0] > never.inner[1]);
    // Touching: neither is proven.
    let grazing = OverlapInterval::new([-1.0, 1.0], [1.0, 2.5], 0.0, &path(), 0.0);
    assert!(grazing.outer[0] < grazing.outer[1] && grazing.inner[0] > grazing.inner[1]);
}

#[test]
fn an_overlap_interval_is_rounded_outward_and_inward() {
    for w in [-1.0, 1.0, 0.5, -0.25] as [Real; 4] {
        let overlap = OverlapInterval::new([-1.0, 1.0], [3.0, 5.0], w, &path(), 0.0);
        let [from, to] = if w < 0.0 { [2.0 / -w, 6.0 / -w] } else { [-6.0 / w, -2.0 / w] };
        assert_eq!(overlap.nominal, [from, to]);
        assert!(
            overlap.outer[0] < from && from < overlap.inner[0] && overlap.inner[1] < to && to < overlap.outer[1],
            "{overlap:?}"
        );
    }
}

#[test]
fn nearly_parallel_edges_leave_the_bracket_as_narrow_as_others() {
    let [table, cube] = [1.0, 0.5].map(|half| Solid::cuboid(Vec3::splat(half)).unwrap());
    for tilt in [1.0e-17, 1.0e-12, 1.0e-8, 1.0e-6, 1.0e-4] {
        let rotation = matrix(Quat::from_xyzw(0.0, tilt, 0.0, 1.0));
        let axes = Sat::placed(&table, &cube, rotation, Vec3::Y * 3.5, sat::Options::default());
        let mut sweep = Sweep::new(axes, -Vec3::Y * 4.0, Options::default());
        assert_eq!(sweep.run(), Outcome::Hit, "{tilt}");
        let [least, most] = [sweep.outer[0], sweep.inner[0]];
        assert!(least <= 2.0 && 2.0 <= most && most - least <= 512.0 * EPS, "{tilt}: {least} {most}");
    }
}
