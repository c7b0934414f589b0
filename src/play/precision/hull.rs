//! Convex hulls of the points of one body, which are taken as the scene lists them, in the body's own frame.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use glam::{DQuat, DVec3};

use super::bodies::{self, Bystander};
use super::engine::dim2::hull::{self as planar, Graham, Jarvis};
use super::engine::dim3::hierarchy::Search;
use super::engine::dim3::hull::{Hull, HullError, Quickhull};
use super::engine::prelude::*;
use super::pair::standing_in_space;
use super::plane::{place, standing_in_plane};
use super::scenery::put;
use super::{Answered, Player, Prepared, QueryError, Run, hierarchy, misdirected, run};
use crate::lesson::hull::plane::{self, graham, jarvis};
use crate::lesson::hull::{self as spatial, Made};
use crate::lesson::{Backdrop, BodyContext, Lesson, Pictures, Scenery, Tape, recording, watch};
use crate::picture::{Form, Picture, Role, Solid};
use crate::play::mesh;
use crate::scene::Track;
use crate::scene::model::{Algorithm, Content, Dimension, Query, Scene, Shape};
use crate::snapshot::Snapshots;
use crate::snapshot::hull::Faces;
use crate::snapshot::hull::plane::Stack;

/// Comparisons in a march beyond which it is refused: it would take minutes.
const MOST_COMPARISONS: usize = 100_000_000;

/// Steps of a lesson: more would fill no timeline and much memory.
const MOST_STEPS: usize = 1_000_000;

/// A body of points, over all frames.
struct Points {
    algorithm: Algorithm,
    name: String,
    index: usize,
    /// In the body's frame, as the scene lists them.
    own: Vec<DVec3>,
    /// How a point is named in the scene: `points[3]`.
    field: &'static str,
    track: Track,
    dimension: Dimension,
    bystanders: Arc<[Bystander]>,
    frames: usize,
    /// Along which the farthest corner is asked for: a unit vector, world frame.
    direction: DVec3,
    /// The mesh to be drawn, in the body's frame, and what it encloses.
    mesh: Option<Arc<Solid>>,
    mesh_volume: Option<f64>,
}

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let algorithm = query.ask.algorithm();
    if !algorithm.is_hull() && algorithm != Algorithm::Hierarchy {
        return Err(misdirected());
    }
    let member = bodies::one(scene, query)?;
    let (body, dimension) = (member.body, scene.dimension);
    let (own, field) = given(&body.shape, dimension)
        .map_err(|(field, message)| QueryError::new(member.path(&format!("shape.{field}")), message))?;
    if body.margin != 0.0 {
        let message = "must be 0: a hull is taken of points, and the ball around them has none";
        return Err(QueryError::new(member.path("margin"), message));
    }
    let (name, index, track) = (body.name.clone(), member.index, member.track);
    let bystanders = bodies::bystanders(scene, query);
    let points = Points {
        algorithm,
        name,
        index,
        own,
        field,
        track,
        dimension,
        bystanders,
        frames: scene.frame_count(),
        direction: direction(scene, query)?,
        mesh: mesh::drawn(&body.shape).map(Arc::new),
        mesh_volume: mesh::enclosed(&body.shape),
    };
    points.refused()?;
    Ok(run(points))
}

/// Along which the farthest corner is asked for; up where the query does not say.
fn direction(scene: &Scene, query: &Query) -> Result<DVec3, QueryError> {
    let d = query.ask.direction().map_or(DVec3::Y, DVec3::from_array);
    let unit = (d / d.abs().max_element()).try_normalize();
    let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
    let wrong = || QueryError::new(format!("queries[{q}].options.direction"), "must not be zero");
    unit.ok_or_else(wrong)
}

/// The points of a shape, in its own frame, and the name of the field that holds them; or the field at fault and what is
/// wrong with it.
fn given(shape: &Shape, dimension: Dimension) -> Result<(Vec<DVec3>, &'static str), (String, String)> {
    let planar = matches!(shape, Shape::Polygon { .. } | Shape::Rectangle { .. });
    let spatial = matches!(shape, Shape::Polytope { .. } | Shape::Box { .. } | Shape::Mesh { .. });
    let has = match dimension {
        Dimension::Two => {
            "has no points of the plane to take the hull of; polygon, rectangle, triangle and segment have"
        }
        Dimension::Three => "has no points to take the hull of; polytope, mesh, box, triangle and segment have",
    };
    if matches!(shape, Shape::Mesh { content, .. } if content.mesh().is_none()) {
        return Err((String::from("file"), String::from(Content::UNREAD)));
    }
    let points = shape.points().filter(|_| if dimension == Dimension::Two { !spatial } else { !planar });
    let Some(points) = points else { return Err((String::from("type"), String::from(has))) };
    let points: Vec<DVec3> = points.into_iter().map(DVec3::from_array).collect();
    let field = match shape {
        Shape::Box { .. } | Shape::Rectangle { .. } => "half_extents",
        Shape::Mesh { .. } => "file",
        _ => "points",
    };
    let off = points.iter().position(|p| p.z != 0.0).filter(|_| dimension == Dimension::Two);
    match off {
        Some(i) => Err((format!("{field}[{i}][2]"), String::from("must be 0 in a query of the plane"))),
        None => Ok((points, field)),
    }
}

impl Points {
    fn in_plane(&self) -> Vec<Vec2> {
        self.own.iter().map(|p| Vec2::new(p.x as Real, p.y as Real)).collect()
    }

    fn in_space(&self) -> Vec<Vec3> {
        self.own.iter().map(|p| Vec3::new(p.x as Real, p.y as Real, p.z as Real)).collect()
    }

    fn wrong(&self, error: HullError) -> QueryError {
        let field = match error {
            HullError::NotFinite { index } if self.field == "points" => format!("points[{index}]"),
            _ => self.field.to_owned(),
        };
        QueryError::new(format!("bodies[{}].shape.{field}", self.index), error.to_string())
    }

    /// Why these points are not taken, found out before anybody asks.
    fn refused(&self) -> Result<(), QueryError> {
        let wrong = |error| self.wrong(error);
        match self.algorithm {
            Algorithm::Graham => drop(Graham::new(&self.in_plane()).map_err(wrong)?),
            Algorithm::Jarvis => {
                let (points, corners) = (self.own.len(), planar::graham(&self.in_plane()).map_err(wrong)?.len());
                if points.saturating_mul(corners) > MOST_COMPARISONS {
                    let message = format!(
                        "{points} points with {corners} corners are too many to march round: it takes their product of comparisons; `graham` takes few"
                    );
                    return Err(QueryError::new(format!("bodies[{}].shape.{}", self.index, self.field), message));
                }
            }
            _ => drop(Quickhull::new(&self.in_space()).map_err(wrong)?),
        }
        Ok(())
    }

    /// The search for the farthest corner in a frame.
    fn search(&self, frame: usize) -> Result<Search, QueryError> {
        let (_, rotation): (DVec3, DQuat) = bodies::placed(&self.track, frame)?;
        let d = rotation.conjugate() * self.direction;
        Search::new(&self.in_space(), Vec3::new(d.x as Real, d.y as Real, d.z as Real))
            .map_err(|error| self.wrong(error))
    }

    /// Refuses to record a run of very many steps: each has a place on the timeline.
    fn countable(&self, steps: usize) -> Result<(), QueryError> {
        if steps <= MOST_STEPS {
            return Ok(());
        }
        let points = self.own.len();
        let message = format!("{points} points take {steps} steps; a lesson has at most {MOST_STEPS}");
        Err(QueryError::new(format!("bodies[{}].shape.{}", self.index, self.field), message))
    }

    /// Where people look at it.
    fn context(&self, frame: usize) -> Result<BodyContext, QueryError> {
        let (position, rotation): (DVec3, DQuat) = match self.dimension {
            Dimension::Two => place(&self.track, frame)?.in_space(),
            Dimension::Three => bodies::placed(&self.track, frame)?,
        };
        let points: Arc<[DVec3]> = self.own.iter().map(|p| position + rotation * *p).collect();
        let scenery = self.scenery(frame, &points, (position, rotation));
        Ok(BodyContext { name: self.name.clone(), points, mesh_volume: self.mesh_volume, scenery })
    }

    /// The bodies that are not asked about, and faintly the points.
    fn scenery(&self, frame: usize, points: &Arc<[DVec3]>, (at, turn): (DVec3, DQuat)) -> Scenery {
        let (dimension, bystanders) = (self.dimension, Arc::clone(&self.bystanders));
        let (points, key) = (Arc::clone(points), format!("body/{}", self.name));
        let mesh = self.mesh.clone();
        LazyLock::new(Box::new(move || {
            let mut world = Picture::default();
            let others = match dimension {
                Dimension::Two => standing_in_plane(frame, bystanders),
                Dimension::Three => standing_in_space(frame, bystanders),
            };
            for (name, solid) in others {
                put(&mut world, Role::Bystander, format!("body/{name}"), solid);
            }
            if let Some(mesh) = &mesh {
                let vertices = mesh.vertices.iter().map(|p| at + turn * *p).collect();
                put(&mut world, Role::Mesh, format!("{key}/mesh"), Solid { vertices, ..Solid::clone(mesh) });
            }
            // Every step draws the points in the roles that they have there; these say where the body is.
            let dots = Solid { vertices: points.to_vec(), ..Solid::default() };
            world.add(Role::Grid, key, Form::Solid(Arc::new(dots)));
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        }))
    }
}

/// Runs to the end, and counts the steps.
fn ended<S: Stepper>(run: &mut S) -> (S::Outcome, usize) {
    let mut steps = 0;
    loop {
        steps += 1;
        watch::tick();
        if let ControlFlow::Break(outcome) = run.step() {
            return (outcome, steps);
        }
    }
}

/// The lesson of Quickhull.
fn quickhull(start: Quickhull, points: &[Vec3], context: BodyContext) -> Box<dyn Lesson> {
    let mut faces = Faces::default();
    let tape = Tape::record_seeing(start, |run| run.gather(&mut faces));
    let hull = tape.last().hull();
    let made = Made { faces, hull: hull.snapshot(), listed: hull.listed(points) };
    spatial::lesson(recording(tape), made, context)
}

/// The lesson of Graham's scan.
fn scan(start: Graham, points: &[Vec2], context: BodyContext) -> Box<dyn Lesson> {
    let mut stack = Stack::default();
    let tape = Tape::record_seeing(start, |run| run.gather(&mut stack));
    let measure = planar::measure(points, &tape.last().stack);
    graham::lesson(recording(tape), stack, measure, context)
}

/// The lesson of Jarvis's march.
fn march(start: Jarvis, points: &[Vec2], context: BodyContext) -> Box<dyn Lesson> {
    let tape = Tape::record(start);
    let (march, measure) = (tape.last().march(), planar::measure(points, &tape.last().corners));
    jarvis::lesson(recording(tape), march, measure, context)
}

/// The hull as a program asks for it.
fn wrapped(points: &[Vec3]) -> Result<Hull, HullError> {
    let mut run = Quickhull::new(points)?;
    run.run_with(watch::tick);
    Ok(run.hull())
}

impl Player for Points {
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.frames
    }

    fn answer(&self, frame: usize, (): &()) -> Result<Answered<Self>, QueryError> {
        let context = self.context(frame)?;
        let (name, wrong) = (&self.name, |error| self.wrong(error));
        let verdict = match self.algorithm {
            Algorithm::Graham => {
                let points = self.in_plane();
                let mut run = Graham::new(&points).map_err(wrong)?;
                let (outcome, steps) = ended(&mut run);
                plane::verdict(&run.stack, planar::measure(&points, &run.stack), outcome, steps, &context)
            }
            Algorithm::Jarvis => {
                let points = self.in_plane();
                let mut run = Jarvis::new(&points).map_err(wrong)?;
                let (outcome, steps) = ended(&mut run);
                plane::verdict(&run.corners, planar::measure(&points, &run.corners), outcome, steps, &context)
            }
            Algorithm::Hierarchy => {
                let mut run = self.search(frame)?;
                let (outcome, _) = ended(&mut run);
                let levels = run.query().map(|query| query.hierarchy.snapshot()).unwrap_or_default();
                crate::lesson::hierarchy::verdict(&run.snapshot(), &levels, outcome, self.direction, name)
            }
            _ => {
                let points = self.in_space();
                let mut run = Quickhull::new(&points).map_err(wrong)?;
                let (outcome, steps) = ended(&mut run);
                spatial::verdict(&run.hull().listed(&points), outcome, steps, &context)
            }
        };
        Ok((verdict, None))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        Ok(match self.algorithm {
            Algorithm::Graham => {
                let points = self.in_plane();
                Box::new(move || _ = black_box(planar::graham(black_box(&points))))
            }
            Algorithm::Quickhull => {
                let points = self.in_space();
                Box::new(move || _ = black_box(wrapped(black_box(&points))))
            }
            _ => Box::new(move || _ = black_box(self.answer(frame, &()))),
        })
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let (context, wrong) = (self.context(frame)?, |error| self.wrong(error));
        Ok(Arc::from(match self.algorithm {
            Algorithm::Graham => {
                let points = self.in_plane();
                self.countable(2 * points.len())?;
                scan(Graham::new(&points).map_err(wrong)?, &points, context)
            }
            Algorithm::Jarvis => {
                let points = self.in_plane();
                let corners = planar::graham(&points).map_err(wrong)?.len();
                self.countable(points.len() * corners)?;
                march(Jarvis::new(&points).map_err(wrong)?, &points, context)
            }
            Algorithm::Hierarchy => hierarchy::play(self.search(frame)?, self.direction, context),
            _ => {
                let points = self.in_space();
                quickhull(Quickhull::new(&points).map_err(wrong)?, &points, context)
            }
        }))
    }
}
