//! Voronoi regions of a simplex in a plane, as polygons: intersections of half-spaces, clipped to a box around the
//! scene. The region of a face is the set of points whose nearest simplex point lies in that face.
//!
//! - **Frame:** world axes, relative to the query point Q, which is the origin. Meters.

use glam::DVec3;

use crate::snapshot::simplex::{Subset, members, size};

/// Half-space of the points `p` with `n · (p − on) ≥ 0`.
#[derive(Clone, Copy, Debug)]
struct HalfSpace {
    /// Point on the border.
    on: DVec3,
    /// Unit normal into the half-space.
    n: DVec3,
}

impl HalfSpace {
    /// Signed distance of a point from the border; positive inside.
    fn height(&self, p: DVec3) -> f64 {
        self.n.dot(p - self.on)
    }
}

/// Simplex, and the box to which its regions are clipped.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// Vertices; those outside of `all` have no meaning.
    points: [DVec3; 4],
    /// Set of the vertices that exist.
    all: Subset,
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
    /// Regions of the vertices `all`, in a box that contains these and the origin with a margin.
    pub(super) fn new(points: [DVec3; 4], all: Subset) -> Self {
        let (low, high) = members(all)
            .map(|i| points[i])
            .chain([DVec3::ZERO])
            .fold((DVec3::MAX, DVec3::MIN), |(low, high), p: DVec3| (low.min(p), high.max(p)));
        let around = DVec3::splat(BOX_MARGIN * (high - low).max_element());
        Self { points, all, center: 0.5 * (low + high), half: 0.5 * (high - low) + around }
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
        let last = 7 - (subset.leading_zeros() as usize & 7);
        let others = subset & !(1 << last);
        size(subset) > 1 && (self.is_flat(others) || self.towards(others, last).is_none())
    }

    /// Whether the regions are drawn in a plane: that of the simplex, or of a segment and the origin.
    pub(super) fn is_planar(&self) -> bool {
        size(self.all) < 4 || self.is_flat(self.all)
    }

    /// Region of `subset` in the plane of the simplex, or of the simplex and the origin: a polygon, clipped to a box
    /// `factor` times as large as the one around the simplex. `None` for a degenerate face, and for a simplex with a
    /// volume.
    pub(super) fn region(&self, subset: Subset, factor: f64) -> Option<Vec<DVec3>> {
        let half_spaces = self.half_spaces(subset).filter(|_| self.is_planar())?;
        let wide = Self { half: self.half * factor, ..self.clone() };
        let region = half_spaces.iter().fold(wide.square()?, |polygon, half| clip(&polygon, half));
        (region.len() > 2).then_some(region)
    }

    /// Half-spaces whose intersection is the region of `subset`: one per vertex of the face, as its weight must be
    /// positive, and one per other vertex, as its weight must not be positive. `None` for a degenerate face.
    fn half_spaces(&self, subset: Subset) -> Option<Vec<HalfSpace>> {
        let mut half_spaces = Vec::new();
        for i in members(self.all) {
            let inside = subset >> i & 1 == 1;
            let base = subset & !(1 << i);
            if base == 0 {
                continue;
            }
            let Some(n) = self.towards(base, i) else {
                // A further vertex in the line or plane of the face limits its region nowhere.
                if inside { return None } else { continue }
            };
            let border = self.points[base.trailing_zeros() as usize & 3];
            half_spaces.push(HalfSpace { on: border, n: if inside { n } else { -n } });
        }
        Some(half_spaces)
    }

    /// Unit vector from the affine hull of `base`, perpendicular to it, to vertex `i`, along which the weight of `i`
    /// grows; `None` if `i` lies in the hull.
    pub(super) fn towards(&self, base: Subset, i: usize) -> Option<DVec3> {
        let mut axes: Vec<DVec3> = Vec::new();
        let mut list = members(base);
        let first = self.points[list.next()?];
        for j in list {
            let edge = self.points[j] - first;
            axes.push(unit_rejection(edge, &axes)?);
        }
        let edge = self.points[i] - first;
        unit_rejection(edge, &axes)
    }

    /// Unit normal of the plane in which regions are drawn: the plane of the first three vertices, or of a segment and
    /// Q. `None` without vertices, or if all coincide.
    pub(super) fn plane(&self) -> Option<DVec3> {
        let all: Vec<DVec3> = members(self.all).map(|i| self.points[i]).collect();
        let first = *all.first()?;
        let edge = all.iter().map(|p| *p - first).find(|edge| *edge != DVec3::ZERO)?;
        // Q completes the plane of vertices on a line.
        let others = all.iter().copied().chain([DVec3::ZERO]).map(|p| p - first);
        let mut normals = others.filter_map(|other| {
            let normal = edge.cross(other);
            (normal.length() > COLLINEAR * edge.length() * other.length()).then_some(normal)
        });
        Some(normals.next().unwrap_or_else(|| edge.any_orthogonal_vector()).normalize())
    }

    /// Square in the plane of the picture from which regions are cut; `None` without vertices.
    fn square(&self) -> Option<Vec<DVec3>> {
        let normal = self.plane()?;
        // The square contains the simplex; the center of the box may be off its plane.
        let first = self.points[self.all.trailing_zeros() as usize & 3];
        let center = self.center - normal * normal.dot(self.center - first);
        let (u, v) = normal.any_orthonormal_pair();
        // The square extends along both axes as far as the box.
        let [x, y] = [u, v].map(|side| side * self.half.dot(side.abs()));
        Some(vec![center + x + y, center - x + y, center - x - y, center + x - y])
    }
}

/// Clips a convex polygon to a half-space.
fn clip(polygon: &[DVec3], half: &HalfSpace) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (i, &p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        let height_p = half.height(p);
        let height_q = half.height(q);
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
    let rejected = axes.iter().fold(v, |v, e| v - *e * v.dot(*e));
    (rejected.length() > COLLINEAR * v.length()).then(|| rejected.normalize())
}
