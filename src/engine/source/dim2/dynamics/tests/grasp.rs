//! Mouse joints that grasp a body, move it and release it.

use std::sync::Arc;

use super::*;

/// A mouse joint on body 1 from this frame on, along these targets.
fn hand(from: u32, targets: &[[f64; 2]]) -> Joint {
    let [first, rest @ ..] = targets else { panic!("no targets") };
    let track = rest.iter().map(|target| vector(*target)).collect();
    let kind = JointKind::Mouse {
        anchor_b: vector([0.25, 0.0]),
        target: vector(*first),
        max_force: 200.0,
        grasp: Grasp { from, track: Some(track) },
    };
    Joint::new(None, 1, kind)
}

/// Two boxes on the ground, the second on the first and hung on a soft spring.
fn problem(hands: &[Joint], options: Options) -> Arc<Problem> {
    let bodies = vec![ground(), cuboid([0.5, 0.5], [0.0, 0.5]), cuboid([0.5, 0.5], [0.1, 1.5])];
    let anchors = Anchors { a: Some(vector([0.1, 4.0])), b: None };
    let spring = Joint {
        softness: Some(Softness { frequency: 1.0, damping_ratio: 0.5 }),
        ..Joint::new(None, 2, JointKind::Distance { anchors, length: ValueConstraint::Initial })
    };
    let joints = std::iter::once(spring).chain(hands.iter().cloned()).collect();
    Arc::new(Problem::new(down(), bodies, joints, options).unwrap())
}

fn ways() -> [Options; 3] {
    let substeps = Options { substeps: 3, position: PositionMode::Split, ..frames(90) };
    [frames(90), substeps, Options { solver: Solver::Direct, ..frames(90) }]
}

fn along(count: usize) -> Vec<[f64; 2]> {
    (0..count).map(|i| [0.3 + 0.05 * i as f64, 0.6 + 0.03 * i as f64]).collect()
}

#[test]
fn a_hand_pulls_in_its_frames_and_in_no_other() {
    for options in ways() {
        let mut world = World::new(problem(&[hand(20, &along(25))], options));
        let mut free = World::new(problem(&[], options));
        loop {
            let ended = world.run_frame().is_some();
            let _ = free.run_frame();
            let frame = world.frame();
            let joint = world.frame().joints[1].clone();
            let holds = (20..45).contains(&frame.frame);
            assert_eq!(joint.impulse.iter().any(|impulse| *impulse != 0.0), holds, "frame {}", frame.frame);
            assert_eq!(joint.error.iter().any(|error| *error != 0.0), holds, "frame {}", frame.frame);
            assert_eq!(frame.bodies == free.frame().bodies, frame.frame < 20, "frame {}", frame.frame);
            if ended {
                break;
            }
        }
        assert!((world.bodies[1].center - free.bodies[1].center).length() > 0.3, "it was moved");
    }
}

/// A run gives the same bits from its start as when it continues from the common frames of another run.
#[test]
fn a_run_goes_on_from_another_as_if_it_had_begun_anew() {
    let all = along(40);
    let runs = [
        vec![],
        vec![hand(11, &all[..1])],
        vec![hand(11, &all[..12])],
        vec![hand(11, &all[..40])],
        // Back to frame 30 with other targets from there; then a second mouse joint.
        vec![hand(11, &all[..20])],
        vec![hand(11, &all[..20]), hand(31, &all[30..])],
    ];
    for options in ways() {
        let problems: Vec<_> = runs.iter().map(|hands| problem(hands, options)).collect();
        for (i, before) in problems.iter().enumerate() {
            for (k, after) in problems.iter().enumerate() {
                let until = before.last_common_frame(after).expect("only hands differ");
                assert_eq!(until == u32::MAX, i == k, "{i} {k}: {until}");
                assert_eq!(Some(until), after.last_common_frame(before));
                let mut went = World::new(Arc::clone(before));
                while went.frames < until.min(60) {
                    let _ = went.run_frame();
                }
                let mut anew = World::new(Arc::clone(after));
                while anew.frames < went.frames {
                    let _ = anew.run_frame();
                }
                let mut went = went.continued_in(Arc::clone(after));
                assert_eq!(went.frame(), anew.frame(), "{i} {k}");
                while anew.run_frame().is_none() {
                    let _ = went.run_frame();
                    assert_eq!(went.frame(), anew.frame(), "{i} {k}");
                }
            }
        }
    }
}

#[test]
fn what_differs_in_more_than_hands_has_nothing_in_common() {
    let plain = problem(&[], frames(90));
    assert_eq!(plain.last_common_frame(&problem(&[], frames(91))), None);
    let lasting = Joint::new(
        None,
        1,
        JointKind::Mouse { anchor_b: Vec2::ZERO, target: Vec2::ZERO, max_force: 1.0, grasp: Grasp::default() },
    );
    assert_eq!(plain.last_common_frame(&problem(&[lasting], frames(90))), Some(0), "it holds from the first frame on");
    let hinge = Joint::new(None, 1, JointKind::Point { anchors: Anchors { a: None, b: Some(Vec2::ZERO) } });
    assert_eq!(plain.last_common_frame(&problem(&[hinge], frames(90))), None);
    let mut weaker = hand(11, &along(9));
    if let JointKind::Mouse { max_force, .. } = &mut weaker.kind {
        *max_force = 100.0;
    }
    assert_eq!(problem(&[hand(11, &along(9))], frames(90)).last_common_frame(&problem(&[weaker], frames(90))), None);
}
