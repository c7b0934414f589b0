//! Checks of shapes with child shapes: the depth of compounds, rotations of children, allowed children; vertices and
//! triangles of meshes; cells and rows of height fields.

use super::super::error::FieldError;
use super::super::limits::{HEIGHTS, MIN_HEIGHTS, PARTS_DEPTH};
use super::super::model::{Dimension, Part, Shape, is_thin};
use super::{check_rotation, fail};

/// Checks the shape at `path` and all its child shapes.
///
/// # Errors
/// Fails at the first broken rule. The rotations of all children of a compound are checked before their shapes.
pub(crate) fn check(shape: &Shape, path: &str, dimension: Dimension) -> Result<(), FieldError> {
    // No recursion: the file determines the depth.
    let mut pending = vec![(shape, path.to_owned(), 0)]; // with the number of compounds around the shape
    while let Some((shape, path, depth)) = pending.pop() {
        check_shape(shape, &path, depth, dimension)?;
        let child_depth = depth + usize::from(matches!(shape, Shape::Compound { .. }));
        // Reversed, since the last one is taken first.
        let children = shape.children().into_iter().rev();
        pending.extend(children.map(|(field, inner)| (inner, format!("{path}.{field}"), child_depth)));
    }
    Ok(())
}

/// Checks the shape at `path`, inside of `depth` compounds, without its child shapes.
fn check_shape(shape: &Shape, path: &str, depth: usize, dimension: Dimension) -> Result<(), FieldError> {
    if let Shape::Compound { parts } = shape {
        if depth > PARTS_DEPTH {
            let message = format!("is nested in more than {PARTS_DEPTH} compounds");
            return fail(format!("{path}.type"), message);
        }
        return check_poses(parts, path);
    }
    if shape.has_children() && dimension == Dimension::Two {
        return fail(format!("{path}.type"), "is a 3D shape, which a 2D scene cannot have");
    }
    if shape.wrapped().is_some_and(Shape::has_children) {
        let message = "must be convex: transform or inflate the child shapes, or give the body a `margin`";
        return fail(format!("{path}.shape.type"), message);
    }
    if let Shape::HeightField { heights, cell } = shape {
        if let Some(axis) = cell.iter().position(|side| *side == 0.0) {
            return fail(format!("{path}.cell[{axis}]"), "must be positive, but is 0");
        }
        check_heights(heights, path)?;
    }
    check_mesh(shape, path)
}

/// Checks the rotations of the child shapes of the compound at `path`.
fn check_poses(parts: &[Part], path: &str) -> Result<(), FieldError> {
    for (i, part) in parts.iter().enumerate() {
        check_rotation(part.rotation, &format!("{path}.parts[{i}].rotation"))?;
    }
    Ok(())
}

/// Checks a triangle mesh: either a file, or triangles with an area between existing vertices. Other shapes pass.
fn check_mesh(shape: &Shape, path: &str) -> Result<(), FieldError> {
    let Shape::TriangleMesh { vertices, triangles, file, part, .. } = shape else { return Ok(()) };
    if file.is_some() {
        let message = "cannot be combined with `file`, which contains the vertices and triangles";
        if !vertices.is_empty() {
            return fail(format!("{path}.vertices"), message);
        }
        if !triangles.is_empty() {
            return fail(format!("{path}.triangles"), message);
        }
        return Ok(());
    }
    if part.is_some() {
        return fail(format!("{path}.part"), "has no effect without `file`");
    }
    if triangles.is_empty() {
        return fail(format!("{path}.triangles"), "must not be empty: a mesh needs at least one triangle");
    }
    for (i, corners) in triangles.iter().enumerate() {
        if let Some(corner) = corners.iter().position(|vertex| *vertex as usize >= vertices.len()) {
            let message =
                format!("there is no vertex {}: the mesh has {}, counted from 0", corners[corner], vertices.len());
            return fail(format!("{path}.triangles[{i}][{corner}]"), message);
        }
        if is_thin(corners.map(|vertex| vertices[vertex as usize])) {
            return fail(format!("{path}.triangles[{i}]"), "has no area: its vertices are collinear");
        }
    }
    Ok(())
}

/// Checks that the rows of a height field have equal length, at least [`MIN_HEIGHTS`], and at most [`HEIGHTS`] heights
/// in total. The schema checks the number of rows.
fn check_heights(heights: &[Vec<f64>], path: &str) -> Result<(), FieldError> {
    let columns = heights.first().map_or(0, Vec::len);
    if columns < MIN_HEIGHTS {
        let message = format!("must have at least {MIN_HEIGHTS} entries, but has {columns}");
        return fail(format!("{path}.heights[0]"), message);
    }
    if let Some(i) = heights.iter().position(|row| row.len() != columns) {
        let entry_count = heights[i].len();
        let message = format!("must have as many entries as the first row, {columns}, but has {entry_count}");
        return fail(format!("{path}.heights[{i}]"), message);
    }
    if heights.len() * columns > HEIGHTS {
        return fail(format!("{path}.heights"), "must have at most 1 000 000 heights in total");
    }
    Ok(())
}
