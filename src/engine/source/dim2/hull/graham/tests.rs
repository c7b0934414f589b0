//! Invariants after every step of the scan.

use super::*;
use crate::dim2::hull::prelude::*;
use crate::dim2::hull::random::Random;
use crate::dim2::hull::{Dimension, HullError};
use std::ops::ControlFlow;

#[test]
fn the_stack_turns_left_everywhere_after_every_step_and_each_step_consumes_or_drops_one_point() {
    let mut endings = [0; 3];
    for seed in 0..200 {
        let points = Random::lattice(seed, 1 + seed as usize % 25, 1 + seed as u32 % 6);
        let mut scan = Graham::new(&points).expect("finite");
        let mut dropped = 0;
        let outcome = loop {
            let before = (scan.next, scan.stack.len());
            let flow = scan.step();
            let left = |a: u32, b: u32, c: u32| {
                let [a, b, c] = [a, b, c].map(|i| points[i as usize]);
                (b - a).perp_dot(c - a) > 0.0
            };
            assert!(scan.stack.windows(3).all(|w| left(w[0], w[1], w[2])), "seed {seed}: {:?}", scan.stack);
            match flow {
                ControlFlow::Break(outcome) => break outcome,
                ControlFlow::Continue(()) if scan.dropped.is_some() => {
                    dropped += 1;
                    assert_eq!((scan.next, scan.stack.len() + 1), before);
                }
                ControlFlow::Continue(()) if before == (0, 0) && scan.stack.is_empty() => {} // the sort
                ControlFlow::Continue(()) => assert_eq!((scan.next, scan.stack.len()), (before.0 + 1, before.1 + 1)),
            }
        };
        assert_eq!(scan.stack.len() + dropped, scan.sorted.len(), "every point was dropped or stays");
        assert_eq!(scan.step(), ControlFlow::Break(outcome), "once ended, it stays so");
        endings[outcome as usize] += 1;
    }
    assert!(endings.iter().all(|&count| count > 5), "{endings:?}");
}

#[test]
fn the_order_begins_at_the_lowest_point_and_of_equal_points_has_the_first() {
    let points = [(2.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (2.0, 2.0), (1.0, 1.0)];
    let points = points.map(|(x, y)| Vec2::new(x, y));
    let mut scan = Graham::new(&points).expect("finite");
    assert!(scan.step().is_continue());
    assert_eq!(*scan.sorted, [1, 2, 0, 5, 4]);
    assert_eq!(scan.run(), Dimension::Polygon);
    assert_eq!(scan.stack, [1, 2, 0, 4]);
}

#[test]
fn bad_input_is_named() {
    assert_eq!(Graham::new(&[]).err(), Some(HullError::Empty));
    let infinite = [Vec2::ZERO, Vec2::new(Real::INFINITY, 0.0)];
    assert_eq!(Graham::new(&infinite).err(), Some(HullError::NotFinite { index: 1 }));
}
