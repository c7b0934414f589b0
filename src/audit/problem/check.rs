//! Checks of a capture: numbers in range, names known, indices valid. Errors have the path of the field.

use std::collections::HashSet;

use super::rows::dense;
use crate::capture::{Body, CaptureError, MassMatrix, Row, State, Step, nearest_name};

/// Largest number of generalized degrees of freedom: matrices are dense.
const MAX_DEGREES: usize = 4096;

/// Checks a whole capture.
///
/// # Errors
/// The first field that is wrong.
pub(super) fn check(step: &Step) -> Result<(), CaptureError> {
    if !matches!(step.version, None | Some(1)) {
        return Err(CaptureError::new("version", "only version 1 is known"));
    }
    if !(step.time_step > 0.0 && step.time_step.is_finite()) {
        return Err(CaptureError::new("time_step", "the time step must be finite and above 0"));
    }
    finite(|| "gravity".to_owned(), &step.gravity)?;
    check_words(step)?;
    let mut names = HashSet::new();
    for (i, body) in step.bodies.iter().enumerate() {
        if !names.insert(body.name.as_str()) {
            let message = format!("two bodies have the name `{}`", body.name);
            return Err(CaptureError::new(format!("bodies[{i}].name"), message));
        }
        check_body(|| format!("bodies[{i}]"), body)?;
    }
    check_pairs(step, &names)?;
    check_contacts(step, &names)?;
    check_generalized(step)?;
    check_rows(step, &names)
}

/// Checks the words of the step and of its model.
fn check_words(step: &Step) -> Result<(), CaptureError> {
    let model = &step.model;
    let position = model.position.as_ref();
    let damping = model.damping.as_ref();
    let kinds: [(&str, Option<&String>, &[&str]); 14] = [
        ("precision", step.precision.as_ref(), &["f32", "f64"]),
        ("coordinates", step.coordinates.as_ref(), &["bodies", "generalized", "reduced"]),
        ("level", step.level.as_ref(), &["velocity", "acceleration"]),
        ("model.solve", model.solve.as_ref(), &["coulomb", "convex", "sequential", "boxed", "unknown"]),
        ("model.friction", model.friction.as_ref(), &["cone", "box", "pyramid", "none"]),
        ("model.open_friction", model.open_friction.as_ref(), &["keep", "release"]),
        ("model.position.kind", position.and_then(|p| p.kind.as_ref()), &["baumgarte", "split", "soft", "none"]),
        ("model.position.combine", position.and_then(|p| p.combine.as_ref()), &["max", "sum"]),
        ("model.rotation", model.rotation.as_ref(), &["exponential", "first_order"]),
        ("model.gyroscopic", model.gyroscopic.as_ref(), &["none", "explicit", "implicit_body"]),
        ("model.damping.rule", damping.and_then(|d| d.rule.as_ref()), &["none", "factor", "implicit"]),
        ("model.damping.at", damping.and_then(|d| d.at.as_ref()), &["before_forces", "after_forces", "after_solve"]),
        (
            "model.integrator",
            model.integrator.as_ref(),
            &["semi_implicit", "explicit", "midpoint", "Euler", "implicit", "implicitfast", "discrete", "RK4"],
        ),
        ("model.velocity_told", model.velocity_told.as_ref(), &["relaxed", "solved"]),
    ];
    for (path, word, known) in kinds {
        if let Some(word) = word {
            check_word(path, word, known)?;
        }
    }
    Ok(())
}

/// Checks that a word is known.
fn check_word(path: &str, word: &str, known: &[&str]) -> Result<(), CaptureError> {
    if known.contains(&word) {
        return Ok(());
    }
    let message = match nearest_name(word, known) {
        Some(nearest) => format!("unknown word `{word}`; the nearest known word is `{nearest}`"),
        None => format!("unknown word `{word}`; known are {}", known.join(", ")),
    };
    Err(CaptureError::new(path, message))
}

/// Checks that numbers are finite.
fn finite(path: impl Fn() -> String, numbers: &[f64]) -> Result<(), CaptureError> {
    if numbers.iter().all(|x| x.is_finite()) {
        return Ok(());
    }
    Err(CaptureError::new(path(), "the number must be finite"))
}

/// Checks the numbers of a body.
fn check_body(path: impl Fn() -> String, body: &Body) -> Result<(), CaptureError> {
    let positive = [("mass", body.mass), ("density", body.density)];
    for (name, number) in positive {
        if number.is_some_and(|x| !(x > 0.0 && x.is_finite())) {
            return Err(CaptureError::new(
                format!("{}.{name}", path()),
                format!("the {name} must be finite and above 0"),
            ));
        }
    }
    for (name, state) in [("before", &body.before), ("after", &body.after)] {
        if let Some(state) = state {
            check_state(|| format!("{}.{name}", path()), state)?;
        }
    }
    for (name, numbers) in [("force", body.force), ("torque", body.torque), ("center_of_mass", body.center_of_mass)] {
        finite(|| format!("{}.{name}", path()), &numbers)?;
    }
    for (k, shape) in body.shapes.iter().enumerate() {
        finite(|| format!("{}.shapes[{k}].position", path()), &shape.position)?;
        check_rotation(|| format!("{}.shapes[{k}].rotation", path()), &shape.rotation)?;
        if !(shape.margin >= 0.0 && shape.margin.is_finite()) {
            return Err(CaptureError::new(
                format!("{}.shapes[{k}].margin", path()),
                "the margin must be finite and not negative",
            ));
        }
    }
    Ok(())
}

/// Checks a pose and its velocities.
fn check_state(path: impl Fn() -> String, state: &State) -> Result<(), CaptureError> {
    finite(|| format!("{}.position", path()), &state.position)?;
    check_rotation(|| format!("{}.rotation", path()), &state.rotation)?;
    finite(|| format!("{}.velocity", path()), &state.velocity.unwrap_or_default())?;
    finite(|| format!("{}.angular_velocity", path()), &state.angular_velocity.unwrap_or_default())
}

/// Checks that a quaternion is finite and not 0.
fn check_rotation(path: impl Fn() -> String, rotation: &[f64; 4]) -> Result<(), CaptureError> {
    finite(&path, rotation)?;
    if rotation.iter().all(|x| *x == 0.0) {
        return Err(CaptureError::new(path(), "the quaternion must not be 0"));
    }
    Ok(())
}

/// Checks that a body is known.
fn check_name(path: impl Fn() -> String, name: &str, names: &HashSet<&str>) -> Result<(), CaptureError> {
    if names.contains(name) {
        return Ok(());
    }
    let known: Vec<&str> = names.iter().copied().collect();
    let message = match nearest_name(name, &known) {
        Some(nearest) => format!("no body has the name `{name}`; the nearest name is `{nearest}`"),
        None => format!("no body has the name `{name}`"),
    };
    Err(CaptureError::new(path(), message))
}

/// Checks the names of excluded pairs and of the broad phase.
fn check_pairs(step: &Step, names: &HashSet<&str>) -> Result<(), CaptureError> {
    for (i, entry) in step.excluded.iter().enumerate() {
        for name in entry.names() {
            check_name(|| format!("excluded[{i}]"), name, names)?;
        }
    }
    let Some(broad) = &step.broad_phase else { return Ok(()) };
    for (field, pairs) in [("pairs", &broad.pairs), ("filtered", &broad.filtered)] {
        for (i, pair) in pairs.iter().flatten().enumerate() {
            for name in pair {
                check_name(|| format!("broad_phase.{field}[{i}]"), name, names)?;
            }
        }
    }
    for (i, entry) in broad.boxes.iter().flatten().enumerate() {
        check_name(|| format!("broad_phase.boxes[{i}].body"), &entry.body, names)?;
    }
    Ok(())
}

/// Checks contacts and joints.
fn check_contacts(step: &Step, names: &HashSet<&str>) -> Result<(), CaptureError> {
    for (i, contact) in step.contacts.iter().flatten().enumerate() {
        check_name(|| format!("contacts[{i}].a"), &contact.a, names)?;
        check_name(|| format!("contacts[{i}].b"), &contact.b, names)?;
        finite(|| format!("contacts[{i}].normal"), &contact.normal)?;
        finite(|| format!("contacts[{i}].gap"), &[contact.gap])?;
        if contact.normal.iter().all(|x| *x == 0.0) {
            return Err(CaptureError::new(format!("contacts[{i}].normal"), "the normal must not be 0"));
        }
        if contact.a == contact.b {
            return Err(CaptureError::new(format!("contacts[{i}]"), "a contact must have two different bodies"));
        }
    }
    for (i, joint) in step.joints.iter().enumerate() {
        check_name(|| format!("joints[{i}].a"), &joint.a, names)?;
        check_name(|| format!("joints[{i}].b"), &joint.b, names)?;
    }
    Ok(())
}

/// Checks lengths of generalized arrays.
fn check_generalized(step: &Step) -> Result<(), CaptureError> {
    if step.coordinates.as_deref() != Some("generalized") {
        return Ok(());
    }
    let Some(arrays) = &step.generalized else { return Ok(()) };
    let Some(size) = degrees_of(step) else { return Ok(()) };
    if size > MAX_DEGREES {
        let message = format!("at most {MAX_DEGREES} degrees of freedom can be judged");
        return Err(CaptureError::new("generalized.mass_matrix", message));
    }
    let vectors = [
        ("velocity_before", &arrays.velocity_before),
        ("velocity_after", &arrays.velocity_after),
        ("acceleration", &arrays.acceleration),
        ("smooth_acceleration", &arrays.smooth_acceleration),
        ("smooth_force", &arrays.smooth_force),
    ];
    for (name, vector) in vectors {
        if vector.as_ref().is_some_and(|vector| vector.len() != size) {
            let message = format!("the array must have {size} numbers, one per degree of freedom");
            return Err(CaptureError::new(format!("generalized.{name}"), message));
        }
    }
    if let Some(matrix) = &arrays.update_matrix {
        dense(matrix, size, false).map_err(|message| CaptureError::new("generalized.update_matrix", message))?;
    }
    Ok(())
}

/// Number of degrees of freedom of the mass matrix.
fn degrees_of(step: &Step) -> Option<usize> {
    match step.generalized.as_ref()?.mass_matrix.as_ref()? {
        MassMatrix::Dense(rows) => Some(rows.len()),
        MassMatrix::Sparse(entries) => entries.iter().map(|entry| entry.i.max(entry.j).saturating_add(1)).max(),
    }
}

/// Checks rows: lengths, indices and names.
fn check_rows(step: &Step, names: &HashSet<&str>) -> Result<(), CaptureError> {
    let Some(rows) = &step.rows else { return Ok(()) };
    let generalized = step.coordinates.as_deref() == Some("generalized");
    let columns = match step.coordinates.as_deref() {
        Some("reduced") => None,
        Some(_) if generalized => degrees_of(step),
        Some(_) | None => Some(12),
    };
    // Rows of a capture without contacts may still have their indices.
    let contacts = step.contacts.as_ref().map_or(usize::MAX, Vec::len);
    for (i, row) in rows.iter().enumerate() {
        if let Some(columns) = columns.filter(|columns| row.jacobian.len() != *columns) {
            let message = format!("the row must have {columns} numbers");
            return Err(CaptureError::new(format!("rows[{i}].jacobian"), message));
        }
        check_indices(row, [contacts, step.joints.len(), rows.len(), i])?;
        for (field, name) in [("a", &row.a), ("b", &row.b)] {
            if let Some(name) = name {
                check_name(|| format!("rows[{i}].{field}"), name, names)?;
            }
        }
        finite(|| format!("rows[{i}].jacobian"), &row.jacobian)?;
        finite(
            || format!("rows[{i}]"),
            &[row.target, row.softness, row.impulse.unwrap_or(0.0), row.warm.unwrap_or(0.0)],
        )?;
        if row.softness < 0.0 {
            return Err(CaptureError::new(format!("rows[{i}].softness"), "the softness must not be negative"));
        }
    }
    for (i, row) in rows.iter().enumerate() {
        if row.friction_of.is_some_and(|normal| rows[normal].friction_of.is_some()) {
            return Err(CaptureError::new(format!("rows[{i}].friction_of"), "the row must not be a friction row"));
        }
    }
    Ok(())
}

/// Checks the indices of a row against the numbers of contacts, joints and rows, and its own index.
fn check_indices(row: &Row, limits: [usize; 4]) -> Result<(), CaptureError> {
    let [contacts, joints, rows, own] = limits;
    for (field, index, count) in
        [("contact", row.contact, contacts), ("joint", row.joint, joints), ("friction_of", row.friction_of, rows)]
    {
        if index.is_some_and(|index| index >= count) {
            let message = format!("the index must be below {count}");
            return Err(CaptureError::new(format!("rows[{own}].{field}"), message));
        }
    }
    if row.friction_of == Some(own) {
        return Err(CaptureError::new(format!("rows[{own}].friction_of"), "a row cannot be its own normal row"));
    }
    Ok(())
}
