//! Scales of bodies: in, `transform.localScale = new Vector3(2, 1, 1)` or `mesh.scale.set(2, 1, 1)`; out, the shapes of
//! the body with scaled sizes and centers.
//!
//! **Unity.** A box is scaled along each axis; a sphere by the largest factor; a capsule along y by the largest factor
//! across and by the factor along y. Centers are scaled too.
//!
//! **Other libraries.** Meshes of three.js, Babylon.js and Blender are scaled along each axis; round shapes only by
//! equal factors.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::build::{Built, scaled_and_rounded};
use crate::code::evaluate::setters::point;
use crate::code::evaluate::value::NamedValue;
use crate::code::join::store::{Problem, Store};
use crate::pose::{IDENTITY_ROTATION, Pose};

impl Store {
    /// Scales a body or its mesh: `transform.localScale = …`, `mesh.scale.set(…)`. Returns whether the names are those
    /// of a scale and the library is one whose scales are read.
    pub fn scale_body(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let last = names.last().copied().unwrap_or_default();
        let is_setter = ["set", "setScalar", "copy"].contains(&last) && names.len() > 1;
        let field = if is_setter { names[names.len() - 2] } else { last };
        let library = match field {
            "localScale" => "unity",
            "scale" if self.named.libraries.contains("blender") => "blender",
            "scale" => "three",
            "scaling" => "babylon",
            _ => return false,
        };
        if !self.named.libraries.contains(library) {
            return false;
        }
        // `mesh.scale.setScalar(2)` has one factor.
        let factors = match arguments {
            [(_, factor)] if factor.number().is_some() && is_setter => factor.number().map(|factor| [factor; 3]),
            _ => point(arguments),
        };
        let entity = &mut self.entities[id];
        match factors.filter(|all| entity.scale.is_none() && all.iter().all(|x| *x > 0.0 && x.is_finite())) {
            Some(factors) => {
                entity.scale = Some(factors);
                entity.is_scaled_in_unity = library == "unity";
            }
            None => entity.problem = Some(Problem::at(at, "scale")),
        }
        true
    }
}

/// Scales the shapes of a body and their poses in it by factors along the axes of the body; `in_unity` selects Unity's
/// rules.
///
/// # Errors
/// Returns the reason if the scale of a shape is not supported.
pub fn scale_parts(parts: &mut [(Built, Pose)], factors: [f64; 3], in_unity: bool) -> Result<(), String> {
    for (built, pose) in parts {
        if pose.rotation != IDENTITY_ROTATION && factors != [factors[0]; 3] {
            let why = "a shape that is both scaled and rotated is not supported; write its scaled sizes";
            return Err(String::from(why));
        }
        pose.position = [0, 1, 2].map(|k| factors[k] * pose.position[k]);
        let unmoved = Built { pose: Pose::default(), ..built.clone() };
        built.shape = if in_unity {
            scaled_in_unity(&unmoved, factors)?
        } else if let Some(shape) = stretched(&unmoved.shape, factors) {
            shape
        } else {
            scaled_and_rounded(unmoved, Some(factors), None)?.shape
        };
    }
    Ok(())
}

/// Factors of a scale relative to the axis of a round shape.
struct AxialFactors {
    across: f64,
    along: f64,
}

/// Returns the factors across and along an axis; `None` if the two factors across it differ.
fn axial_factors(axis: Axis, factors: [f64; 3]) -> Option<AxialFactors> {
    let (along, first, second) = match axis {
        Axis::X => (0, 1, 2),
        Axis::Y => (1, 0, 2),
        Axis::Z => (2, 0, 1),
    };
    let is_round = factors[first] == factors[second];
    is_round.then_some(AxialFactors { across: factors[first], along: factors[along] })
}

/// Scales the mesh of a round shape by factors that are not all equal: a ball becomes an ellipsoid; a cylinder or a
/// cone remains one if the factors across its axis are equal. `None` for other shapes and factors.
pub fn stretched(shape: &Shape, factors: [f64; 3]) -> Option<Shape> {
    if factors == [factors[0]; 3] {
        return None;
    }
    match shape {
        Shape::Sphere { radius } => Some(Shape::Ellipsoid { radii: factors.map(|factor| factor * radius) }),
        Shape::Cylinder { radius, half_height, axis } => {
            let AxialFactors { across, along } = axial_factors(*axis, factors)?;
            Some(Shape::Cylinder { radius: across * radius, half_height: along * half_height, axis: *axis })
        }
        Shape::Cone { radius, half_height, axis } => {
            let AxialFactors { across, along } = axial_factors(*axis, factors)?;
            Some(Shape::Cone { radius: across * radius, half_height: along * half_height, axis: *axis })
        }
        _ => None,
    }
}

/// Scales the shape of a collider as Unity does: by the rules in the header of this module.
///
/// # Errors
/// Returns the reason for a scale that would change the kind of the shape.
fn scaled_in_unity(built: &Built, factors: [f64; 3]) -> Result<Shape, String> {
    let [x, y, z] = factors;
    Ok(match &built.shape {
        Shape::Capsule { radius, half_height, axis } if built.plane && x == y => {
            Shape::Capsule { radius: x * radius, half_height: x * half_height, axis: *axis }
        }
        Shape::Capsule { .. } if built.plane => {
            return Err(format!(
                "a planar capsule scaled by different factors ({x}, {y}) is not supported; write its scaled sizes"
            ));
        }
        Shape::Box { half_extents } => Shape::Box { half_extents: [0, 1, 2].map(|k| factors[k] * half_extents[k]) },
        Shape::Rectangle { half_extents } => {
            Shape::Rectangle { half_extents: [x * half_extents[0], y * half_extents[1]] }
        }
        Shape::Sphere { radius } => Shape::Sphere { radius: x.max(y).max(z) * radius },
        Shape::Circle { radius } => Shape::Circle { radius: x.max(y) * radius },
        Shape::Capsule { radius, half_height, axis: Axis::Y } => {
            let height = y * (half_height + radius);
            let radius = x.max(z) * radius;
            if radius >= height {
                return Err(String::from("a capsule scaled to a sphere is not supported; write a sphere instead"));
            }
            Shape::Capsule { radius, half_height: height - radius, axis: Axis::Y }
        }
        _ => {
            return Err(format!(
                "a shape of this kind with this scale ({x}, {y}, {z}) is not supported; write its scaled sizes"
            ));
        }
    })
}
