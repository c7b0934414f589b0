//! Stage **shapes**: mass and inertia follow from the shapes.
//!
//! - A body that claims uniform density has the inertia of its shapes, scaled to its mass.
//! - For every body, no point is farther from the center of mass than the radius r of a ball around it, so each moment
//!   of inertia is at most m r².

use contact_lens_engine::double::Pose;
use contact_lens_engine::glam::{DMat3, DVec3};

use crate::capture::PlacedShape;
use crate::dense::eigenvalues;
use crate::law::{Culprit, Law, Stage, StageResult};
use crate::problem::{BodyModel, Problem};

/// Judges the masses and inertias.
pub fn judge(problem: &Problem) -> StageResult {
    let mut result = StageResult::new(Stage::Shapes, problem.lists_laws);
    let mut known = Known::default();
    for (i, body) in problem.step.bodies.iter().enumerate() {
        let model = &problem.bodies[i];
        if !model.is_dynamic() {
            continue;
        }
        if model.parts.is_empty() {
            result.miss("bodies[].shapes");
            continue;
        }
        let Some((mass, inertia)) = body.mass.zip(model.body_inertia) else {
            result.miss(if body.mass.is_none() { "bodies[].mass" } else { "bodies[].inertia" });
            continue;
        };
        let culprit = Culprit::body(i);
        if body.uniform || body.density.is_some() {
            let of_shapes = known.properties(&body.shapes, model);
            judge_uniform(problem, i, [mass, body.density.unwrap_or(0.0)], (inertia, of_shapes), &mut result);
        }
        if model.radius.is_finite() {
            let [_, _, most] = eigenvalues((inertia + inertia.transpose()) * 0.5);
            let possible = mass * model.radius * model.radius;
            let excess = (most - possible).max(0.0);
            let mut law = Law::new("moments within the shape", excess, problem.bound(64.0, possible), "kg m²", culprit);
            if excess > 0.0 {
                law.because = cause_of_size(most / possible);
            }
            result.push(law);
        }
    }
    result
}

/// Laws of a body of uniform density; `claims` are its mass and its density, 0 if only uniformity is claimed.
fn judge_uniform(
    problem: &Problem,
    i: usize,
    claims: [f64; 2],
    (inertia, of_shapes): (DMat3, Option<OfShapes>),
    result: &mut StageResult,
) {
    let [mass, density] = claims;
    let Some(of_shapes) = of_shapes else { return };
    let culprit = Culprit::body(i);
    let expected = of_shapes.inertia * (mass / of_shapes.volume);
    let size = largest(expected);
    let mut law =
        Law::new("inertia of the shape", largest(inertia - expected) / size, problem.bound(64.0, 1.0), "1", culprit);
    law.because = cause_of_inertia(inertia, expected, law.band);
    result.push(law);
    if density > 0.0 {
        let deviation = (mass / (density * of_shapes.volume) - 1.0).abs();
        result.push(Law::new("mass of the shape", deviation, problem.bound(64.0, 1.0), "1", culprit));
    }
}

/// Largest absolute entry of a matrix.
fn largest(matrix: DMat3) -> f64 {
    matrix.to_cols_array().iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// Properties of the shapes that several bodies share.
#[derive(Default)]
struct Known<'a> {
    /// Shapes with their properties.
    entries: Vec<(&'a [PlacedShape], Option<OfShapes>)>,
}

impl<'a> Known<'a> {
    /// Largest number of shapes that are kept.
    const LIMIT: usize = 32;

    /// Properties of the shapes of a body.
    fn properties(&mut self, shapes: &'a [PlacedShape], model: &BodyModel) -> Option<OfShapes> {
        if let Some((_, known)) = self.entries.iter().find(|(other, _)| *other == shapes) {
            return *known;
        }
        let own = properties(model);
        if self.entries.len() < Self::LIMIT {
            self.entries.push((shapes, own));
        }
        own
    }
}

/// Volume and inertia of all shapes together, for density 1.
#[derive(Clone, Copy)]
struct OfShapes {
    /// Volume of all shapes, m³.
    volume: f64,
    /// Inertia around the common center, body frame.
    inertia: DMat3,
}

/// Properties of all shapes of a body for density 1; `None` if one has none.
fn properties(body: &BodyModel) -> Option<OfShapes> {
    let mut shapes = Vec::new();
    for part in &body.parts {
        let own = part.collider.mass(1.0).ok()?;
        let rotation = DMat3::from_quat(part.local.rotation());
        let inertia = own.inertia?;
        let inertia = if part.local == Pose::IDENTITY { inertia } else { rotation * inertia * rotation.transpose() };
        shapes.push((own.volume, part.local.point(own.center?), inertia));
    }
    let volume: f64 = shapes.iter().map(|(volume, ..)| volume).sum();
    let center = shapes.iter().map(|(volume, center, _)| *center * *volume).sum::<DVec3>() / volume;
    let mut inertia = DMat3::ZERO;
    for (volume, own, around_own) in &shapes {
        let offset = *own - center;
        let outer = DMat3::from_cols(offset * offset.x, offset * offset.y, offset * offset.z);
        inertia += *around_own + (DMat3::IDENTITY * offset.length_squared() - outer) * *volume;
    }
    (volume > 0.0).then_some(OfShapes { volume, inertia })
}

/// Whether an inertia is the expected one, to the relative band.
fn matches(changed: DMat3, expected: DMat3, band: f64) -> bool {
    largest(changed - expected) / largest(expected) <= band
}

/// Names the change with which an inertia would be that of its shape.
fn cause_of_inertia(captured: DMat3, expected: DMat3, band: f64) -> Option<String> {
    if matches(captured * 4.0, expected, band) {
        return Some("half sides were used as whole sides".to_owned());
    }
    if matches(captured * 0.25, expected, band) {
        return Some("whole sides were used as half sides".to_owned());
    }
    let diagonal = DVec3::new(captured.x_axis.x, captured.y_axis.y, captured.z_axis.z);
    let orders = [[0, 2, 1], [1, 0, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
    let permuted = orders
        .iter()
        .any(|order| matches(DMat3::from_diagonal(DVec3::from(order.map(|k: usize| diagonal[k]))), expected, band));
    permuted.then(|| "the axes are exchanged".to_owned())
}

/// Names the unit error that explains moments that are too large by this factor.
fn cause_of_size(factor: f64) -> Option<String> {
    (factor > 100.0).then(|| "the inertia has another unit of length than the shape".to_owned())
}
