//! Judge of Minkowski differences. Vertices must be differences of points, no difference of points may be outside a
//! face, and the faces must form a closed surface. The kind of a face (a face of one body or of both, or an edge of
//! each) must be that of the points of its vertices.
//!
//! - **Free choice.** The order of faces in space; in the plane, edges must follow one another.
//! - **Limits.** Faces too thin for a normal are not compared with the points. The features of faces are not checked,
//!   only their kinds.

use std::collections::HashMap;

use contact_lens_model::answer::{DifferenceFace, DifferenceFinding, FaceKind};
use contact_lens_play::Precision;
use glam::DVec3;

use super::super::reference_geometry::Placed;
use super::{Claim, Violation, broken_claims, hull, one_violation, text};

/// Relative error of a size.
const RELATIVE_SIZE_ERROR: f64 = 1e-9;

/// Error of the size of a thin difference, as a fraction of the area or volume of its extent.
const THIN_SIZE_ERROR: f64 = 1e-12;

/// Error bound of a coordinate, in roundings.
const ROUNDINGS: f64 = 64.0;

/// Returns every claim of a difference that does not hold.
pub fn verify(a: &Placed<'_>, b: &Placed<'_>, finding: &DifferenceFinding, precision: Precision) -> Vec<Violation> {
    let (Some(of_a), Some(of_b)) =
        (hull::points_for_engine(a.shape, precision), hull::points_for_engine(b.shape, precision))
    else {
        return one_violation(
            Claim::Form,
            String::from("the answer is a Minkowski difference of vertices, but A or B has no vertices"),
        );
    };
    let origin = a.position;
    let points = [(a, of_a), (b, of_b)].map(|(body, points)| {
        let placed = points.into_iter().map(|p| body.position - origin + body.rotation * DVec3::from_array(p));
        placed.collect::<Vec<DVec3>>()
    });
    let largest = points.iter().flatten().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let rounding = ROUNDINGS * precision.eps() * 2.0 * (largest + b.position.distance(origin));
    if finding.planar != (a.is_planar() || b.is_planar()) {
        let [answer, bodies] = if finding.planar { ["2D", "3D"] } else { ["3D", "2D"] };
        return one_violation(Claim::Form, format!("the answer is {answer}, but the bodies are {bodies}"));
    }
    if let Some(message) = check_form(finding, &points) {
        return one_violation(Claim::Form, message);
    }
    let judge = Judge { finding, points: &points, rounding };
    let claims = [
        (Claim::Corners, judge.check_vertices()),
        (Claim::Containment, judge.check_containment()),
        (Claim::Dimension, judge.check_dimension()),
        (Claim::Surface, judge.check_surface()),
        (Claim::Surface, judge.check_face_kinds()),
        (Claim::Size, judge.check_size()),
    ];
    broken_claims(claims)
}

/// Checks that indices, counts and the size are well formed. `points` are those of A and of B.
fn check_form(finding: &DifferenceFinding, points: &[Vec<DVec3>; 2]) -> Option<String> {
    let counts = [points[0].len(), points[1].len()];
    if let Some(pair) = finding.pairs.iter().find(|pair| (0..2).any(|k| pair[k] as usize >= counts[k])) {
        let [i, j] = pair;
        let [of_a, of_b] = counts.map(|count| text::counted(count, "point", "points"));
        return Some(format!(
            "the answer uses point {i} of A and point {j} of B; A has {of_a}, B has {of_b}, counted from 0"
        ));
    }
    let corners = finding.points.len();
    if corners == 0 {
        return Some(String::from("the answer has no vertices"));
    }
    if corners != finding.pairs.len() {
        return Some(format!(
            "the answer has {} and {}; each vertex needs one pair",
            text::counted(corners, "vertex", "vertices"),
            text::counted(finding.pairs.len(), "pair of points", "pairs of points")
        ));
    }
    let least = 2 + usize::from(!finding.planar);
    let mut faces = finding.faces.iter();
    if let Some(face) =
        faces.find(|face| face.corners.len() < least || face.corners.iter().any(|&i| i as usize >= corners))
    {
        let kind = if finding.planar { "an edge" } else { "a face" };
        return Some(format!(
            "{kind} has the vertices {}; it needs at least {least} vertices, with indices below {corners}",
            text::list(&face.corners)
        ));
    }
    (!(finding.size.is_finite() && finding.size >= 0.0))
        .then(|| format!("the {} is {}; it must be finite and at least 0", size_name(finding), finding.size))
}

/// Returns the name of the size with its unit.
fn size_name(finding: &DifferenceFinding) -> &'static str {
    if finding.planar { "area (m²)" } else { "volume (m³)" }
}

/// Returns the kind of a face in words, after "is".
fn kind_text(kind: FaceKind) -> &'static str {
    match kind {
        FaceKind::A => "a face of A",
        FaceKind::B => "a face of B",
        FaceKind::Both => "the sum of a face of each body",
        FaceKind::Edges => "the sum of an edge of each body",
    }
}

/// Direction along which the answer claims how far the difference extends.
struct ClaimedExtent {
    /// Unit vector, world axes.
    direction: DVec3,
    /// Greatest coordinate of the difference along the direction, meters.
    height: f64,
    /// Tolerance of the height, meters.
    rounding: f64,
}

/// Normal of a face.
struct FaceNormal {
    /// Outward unit vector, world axes.
    normal: DVec3,
    /// Tolerance for vertices outside the face, meters.
    rounding: f64,
}

/// Answer and the bodies that it is about.
struct Judge<'a> {
    finding: &'a DifferenceFinding,
    /// Points of A and of B in world axes, relative to A's origin, meters.
    points: &'a [Vec<DVec3>; 2],
    /// Rounding error of a vertex of the difference, meters.
    rounding: f64,
}

impl Judge<'_> {
    /// Checks that each vertex is the difference of its points, and that each point is the first among equal ones.
    fn check_vertices(&self) -> Option<String> {
        let later = self.finding.pairs.iter().find(|pair| (0..2).any(|k| !self.is_first(k, pair[k] as usize)));
        if let Some([i, j]) = later {
            return Some(format!(
                "vertex a{i} − b{j} uses a point that equals an earlier point; it must use the earlier point"
            ));
        }
        let mut pairs = self.finding.pairs.iter().zip(&self.finding.points);
        pairs.find_map(|(&[i, j], vertex)| {
            let deviation = (self.points[0][i as usize] - self.points[1][j as usize] - *vertex).length();
            (!(deviation <= self.rounding)).then(|| {
                format!(
                    "vertex a{i} − b{j} is {deviation:e} m away from the difference of point {i} of A and point {j} \
                     of B"
                )
            })
        })
    }

    /// Whether no point of body `k` before point `i` equals it.
    fn is_first(&self, k: usize, i: usize) -> bool {
        self.points[k].iter().position(|p| *p == self.points[k][i]) == Some(i)
    }

    /// Vertex `k` of the difference.
    fn vertex(&self, k: u32) -> DVec3 {
        self.finding.points[k as usize]
    }

    /// Returns the normal of a face; `None` for a face that is too thin.
    fn normal(&self, face: &DifferenceFace) -> Option<FaceNormal> {
        let first = self.vertex(face.corners[0]);
        // A vector along the normal, and the length by which it is divided for the width of the face.
        let (area, longest) = match face.corners[..] {
            [_, last] => {
                // An edge in the plane: the normal is as long as the edge, which is the width.
                let along = self.vertex(last) - first;
                (DVec3::new(along.y, -along.x, 0.0), 1.0)
            }
            _ => {
                let sides = face.corners[1..].windows(2);
                let fan = sides.map(|k| (self.vertex(k[0]) - first).cross(self.vertex(k[1]) - first));
                let longest = face.corners.iter().map(|&k| (self.vertex(k) - first).length()).fold(0.0, f64::max);
                (fan.sum::<DVec3>(), longest)
            }
        };
        // The thinner a face, the less accurate its normal; the farther a point, the larger the effect.
        let width = area.length() / longest;
        let extent = self.finding.points.iter().map(|p| (*p - first).length()).fold(0.0, f64::max);
        let rounding = self.rounding * (1.0 + extent / width);
        (width > 0.0 && rounding.is_finite()).then(|| FaceNormal { normal: area.normalize(), rounding })
    }

    /// Checks that along the normal of each face, along every axis and along the diagonal (1, 1, 1), in both directions
    /// of each, the vertices are as far as the farthest difference of points.
    fn check_containment(&self) -> Option<String> {
        let of_faces = self.finding.faces.iter().filter_map(|face| {
            let FaceNormal { normal, rounding } = self.normal(face)?;
            Some(ClaimedExtent { direction: normal, height: self.vertex(face.corners[0]).dot(normal), rounding })
        });
        let axes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE.normalize()].into_iter().flat_map(|d| [d, -d]);
        let of_axes = axes.map(|direction| ClaimedExtent {
            direction,
            height: support_height(&self.finding.points, direction),
            rounding: 2.0 * self.rounding,
        });
        of_faces.chain(of_axes).find_map(|ClaimedExtent { direction, height, rounding }| {
            let excess =
                support_height(&self.points[0], direction) + support_height(&self.points[1], -direction) - height;
            (!(excess.abs() <= rounding)).then(|| {
                let relation = if excess < 0.0 { "less far" } else { "farther" };
                format!(
                    "along {direction} the Minkowski difference reaches {:e} m {relation} than the answer reports",
                    excess.abs()
                )
            })
        })
    }

    /// Checks that the numbers of vertices and faces fit the dimension.
    fn check_dimension(&self) -> Option<String> {
        let finding = self.finding;
        let faces = self.finding.faces.len();
        let corners = finding.points.len();
        let fits = match (finding.dimension, finding.planar) {
            (0, _) => corners == 1 && faces == 0,
            (1, _) => corners == 2 && faces == 0,
            (2, true) => corners >= 3 && faces == corners,
            (2, false) => corners >= 3 && faces == 2,
            (3, false) => corners >= 4 && faces >= 4,
            _ => false,
        };
        (!fits).then(|| {
            let corners = text::counted(corners, "vertex", "vertices");
            let faces = if finding.planar {
                text::counted(faces, "edge", "edges")
            } else {
                text::counted(faces, "face", "faces")
            };
            format!("a difference of dimension {} cannot have {corners} and {faces}", finding.dimension)
        })
    }

    /// Checks the kind of each face against the features that its vertices' points span.
    fn check_face_kinds(&self) -> Option<String> {
        // Dimension of a face.
        let flat = if self.finding.planar { 1 } else { 2 };
        self.finding.faces.iter().enumerate().find_map(|(number, face)| {
            let [of_a, of_b] = [0, 1].map(|k| {
                let mut points: Vec<u32> = face.corners.iter().map(|i| self.finding.pairs[*i as usize][k]).collect();
                points.sort_unstable();
                points.dedup();
                // Points of a feature that is an edge of its body lie on a line, so at most two of them are listed.
                points.len().min(flat + 1) - 1
            });
            let actual = match (of_a == flat, of_b == flat) {
                (true, true) => FaceKind::Both,
                (true, false) => FaceKind::A,
                (false, true) => FaceKind::B,
                (false, false) => FaceKind::Edges,
            };
            (actual != face.kind)
                .then(|| format!("face {number} is reported as {}, but is {}", kind_text(face.kind), kind_text(actual)))
        })
    }

    /// Checks that every edge belongs to as many faces in one direction as in the other, and that Euler's formula holds
    /// for a solid; in the plane, that the edges follow one another.
    fn check_surface(&self) -> Option<String> {
        let finding = self.finding;
        let count = finding.faces.len();
        if finding.planar {
            let next_edges = finding.faces.iter().cycle().skip(1);
            let is_closed = finding.faces.iter().zip(next_edges).all(|(edge, next)| edge.corners[1] == next.corners[0]);
            return (count > 0 && !is_closed).then(|| String::from("the edges do not form a closed polygon"));
        }
        // For each edge, the number of faces that contain it in ascending direction minus that in descending direction.
        let mut sides: HashMap<[u32; 2], i32> = HashMap::new();
        for face in &finding.faces {
            for (k, &from) in face.corners.iter().enumerate() {
                let to = face.corners[(k + 1) % face.corners.len()];
                *sides.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
            }
        }
        if let Some(([from, to], _)) = sides.iter().find(|(_, directions)| **directions != 0) {
            return Some(format!(
                "the faces at the edge between vertices {from} and {to} must contain it as often in one direction as \
                 in the other"
            ));
        }
        let fulfills_euler = finding.points.len() + count == sides.len() + 2;
        (finding.dimension == 3 && !fulfills_euler).then(|| {
            let [v, e] = [finding.points.len(), sides.len()];
            let sum = v as i64 - e as i64 + count as i64;
            format!("V − E + F is {sum} for {v} vertices, {e} edges and {count} faces; a closed solid needs 2")
        })
    }

    /// Checks the volume (in the plane the area), summed about the mean of the vertices.
    fn check_size(&self) -> Option<String> {
        let finding = self.finding;
        let middle = finding.points.iter().sum::<DVec3>() / finding.points.len() as f64;
        let sizes = finding.faces.iter().map(|face| {
            let corners: Vec<DVec3> = face.corners.iter().map(|k| self.vertex(*k) - middle).collect();
            match corners[..] {
                [p, q] => 0.5 * p.cross(q).z,
                _ => corners[1..].windows(2).map(|k| corners[0].dot(k[0].cross(k[1]))).sum::<f64>() / 6.0,
            }
        });
        // The two faces of a flat difference enclose nothing.
        let size = if finding.faces.len() > 2 { sizes.sum::<f64>() } else { 0.0 };
        let extent = finding.points.iter().map(|p| (*p - middle).length()).fold(0.0, f64::max);
        let rounding =
            RELATIVE_SIZE_ERROR * size.abs() + THIN_SIZE_ERROR * extent.powi(if finding.planar { 2 } else { 3 });
        (!((size - finding.size).abs() <= rounding))
            .then(|| format!("the {} is {size:e}, reported as {:e}", size_name(finding), finding.size))
    }
}

/// Greatest coordinate of points along `d`.
fn support_height(points: &[DVec3], d: DVec3) -> f64 {
    points.iter().map(|p| p.dot(d)).fold(f64::NEG_INFINITY, f64::max)
}
