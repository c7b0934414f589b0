//! The two bodies of a query as planar shapes, and where they stand.

use std::sync::{Arc, OnceLock};

use glam::{DQuat, DVec2, DVec3};

use super::super::bodies::{self, Bystander};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::{Cso, Pose};
use super::super::engine::prelude::*;
use super::super::engine::rounding;
use super::super::pair::too_small;
use super::super::{QueryError, misdirected};
use super::scenery::{outlined, scenery};
use crate::lesson::{PairContext, Space, ToF64};
use crate::picture::Solid;
use crate::scene::model::{Body, Placing, Query, Scene};
use crate::scene::{Subject, Track};

/// A body of the scene in the plane.
pub(super) struct Flat {
    name: String,
    index: usize,
    body: Arc<Body>,
    /// Built when it is first asked for.
    shape: OnceLock<Result<Shape, QueryError>>,
    track: Track,
}

/// Where a body is, in the world.
#[derive(Clone, Copy)]
pub(in super::super) struct Place {
    position: DVec2,
    /// (cos, sin).
    rotation: DVec2,
}

impl Place {
    /// The same in space: position and rotation.
    pub fn in_space(self) -> (DVec3, DQuat) {
        (self.position.extend(0.0), DQuat::from_rotation_z(self.rotation.to_angle()))
    }

    /// The corners of a shape's core that stands there, in space.
    pub fn of(self, shape: &Shape) -> Vec<DVec3> {
        let wide = |p: &Vec2| DVec2::new(p.x as f64, p.y as f64);
        shape.core().iter().map(|p| (self.rotation.rotate(wide(p)) + self.position).extend(0.0)).collect()
    }
}

/// A body where it stands.
pub(super) struct Standing {
    pub name: String,
    pub shape: Shape,
    pub position: DVec2,
    /// (cos, sin).
    pub rotation: DVec2,
}

/// Both bodies of a query over all frames.
pub(in super::super) struct Bodies {
    a: Flat,
    b: Flat,
    bystanders: Arc<[Bystander]>,
    frames: usize,
    /// The poses in the world, of a scene that is asked as it is written.
    written: Option<[Pose; 2]>,
}

/// Both bodies of a query in one frame of a scene.
pub(in super::super) struct Pair<'a> {
    a: &'a Flat,
    b: &'a Flat,
    shapes: [&'a Shape; 2],
    written: Option<[Pose; 2]>,
    others: Others,
    places: [Place; 2],
}

impl Bodies {
    /// The bodies that `query` names. Shapes are built once for all frames: here, or of a scene that is asked as it is written
    /// when a frame needs them.
    pub fn new(scene: &Scene, query: &Query) -> Result<Self, QueryError> {
        let members = bodies::pair(scene, query)?;
        let bystanders = bodies::bystanders(scene, query);
        let written = match &scene.placing {
            Placing::Relative => None,
            Placing::AsWritten { turns } => Some([0, 1].map(|i: usize| {
                let ([x, y, _], turn) = (members[i].body.position, turns.get(members[i].index));
                Pose::new(narrow(DVec2::new(x, y)), narrow(turn.map_or(DVec2::X, |turn| DVec2::from_array(*turn))))
            })),
        };
        let [a, b] = members.map(|member| Flat::new(scene, &member));
        let bodies = Self { a: a?, b: b?, bystanders, frames: scene.frame_count(), written };
        if written.is_none() {
            bodies.a.shape()?;
            bodies.b.shape()?;
        }
        Ok(bodies)
    }

    /// The poses in the world, of a scene that is asked as it is written.
    pub fn written(&self) -> Option<[Pose; 2]> {
        self.written
    }

    /// What people call both.
    pub fn names(&self) -> [String; 2] {
        [self.a.name.clone(), self.b.name.clone()]
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// The poses of a frame, as [`Pair::poses`] has them, whatever the shapes are.
    pub fn poses(&self, frame: usize) -> Result<[Pose; 2], QueryError> {
        match self.written {
            Some(written) => Ok(written),
            None => Ok(self.at(frame)?.poses()),
        }
    }

    /// As they stand in frame `frame`.
    pub fn at(&self, frame: usize) -> Result<Pair<'_>, QueryError> {
        let (a, b, written) = (&self.a, &self.b, self.written);
        let others = Others { frame, bystanders: Arc::clone(&self.bystanders) };
        let (shapes, places) = ([a.shape()?, b.shape()?], [place(&a.track, frame)?, place(&b.track, frame)?]);
        let pair = Pair { a, b, shapes, written, others, places };
        if written.is_some() {
            return Ok(pair); // An engine answers whatever a program hands it.
        }
        let magnitude = pair.cso().magnitude();
        if rounding::is_plain(magnitude) {
            return Ok(pair);
        }
        let [smallest, largest] = rounding::PLAIN2;
        let message = match magnitude > smallest {
            true => {
                format!(
                    "is too large together with `{}`: beyond {largest:e} m fourth powers of lengths overflow",
                    b.name
                )
            }
            false => too_small(&b.name, smallest),
        };
        Err(QueryError::new(format!("bodies[{}].shape", a.index), message))
    }
}

impl Pair<'_> {
    /// `A − B`. Positions are subtracted in `f64`, so that a pair far from the world's origin loses nothing when it is
    /// narrowed.
    pub fn cso(&self) -> Cso<Shape> {
        let [pose_a, pose_b] = self.poses();
        let [a, b] = self.shapes;
        Cso::new(a.clone(), &pose_a, b.clone(), &pose_b)
    }

    /// The shapes of A and B.
    pub fn shapes(&self) -> [&Shape; 2] {
        self.shapes
    }

    /// What people call A and B.
    pub fn names(&self) -> [String; 2] {
        [self.a.name.clone(), self.b.name.clone()]
    }

    /// Whether the poses are those in the world, as they are written: then answers are in the world, as a program gets them.
    pub fn is_written(&self) -> bool {
        self.written.is_some()
    }

    /// Seen from A's origin, with the world's axes; of a scene that is asked as it is written those in the world.
    pub fn poses(&self) -> [Pose; 2] {
        if let Some(written) = self.written {
            return written;
        }
        let [a, b] = self.places;
        [Pose::new(Vec2::ZERO, narrow(a.rotation)), Pose::new(narrow(b.position - a.position), narrow(b.rotation))]
    }

    /// Where body A (0) or B (1) is in space: its position and rotation.
    pub fn standing(&self, body: usize) -> (DVec3, DQuat) {
        self.places[body].in_space()
    }

    /// A direction of the world in the pair frame.
    pub fn direction(&self, world: DVec2) -> Vec2 {
        let [a, _] = self.places;
        narrow(DVec2::new(a.rotation.x, -a.rotation.y).rotate(world))
    }

    /// Where people look at it.
    pub fn context(&self) -> PairContext {
        if self.is_written() {
            return PairContext::unseen(self.names());
        }
        let standing = |flat: &Flat, shape: &Shape, place: Place| Standing {
            name: flat.name.clone(),
            shape: shape.clone(),
            position: place.position,
            rotation: place.rotation,
        };
        let [a, b] = self.places;
        PairContext {
            space: Space { position: a.position.extend(0.0), rotation: DQuat::from_rotation_z(a.rotation.to_angle()) },
            names: [self.a.name.clone(), self.b.name.clone()],
            radii: self.shapes.map(|shape| shape.radius().to_f64()),
            scenery: scenery(
                standing(self.a, self.shapes[0], a),
                standing(self.b, self.shapes[1], b),
                self.others.clone(),
            ),
        }
    }
}

/// The bodies that are not asked about, in one frame.
#[derive(Clone)]
pub(super) struct Others {
    frame: usize,
    bystanders: Arc<[Bystander]>,
}

impl Others {
    /// Each where it stands. One that has no place in the plane is left out: nobody asks about it.
    pub fn standing(&self) -> impl Iterator<Item = Standing> {
        self.bystanders.iter().filter_map(|Bystander { body, track }| {
            let Place { position, rotation } = place(track, self.frame).ok()?;
            let shape = margined(body, &|field| field.to_owned()).ok()?;
            Some(Standing { name: body.name.clone(), shape, position, rotation })
        })
    }
}

/// The outlines of bodies that are not asked about, in the world, with their names.
pub(in super::super) fn standing_in_plane(frame: usize, bystanders: Arc<[Bystander]>) -> Vec<(String, Solid)> {
    let outlined = |body: Standing| (body.name.clone(), outlined(&body));
    Others { frame, bystanders }.standing().map(outlined).collect()
}

/// To this engine's precision.
pub(super) fn narrow(p: DVec2) -> Vec2 {
    Vec2::new(p.x as Real, p.y as Real)
}

impl Flat {
    fn new(scene: &Scene, member: &Subject<'_>) -> Result<Self, QueryError> {
        let body = scene.bodies.shared(member.index).ok_or_else(misdirected)?;
        let (name, track) = (body.name.clone(), member.track.clone());
        Ok(Self { name, index: member.index, body: Arc::clone(body), shape: OnceLock::new(), track })
    }

    /// The body's shape with its margin, with errors that name the field at fault.
    fn shape(&self) -> Result<&Shape, QueryError> {
        let path = |field: &str| format!("bodies[{}].{field}", self.index);
        self.shape.get_or_init(|| margined(&self.body, &path)).as_ref().map_err(Clone::clone)
    }
}

pub(in super::super) fn place(track: &Track, frame: usize) -> Result<Place, QueryError> {
    let (position, _) = bodies::placed(track, frame)?;
    // Not normalized: the length of the quaternion drops out below.
    let q = DQuat::from_array(track.pose(frame).1);
    let misplaced =
        |field: &str, message: &str| Err(QueryError::new(format!("{}.{field}", track.path(frame)), message));
    if position.z != 0.0 {
        return misplaced("position[2]", "must be 0 in a query of the plane");
    }
    if q.x != 0.0 || q.y != 0.0 {
        return misplaced("rotation", "must turn about z alone in a query of the plane: x and y must be 0");
    }
    // Twice the half angle: (w² − z², 2wz) over the square of the length.
    let rotation = DVec2::new(q.w * q.w - q.z * q.z, 2.0 * q.w * q.z) / (q.w * q.w + q.z * q.z);
    Ok(Place { position: position.truncate(), rotation })
}

/// A body's shape with its margin; `path` says where a field of the body is.
pub(in super::super) fn margined(body: &Body, path: &dyn Fn(&str) -> String) -> Result<Shape, QueryError> {
    let shape = Shape::try_from(&body.shape)
        .map_err(|error| QueryError::new(path(&format!("shape.{}", error.field)), error.message))?;
    Shape::inflate(&shape, body.margin as Real).map_err(|error| QueryError::new(path("margin"), error.to_string()))
}
