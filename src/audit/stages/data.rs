//! Stage **data**: the numbers of the capture themselves. Quaternions and normals are unit; an inertia is symmetric,
//! positive definite and possible for a solid, whose largest moment is at most the sum of the others.

use contact_lens_engine::glam::{DMat3, DVec3};

use crate::dense::eigenvalues;
use crate::law::{Culprit, Law, Stage, StageResult};
use crate::problem::Problem;

/// Judges the numbers of the capture.
pub fn judge(problem: &Problem) -> StageResult {
    let mut result = StageResult::new(Stage::Data, problem.lists_laws);
    for (i, body) in problem.step.bodies.iter().enumerate() {
        match &body.before {
            Some(state) => {
                let length = state.rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
                let bound = problem.bound(16.0, 1.0);
                result.push(Law::new("unit quaternion", (length - 1.0).abs(), bound, "1", Culprit::body(i)));
            }
            None => result.miss("bodies[].before"),
        }
        if let Some(inertia) = problem.bodies[i].body_inertia.filter(|_| problem.bodies[i].is_dynamic()) {
            judge_inertia(problem, inertia, Culprit::body(i), &mut result);
        }
    }
    for (c, contact) in problem.contacts().iter().enumerate() {
        let deviation = (DVec3::from(contact.normal).length() - 1.0).abs();
        let culprit = Culprit::contact(c, problem.contact_pairs[c]);
        result.push(Law::new("unit normal", deviation, problem.bound(16.0, 1.0), "1", culprit));
    }
    result
}

/// Laws of one inertia.
fn judge_inertia(problem: &Problem, inertia: DMat3, culprit: Culprit, result: &mut StageResult) {
    let size = inertia.to_cols_array().iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let skew = inertia - inertia.transpose();
    let asymmetry = skew.to_cols_array().iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    result.push(Law::new("symmetric inertia", asymmetry, problem.bound(16.0, size), "kg m²", culprit));
    let [least, middle, most] = eigenvalues((inertia + inertia.transpose()) * 0.5);
    result.push(Law::exact("positive inertia", least > 0.0, culprit));
    let excess = (most - least - middle).max(0.0);
    result.push(Law::new("inertia of a solid", excess, problem.bound(64.0, most.abs()), "kg m²", culprit));
}
