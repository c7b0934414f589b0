//! Tests the search for the part nearest to a half-space: bounds after every step, and the parts that it skips.

use super::*;
use contact_lens_model::snapshot::Snapshots as _;
use parts::{Body, Part, Piece, Triangles};
use tree::{Bounds, Buffers, CastMotion, CastPairs as _, Outcome as TreeOutcome, Pairs as _, Search};

/// A terrain of 2 · n² triangles, of a piece with this pose.
fn terrain(random: &mut Random, n: usize, pose: Pose) -> Body {
    let heights: Vec<Vec<Real>> = (0..=n).map(|_| (0..=n).map(|_| random.unit()).collect()).collect();
    let field = parts::height_field(&heights, [0.5, 0.5]).unwrap();
    let mesh = Triangles::new(field.vertices().to_vec(), field.triangles().to_vec(), false).unwrap();
    Body::new(vec![Part { piece: Piece::Mesh(mesh), pose, margin: 0.0 }]).unwrap()
}

#[test]
fn every_step_has_sound_bounds_and_most_parts_are_pruned() {
    let random = &mut Random(21);
    for is_a in [false, true] {
        for pose in [Pose::IDENTITY, Pose::new(random.vector(), random.turn())] {
            let body = terrain(random, 16, pose);
            let (half_space, plane, at) = setting(random, 4.0);
            let pair = HalfSpaceAndParts::new(half_space, &plane, &body, &at, is_a);
            let gaps: Vec<f64> = (0..body.count())
                .map(|part| ended(pair.run_of(PartInBody::new(&body, part))).answer().signed_distance.unwrap())
                .collect();
            let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
            // Children come after their parents.
            let mut below = vec![f64::INFINITY; body.tree().nodes().len()];
            for (i, node) in body.tree().nodes().iter().enumerate().rev() {
                below[i] = match node.children() {
                    Some([left, right]) => below[left as usize].min(below[right as usize]),
                    None => gaps[node.part().unwrap() as usize],
                };
                let nodes = if is_a { [0, i as u32] } else { [i as u32, 0] };
                assert!(f64::from(pair.bound(nodes)) <= below[i], "{i}");
            }
            let mut search = Search::new(pair, Buffers::default());
            let outcome = loop {
                let step = search.step();
                let state = search.snapshot();
                assert!(state.lower <= state.upper && state.lower <= least, "{} {least}", state.lower);
                if let std::ops::ControlFlow::Break(outcome) = step {
                    break outcome;
                }
            };
            let result = search.result(outcome);
            let answer = result.answer.unwrap();
            assert_eq!(outcome, TreeOutcome::Closest);
            assert_eq!(answer.signed_distance, Some(least as Real));
            assert!(result.queries < 64, "{} of {} parts", result.queries, body.count());
        }
    }
}

#[test]
fn boxes_bound_the_height_of_a_rotating_body() {
    let random = &mut Random(22);
    let body = terrain(random, 4, Pose::IDENTITY);
    for is_a in [false, true] {
        let (half_space, plane, at) = setting(random, 2.0);
        let pair = HalfSpaceAndParts::new(half_space, &plane, &body, &at, is_a);
        let index = usize::from(is_a);
        let mut motion = CastMotion {
            velocities: [wide(random.vector()), wide(random.vector())],
            spins: [DVec3::ZERO; 2],
            t_max: 1.0,
            method: contact_lens_model::ask::CastMethod::Advance,
            max_iterations: None,
        };
        motion.spins[index] = wide(random.vector());
        for k in 0..8 {
            let t = f64::from(k) / 8.0;
            let spin = glam::DQuat::from_scaled_axis(motion.spins[index] * t);
            let [x, y, z, w] = (spin * pair.rotations[index]).to_array().map(|x| x as Real);
            let velocity = motion.velocities[index] - motion.velocities[1 - index];
            let moved = Pose::new(at.position + numbers::narrow(velocity * t), Quat::from_xyzw(x, y, z, w));
            let later = HalfSpaceAndParts::new(half_space, &plane, &body, &moved, is_a);
            for (i, node) in body.tree().nodes().iter().enumerate() {
                let Some(part) = node.part() else { continue };
                let nodes = if is_a { [0, i as u32] } else { [i as u32, 0] };
                let gap = ended(later.run_of(PartInBody::new(&body, part))).answer().signed_distance.unwrap();
                let bound = pair.gap_at(nodes, &motion, t);
                assert!(bound <= gap + f64::from(64.0 * EPS), "{bound} {gap}");
            }
        }
        let tree::NodeBoxes { home, of_home, of_other } = pair.boxes([0, 0]);
        assert_eq!(home, usize::from(!is_a));
        let Bounds { low, high } = of_home;
        assert!(low == [Real::NEG_INFINITY; 3] && high[1] == Real::INFINITY && of_other.low[0] <= of_other.high[0]);
    }
}
