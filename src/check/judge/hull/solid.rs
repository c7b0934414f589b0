//! Judge of hulls in space: the faces must form a closed, strictly convex surface that contains all points.

use std::collections::{BTreeSet, HashMap};

use glam::DVec3;

use super::super::failed_claim::{FirstFailure, as_violations};
use super::inside::Cones;
use super::planar::Ring;
use super::{Claim, Judge, Violation, one_violation, text};

/// Maximum number of points times faces for which every point is compared with every face.
const MAX_DIRECT_TESTS: usize = 4_000_000;

/// Returns the vertices before and after a vertex of a face, in the order of the face.
fn face_neighbors(face: &[u32], corner: u32) -> [u32; 2] {
    let k = face.iter().position(|&i| i == corner).unwrap_or(0);
    [face[(k + face.len() - 1) % face.len()], face[(k + 1) % face.len()]]
}

/// Vertices of a face, rotated so that the lowest index is the first.
fn from_lowest(mut face: Vec<u32>) -> Vec<u32> {
    let lowest = (0..face.len()).min_by_key(|&k| face[k]).unwrap_or(0);
    face.rotate_left(lowest);
    face
}

impl Judge<'_> {
    /// Checks the faces of a hull of any dimension, 0 to 3.
    pub(super) fn check_spatial_hull(&self) -> Vec<Violation> {
        match self.finding.dimension {
            3 => as_violations(self.check_solid()),
            2 => self.check_flat_hull(),
            _ => self.check_absence_of_faces(),
        }
    }

    /// Checks that a hull that is a point or a segment has no faces.
    fn check_absence_of_faces(&self) -> Vec<Violation> {
        let count = self.finding.faces().len();
        if count == 0 {
            return Vec::new();
        }
        let faces = text::counted(count, "face", "faces");
        let message = format!("a hull that is a point or a segment has no faces, but the answer has {faces}");
        one_violation(Claim::Surface, message)
    }

    /// Checks a hull that is a polygon: it has two faces, one for each side, with the same vertices in opposite orders.
    fn check_flat_hull(&self) -> Vec<Violation> {
        let faces = self.finding.faces();
        let [front, back] = faces else {
            return one_violation(Claim::Surface, format!("a flat hull needs 2 faces; the answer has {}", faces.len()));
        };
        if let Some(message) = self.check_face_vertices() {
            return one_violation(Claim::Surface, message);
        }
        let front = from_lowest(front.clone());
        let reversed_back = back.iter().rev().copied().collect();
        if from_lowest(reversed_back) != front {
            let message = String::from("the two faces of a flat hull need the same vertices in opposite orders");
            return one_violation(Claim::Surface, message);
        }
        // Three vertices of a strictly convex polygon span its plane; a projection keeps their orientation.
        let plane = [front[0], front[1], front[2]];
        let Some(axis) = self.exact.axis(plane) else {
            let message = format!("point {} is not a vertex: it is collinear with its neighbors", front[1]);
            return one_violation(Claim::Corners, message);
        };
        self.check_polygon(axis, &front, self.exact.orientation(axis, plane).signum())
    }

    /// Checks that the vertices of the hull are those of the faces.
    fn check_face_vertices(&self) -> Option<String> {
        let in_faces: BTreeSet<u32> = self.finding.faces().iter().flatten().copied().collect();
        let listed: BTreeSet<u32> = self.finding.vertices.iter().copied().collect();
        let point = in_faces.symmetric_difference(&listed).next()?;
        Some(if in_faces.contains(point) {
            format!("point {point} is a vertex of a face, but not listed as a vertex of the hull")
        } else {
            format!("point {point} is listed as a vertex of the hull, but is a vertex of no face")
        })
    }

    /// Checks the faces of a solid: a closed surface, convex at every vertex, that contains all points.
    fn check_solid(&self) -> FirstFailure {
        if let Some(message) = self.check_face_vertices().or_else(|| self.check_closed_surface()) {
            return Some((Claim::Surface, message));
        }
        let faces = self.finding.faces();
        let wrong_face = faces.iter().enumerate().find_map(|(number, face)| self.check_face(number, face));
        if let Some(failure) = wrong_face.or_else(|| self.check_vertex_cones()) {
            return Some(failure);
        }
        // A closed surface that is strictly convex at every vertex bounds a convex body, so each point of a large set
        // is compared with one face only. A small set of points is compared with every face.
        let is_large = self.points.len().saturating_mul(faces.len()) > MAX_DIRECT_TESTS;
        let cones = if is_large { Cones::new(self.exact, &self.finding.vertices, faces) } else { None };
        let planes: Vec<[u32; 3]> = faces.iter().map(|face| [face[0], face[1], face[2]]).collect();
        let (p, number) = (0..self.points.len() as u32).find_map(|p| {
            let face_below = match &cones {
                Some(cones) => cones.face_below(p),
                None => planes.iter().position(|plane| self.exact.point_side_of_plane(*plane, p) > 0.0),
            };
            Some((p, face_below?))
        })?;
        Some((Claim::Containment, format!("point {p} is outside the hull, above face {number}")))
    }

    /// Checks that at every vertex the faces form a convex cone: other neighbors lie strictly below each face.
    fn check_vertex_cones(&self) -> FirstFailure {
        let faces = self.finding.faces();
        let mut faces_at: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, face) in faces.iter().enumerate() {
            for v in face {
                faces_at.entry(*v).or_default().push(number);
            }
        }
        // The star of a vertex: the faces around it.
        for (v, star) in &faces_at {
            let neighbors: BTreeSet<u32> = star.iter().flat_map(|&number| face_neighbors(&faces[number], *v)).collect();
            for &number in star {
                let [before, after] = face_neighbors(&faces[number], *v);
                let plane = [before, *v, after];
                let mut others = neighbors.iter().copied().filter(|p| ![before, after].contains(p));
                if let Some(p) = others.find(|&p| !(self.exact.point_side_of_plane(plane, p) < 0.0)) {
                    let message = format!(
                        "the hull is not strictly convex at vertex {v}: its neighbor {p} is not below face {number}"
                    );
                    return Some((Claim::Corners, message));
                }
            }
        }
        None
    }

    /// Checks that every edge has two faces with opposite directions, that all faces connect, and Euler's formula.
    fn check_closed_surface(&self) -> Option<String> {
        let faces = self.finding.faces();
        // Face of each directed edge.
        let mut sides = HashMap::new();
        for (number, face) in faces.iter().enumerate() {
            if face.len() < 3 {
                let corners = text::counted(face.len(), "vertex", "vertices");
                return Some(format!("face {number} has {corners}; it needs at least 3"));
            }
            for (&from, &to) in face.iter().zip(face.iter().cycle().skip(1)) {
                if sides.insert((from, to), number).is_some() {
                    return Some(format!(
                        "the edge from vertex {from} to vertex {to} occurs twice in the same direction"
                    ));
                }
            }
        }
        if let Some((from, to)) = sides.keys().find(|(from, to)| !sides.contains_key(&(*to, *from))) {
            return Some(format!("the surface is open at the edge from vertex {from} to vertex {to}"));
        }
        let v = self.finding.vertices.len();
        let e = sides.len() / 2;
        let f = faces.len();
        if v + f != e + 2 {
            let sum = v as i64 - e as i64 + f as i64;
            return Some(format!("V − E + F is {sum} for {v} vertices, {e} edges and {f} faces; it must be 2"));
        }
        // A walk over the edges from face 0 finds all faces of a connected surface.
        let mut visited = vec![false; f];
        let mut pending = vec![0];
        visited[0] = true;
        while let Some(current) = pending.pop() {
            for (&from, &to) in faces[current].iter().zip(faces[current].iter().cycle().skip(1)) {
                let neighbor = sides[&(to, from)];
                if !visited[neighbor] {
                    visited[neighbor] = true;
                    pending.push(neighbor);
                }
            }
        }
        let separate = visited.iter().position(|is_visited| !is_visited)?;
        Some(format!("face {separate} is not connected to face 0"))
    }

    /// Checks that a face is planar, strictly convex and winds once.
    fn check_face(&self, number: usize, face: &[u32]) -> FirstFailure {
        let count = face.len();
        let plane = [face[0], face[1 % count], face[2 % count]];
        let Some(axis) = self.exact.axis(plane) else {
            return Some((
                Claim::Corners,
                format!("vertex {} of face {number} is collinear with its neighbors", plane[1]),
            ));
        };
        if let Some(p) = face.iter().find(|p| self.exact.point_side_of_plane(plane, **p) != 0.0) {
            return Some((Claim::Surface, format!("vertex {p} of face {number} is not in the plane of the face")));
        }
        let orientation = self.exact.orientation(axis, plane).signum();
        let ring = Ring { exact: self.exact, axis, corners: face, orientation };
        if let Some(k) = (0..count).find(|&k| !ring.is_oriented([k, k + 1, k + 2])) {
            return Some((
                Claim::Corners,
                format!("the boundary of face {number} is not convex at vertex {}", ring.vertex(k + 1)),
            ));
        }
        let k = (1..count - 1).find(|&k| !ring.is_oriented([0, k, k + 1]))?;
        Some((
            Claim::Corners,
            format!("the boundary of face {number} winds more than once, beginning at vertex {}", ring.vertex(k + 1)),
        ))
    }

    /// Volume (m³; 0 unless the hull is a solid), then total area of the faces (m²).
    pub(super) fn solid_sizes(&self) -> [f64; 2] {
        let count = self.finding.vertices.len() as f64;
        let middle = self.finding.vertices.iter().map(|&i| DVec3::from(self.points[i as usize]) / count).sum::<DVec3>();
        let mut volume = 0.0;
        let mut area = 0.0;
        for face in self.finding.faces() {
            let corners: Vec<DVec3> = face.iter().map(|&i| DVec3::from(self.points[i as usize])).collect();
            let first = corners[0];
            let ring = corners.iter().zip(corners.iter().cycle().skip(1));
            // Normal of the face, with twice its area as the length.
            let normal = ring.map(|(p, q)| (*p - first).cross(*q - first)).sum::<DVec3>();
            area += 0.5 * normal.length();
            volume += (first - middle).dot(normal) / 6.0;
        }
        [if self.finding.dimension == 3 { volume } else { 0.0 }, area]
    }
}
