//! Rows of contacts and joints: lever arms, directions, numbers, coefficients, targets, effective masses.

use super::world::{contact_of, row_of, spinning, step};
use super::{assert_broken, assert_holds, cause};
use crate::{Body, Joint, Kind, Row, State, Step};

#[test]
fn lever_arms_and_directions_follow_from_the_contact() {
    let mut arm = step();
    row_of(&mut arm, 3).jacobian[9] += 0.01;
    row_of(&mut arm, 3).effective_mass = None;
    let report = assert_broken(&arm, "rows", "row of the contact");
    assert_eq!(report.first.unwrap().culprit.row, Some(3));
    let mut turned = step();
    row_of(&mut turned, 1).jacobian = row_of(&mut turned, 2).jacobian.clone();
    assert_broken(&turned, "rows", "directions are unit and perpendicular");
}

#[test]
fn rows_are_counted() {
    let mut short = step();
    short.rows.as_mut().unwrap().pop();
    let report = assert_broken(&short, "rows", "number of rows");
    assert_eq!(cause(&report), Some("2 of 3 rows"));
    let mut lost = step();
    lost.rows.as_mut().unwrap().truncate(9);
    assert_broken(&lost, "rows", "number of rows");
}

#[test]
fn coefficients_follow_from_contacts_and_bodies() {
    let mut squared = step();
    row_of(&mut squared, 4).coefficient = Some(0.16);
    let report = assert_broken(&squared, "rows", "coefficient of the contact");
    assert_eq!(cause(&report), Some("the coefficient is squared"));
    let mut combined = step();
    combined.bodies[0].friction = Some(0.9);
    assert_broken(&combined, "rows", "coefficient of the bodies");
    combined.model.combine_friction = None;
    assert_holds(&combined);
}

#[test]
fn targets_follow_from_the_declared_rules() {
    let mut reversed = step();
    row_of(&mut reversed, 0).target *= -1.0;
    let report = assert_broken(&reversed, "rows", "target velocity of the normal");
    assert_eq!(cause(&report), Some("the sign of the target is reversed"));
    let mut twice = step();
    row_of(&mut twice, 0).target *= 2.0;
    let report = assert_broken(&twice, "rows", "target velocity of the normal");
    assert_eq!(cause(&report), Some("restitution is counted twice"));
    let mut belt = step();
    row_of(&mut belt, 1).target = 0.3;
    assert_broken(&belt, "rows", "target velocity of friction");
}

#[test]
fn the_sum_and_the_larger_of_bounce_and_correction_differ() {
    let mut step = step();
    step.model.position.as_mut().unwrap().combine = Some("sum".to_owned());
    let report = assert_broken(&step, "rows", "target velocity of the normal");
    assert_eq!(cause(&report), None);
}

#[test]
fn effective_masses_and_softness_follow_from_inertia() {
    let mut mass = step();
    row_of(&mut mass, 5).effective_mass = Some(1.0);
    let report = assert_broken(&mass, "rows", "effective mass");
    assert_eq!(report.first.unwrap().culprit.row, Some(5));
    let mut soft = step();
    row_of(&mut soft, 0).softness = 0.1;
    row_of(&mut soft, 0).effective_mass = None;
    soft.model.softness = Some(0.0);
    assert_broken(&soft, "rows", "softness as declared");
}

#[test]
fn rows_that_are_not_given_are_named() {
    let mut step = step();
    step.rows = None;
    let report = super::report(&step);
    assert_eq!(report.verdict.name(), "holds", "{:#?}", report.stages);
    assert_eq!(report.stages[6].missing, ["rows"]);
    contact_of(&mut step, 1).impulse = None;
    let report = super::report(&step);
    assert_eq!(report.stages[7].missing, ["contacts[].impulse"]);
}

/// A box that hangs on a ball joint, with its anchors 1 cm apart.
fn hanging() -> Step {
    let mut step = spinning();
    let hook = State {
        position: [0.0, 6.0, 0.0],
        rotation: [0.0, 0.0, 0.0, 1.0],
        velocity: Some([0.0; 3]),
        angular_velocity: Some([0.0; 3]),
    };
    step.bodies[0] =
        Body { name: "hook".to_owned(), kind: Kind::Static, before: Some(hook), after: Some(hook), ..Body::default() };
    let body = &mut step.bodies[1];
    body.after = None;
    body.before.as_mut().unwrap().rotation = [0.0, 0.0, 0.0, 1.0];
    step.joints = vec![Joint {
        kind: Some("ball".to_owned()),
        a: "hook".to_owned(),
        b: "box".to_owned(),
        anchor_a: Some([0.0; 3]),
        anchor_b: Some([0.01, 1.0, 0.0]),
        ..Joint::default()
    }];
    let arm = [0.01, 1.0, 0.0];
    let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().enumerate().map(|(k, d)| Row {
        joint: Some(0),
        a: Some("hook".to_owned()),
        b: Some("box".to_owned()),
        jacobian: vec![
            -d[0],
            -d[1],
            -d[2],
            0.0,
            0.0,
            0.0,
            d[0],
            d[1],
            d[2],
            arm[1] * d[2] - arm[2] * d[1],
            arm[2] * d[0] - arm[0] * d[2],
            arm[0] * d[1] - arm[1] * d[0],
        ],
        target: if k == 0 { -0.2 * 0.01 / 0.01 } else { 0.0 },
        impulse: Some(0.0),
        ..Row::default()
    });
    step.rows = Some(rows.collect());
    step.model.solve = None;
    step
}

#[test]
fn rows_of_joints_follow_from_anchors() {
    let clean = super::report(&hanging());
    assert_eq!(clean.stages[5].verdict, "holds", "{:#?}", clean.stages[5]);
    let mut span = hanging();
    row_of(&mut span, 1).jacobian[9] = 0.5;
    assert_broken(&span, "rows", "row of the joint");
    let mut sign = hanging();
    row_of(&mut sign, 0).target = 0.2;
    let report = assert_broken(&sign, "rows", "target velocity of the joint");
    assert_eq!(cause(&report), Some("the sign of the target is reversed"));
    let mut short = hanging();
    short.rows.as_mut().unwrap().pop();
    assert_broken(&short, "rows", "number of rows of the joint");
}

#[test]
fn springs_have_the_softness_of_their_frequency() {
    let mut soft = hanging();
    let rule = soft.model.position.as_mut().unwrap();
    rule.kind = Some("soft".to_owned());
    rule.frequency = Some(5.0);
    rule.damping_ratio = Some(0.7);
    let omega = std::f64::consts::TAU * 5.0;
    row_of(&mut soft, 0).target = -0.01 * omega / (1.4 + 0.01 * omega);
    let report = assert_broken(&soft, "rows", "softness of the spring");
    assert!(report.laws.unwrap().iter().all(|law| law.law != "target velocity of the joint" || law.value < 1e-12));
}
