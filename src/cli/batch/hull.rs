//! Hulls of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::hint::black_box;

use super::super::reply::Reply;
use super::super::{Misfit, Question};
use super::engine::dim2::hull as planar;
use super::engine::dim3::hull::{self as spatial, HullError, Listed};
use super::engine::real::{Real, Vec2, Vec3};
use crate::answer::{HullFinding, HullMeasure};
use crate::lesson::watch;
use crate::scene::case::Points;
use crate::step::Stepper as _;

/// Points of the plane.
struct Planar(Vec<Vec2>);

/// Points of space.
struct Spatial(Vec<Vec3>);

/// What is said of points without a hull.
pub(super) fn refused(error: HullError) -> Misfit {
    let path = match error {
        HullError::NotFinite { index } => format!("points[{index}]"),
        HullError::Empty | HullError::TooMany => String::from("points"),
    };
    Misfit::new(path, error.to_string())
}

/// Rounds the points to this precision.
pub(in super::super) fn hull(asked: &Points) -> Result<Box<dyn Question>, Misfit> {
    let points = &asked.points;
    if asked.dim == 2 {
        let flat: Vec<Vec2> = points.iter().map(|p| Vec2::new(p[0] as Real, p[1] as Real)).collect();
        planar::Graham::new(&flat).map_err(refused)?;
        return Ok(Box::new(Planar(flat)));
    }
    let points: Vec<Vec3> = points.iter().map(|p| Vec3::new(p[0] as Real, p[1] as Real, p[2] as Real)).collect();
    spatial::Quickhull::new(&points).map_err(refused)?;
    Ok(Box::new(Spatial(points)))
}

impl Question for Planar {
    fn reply(&self) -> Reply {
        // The points were taken when the question was built.
        let vertices = planar::graham(&self.0).unwrap_or_default();
        let [area, perimeter] = planar::measure(&self.0, &vertices);
        let dimension = vertices.len().saturating_sub(1).min(2) as u8;
        let measure = HullMeasure::Planar { area, perimeter };
        Reply::Hull(HullFinding { dimension, vertices, measure, mesh_volume: None })
    }

    fn ask(&self) {
        _ = black_box(planar::graham(black_box(&self.0)));
    }
}

impl Spatial {
    fn solve(&self) -> Option<spatial::Hull> {
        let mut quickhull = spatial::Quickhull::new(&self.0).ok()?;
        quickhull.run_with(watch::tick);
        Some(quickhull.hull())
    }
}

impl Question for Spatial {
    fn reply(&self) -> Reply {
        let hull = self.solve();
        let dimension = hull.as_ref().map_or(0, |hull| hull.dimension as u8);
        let listed = hull.map(|hull| hull.listed(&self.0)).unwrap_or_default();
        let Listed { vertices, faces, volume, area } = listed;
        let measure = HullMeasure::Spatial { faces, volume, area };
        Reply::Hull(HullFinding { dimension, vertices, measure, mesh_volume: None })
    }

    fn ask(&self) {
        _ = black_box(black_box(self).solve());
    }
}
