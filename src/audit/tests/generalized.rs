//! A solve in generalized coordinates: gap, momentum, velocities.

use super::{assert_broken, assert_holds, report};
use crate::{Generalized, MassMatrix, Model, Row, Step};

/// Two coupled degrees of freedom with a soft limit on each: the first pushes, the second is open.
fn step() -> Step {
    let mass = [[2.0, 0.5], [0.5, 1.0]];
    let determinant = 2.0 * 1.0 - 0.25;
    let inverse = [[1.0 / determinant, -0.5 / determinant], [-0.5 / determinant, 2.0 / determinant]];
    let smooth = [-3.0, 4.0];
    let softness = 0.1;
    let target = 0.5;
    // Row 0: a₀ + γ λ = t with a = a₀ + M⁻¹ (λ, 0).
    let force = (target - smooth[0]) / (inverse[0][0] + softness);
    let acceleration = [smooth[0] + inverse[0][0] * force, smooth[1] + inverse[1][0] * force];
    let before = [0.3, -0.2];
    let after = [before[0] + 0.01 * acceleration[0], before[1] + 0.01 * acceleration[1]];
    let rows = [[1.0, 0.0], [0.0, 1.0]].into_iter().enumerate().map(|(dof, jacobian)| Row {
        jacobian: jacobian.to_vec(),
        dof: Some(dof),
        target,
        softness,
        lower: Some(0.0),
        impulse: Some(if dof == 0 { force } else { 0.0 }),
        ..Row::default()
    });
    Step {
        precision: Some("f64".to_owned()),
        time_step: 0.01,
        coordinates: Some("generalized".to_owned()),
        level: Some("acceleration".to_owned()),
        contacts: Some(Vec::new()),
        rows: Some(rows.collect()),
        model: Model {
            solve: Some("convex".to_owned()),
            friction: Some("pyramid".to_owned()),
            integrator: Some("discrete".to_owned()),
            gap_tolerance: Some(1e-9),
            ..Model::default()
        },
        generalized: Some(Generalized {
            mass_matrix: Some(MassMatrix::Dense(mass.map(|row| row.to_vec()).to_vec())),
            velocity_before: Some(before.to_vec()),
            velocity_after: Some(after.to_vec()),
            acceleration: Some(acceleration.to_vec()),
            smooth_acceleration: Some(smooth.to_vec()),
            ..Generalized::default()
        }),
        ..Step::default()
    }
}

/// Arrays of a step.
fn arrays(step: &mut Step) -> &mut Generalized {
    step.generalized.as_mut().unwrap()
}

#[test]
fn the_optimum_has_no_gap() {
    assert_holds(&step());
    let gap = report(&step()).gap.unwrap();
    assert!(gap.value[1] < 1e-25 && gap.cost > 1.0, "{gap:?}");
}

#[test]
fn a_wrong_force_is_found_by_the_gap() {
    let mut step = step();
    step.rows.as_mut().unwrap()[1].impulse = Some(0.2);
    let report = assert_broken(&step, "solve", "gap of the convex model");
    assert_eq!(report.first.unwrap().culprit.row, Some(1));
}

#[test]
fn the_gap_bounds_the_distance_from_the_optimum() {
    let optimum = arrays(&mut step()).acceleration.clone().unwrap();
    let mut wrong = step();
    let forces = [0.01, -0.02];
    for (row, change) in wrong.rows.as_mut().unwrap().iter_mut().zip(forces) {
        row.impulse = Some((row.impulse.unwrap() + change).max(0.0));
    }
    let acceleration = arrays(&mut wrong).acceleration.as_mut().unwrap();
    acceleration.iter_mut().for_each(|a| *a += 0.003);
    let gap = report(&wrong).gap.unwrap();
    let distance = acceleration_distance(&wrong, &optimum);
    assert!(gap.value[0] > 0.0 && distance <= gap.velocity_within, "{distance} {gap:?}");
}

/// Distance of the captured acceleration from another one.
fn acceleration_distance(step: &Step, other: &[f64]) -> f64 {
    let own = step.generalized.as_ref().unwrap().acceleration.as_ref().unwrap();
    own.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn a_wrong_acceleration_is_a_fault_of_the_velocity() {
    let mut step = step();
    arrays(&mut step).acceleration.as_mut().unwrap()[1] += 0.5;
    arrays(&mut step).velocity_after = None;
    assert_broken(&step, "velocity", "momentum share of the gap");
}

#[test]
fn a_wrong_velocity_names_its_degree_of_freedom() {
    let mut step = step();
    arrays(&mut step).velocity_after.as_mut().unwrap()[1] += 1e-6;
    let report = assert_broken(&step, "velocity", "velocity follows the acceleration");
    assert_eq!(report.first.unwrap().culprit.dof, Some(1));
}

#[test]
fn what_an_integrator_needs_is_named() {
    let mut implicit = step();
    implicit.model.integrator = Some("implicit".to_owned());
    assert!(report(&implicit).stages[7].missing.contains(&"generalized.update_matrix".to_owned()));
    let mut runge_kutta = step();
    runge_kutta.model.integrator = Some("RK4".to_owned());
    assert!(report(&runge_kutta).stages[7].missing.contains(&"stages of RK4".to_owned()));
    let mut bare = step();
    arrays(&mut bare).mass_matrix = None;
    assert_eq!(report(&bare).stages[6].missing, ["contacts[].impulse", "generalized.mass_matrix"][1..].to_vec());
}

/// A ball of 2 kg on a plane, with its six velocities as coordinates.
fn ball_with_kinematics() -> Step {
    let text = r#"{"precision": "f64", "time_step": 0.01, "coordinates": "generalized",
        "bodies": [{"name": "floor", "kind": "static", "before": {"position": [0, 0, 0], "velocity": [0, 0, 0],
            "angular_velocity": [0, 0, 0]}}, {"name": "ball", "before": {"position": [1, 0.5, 2],
            "velocity": [1, -2, 3], "angular_velocity": [4, 5, 6]}}],
        "contacts": [{"a": "floor", "b": "ball", "normal": [0, 1, 0], "gap": 0, "position": [1, 0, 2],
            "axes": [[0, 1, 0], [0, 0, 1], [1, 0, 0]]}],
        "rows": [{"contact": 0, "part": 1, "jacobian": [0, 0, 1, -0.5, 0, 0], "impulse": 0}],
        "generalized": {"velocity_before": [1, -2, 3, 4, 5, 6], "mass_matrix": [{"i": 0, "j": 0, "v": 2},
            {"i": 1, "j": 1, "v": 2}, {"i": 2, "j": 2, "v": 2}, {"i": 3, "j": 3, "v": 1}, {"i": 4, "j": 4, "v": 1},
            {"i": 5, "j": 5, "v": 1}]}}"#;
    let mut step = crate::read_step(text).unwrap();
    let unit = (0..6).map(|i| (0..6).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    arrays(&mut step).kinematics = Some([("ball".to_owned(), unit)].into());
    step
}

#[test]
fn rows_follow_from_the_motion_of_the_bodies() {
    let laws: Vec<_> = report(&ball_with_kinematics()).laws.unwrap();
    let rows = laws.iter().filter(|law| law.stage == "rows");
    let values: Vec<_> = rows.map(|law| (law.law, law.value)).collect();
    assert_eq!(values, [("row of the contact", 0.0), ("row of the kinematics", 0.0)]);
    let mut wrong = ball_with_kinematics();
    wrong.rows.as_mut().unwrap()[0].jacobian[3] = 0.5;
    assert_broken(&wrong, "rows", "row of the kinematics");
    arrays(&mut wrong).kinematics = None;
    assert_broken(&wrong, "rows", "row of the contact");
}
