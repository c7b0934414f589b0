//! The two bodies of a query as this engine's shapes, and where they stand.

use std::sync::{Arc, OnceLock};

use glam::{DQuat, DVec3};

use super::bodies::{self, Bystander};
use super::engine::dim3::shape::Shape;
use super::engine::dim3::support::{Cso, farthest};
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::engine::rounding;
use super::outline;
use super::scenery::{Set, scenery};
use super::{QueryError, shape3};
use crate::lesson::{PairContext, Space, ToF64, watch};
use crate::play::mesh;
use crate::scene::model::{Body, Placing, Query, Scene};
use crate::scene::{Subject, Track};

/// A body of the scene, ready for this engine.
struct Solid {
    name: String,
    index: usize,
    body: Arc<Body>,
    lifted: bool,
    /// Built when it is first asked for.
    shape: OnceLock<Result<Shape, QueryError>>,
    track: Track,
    /// The mesh that it shows, in its own frame.
    mesh: Option<crate::picture::Solid>,
}

/// Both bodies of a query over all frames.
pub(super) struct Bodies {
    a: Solid,
    b: Solid,
    bystanders: Arc<[Bystander]>,
    lifted: bool,
    frames: usize,
    /// The poses in the world, of a scene that is asked as it is written.
    written: Option<[Pose; 2]>,
}

/// Both bodies of a query in one frame of a scene.
pub(super) struct Pair<'a> {
    a: &'a Solid,
    b: &'a Solid,
    shapes: [&'a Shape; 2],
    written: Option<[Pose; 2]>,
    others: Others,
    /// World frame, `f64`, normalized.
    poses: [(DVec3, DQuat); 2],
}

/// To this engine's precision.
pub(super) fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

impl Bodies {
    /// The bodies that `query` names. Shapes are built once for all frames: here, or of a scene that is asked as it is written
    /// when a frame needs them.
    pub fn new(scene: &Scene, query: &Query) -> Result<Self, QueryError> {
        let members = bodies::pair(scene, query)?;
        let lifted = bodies::is_lifted(scene);
        let bystanders = bodies::bystanders(scene, query);
        let written = match scene.placing {
            Placing::Relative => None,
            Placing::AsWritten { .. } => Some([0, 1].map(|i: usize| as_written(members[i].body))),
        };
        let [a, b] = members.map(|member| Solid::new(scene, &member, lifted));
        let bodies = Self { a: a?, b: b?, bystanders, lifted, frames: scene.frame_count(), written };
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
    pub fn poses(&self, frame: usize) -> Result<(Pose, Pose), QueryError> {
        match self.written {
            Some([a, b]) => Ok((a, b)),
            None => Ok(self.at(frame)?.poses()),
        }
    }

    /// As they stand in frame `frame`.
    pub fn at(&self, frame: usize) -> Result<Pair<'_>, QueryError> {
        let (a, b, written) = (&self.a, &self.b, self.written);
        let others = Others { frame, lifted: self.lifted, bystanders: Arc::clone(&self.bystanders) };
        let poses = [bodies::placed(&a.track, frame)?, bodies::placed(&b.track, frame)?];
        let pair = Pair { a, b, shapes: [a.shape()?, b.shape()?], written, others, poses };
        if written.is_some() {
            return Ok(pair); // An engine answers whatever a program hands it.
        }
        let largest = rounding::largest();
        if !(narrow(pair.between()).abs().max_element() <= largest) {
            let message = format!("is too far from `{}`: beyond {largest:e} squares overflow", a.name);
            return Err(QueryError::new(format!("bodies[{}].position", b.index), message));
        }
        if rounding::is_tiny(pair.cso().magnitude()) {
            let message = too_small(&b.name, rounding::SMALLEST);
            return Err(QueryError::new(format!("bodies[{}].shape", a.index), message));
        }
        Ok(pair)
    }
}

impl Pair<'_> {
    /// `A − B`. Positions are subtracted in `f64`, so that a pair far from the world's origin loses nothing when it is
    /// narrowed.
    pub fn cso(&self) -> Cso<Shape, Shape> {
        let (pose_a, pose_b) = self.poses();
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
    pub fn poses(&self) -> (Pose, Pose) {
        if let Some([a, b]) = self.written {
            return (a, b);
        }
        let pose = |position: DVec3, q: DQuat| {
            Pose::new(narrow(position), Quat::from_xyzw(q.x as Real, q.y as Real, q.z as Real, q.w as Real))
        };
        (pose(DVec3::ZERO, self.poses[0].1), pose(self.between(), self.poses[1].1))
    }

    /// Where body A (0) or B (1) is in the world: its position and rotation.
    pub fn standing(&self, body: usize) -> (DVec3, DQuat) {
        self.poses[body]
    }

    /// A direction of the pair frame in the world.
    pub fn to_world(&self, direction: Vec3) -> DVec3 {
        self.poses[0].1 * direction.to_f64()
    }

    /// A direction of the world in the pair frame, as a unit vector; zero stays zero.
    pub fn direction(&self, world: DVec3) -> Vec3 {
        narrow(self.poses[0].1.conjugate() * (world / world.abs().max_element()).normalize_or_zero())
    }

    /// From A's origin to B's, in the world.
    pub fn between(&self) -> DVec3 {
        self.poses[1].0 - self.poses[0].0
    }

    /// Where people look at it. With `cores`, the CSO is that of the cores, and the balls around them are a ghost.
    pub fn context(&self, cores: bool) -> PairContext {
        let names = self.names();
        if self.is_written() {
            return PairContext::unseen(names);
        }
        let (pose_a, pose_b) = self.poses();
        let [a, b] = self.shapes.map(Shape::clone);
        let (home, rotation) = self.poses[0];
        let standing = |body: &Solid, (at, turn): (DVec3, DQuat)| {
            body.mesh.clone().map(|mesh| (body.name.clone(), moved(mesh, at, turn)))
        };
        let mut meshes: Vec<_> = self.others.meshes().collect();
        meshes.extend(standing(self.a, self.poses[0]).into_iter().chain(standing(self.b, self.poses[1])));
        let others = self.others.clone();
        let set = Set { a, b, pose_a, pose_b, home, names: names.clone(), cores, others, meshes };
        PairContext {
            space: Space { position: home, rotation },
            names,
            radii: self.shapes.map(extent),
            scenery: scenery(set),
        }
    }
}

/// Bodies that nobody asks about: more of them are drawn coarsely.
const MOST_FINE: usize = 100;

/// The bodies that are not asked about, in one frame.
#[derive(Clone)]
pub(super) struct Others {
    frame: usize,
    lifted: bool,
    bystanders: Arc<[Bystander]>,
}

impl Others {
    /// Each with its name, its shape, its position in the world and its rotation. One that no engine could hold is left
    /// out: nobody asks about it.
    fn standing(&self) -> impl Iterator<Item = (&str, Shape, DVec3, Pose)> {
        self.bystanders.iter().filter_map(|Bystander { body, track }| {
            let (position, q) = bodies::placed(track, self.frame).ok()?;
            let pose = Pose::new(Vec3::ZERO, Quat::from_xyzw(q.x as Real, q.y as Real, q.z as Real, q.w as Real));
            let shape = margined(body, self.lifted, &|field| field.to_owned()).ok()?;
            Some((body.name.as_str(), shape, position, pose))
        })
    }

    /// The meshes that they show, in the world, each with the name of its body.
    pub fn meshes(&self) -> impl Iterator<Item = (String, crate::picture::Solid)> {
        self.bystanders.iter().filter_map(|Bystander { body, track }| {
            let solid = mesh::drawn(&body.shape)?;
            let (at, turn) = bodies::placed(track, self.frame).ok()?;
            Some((body.name.clone(), moved(solid, at, turn)))
        })
    }

    /// The outline of each in the world, with its name.
    pub fn outlined(&self) -> impl Iterator<Item = (String, crate::picture::Solid)> {
        let draw = if self.bystanders.len() > MOST_FINE { outline::coarse } else { outline::solid };
        self.standing().map(move |(name, shape, at, pose)| {
            let mut solid = draw(&shape, &pose);
            solid.vertices.iter_mut().for_each(|p| *p += at);
            (name.to_owned(), solid)
        })
    }
}

/// The outlines of bodies that are not asked about, in the world, with their names.
pub(super) fn standing_in_space(frame: usize, bystanders: Arc<[Bystander]>) -> Vec<(String, crate::picture::Solid)> {
    Others { frame, lifted: false, bystanders }.outlined().collect()
}

/// A solid of a body's frame in the world.
fn moved(solid: crate::picture::Solid, at: DVec3, turn: DQuat) -> crate::picture::Solid {
    let vertices = solid.vertices.iter().map(|p| at + turn * *p).collect();
    crate::picture::Solid { vertices, ..solid }
}

/// Of a body that is asked about with the body `other`.
pub(super) fn too_small(other: &str, smallest: Real) -> String {
    let (precision, advice) = if EPS < 1.0e-10 { ("f64", "") } else { ("f32", "; f64 has room for less") };
    format!(
        "is too small together with `{other}`: below {smallest:e} m the squares of lengths vanish in {precision}{advice}"
    )
}

/// Half the diagonal of a shape's box: how large it looks, wherever its own origin is.
fn extent(shape: &Shape) -> f64 {
    let span = |axis: Vec3| (farthest(shape, axis).point - farthest(shape, -axis).point).dot(axis);
    0.5 * Vec3::new(span(Vec3::X), span(Vec3::Y), span(Vec3::Z)).length().to_f64()
}

impl Solid {
    fn new(scene: &Scene, member: &Subject<'_>, lifted: bool) -> Result<Self, QueryError> {
        let body = scene.bodies.shared(member.index).ok_or_else(super::misdirected)?;
        Ok(Self {
            name: body.name.clone(),
            index: member.index,
            body: Arc::clone(body),
            lifted,
            shape: OnceLock::new(),
            track: member.track.clone(),
            mesh: mesh::drawn(&body.shape),
        })
    }

    /// The body's shape with its margin, with errors that name the field at fault.
    fn shape(&self) -> Result<&Shape, QueryError> {
        let path = |field: &str| format!("bodies[{}].{field}", self.index);
        self.shape.get_or_init(|| margined(&self.body, self.lifted, &path)).as_ref().map_err(Clone::clone)
    }
}

/// The pose of a body, each number rounded to this precision as it is written.
fn as_written(body: &Body) -> Pose {
    let [x, y, z] = body.position.map(|x| x as Real);
    Pose::new(Vec3::new(x, y, z), Quat::from_array(body.orientation().map(|x| x as Real)))
}

/// A body's shape with its margin; `path` says where a field of the body is.
pub(super) fn margined(body: &Body, lifted: bool, path: &dyn Fn(&str) -> String) -> Result<Shape, QueryError> {
    watch::tick(); // a hull of very many points takes its time
    let flat = lifted.then(|| shape3::lifted(&body.shape)).flatten();
    let shape = Shape::try_from(flat.as_ref().unwrap_or(&body.shape))
        .map_err(|error| QueryError::new(path(&format!("shape.{}", error.field)), error.message))?;
    match body.margin as Real {
        0.0 => Ok(shape),
        margin => Shape::inflate(shape, margin).map_err(|error| QueryError::new(path("margin"), error.to_string())),
    }
}
