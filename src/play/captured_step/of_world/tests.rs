//! Tests of captured steps of simulated worlds: our audit judges our solver.

use contact_lens_audit::{Model, Options, Step, Verdict, audit};
use contact_lens_model::ask::Clamp;
use contact_lens_scene::model::{Algorithm, Ask, Scene, WorldOptions};
use contact_lens_scene::{SHIPPED, parse};

use crate::{Precision, step_of_world};

/// Frames of a run with this number of frames that are audited.
fn frames(steps: usize) -> Vec<usize> {
    let mut frames: Vec<usize> = [1, 2, 5, 13, 40, 100].into_iter().filter(|frame| *frame < steps).collect();
    frames.push(steps);
    frames
}

/// All shipped scenes with a world.
fn worlds() -> impl Iterator<Item = (&'static str, Scene)> {
    SHIPPED.iter().filter_map(|shipped| {
        let scene = parse(shipped.name, shipped.text.as_bytes()).ok()?;
        let has_world = scene.queries.iter().any(|query| query.ask.algorithm() == Algorithm::World);
        has_world.then_some((shipped.name, scene))
    })
}

/// Whether the scenes use, for the lesson, a method that breaks the law of the impulses: each increment of an
/// iteration is clamped alone.
fn clamps_each(options: &WorldOptions) -> bool {
    options.clamp == Some(Clamp::Each)
}

#[test]
fn the_audit_accuses_no_step_of_the_shipped_worlds() {
    let mut audited = 0;
    for (name, scene) in worlds() {
        for query in &scene.queries {
            let Ask::World { options, .. } = &query.ask else { continue };
            for precision in [Precision::F64, Precision::F32] {
                for frame in frames((options.steps() as usize).min(150)) {
                    // Some runs break down on purpose.
                    let Ok(step) = step_of_world(precision, &scene, query, frame) else { continue };
                    let report = audit(&step, &Options::default()).expect("a valid step");
                    let place = format!("{name}, {}, {precision:?}, frame {frame}", query.name);
                    let is_broken = report.verdict == Verdict::Broken;
                    assert!(!is_broken || clamps_each(options), "{place}: {:?}", report.first);
                    audited += 1;
                }
            }
        }
    }
    assert!(audited > 400, "{audited} steps");
}

/// A solver that clamps each iteration alone, and claims to clamp the sums, is found out by a replay of its sweep.
#[test]
fn the_audit_finds_iterations_that_are_clamped_alone() {
    let shipped = contact_lens_scene::shipped("world-accumulated-clamp").expect("a shipped scene");
    let scene = parse(shipped.name, shipped.text.as_bytes()).expect("a scene");
    let [accumulated, each] = [0, 1].map(|query| {
        let query = &scene.queries[query];
        step_of_world(Precision::F64, &scene, query, 1).expect("a step")
    });
    let claims =
        Model { order: accumulated.model.order.clone(), iterations: accumulated.model.iterations, ..each.model };
    let claimed = Step { model: claims, ..each };
    let [honest, dishonest] = [accumulated, claimed].map(|step| audit(&step, &Options::default()).expect("valid"));
    assert_eq!((honest.verdict, dishonest.verdict), (Verdict::Holds, Verdict::Broken));
    let solve = dishonest.stages.iter().find(|stage| stage.stage == "solve").expect("a stage");
    assert_eq!(
        (solve.law, solve.because.as_deref()),
        (Some("sweep as declared"), Some("each increment is clamped instead of the sum"))
    );
}
