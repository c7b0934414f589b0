//! Shapes of the public case files.

use serde::Deserialize;

/// Shape in its own frame, lengths in meters. Round shapes have the axis y; planar points have two coordinates.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum CaseShape {
    #[serde(alias = "circle")]
    Sphere {
        radius: f64,
    },
    Box {
        half_extents: Vec<f64>,
    },
    Capsule {
        radius: f64,
        half_height: f64,
    },
    Cylinder {
        radius: f64,
        half_height: f64,
    },
    Cone {
        radius: f64,
        half_height: f64,
    },
    Ellipsoid {
        radii: [f64; 3],
    },
    /// Convex hull of points.
    #[serde(alias = "segment", alias = "triangle", alias = "polygon")]
    Polytope {
        points: Vec<Vec<f64>>,
    },
}

impl CaseShape {
    /// Reads a shape from its JSON in a case file.
    pub fn read(shape: &serde_json::Value) -> Self {
        serde_json::from_value(shape.clone()).expect("a shape of the case files")
    }

    /// Number of points of a polytope; `None` for other shapes.
    pub fn point_count(&self) -> Option<usize> {
        match self {
            Self::Polytope { points } => Some(points.len()),
            _ => None,
        }
    }
}
