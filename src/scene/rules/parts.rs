//! Rules of bodies that are made of parts: corners that exist, triangles with an area, rows of one length, no part that is none.

use super::super::error::FieldError;
use super::super::limits::PARTS_DEPTH;
use super::super::model::{Dimension, Part, Shape, is_thin};
use super::rotation;

/// The first rule that a shape breaks; `path` is where it stands.
pub(in crate::scene) fn check(shape: &Shape, path: &str, dimension: Dimension) -> Result<(), FieldError> {
    // No recursion: who writes a file says how deep it is.
    let mut open = vec![(shape, path.to_owned(), 0)];
    while let Some((shape, path, depth)) = open.pop() {
        let wrong = |field: &str, message: String| Err((format!("{path}.{field}"), message));
        match shape {
            Shape::Compound { .. } if depth > PARTS_DEPTH => {
                return wrong("type", format!("is a compound inside of more than {PARTS_DEPTH} others"));
            }
            Shape::Compound { parts } => poses(parts, &path)?,
            Shape::TriangleMesh { .. } | Shape::HeightField { .. } if dimension == Dimension::Two => {
                return wrong("type", String::from("is a shape of space; this is about the plane"));
            }
            Shape::TriangleMesh { .. } => mesh(shape, &path)?,
            Shape::HeightField { heights, cell } => {
                if let Some(k) = cell.iter().position(|side| *side == 0.0) {
                    return wrong(&format!("cell[{k}]"), String::from("must be positive, is 0"));
                }
                field(heights, &path)?;
            }
            Shape::Affine { shape: inside, .. } | Shape::Inflate { shape: inside, .. } if inside.is_of_parts() => {
                let message = "must be convex: a body of parts takes a `margin`, and each part a shape of its own";
                return wrong("shape.type", String::from(message));
            }
            _ => {}
        }
        let deeper = depth + usize::from(matches!(shape, Shape::Compound { .. }));
        open.extend(shape.inner().into_iter().map(|(field, inner)| (inner, format!("{path}.{field}"), deeper)));
    }
    Ok(())
}

fn poses(parts: &[Part], path: &str) -> Result<(), FieldError> {
    let wrong = |(i, part): (usize, &Part)| rotation(part.rotation, &format!("{path}.parts[{i}].rotation"));
    parts.iter().enumerate().try_for_each(wrong)
}

fn mesh(shape: &Shape, path: &str) -> Result<(), FieldError> {
    let Shape::TriangleMesh { vertices, triangles, file, part, .. } = shape else { return Ok(()) };
    let wrong = |field: String, message: String| Err((format!("{path}.{field}"), message));
    if file.is_some() {
        return match (vertices.is_empty(), triangles.is_empty()) {
            (false, _) => {
                wrong(String::from("vertices"), String::from("means nothing beside `file`, which holds them"))
            }
            (_, false) => {
                wrong(String::from("triangles"), String::from("means nothing beside `file`, which holds them"))
            }
            _ => Ok(()),
        };
    }
    if part.is_some() {
        return wrong(String::from("part"), String::from("says which mesh of a `file`, but there is none"));
    }
    if triangles.is_empty() {
        return wrong(
            String::from("triangles"),
            String::from("must not be empty: without a triangle there is no body"),
        );
    }
    for (i, corners) in triangles.iter().enumerate() {
        if let Some(k) = corners.iter().position(|corner| *corner as usize >= vertices.len()) {
            let message = format!("is no vertex: there are {}, counted from 0", vertices.len());
            return wrong(format!("triangles[{i}][{k}]"), message);
        }
        if is_thin(corners.map(|corner| vertices[corner as usize])) {
            let message = String::from("has no area: its corners lie on one line, so that it has no front");
            return wrong(format!("triangles[{i}]"), message);
        }
    }
    Ok(())
}

fn field(heights: &[Vec<f64>], path: &str) -> Result<(), FieldError> {
    let columns = heights.first().map_or(0, Vec::len);
    if columns < 2 {
        let message = format!("must have at least 2 entries, has {columns}");
        return Err((format!("{path}.heights[0]"), message));
    }
    match heights.iter().position(|row| row.len() != columns) {
        Some(i) => {
            let message = format!("must have {columns} entries as the first row, has {}", heights[i].len());
            Err((format!("{path}.heights[{i}]"), message))
        }
        None if heights.len() * columns > 1_000_000 => {
            Err((format!("{path}.heights"), String::from("must hold at most 1 000 000 heights together")))
        }
        None => Ok(()),
    }
}
