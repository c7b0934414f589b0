//! Inertia of meshes, as MuJoCo computes it.
//!
//! - **Source**: `mjCMesh::Process` of MuJoCo 4. Pyramids from the mean of the triangles give the center of mass, those
//!   from the center of mass the inertia.
//! - **Axes**: MuJoCo treats off-diagonal elements and differences of moments up to 1e-7 of the largest element as 0,
//!   so that a cube keeps its axes. The tolerance was measured with MuJoCo 4.0.

use glam::{DMat3, DQuat, DVec3};

use super::inertia::{self, Tolerance};
use super::mesh_asset::{MeshInertia, Surface};
use crate::double::dim3::hull;

/// Tolerance for the axes of meshes.
pub(super) const MESH_TOLERANCE: Tolerance = Tolerance { off_diagonal: 1e-7, order: 1e-7 };

/// Least volume (m³) and area (m²) of a mesh with inertia.
const LEAST: f64 = 1e-15;

/// Area below which the edges of a triangle are not compared with others, m².
const MIN_COMPARED_AREA: f64 = 3.2e-8;

/// Inertia of a mesh of density 1.
pub(super) struct Solid {
    /// Center of mass, meters.
    pub(super) center: DVec3,
    /// Rotation from the inertial frame, quaternion x, y, z, w.
    pub(super) rotation: [f64; 4],
    /// Moments and products of inertia about the center of mass, axes of the mesh.
    pub(super) matrix: DMat3,
    /// Half sides of the box with the same moments per volume or area, meters.
    pub(super) half_sides: [f64; 3],
}

/// Triangle with its area and unit normal.
struct Face {
    corners: [DVec3; 3],
    normal: DVec3,
    area: f64,
}

impl Face {
    fn new(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        if length < LEAST {
            return Self { corners, normal, area: 0.0 };
        }
        Self { corners, normal: normal / length, area: 0.5 * length }
    }

    fn middle(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        (a + b + c) / 3.0
    }

    /// Volume of the pyramid from a point to the triangle, or the triangle's area for a shell.
    fn weight(&self, apex: DVec3, inertia: MeshInertia) -> f64 {
        let volume = (self.middle() - apex).dot(self.normal) * self.area / 3.0;
        match inertia {
            MeshInertia::Shell => self.area,
            MeshInertia::Legacy => volume.abs(),
            MeshInertia::Convex | MeshInertia::Exact => volume,
        }
    }
}

impl Solid {
    /// Computes the inertia of a surface, or returns the reason why MuJoCo refuses it.
    pub(super) fn of(surface: &Surface, inertia: MeshInertia) -> Result<Self, String> {
        let triangles = match surface.triangles.as_slice() {
            [] => hull_triangles(&surface.vertices)?,
            _ if inertia == MeshInertia::Convex => hull_triangles(&surface.vertices)?,
            triangles => triangles.to_vec(),
        };
        let faces: Vec<Face> = triangles
            .iter()
            .map(|corners| Face::new(corners.map(|corner| DVec3::from(surface.vertices[corner as usize]))))
            .collect();
        if inertia == MeshInertia::Exact && has_inconsistent_edges(&triangles, &faces) {
            return Err(String::from("the mesh's triangles have inconsistent orientations"));
        }
        let center = center_of_mass(&faces, inertia)?;
        let mut total = 0.0;
        let mut products = DMat3::ZERO;
        // Over a triangle, ∫x xᵀ is area / 12 times the sum of these outer products; over a pyramid from the origin,
        // volume / 20.
        let divisor = if inertia == MeshInertia::Shell { 12.0 } else { 20.0 };
        for face in faces {
            let centered = Face::new(face.corners.map(|corner| corner - center));
            let weight = centered.weight(DVec3::ZERO, inertia);
            let [a, b, c] = centered.corners;
            total += weight;
            products += (outer_product(a) + outer_product(b) + outer_product(c) + outer_product(a + b + c))
                * (weight / divisor);
        }
        let trace = products.x_axis.x + products.y_axis.y + products.z_axis.z;
        let matrix = DMat3::IDENTITY * trace - products;
        let rotation = inertia::axes_within(matrix, MESH_TOLERANCE);
        let rotation_matrix = DMat3::from_quat(DQuat::from_array(rotation).normalize());
        let own = rotation_matrix.transpose() * matrix * rotation_matrix;
        let [x, y, z] = [own.x_axis.x, own.y_axis.y, own.z_axis.z];
        let half_sides = [y + z - x, x + z - y, x + y - z].map(|sum| 0.5 * (6.0 * sum / total).max(0.0).sqrt());
        Ok(Self { center, rotation, matrix, half_sides })
    }
}

/// Returns the center of mass of some triangles, or the reason why they have none.
fn center_of_mass(faces: &[Face], inertia: MeshInertia) -> Result<DVec3, String> {
    let area = faces.iter().map(|face| face.area).sum::<f64>();
    if !(area > LEAST && area.is_finite()) {
        return Err(String::from("the mesh has no area"));
    }
    let mean = faces.iter().map(|face| face.area * face.middle()).sum::<DVec3>() / area;
    if inertia == MeshInertia::Shell {
        return Ok(mean);
    }
    let volume = faces.iter().map(|face| face.weight(mean, inertia)).sum::<f64>();
    if volume < 0.0 {
        return Err(String::from("the mesh's triangles face inward"));
    }
    if !(volume > LEAST && volume.is_finite()) {
        return Err(FLAT.to_owned());
    }
    let mut center = DVec3::ZERO;
    for face in faces {
        center += face.weight(mean, inertia) * (0.75 * face.middle() + 0.25 * mean);
    }
    Ok(center / volume)
}

/// Reason for refusing a mesh without volume.
const FLAT: &str = "the mesh has no volume";

/// Returns the triangles of the convex hull of some points.
fn hull_triangles(points: &[[f64; 3]]) -> Result<Vec<[u32; 3]>, String> {
    let hull = hull::hull_f64(points.to_vec()).map_err(|_| FLAT)?;
    let fans = hull.faces().flat_map(|face| (2..face.len()).map(move |k| [face[0], face[k - 1], face[k]]));
    Ok(fans.map(|corners| corners.map(|corner| hull.vertices[corner as usize])).collect())
}

/// Whether two triangles traverse an edge in the same direction.
fn has_inconsistent_edges(triangles: &[[u32; 3]], faces: &[Face]) -> bool {
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .zip(faces)
        .filter(|(_, face)| face.area > MIN_COMPARED_AREA)
        .flat_map(|([a, b, c], _)| [[*a, *b], [*b, *c], [*c, *a]])
        .collect();
    edges.sort_unstable();
    edges.windows(2).any(|pair| pair[0] == pair[1])
}

/// Outer product of a vector with itself, v vᵀ.
fn outer_product(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}
