//! Rows of a step as a linear system with impulses, softness, and velocities.

use contact_lens_engine::glam::DVec3;

use super::Problem;
use crate::capture::{CaptureError, MassMatrix, Part, Row};
use crate::dense::Matrix;
use crate::law::Culprit;
use crate::system::{Inertias, Sized, System};

/// Largest number of multiplications for the diagonals of generalized rows.
const MAX_WORK: usize = 200_000_000;

/// Direction of a contact or joint in which a row acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// Normal of a contact.
    Normal,
    /// Friction direction of a contact, from 0: both tangents.
    Friction(usize),
    /// Torsion of a contact.
    Torsion,
    /// Rolling direction of a contact, from 0.
    Rolling(usize),
    /// Edge of a friction pyramid.
    Edge(usize),
    /// Row of a joint.
    Joint,
    /// Row without contact and joint.
    Other,
}

/// Rows with everything that the solve reads.
#[derive(Debug)]
pub struct Rows {
    /// Jacobians of the rows, and the inertia.
    pub system: System,
    /// Diagonal `A_rr` of each row; empty if there are too many rows of too many degrees of freedom.
    pub diagonals: Vec<Sized>,
    /// Impulses after the solve; `None` if one is not given.
    pub impulses: Option<Vec<f64>>,
    /// Velocities (or accelerations) without the impulses, and the sizes of their terms; `None` if not given.
    pub free: Option<Vec<f64>>,
    /// Sizes of the terms of `free`.
    pub free_size: Vec<f64>,
    /// Velocities before the step; `None` if not given.
    pub before: Option<Vec<f64>>,
    /// Velocities (or accelerations) after the solve; `None` if not given.
    pub after: Option<Vec<f64>>,
}

/// Kind of a captured row.
pub fn kind_of(row: &Row) -> RowKind {
    if row.contact.is_none() {
        return if row.joint.is_some() { RowKind::Joint } else { RowKind::Other };
    }
    if let Some(edge) = row.edge {
        return RowKind::Edge(edge);
    }
    match &row.part {
        // Without a part, the row may be a normal or an edge of a pyramid.
        None => RowKind::Other,
        Some(Part::Number(0)) => RowKind::Normal,
        Some(Part::Number(number @ (1 | 2))) => RowKind::Friction(number - 1),
        Some(Part::Number(3)) => RowKind::Torsion,
        Some(Part::Number(number)) => RowKind::Rolling(number - 4),
        Some(Part::Name(name)) => kind_by_name(name),
    }
}

/// Kind of a row with a named part.
fn kind_by_name(name: &str) -> RowKind {
    match name {
        "normal" => RowKind::Normal,
        "friction" | "friction 1" => RowKind::Friction(0),
        "friction 2" => RowKind::Friction(1),
        "torsion" => RowKind::Torsion,
        "rolling" | "rolling 1" => RowKind::Rolling(0),
        "rolling 2" => RowKind::Rolling(1),
        _ => RowKind::Other,
    }
}

/// Rows of a problem, or the names of the fields that are missing.
///
/// # Errors
/// A mass matrix is not square, not of the right size or singular.
pub(super) fn resolve(problem: &Problem) -> Result<Result<Rows, Vec<String>>, CaptureError> {
    let Some(captured) = &problem.step.rows else { return Ok(Err(vec!["rows".to_owned()])) };
    if problem.step.coordinates.as_deref() == Some("reduced") {
        return Ok(Err(vec!["rows of reduced coordinates".to_owned()]));
    }
    let resolved = if problem.generalized { generalized(problem)? } else { bodies(problem, captured) };
    Ok(resolved.map(|mut rows| {
        let dense = if problem.generalized { rows.system.size * rows.system.size } else { 1 };
        if rows.system.rows() * dense <= MAX_WORK {
            rows.diagonals = (0..rows.system.rows()).map(|r| rows.system.diagonal(r)).collect();
        }
        rows.impulses = captured.iter().map(|row| row.impulse).collect();
        rows
    }))
}

/// Rows of a step with body coordinates.
fn bodies(problem: &Problem, captured: &[Row]) -> Result<Rows, Vec<String>> {
    let mut inertias = Vec::new();
    for (body, model) in problem.step.bodies.iter().zip(&problem.bodies) {
        let Some(inertia) = model.inertia else {
            let field = match (body.mass, &body.before) {
                (None, _) => "bodies[].mass",
                (Some(_), None) => "bodies[].before",
                (Some(_), Some(_)) => "bodies[].inertia",
            };
            return Err(vec![field.to_owned()]);
        };
        inertias.push(inertia);
    }
    let size = 6 * problem.bodies.len();
    let mut system = System::new(size, Inertias::Bodies(inertias));
    for (r, row) in captured.iter().enumerate() {
        let mut entries: Vec<(usize, f64)> = Vec::with_capacity(12);
        for (body, part) in problem.bodies_of_row(r).into_iter().zip(row.jacobian.chunks_exact(6)) {
            if let Some(body) = body {
                entries.extend(part.iter().enumerate().map(|(k, x)| (6 * body + k, *x)));
            }
        }
        system.push_row(entries);
    }
    let before = flat(problem.bodies.iter().map(|body| body.before));
    let after = flat(problem.bodies.iter().map(|body| body.after));
    Ok(Rows { system, diagonals: Vec::new(), impulses: None, free: None, free_size: vec![0.0; size], before, after })
}

/// Six numbers per body; `None` if a velocity is missing.
fn flat(motions: impl Iterator<Item = Option<super::Motion>>) -> Option<Vec<f64>> {
    let mut all = Vec::new();
    for motion in motions {
        let motion = motion?;
        all.extend(motion.linear.to_array());
        all.extend(motion.angular.to_array());
    }
    Some(all)
}

/// Rows of generalized coordinates.
///
/// # Errors
/// A matrix is not square or singular, or an array has the wrong length.
fn generalized(problem: &Problem) -> Result<Result<Rows, Vec<String>>, CaptureError> {
    let Some(arrays) = &problem.step.generalized else { return Ok(Err(vec!["generalized".to_owned()])) };
    let Some(mass_matrix) = &arrays.mass_matrix else {
        return Ok(Err(vec!["generalized.mass_matrix".to_owned()]));
    };
    let path = "generalized.mass_matrix";
    let size = degrees(problem);
    let mass = dense(mass_matrix, size, true).map_err(|message| CaptureError::new(path, message))?;
    let inverse = mass.inverse().ok_or_else(|| CaptureError::new(path, "the mass matrix is singular"))?;
    let mut system = System::new(size, Inertias::Dense { mass, inverse });
    for row in problem.captured_rows() {
        system.push_row(row.jacobian.iter().copied().enumerate());
    }
    let velocities = [&arrays.velocity_before, &arrays.velocity_after];
    let [before, after] = velocities.map(Clone::clone);
    let acceleration = problem.acceleration;
    let free = match (acceleration, &before) {
        (true, _) => arrays.smooth_acceleration.clone(),
        (false, Some(before)) => arrays
            .smooth_acceleration
            .as_ref()
            .map(|smooth| before.iter().zip(smooth).map(|(velocity, a)| velocity + problem.h * a).collect()),
        (false, None) => None,
    };
    Ok(Ok(Rows {
        diagonals: Vec::new(),
        impulses: None,
        free_size: free.iter().flatten().map(|x: &f64| x.abs()).collect(),
        free,
        before,
        after: if acceleration { arrays.acceleration.clone() } else { after },
        system,
    }))
}

/// Number of generalized degrees of freedom.
pub fn degrees(problem: &Problem) -> usize {
    let arrays = problem.step.generalized.as_ref();
    let matrix = arrays.and_then(|arrays| arrays.mass_matrix.as_ref());
    match matrix {
        Some(MassMatrix::Dense(rows)) => rows.len(),
        Some(MassMatrix::Sparse(entries)) => entries.iter().map(|entry| entry.i.max(entry.j) + 1).max().unwrap_or(0),
        None => 0,
    }
}

/// Dense form of a matrix; a sparse one is mirrored across the diagonal if it is symmetric.
///
/// # Errors
/// The matrix is not square or has another size.
pub fn dense(matrix: &MassMatrix, size: usize, symmetric: bool) -> Result<Matrix, String> {
    let mut full = Matrix::zeros(size);
    match matrix {
        MassMatrix::Dense(rows) => {
            if rows.len() != size || rows.iter().any(|row| row.len() != size) {
                return Err(format!("the matrix must have {size} rows of {size} numbers"));
            }
            full.entries = rows.concat();
        }
        MassMatrix::Sparse(entries) => {
            for entry in entries {
                if entry.i.max(entry.j) >= size {
                    return Err(format!("the indices must be below {size}"));
                }
                full.set(entry.i, entry.j, entry.v);
                if symmetric {
                    full.set(entry.j, entry.i, entry.v);
                }
            }
        }
    }
    Ok(full)
}

impl Problem<'_> {
    /// Bodies of a row: those it names, otherwise those of its contact or joint. Rows of generalized coordinates have
    /// none.
    pub(super) fn find_bodies_of_row(&self, r: usize) -> [Option<usize>; 2] {
        let row = &self.captured_rows()[r];
        let of_item = match (row.contact, row.joint) {
            (Some(contact), _) => self.contact_pairs.get(contact),
            (None, Some(joint)) => self.joint_pairs.get(joint),
            (None, None) => None,
        };
        let own = [&row.a, &row.b].map(|name| name.as_deref().and_then(|name| self.names.get(name)).copied());
        match (own, of_item) {
            // A part without a name belongs to the body that the contact or joint has on its side.
            (own, Some(pair)) if (0..2).all(|side| own[side].is_none_or(|body| body == pair[side])) => pair.map(Some),
            (own, Some(_) | None) => own,
        }
    }

    /// Bodies of a row, as they were resolved.
    pub fn bodies_of_row(&self, r: usize) -> [Option<usize>; 2] {
        self.row_bodies.get(r).copied().unwrap_or_default()
    }

    /// Culprit of a law about a row.
    pub fn culprit_of_row(&self, r: usize) -> Culprit {
        let row = &self.captured_rows()[r];
        let pair = match self.bodies_of_row(r) {
            [Some(a), Some(b)] => Some([a, b]),
            [Some(_), None] | [None, Some(_)] | [None, None] => {
                row.contact.and_then(|contact| self.contact_pairs.get(contact).copied())
            }
        };
        Culprit { row: Some(r), contact: row.contact, joint: row.joint, pair, dof: row.dof, body: None }
    }

    /// Linear and angular part of a row for the body a (0) or b (1).
    pub fn part_of_row(&self, r: usize, side: usize) -> [DVec3; 2] {
        let jacobian = &self.captured_rows()[r].jacobian;
        let six = jacobian.get(6 * side..6 * side + 6).unwrap_or(&[0.0; 6]);
        [DVec3::from_slice(&six[..3]), DVec3::from_slice(&six[3..])]
    }
}
