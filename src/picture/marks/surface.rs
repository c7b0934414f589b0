//! Derived data of a [`Solid`]: outward normals, smooth vertex normals, the faces at each edge, and whether it is a
//! closed convex body.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DQuat, DVec3};

use crate::{Part, Role, Solid};

/// Cosine of the angle between neighboring normals above which facets belong to one round surface: about 40°.
const SMOOTH_COS: f64 = 0.77;

/// Area of a polygon, as a share of the square of its size, below which it counts as none.
const MIN_RELATIVE_AREA: f64 = 1e-12;

/// Height of a face's middle above its neighbor's plane, as a share of the face's size, up to which the edge between
/// them counts as convex.
const CONVEX_TOLERANCE: f64 = 1e-6;

/// Faces, normals and edges of a solid.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Vertex indices of each face that has an area; indices are valid and vertices finite.
    pub faces: Arc<Vec<Vec<u32>>>,
    /// Index of each of these faces among those of the solid.
    pub sources: Arc<Vec<usize>>,
    /// Outward unit normal of each face.
    pub normals: Vec<DVec3>,
    /// One or two faces at each edge, by the edge's vertex indices, the lower one first.
    pub edges: Arc<BTreeMap<[u32; 2], Sides>>,
    /// Whether the faces form a closed convex body, so that its outline is the hull of its projection.
    pub convex: bool,
}

/// The faces at an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// First face with the edge.
    pub first: usize,
    /// Second face with the edge, if any.
    pub second: Option<usize>,
}

impl Surface {
    /// Derives the data of a solid; faces without area or with invalid indices are skipped.
    pub fn of(solid: &Solid) -> Self {
        let count = solid.vertices.len();
        let mut faces = Vec::new();
        let mut sources = Vec::new();
        let mut normals = Vec::new();
        for (source, face) in solid.faces.iter().enumerate() {
            let is_valid =
                face.len() >= 3 && face.iter().all(|&i| (i as usize) < count && solid.vertices[i as usize].is_finite());
            if !is_valid {
                continue;
            }
            let corners: Vec<DVec3> = face.iter().map(|&i| solid.vertices[i as usize]).collect();
            if let Some(normal) = polygon_normal(&corners) {
                faces.push(face.clone());
                sources.push(source);
                normals.push(normal);
            }
        }
        let edges = edges(&faces);
        let convex = is_convex(solid, &faces, &normals, &edges);
        Self { faces: Arc::new(faces), sources: Arc::new(sources), normals, edges: Arc::new(edges), convex }
    }

    /// Derived data of the solid after a rigid motion with this rotation; only normals change.
    pub fn rotated(&self, rotation: DQuat) -> Self {
        Self { normals: self.normals.iter().map(|normal| rotation * *normal).collect(), ..self.clone() }
    }

    /// Part of a face, an index into [`Surface::faces`]; `None` where the solid's faces are not distinguished.
    pub fn part<'a>(&self, solid: &'a Solid, face: usize) -> Option<&'a Part> {
        solid.part(*self.sources.get(face)?)
    }

    /// Part that an edge belongs to, if all its faces have the role `Ghost`; `None` for other edges.
    pub fn ghost_edge<'a>(&self, solid: &'a Solid, sides: Sides) -> Option<&'a Part> {
        let first = self.ghost_face(solid, sides.first)?;
        sides.second.is_none_or(|second| self.ghost_face(solid, second).is_some()).then_some(first)
    }

    /// Part that a face belongs to, if it has the role `Ghost`.
    fn ghost_face<'a>(&self, solid: &'a Solid, face: usize) -> Option<&'a Part> {
        self.part(solid, face).filter(|part| part.role == Role::Ghost)
    }

    /// Unit normal at each vertex of each face, for shading: the mean normal of the faces around the vertex that
    /// continue the surface smoothly.
    pub fn smooth_normals(&self, solid: &Solid) -> Vec<Vec<DVec3>> {
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); solid.vertices.len()];
        for (f, face) in self.faces.iter().enumerate() {
            for &i in face {
                around[i as usize].push(f);
            }
        }
        let faces = self.faces.iter().zip(&self.normals);
        let mut normals_of_faces = Vec::with_capacity(self.faces.len());
        for (face, normal) in faces {
            let normals = face.iter().map(|&i| self.smooth_normal(*normal, &around[i as usize]));
            normals_of_faces.push(normals.collect());
        }
        normals_of_faces
    }

    /// Mean normal of those of the faces `around` a vertex that continue the face with the unit normal `face_normal`
    /// smoothly.
    fn smooth_normal(&self, face_normal: DVec3, around: &[usize]) -> DVec3 {
        let similar = around.iter().map(|&face| self.normals[face]).filter(|n| n.dot(face_normal) > SMOOTH_COS);
        similar.sum::<DVec3>().normalize_or(face_normal)
    }
}

/// Unit normal of a planar polygon, about which its vertices are counter-clockwise; `None` for a polygon without an
/// area. Cross products are taken relative to the first vertex, so that a polygon far from the origin loses no digits.
pub fn polygon_normal(corners: &[DVec3]) -> Option<DVec3> {
    let first = *corners.first()?;
    let mut sum = DVec3::ZERO;
    let mut squared_size = 0.0f64;
    for pair in corners[1..].windows(2) {
        let a = pair[0] - first;
        let b = pair[1] - first;
        sum += a.cross(b);
        squared_size = squared_size.max(a.length_squared()).max(b.length_squared());
    }
    let has_area = sum.is_finite() && sum.length() > squared_size * MIN_RELATIVE_AREA;
    if has_area { sum.try_normalize() } else { None }
}

/// Faces at each edge; a third face at an edge is ignored.
fn edges(faces: &[Vec<u32>]) -> BTreeMap<[u32; 2], Sides> {
    let mut edges: BTreeMap<[u32; 2], Sides> = BTreeMap::new();
    for (f, face) in faces.iter().enumerate() {
        for (k, &i) in face.iter().enumerate() {
            let j = face[(k + 1) % face.len()];
            edges
                .entry([i.min(j), i.max(j)])
                .and_modify(|sides| sides.second = sides.second.or(Some(f)))
                .or_insert(Sides { first: f, second: None });
        }
    }
    edges
}

/// Whether the faces form a closed convex surface: every edge has two faces, and the middle of the second one is not
/// above the plane of the first.
fn is_convex(solid: &Solid, faces: &[Vec<u32>], normals: &[DVec3], edges: &BTreeMap<[u32; 2], Sides>) -> bool {
    if faces.len() < 4 {
        return false;
    }
    edges.iter().all(|([i, j], sides)| {
        let Some(second) = sides.second else { return false };
        let [from, to] = [i, j].map(|i| solid.vertices[*i as usize]);
        let across = middle(solid, &faces[second]) - from;
        let size = across.length() + (to - from).length();
        normals[sides.first].dot(across) <= size * CONVEX_TOLERANCE
    })
}

/// Mean of a face's vertices.
fn middle(solid: &Solid, face: &[u32]) -> DVec3 {
    face.iter().map(|&i| solid.vertices[i as usize]).sum::<DVec3>() / face.len() as f64
}
