//! Tests first contacts and contact manifolds of two bodies against those of all pairs of parts.

use glam::DVec3;

use super::*;
use crate::dim3::parts::tree::{CastMotion, CastPairs as _, ContactPairs as _, ContactSearch, MovingSearch};
use crate::dim3::parts::{Pair, manifold};
use contact_lens_model::ask::CastMethod;
use contact_lens_model::snapshot::ToF64 as _;
use contact_lens_model::snapshot::parts::{Bound, decode_bound};

fn motion(random: &mut Random, turns: bool, away: Vec3) -> CastMotion {
    let mut vector = |size: Real| random.vector().to_f64() * size.to_f64();
    let spins = if turns { [vector(2.0), vector(2.0)] } else { [DVec3::ZERO; 2] };
    let velocities = [vector(0.2), vector(0.6) - away.to_f64() * 1.2];
    let method = if turns || random.below(2) == 0 { CastMethod::Advance } else { CastMethod::Raycast };
    CastMotion { velocities, spins, t_max: 1.0, method, max_iterations: None }
}

/// Tests one random moving pair; returns whether it meets and how much of all pairs was queried.
fn flies(seed: u64, turns: bool) -> (Option<bool>, Real) {
    let random = &mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let a = body(random);
    let b = body(random);
    let away = random.direction() * (0.8 + 2.0 * random.unit());
    let first = pose(random, 1.0);
    let poses = [first, Pose { position: first.position + away, ..pose(random, 0.0) }];
    let motion = motion(random, turns, away);
    let mut pair = Pair::new([&a, &b], [&poses[0], &poses[1]], Options::default());
    let cast = MovingSearch::new(pair.clone(), motion);
    let mut met = f64::INFINITY;
    let mut open = false;
    let mut gap = f64::INFINITY;
    let mut count = 0;
    for i in 0..a.count() {
        for j in 0..b.count() {
            count += 1;
            let Some(answer) = pair.cast([i, j], &motion) else { continue };
            let least = cast.bound([0, 0]);
            match (answer.outcome.hit(), decode_bound(f64::from(least))) {
                (Some(true), Bound::Contact(t)) => assert!(t <= answer.upper.unwrap(), "seed {seed}: a bound of time"),
                (Some(true), Bound::Miss(_)) => panic!("seed {seed}: boxes that miss hold parts that meet"),
                (Some(false), Bound::Miss(least)) => {
                    assert!(
                        least <= answer.gap.unwrap() * 1.001 + 1.0e3 * f64::from(EPS),
                        "seed {seed}: a bound of the gap"
                    );
                }
                _ => {}
            }
            met = met.min(answer.t_first.unwrap_or(f64::INFINITY));
            gap = gap.min(answer.gap.unwrap_or(f64::INFINITY));
            open |= answer.outcome.hit().is_none();
        }
    }
    let mut search = Search::new(cast, Buffers::default());
    let outcome = search.run();
    let found = search.first_contact();
    let close = 1.0e3 * f64::from(EPS);
    match (outcome, found) {
        (Outcome::FirstContact, Some(found)) => {
            let t = found.t_first.unwrap();
            let width = found.upper.unwrap() - found.lower;
            assert!((t - met).abs() <= close + width, "seed {seed}: {t} is said, {met} is true");
            assert!(found.lower <= met + close && met - close <= found.upper.unwrap(), "seed {seed}");
        }
        (Outcome::Missed, Some(found)) => {
            assert!(met == f64::INFINITY, "seed {seed}: missed, and some meet at {met}");
            let said = found.gap.unwrap();
            assert!((said - gap).abs() <= close + 2.0e-3 * gap, "seed {seed}: {said} is said, {gap} is true");
        }
        (Outcome::NotConverged, _) => assert!(open, "seed {seed}: every pair is decided"),
        (Outcome::NoneMet, None) => assert!(gap == f64::INFINITY && met == f64::INFINITY && !open),
        other => panic!("seed {seed}: {other:?}"),
    }
    let meets = match outcome {
        Outcome::FirstContact => Some(true),
        Outcome::Missed | Outcome::NoneMet => Some(false),
        _ => None,
    };
    (meets, search.queries as Real / count as Real)
}

fn many_fly(seeds: std::ops::Range<u64>, turns: bool) {
    let count = (seeds.end - seeds.start) as Real;
    let mut hits = 0.0;
    let mut open = 0.0;
    let mut share = 0.0;
    for seed in seeds {
        let (meets, asked) = flies(seed, turns);
        hits += Real::from(u8::from(meets == Some(true)));
        open += Real::from(u8::from(meets.is_none()));
        share += asked;
    }
    assert!((0.2..0.8).contains(&(hits / count)), "{hits} of {count} meet");
    assert!(open / count < 0.05, "{open} of {count} are open");
    let most = if turns { 0.8 } else { 0.5 };
    assert!(share / count < most, "{} of all pairs were asked", share / count);
}

#[test]
fn the_first_contact_is_that_of_all_pairs() {
    many_fly(0..60, false);
    many_fly(0..12, true);
}

#[test]
#[ignore = "20 000 pairs of bodies in flight take minutes; the same with some is in every run"]
fn the_first_contact_is_that_of_all_pairs_20_000_times() {
    many_fly(1000..20_500, false);
    many_fly(1000..1500, true);
}

/// Tests one random pair; returns how many pairs of parts touch and how much of all was queried.
fn touches(seed: u64) -> (usize, Real) {
    let random = &mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let a = body(random);
    let b = body(random);
    let apart = random.direction() * (random.unit() * 1.4);
    let first = pose(random, 1.0);
    let poses = [first, Pose { position: first.position + apart, ..pose(random, 0.0) }];
    let options = manifold::Options { margin: 0.02, ..manifold::Options::default() };
    let mut pair = Pair::new([&a, &b], [&poses[0], &poses[1]], Options::default());
    let mut search = Search::new(ContactSearch::new(pair.clone(), options), Buffers::default());
    let outcome = search.run();
    let mut expected = Vec::new();
    for parts in (0..a.count()).flat_map(|i| (0..b.count()).map(move |j| [i, j])) {
        let found = pair.contacts(parts, &options).filter(|found| !found.points.is_empty());
        expected.extend(found.map(|found| (parts, found)));
    }
    let mut reported: Vec<_> = search.all.iter().filter(|(_, found)| !found.points.is_empty()).cloned().collect();
    reported.sort_by_key(|(parts, _)| *parts);
    assert!(reported == expected, "seed {seed}: {} pairs of parts touch, not {}", expected.len(), reported.len());
    assert_eq!(outcome == Outcome::Contacts, !expected.is_empty(), "seed {seed}");
    (expected.len(), search.queries as Real / (a.count() * b.count()) as Real)
}

fn many_touch(seeds: std::ops::Range<u64>) {
    let count = (seeds.end - seeds.start) as Real;
    let mut touching = 0.0;
    let mut share = 0.0;
    for seed in seeds {
        let (found, asked) = touches(seed);
        touching += Real::from(u8::from(found > 0));
        share += asked;
    }
    assert!((0.2..0.8).contains(&(touching / count)), "{touching} of {count} touch");
    assert!(share / count < 0.4, "{} of all pairs were asked", share / count);
}

#[test]
fn the_contacts_are_those_of_all_pairs() {
    many_touch(0..60);
}

#[test]
#[ignore = "20 000 pairs of bodies take minutes; the same with some is in every run"]
fn the_contacts_are_those_of_all_pairs_20_000_times() {
    many_touch(1000..21_000);
}
