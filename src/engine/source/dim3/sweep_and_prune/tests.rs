//! Tests against brute force, and swaps against inversions counted by merging, in both precisions.

use super::*;
use crate::dim3::prelude::*;
use crate::dim3::random::Random;
use std::ops::ControlFlow;

mod real;

type Boxes<const D: usize> = Vec<Option<Bounds<D>>>;

/// All pairs of boxes that overlap.
fn brute<const D: usize>(boxes: &[Option<Bounds<D>>]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (i, a) in boxes.iter().enumerate() {
        for (j, b) in boxes.iter().enumerate().skip(i + 1) {
            let meet = |a: &Bounds<D>, b: &Bounds<D>| (0..D).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);
            if let (Some(a), Some(b)) = (a, b)
                && meet(a, b)
            {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs
}

/// Number of inversions of a list, by merge sort.
fn inversions(list: &[Endpoint]) -> (Vec<Endpoint>, u64) {
    if list.len() < 2 {
        return (list.to_vec(), 0);
    }
    let ((a, in_a), (b, in_b)) = (inversions(&list[..list.len() / 2]), inversions(&list[list.len() / 2..]));
    let (mut merged, mut count, mut i) = (Vec::new(), in_a + in_b, 0);
    for end in b {
        while i < a.len() && a[i].order(end).is_lt() {
            merged.push(a[i]);
            i += 1;
        }
        count += (a.len() - i) as u64;
        merged.push(end);
    }
    merged.extend_from_slice(&a[i..]);
    (merged, count)
}

/// Swaps that a frame needs per axis: inversions of the old order, over bodies present before and now.
fn expected_swaps<const D: usize>(world: &SweepAndPrune<D>, boxes: &[Option<Bounds<D>>]) -> [u64; D] {
    std::array::from_fn(|axis| {
        let there = |body: u32| boxes.get(body as usize).copied().flatten();
        let moved = world.lists[axis].iter().filter_map(|end| {
            let bounds = there(end.body())?;
            let body = end.body();
            Some(if end.is_max() {
                Endpoint::max(body, bounds.max[axis])
            } else {
                Endpoint::min(body, bounds.min[axis])
            })
        });
        inversions(&moved.collect::<Vec<_>>()).1
    })
}

/// Both engines, updated frame by frame.
#[derive(Default)]
struct Both<const D: usize> {
    lists: SweepAndPrune<D>,
    columns: Columns<D>,
    pairs: Vec<Pair>,
    /// Numbers of pairs that began, pairs that ended, and swaps.
    seen: [u64; 3],
}

impl<const D: usize> Both<D> {
    fn frame(&mut self, boxes: &[Option<Bounds<D>>]) {
        let swaps = expected_swaps(&self.lists, boxes);
        let outcome = self.lists.update(boxes).unwrap();
        self.columns.update(boxes).unwrap();
        let truth = brute(boxes);
        assert_eq!(self.lists.pairs.sorted(), truth);
        assert_eq!(self.columns.pairs, truth);
        let only = |these: &[Pair], those: &[Pair]| -> Vec<Pair> {
            these.iter().filter(|pair| those.binary_search(pair).is_err()).copied().collect()
        };
        let (began, ended) = (only(&truth, &self.pairs), only(&self.pairs, &truth));
        assert_eq!((&self.lists.began, &self.lists.ended), (&began, &ended));
        assert_eq!((&self.columns.began, &self.columns.ended), (&began, &ended));
        assert_eq!(self.lists.swaps, swaps);
        for list in &self.lists.lists {
            assert!(list.windows(2).all(|two| two[0].precedes(two[1])));
            assert_eq!(list.len(), 2 * boxes.iter().flatten().count());
        }
        let changed = !began.is_empty() || !ended.is_empty();
        assert_eq!(outcome == Outcome::PairsChanged, changed && outcome != Outcome::Built);
        let counts = [began.len() as u64, ended.len() as u64, swaps.iter().sum()];
        self.seen.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        self.pairs = truth;
    }
}

/// Family of random boxes: where they are and how they move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Family {
    /// Anywhere, with small moves.
    Coherent,
    /// Anywhere; most get a new random position in each frame.
    Jumping,
    /// On a lattice, with many ties.
    Lattice,
    /// Points, on a lattice.
    Points,
    /// With some infinite ends.
    Infinite,
    /// All at the same height.
    Flat,
    /// Moves by one ulp in either direction.
    Ulp,
    /// Some as large as the world.
    Mixed,
}

const FAMILIES: [Family; 8] = [
    Family::Coherent,
    Family::Jumping,
    Family::Lattice,
    Family::Points,
    Family::Infinite,
    Family::Flat,
    Family::Ulp,
    Family::Mixed,
];

/// A box of a family; `scale` and `offset` in meters.
fn fresh<const D: usize>(random: &mut Random, family: Family, scale: Real, offset: Real) -> Bounds<D> {
    let mut bounds = Bounds { min: [0.0; D], max: [0.0; D] };
    for axis in 0..D {
        let (low, wide) = match family {
            Family::Lattice => (Real::floor(6.0 * random.unit()), Real::floor(3.0 * random.unit())),
            Family::Points => (Real::floor(3.0 * random.unit()), 0.0),
            Family::Ulp => (1.0 + Real::floor(3.0 * random.unit()), 1.0),
            Family::Flat if axis == 1 => (0.01 * random.unit(), 1.0),
            Family::Mixed if random.below(12) == 0 => (0.0, 8.0),
            _ => (8.0 * random.unit(), 0.3 + 2.0 * random.unit()),
        };
        (bounds.min[axis], bounds.max[axis]) = (offset + scale * low, offset + scale * (low + wide));
        if family == Family::Infinite && random.below(6) == 0 {
            let end = if random.below(2) == 0 { Real::NEG_INFINITY } else { Real::INFINITY };
            match random.below(3) {
                0 => bounds.min[axis] = Real::NEG_INFINITY,
                1 => bounds.max[axis] = Real::INFINITY,
                _ => (bounds.min[axis], bounds.max[axis]) = (end, end),
            }
        }
    }
    bounds
}

fn moved<const D: usize>(bounds: &mut Bounds<D>, random: &mut Random, family: Family, scale: Real, offset: Real) {
    match family {
        Family::Coherent | Family::Flat | Family::Mixed => {
            for axis in 0..D {
                let step = 0.2 * scale * (random.unit() - 0.5);
                (bounds.min[axis], bounds.max[axis]) = (bounds.min[axis] + step, bounds.max[axis] + step);
            }
        }
        Family::Ulp => {
            for end in bounds.min.iter_mut().chain(&mut bounds.max) {
                *end *= [1.0 - EPS, 1.0, 1.0 + EPS][random.below(3) as usize];
            }
            (0..D).for_each(|axis| bounds.max[axis] = bounds.max[axis].max(bounds.min[axis]));
        }
        _ => *bounds = fresh(random, family, scale, offset),
    }
}

fn play<const D: usize>(family: Family, bodies: u32, frames: u32, [scale, offset]: [Real; 2], seed: u64) -> [u64; 3] {
    let (mut random, mut both) = (Random(seed), Both::<D>::default());
    let mut boxes: Boxes<D> = (0..bodies).map(|_| Some(fresh(&mut random, family, scale, offset))).collect();
    for frame in 0..frames {
        for each in &mut boxes {
            match random.below(40) {
                // Bodies come and go at random, and every 50 frames nearly all are removed for one frame.
                0 => *each = each.is_none().then(|| fresh(&mut random, family, scale, offset)),
                _ if frame % 50 == 49 => *each = None,
                _ if frame % 50 == 0 && each.is_none() => *each = Some(fresh(&mut random, family, scale, offset)),
                1..25 => each.iter_mut().for_each(|each| moved(each, &mut random, family, scale, offset)),
                _ => {}
            }
        }
        both.frame(&boxes);
    }
    both.seen
}

#[test]
fn a_hundred_thousand_random_updates_match_brute_force() {
    for (k, family) in FAMILIES.into_iter().enumerate() {
        let space = play::<3>(family, 24, 340, [1.0, 0.0], k as u64);
        let plane = play::<2>(family, 12, 340, [1.0, 0.0], 70 + k as u64);
        let line = play::<1>(family, 8, 200, [1.0, 0.0], 140 + k as u64);
        for (dimension, [began, ended, swaps]) in [space, plane, line].into_iter().enumerate() {
            let family = (family, 3 - dimension);
            assert!(began > 20 && ended > 20 && swaps > 20, "{family:?}: {began} {ended} {swaps}");
        }
    }
}

#[test]
fn sizes_and_places_far_from_one_change_nothing() {
    let far = 1.0e6;
    for (k, scale) in [[1.0e-6, 0.0], [1.0e6, 0.0], [1.0, far], [1.0, -far], [1.0e-3, 1.0]].into_iter().enumerate() {
        for family in [Family::Coherent, Family::Jumping, Family::Lattice] {
            let [began, ended, swaps] = play::<3>(family, 20, 60, scale, 7 + k as u64);
            assert!(began > 0 && ended > 0 && swaps > 0, "{scale:?}");
        }
    }
}

#[test]
fn every_swap_removes_one_inversion_and_reports_its_effect() {
    let mut random = Random(3);
    let mut counts = std::collections::HashMap::new();
    for round in 0..60u64 {
        let family = FAMILIES[round as usize % FAMILIES.len()];
        let fill =
            |random: &mut Random| -> Boxes<3> { (0..9).map(|_| Some(fresh(random, family, 1.0, 0.0))).collect() };
        let (old, new) = (fill(&mut random), fill(&mut random));
        let mut world = SweepAndPrune::new();
        assert_eq!(world.update(&old), Ok(Outcome::Built));
        let before = world.pairs.clone();
        world.begin(&new).unwrap();
        assert_eq!((world.step(), world.last_action), (ControlFlow::Continue(()), Action::Written));
        assert_eq!(world.boxes, new);
        let left = |world: &SweepAndPrune<3>| world.lists.each_ref().map(|list| inversions(list).1);
        let mut now = left(&world);
        while let ControlFlow::Continue(()) = world.step() {
            let Action::Swapped(swap) = world.last_action else { panic!("{:?}", world.last_action) };
            now[swap.axis] -= 1;
            assert_eq!(left(&world), now, "one inversion a swap");
            let list = &world.lists[swap.axis];
            assert_eq!((list[swap.rank], list[swap.rank + 1]), (swap.mover, swap.passed));
            let [a, b] = [swap.mover.body(), swap.passed.body()];
            let overlap = new[a as usize].unwrap().overlaps(&new[b as usize].unwrap());
            let same = match swap.verdict {
                Verdict::Begins => overlap && !before.contains(a, b),
                Verdict::Ends => !overlap && before.contains(a, b),
                Verdict::Began => overlap && world.began.contains(&[a.min(b), a.max(b)]),
                Verdict::Apart(axis) => {
                    new[a as usize].unwrap().shared_interval(&new[b as usize].unwrap(), axis).is_none() && !overlap
                }
                Verdict::NoPair => !world.pairs.contains(a, b),
                Verdict::SameKind => swap.mover.is_max() == swap.passed.is_max(),
            };
            assert!(same, "{swap:?}");
            *counts.entry(std::mem::discriminant(&swap.verdict)).or_insert(0) += 1;
        }
        assert_eq!((now, world.last_action, world.axis()), ([0; 3], Action::Sorted, 3));
        let again = world.clone();
        assert!(world.step().is_break() && world.lists == again.lists, "what has ended stays so");
    }
    assert!(counts.len() == 6 && counts.values().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn bodies_come_and_go_in_steps_of_their_own() {
    let at = |x: Real| Some(Bounds { min: [x; 3], max: [x + 1.0; 3] });
    let mut world = SweepAndPrune::new();
    let run = |world: &mut SweepAndPrune<3>, boxes: &[Option<Bounds<3>>]| {
        world.begin(boxes).unwrap();
        let mut actions = Vec::new();
        let outcome = loop {
            let flow = world.step();
            actions.push(world.last_action);
            if let ControlFlow::Break(outcome) = flow {
                break outcome;
            }
        };
        (outcome, actions)
    };
    assert_eq!(run(&mut world, &[]), (Outcome::Built, vec![Action::Inserted(0)]));
    assert_eq!(run(&mut world, &[at(0.0), None, at(0.5)]), (Outcome::Built, vec![Action::Inserted(2)]));
    assert_eq!((world.began.clone(), world.former_pairs()), (vec![[0, 2]], 0));
    let quiet = (Outcome::PairsUnchanged, vec![Action::Written, Action::Sorted]);
    assert_eq!(run(&mut world, &[at(0.0), None, at(0.5)]), quiet);
    let (outcome, actions) = run(&mut world, &[None, at(0.25), at(0.5), at(5.0)]);
    let all = vec![Action::Removed(1), Action::Written, Action::Sorted, Action::Inserted(2)];
    assert_eq!((outcome, actions), (Outcome::PairsChanged, all));
    assert_eq!((world.began.clone(), world.ended.clone()), (vec![[1, 2]], vec![[0, 2]]));
    // A shorter list lacks its last bodies.
    let nobody = vec![Action::Removed(3), Action::Inserted(0)];
    assert_eq!(run(&mut world, &[]), (Outcome::PairsChanged, nobody));
    assert_eq!((world.pairs.len(), world.ended.clone()), (0, vec![[1, 2]]));
}

#[test]
fn boxes_that_cannot_be_sorted_are_rejected_with_body_and_axis() {
    let good = Bounds { min: [0.0; 3], max: [1.0; 3] };
    let mut world = SweepAndPrune::new();
    let mut columns = Columns::new();
    let boxes = [Some(good), None, Some(good)];
    world.update(&boxes).unwrap();
    columns.update(&boxes).unwrap();
    for axis in 0..3 {
        for (low, high, error) in [
            (Real::NAN, 1.0, BoundsError::NotANumber { body: 2, axis }),
            (0.0, Real::NAN, BoundsError::NotANumber { body: 2, axis }),
            (1.0, 0.5, BoundsError::Inverted { body: 2, axis }),
            (Real::INFINITY, Real::NEG_INFINITY, BoundsError::Inverted { body: 2, axis }),
        ] {
            let mut bad = good;
            (bad.min[axis], bad.max[axis]) = (low, high);
            let boxes = [Some(good), None, Some(bad)];
            assert_eq!((world.update(&boxes), columns.update(&boxes)), (Err(error), Err(error)));
            assert!(error.to_string().contains("box 2") && error.to_string().contains(axis_name(axis)));
            assert_eq!((world.pairs.sorted(), &columns.pairs[..]), (vec![[0, 2]], &[[0, 2]][..]), "all is as before");
        }
    }
    assert_eq!(world.update(&boxes), Ok(Outcome::PairsUnchanged));
}

#[test]
fn boxes_at_one_height_take_no_memory_for_overlaps_on_one_axis() {
    let count = 400;
    let mut random = Random(1);
    let at = |k: usize, jitter: Real| {
        let x = 3.0 * k as Real;
        Some(Bounds { min: [x, jitter, x], max: [x + 1.0, jitter + 1.0, x + 1.0] })
    };
    let mut frame = || -> Boxes<3> { (0..count).map(|k| at(k, 1.0e-3 * random.unit())).collect() };
    let mut both = Both::default();
    both.frame(&frame());
    both.frame(&frame());
    // All minima are in one small range, and so are all maxima: each pair is out of order with probability 1/2.
    let (swaps, all) = (both.lists.swaps[1], (count * count / 2) as u64);
    assert!(swaps > all * 9 / 10 && swaps < all * 11 / 10, "{swaps} of {all}");
    assert_eq!((both.lists.swaps[0], both.lists.swaps[2], both.pairs.len()), (0, 0, 0));
    assert_eq!(both.lists.same_kind_swaps, swaps, "mins pass mins and maxes pass maxes");
    assert!(both.lists.heap_bytes() < 1000 * count, "{} bytes", both.lists.heap_bytes());
}

#[test]
fn warm_buffers_are_reused() {
    let mut random = Random(9);
    let mut boxes: Boxes<3> = (0..200).map(|_| Some(fresh(&mut random, Family::Coherent, 1.0, 0.0))).collect();
    let mut world = SweepAndPrune::new();
    let mut warm = None;
    for frame in 0..40 {
        boxes.iter_mut().flatten().for_each(|each| moved(each, &mut random, Family::Coherent, 1.0, 0.0));
        world.update(&boxes).unwrap();
        let now = (world.boxes.capacity(), world.former.capacity(), world.lists.each_ref().map(Vec::capacity));
        assert!(frame < 2 || warm == Some(now), "{frame}");
        warm = Some(now);
    }
}
