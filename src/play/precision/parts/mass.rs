//! Queries of batch files for the mass properties of a body of uniform density with child shapes: a compound or a
//! closed mesh. Convex bodies are in `mass` of the parent module.

use std::hint::black_box;

use contact_lens_scene::batch_line::MassLine;
use contact_lens_scene::model::{Dimension, LeafShape, Shape};

use super::super::engine::prelude::*;
use super::super::engine::{dim2, dim3};
use super::super::mass::{MassQuery, error_in_plane, properties_in_plane, properties_in_space};
use super::{PartsDimension, Plane, Space};
use crate::{MassProperties, QueryError, Question};

/// Opens a query about a compound or a closed mesh.
pub(in super::super) fn open_mass_properties(
    line: &MassLine,
) -> Result<Box<dyn Question<Answer = MassProperties>>, QueryError> {
    let body = line.body();
    let density = line.density as Real;
    let pieces = body.shape.pieces();
    if let Some(height_field) = pieces.iter().find(|piece| matches!(piece.shape, Shape::HeightField { .. })) {
        let message = "a height field is open below, so it has no volume or mass";
        return Err(QueryError::new(height_field.field.clone(), message));
    }
    match line.dimension() {
        Dimension::Two => {
            let shape = Plane::build(&pieces, &body, true, &str::to_owned)?;
            let computed = dim2::mass::properties_of_parts(&shape, density);
            let computed = computed.map_err(|error| error_in_plane(&error))?;
            let overlapping = computed.has_overlaps;
            let properties = MassProperties { overlapping, ..properties_in_plane(&computed.properties) };
            Ok(Box::new(MassQuery {
                shape,
                density,
                properties,
                compute: |shape, density| _ = black_box(dim2::mass::properties_of_parts(shape, density)),
            }))
        }
        Dimension::Three => {
            let shape = Space::build(&pieces, &body, false, &str::to_owned)?;
            let computed = dim3::mass::properties_of_parts(&shape, density);
            let computed = computed.map_err(|(part, error)| error_at_piece(&pieces, part, error, line.margin))?;
            let overlapping = computed.has_overlaps;
            let properties = MassProperties { overlapping, ..properties_in_space(&computed.properties) };
            Ok(Box::new(MassQuery {
                shape,
                density,
                properties,
                compute: |shape, density| _ = black_box(dim3::mass::properties_of_parts(shape, density)),
            }))
        }
    }
}

/// A 3D error of the engine at the field of the batch line that causes it: the density, the margin, or the shape of a
/// piece. `part` is the index of the piece; `None` for an error about the whole body.
fn error_at_piece(
    pieces: &[LeafShape<'_>],
    part: Option<usize>,
    error: dim3::mass::MassError,
    margin: f64,
) -> QueryError {
    use dim3::mass::MassError;
    let piece = part.and_then(|part| pieces.get(part));
    if matches!(error, MassError::Density) {
        return QueryError::new("density", error.to_string());
    }
    if matches!(error, MassError::NoClosedForm) {
        // A mesh has no closed form only because of its margin.
        if piece.is_some_and(|piece| matches!(piece.shape, Shape::TriangleMesh { .. })) {
            return QueryError::new("margin", "must be 0: the volume of a mesh with a margin has no closed form");
        }
        if margin > 0.0 {
            return QueryError::new("margin", error.to_string());
        }
    }
    let field = piece.map_or_else(|| String::from("shape"), |piece| piece.field.clone());
    QueryError::new(field, error.to_string())
}
