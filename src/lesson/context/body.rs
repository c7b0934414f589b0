//! Context of lessons about the points of one body: positions, names and backdrop.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use glam::DVec3;

use crate::answer::point_name;
use crate::lesson::{Backdrop, Context, Scenery, Sentence};
use crate::picture::{Form, Key, Picture, Role, Solid};

/// Data of a lesson about one point set that the algorithm's states do not hold.
pub struct BodyContext {
    /// Name of the body in the scene.
    pub name: String,
    /// Points of the body, world, meters, in the scene's order.
    pub points: Arc<[DVec3]>,
    /// Volume of the closed mesh whose vertices the points are, cubic meters; `None` for other bodies.
    pub mesh_volume: Option<f64>,
    /// Backdrop: the bodies outside of the query, and the fixed marks.
    pub scenery: Scenery,
    /// Cached result of [`BodyContext::radius`].
    radius: OnceLock<f64>,
}

impl Context for BodyContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(&self.scenery)
    }
}

/// Replaces the solids of the body's points by empty space of the same size: views keep their scale, and the points do
/// not cover the marks of the beat.
pub fn undrawn(picture: &mut Picture) {
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
    /// Context of a body with `points` (world); `mesh_volume` as in the field.
    pub fn new(name: String, points: Arc<[DVec3]>, mesh_volume: Option<f64>, scenery: Scenery) -> Self {
        Self { name, points, mesh_volume, scenery, radius: OnceLock::new() }
    }

    /// Position of a point, world; the origin for an unknown number.
    pub fn at(&self, point: u32) -> DVec3 {
        self.points.get(point as usize).copied().unwrap_or_default()
    }

    /// Mark id of a point, the same in all steps.
    pub fn key(&self, point: u32) -> Key {
        format!("body/{}/point/{point}", self.name).into()
    }

    /// Name of a point in a sentence.
    pub fn mark(&self, point: u32) -> Sentence {
        Sentence::mark(point_name(point), self.key(point))
    }

    /// Adds a point as a dot.
    pub fn dot(&self, picture: &mut Picture, role: Role, point: u32) {
        picture.point(role, self.key(point), self.at(point));
    }

    /// Adds a point as a dot with its name.
    pub fn add_named_point(&self, picture: &mut Picture, role: Role, point: u32) {
        self.dot(picture, role, point);
        picture.label(role, self.key(point), self.at(point), point_name(point));
    }

    /// Adds a segment between two points.
    pub fn line(&self, picture: &mut Picture, role: Role, key: impl Into<Key>, [from, to]: [u32; 2]) {
        picture.segment(role, key, self.at(from), self.at(to));
    }

    /// Surface of `faces`, lists of point numbers; `edges` adds their outlines as creases.
    pub fn surface(&self, faces: impl Iterator<Item = Vec<u32>>, edges: bool) -> Solid {
        let mut solid = Solid::default();
        let mut number = HashMap::new();
        for face in faces {
            let corners: Vec<u32> = face
                .iter()
                .map(|&point| {
                    *number.entry(point).or_insert_with(|| {
                        solid.vertices.push(self.at(point));
                        solid.vertices.len() as u32 - 1
                    })
                })
                .collect();
            let next = corners.iter().cycle().skip(1);
            let sides = corners.iter().zip(next).map(|(&from, &to)| [from.min(to), from.max(to)]);
            solid.creases.extend(sides.filter(|_| edges));
            solid.faces.push(corners);
        }
        solid.creases.sort_unstable();
        solid.creases.dedup();
        solid
    }

    /// Half the diagonal of the box around all points, meters.
    pub fn radius(&self) -> f64 {
        *self.radius.get_or_init(|| {
            let low = self.points.iter().copied().reduce(DVec3::min).unwrap_or_default();
            let high = self.points.iter().copied().reduce(DVec3::max).unwrap_or_default();
            0.5 * (high - low).length()
        })
    }
}
