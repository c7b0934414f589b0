//! Context of lessons about the points of one body, such as convex hulls: positions, names and backdrop.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::point_name;
use contact_lens_picture::{Form, Key, Picture, Role, Solid};
use glam::DVec3;

use crate::{Backdrop, Context, Scenery, Sentence};

/// Points of one body, with its name and backdrop: the data of a lesson that the algorithm's states do not have.
pub struct BodyContext {
    /// Name of the body in the scene.
    pub name: String,
    /// Points of the body, world, meters, in the scene's order.
    pub points: Arc<[DVec3]>,
    /// Volume of the closed mesh whose vertices the points are, cubic meters; `None` for other bodies.
    pub mesh_volume: Option<f64>,
    /// Backdrop: the bodies that the query is not about, and the marks that are the same in all steps.
    pub scenery: Scenery,
    /// Cached result of [`BodyContext::radius`].
    radius: OnceLock<f64>,
}

impl Context for BodyContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(&self.scenery)
    }
}

/// Removes the solids of the body's points, which have the role [`Role::Grid`], from a picture and reserves their
/// space: the view keeps its scale, and the points do not cover the marks of a sub-step.
pub fn reserve_solids(picture: &mut Picture) {
    let reserved = &mut picture.requests.reserved;
    picture.marks.retain(|mark| match &mark.form {
        Form::Solid(solid) if mark.role == Role::Grid => {
            reserved.extend(&solid.vertices);
            false
        }
        _ => true,
    });
}

impl BodyContext {
    /// Context of a body with the points `points`, world, meters. `mesh_volume` is the volume of the closed mesh whose
    /// vertices they are, cubic meters, or `None`.
    pub fn new(name: String, points: Arc<[DVec3]>, mesh_volume: Option<f64>, scenery: Scenery) -> Self {
        Self { name, points, mesh_volume, scenery, radius: OnceLock::new() }
    }

    /// Position of the point with the index `point`, world, meters; the origin if there is none.
    pub fn position(&self, point: u32) -> DVec3 {
        self.points.get(point as usize).copied().unwrap_or_default()
    }

    /// Mark id of a point, which is the same in all steps.
    pub fn key(&self, point: u32) -> Key {
        format!("body/{}/point/{point}", self.name).into()
    }

    /// Name of a point in a sentence, which refers to the point's mark.
    pub fn point_mark(&self, point: u32) -> Sentence {
        Sentence::mark(point_name(point), self.key(point))
    }

    /// Adds a point as a dot, without its name.
    pub fn add_point(&self, picture: &mut Picture, role: Role, point: u32) {
        picture.point(role, self.key(point), self.position(point));
    }

    /// Adds a point as a dot with its name.
    pub fn add_named_point(&self, picture: &mut Picture, role: Role, point: u32) {
        self.add_point(picture, role, point);
        picture.label(role, self.key(point), self.position(point), point_name(point));
    }

    /// Adds a segment between two points.
    pub fn add_segment(&self, picture: &mut Picture, role: Role, key: impl Into<Key>, [from, to]: [u32; 2]) {
        picture.segment(role, key, self.position(from), self.position(to));
    }

    /// Surface of `faces`, each a list of point indices, as a solid whose vertices are the points of these faces, each
    /// once. `with_edges` says whether the edges of the faces are drawn.
    pub fn surface(&self, faces: impl Iterator<Item = Vec<u32>>, with_edges: bool) -> Solid {
        let mut solid = Solid::default();
        let mut vertex_of_point = HashMap::new();
        for face in faces {
            let mut corners = Vec::new();
            for point in face {
                let vertex = *vertex_of_point.entry(point).or_insert_with(|| {
                    solid.vertices.push(self.position(point));
                    solid.vertices.len() as u32 - 1
                });
                corners.push(vertex);
            }
            if with_edges {
                let next = corners.iter().cycle().skip(1);
                let edges = corners.iter().zip(next).map(|(&from, &to)| [from.min(to), from.max(to)]);
                solid.creases.extend(edges);
            }
            solid.faces.push(corners);
        }
        solid.creases.sort_unstable();
        solid.creases.dedup();
        solid
    }

    /// Half the diagonal of the axis-aligned box around all points, meters; 0 without points.
    pub fn radius(&self) -> f64 {
        *self.radius.get_or_init(|| {
            let low = self.points.iter().copied().reduce(DVec3::min).unwrap_or_default();
            let high = self.points.iter().copied().reduce(DVec3::max).unwrap_or_default();
            0.5 * (high - low).length()
        })
    }
}
