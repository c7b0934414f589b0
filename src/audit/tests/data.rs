//! Numbers of the capture, shapes, filters, and errors.

use super::world::{box_of, contact_of, spinning, step};
use super::{assert_broken, assert_holds, cause, report};
use crate::{CaptureError, Inertia, Options, audit, read_question, read_step};

#[test]
fn clean_steps_hold() {
    assert_holds(&step());
    assert_holds(&spinning());
}

#[test]
fn a_quaternion_that_is_not_unit_is_broken() {
    let mut step = spinning();
    let rotation = &mut box_of(&mut step).before.as_mut().unwrap().rotation;
    *rotation = rotation.map(|x| x * 1.001);
    assert_broken(&step, "data", "unit quaternion");
}

#[test]
fn a_normal_that_is_not_unit_is_broken() {
    let mut step = step();
    contact_of(&mut step, 2).normal = [0.0, 1.01, 0.0];
    let report = assert_broken(&step, "data", "unit normal");
    assert_eq!(report.first.unwrap().culprit.contact, Some(2));
}

#[test]
fn an_inertia_must_be_possible_for_a_solid() {
    let mut impossible = spinning();
    box_of(&mut impossible).inertia = Some(Inertia::Principal([0.1, 0.1, 0.3]));
    assert_broken(&impossible, "data", "inertia of a solid");
    let mut skew = spinning();
    box_of(&mut skew).inertia = Some(Inertia::Matrix([[0.4, 0.1, 0.0], [0.0, 0.4, 0.0], [0.0, 0.0, 0.4]]));
    assert_broken(&skew, "data", "symmetric inertia");
    let mut negative = spinning();
    box_of(&mut negative).inertia = Some(Inertia::Principal([0.4, -0.4, 0.4]));
    assert_broken(&negative, "data", "positive inertia");
}

#[test]
fn an_inertia_is_that_of_the_shape() {
    let mut halved = step();
    let Some(Inertia::Principal(moments)) = &mut box_of(&mut halved).inertia else { panic!("principal") };
    *moments = moments.map(|x| 0.25 * x);
    let report = assert_broken(&halved, "shapes", "inertia of the shape");
    assert_eq!(cause(&report), Some("half sides were used as whole sides"));
    let mut large = spinning();
    box_of(&mut large).uniform = false;
    box_of(&mut large).inertia = Some(Inertia::Principal([1e5, 1e5, 1e5]));
    assert_broken(&large, "shapes", "moments within the shape");
    let mut dense = spinning();
    box_of(&mut dense).density = Some(6.0 / 0.4);
    assert_holds(&dense);
    box_of(&mut dense).density = Some(20.0);
    assert_broken(&dense, "shapes", "mass of the shape");
}

#[test]
fn filters_are_exact() {
    let mut masked = step();
    box_of(&mut masked).mask = Some(2);
    assert_broken(&masked, "filters", "pair is allowed");
    let mut rejected = step();
    rejected.broad_phase.as_mut().unwrap().filtered = Some(vec![["box".to_owned(), "floor".to_owned()]]);
    assert_broken(&rejected, "filters", "rejected pair is not allowed");
    let mut other = step();
    other.model.filter = Some(crate::Filter { rule: Some("group index".to_owned()) });
    let report = report(&other);
    assert_eq!(report.stages[2].verdict, "not given");
    assert_eq!(report.stages[2].missing, ["model.filter.rule"]);
}

/// Error of a step given as text.
fn error(text: &str) -> CaptureError {
    match read_step(text) {
        Ok(step) => audit(&step, &Options::default()).unwrap_err(),
        Err(error) => error,
    }
}

#[test]
fn errors_name_the_field() {
    let unknown = error(r#"{"time_step": 1, "bodies": [{"name": "a"}, {"name": "b", "mas": 1}]}"#);
    assert_eq!(unknown.to_string(), "bodies[1].mas: unknown field `mas`; the nearest known field is `mass`");
    assert_eq!(error(r#"{"time_step": 0}"#).path, "time_step");
    assert_eq!(error(r#"{"time_step": 1, "bodies": [{"name": "a", "mass": -1}]}"#).path, "bodies[0].mass");
    assert_eq!(error(r#"{"time_step": 1, "bodies": [{"name": "a"}, {"name": "a"}]}"#).path, "bodies[1].name");
    let word = error(r#"{"time_step": 1, "model": {"solve": "coulom"}}"#);
    assert_eq!(word.to_string(), "model.solve: unknown word `coulom`; the nearest known word is `coulomb`");
    let shape =
        r#"{"time_step": 1, "bodies": [{"name": "a", "shapes": [{"shape": {"type": "sphere", "radius": -1}}]}]}"#;
    assert_eq!(error(shape).path, "bodies[0].shapes[0].shape");
    let row = r#"{"time_step": 1, "rows": [{"jacobian": [1, 2]}]}"#;
    assert_eq!(error(row).path, "rows[0].jacobian");
    let wrong_type = error(r#"{"time_step": 1, "bodies": [{"name": "a", "before": {"position": "x"}}]}"#);
    assert_eq!(wrong_type.path, "bodies[0].before.position");
    assert!(read_question(r#"{"op": "audit", "step": {"time_step": 1, "engine_fields": {"any": [1]}}}"#).is_ok());
}

#[test]
fn missing_parts_are_named() {
    let bare = read_step(r#"{"time_step": 1, "bodies": [{"name": "a"}]}"#).unwrap();
    let report = report(&bare);
    assert_eq!(report.verdict.name(), "holds");
    let missing: Vec<_> = report.stages.iter().filter(|stage| stage.verdict == "not given").map(|s| s.stage).collect();
    assert_eq!(
        missing,
        ["data", "shapes", "filters", "broad phase", "narrow phase", "rows", "solve", "velocity", "pose"]
    );
    assert!(report.stages.iter().all(|stage| !stage.missing.is_empty()));
}

#[test]
fn nine_sentences_describe_a_report() {
    let sentences = crate::sentences(&report(&step()));
    assert_eq!(sentences.len(), 9);
    assert!(sentences[0].starts_with("Data: holds."), "{}", sentences[0]);
    let mut wrong = step();
    contact_of(&mut wrong, 0).gap = -0.008;
    let sentences = crate::sentences(&report(&wrong));
    let expected = "Narrow phase: broken. The law \"no point is deeper than the overlap\" of contact 0 (`floor` and \
                    `box`) has the deviation 0.004 m; the bound is";
    assert!(sentences[4].starts_with(expected), "{}", sentences[4]);
    assert!(sentences[4].ends_with("Cause: the depth is counted twice."), "{}", sentences[4]);
}
