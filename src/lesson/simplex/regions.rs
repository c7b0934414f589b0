//! Voronoi regions of a simplex in a plane. The region of a face is the set of points whose nearest simplex point lies
//! in that face. It is computed as a polygon: the intersection of half-spaces, clipped to a box around the simplex and
//! the query point.
//!
//! - **Frame:** world axes, relative to the query point Q, which is the origin. Meters.

use contact_lens_model::snapshot::simplex::{Subset, members, size};
use glam::DVec3;

/// Half-space of the points `p` with `n · (p − border_point) ≥ 0`.
#[derive(Clone, Copy, Debug)]
struct HalfSpace {
    /// Point on the border.
    border_point: DVec3,
    /// Unit normal into the half-space.
    n: DVec3,
}

impl HalfSpace {
    /// Signed distance of a point from the border; positive inside.
    fn height(&self, p: DVec3) -> f64 {
        self.n.dot(p - self.border_point)
    }
}

/// Simplex, and the box to which its regions are clipped.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// Vertices; those outside of `simplex` have no meaning.
    points: [DVec3; 4],
    /// Set of the vertices that exist: the whole simplex.
    simplex: Subset,
    /// Center of the box.
    center: DVec3,
    /// Half the lengths of the box's sides, meters.
    half: DVec3,
}

/// Margin of the box around the vertices and the origin, as a fraction of its longest side.
const BOX_MARGIN: f64 = 0.22;

/// Sine of the angle between two directions up to which they count as parallel: far above the rounding error of a cross
/// product, far below any angle that a picture shows.
const COLLINEAR: f64 = 1e-9;

impl Regions {
    /// Regions of the simplex with the vertices `simplex` of `points`, which are relative to the query point, in a box
    /// that contains the simplex and the origin with a margin.
    pub(super) fn new(points: [DVec3; 4], simplex: Subset) -> Self {
        let mut low = DVec3::MAX;
        let mut high = DVec3::MIN;
        for p in members(simplex).map(|i| points[i]).chain([DVec3::ZERO]) {
            low = low.min(p);
            high = high.max(p);
        }
        let margin = DVec3::splat(BOX_MARGIN * (high - low).max_element());
        Self { points, simplex, center: 0.5 * (low + high), half: 0.5 * (high - low) + margin }
    }

    /// Half the longest side of the box, meters: the size of the picture, to which its tolerances are relative.
    pub(super) fn bounding_radius(&self) -> f64 {
        self.half.max_element()
    }

    /// Centers of the sides of the box.
    pub(super) fn side_centers(&self) -> [DVec3; 6] {
        let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * self.half);
        [x, y, z, -x, -y, -z].map(|offset| self.center + offset)
    }

    /// Whether the face `subset` has no length, area or volume: its vertices coincide or lie on one line or plane.
    pub(super) fn is_flat(&self, subset: Subset) -> bool {
        if size(subset) <= 1 {
            return false;
        }
        let last_vertex = 7 - (subset.leading_zeros() as usize & 7);
        let others = subset & !(1 << last_vertex);
        self.is_flat(others) || self.towards(others, last_vertex).is_none()
    }

    /// Whether the regions are drawn in a plane: that of the simplex, or of a segment and the origin.
    pub(super) fn is_planar(&self) -> bool {
        size(self.simplex) < 4 || self.is_flat(self.simplex)
    }

    /// Region of `subset` in the plane of the simplex, or of the simplex and the origin: a polygon, clipped to a box
    /// `factor` times as large as the one around the simplex. `None` for a degenerate face, for a region without an
    /// area, and for a simplex with a volume.
    pub(super) fn region(&self, subset: Subset, factor: f64) -> Option<Vec<DVec3>> {
        if !self.is_planar() {
            return None;
        }
        let half_spaces = self.half_spaces(subset)?;
        let scaled = Self { half: self.half * factor, ..self.clone() };
        let mut polygon = scaled.rectangle()?;
        for half_space in &half_spaces {
            polygon = clip(&polygon, half_space);
        }
        (polygon.len() > 2).then_some(polygon)
    }

    /// Half-spaces whose intersection is the region of `subset`: one per vertex of the face, whose weight must be
    /// positive, and one per other vertex, whose weight must not be positive. `None` for a degenerate face.
    fn half_spaces(&self, subset: Subset) -> Option<Vec<HalfSpace>> {
        let mut half_spaces = Vec::new();
        for i in members(self.simplex) {
            let is_member = subset >> i & 1 == 1;
            let base = subset & !(1 << i);
            if base == 0 {
                // The weight of the only vertex is always 1.
                continue;
            }
            let Some(n) = self.towards(base, i) else {
                if is_member {
                    return None;
                }
                // Another vertex in the line or plane of the face limits the region nowhere.
                continue;
            };
            let border_point = self.points[base.trailing_zeros() as usize & 3];
            half_spaces.push(HalfSpace { border_point, n: if is_member { n } else { -n } });
        }
        Some(half_spaces)
    }

    /// Unit vector from the affine hull of `base`, perpendicular to it, to vertex `i`, along which the weight of `i`
    /// grows; `None` if `i` lies in the hull.
    pub(super) fn towards(&self, base: Subset, i: usize) -> Option<DVec3> {
        // Orthonormal basis of the hull, by Gram and Schmidt.
        let mut axes: Vec<DVec3> = Vec::new();
        let mut base_vertices = members(base);
        let first = self.points[base_vertices.next()?];
        for j in base_vertices {
            let edge = self.points[j] - first;
            axes.push(unit_rejection(edge, &axes)?);
        }
        let edge = self.points[i] - first;
        unit_rejection(edge, &axes)
    }

    /// Unit normal of the plane in which regions are drawn: the plane of the first three vertices, or of a segment and
    /// Q. `None` without vertices, or if all coincide.
    pub(super) fn plane(&self) -> Option<DVec3> {
        let vertices: Vec<DVec3> = members(self.simplex).map(|i| self.points[i]).collect();
        let first = *vertices.first()?;
        let edge = vertices.iter().map(|p| *p - first).find(|edge| *edge != DVec3::ZERO)?;
        // Q, the origin, completes the plane of vertices on a line.
        for p in vertices.into_iter().chain([DVec3::ZERO]) {
            let other = p - first;
            let normal = edge.cross(other);
            if normal.length() > COLLINEAR * edge.length() * other.length() {
                return Some(normal.normalize());
            }
        }
        Some(edge.any_orthogonal_vector().normalize())
    }

    /// Rectangle in the plane of the picture to which regions are clipped, as large as the box; `None` without a plane.
    fn rectangle(&self) -> Option<Vec<DVec3>> {
        let normal = self.plane()?;
        // The rectangle lies in the plane of the simplex; the center of the box may be off this plane.
        let first = self.points[self.simplex.trailing_zeros() as usize & 3];
        let center = self.center - normal * normal.dot(self.center - first);
        let (u, v) = normal.any_orthonormal_pair();
        // The rectangle extends along both axes as far as the box.
        let x = u * self.half.dot(u.abs());
        let y = v * self.half.dot(v.abs());
        Some(vec![center + x + y, center - x + y, center - x - y, center + x - y])
    }
}

/// Clips a convex polygon to a half-space (Sutherland and Hodgman); empty if nothing is left.
fn clip(polygon: &[DVec3], half_space: &HalfSpace) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (i, &p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        let height_p = half_space.height(p);
        let height_q = half_space.height(q);
        if height_p >= 0.0 {
            kept.push(p);
        }
        if (height_p >= 0.0) != (height_q >= 0.0) {
            kept.push(p + (q - p) * (height_p / (height_p - height_q)));
        }
    }
    kept
}

/// Unit vector of the component of `v` perpendicular to the unit vectors `axes`, which are perpendicular to each other;
/// `None` if the component is below rounding error.
fn unit_rejection(v: DVec3, axes: &[DVec3]) -> Option<DVec3> {
    let mut rejected = v;
    for axis in axes {
        let along_axis = *axis * rejected.dot(*axis);
        rejected -= along_axis;
    }
    (rejected.length() > COLLINEAR * v.length()).then(|| rejected.normalize())
}
