//! Marks of the Voronoi regions of a simplex in a plane, and the width of a region, which tells regions from lines.

use contact_lens_model::snapshot::simplex::{Subset, name, size};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::SimplexQuery;
use super::query::extent;

/// Size of the box that clips the regions of a simplex in a plane, as a multiple of the box around the simplex and Q.
/// The regions are unbounded, so they extend beyond the pane.
const REGION_BOX_FACTOR: f64 = 8.0;

/// Adds the Voronoi regions of a simplex in a plane: that of the face `current` filled, and all others with their names
/// if the picture shows only this plane. Regions of a tetrahedron with a volume are not drawn: clipped to the picture,
/// they would look like solids.
pub(super) fn add_regions(world: &mut Picture, query: &SimplexQuery, current: Subset) {
    if !query.regions.is_planar() {
        return;
    }
    let is_flat = query.is_drawn_flat();
    // Regions are unbounded; those seen obliquely are clipped to the box in the pane.
    let box_factor = if is_flat { REGION_BOX_FACTOR } else { 1.0 };
    for subset in query.subsets() {
        let is_current = subset == current;
        let is_drawn = is_current || (is_flat && !query.is_divided(subset));
        if !is_drawn {
            continue;
        }
        let key = format!("region/{}", name(subset));
        // The region of a triangle in its plane is the triangle itself, which is drawn already.
        if size(subset) < 3
            && let Some(region) = query.regions.region(subset, box_factor)
        {
            let role = if is_current { Role::Region } else { Role::Grid };
            world.add(role, key.clone(), Form::Polygon(region.iter().map(|p| *p + query.q).collect()));
        }
        let visible: Vec<DVec3> = query.regions.region(subset, 1.0).unwrap_or_default();
        // A degenerate region has no space for a name.
        if !is_thin_region(query, subset) && size(query.simplex) > 1 && size(subset) < 3 {
            let middle = visible.iter().sum::<DVec3>() / visible.len() as f64;
            let role = if is_current { Role::Region } else { Role::Ghost };
            world.label(role, key, middle + query.q, format!("region {}", name(subset)));
        }
    }
}

/// Width of a region up to which it looks like a line, as a fraction of the picture's size.
const THIN_REGION: f64 = 0.02;

/// Whether the region of a vertex or edge of a simplex in a plane looks like a line.
fn is_thin_region(query: &SimplexQuery, subset: Subset) -> bool {
    size(subset) < 3 && width_of_region(query, subset) <= THIN_REGION * query.regions.bounding_radius()
}

/// Whether the region of a vertex or edge of a simplex in a plane is a line, except for rounding error.
pub(super) fn is_line_region(query: &SimplexQuery, subset: Subset) -> bool {
    size(subset) < 3 && !query.is_flat(subset) && query.is_rounding(width_of_region(query, subset))
}

/// Width of the part of a region inside the box around the simplex and Q, meters; 0 without a region.
fn width_of_region(query: &SimplexQuery, subset: Subset) -> f64 {
    width(&query.regions.region(subset, 1.0).unwrap_or_default())
}

/// Width of a narrow convex polygon: its area divided by the longest side of its bounding box, meters.
pub(super) fn width(polygon: &[DVec3]) -> f64 {
    let Some(first) = polygon.first() else { return 0.0 };
    let double_area: DVec3 = polygon.windows(2).map(|side| (side[0] - *first).cross(side[1] - *first)).sum();
    0.5 * double_area.length() / extent(polygon).max(f64::MIN_POSITIVE)
}
