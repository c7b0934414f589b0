//! The judge of bodies of several parts: no right answer is refused, and a part that is not the closest one is.

use contact_lens::answer::Finding;
use contact_lens::check::{self, Bodies, Claim, Precision, Violation};
use contact_lens::play;
use contact_lens::scene;
use contact_lens::scene::model::{Scene, Shape};

use crate::oracle::random::Random;

/// Pairs of robots whose right answers were refused, and one whose answer did not converge in f32.
const FILES: [(&str, &str); 3] = [
    ("compound-wrong", include_str!("parts_judge/compound-wrong.scene.json")),
    ("anymal1", include_str!("parts_judge/anymal1.scene.json")),
    ("anymal2", include_str!("parts_judge/anymal2.scene.json")),
];

/// How many scenes are made of the files by small motions.
const PERTURBED: usize = 500;

fn parsed([name, text]: [&str; 2]) -> Scene {
    scene::parse(name, text.as_bytes()).unwrap()
}

fn answer(scene: &Scene, precision: Precision) -> Finding {
    play::answer(precision, scene, &scene.queries[0], 0).unwrap().finding
}

fn judged(scene: &Scene, precision: Precision, finding: &Finding) -> Vec<Violation> {
    check::verify(&Bodies::of(scene, &scene.queries[0]).unwrap(), 0, precision, finding)
}

/// The scene with its second body moved by up to 2 mm and turned by up to a fiftieth.
fn perturbed(scene: &Scene, random: &mut Random) -> Scene {
    let mut moved = scene.clone();
    let body = &mut moved.bodies[1];
    let [way, turn] = [random.vector(), random.vector()];
    body.position.iter_mut().zip(way).for_each(|(x, step)| *x += 0.002 * step / 2.0);
    let mut rotation = glam::DQuat::from_array(body.orientation());
    rotation = glam::DQuat::from_scaled_axis(glam::DVec3::from(turn) * 0.01) * rotation.normalize();
    body.rotation = rotation.normalize().to_array();
    moved
}

/// The scene with one part of its compound alone.
fn alone(scene: &Scene, body: usize, part: usize) -> Scene {
    let mut alone = scene.clone();
    let Shape::Compound { parts } = &mut alone.bodies[body].shape else { panic!("no compound") };
    *parts = vec![parts[part].clone()];
    alone
}

#[test]
fn right_answers_about_robots_hold() {
    for (name, text) in FILES {
        for precision in Precision::BOTH {
            let scene = parsed([name, text]);
            let finding = answer(&scene, precision);
            assert_eq!(judged(&scene, precision, &finding), [], "{name} {precision}");
            let Finding::Parts(found) = finding else { panic!("no parts") };
            let pair = found.pair.unwrap();
            assert!(pair.proof.holds() && pair.proof.width() <= pair.proof.tolerance, "{name} {precision}: {pair:?}");
        }
    }
}

#[test]
fn no_right_answer_about_moved_robots_is_refused() {
    let mut random = Random(42);
    let mut overlaps = 0;
    for k in 0..PERTURBED {
        let (name, text) = FILES[k % FILES.len()];
        let scene = perturbed(&parsed([name, text]), &mut random);
        for precision in Precision::BOTH {
            let finding = answer(&scene, precision);
            let violations = judged(&scene, precision, &finding);
            assert_eq!(violations, [], "{name} {k} {precision}: {finding:?}");
            let Finding::Parts(found) = finding else { panic!("no parts") };
            overlaps += usize::from(found.pair.is_some_and(|pair| pair.proof.upper < 0.0));
        }
    }
    let all = 2 * PERTURBED;
    assert!(overlaps > all / 5 && overlaps < all * 4 / 5, "{overlaps} of {all} overlap");
}

/// The bracket of a part that is not the closest one is refused as soon as it excludes the closest one by more than the judge's own
/// error.
#[test]
fn a_part_that_is_not_the_closest_is_refused() {
    let mut random = Random(7);
    let mut told = 0;
    for k in 0..60 {
        let (name, text) = FILES[k % 2];
        let scene = perturbed(&parsed([name, text]), &mut random);
        let body = scene.bodies.iter().position(|body| matches!(body.shape, Shape::Compound { .. })).unwrap();
        let each = [0, 1].map(|part| {
            let Finding::Parts(found) = answer(&alone(&scene, body, part), Precision::F64) else { panic!("no parts") };
            found
        });
        let [first, second] = [0, 1].map(|part| each[part].pair.clone().unwrap().proof);
        let far = usize::from(first.upper < second.upper);
        let [near, other] = if far == 1 { [first, second] } else { [second, first] };
        let mut lie = each[far].clone();
        (lie.pairs, lie.queries) = (2, 2);
        let path = if body == 0 { &mut lie.part_a } else { &mut lie.part_b };
        *path = Some(vec![far as u32]);
        // Less is within what the judge's polytope may be off of round parts.
        if other.lower - near.upper < 0.02 * near.upper.abs() + 1e-7 {
            continue;
        }
        told += 1;
        let claims: Vec<Claim> =
            judged(&scene, Precision::F64, &Finding::Parts(lie)).into_iter().map(|violation| violation.claim).collect();
        assert!(claims.contains(&Claim::Parts), "{name} {k}: {near:?} {other:?} {claims:?}");
    }
    assert!(told > 30, "a weak test: {told} lies");
}

/// What a message says is in words, never in the form of Rust's own types.
#[test]
fn messages_of_the_judge_are_no_source_code() {
    let scene = parsed([FILES[0].0, FILES[0].1]);
    let Finding::Parts(found) = answer(&scene, Precision::F64) else { panic!("no parts") };
    let mut lies = vec![found.clone(); 4];
    lies[0].part_a = None;
    lies[1].part_a = Some(vec![7, 1]);
    lies[2].pair = None;
    lies[3].pair.as_mut().unwrap().signed_distance = None;
    for lie in lies {
        let violations = judged(&scene, Precision::F64, &Finding::Parts(lie));
        assert!(!violations.is_empty());
        for violation in violations {
            let source = ["Some(", "None", "DVec3", "[", "{"].iter().find(|code| violation.message.contains(**code));
            let bracket = violation.message.contains("bracket [");
            assert!(source.is_none() || bracket && source == Some(&"["), "{}", violation.message);
        }
    }
}
