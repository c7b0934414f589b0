//! The two bodies of a query as this engine's shapes, and where they stand.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::engine::dim3::shape::Shape;
use super::engine::dim3::support::{Cso, farthest};
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::engine::rounding;
use super::outline;
use super::scenery::{Set, scenery};
use super::{Asked, Bystander, QueryError, placed, shape3};
use crate::lesson::{PairContext, Space, ToF64, watch};
use crate::play::mesh;
use crate::scene::model::Body;
use crate::scene::{Subject, Track};

/// A body of the scene, ready for this engine.
struct Solid {
    name: String,
    index: usize,
    shape: Shape,
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
}

/// Both bodies of a query in one frame of a scene.
pub(super) struct Pair<'a> {
    a: &'a Solid,
    b: &'a Solid,
    others: Others,
    /// World frame, `f64`, normalized.
    poses: [(DVec3, DQuat); 2],
}

/// To this engine's precision.
pub(super) fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

impl Bodies {
    /// The bodies that the query names. Shapes are built here, once for all frames.
    pub fn new(asked: &Asked<'_>) -> Result<Self, QueryError> {
        let ([a, b], lifted) = (asked.pair()?, asked.is_planar());
        let bystanders = asked.bystanders();
        Ok(Self { a: solid(a, lifted)?, b: solid(b, lifted)?, bystanders, lifted, frames: asked.frames() })
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// As they stand in frame `frame`.
    pub fn at(&self, frame: usize) -> Result<Pair<'_>, QueryError> {
        let (a, b) = (&self.a, &self.b);
        let others = Others { frame, lifted: self.lifted, bystanders: Arc::clone(&self.bystanders) };
        let pair = Pair { a, b, others, poses: [placed(&a.track, frame)?, placed(&b.track, frame)?] };
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
        Cso::new(self.a.shape.clone(), &pose_a, self.b.shape.clone(), &pose_b)
    }

    /// Seen from A's origin, with the world's axes.
    pub fn poses(&self) -> (Pose, Pose) {
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
        let (pose_a, pose_b) = self.poses();
        let names = [self.a.name.clone(), self.b.name.clone()];
        let (a, b) = (self.a.shape.clone(), self.b.shape.clone());
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
            radii: [extent(&self.a.shape), extent(&self.b.shape)],
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
            let (position, q) = placed(track, self.frame).ok()?;
            let pose = Pose::new(Vec3::ZERO, Quat::from_xyzw(q.x as Real, q.y as Real, q.z as Real, q.w as Real));
            let shape = margined(body, self.lifted, &|field| field.to_owned()).ok()?;
            Some((body.name.as_str(), shape, position, pose))
        })
    }

    /// The meshes that they show, in the world, each with the name of its body.
    pub fn meshes(&self) -> impl Iterator<Item = (String, crate::picture::Solid)> {
        self.bystanders.iter().filter_map(|Bystander { body, track }| {
            let solid = mesh::drawn(&body.shape)?;
            let (at, turn) = placed(track, self.frame).ok()?;
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

/// The body's shape with its margin, with errors that name the field at fault.
fn solid(member: Subject<'_>, lifted: bool) -> Result<Solid, QueryError> {
    let body = member.body;
    let shape = margined(body, lifted, &|field| member.path(field))?;
    Ok(Solid {
        name: body.name.clone(),
        index: member.index,
        shape,
        track: member.track,
        mesh: mesh::drawn(&body.shape),
    })
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
