//! Queries of batch files for the mass properties of a convex body of uniform density, 3D or 2D: volume (area in 2D),
//! mass, center of mass and inertia.

use std::hint::black_box;

use contact_lens_lesson::ToF64;
use contact_lens_scene::batch_line::MassLine;
use contact_lens_scene::model::Dimension;
use glam::{DQuat, DVec3};

use super::convert::dim2::Dim2;
use super::convert::dim3::Dim3;
use super::convert::pair::Space;
use super::engine::prelude::*;
use super::engine::{dim2, dim3};
use crate::{Inertia, MassProperties, Prepared, QueryError, Question};

/// A body with its mass properties, which are computed when the query is opened, so that errors are reported then.
pub(super) struct MassQuery<S> {
    pub shape: S,
    /// Density, kg/m³ (kg/m² in 2D).
    pub density: Real,
    pub properties: MassProperties,
    /// Computes the properties again, for timing.
    pub compute: fn(&S, Real),
}

/// Rounds shape and density to the engine's precision and opens the query.
///
/// # Errors
/// The shape is invalid, or it has no mass properties in closed form or within the range of this precision.
pub fn open_mass_properties(line: &MassLine) -> Result<Box<dyn Question<Answer = MassProperties>>, QueryError> {
    let body = line.body();
    let density = line.density as Real;
    if body.shape.is_half_space() {
        return Err(QueryError::new("shape", "a half-space is unbounded, so it has no finite volume or mass"));
    }
    match line.dimension() {
        Dimension::Two => {
            let shape = Dim2::shape(&body, false, &str::to_owned)?;
            let computed = dim2::mass::properties(&shape, density).map_err(|error| error_in_plane(&error))?;
            let properties = properties_in_plane(&computed);
            Ok(Box::new(MassQuery {
                shape,
                density,
                properties,
                compute: |shape, density| _ = black_box(dim2::mass::properties(shape, density)),
            }))
        }
        Dimension::Three => {
            let shape = Dim3::shape(&body, false, &str::to_owned)?;
            let computed = dim3::mass::properties(&shape, density);
            let computed = computed.map_err(|error| error_in_space(&error, line.margin))?;
            let properties = properties_in_space(&computed);
            Ok(Box::new(MassQuery {
                shape,
                density,
                properties,
                compute: |shape, density| _ = black_box(dim3::mass::properties(shape, density)),
            }))
        }
    }
}

/// A 2D error of the engine at the field of the batch line.
pub(super) fn error_in_plane(error: &dim2::mass::MassError) -> QueryError {
    let field = match error {
        dim2::mass::MassError::Density => "density",
        dim2::mass::MassError::OutOfRange { .. } => "shape",
    };
    QueryError::new(field, error.to_string())
}

/// A 3D error of the engine at the field of the batch line. A shape has a closed form without its margin, `margin`
/// meters, so a positive margin is named as the cause.
fn error_in_space(error: &dim3::mass::MassError, margin: f64) -> QueryError {
    let field = match error {
        dim3::mass::MassError::Density => "density",
        dim3::mass::MassError::NoClosedForm if margin > 0.0 => "margin",
        _ => "shape",
    };
    QueryError::new(field, error.to_string())
}

/// 2D properties as plain data.
pub(super) fn properties_in_plane(computed: &dim2::mass::Properties) -> MassProperties {
    MassProperties {
        size: computed.area.to_f64(),
        mass: computed.mass.to_f64(),
        center: Some(DVec3::new(computed.center.x.to_f64(), computed.center.y.to_f64(), 0.0)),
        inertia: computed.inertia.map(|inertia| Inertia::Plane(inertia.to_f64())),
        overlapping: false,
    }
}

/// 3D properties as plain data.
pub(super) fn properties_in_space(computed: &dim3::mass::Properties) -> MassProperties {
    let inertia = computed.inertia.zip(computed.principal).map(|(inertia, principal)| Inertia::Space {
        rows: [inertia.row(0), inertia.row(1), inertia.row(2)].map(|row| row.to_f64().to_array()),
        moments: principal.moments.to_f64().to_array(),
        rotation: DQuat::from_array(principal.rotation.to_array().map(|x| x.to_f64())),
    });
    MassProperties {
        size: computed.volume.to_f64(),
        mass: computed.mass.to_f64(),
        center: computed.center.map(|center| center.to_f64()),
        inertia,
        overlapping: false,
    }
}

impl<S> Question for MassQuery<S> {
    type Answer = MassProperties;

    fn answer(&self) -> MassProperties {
        self.properties
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || (self.compute)(black_box(&self.shape), self.density))
    }
}
