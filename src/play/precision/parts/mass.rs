//! Mass properties of bodies with child shapes of uniform density.

use std::hint::black_box;

use super::super::engine::prelude::*;
use super::super::engine::{dim2, dim3};
use super::super::mass::{MassQuery, error_in_plane, in_plane, in_space};
use super::{PartsDimension, Plane, Space};
use crate::play::{MassProperties, QueryError, Question};
use crate::scene::batch_line::MassLine;
use crate::scene::model::{Dimension, LeafShape, Shape};

/// Opens a query about a compound or a closed mesh.
pub(in super::super) fn open_mass_properties(
    line: &MassLine,
) -> Result<Box<dyn Question<Answer = MassProperties>>, QueryError> {
    let body = line.body();
    let density = line.density as Real;
    let pieces = body.shape.pieces();
    if let Some(open) = pieces.iter().find(|piece| matches!(piece.shape, Shape::HeightField { .. })) {
        let why = "a height field is open below, so it has no volume or mass";
        return Err(QueryError::new(open.field.clone(), why));
    }
    match line.dimension() {
        Dimension::Two => {
            let shape = Plane::build(&pieces, &body, true, &str::to_owned)?;
            let found = dim2::mass::properties_of_parts(&shape, density);
            let found = found.map_err(|error| error_in_plane(&error))?;
            let properties = MassProperties { overlapping: found.has_overlaps, ..in_plane(&found.properties) };
            Ok(Box::new(MassQuery {
                shape,
                density,
                properties,
                compute: |shape, density| _ = black_box(dim2::mass::properties_of_parts(shape, density)),
            }))
        }
        Dimension::Three => {
            let shape = Space::build(&pieces, &body, false, &str::to_owned)?;
            let found = dim3::mass::properties_of_parts(&shape, density);
            let found = found.map_err(|(part, error)| error_at_piece(&pieces, part, error, line.margin))?;
            let properties = MassProperties { overlapping: found.has_overlaps, ..in_space(&found.properties) };
            Ok(Box::new(MassQuery {
                shape,
                density,
                properties,
                compute: |shape, density| _ = black_box(dim3::mass::properties_of_parts(shape, density)),
            }))
        }
    }
}

/// An error of the engine at the field of the batch line; `part` is the index of the piece that causes it.
fn error_at_piece(
    pieces: &[LeafShape<'_>],
    part: Option<usize>,
    error: dim3::mass::MassError,
    margin: f64,
) -> QueryError {
    use dim3::mass::MassError;
    let piece = part.and_then(|part| pieces.get(part));
    let is_mesh = piece.is_some_and(|piece| matches!(piece.shape, Shape::TriangleMesh { .. }));
    match (error, piece) {
        (MassError::Density, _) => QueryError::new("density", error.to_string()),
        (MassError::NoClosedForm, _) if is_mesh => {
            QueryError::new("margin", "must be 0: the volume of a mesh with a margin has no closed form")
        }
        (MassError::NoClosedForm, _) if margin > 0.0 => QueryError::new("margin", error.to_string()),
        (_, Some(piece)) => QueryError::new(piece.field.clone(), error.to_string()),
        _ => QueryError::new("shape", error.to_string()),
    }
}
