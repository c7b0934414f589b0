//! What only the sweep does: spans of single lines, and what stands still on one.

use std::ops::ControlFlow::Break;

use super::super::pose::{Pose, matrix};
use super::super::prelude::*;
use super::super::sat::{self, Sat, Solid};
use super::super::simplex::cases::Dice;
use super::*;
use crate::snapshot::cast::SweepPhase;

mod rows;

fn path() -> Path {
    Path::new(-Vec3::X * 2.0, 10.0, Sizes { radii: [2.0; 2], apart: 4.0, planar: false })
}

#[test]
fn a_line_without_motion_is_always_or_never_shared() {
    let always = Span::new([-1.0, 1.0], [0.5, 2.5], 0.0, &path(), 0.0);
    assert_eq!(always.outer, [Real::NEG_INFINITY, Real::INFINITY]);
    assert_eq!(always.inner, always.outer);
    let never = Span::new([-1.0, 1.0], [1.5, 2.5], 0.0, &path(), 0.0);
    assert!(never.outer[0] > never.outer[1] && never.inner[0] > never.inner[1]);
    // Touching: neither is proven.
    let grazing = Span::new([-1.0, 1.0], [1.0, 2.5], 0.0, &path(), 0.0);
    assert!(grazing.outer[0] < grazing.outer[1] && grazing.inner[0] > grazing.inner[1]);
}

#[test]
fn a_span_is_rounded_outward_and_inward() {
    for w in [-1.0, 1.0, 0.5, -0.25] as [Real; 4] {
        let span = Span::new([-1.0, 1.0], [3.0, 5.0], w, &path(), 0.0);
        let (from, to) = if w < 0.0 { (2.0 / -w, 6.0 / -w) } else { (-6.0 / w, -2.0 / w) };
        assert_eq!(span.at, [from, to]);
        assert!(span.outer[0] < from && from < span.inner[0] && span.inner[1] < to && to < span.outer[1], "{span:?}");
    }
}

#[test]
fn lines_are_asked_once_more_where_edges_span_one_badly() {
    let [table, cube] = [1.0, 0.5].map(|half| Solid::cuboid(Vec3::splat(half)).unwrap());
    let rotation = matrix(Quat::from_xyzw(0.0, 1.0e-8, 0.0, 1.0));
    let lines = Sat::placed(&table, &cube, rotation, Vec3::Y * 3.5, sat::Options::default());
    let mut sweep = Sweep::new(lines, -Vec3::Y * 4.0, Options::default());
    let mut again = 0;
    let outcome = loop {
        if let Break(outcome) = sweep.step() {
            break outcome;
        }
        if sweep.phase == SweepPhase::Again {
            // Before the first line and after each.
            assert_eq!((sweep.again, sweep.now.is_some()), (again, again > 0));
            again += 1;
        }
    };
    assert_eq!((outcome, sweep.again, again), (Outcome::Hit, sweep.tried, sweep.tried + 1));
    let [least, most] = [sweep.meet[0], sweep.sure[0]];
    assert!(
        sweep.narrow > 0.0 && least <= 2.0 && 2.0 <= most && most - least <= 2.0 * sweep.narrow + 512.0 * EPS,
        "{least} {most}"
    );
}
