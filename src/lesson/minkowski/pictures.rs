//! Pictures of Minkowski differences: the known faces, the crossings, and the marks that belong to a face in all views.

use std::sync::Arc;

use glam::DVec3;

use super::sphere::{arc, normal_of};
use super::{MinkowskiView, in_order, kind, made_of};
use crate::answer::FaceKind;
use crate::lesson::{Pictures, SPHERE, corner_names};
use crate::picture::{Form, Part, Picture, Role, Slant, Solid};
use crate::snapshot::minkowski::{Facet, FacetOrigin};

/// Hatching of a kind of faces; those of both bodies have both directions.
fn slants(kind: FaceKind) -> &'static [Slant] {
    match kind {
        FaceKind::A => &[Slant::Right],
        FaceKind::B => &[Slant::Left],
        FaceKind::Both => &[Slant::Right, Slant::Left],
        FaceKind::Edges => &[],
    }
}

impl MinkowskiView<'_> {
    /// Picture of the whole difference: known faces by kind, the new face `lit`, and future ones faint.
    pub(super) fn cso(&self, lit: Option<usize>) -> Picture {
        let mut picture = Picture::default();
        let whole = &self.context.whole;
        let parts = (0..whole.faces.len())
            .map(|i| match self.faces.get(i).map(|face| kind(&face.origin)) {
                None => Part { role: Role::Ghost, key: "cso/whole".into(), sign: "", hatched: &[] },
                Some(kind) => Part {
                    role: if lit == Some(i) { Role::Simplex } else { kind.role() },
                    key: format!("facet/{i}").into(),
                    // The new face is labeled with its features instead.
                    sign: if lit == Some(i) { "" } else { kind.sign() },
                    hatched: slants(kind),
                },
            })
            .collect();
        if !whole.faces.is_empty() {
            picture.body(Role::Difference, "cso/faces", &Arc::new(Solid { parts, ..whole.clone() }));
        }
        if let Some(lit) = lit {
            self.outline(&mut picture, lit);
        }
        picture
    }

    /// Adds the outline of a face of the difference, labeled with its features.
    fn outline(&self, picture: &mut Picture, facet: usize) {
        let Some(face) = self.faces.get(facet) else { return };
        let points: Vec<DVec3> = self.corners(face).into_iter().map(|pair| self.context.cso(pair)).collect();
        let key = format!("facet/{facet}");
        let middle = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
        let radius = points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
        picture.from_behind(middle, radius, self.normal(face));
        if let FacetOrigin::EdgeEdge(_) = face.origin {
            self.head_to_tail(picture, face, &points);
        }
        picture.add(Role::Simplex, key.clone(), Form::Polyline { points, closed: true });
        picture.label(Role::Simplex, key, middle, made_of(&face.origin));
    }

    /// Adds the edges of A and of −B that span a parallelogram, as arrows head to tail along two of its sides.
    fn head_to_tail(&self, picture: &mut Picture, face: &Facet, points: &[DVec3]) {
        let pairs = self.corners(face);
        for side in 0..2.min(pairs.len().saturating_sub(2)) {
            let [from, to] = [pairs[side], pairs[side + 1]];
            let (role, letter, ends) = match from[0] == to[0] {
                true => (Role::ShapeB, 'b', [from[1], to[1]]),
                false => (Role::ShapeA, 'a', [from[0], to[0]]),
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
        let mut pairs = [0, 1].map(|body| self.corners(face).iter().map(|pair| pair[body]).collect::<Vec<u32>>());
        for (body, corners) in pairs.iter_mut().enumerate() {
            corners.sort_unstable();
            corners.dedup();
            let corners = in_order(&self.bodies[body], corners);
            self.context.feature(&mut world, Role::Simplex, format!("facet/{facet}"), body, &corners);
            self.context.names(&mut world, body, &corners);
        }
        self.outline(&mut cso, facet);
        let normal = self.normal(face);
        self.node(&mut sphere, facet, normal, made_of(&face.origin));
        if let FacetOrigin::EdgeEdge(ends) = &face.origin {
            self.arcs(&mut sphere, [self.edge_of(ends, 0), self.edge_of(ends, 1)]);
        }
        let mut pictures = Pictures::pair(world, cso);
        *pictures.edit(SPHERE) = sphere;
        pictures
    }

    /// Index of the edge of `body` that has the ends `ends[body]` in either order.
    fn edge_of(&self, ends: &[[u32; 2]; 2], body: usize) -> Option<u32> {
        self.bodies[body]
            .edges
            .iter()
            .position(|edge| edge.ends == ends[body] || edge.ends == [ends[body][1], ends[body][0]])
            .map(|edge| edge as u32)
    }

    /// Outward unit normal of a face; zero for one without an area.
    pub(super) fn normal(&self, face: &Facet) -> DVec3 {
        self.twice_the_area(face).normalize_or_zero()
    }

    /// Area vector of a face: outward normal with twice the area as length.
    pub(super) fn twice_the_area(&self, face: &Facet) -> DVec3 {
        let fan = (2..face.corners.len()).map(|k| {
            (self.vertex(face, k - 1) - self.vertex(face, 0)).cross(self.vertex(face, k) - self.vertex(face, 0))
        });
        fan.sum()
    }

    fn vertex(&self, face: &Facet, k: usize) -> DVec3 {
        self.context.cso(self.made.pairs[face.corners[k] as usize])
    }

    fn normals(&self, body: usize) -> Vec<DVec3> {
        self.bodies[body].faces.iter().map(|face| normal_of(&self.context.points, body, face)).collect()
    }

    /// Picture of the known crossings, with the arcs of the edges in `strong` highlighted.
    pub(super) fn sphere(&self, strong: [Option<u32>; 2]) -> Picture {
        let mut picture = Picture::default();
        for (i, face) in self.faces.iter().enumerate() {
            let role = match kind(&face.origin) {
                FaceKind::Edges => Role::Difference,
                FaceKind::Both => Role::Overlap,
                FaceKind::B => Role::ShapeB,
                FaceKind::A => Role::ShapeA,
            };
            picture.point(role, format!("facet/{i}"), self.normal(face));
        }
        self.arcs(&mut picture, strong);
        picture
    }

    /// Adds the node of the current face with the name of its features, and a view from behind for a node there.
    pub(super) fn node(&self, sphere: &mut Picture, facet: usize, normal: DVec3, name: String) {
        let key = format!("facet/{facet}");
        sphere.point(Role::Simplex, key.clone(), normal);
        sphere.label(Role::Simplex, key, normal, name);
        sphere.from_behind(DVec3::ZERO, 1.0, normal);
    }

    /// Adds the highlighted arcs of an edge of A and of one of −B.
    fn arcs(&self, picture: &mut Picture, strong: [Option<u32>; 2]) {
        for (body, edge) in strong.into_iter().enumerate() {
            let Some(edge) = edge.and_then(|edge| self.bodies[body].edges.get(edge as usize)) else { continue };
            for ends in arc(edge, &self.normals(body), (&self.context.points, body)).windows(2) {
                let form = Form::Arc { from: ends[0], to: ends[1], strong: true };
                picture.add(Role::Simplex, format!("arc/{body}/lit"), form);
            }
        }
    }
}
