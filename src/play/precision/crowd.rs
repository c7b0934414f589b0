//! Sweep and prune over the boxes of many bodies, with the sorted lists handed from frame to frame.

mod cost;

use std::borrow::Cow;
use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use glam::DVec3;

use super::bodies::{self, Bystander};
use super::engine::dim2::shape::Shape as Flat;
use super::engine::dim3::shape::Shape as Solid;
use super::engine::dim3::support::farthest;
use super::engine::dim3::sweep_and_prune::{Bounds, BoundsError, Outcome, SweepAndPrune, axis_name, corners};
use super::engine::prelude::*;
use super::pair::{self, standing_in_space};
use super::plane::{margined, place, standing_in_plane};
use super::scenery::put;
use super::{Answered, Player, Prepared, QueryError, Recorded, Run, misdirected, run};
use crate::lesson::crowd::Rows;
use crate::lesson::sweep_and_prune::{self, FrameSwaps, Log};
use crate::lesson::{Backdrop, Lesson, Pictures, Scenery, Strip, Tape, ToF64, recording, watch};
use crate::picture::{Picture, Role};
use crate::scene::Track;
use crate::scene::case::Corners;
use crate::scene::model::{Ask, Body, Dimension, Query, Scene};
use crate::step::Stepper as _;

/// Swaps of a lesson: more would fill no timeline and much memory.
const MOST_SWAPS: u64 = 300_000;

/// Bodies whose own shapes are drawn inside their boxes.
const MOST_SHAPED: usize = 60;

/// A body, its shape ready for this engine.
struct Member {
    shape: Shape,
    track: Track,
    index: usize,
}

enum Shape {
    Space(Solid),
    Plane(Flat),
}

/// Bodies over all frames, along `D` axes.
struct Crowd<const D: usize> {
    names: Arc<[String]>,
    boxed: Boxed<D>,
    /// Those of the members whose own shapes are drawn, and all that nobody asks about.
    drawn: Arc<[Bystander]>,
    frames: usize,
    /// The field that says which bodies, of a query of this scene.
    field: String,
}

/// What the boxes are of.
enum Boxed<const D: usize> {
    /// The bodies of a scene.
    Bodies(Vec<Member>),
    /// Nobody: they are given, frame by frame, and no lesson is made of them.
    Given(Vec<Vec<Option<Bounds<D>>>>),
}

/// What a frame hands to the next.
#[derive(Clone, Default)]
struct Handed<const D: usize> {
    /// The lists and pairs; empty before the first frame.
    world: Arc<SweepAndPrune<D>>,
    /// The rows of the bars.
    rows: Option<Arc<Rows>>,
}

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::SweepAndPrune { .. } = &query.ask else { return Err(misdirected()) };
    Ok(match scene.dimension {
        Dimension::Two => run(Crowd::<2>::new(scene, query)?),
        Dimension::Three => run(Crowd::<3>::new(scene, query)?),
    })
}

/// Boxes along the axes, z = 0 in the plane, which nobody looks at: frame by frame, `None` for one that is not there.
pub fn pairs_of(dimension: Dimension, frames: &[Vec<Option<Corners>>]) -> Arc<dyn Run> {
    match dimension {
        Dimension::Two => run(Crowd::<2>::given(frames)),
        Dimension::Three => run(Crowd::<3>::given(frames)),
    }
}

impl<const D: usize> Crowd<D> {
    fn new(scene: &Scene, query: &Query) -> Result<Self, QueryError> {
        let subjects = bodies::all(scene, query)?;
        let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        let names = subjects.iter().map(|subject| subject.body.name.clone()).collect();
        let mut drawn = bodies::bystanders(scene, query).to_vec();
        if subjects.len() <= MOST_SHAPED {
            let shaped = |index| scene.bodies.shared(index).filter(|body| !is_a_box(body));
            drawn.extend(subjects.iter().filter_map(|subject| {
                Some(Bystander { body: Arc::clone(shaped(subject.index)?), track: subject.track.clone() })
            }));
        }
        let members = subjects.into_iter().map(|subject| {
            let path = |field: &str| subject.path(field);
            let shape = match D {
                2 => Shape::Plane(margined(subject.body, &path)?),
                _ => Shape::Space(pair::margined(subject.body, false, &path)?),
            };
            Ok(Member { shape, index: subject.index, track: subject.track })
        });
        let members = members.collect::<Result<_, QueryError>>()?;
        Ok(Self {
            names,
            boxed: Boxed::Bodies(members),
            drawn: drawn.into(),
            frames: scene.frame_count(),
            field: format!("queries[{q}].bodies"),
        })
    }

    /// Of boxes along the axes, frame by frame.
    fn given(frames: &[Vec<Option<Corners>>]) -> Self {
        let along = |point: [f64; 3]| std::array::from_fn(|axis| point[axis] as Real);
        let bounds = |[min, max]: Corners| Bounds { min: along(min), max: along(max) };
        let frames: Vec<Vec<_>> =
            frames.iter().map(|boxes| boxes.iter().map(|each| each.map(bounds)).collect()).collect();
        let (names, drawn, field) = (Arc::default(), Arc::default(), String::from("frames"));
        Self { names, frames: frames.len(), boxed: Boxed::Given(frames), drawn, field }
    }

    /// The boxes of a frame.
    fn boxes(&self, frame: usize) -> Result<Cow<'_, [Option<Bounds<D>>]>, QueryError> {
        match &self.boxed {
            Boxed::Bodies(members) => members.iter().map(|member| member.bounds(frame).map(Some)).collect(),
            Boxed::Given(frames) => Ok(Cow::Borrowed(frames.get(frame).map_or(&[], Vec::as_slice))),
        }
    }

    /// Why the boxes of a frame are not taken.
    fn wrong(&self, frame: usize, error: BoundsError) -> QueryError {
        match (error, &self.boxed) {
            (BoundsError::NotANumber { body, axis } | BoundsError::Inverted { body, axis }, Boxed::Bodies(members)) => {
                let index = members.get(body).map_or(0, |member| member.index);
                let message = format!("has no box on {}: an end is not a number", axis_name(axis));
                QueryError::new(format!("bodies[{index}].shape"), message)
            }
            (BoundsError::NotANumber { body, .. } | BoundsError::Inverted { body, .. }, Boxed::Given(_)) => {
                QueryError::new(format!("frames[{frame}][{body}]"), error.to_string())
            }
            (other, _) => QueryError::new(self.field.clone(), other.to_string()),
        }
    }

    /// The lists as the frame before left them, with the boxes of this frame handed over.
    fn begun(&self, frame: usize, memory: &Handed<D>) -> Result<SweepAndPrune<D>, QueryError> {
        let mut world = SweepAndPrune::clone(&memory.world);
        let boxes = self.boxes(frame)?;
        world.begin(&boxes).map_err(|error| self.wrong(frame, error))?;
        Ok(world)
    }

    fn played(&self, frame: usize, memory: &Handed<D>) -> Result<(SweepAndPrune<D>, Outcome), QueryError> {
        let mut world = self.begun(frame, memory)?;
        loop {
            watch::tick();
            if let std::ops::ControlFlow::Break(outcome) = world.step() {
                return Ok((world, outcome));
            }
        }
    }

    /// What a frame that ended so hands on.
    fn handed(&self, world: SweepAndPrune<D>, memory: &Handed<D>) -> Handed<D> {
        let seen = matches!(self.boxed, Boxed::Bodies(_));
        let rows = seen.then(|| self.rows(&world.boxes, memory));
        Handed { world: Arc::new(world), rows }
    }

    /// The rows of the bars of a frame.
    fn rows(&self, boxes: &[Option<Bounds<D>>], memory: &Handed<D>) -> Arc<Rows> {
        Arc::new(Rows::packed(&corners(boxes), D, memory.rows.as_deref()))
    }

    /// The bodies that are no boxes, and those that are not asked about.
    fn scenery(&self, frame: usize) -> Scenery {
        let drawn = Arc::clone(&self.drawn);
        LazyLock::new(Box::new(move || {
            let mut world = Picture::default();
            let outlines = match D {
                2 => standing_in_plane(frame, drawn),
                _ => standing_in_space(frame, drawn),
            };
            for (name, solid) in outlines {
                put(&mut world, Role::Bystander, format!("body/{name}"), solid);
            }
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        }))
    }
}

impl Member {
    /// The box along the axes around the body where it stands: by its support mapping, margin included.
    fn bounds<const D: usize>(&self, frame: usize) -> Result<Bounds<D>, QueryError> {
        let [min, max] = match &self.shape {
            Shape::Space(shape) => {
                let (position, rotation) = bodies::placed(&self.track, frame)?;
                let back = rotation.conjugate();
                let reach = |along: DVec3| {
                    let own = back * along;
                    let d = Vec3::new(own.x as Real, own.y as Real, own.z as Real);
                    farthest(shape, d).point.to_f64().dot(own)
                };
                let along = DVec3::AXES.map(|axis| [-reach(-axis), reach(axis)]);
                [0, 1].map(|end| position + DVec3::from(along.map(|ends| ends[end])))
            }
            Shape::Plane(shape) => {
                let corners = place(&self.track, frame)?.of(shape);
                let margin = DVec3::splat(shape.margin().to_f64());
                let fold = |f: fn(DVec3, DVec3) -> DVec3| corners.iter().copied().reduce(f).unwrap_or_default();
                [fold(DVec3::min) - margin, fold(DVec3::max) + margin]
            }
        };
        let narrow = |point: DVec3| std::array::from_fn(|axis| point[axis] as Real);
        Ok(Bounds { min: narrow(min), max: narrow(max) })
    }
}

/// Whether a body that is not turned is its own box.
fn is_a_box(body: &Body) -> bool {
    use crate::scene::model::Shape as Scene;
    let straight = body.orientation() == [0.0, 0.0, 0.0, 1.0] && body.margin == 0.0;
    straight && matches!(body.shape, Scene::Box { .. } | Scene::Rectangle { .. })
}

impl<const D: usize> Player for Crowd<D> {
    type Memory = Handed<D>;
    type Record = FrameSwaps;

    fn frames(&self) -> usize {
        self.frames
    }

    fn remembers(&self) -> bool {
        true
    }

    fn bytes(memory: &Handed<D>) -> usize {
        let rows = memory.rows.as_ref().map_or(0, |rows| rows.bytes());
        size_of::<Handed<D>>() + size_of::<SweepAndPrune<D>>() + memory.world.heap_bytes() + rows
    }

    fn pass(&self, frame: usize, memory: &Handed<D>) -> Result<Handed<D>, QueryError> {
        let (world, _) = self.played(frame, memory)?;
        Ok(self.handed(world, memory))
    }

    fn record(&self, frame: usize, memory: &Handed<D>) -> Result<Option<Recorded<Self>>, QueryError> {
        let (world, outcome) = self.played(frame, memory)?;
        let record = FrameSwaps {
            swaps: world.swaps.to_vec(),
            began: world.began.len(),
            ended: world.ended.len(),
            pairs: world.pairs.len(),
            built: outcome == Outcome::Built,
        };
        Ok(Some((record, self.handed(world, memory))))
    }

    fn strip(&self, records: &[FrameSwaps], frame: usize) -> Option<Strip> {
        sweep_and_prune::strip(records, frame)
    }

    fn answer(&self, frame: usize, memory: &Handed<D>) -> Result<Answered<Self>, QueryError> {
        let (world, outcome) = self.played(frame, memory)?;
        let verdict = sweep_and_prune::conclude(world.found(), outcome, Arc::clone(&self.names));
        Ok((verdict, Some(self.handed(world, memory))))
    }

    /// From the first frame on: without those before it a frame is another question.
    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let boxes: Vec<_> = (0..=frame).map(|frame| self.boxes(frame)).collect::<Result<_, _>>()?;
        Ok(Box::new(move || {
            let mut world = SweepAndPrune::<D>::new();
            for boxes in black_box(&boxes) {
                watch::tick();
                if world.begin(boxes).is_ok() {
                    world.run_with(watch::tick);
                }
                black_box(world.pairs.len());
            }
        }))
    }

    fn lesson(&self, frame: usize, memory: &Handed<D>, _: &[FrameSwaps]) -> Result<Arc<dyn Lesson>, QueryError> {
        let start = self.begun(frame, memory)?;
        // The boxes of this frame wait where those of the one before will be.
        let rows = self.rows(&start.former, memory);
        let mut log = Log::default();
        let tape = Tape::try_record(start, |state| {
            log.step(&state.now.snapshot());
            if state.swap_count() > MOST_SWAPS { Err(()) } else { Ok(()) }
        });
        if let Ok(tape) = tape {
            let (found, names) = (tape.last().found(), Arc::clone(&self.names));
            let (states, scenery) = (recording(tape), self.scenery(frame));
            let counted = cost::counted::<D>;
            return Ok(Arc::from(sweep_and_prune::lesson(states, log, found, names, rows, scenery, counted)));
        }
        let swaps = self.played(frame, memory)?.0.swap_count();
        let message = format!("take {swaps} swaps in this frame; a lesson has at most {MOST_SWAPS}");
        Err(QueryError::new(self.field.clone(), message))
    }
}
