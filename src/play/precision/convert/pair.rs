//! The two bodies A and B of a query, with shapes and poses in the engine's types, and the data of their drawing; 3D or
//! 2D ([`Space`]). The other bodies of the scene are *bystanders*: they are drawn, and the query does not use them.

use std::sync::{Arc, OnceLock};

use contact_lens_lesson::{self as lesson, PairContext, Scenery};
use contact_lens_picture::{Form, Solid};
use contact_lens_scene::model::{Body, PoseRounding};
use contact_lens_scene::{Subject, Track};
use glam::{DQuat, DVec3};

use super::super::{Bystander, QueryError, SceneQuery, misdirected};
use crate::drawing::mesh_edges;

/// Maximum number of bystanders that are drawn with fine meshes.
const MAX_FINE_BYSTANDERS: usize = 100;

/// Maximum number of child shapes of a bystander that are drawn.
const MAX_DRAWN_CHILDREN: usize = 2_000;

/// The dimension, 3D or 2D: its shapes, poses and drawings.
pub(in super::super) trait Space: Sized + Send + Sync + 'static {
    /// Shape of a body, margin included.
    type Shape: Clone + Send + Sync + 'static;
    /// Pose of a body in the world frame, `f64`.
    type WorldPose: Copy + Send + Sync + 'static;
    /// Pose in the engine's precision, relative to some origin.
    type Pose: Copy + Send + Sync + 'static;
    /// Configuration-space obstacle (CSO): the Minkowski difference `A − B` of two shapes at their poses.
    type Cso;

    /// Converts a body's shape; `path` gives the path of a field of the body for errors. With `lifted` a 2D shape
    /// becomes a flat 3D one.
    fn shape(body: &Body, lifted: bool, path: &dyn Fn(&str) -> String) -> Result<Self::Shape, QueryError>;

    /// Pose of a body in the frame with the index `frame`, world frame.
    ///
    /// # Errors
    /// The body is absent from that frame, or its pose is not of this dimension.
    fn world_pose(track: &Track, frame: usize) -> Result<Self::WorldPose, QueryError>;

    /// Position and rotation in 3D.
    fn in_space(world_pose: Self::WorldPose) -> (DVec3, DQuat);

    /// Pose in the frame at the position of `origin` with world axes, rounded to the engine's precision.
    fn pose(world_pose: Self::WorldPose, origin: Self::WorldPose) -> Self::Pose;

    /// Pose of a body in the world, each number as written and rounded to the engine's precision; in 2D `rotation` is
    /// (cos, sin).
    fn as_written(body: &Body, rotation: Option<[f64; 2]>) -> Self::Pose;

    /// Configuration-space obstacle of two shapes at these poses.
    fn cso(shapes: [Self::Shape; 2], poses: [Self::Pose; 2]) -> Self::Cso;

    /// Checks that this precision can represent the pair.
    ///
    /// # Errors
    /// Squares of lengths would overflow or underflow.
    fn check_range(pair: &Pair<'_, Self>) -> Result<(), QueryError>;

    /// Radius of a shape for drawings, meters: roughly half its size.
    fn extent(shape: &Self::Shape) -> f64;

    /// Least and greatest corner of the axis-aligned bounding box of a shape, world frame, meters.
    fn bounds(shape: &Self::Shape, world_pose: Self::WorldPose) -> [DVec3; 2];

    /// Outline of a shape in the world; a coarse one for drawings of very many bodies.
    fn outlined(shape: &Self::Shape, world_pose: Self::WorldPose, coarse: bool) -> Solid;

    /// Backdrop of a lesson, the same in all steps, made when it is first drawn.
    fn scenery(drawing: PairDrawing<Self>) -> Scenery;
}

/// A body of the scene with its shape in the engine's type.
pub(in super::super) struct Member<S: Space> {
    pub name: String,
    /// Index of the body in the scene.
    index: usize,
    body: Arc<Body>,
    /// Whether a 2D shape becomes a flat 3D one.
    lifted: bool,
    /// Shape, built on first use.
    shape: OnceLock<Result<S::Shape, QueryError>>,
    /// Poses in all frames.
    track: Track,
    /// Edges of the mesh that the body shows, body frame; `None` for a body that shows no mesh.
    mesh: Option<Arc<Solid>>,
    /// Outline in the body frame, made when it is first drawn.
    outline: Arc<OnceLock<Solid>>,
}

impl<S: Space> Member<S> {
    /// The body of a query, without its shape yet.
    fn new(query: &SceneQuery<'_>, member: Subject<'_>) -> Result<Self, QueryError> {
        let body = query.scene.bodies.shared(member.index).ok_or_else(misdirected)?;
        Ok(Self {
            name: body.name.clone(),
            index: member.index,
            body: Arc::clone(body),
            lifted: query.is_planar(),
            shape: OnceLock::new(),
            track: member.track,
            mesh: mesh_edges::visible_edges(&body.shape).map(Arc::new),
            outline: Arc::default(),
        })
    }

    /// Shape of the body, margin included. Errors name the invalid field.
    pub fn shape(&self) -> Result<&S::Shape, QueryError> {
        let shape = self.shape.get_or_init(|| S::shape(&self.body, self.lifted, &|field| self.path(field)));
        shape.as_ref().map_err(Clone::clone)
    }

    /// Path of a field of the body in the scene.
    pub fn path(&self, field: &str) -> String {
        format!("bodies[{}].{field}", self.index)
    }
}

/// Both bodies of a query over all frames.
pub(in super::super) struct Bodies<S: Space> {
    /// The bodies A and B.
    pub members: [Member<S>; 2],
    /// The other bodies of the scene, for drawing.
    bystanders: Arc<[Bystander]>,
    /// Whether 2D shapes become flat 3D ones.
    lifted: bool,
    /// Poses of A and B in the world if the scene's numbers are used as written; `None` for poses relative to A.
    pub as_written: Option<[S::Pose; 2]>,
}

/// Both bodies of a query in one frame.
pub(in super::super) struct Pair<'a, S: Space> {
    pub bodies: &'a Bodies<S>,
    /// Index of the frame in the scene.
    frame: usize,
    /// Shapes of A and B, margins included.
    pub shapes: [&'a S::Shape; 2],
    /// Poses of A and B in the world, `f64`.
    pub world_poses: [S::WorldPose; 2],
}

/// Data for the drawing of a pair.
pub(in super::super) struct PairDrawing<S: Space> {
    pub names: [String; 2],
    /// Shapes of A and B, margins included.
    pub shapes: [S::Shape; 2],
    /// Poses in the world, `f64`.
    pub world_poses: [S::WorldPose; 2],
    /// Poses relative to A's origin, with world axes.
    pub poses: [S::Pose; 2],
    /// Whether the algorithm works on the cores instead of the whole bodies.
    pub cores: bool,
    pub bystanders: BystanderDrawing,
    /// Edges of the mesh that each body shows, body frame; `None` for a body that shows no mesh.
    meshes: [Option<Arc<Solid>>; 2],
    /// Outline of each shape, body frame, once it is made.
    pub outlines: [Arc<OnceLock<Solid>>; 2],
}

impl<S: Space> Bodies<S> {
    /// The bodies that the query names. Shapes are built once for all frames: here, or on first use if the scene's
    /// numbers are used as written.
    pub fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let pair = query.pair()?;
        let as_written = match &query.scene.pose_rounding {
            PoseRounding::Relative => None,
            PoseRounding::AsWritten { cos_sin } => {
                Some(pair.each_ref().map(|member| S::as_written(member.body, cos_sin.get(member.index).copied())))
            }
        };
        let [a, b] = pair.map(|member| Member::new(query, member));
        let members = [a?, b?];
        let lifted = query.is_planar();
        let bodies = Self { members, bystanders: query.bystanders(), lifted, as_written };
        if as_written.is_none() {
            bodies.shapes()?;
        }
        Ok(bodies)
    }

    /// Shapes of both bodies.
    fn shapes(&self) -> Result<[&S::Shape; 2], QueryError> {
        let [a, b] = &self.members;
        Ok([a.shape()?, b.shape()?])
    }

    /// Names of both bodies.
    pub fn names(&self) -> [String; 2] {
        self.members.each_ref().map(|member| member.name.clone())
    }

    /// The pair in frame `frame`. Errors if this precision cannot represent it.
    pub fn at(&self, frame: usize) -> Result<Pair<'_, S>, QueryError> {
        let [a, b] = &self.members;
        let shapes = self.shapes()?;
        let world_poses = [S::world_pose(&a.track, frame)?, S::world_pose(&b.track, frame)?];
        let pair = Pair { bodies: self, frame, shapes, world_poses };
        // A production call accepts any input, so numbers used as written are not checked.
        if self.as_written.is_none() {
            S::check_range(&pair)?;
        }
        Ok(pair)
    }

    /// The pair in a frame of a scene whose numbers are used as written; `None` for other scenes.
    pub fn pair_as_written(&self, frame: usize) -> Result<Option<Pair<'_, S>>, QueryError> {
        if self.as_written.is_none() {
            return Ok(None);
        }
        self.at(frame).map(Some)
    }

    /// Poses of A and B in a frame, as [`Pair::poses`] returns them.
    pub fn poses(&self, frame: usize) -> Result<[S::Pose; 2], QueryError> {
        match self.as_written {
            Some(poses) => Ok(poses),
            None => Ok(self.at(frame)?.poses()),
        }
    }
}

impl<S: Space> Pair<'_, S> {
    /// Configuration-space obstacle `A − B`. Positions are subtracted in `f64`, so that rounding does not grow with the
    /// distance from the world's origin.
    pub fn cso(&self) -> S::Cso {
        S::cso(self.shapes.map(S::Shape::clone), self.poses())
    }

    /// Poses relative to A's origin, with world axes; those in the world if the scene's numbers are used as written.
    pub fn poses(&self) -> [S::Pose; 2] {
        if let Some(poses) = self.bodies.as_written {
            return poses;
        }
        let [pose_a, _] = self.world_poses;
        self.world_poses.map(|world_pose| S::pose(world_pose, pose_a))
    }

    /// Position and rotation of body A (0) or B (1) in the world.
    pub fn pose_in_world(&self, body: usize) -> (DVec3, DQuat) {
        S::in_space(self.world_poses[body])
    }

    /// Context of the pair for a lesson. With `cores`, the lesson's CSO is that of the cores (shapes without margin),
    /// and the CSO of the whole bodies is drawn as a ghost. No pictures in a scene whose numbers are used as written.
    pub fn context(&self, cores: bool) -> PairContext {
        let Bodies { members, bystanders, lifted, as_written } = self.bodies;
        let names = self.bodies.names();
        if as_written.is_some() {
            return PairContext::without_pictures(names);
        }
        let (position, rotation) = self.pose_in_world(0);
        let drawing = PairDrawing::<S> {
            names: names.clone(),
            shapes: self.shapes.map(S::Shape::clone),
            world_poses: self.world_poses,
            poses: self.poses(),
            cores,
            bystanders: BystanderDrawing { frame: self.frame, lifted: *lifted, bystanders: Arc::clone(bystanders) },
            meshes: members.each_ref().map(|member| member.mesh.clone()),
            outlines: members.each_ref().map(|member| Arc::clone(&member.outline)),
        };
        PairContext {
            space: lesson::Space { position, rotation },
            names,
            radii: self.shapes.map(S::extent),
            single: super::super::IS_SINGLE,
            scenery: S::scenery(drawing),
        }
    }
}

impl<S: Space> PairDrawing<S> {
    /// Names of the half-spaces among the bystanders, and their surfaces as patches below the pair, world frame.
    pub fn half_spaces(&self) -> impl Iterator<Item = (String, Form)> {
        self.surfaces_of_half_spaces(false).into_iter()
    }

    /// Names of the half-planes among the bystanders, and their surfaces as lines below the pair, world frame.
    pub fn half_planes(&self) -> impl Iterator<Item = (String, Form)> {
        self.surfaces_of_half_spaces(true).into_iter()
    }

    /// Names and surfaces of the half-spaces among the bystanders; with `flat` a surface is a line in the plane z = 0.
    fn surfaces_of_half_spaces(&self, flat: bool) -> Vec<(String, Form)> {
        let corners: Vec<DVec3> = (0..2).flat_map(|i| S::bounds(&self.shapes[i], self.world_poses[i])).collect();
        let BystanderDrawing { frame, bystanders, .. } = &self.bystanders;
        super::half_space::bystander_half_spaces(*frame, bystanders, &corners, flat)
    }

    /// Meshes that bodies show, world frame, each with the name of its body.
    pub fn meshes(&self) -> impl Iterator<Item = (String, Solid)> {
        let meshes_of_pair = (0..2).filter_map(|i| {
            let (position, rotation) = S::in_space(self.world_poses[i]);
            let mesh = self.meshes[i].as_deref()?.clone();
            Some((self.names[i].clone(), moved(mesh, position, rotation)))
        });
        self.bystanders.meshes().chain(meshes_of_pair)
    }
}

/// The bystanders in one frame.
pub(in super::super) struct BystanderDrawing {
    frame: usize,
    /// Whether 2D shapes become flat 3D ones.
    lifted: bool,
    bystanders: Arc<[Bystander]>,
}

impl BystanderDrawing {
    /// Meshes that bystanders show, world frame, each with the name of its body.
    fn meshes(&self) -> impl Iterator<Item = (String, Solid)> {
        self.bystanders.iter().filter_map(|Bystander { body, track }| {
            let solid = mesh_edges::visible_edges(&body.shape)?;
            let (position, rotation) = super::super::pose_in_frame(track, self.frame).ok()?;
            Some((body.name.clone(), moved(solid, position, rotation)))
        })
    }

    /// Outline of each bystander in the world with its name; for a body with child shapes one per child shape.
    /// Bystanders that this precision cannot represent are not drawn.
    pub fn outlined<S: Space>(&self) -> impl Iterator<Item = (String, Solid)> {
        let coarse = self.bystanders.len() > MAX_FINE_BYSTANDERS;
        self.bystanders.iter().flat_map(move |Bystander { body, track }| {
            let Ok(world_pose) = S::world_pose(track, self.frame) else { return Vec::new() };
            if body.shape.has_children() {
                return self.outlines_of_children::<S>(body, world_pose, coarse);
            }
            match S::shape(body, self.lifted, &|field| field.to_owned()) {
                Ok(shape) => vec![(body.name.clone(), S::outlined(&shape, world_pose, coarse))],
                Err(_) => Vec::new(),
            }
        })
    }

    /// Outlines of the child shapes of a body, world frame, each with the body's name and the index of the child shape,
    /// such as `table/2`. `coarse` outlines have fewer vertices.
    fn outlines_of_children<S: Space>(
        &self,
        body: &Body,
        world_pose: S::WorldPose,
        coarse: bool,
    ) -> Vec<(String, Solid)> {
        let (position, rotation) = S::in_space(world_pose);
        let mut outlines = Vec::new();
        for (i, piece) in body.shape.pieces().into_iter().take(MAX_DRAWN_CHILDREN).enumerate() {
            let outline = match piece.shape.surface() {
                Some((vertices, triangles)) => {
                    let vertices: Vec<DVec3> = vertices.into_iter().map(DVec3::from).collect();
                    Some(moved(Solid::of_triangles(vertices, &triangles), position, rotation))
                }
                None => {
                    let child = Body { margin: body.margin, ..Body::new(body.name.clone(), piece.shape.clone()) };
                    let shape = S::shape(&child, self.lifted, &|field| field.to_owned()).ok();
                    shape.map(|shape| S::outlined(&shape, world_pose, coarse))
                }
            };
            // The outline is made as if the child shape had the pose of the body; this moves it to the child's pose.
            let offset = rotation * piece.position;
            let relative = rotation * piece.rotation * rotation.conjugate();
            if let Some(outline) = outline {
                let centered = moved(outline, -position, DQuat::IDENTITY);
                let rotated = moved(centered, DVec3::ZERO, relative);
                outlines.push((format!("{}/{i}", body.name), moved(rotated, position + offset, DQuat::IDENTITY)));
            }
        }
        outlines
    }
}

/// Outlines of bystanders in the world with their names.
pub(in super::super) fn bystander_outlines<S: Space>(
    frame: usize,
    bystanders: Arc<[Bystander]>,
) -> Vec<(String, Solid)> {
    BystanderDrawing { frame, lifted: false, bystanders }.outlined::<S>().collect()
}

/// A solid rotated about the origin, then translated by `translation`.
fn moved(solid: Solid, translation: DVec3, rotation: DQuat) -> Solid {
    let vertices = solid.vertices.iter().map(|p| translation + rotation * *p).collect();
    Solid { vertices, ..solid }
}
