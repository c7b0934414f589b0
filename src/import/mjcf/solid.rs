//! Inertia of meshes, as MuJoCo computes it: from the vertices and triangles of a mesh to its center of mass, inertia
//! matrix and principal axes. MJCF geoms that are fitted to a mesh take their sizes and poses from them.
//!
//! - **Source**: `mjCMesh::Process` of MuJoCo 4. Pyramids between the triangles and their mean center give the center
//!   of mass; pyramids between the triangles and the center of mass give the inertia.
//! - **Axes**: MuJoCo counts off-diagonal elements and differences of moments up to 1e-7 of the largest element as 0,
//!   so that a cube keeps its axes. The tolerance was measured with MuJoCo 4.0.

use contact_lens_engine::double::dim3::hull;
use glam::{DMat3, DQuat, DVec3};

use super::inertia::{self, Tolerance};
use super::mesh_asset::{MeshInertia, Surface};

/// Tolerance for the axes of meshes.
pub(super) const MESH_TOLERANCE: Tolerance = Tolerance { off_diagonal: 1e-7, order: 1e-7 };

/// Volume (m³) and area (m²) up to which a mesh counts as having none, and below which twice the area of a triangle
/// does; MuJoCo's `mjMINVAL`.
const MIN_MEASURE: f64 = 1e-15;

/// Reason for refusing a mesh without volume.
const FLAT: &str = "the mesh has no volume";

/// Area up to which the edges of a triangle are not compared with others, m²: the square root of MuJoCo's `mjMINVAL`,
/// rounded up.
const MIN_COMPARED_AREA: f64 = 3.2e-8;

/// Inertia of a mesh of density 1.
pub(super) struct Solid {
    /// Center of mass, meters.
    pub(super) center: DVec3,
    /// Rotation from the inertial frame to that of the mesh, quaternion x, y, z, w.
    pub(super) rotation: [f64; 4],
    /// Inertia matrix about the center of mass, in the axes of the mesh, for density 1; m⁵, or m⁴ for a shell.
    pub(super) matrix: DMat3,
    /// Half sides of the box with the same moments per volume or area, meters.
    pub(super) half_sides: [f64; 3],
}

/// Triangle with its area and unit normal.
struct Face {
    vertices: [DVec3; 3],
    /// Unit normal, outward for counterclockwise vertices; not normalized if the area is 0.
    normal: DVec3,
    /// Area, m²; 0 if it is too small for a normal.
    area: f64,
}

impl Face {
    fn new(vertices: [DVec3; 3]) -> Self {
        let [a, b, c] = vertices;
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        if length < MIN_MEASURE {
            return Self { vertices, normal, area: 0.0 };
        }
        Self { vertices, normal: normal / length, area: 0.5 * length }
    }

    /// Center of the triangle.
    fn centroid(&self) -> DVec3 {
        let [a, b, c] = self.vertices;
        (a + b + c) / 3.0
    }

    /// Volume of the pyramid from `apex` to the triangle, m³, negative where the apex is on the outer side; the area of
    /// the triangle for a shell, m². [`MeshInertia::Legacy`] takes the magnitude of the volume.
    fn weight(&self, apex: DVec3, inertia: MeshInertia) -> f64 {
        let volume = (self.centroid() - apex).dot(self.normal) * self.area / 3.0;
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
        // MuJoCo takes the hull of a mesh without triangles.
        let uses_hull = surface.triangles.is_empty() || inertia == MeshInertia::Convex;
        let triangles = if uses_hull { hull_triangles(&surface.vertices)? } else { surface.triangles.clone() };
        let faces: Vec<Face> = triangles
            .iter()
            .map(|indices| Face::new(indices.map(|index| DVec3::from(surface.vertices[index as usize]))))
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
            let centered = Face::new(face.vertices.map(|vertex| vertex - center));
            let weight = centered.weight(DVec3::ZERO, inertia);
            let [a, b, c] = centered.vertices;
            total += weight;
            products += (outer_product(a) + outer_product(b) + outer_product(c) + outer_product(a + b + c))
                * (weight / divisor);
        }
        let trace = products.x_axis.x + products.y_axis.y + products.z_axis.z;
        let matrix = DMat3::IDENTITY * trace - products;
        let rotation = inertia::axes_within(matrix, MESH_TOLERANCE);
        let rotation_matrix = DMat3::from_quat(DQuat::from_array(rotation).normalize());
        let diagonal = rotation_matrix.transpose() * matrix * rotation_matrix;
        let [x, y, z] = [diagonal.x_axis.x, diagonal.y_axis.y, diagonal.z_axis.z];
        // A box with half sides a, b, c and mass m has the moments x = m (b² + c²) / 3, y = m (a² + c²) / 3 and
        // z = m (a² + b²) / 3, so that a² = 3 (y + z − x) / (2 m) = (6 (y + z − x) / m) / 4.
        let half_sides = [y + z - x, x + z - y, x + y - z].map(|sum| 0.5 * (6.0 * sum / total).max(0.0).sqrt());
        Ok(Self { center, rotation, matrix, half_sides })
    }
}

/// Returns the center of mass of the solid or shell of some triangles, or the reason why it has none.
fn center_of_mass(faces: &[Face], inertia: MeshInertia) -> Result<DVec3, String> {
    let area = faces.iter().map(|face| face.area).sum::<f64>();
    if !(area > MIN_MEASURE && area.is_finite()) {
        return Err(String::from("the mesh has no area"));
    }
    let mean = faces.iter().map(|face| face.area * face.centroid()).sum::<DVec3>() / area;
    if inertia == MeshInertia::Shell {
        return Ok(mean);
    }
    let volume = faces.iter().map(|face| face.weight(mean, inertia)).sum::<f64>();
    if volume < 0.0 {
        return Err(String::from("the mesh's triangles face inward"));
    }
    if !(volume > MIN_MEASURE && volume.is_finite()) {
        return Err(FLAT.to_owned());
    }
    // The center of mass of a pyramid is a quarter of the way from the centroid of its base to its apex.
    let mut center = DVec3::ZERO;
    for face in faces {
        center += face.weight(mean, inertia) * (0.75 * face.centroid() + 0.25 * mean);
    }
    Ok(center / volume)
}

/// Returns the triangles of the convex hull of some points, as indices of the points; the error is the reason why there
/// is no hull with volume.
fn hull_triangles(points: &[[f64; 3]]) -> Result<Vec<[u32; 3]>, String> {
    let hull = hull::hull_f64(points.to_vec()).map_err(|_| FLAT)?;
    let mut triangles = Vec::new();
    for face in hull.faces() {
        // A fan of triangles around the first vertex of the face.
        for index in 2..face.len() {
            let vertices = [face[0], face[index - 1], face[index]];
            triangles.push(vertices.map(|vertex| hull.vertices[vertex as usize]));
        }
    }
    Ok(triangles)
}

/// Whether two triangles traverse an edge in the same direction, so that one of them faces inward. Triangles with an
/// area of at most [`MIN_COMPARED_AREA`] are not compared. `faces` are those of `triangles`, in the same order.
fn has_inconsistent_edges(triangles: &[[u32; 3]], faces: &[Face]) -> bool {
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for (&[a, b, c], face) in triangles.iter().zip(faces) {
        if face.area > MIN_COMPARED_AREA {
            edges.extend([[a, b], [b, c], [c, a]]);
        }
    }
    edges.sort_unstable();
    edges.windows(2).any(|pair| pair[0] == pair[1])
}

/// Outer product of a vector with itself, v vᵀ.
fn outer_product(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}
