//! The judge must refuse what is not proven: every number of a true certificate is falsified in turn.

use contact_lens::check::{self, Claim, Placed, Precision};
use contact_lens::lesson::{Proof, Verdict};
use contact_lens::scene::model::Shape;
use glam::{DMat3, DVec3};

fn placed(shape: &Shape, x: f64) -> Placed<'_> {
    Placed { shape, margin: 0.0, rotation: DMat3::IDENTITY, position: DVec3::new(x, 0.0, 0.0) }
}

/// The answer of a pair along x, worked out by hand.
fn along_x(status: &'static str, distance: f64, a: DVec3, b: DVec3) -> Verdict {
    Verdict {
        signed_distance: Some(distance),
        normal: DVec3::X,
        witness_a: a,
        witness_b: b,
        proof: Proof { lower: distance, upper: distance, tolerance: 1e-12 },
        status,
        outcome: "Converged",
        say: String::new(),
        iterations: 1,
    }
}

/// Every way to falsify one number of a verdict by `by`, with its name.
fn mutants(verdict: &Verdict, by: f64) -> Vec<(String, Verdict)> {
    let mut all = Vec::new();
    for sign in [by, -by] {
        let mut add = |name: String, change: &dyn Fn(&mut Verdict)| {
            let mut mutant = verdict.clone();
            change(&mut mutant);
            all.push((name, mutant));
        };
        add(format!("signed distance {sign:+e}"), &|v| v.signed_distance = v.signed_distance.map(|d| d + sign));
        add(format!("lower {sign:+e}"), &|v| v.proof.lower += sign);
        add(format!("upper {sign:+e}"), &|v| v.proof.upper += sign);
        for i in 0..3 {
            add(format!("witness a[{i}] {sign:+e}"), &|v| v.witness_a[i] += sign);
            add(format!("witness b[{i}] {sign:+e}"), &|v| v.witness_b[i] += sign);
            add(format!("normal[{i}] {sign:+e}, not normalised"), &|v| v.normal[i] += sign);
        }
        let (side, other) = verdict.normal.any_orthonormal_pair();
        add(format!("normal turned {sign:+e}"), &|v| v.normal = (v.normal + sign * side).normalize());
        add(format!("normal turned across {sign:+e}"), &|v| v.normal = (v.normal + sign * other).normalize());
    }
    all
}

#[test]
fn true_certificates_by_hand_pass_and_every_falsified_number_is_refused() {
    let ball = Shape::Sphere { radius: 1.0 };
    let cube = Shape::Box { half_extents: [1.0, 1.0, 1.0] };
    let x = |x| DVec3::new(x, 0.0, 0.0);
    let cases = [
        (&ball, &ball, 3.0, along_x("separated", 1.0, x(1.0), x(2.0))),
        (&cube, &ball, 3.0, along_x("separated", 1.0, x(1.0), x(2.0))),
        (&cube, &cube, 1.5, along_x("penetrating", -0.5, x(1.0), x(0.5))),
        (&ball, &ball, 1.5, along_x("penetrating", -0.5, x(1.0), x(0.5))),
        (&ball, &ball, 2.0, along_x("touching", 0.0, x(1.0), x(1.0))),
    ];
    for (a, b, at, verdict) in cases {
        let (a, b) = (placed(a, 0.0), placed(b, at));
        assert_eq!(check::verify(&a, &b, &verdict, f64::EPSILON), vec![], "{at}");
        for (name, mutant) in mutants(&verdict, 1e-2) {
            let breaches = check::verify(&a, &b, &mutant, f64::EPSILON);
            assert!(!breaches.is_empty(), "{} at {at}: {name} passed", verdict.status);
        }
    }
}

#[test]
fn each_claim_is_the_one_that_is_refused() {
    let cube = Shape::Box { half_extents: [1.0, 1.0, 1.0] };
    let x = |x| DVec3::new(x, 0.0, 0.0);
    let (a, b) = (placed(&cube, 0.0), placed(&cube, 3.0));
    let good = along_x("separated", 1.0, x(1.0), x(2.0));
    let claims = |verdict: &Verdict, a: &Placed, b: &Placed| -> Vec<Claim> {
        check::verify(a, b, verdict, f64::EPSILON).into_iter().map(|breach| breach.claim).collect()
    };
    let mut wide = good.clone();
    wide.proof.lower = 0.9;
    assert_eq!(claims(&wide, &a, &b), [Claim::Bracket], "converged, but the bracket is wide");
    wide.status = "not converged";
    assert_eq!(claims(&wide, &a, &b), [], "an honest wide bracket is fine");
    let mut outside = good.clone();
    outside.witness_a.y = 1.5;
    assert_eq!(claims(&outside, &a, &b), [Claim::Witness, Claim::Upper]);
    let mut infinite = good.clone();
    infinite.witness_b.z = f64::INFINITY;
    assert_eq!(claims(&infinite, &a, &b), [Claim::Form]);
    // A depth of 1.5 along x is no lie about that direction, but sliding out along y needs only 0.5.
    let shifted = Placed { position: DVec3::new(0.5, 1.5, 0.0), ..placed(&cube, 0.0) };
    let deep = along_x("penetrating", -1.5, DVec3::new(1.0, 0.5, 0.0), DVec3::new(-0.5, 0.5, 0.0));
    assert_eq!(claims(&deep, &a, &shifted), [Claim::Depth]);
}

/// The same with answers of the engine, in both precisions, over shipped scenes whose brackets are narrow.
#[test]
fn falsified_answers_of_the_engine_are_refused() {
    let mut judged = 0;
    for shipped in contact_lens::scene::SHIPPED {
        let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in scene.queries.iter().filter(|query| query.options == Default::default()) {
            for precision in Precision::BOTH {
                let [a, b] = check::placed(&scene, query, 0).unwrap();
                let Ok(verdict) = check::answer(precision, &scene, query, 0) else { continue };
                assert_eq!(check::verify(&a, &b, &verdict, precision.eps()), vec![], "{} {precision}", shipped.name);
                let size = a.radius() + b.radius() + a.position.distance(b.position);
                let Some(distance) = verdict.signed_distance else { continue };
                // Where vertices touch, many normals are as good, so a turned one is no falsehood.
                let sure = ["separated", "penetrating"].contains(&verdict.status);
                let narrow = sure && verdict.proof.width() < 1e-5 * size;
                if !narrow || a.position.length() > 100.0 * size || distance.abs() > size {
                    continue;
                }
                judged += 1;
                for (name, mutant) in mutants(&verdict, 0.05 * size) {
                    let breaches = check::verify(&a, &b, &mutant, precision.eps());
                    assert!(!breaches.is_empty(), "{} in {precision}: {name} passed", shipped.name);
                }
            }
        }
    }
    assert!(judged > 30, "only {judged} answers were fit to be falsified");
}
