//! Frustum culling, with the plane that rejected each body kept over frames.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use glam::DVec3;

use super::bodies::{self, Bystander};
use super::engine::dim3::frustum::{
    Body, BodyError, Class, Convex, Cull, Frustum, Options, OrientedBox, Outcome, Record, Side, culled,
};
use super::engine::dim3::sat::Solid;
use super::engine::dim3::shape::Shape;
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::frustum3;
use super::outline;
use super::pair::{margined, narrow, standing_in_space};
use super::scenery::put;
use super::{Answered, Player, Prepared, QueryError, Recorded, Run, misdirected, run};
use crate::lesson::frustum::{self, CullContext, FramePlanes, Viewer};
use crate::lesson::{Backdrop, Lesson, Pictures, Scenery, Strip, Tape, recording, watch};
use crate::picture::{Picture, Role};
use crate::play::frusta;
use crate::scene::model::{self, Ask, Placing, Query, Scene};
use crate::scene::{Subject, Track};
use crate::snapshot::Snapshots;

/// More bodies are drawn coarsely.
const MOST_FINE: usize = 60;

/// A body of the scene, ready for this engine.
struct Member {
    name: String,
    index: usize,
    kind: Kind,
    /// To be drawn; none where nobody looks.
    shape: Option<Shape>,
    track: Track,
}

/// How a body is asked.
enum Kind {
    /// Half its sides.
    Box(DVec3),
    /// Its radius.
    Ball(f64),
    /// By its support points, with faces and edges of a polytope.
    Convex(Shape, Option<Arc<Solid>>),
}

/// Bodies and a frustum, over all frames.
struct Culling {
    /// As it is seen from `home`.
    frustum: Frustum,
    home: DVec3,
    viewer: Viewer,
    members: Vec<Member>,
    bystanders: Arc<[Bystander]>,
    warm: bool,
    frames: usize,
    /// Whether the scene is asked as it is written.
    written: bool,
}

type Started = Cull<Arc<[Body]>, Arc<[Option<Side>]>>;

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cull { frustum: name, options, .. } = &query.ask else { return Err(misdirected()) };
    let at = |field: &str| {
        let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        format!("queries[{q}].{field}")
    };
    let index = match name.as_str() {
        "" => 0,
        name => scene.frusta.iter().position(|frustum| frustum.name == name).unwrap_or(usize::MAX),
    };
    let form = scene.frusta.get(index).map(|frustum| &frustum.form).ok_or_else(|| {
        let message = match name.as_str() {
            "" => String::from("the scene has no frustum to cull by; `frusta` is the list of them"),
            name => format!("there is no frustum `{name}`"),
        };
        QueryError::new(at("frustum"), message)
    })?;
    let wrong = |error: frusta::SceneFrustumError| {
        let dot = if error.field.is_empty() { "" } else { "." };
        QueryError::new(format!("frusta[{index}]{dot}{}", error.field), error.message)
    };
    let written = scene.placing != Placing::Relative;
    let home = match written {
        true => DVec3::ZERO,
        false => frusta::home(form, &frusta::in_world(form).map_err(wrong)?),
    };
    let frustum = frustum3::frustum(form, home).map_err(wrong)?;
    let viewer = match frusta::camera(form) {
        Some((eye, rotation)) => Viewer::camera(eye, rotation),
        None => Viewer::of_planes(&frustum.snapshot(), home),
    };
    let members = bodies::all(scene, query)?.into_iter().map(|subject| member(subject, written));
    let members = members.collect::<Result<_, _>>()?;
    let (bystanders, frames) = (bodies::bystanders(scene, query), scene.frame_count());
    Ok(run(Culling { frustum, home, viewer, members, bystanders, warm: options.warm_start, frames, written }))
}

fn member(subject: Subject<'_>, written: bool) -> Result<Member, QueryError> {
    let body = subject.body;
    let shape = || margined(body, false, &|field| subject.path(field));
    let (kind, shape) = match &body.shape {
        model::Shape::Box { half_extents } if body.margin == 0.0 => {
            (Kind::Box(DVec3::from(*half_extents)), (!written).then(shape).transpose()?)
        }
        model::Shape::Sphere { radius } => (Kind::Ball(radius + body.margin), (!written).then(shape).transpose()?),
        _ => {
            let shape = shape()?;
            let solid = Solid::of_shape(&shape).transpose();
            let solid = solid.map_err(|error| QueryError::new(subject.path("shape"), error.to_string()))?;
            (Kind::Convex(shape.clone(), solid.map(Arc::new)), Some(shape))
        }
    };
    Ok(Member { name: body.name.clone(), index: subject.index, kind, shape, track: subject.track })
}

impl Culling {
    /// The bodies in a frame, as they are seen from `home`.
    fn bodies(&self, frame: usize) -> Result<Arc<[Body]>, QueryError> {
        self.members.iter().map(|member| self.body(member, frame)).collect()
    }

    fn body(&self, member: &Member, frame: usize) -> Result<Body, QueryError> {
        let (position, q) = bodies::placed(&member.track, frame)?;
        let center = narrow(position - self.home);
        // As it is written it is not normalized before it is rounded.
        let [x, y, z, w] = if self.written { member.track.pose(frame).1 } else { q.to_array() };
        let rotation = Quat::from_xyzw(x as Real, y as Real, z as Real, w as Real);
        let body = match &member.kind {
            Kind::Box(half) => OrientedBox::new(center, narrow(*half), rotation).map(Body::Box),
            Kind::Ball(radius) => Body::ball(center, *radius as Real),
            Kind::Convex(shape, solid) => {
                Convex::new(shape.clone(), &Pose::new(center, rotation), solid.clone()).map(Body::Convex)
            }
        };
        body.map_err(|error| match error {
            BodyError::Center { .. } => {
                let message = "is too far from the frustum: squares of lengths overflow";
                QueryError::new(format!("{}.position", member.track.path(frame)), message)
            }
            _ => QueryError::new(format!("bodies[{}].shape", member.index), error.to_string()),
        })
    }

    fn start(&self, frame: usize, last: &Arc<[Option<Side>]>) -> Result<Started, QueryError> {
        Ok(Cull::new(self.frustum, self.bodies(frame)?, Arc::clone(last), Options { exact: true }))
    }

    /// Runs to the end, with what was found of each body.
    fn played(&self, frame: usize, last: &Arc<[Option<Side>]>) -> Result<(Started, Outcome, Vec<Record>), QueryError> {
        let mut cull = self.start(frame, last)?;
        let mut records = Vec::with_capacity(self.members.len());
        loop {
            watch::tick();
            let flow = cull.step();
            records.extend(cull.now);
            if let ControlFlow::Break(outcome) = flow {
                return Ok((cull, outcome, records));
            }
        }
    }

    /// Where people look at a frame.
    fn context(&self, frame: usize, drawn: bool) -> Result<CullContext, QueryError> {
        let members = if drawn { &self.members[..] } else { &[] };
        let draw = if members.len() > MOST_FINE { outline::coarse } else { outline::solid };
        let solids =
            members.iter().filter_map(|member| Some((member, member.shape.as_ref()?))).map(|(member, shape)| {
                let (position, q) = bodies::placed(&member.track, frame)?;
                let turn = Quat::from_xyzw(q.x as Real, q.y as Real, q.z as Real, q.w as Real);
                let mut solid = draw(shape, &Pose::new(Vec3::ZERO, turn));
                solid.vertices.iter_mut().for_each(|p| *p += position);
                Ok(Arc::new(solid))
            });
        Ok(CullContext {
            names: self.members.iter().map(|member| member.name.clone()).collect(),
            home: self.home,
            viewer: self.viewer,
            solids: solids.collect::<Result<_, QueryError>>()?,
            scenery: self.scenery(frame),
        })
    }

    /// The bodies that are not asked about.
    fn scenery(&self, frame: usize) -> Scenery {
        let bystanders = Arc::clone(&self.bystanders);
        LazyLock::new(Box::new(move || {
            let mut world = Picture::default();
            for (name, solid) in standing_in_space(frame, bystanders) {
                put(&mut world, Role::Bystander, format!("body/{name}"), solid);
            }
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        }))
    }
}

/// The plane that rejected each body.
fn handed(records: &[Record]) -> Arc<[Option<Side>]> {
    records.iter().map(Record::rejected_by).collect()
}

impl Player for Culling {
    /// The plane that rejected each body.
    type Memory = Arc<[Option<Side>]>;
    type Record = (FramePlanes, Vec<Class>);

    fn frames(&self) -> usize {
        self.frames
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn bytes(memory: &Self::Memory) -> usize {
        size_of::<Self::Memory>() + size_of_val(&**memory)
    }

    fn pass(&self, frame: usize, memory: &Self::Memory) -> Result<Self::Memory, QueryError> {
        let (_, _, records) = self.played(frame, memory)?;
        Ok(handed(&records))
    }

    fn record(&self, frame: usize, memory: &Self::Memory) -> Result<Option<Recorded<Self>>, QueryError> {
        if !self.warm {
            return Ok(None);
        }
        let ((warm, _, records), (cold, ..)) = (self.played(frame, memory)?, self.played(frame, &Arc::default())?);
        let classes = records.iter().map(|record| record.class).collect();
        let planes = FramePlanes { warm: warm.planes, cold: cold.planes, changed: 0 };
        Ok(Some(((planes, classes), handed(&records))))
    }

    fn strip(&self, records: &[Self::Record], frame: usize) -> Option<Strip> {
        let changed = |i: usize| match i.checked_sub(1) {
            Some(before) => records[i].1.iter().zip(&records[before].1).filter(|(now, old)| now != old).count(),
            None => 0,
        };
        let history: Vec<FramePlanes> =
            records.iter().enumerate().map(|(i, (planes, _))| FramePlanes { changed: changed(i), ..*planes }).collect();
        frustum::strip(&history, frame)
    }

    fn answer(&self, frame: usize, memory: &Self::Memory) -> Result<Answered<Self>, QueryError> {
        let (cull, outcome, records) = self.played(frame, memory)?;
        let (problem, context) = (cull.problem(), self.context(frame, false)?);
        let found: Vec<_> = records.iter().map(Record::snapshot).collect();
        let verdict = frustum::conclude(&cull.snapshot(), &problem, outcome, &found, &context);
        Ok((verdict, Some(handed(&records))))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let bodies = self.bodies(frame)?;
        Ok(Box::new(move || {
            for (i, body) in black_box(&bodies).iter().enumerate() {
                watch::tick_at(i);
                black_box(culled(&self.frustum, body));
            }
        }))
    }

    fn lesson(&self, frame: usize, memory: &Self::Memory, _: &[Self::Record]) -> Result<Arc<dyn Lesson>, QueryError> {
        let (start, context) = (self.start(frame, memory)?, self.context(frame, true)?);
        let (problem, mut records) = (start.problem(), Vec::with_capacity(self.members.len()));
        let tape = Tape::record_seeing(start, |state| records.extend(state.now.map(|record| record.snapshot())));
        Ok(Arc::from(frustum::lesson(recording(tape), problem, records, context)))
    }
}
