//! Where a lesson about the points of one body is played: their places in the world, their names, and what stays while
//! stepping.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::{Backdrop, Context, Scenery};
use crate::answer::point_name;
use crate::picture::{Form, Key, Picture, Role, Solid};

/// What a lesson about one body of points knows beside its algorithm's states.
pub struct BodyContext {
    /// What people call the body.
    pub name: String,
    /// Its points in the world, meters, as the scene numbers them.
    pub points: Arc<[DVec3]>,
    /// What the closed mesh encloses whose vertices these are, cubic meters; none where there is none.
    pub mesh_volume: Option<f64>,
    /// The bodies that are not asked about, and what else stays.
    pub scenery: Scenery,
    /// See [`BodyContext::radius`], which every sub-step of a large cloud would compute again.
    radius: OnceLock<f64>,
}

impl Context for BodyContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(&self.scenery)
    }
}

/// Of all points of a body that stay in a picture only the room that they take: they would lie over what is drawn of it.
pub fn undrawn(picture: &mut Picture) {
    for mark in picture.marks.iter_mut().filter(|mark| mark.role == Role::Grid) {
        if let Form::Solid(solid) = &mark.form {
            mark.form = Form::Room(solid.vertices.clone());
        }
    }
}

impl BodyContext {
    /// A body with `points` in the world, and what the closed mesh encloses whose vertices they are.
    pub fn new(name: String, points: Arc<[DVec3]>, mesh_volume: Option<f64>, scenery: Scenery) -> Self {
        Self { name, points, mesh_volume, scenery, radius: OnceLock::new() }
    }

    /// Where a point is in the world. A number that no point has is the origin.
    pub fn at(&self, point: u32) -> DVec3 {
        self.points.get(point as usize).copied().unwrap_or_default()
    }

    /// The identity of a point over all steps; it belongs to the body's.
    pub fn key(&self, point: u32) -> Key {
        format!("body/{}/point/{point}", self.name).into()
    }

    /// A point as a dot.
    pub fn dot(&self, picture: &mut Picture, role: Role, point: u32) {
        picture.point(role, self.key(point), self.at(point));
    }

    /// A point as a dot with its name beside it.
    pub fn named(&self, picture: &mut Picture, role: Role, point: u32) {
        self.dot(picture, role, point);
        picture.label(role, self.key(point), self.at(point), point_name(point));
    }

    /// A line between two points.
    pub fn line(&self, picture: &mut Picture, role: Role, key: impl Into<Key>, [from, to]: [u32; 2]) {
        picture.segment(role, key, self.at(from), self.at(to));
    }

    /// Faces, by numbers of points, as a surface to be drawn: with their edges, or as tints alone.
    pub fn surface(&self, faces: impl Iterator<Item = Vec<u32>>, edges: bool) -> Solid {
        let mut solid = Solid::default();
        let mut number = HashMap::new();
        for face in faces {
            let corner = |&point: &u32| {
                *number.entry(point).or_insert_with(|| {
                    solid.vertices.push(self.at(point));
                    solid.vertices.len() as u32 - 1
                })
            };
            let corners: Vec<u32> = face.iter().map(corner).collect();
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
        let half_diagonal = || {
            let low = self.points.iter().copied().reduce(DVec3::min).unwrap_or_default();
            let high = self.points.iter().copied().reduce(DVec3::max).unwrap_or_default();
            0.5 * (high - low).length()
        };
        *self.radius.get_or_init(half_diagonal)
    }
}
