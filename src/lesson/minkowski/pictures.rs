//! Pictures of Minkowski differences in space: the known faces, the crossings on the Gauss sphere, and the marks that
//! belong to one face in all views.

use std::sync::Arc;

use contact_lens_model::answer::FaceKind;
use contact_lens_model::snapshot::minkowski::{Facet, FacetOrigin};
use contact_lens_picture::{Form, Part, Picture, Role, Slant, Solid};
use glam::DVec3;

use super::features::{in_order, is_same_edge};
use super::sphere::{arc_directions, normal_of};
use super::verdict::feature_names;
use super::{MinkowskiView, kind};
use crate::context::difference::{face_role, face_sign};
use crate::{Pictures, SPHERE, corner_names};

/// Largest number of vertices of a feature that have names, as in the name of the feature.
const MAX_NAMES: usize = 6;

/// Radius of the ring around the node of the current face on the unit sphere.
const RING: f64 = 0.07;

/// Number of directions in the chain of an arc that is a whole circle: each quarter, and the first one again.
pub(super) const WHOLE_CIRCLE: usize = 5;

/// Directions of the hatching of a kind of faces: those of both bodies have both, those of edge pairs none.
fn slants(kind: FaceKind) -> &'static [Slant] {
    match kind {
        FaceKind::A => &[Slant::Right],
        FaceKind::B => &[Slant::Left],
        FaceKind::Both => &[Slant::Right, Slant::Left],
        FaceKind::Edges => &[],
    }
}

impl MinkowskiView<'_> {
    /// Picture of the whole difference: the first `known` faces by kind, among them the new face with the index
    /// `new_face`, and future ones faint.
    pub(super) fn difference_picture(&self, new_face: Option<usize>, known: usize) -> Picture {
        let mut picture = Picture::default();
        let whole = &self.context.difference;
        let parts = (0..whole.faces.len()).map(|i| self.part_of_face(i, new_face == Some(i), known)).collect();
        if !whole.faces.is_empty() {
            picture.body(Role::Difference, "cso/faces", &Arc::new(Solid { parts, ..whole.clone() }));
        }
        // Faces that face away from the eye would look like those not yet found.
        for (i, face) in self.faces.iter().enumerate().take(known.min(whole.faces.len() / 2)) {
            if new_face != Some(i) {
                let points = (0..face.vertices.len()).map(|k| self.vertex(face, k)).collect();
                let outline = Form::Polyline { points, closed: true };
                picture.add(face_role(kind(&face.origin)), format!("facet/{i}"), outline);
            }
        }
        if let Some(new_face) = new_face {
            self.add_outline(&mut picture, new_face);
        }
        picture
    }

    /// Look of the face with the index `i` in the picture of the whole difference; only the first `known` faces have a
    /// look of their own.
    fn part_of_face(&self, i: usize, is_new: bool, known: usize) -> Part {
        let Some(face) = self.faces.get(i).filter(|_| i < known) else {
            return Part { role: Role::Ghost, key: "cso/whole".into(), sign: "", hatched: &[] };
        };
        let kind = kind(&face.origin);
        // The new face is labeled with its features, a flat difference with its name.
        let has_other_label = is_new || self.context.difference.faces.len() <= 2;
        Part {
            role: if is_new { Role::Simplex } else { face_role(kind) },
            key: format!("facet/{i}").into(),
            sign: if has_other_label { "" } else { face_sign(kind) },
            hatched: slants(kind),
        }
    }

    /// Mean of the vertices of a face, configuration space, meters.
    pub(super) fn middle(&self, face: &Facet) -> DVec3 {
        (0..face.vertices.len()).map(|k| self.vertex(face, k)).sum::<DVec3>() / face.vertices.len().max(1) as f64
    }

    /// Adds the sides of known faces that come from an edge of A, with its name.
    pub(super) fn add_edges_of_faces(&self, cso: &mut Picture, ends: [u32; 2]) {
        for face in self.faces {
            let pairs = self.corners(face);
            for (from, to) in pairs.iter().zip(pairs.iter().cycle().skip(1)) {
                let is_edge = is_same_edge([from[0], to[0]], ends);
                if is_edge && from[1] == to[1] {
                    let [p, q] = [*from, *to].map(|pair| self.context.cso(pair));
                    let key = format!("edge/a/{}", from[1]);
                    cso.segment(Role::Simplex, key.clone(), p, q);
                    cso.label(Role::Simplex, key, p.midpoint(q), corner_names('a', &ends));
                }
            }
        }
    }

    /// Adds the outline of the face that the next beat adds, and its outward unit normal with the name `name`.
    pub(super) fn add_next_face(&self, cso: &mut Picture, facet: usize, normal: DVec3, name: &str) {
        let Some(face) = self.faces.get(facet) else { return };
        let points = (0..face.vertices.len()).map(|k| self.vertex(face, k)).collect();
        cso.add(Role::Simplex, format!("facet/{facet}"), Form::Polyline { points, closed: true });
        self.context.pair.add_named_direction(cso, "n", self.middle(face), normal, name);
    }

    /// Mean direction of the arc of an edge of A; zero for a whole circle.
    pub(super) fn middle_of_arc(&self, edge: u32) -> DVec3 {
        let Some(edge) = self.bodies[0].edges.get(edge as usize) else { return DVec3::ZERO };
        let directions = arc_directions(edge, &self.normals(0), &self.context.points, 0);
        if directions.len() < WHOLE_CIRCLE { directions.iter().sum() } else { DVec3::ZERO }
    }

    /// Mean position of vertices of a body, world.
    pub(super) fn middle_of(&self, body: usize, corners: &[u32]) -> DVec3 {
        corners.iter().map(|corner| self.context.position(body, *corner)).sum::<DVec3>() / corners.len().max(1) as f64
    }

    /// Picture of the face with the vertices `face` of a body with its outward normal, and of the other body's farthest
    /// feature with the vertices `farthest`. `normal` is the unit normal of A's face or of −B's.
    pub(super) fn world_of_face(&self, body: usize, face: &[u32], farthest: &[u32], normal: DVec3) -> Picture {
        let other_body = 1 - body;
        let key = format!("facet/{}", self.faces.len() - 1);
        let mut world = Picture::default();
        self.context.add_feature(&mut world, Role::Simplex, key.clone(), body, face);
        let outline = in_order(&self.bodies[other_body], farthest);
        self.context.add_feature(&mut world, Role::NewSupport, format!("{key}/far"), other_body, &outline);
        self.context.add_named_vertices(&mut world, body, &face[..face.len().min(MAX_NAMES)]);
        self.context.add_named_vertices(&mut world, other_body, &farthest[..farthest.len().min(MAX_NAMES)]);
        // The normal of B's face itself is opposite to that of −B's.
        let n = if body == 0 { normal } else { -normal };
        self.context.pair.add_named_direction(&mut world, "n", self.middle_of(body, face), n, "n");
        self.context.pair.add_named_direction(&mut world, "n/far", self.middle_of(other_body, farthest), -n, "−n");
        world
    }

    /// Picture of an edge of A and an edge of B, given by their ends, with the unit normal of their parallelogram.
    pub(super) fn world_of_edges(&self, ends_a: [u32; 2], ends_b: [u32; 2], normal: DVec3) -> Picture {
        let key = format!("facet/{}", self.faces.len() - 1);
        let mut world = Picture::default();
        self.context.add_feature(&mut world, Role::Simplex, format!("{key}/a"), 0, &ends_a);
        self.context.add_feature(&mut world, Role::Simplex, format!("{key}/b"), 1, &ends_b);
        self.context.add_named_vertices(&mut world, 0, &ends_a);
        self.context.add_named_vertices(&mut world, 1, &ends_b);
        let pair = &self.context.pair;
        pair.add_named_direction(&mut world, "n", self.middle_of(0, &ends_a), normal, "n");
        pair.add_named_direction(&mut world, "n/far", self.middle_of(1, &ends_b), -normal, "−n");
        world
    }

    /// Adds the outline of a face of the difference, labeled with its features.
    fn add_outline(&self, picture: &mut Picture, facet: usize) {
        let Some(face) = self.faces.get(facet) else { return };
        let points: Vec<DVec3> = self.corners(face).into_iter().map(|pair| self.context.cso(pair)).collect();
        let key = format!("facet/{facet}");
        let middle = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
        let radius = points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
        picture.magnify_from_outside(middle, radius, self.normal(face));
        if let FacetOrigin::EdgeEdge(_) = face.origin {
            self.add_parallelogram_edges(picture, face, &points);
        }
        picture.add(Role::Simplex, key.clone(), Form::Polyline { points, closed: true });
        picture.label(Role::Simplex, key, middle, feature_names(&face.origin));
    }

    /// Adds the edges of A and of −B that span a parallelogram, as arrows head to tail along two of its sides.
    fn add_parallelogram_edges(&self, picture: &mut Picture, face: &Facet, points: &[DVec3]) {
        let pairs = self.corners(face);
        for side in 0..2.min(pairs.len().saturating_sub(2)) {
            let [from, to] = [pairs[side], pairs[side + 1]];
            // A side along which the vertex of A stays the same is an edge of −B.
            let (role, letter, ends) = if from[0] == to[0] {
                (Role::ShapeB, 'b', [from[1], to[1]])
            } else {
                (Role::ShapeA, 'a', [from[0], to[0]])
            };
            let key = format!("edge/{letter}");
            picture.arrow(role, key.clone(), points[side], points[side + 1]);
            picture.label(role, key, points[side].midpoint(points[side + 1]), corner_names(letter, &ends));
        }
    }

    /// Pictures of a face of the difference in all views: its features, itself, and its normal.
    pub(super) fn linked(&self, facet: usize) -> Pictures {
        let Some(face) = self.faces.get(facet) else { return Pictures::default() };
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let mut sphere = Picture::default();
        for body in 0..2 {
            let mut corners: Vec<u32> = self.corners(face).iter().map(|pair| pair[body]).collect();
            corners.sort_unstable();
            corners.dedup();
            let corners = in_order(&self.bodies[body], &corners);
            self.context.add_feature(&mut world, Role::Simplex, format!("facet/{facet}"), body, &corners);
            self.context.add_named_vertices(&mut world, body, &corners);
        }
        self.add_outline(&mut cso, facet);
        let normal = self.normal(face);
        self.add_node(&mut sphere, facet, normal, feature_names(&face.origin));
        if let FacetOrigin::EdgeEdge(ends) = &face.origin {
            self.add_highlighted_arcs(&mut sphere, [self.edge_of(ends, 0), self.edge_of(ends, 1)]);
        }
        let mut pictures = Pictures::pair(world, cso);
        *pictures.edit(SPHERE) = sphere;
        pictures
    }

    /// Index of the edge of `body` that has the ends `ends[body]` in either order; `None` if no edge has them.
    fn edge_of(&self, ends: &[[u32; 2]; 2], body: usize) -> Option<u32> {
        let index = self.bodies[body].edges.iter().position(|edge| is_same_edge(edge.ends, ends[body]))?;
        Some(index as u32)
    }

    /// Outward unit normal of a face; zero for one without an area.
    pub(super) fn normal(&self, face: &Facet) -> DVec3 {
        self.twice_the_area(face).normalize_or_zero()
    }

    /// Outward normal of a face with twice the area, square meters, as its length.
    pub(super) fn twice_the_area(&self, face: &Facet) -> DVec3 {
        let fan = (2..face.vertices.len()).map(|k| {
            (self.vertex(face, k - 1) - self.vertex(face, 0)).cross(self.vertex(face, k) - self.vertex(face, 0))
        });
        fan.sum()
    }

    /// Position of vertex `k` of a face, configuration space, meters.
    fn vertex(&self, face: &Facet, k: usize) -> DVec3 {
        self.context.cso(self.made.pairs[face.vertices[k] as usize])
    }

    /// Outward unit normals of the faces of A (0) or −B (1).
    pub(super) fn normals(&self, body: usize) -> Vec<DVec3> {
        self.bodies[body].faces.iter().map(|face| normal_of(&self.context.points, body, face)).collect()
    }

    /// Picture of the Gauss sphere with the nodes of the first `known` faces, and the arcs of the edges `highlighted`
    /// of A and −B.
    pub(super) fn sphere(&self, highlighted: [Option<u32>; 2], known: usize) -> Picture {
        let mut picture = self.with_known_faces(Picture::default(), known);
        self.add_highlighted_arcs(&mut picture, highlighted);
        picture
    }

    /// Returns the picture of the sphere with the nodes of the first `known` faces.
    pub(super) fn with_known_faces(&self, mut picture: Picture, known: usize) -> Picture {
        for (i, face) in self.faces.iter().take(known).enumerate() {
            picture.point(face_role(kind(&face.origin)), format!("facet/{i}"), self.normal(face));
        }
        picture
    }

    /// Adds the node of the current face in the color of its kind, with a ring and the name of its features, and an
    /// inset for a node on the far side of the sphere.
    pub(super) fn add_node(&self, sphere: &mut Picture, facet: usize, normal: DVec3, name: String) {
        let key = format!("facet/{facet}");
        if let Some(face) = self.faces.get(facet) {
            sphere.point(face_role(kind(&face.origin)), key.clone(), normal);
        }
        sphere.label(Role::Simplex, key.clone(), normal, name);
        let center = normal * (1.0 - RING * RING).sqrt();
        sphere.add(Role::Simplex, key, Form::Circle { center, normal, radius: RING });
        sphere.magnify_from_outside(DVec3::ZERO, 1.0, normal);
    }

    /// Adds the highlighted arcs of an edge of A and of one of −B.
    fn add_highlighted_arcs(&self, picture: &mut Picture, edges: [Option<u32>; 2]) {
        for (body, edge) in edges.into_iter().enumerate() {
            let Some(edge) = edge.and_then(|edge| self.bodies[body].edges.get(edge as usize)) else { continue };
            let directions = arc_directions(edge, &self.normals(body), &self.context.points, body);
            if directions.len() < WHOLE_CIRCLE {
                picture.magnify_from_outside(DVec3::ZERO, 1.0, directions.iter().sum());
            }
            for ends in directions.windows(2) {
                let form = Form::Arc { from: ends[0], to: ends[1], strong: true };
                picture.add(Role::Simplex, format!("arc/{body}/lit"), form);
            }
        }
    }
}
