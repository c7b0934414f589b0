//! Mass properties of compounds: the moments of each child shape, moved to one point and added. Overlapping children
//! count twice.

use super::{Filled, MassError, Moments, Properties, filled, properties_with_density};
use crate::dim2::parts::{Body, Workspace};
use crate::dim2::pose::Pose;
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;
use crate::double_double::{DoubleDouble, unit_scale};

/// Mass properties of a compound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropertiesOfParts {
    /// Sum of the child shapes' properties.
    pub properties: Properties,
    /// Whether any two child shapes with an area overlap, so that the overlap counts twice.
    pub has_overlaps: bool,
}

/// Returns the mass properties of a compound whose child shapes are filled with `density`, kg/m².
///
/// # Errors
/// The errors of [`properties`](super::properties).
pub fn properties_of_parts(body: &Body, density: Real) -> Result<PropertiesOfParts, MassError> {
    if !(density > 0.0 && density.is_finite()) {
        return Err(MassError::Density);
    }
    let children: Vec<PlacedChild> = (0..body.count()).map(|i| PlacedChild::new(body.part(i))).collect();
    let with_area = children.iter().filter(|child| child.filled.has_area);
    if with_area.clone().next().is_none() {
        let center = center_of_lengths(&children);
        let properties = Properties { area: 0.0, mass: 0.0, center, inertia: None };
        return Ok(PropertiesOfParts { properties, has_overlaps: false });
    }
    // Reference point of the moments: the center of the first child shape.
    let about = children[0].center.map(DoubleDouble::to_f64);
    let extents = with_area.clone().map(|PlacedChild { filled, center }| {
        relative(center, about).iter().map(|x| x.to_f64().abs()).fold(1.0 / filled.unit, f64::max)
    });
    let unit = unit_scale(extents.fold(0.0, f64::max));
    let mut sum = Moments::default();
    for PlacedChild { filled, center } in with_area {
        // Factor from the unit of the child shape to that of the compound.
        let scale = unit / filled.unit;
        let area = DoubleDouble::from(filled.content * scale * scale);
        let [x, y] = relative(center, about).map(|x| x * unit);
        let second = filled.second * scale * scale * scale * scale;
        sum.add(area, [area * x, area * y], DoubleDouble::from(second) + area * (x * x + y * y));
    }
    let center = sum.first.map(|x| x / sum.area);
    let second = sum.second - (center[0] * center[0] + center[1] * center[1]) * sum.area;
    let content = sum.area.to_f64();
    let second = second.to_f64().max(0.0);
    let properties =
        properties_with_density(&Filled { content, second, has_area: true, about, center, unit }, density)?;
    let has_overlaps = Workspace::default().overlaps_itself(body, |[a, b]: [u32; 2]| {
        a < b && [a, b].iter().all(|child| children[*child as usize].filled.has_area)
    });
    Ok(PropertiesOfParts { properties, has_overlaps })
}

/// Returns the center of child shapes without area, meters: the mean of their centers, weighted by their lengths; a
/// point counts as 1 m.
fn center_of_lengths(children: &[PlacedChild]) -> Vec2 {
    let weights = children.iter().map(|child| child.filled.content / child.filled.unit);
    let total_weight: f64 = weights.clone().sum();
    let center = [0, 1].map(|k| {
        let weighted = children.iter().zip(weights.clone());
        weighted.map(|(child, weight)| child.center[k].to_f64() * (weight / total_weight)).sum::<f64>() as Real
    });
    Vec2::from(center)
}

/// Returns the vector from the point `about` to a center of mass, meters.
fn relative(center: &[DoubleDouble; 2], about: [f64; 2]) -> [DoubleDouble; 2] {
    [0, 1].map(|k| center[k] - DoubleDouble::from(about[k]))
}

/// A filled child shape in its body.
struct PlacedChild {
    /// The child shape in its own frame, evenly filled.
    filled: Filled,
    /// Center of mass in the body's frame, meters.
    center: [DoubleDouble; 2],
}

impl PlacedChild {
    /// Fills a child shape and places its center of mass in the body.
    fn new((shape, pose): &(Shape, Pose)) -> Self {
        let filled = filled(shape);
        let [x, y] = [0, 1].map(|k| filled.center[k] / filled.unit + DoubleDouble::from(filled.about[k]));
        let [cos, sin] = pose.rotation.to_array().map(f64::from);
        let [px, py] = pose.position.to_array().map(|x| DoubleDouble::from(f64::from(x)));
        Self { filled, center: [x * cos - y * sin + px, x * sin + y * cos + py] }
    }
}
