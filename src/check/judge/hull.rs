//! Judge of convex hulls: compares the vertices and faces of the answer with all points of the body by exact
//! predicates. Of the answer it uses only the indices of points and the sizes.
//!
//! - **Certificate.** A closed surface whose faces are strictly convex polygons, with every point on or below the plane
//!   of every face, is the boundary of the hull. No vertex and no edge is redundant if three consecutive vertices are
//!   never collinear and two faces at an edge are never coplanar.
//! - **Free choices.** The order of faces and, in the plane, the first vertex.
//! - **Limits.** Sizes are compared to rounding, since the judge computes them in `f64`.
//! - **Cost.** Every point of a small set is compared with every face, each point of a large one with the one face in
//!   its direction from the middle of the hull (`inside.rs`).

mod exact;
mod inside;
mod planar;
mod solid;

use std::collections::{HashMap, HashSet};

use contact_lens_model::answer::{HullFinding, HullMeasure};
use contact_lens_play::Precision;
use contact_lens_scene::model::Shape;
use glam::DVec3;

use super::super::reference_geometry::Placed;
use super::{Claim, Violation, broken_claims, one_violation, text};
use exact::ExactPoints;

/// Relative error of sizes computed in `f64`.
const RELATIVE_SIZE_ERROR: f64 = 1e-9;

/// Error of the size of a thin hull, as a fraction of that of its box.
const THIN_SIZE_ERROR: f64 = 1e-13;

/// Relative error of the volume that a mesh encloses.
const MESH_VOLUME_ERROR: f64 = 1e-6;

/// Returns every claim of a hull that does not hold; of the claims about faces and containment only the first one.
pub fn verify(body: &Placed<'_>, finding: &HullFinding, precision: Precision) -> Vec<Violation> {
    let planar = matches!(finding.measure, HullMeasure::Planar { .. });
    let Some(points) = points_for_engine(body.shape, precision) else {
        return one_violation(Claim::Form, String::from("the answer is a hull of points, but the body has no points"));
    };
    if let Some(message) = check_form(finding, points.len(), planar) {
        return one_violation(Claim::Form, message);
    }
    let exact = ExactPoints::new(&points);
    let judge = Judge { exact: &exact, points: &points, finding };
    let claims = [
        (Claim::Corners, judge.check_vertex_indices()),
        (Claim::Dimension, judge.check_dimension()),
        (Claim::Containment, judge.check_point_or_segment()),
    ];
    let mut violations = broken_claims(claims);
    // Faces and vertices are meaningless in another dimension, and sizes when faces or vertices are wrong.
    if violations.is_empty() {
        violations.extend(if planar { judge.check_planar_hull() } else { judge.check_spatial_hull() });
    }
    if violations.is_empty() {
        let sizes = [(Claim::Size, judge.check_sizes()), (Claim::Size, check_mesh_volume(body.shape, finding))];
        violations.extend(broken_claims(sizes));
    }
    violations
}

/// Returns the points of a shape as an engine receives them, rounded to the precision that answered; `None` for a shape
/// without points.
pub(super) fn points_for_engine(shape: &Shape, precision: Precision) -> Option<Vec<[f64; 3]>> {
    let points = shape.points()?;
    match precision {
        Precision::F32 => Some(points.into_iter().map(|p| p.map(|x| f64::from(x as f32))).collect()),
        Precision::F64 => Some(points),
    }
}

/// Bits of a point's coordinates, the same for equal points: adding 0 turns −0 into 0.
fn bits(point: [f64; 3]) -> [u64; 3] {
    point.map(|x| (x + 0.0).to_bits())
}

/// Checks the reported volume that a closed mesh encloses, which may be smaller than that of its hull; no other body
/// has one.
fn check_mesh_volume(shape: &Shape, finding: &HullFinding) -> Option<String> {
    let is_spatial = matches!(finding.measure, HullMeasure::Spatial { .. });
    let computed = if is_spatial { enclosed_volume(shape) } else { None };
    let holds = match (computed, finding.mesh_volume) {
        (Some(volume), Some(claimed)) => (volume - claimed).abs() <= MESH_VOLUME_ERROR * volume,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    (!holds).then(|| {
        let [computed, claimed] = [computed, finding.mesh_volume].map(|volume| text::quantity(volume, "m³"));
        format!("the volume that the mesh encloses is {computed}, reported as {claimed}")
    })
}

/// Volume that a closed mesh encloses, m³; `None` for an open mesh, a mesh that was not read, and other shapes.
fn enclosed_volume(shape: &Shape) -> Option<f64> {
    let Shape::Mesh { scale, up, content, .. } = shape else { return None };
    let mesh = content.mesh()?;
    // Only a closed mesh has a volume.
    mesh.volume?;
    let points: Vec<DVec3> = content.placed(*scale, *up).map(DVec3::from_array).collect();
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    let triangles = mesh.triangles.iter().map(|corners| corners.map(|i| points[i as usize] - middle));
    let volumes = triangles.map(|[a, b, c]| a.dot(b.cross(c)) / 6.0);
    Some(volumes.sum::<f64>().abs())
}

/// Checks that indices, counts and sizes are well formed.
fn check_form(finding: &HullFinding, count: usize, planar: bool) -> Option<String> {
    let mut indices = finding.vertices.iter().chain(finding.faces().iter().flatten());
    if let Some(i) = indices.find(|i| **i as usize >= count) {
        let points = text::counted(count, "point", "points");
        return Some(format!("the answer uses point {i}, but the body has only {points}, counted from 0"));
    }
    let corners = finding.vertices.len();
    let fits = match (finding.dimension, planar) {
        (0, _) => corners == 1,
        (1, _) => corners == 2,
        (2, _) => corners >= 3,
        (3, false) => corners >= 4,
        _ => false,
    };
    if !fits {
        let corners = text::counted(corners, "vertex", "vertices");
        return Some(format!("a hull of dimension {} cannot have {corners}", finding.dimension));
    }
    if !planar && finding.vertices.windows(2).any(|two| two[0] > two[1]) {
        return Some(String::from("the vertices of the hull are not in ascending order"));
    }
    let sizes = match finding.measure {
        HullMeasure::Planar { area, perimeter } => [("area", area), ("perimeter", perimeter)],
        HullMeasure::Spatial { area, volume, .. } => [("area", area), ("volume", volume)],
    };
    let (name, size) = sizes.into_iter().find(|(_, size)| !(size.is_finite() && *size >= 0.0))?;
    Some(format!("the {name} is {size}; it must be finite and at least 0"))
}

/// Size of a hull next to that of the answer.
struct ComparedSize {
    /// Name with the unit.
    name: &'static str,
    /// Exponent of the meter in the unit.
    power: i32,
    /// Size that the judge computed.
    computed: f64,
    /// Size in the answer.
    claimed: f64,
}

/// Input of the judges of planar and spatial hulls.
struct Judge<'a> {
    /// The points for exact predicates.
    exact: &'a ExactPoints,
    /// The points in the unit of the scene.
    points: &'a [[f64; 3]],
    finding: &'a HullFinding,
}

impl Judge<'_> {
    /// Checks that the vertices differ, and that each is the first index among equal points.
    fn check_vertex_indices(&self) -> Option<String> {
        let mut first_index = HashMap::new();
        for (i, point) in (0..).zip(self.points) {
            first_index.entry(bits(*point)).or_insert(i);
        }
        let wrong = self.finding.vertices.iter().find_map(|&v| {
            let i: u32 = *first_index.get(&bits(self.points[v as usize]))?;
            (i != v).then(|| format!("vertex {v} equals the earlier point {i}; the hull must use the earlier point"))
        });
        if wrong.is_some() {
            return wrong;
        }
        let mut seen = HashSet::new();
        let twice = self.finding.vertices.iter().find(|v| !seen.insert(**v))?;
        Some(format!("vertex {twice} is listed twice"))
    }

    /// Checks that the exact affine dimension of the points is the reported one.
    fn check_dimension(&self) -> Option<String> {
        let claimed = self.finding.dimension;
        let computed = self.exact.dimension();
        (claimed != computed)
            .then(|| format!("in exact arithmetic the dimension of the points is {computed}, reported as {claimed}"))
    }

    /// Checks that a hull that is a point or a segment contains all points.
    fn check_point_or_segment(&self) -> Option<String> {
        let [a, b] = match self.finding.vertices[..] {
            [a] => [a, a],
            [a, b] => [a, b],
            _ => return None,
        };
        let outside = (0..self.points.len() as u32).find(|&p| !self.exact.is_between(a, b, p))?;
        Some(if a == b {
            format!("point {outside} differs from point {a}, which is reported as the whole hull")
        } else {
            format!("point {outside} is not on the reported hull, the segment from point {a} to point {b}")
        })
    }

    /// Checks the sizes by a computation that differs from the engine's: about the mean of the vertices.
    fn check_sizes(&self) -> Option<String> {
        let sizes = match &self.finding.measure {
            HullMeasure::Planar { area, perimeter } => {
                let [computed_area, computed_perimeter] = self.planar_sizes();
                [
                    ComparedSize { name: "area (m²)", power: 2, computed: computed_area, claimed: *area },
                    ComparedSize { name: "perimeter (m)", power: 1, computed: computed_perimeter, claimed: *perimeter },
                ]
            }
            HullMeasure::Spatial { volume, area, .. } => {
                let [computed_volume, computed_area] = self.solid_sizes();
                [
                    ComparedSize { name: "volume (m³)", power: 3, computed: computed_volume, claimed: *volume },
                    ComparedSize { name: "area (m²)", power: 2, computed: computed_area, claimed: *area },
                ]
            }
        };
        let extent = self.exact.extent();
        sizes.into_iter().find_map(|ComparedSize { name, power, computed, claimed }| {
            // Cancellation in a thin hull leaves errors proportional to the size of its box.
            let allowed = RELATIVE_SIZE_ERROR * computed.abs() + THIN_SIZE_ERROR * extent.powi(power);
            let deviation = (computed - claimed).abs();
            (!(deviation <= allowed)).then(|| format!("the {name} is {computed:e}, reported as {claimed:e}"))
        })
    }
}
