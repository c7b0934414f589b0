//! A captured step with its names resolved: bodies with colliders and inertia, pairs by index, rows as a linear system.
//!
//! The stages read only this form. Invalid captures are refused here, with the path of the field.

mod body;
mod check;
mod free;
mod pairs;
mod points;
mod rows;

use std::collections::HashMap;

use contact_lens_engine::glam::DVec3;

use crate::capture::{CaptureError, Contact, Model, Row, Step};
use crate::law::EPS53;
pub use body::{BodyModel, Motion, Part, pose_of};
pub use free::{FreeMotion, Rules, abs_cross, damping_after_solve, free_motion};
pub use pairs::{Allowed, Pairs, sorted};
pub use points::{ContactPoints, points_of};
use rows::kind_of;
pub use rows::{RowKind, Rows, dense};

/// Captured step that has been checked.
#[derive(Debug)]
pub struct Problem<'a> {
    /// Capture of the step.
    pub step: &'a Step,
    /// Unit roundoff of the engine: 2⁻²⁴ or 2⁻⁵³.
    pub eps: f64,
    /// Duration of the step, seconds.
    pub h: f64,
    /// Acceleration of gravity, m/s².
    pub gravity: DVec3,
    /// Whether the solve has generalized coordinates.
    pub generalized: bool,
    /// Whether impulses are forces and velocities are accelerations.
    pub acceleration: bool,
    /// Whether every law is listed in the report.
    pub lists_laws: bool,
    /// Bodies in the order of the capture.
    pub bodies: Vec<BodyModel>,
    /// Index of each body.
    pub names: HashMap<&'a str, usize>,
    /// Pairs of the filters, the broad phase and the contacts.
    pub pairs: Pairs,
    /// Bodies of each contact.
    pub contact_pairs: Vec<[usize; 2]>,
    /// Bodies of each joint.
    pub joint_pairs: Vec<[usize; 2]>,
    /// Kind of each row.
    pub kinds: Vec<RowKind>,
    /// Bodies of each row; `None` for a part without a body.
    pub row_bodies: Vec<[Option<usize>; 2]>,
    /// Rows with the inertia; `None` if rows, or what they need, are not given.
    pub rows: Option<Rows>,
    /// Fields that are missing for `rows`.
    pub rows_missing: Vec<String>,
}

impl<'a> Problem<'a> {
    /// Checks a capture and resolves its names.
    ///
    /// # Errors
    /// A number is not finite or not in its range, a name is not known, or an index is out of range.
    pub fn new(step: &'a Step) -> Result<Self, CaptureError> {
        check::check(step)?;
        let names: HashMap<&str, usize> = step.bodies.iter().enumerate().map(|(i, b)| (b.name.as_str(), i)).collect();
        let bodies = step.bodies.iter().enumerate().map(|(i, body)| BodyModel::new(i, body));
        let contacts = step.contacts.as_deref().unwrap_or_default();
        let mut problem = Self {
            step,
            eps: if step.precision.as_deref() == Some("f64") { EPS53 } else { f64::from(f32::EPSILON) / 2.0 },
            h: step.time_step,
            gravity: DVec3::from(step.gravity),
            generalized: step.coordinates.as_deref() == Some("generalized"),
            acceleration: step.level.as_deref() == Some("acceleration"),
            lists_laws: false,
            bodies: bodies.collect::<Result<_, _>>()?,
            pairs: Pairs::new(step, &names),
            contact_pairs: contacts
                .iter()
                .map(|contact| [&contact.a, &contact.b].map(|name| names[name.as_str()]))
                .collect(),
            joint_pairs: step
                .joints
                .iter()
                .map(|joint| [&joint.a, &joint.b].map(|name| names[name.as_str()]))
                .collect(),
            names,
            kinds: step.rows.iter().flatten().map(kind_of).collect(),
            row_bodies: Vec::new(),
            rows: None,
            rows_missing: Vec::new(),
        };
        problem.row_bodies = (0..problem.kinds.len()).map(|r| problem.find_bodies_of_row(r)).collect();
        match rows::resolve(&problem)? {
            Ok(mut rows) => {
                free::fill(&problem, &mut rows);
                problem.rows = Some(rows);
            }
            Err(missing) => problem.rows_missing = missing,
        }
        Ok(problem)
    }

    /// Contact points; empty if the capture lists none.
    pub fn contacts(&self) -> &'a [Contact] {
        self.step.contacts.as_deref().unwrap_or_default()
    }

    /// Rows of the capture; empty if it lists none.
    pub fn captured_rows(&self) -> &'a [Row] {
        self.step.rows.as_deref().unwrap_or_default()
    }

    /// Bound of a law: `c ε S + 2 own`.
    pub fn bound(&self, c: f64, size: f64) -> f64 {
        c * size * (self.eps + 2.0 * EPS53)
    }

    /// Whether the capture declares any rule: then the defaults of the format apply to the others. Without a model, a
    /// step is not accused if another rule explains it.
    pub fn has_model(&self) -> bool {
        self.step.model != Model::default()
    }

    /// Unit of impulses in this step.
    pub fn impulse_unit(&self) -> &'static str {
        if self.acceleration { "N" } else { "N s" }
    }

    /// Unit of residuals in this step.
    pub fn velocity_unit(&self) -> &'static str {
        if self.acceleration { "m/s²" } else { "m/s" }
    }

    /// Whether the sequence of solves in one step is longer than 1.
    pub fn substeps(&self) -> usize {
        self.step.model.substeps.unwrap_or(1).max(1)
    }
}
