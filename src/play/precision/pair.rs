//! The two bodies of a query as this engine's shapes, in space or in the plane, and where they stand.

use std::sync::{Arc, OnceLock};

use glam::{DQuat, DVec3};

use super::{Asked, Bystander, QueryError, misdirected};
use crate::lesson::{PairContext, Scenery, Space as Frame};
use crate::picture::{Form, Solid};
use crate::play::mesh;
use crate::scene::model::{Body, Placing};
use crate::scene::{Subject, Track};

/// Space or the plane: what shapes are there, where they stand, and how they are drawn.
pub(super) trait Space: Sized + Send + Sync + 'static {
    /// A body's shape, margin included.
    type Shape: Clone + Send + Sync + 'static;
    /// Where a body is in the world, `f64`.
    type Place: Copy + Send + Sync + 'static;
    /// The same in the engine's precision, about some origin.
    type Pose: Copy + Send + Sync + 'static;
    /// `A − B`.
    type Cso;

    /// A body's shape; `path` says where a field of the body is. With `lifted` one of the plane is a flat one in space.
    fn shape(body: &Body, lifted: bool, path: &dyn Fn(&str) -> String) -> Result<Self::Shape, QueryError>;

    /// Where a body is in a frame.
    fn place(track: &Track, frame: usize) -> Result<Self::Place, QueryError>;

    /// A place as position and rotation in space.
    fn in_space(place: Self::Place) -> (DVec3, DQuat);

    /// A place with the world's axes, seen from the position of another.
    fn pose(place: Self::Place, home: Self::Place) -> Self::Pose;

    /// The pose of a body in the world, each number rounded to the engine's precision as it is written; in the plane `turn` is
    /// (cos, sin).
    fn as_written(body: &Body, turn: Option<[f64; 2]>) -> Self::Pose;

    /// Of two shapes at these poses.
    fn cso(shapes: [Self::Shape; 2], poses: [Self::Pose; 2]) -> Self::Cso;

    /// Why this engine cannot compute with a pair.
    fn refused(pair: &Pair<'_, Self>) -> Result<(), QueryError>;

    /// How large a shape looks, meters.
    fn extent(shape: &Self::Shape) -> f64;

    /// Lower and upper corner of the box along the axes around a shape, world.
    fn bounds(shape: &Self::Shape, place: Self::Place) -> [DVec3; 2];

    /// The outline of a shape in the world; a `coarse` one where it is one of very many.
    fn outlined(shape: &Self::Shape, place: Self::Place, coarse: bool) -> Solid;

    /// What stays while a lesson is stepped, made when it is first looked at.
    fn scenery(set: Set<Self>) -> Scenery;
}

/// A body of the scene, ready for this engine.
pub(super) struct Member<S: Space> {
    pub name: String,
    index: usize,
    body: Arc<Body>,
    lifted: bool,
    /// Built when it is first asked for.
    shape: OnceLock<Result<S::Shape, QueryError>>,
    track: Track,
    /// The mesh that it shows, in its own frame.
    mesh: Option<Arc<Solid>>,
    /// Its outline, likewise, once somebody looks at it.
    outline: Arc<OnceLock<Solid>>,
}

impl<S: Space> Member<S> {
    fn new(asked: &Asked<'_>, member: Subject<'_>) -> Result<Self, QueryError> {
        let body = asked.scene.bodies.shared(member.index).ok_or_else(misdirected)?;
        Ok(Self {
            name: body.name.clone(),
            index: member.index,
            body: Arc::clone(body),
            lifted: asked.is_planar(),
            shape: OnceLock::new(),
            track: member.track,
            mesh: mesh::drawn(&body.shape).map(Arc::new),
            outline: Arc::default(),
        })
    }

    /// The body's shape with its margin, with errors that name the field at fault.
    pub fn shape(&self) -> Result<&S::Shape, QueryError> {
        let built = || S::shape(&self.body, self.lifted, &|field| self.path(field));
        self.shape.get_or_init(built).as_ref().map_err(Clone::clone)
    }

    /// Where a field of the body is in the scene.
    pub fn path(&self, field: &str) -> String {
        format!("bodies[{}].{field}", self.index)
    }
}

/// Both bodies of a query over all frames.
pub(super) struct Bodies<S: Space> {
    pub members: [Member<S>; 2],
    bystanders: Arc<[Bystander]>,
    lifted: bool,
    /// The poses in the world, of a scene that is asked as it is written.
    pub as_written: Option<[S::Pose; 2]>,
}

/// Both bodies of a query in one frame of a scene.
pub(super) struct Pair<'a, S: Space> {
    pub bodies: &'a Bodies<S>,
    frame: usize,
    pub shapes: [&'a S::Shape; 2],
    pub places: [S::Place; 2],
}

/// A pair to be drawn.
pub(super) struct Set<S: Space> {
    pub names: [String; 2],
    pub shapes: [S::Shape; 2],
    /// In the world.
    pub places: [S::Place; 2],
    /// Seen from A's origin.
    pub poses: [S::Pose; 2],
    /// Whether the algorithm works on the cores, without the balls around them.
    pub cores: bool,
    /// The bodies that are not asked about.
    pub others: Others,
    meshes: [Option<Arc<Solid>>; 2],
    /// The outline of each shape in its own frame, once it is made.
    pub outlines: [Arc<OnceLock<Solid>>; 2],
}

impl<S: Space> Bodies<S> {
    /// The bodies that the query names. Shapes are built once for all frames: here, or of a scene that is asked as it is written
    /// when a frame needs them.
    pub fn new(asked: &Asked<'_>) -> Result<Self, QueryError> {
        let pair = asked.pair()?;
        let as_written = match &asked.scene.placing {
            Placing::Relative => None,
            Placing::AsWritten { turns } => {
                Some(pair.each_ref().map(|member| S::as_written(member.body, turns.get(member.index).copied())))
            }
        };
        let [a, b] = pair.map(|member| Member::new(asked, member));
        let members = [a?, b?];
        let lifted = asked.is_planar();
        let bodies = Self { members, bystanders: asked.bystanders(), lifted, as_written };
        if as_written.is_none() {
            bodies.shapes()?;
        }
        Ok(bodies)
    }

    fn shapes(&self) -> Result<[&S::Shape; 2], QueryError> {
        let [a, b] = &self.members;
        Ok([a.shape()?, b.shape()?])
    }

    /// What people call both.
    pub fn names(&self) -> [String; 2] {
        self.members.each_ref().map(|member| member.name.clone())
    }

    /// As they stand in frame `frame`.
    pub fn at(&self, frame: usize) -> Result<Pair<'_, S>, QueryError> {
        let [a, b] = &self.members;
        let shapes = self.shapes()?;
        let places = [S::place(&a.track, frame)?, S::place(&b.track, frame)?];
        let pair = Pair { bodies: self, frame, shapes, places };
        // An engine answers whatever a program hands it.
        if self.as_written.is_none() {
            S::refused(&pair)?;
        }
        Ok(pair)
    }

    /// The same in a scene that is asked as it is written; none in others.
    pub fn written(&self, frame: usize) -> Result<Option<Pair<'_, S>>, QueryError> {
        self.as_written.map(|_| self.at(frame)).transpose()
    }

    /// The poses of a frame, as [`Pair::poses`] has them, whatever the shapes are.
    pub fn poses(&self, frame: usize) -> Result<[S::Pose; 2], QueryError> {
        self.as_written.map_or_else(|| Ok(self.at(frame)?.poses()), Ok)
    }
}

impl<S: Space> Pair<'_, S> {
    /// `A − B`. Positions are subtracted in `f64`, so that a pair far from the world's origin loses nothing when it is
    /// narrowed.
    pub fn cso(&self) -> S::Cso {
        S::cso(self.shapes.map(S::Shape::clone), self.poses())
    }

    /// Seen from A's origin, with the world's axes; of a scene that is asked as it is written those in the world.
    pub fn poses(&self) -> [S::Pose; 2] {
        let relative = || self.places.map(|place| S::pose(place, self.places[0]));
        self.bodies.as_written.unwrap_or_else(relative)
    }

    /// Where body A (0) or B (1) is in the world: its position and rotation.
    pub fn standing(&self, body: usize) -> (DVec3, DQuat) {
        S::in_space(self.places[body])
    }

    /// Where people look at it. With `cores`, the CSO is that of the cores, and the balls around them are a ghost.
    pub fn context(&self, cores: bool) -> PairContext {
        let Bodies { members, bystanders, lifted, as_written } = self.bodies;
        let names = self.bodies.names();
        if as_written.is_some() {
            return PairContext::unseen(names);
        }
        let (position, rotation) = self.standing(0);
        let set = Set::<S> {
            names: names.clone(),
            shapes: self.shapes.map(S::Shape::clone),
            places: self.places,
            poses: self.poses(),
            cores,
            others: Others { frame: self.frame, lifted: *lifted, bystanders: Arc::clone(bystanders) },
            meshes: members.each_ref().map(|member| member.mesh.clone()),
            outlines: members.each_ref().map(|member| Arc::clone(&member.outline)),
        };
        PairContext {
            space: Frame { position, rotation },
            names,
            radii: self.shapes.map(S::extent),
            single: super::IS_SINGLE,
            scenery: S::scenery(set),
        }
    }
}

impl<S: Space> Set<S> {
    /// The half-spaces among the bodies that are not asked about, below the two that are.
    pub fn half_spaces(&self, flat: bool) -> impl Iterator<Item = (String, Form)> {
        let around: Vec<DVec3> = (0..2).flat_map(|i| S::bounds(&self.shapes[i], self.places[i])).collect();
        super::endless::bystanders(self.others.frame, &self.others.bystanders, &around, flat).into_iter()
    }

    /// The meshes that bodies show, in the world, each with the name of its body.
    pub fn meshes(&self) -> impl Iterator<Item = (String, Solid)> {
        let own = (0..2).filter_map(|i| {
            let (at, turn) = S::in_space(self.places[i]);
            Some((self.names[i].clone(), moved(self.meshes[i].as_deref()?.clone(), at, turn)))
        });
        self.others.meshes().chain(own)
    }
}

/// Bodies that nobody asks about: more of them are drawn coarsely.
const MOST_FINE: usize = 100;

/// Parts of one of them that are drawn.
const MOST_PIECES: usize = 2_000;

/// The bodies that are not asked about, in one frame.
pub(super) struct Others {
    frame: usize,
    lifted: bool,
    bystanders: Arc<[Bystander]>,
}

impl Others {
    /// The meshes that they show, in the world, each with the name of its body.
    fn meshes(&self) -> impl Iterator<Item = (String, Solid)> {
        self.bystanders.iter().filter_map(|Bystander { body, track }| {
            let solid = mesh::drawn(&body.shape)?;
            let (at, turn) = super::placed(track, self.frame).ok()?;
            Some((body.name.clone(), moved(solid, at, turn)))
        })
    }

    /// The outline of each in the world, with its name; of a body of parts that of each part. One that no engine could hold is left
    /// out: nobody asks about it.
    pub fn outlined<S: Space>(&self) -> impl Iterator<Item = (String, Solid)> {
        let coarse = self.bystanders.len() > MOST_FINE;
        self.bystanders.iter().flat_map(move |Bystander { body, track }| {
            let Ok(place) = S::place(track, self.frame) else { return Vec::new() };
            if body.shape.is_of_parts() {
                return self.pieces::<S>(body, place, coarse);
            }
            let shape = S::shape(body, self.lifted, &|field| field.to_owned()).ok();
            shape.map(|shape| (body.name.clone(), S::outlined(&shape, place, coarse))).into_iter().collect()
        })
    }

    /// Those of the parts of a body, in the world.
    fn pieces<S: Space>(&self, body: &Body, place: S::Place, coarse: bool) -> Vec<(String, Solid)> {
        let (at, turn) = S::in_space(place);
        let mut outlines = Vec::new();
        for (i, piece) in body.shape.pieces().into_iter().take(MOST_PIECES).enumerate() {
            let outline = match piece.shape.surface() {
                Some((vertices, triangles)) => {
                    let vertices: Vec<DVec3> = vertices.into_iter().map(DVec3::from).collect();
                    Some(moved(Solid::of_triangles(vertices, &triangles), at, turn))
                }
                None => {
                    let own = Body { margin: body.margin, ..Body::new(body.name.clone(), piece.shape.clone()) };
                    let shape = S::shape(&own, self.lifted, &|field| field.to_owned()).ok();
                    shape.map(|shape| S::outlined(&shape, place, coarse))
                }
            };
            // From where the whole body stands to where this part of it does.
            let by = turn * piece.position;
            let rotation = turn * piece.rotation * turn.conjugate();
            let outline = outline.map(|outline| moved(moved(outline, -at, DQuat::IDENTITY), DVec3::ZERO, rotation));
            outlines.extend(
                outline.map(|outline| (format!("{}/{i}", body.name), moved(outline, at + by, DQuat::IDENTITY))),
            );
        }
        outlines
    }
}

/// The outlines of bodies that are not asked about, in the world, with their names.
pub(super) fn standing<S: Space>(frame: usize, bystanders: Arc<[Bystander]>) -> Vec<(String, Solid)> {
    Others { frame, lifted: false, bystanders }.outlined::<S>().collect()
}

/// A solid of a body's frame in the world.
fn moved(solid: Solid, at: DVec3, turn: DQuat) -> Solid {
    let vertices = solid.vertices.iter().map(|p| at + turn * *p).collect();
    Solid { vertices, ..solid }
}
