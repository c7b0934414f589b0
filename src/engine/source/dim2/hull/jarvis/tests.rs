//! Invariants after every step of the march.

use super::*;
use crate::dim2::hull::prelude::*;
use crate::dim2::hull::random::Random;
use crate::dim2::hull::{Dimension, HullError, graham};
use std::ops::ControlFlow;

#[test]
fn nothing_compared_lies_right_of_the_line_to_the_best_after_every_step() {
    let mut endings = [0; 3];
    for seed in 0..200 {
        let points = Random::lattice(seed, 1 + seed as usize % 25, 1 + seed as u32 % 6);
        let mut march = Jarvis::new(&points).expect("finite");
        let mut steps = 0;
        let outcome = loop {
            let flow = march.step();
            steps += 1;
            if let Some(q) = march.best {
                let [c, q] = [march.corner(), q].map(|i| points[i as usize]);
                let right = |p: Vec2| (q - c).perp_dot(p - c) < 0.0;
                assert!(!points[..march.next as usize].iter().any(|&p| right(p)), "seed {seed}");
            }
            if let ControlFlow::Break(outcome) = flow {
                break outcome;
            }
        };
        assert!(steps <= (points.len() + 1) * march.corners.len() + 1, "O(n · h), {steps} steps");
        assert_eq!(Ok(&march.corners), graham(&points).as_ref(), "the other way to the same corners");
        assert_eq!(march.step(), ControlFlow::Break(outcome), "once ended, it stays so");
        endings[outcome as usize] += 1;
    }
    assert!(endings.iter().all(|&count| count > 5), "{endings:?}");
}

#[test]
fn of_points_on_one_line_the_farthest_is_the_next_corner() {
    let points = [(0.0, 0.0), (1.0, 1.0), (3.0, 3.0), (2.0, 2.0), (0.0, 3.0)].map(|(x, y)| Vec2::new(x, y));
    let mut march = Jarvis::new(&points).expect("finite");
    assert_eq!(march.run(), Dimension::Polygon);
    assert_eq!(march.corners, [0, 2, 4]);
    let start = Jarvis::new(&points).expect("finite");
    assert!(start.compare(1, 2).beyond && !start.compare(2, 1).beyond && start.compare(2, 1).turn.left == 0.0);
}

#[test]
fn bad_input_is_named() {
    assert_eq!(Jarvis::new(&[]).err(), Some(HullError::Empty));
    assert_eq!(Jarvis::new(&[Vec2::new(0.0, Real::NAN)]).err(), Some(HullError::NotFinite { index: 0 }));
}
