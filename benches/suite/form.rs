//! The shapes of the case files.

use serde::Deserialize;

/// A shape in its own frame. Axis y; in the plane, points have two numbers.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Form {
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
    #[serde(alias = "segment", alias = "triangle", alias = "polygon")]
    Polytope {
        points: Vec<Vec<f64>>,
    },
}

impl Form {
    /// As a case says it.
    pub fn read(shape: &serde_json::Value) -> Self {
        serde_json::from_value(shape.clone()).expect("a shape of the case files")
    }

    /// The number of points of a polytope.
    pub fn vertices(&self) -> Option<usize> {
        match self {
            Self::Polytope { points } => Some(points.len()),
            _ => None,
        }
    }
}
