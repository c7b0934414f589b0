//! Sweep and prune over the boxes of many bodies, with the sorted lists handed from frame to frame.

mod cost;

use std::borrow::Cow;
use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use glam::DVec3;

use super::dim2::Dim2;
use super::dim3::Dim3;
use super::engine::dim3::queries;
use super::engine::dim3::sweep_and_prune::{Bounds, BoundsError, Outcome, SweepAndPrune, axis_name, corners};
use super::engine::prelude::*;
use super::outline::put;
use super::pair::{Space, standing};
use super::{
    Asked, Bystander, Ended, LessonResult, Method, Prepared, QueryError, Recorded, Run, States, misdirected, run,
};
use crate::lesson::crowd::Rows;
use crate::lesson::sweep_and_prune::{self, FrameSwaps, Log};
use crate::lesson::{Backdrop, Pictures, Scenery, Strip, Verdict, watch};
use crate::picture::{Picture, Role};
use crate::play::replay::Replay;
use crate::scene::Track;
use crate::scene::case::Corners;
use crate::scene::model::{Ask, Body, Dimension};
use crate::snapshot::sweep_and_prune::Found;

/// Of bodies that nobody asks about, so many have names.
const MOST_NAMED: usize = 12;

/// Swaps of a lesson: more would fill no timeline and much memory.
const MOST_SWAPS: u64 = 300_000;

/// Bodies whose own shapes are drawn inside their boxes.
const MOST_SHAPED: usize = 60;

/// A body, its shape ready for this engine.
struct Member<S: Space> {
    shape: S::Shape,
    track: Track,
    index: usize,
}

/// Bodies over all frames, along `D` axes.
struct Crowd<S: Space, const D: usize> {
    names: Arc<[String]>,
    boxed: Boxed<S, D>,
    /// One frame of the engine.
    sort: Sort<D>,
    /// Those of the members whose own shapes are drawn.
    drawn: Arc<[Bystander]>,
    /// All that nobody asks about.
    others: Arc<[Bystander]>,
    /// The field that says which bodies, of a query of this scene.
    field: String,
}

/// Sorts the lists for the boxes that were taken, see [`queries::sweep_and_prune`].
type Sort<const D: usize> = fn(&mut SweepAndPrune<D>, fn()) -> Outcome;

/// What the boxes are of.
enum Boxed<S: Space, const D: usize> {
    /// The bodies of a scene.
    Bodies(Vec<Member<S>>),
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
pub(super) fn open(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::SweepAndPrune { .. } = asked.ask() else { return Err(misdirected()) };
    Ok(match asked.scene.dimension {
        Dimension::Two => run(asked, Crowd::<Dim2, 2>::new(asked, queries::sweep_and_prune_in_plane)?),
        Dimension::Three => run(asked, Crowd::<Dim3, 3>::new(asked, queries::sweep_and_prune)?),
    })
}

/// Boxes along the axes, z = 0 in the plane, which nobody looks at: frame by frame, `None` for one that is not there.
pub fn pairs_of(dimension: Dimension, frames: &[Vec<Option<Corners>>]) -> Arc<dyn Run> {
    let count = frames.len();
    match dimension {
        Dimension::Two => {
            Arc::new(Replay::new(Crowd::<Dim2, 2>::given(frames, queries::sweep_and_prune_in_plane), count, true))
        }
        Dimension::Three => {
            Arc::new(Replay::new(Crowd::<Dim3, 3>::given(frames, queries::sweep_and_prune), count, true))
        }
    }
}

impl<S: Space, const D: usize> Crowd<S, D> {
    fn new(asked: &Asked<'_>, sort: Sort<D>) -> Result<Self, QueryError> {
        let subjects = asked.subjects()?;
        let names = subjects.iter().map(|subject| subject.body.name.clone()).collect();
        let mut drawn = Vec::new();
        let others = asked.bystanders().to_vec().into();
        if subjects.len() <= MOST_SHAPED {
            let shaped = |index| asked.scene.bodies.shared(index).filter(|body| !is_a_box(body));
            drawn.extend(subjects.iter().filter_map(|subject| {
                Some(Bystander { body: Arc::clone(shaped(subject.index)?), track: subject.track.clone() })
            }));
        }
        let members = subjects.into_iter().map(|subject| {
            let path = |field: &str| subject.path(field);
            let shape = S::shape(subject.body, false, &path)?;
            Ok(Member { shape, index: subject.index, track: subject.track })
        });
        let members = members.collect::<Result<_, QueryError>>()?;
        Ok(Self {
            names,
            boxed: Boxed::Bodies(members),
            sort,
            drawn: drawn.into(),
            others,
            field: asked.path("bodies"),
        })
    }

    /// Of boxes along the axes, frame by frame.
    fn given(frames: &[Vec<Option<Corners>>], sort: Sort<D>) -> Self {
        let along = |point: [f64; 3]| std::array::from_fn(|axis| point[axis] as Real);
        let bounds = |[min, max]: Corners| Bounds { min: along(min), max: along(max) };
        let frame = |boxes: &Vec<Option<Corners>>| boxes.iter().map(|each| each.map(bounds)).collect();
        let boxed = Boxed::Given(frames.iter().map(frame).collect());
        Self {
            names: Arc::default(),
            boxed,
            sort,
            drawn: Arc::default(),
            others: Arc::default(),
            field: String::from("frames"),
        }
    }

    /// The boxes of a frame.
    fn boxes(&self, frame: usize) -> Result<Cow<'_, [Option<Bounds<D>>]>, QueryError> {
        match &self.boxed {
            Boxed::Bodies(members) => members.iter().map(|member| member.bounds_if_there(frame)).collect(),
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

    /// The rows of the bars of a frame.
    fn rows(&self, boxes: &[Option<Bounds<D>>], memory: &Handed<D>) -> Arc<Rows> {
        Arc::new(Rows::packed(&corners(boxes), D, memory.rows.as_deref()))
    }

    /// The bodies that are no boxes, and those that are not asked about.
    fn scenery(&self, frame: usize) -> Scenery {
        let drawn = Arc::clone(&self.drawn);
        let others = Arc::clone(&self.others);
        // Those that are in no box step back behind those that are, and have names: of very many that would be a heap.
        let role = if others.len() <= MOST_NAMED { Role::Last } else { Role::Bystander };
        LazyLock::new(Box::new(move || {
            let mut world = Picture::default();
            for (name, solid) in standing::<S>(frame, drawn) {
                put(&mut world, Role::Bystander, format!("body/{name}"), solid);
            }
            for (name, solid) in standing::<S>(frame, others) {
                let key = format!("body/{name}");
                if role == Role::Last {
                    let middle = solid.vertices.iter().sum::<DVec3>() / solid.vertices.len().max(1) as f64;
                    world.label(role, key.clone(), middle, name);
                }
                put(&mut world, role, key, solid);
            }
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        }))
    }
}

/// What a frame has found. The lists forget the box of a body that has gone; the frame before knows it.
fn found<S: Space, const D: usize>(ended: &Ended<'_, Crowd<S, D>>) -> Found {
    let mut found = ended.run.found();
    let before = corners(&ended.from.world.boxes);
    let of_body = |body: usize| before.get(body).copied().flatten();
    found.former = found.former.iter().enumerate().map(|(body, former)| former.or_else(|| of_body(body))).collect();
    found
}

impl<S: Space> Member<S> {
    /// The same; none of one that is not there.
    fn bounds_if_there<const D: usize>(&self, frame: usize) -> Result<Option<Bounds<D>>, QueryError> {
        match self.bounds(frame) {
            Err(error) if error.absent => Ok(None),
            found => found.map(Some),
        }
    }

    /// The box along the axes around the body where it stands: by its support mapping, margin included.
    fn bounds<const D: usize>(&self, frame: usize) -> Result<Bounds<D>, QueryError> {
        let [min, max] = S::bounds(&self.shape, S::place(&self.track, frame)?);
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

impl<S: Space, const D: usize> Method for Crowd<S, D> {
    type Run = SweepAndPrune<D>;
    type Seen = Log;
    type Memory = Handed<D>;
    type Record = FrameSwaps;

    /// The lists as the frame before left them, with the boxes of this frame handed over.
    fn start(&self, frame: usize, from: &Handed<D>) -> Result<SweepAndPrune<D>, QueryError> {
        let mut world = SweepAndPrune::clone(&from.world);
        world.begin(&self.boxes(frame)?).map_err(|error| self.wrong(frame, error))?;
        Ok(world)
    }

    fn see(&self, log: &mut Log, _: &SweepAndPrune<D>, state: &SweepAndPrune<D>) {
        log.step(&state.now.map(|swap| swap.snapshot()));
    }

    fn excess(&self, state: &SweepAndPrune<D>, _: usize) -> Option<QueryError> {
        let swaps = state.swap_count();
        let message = || format!("take {swaps} swaps in this frame; a lesson has at most {MOST_SWAPS}");
        (swaps > MOST_SWAPS).then(|| QueryError::new(self.field.clone(), message()))
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        Ok(sweep_and_prune::conclude(found(ended), ended.outcome, Arc::clone(&self.names)))
    }

    /// From the first frame on: without those before it a frame is another question.
    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let boxes: Vec<_> = (0..=frame).map(|frame| self.boxes(frame)).collect::<Result<_, _>>()?;
        Ok(Box::new(move || {
            let mut world = SweepAndPrune::<D>::new();
            for boxes in black_box(&boxes) {
                watch::tick();
                if world.begin(boxes).is_ok() {
                    (self.sort)(&mut world, watch::tick);
                }
                black_box(world.pairs.len());
            }
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let rows = self.rows(&ended.run.boxes, ended.from);
        let found = (found(&ended), Arc::clone(&self.names));
        let scenery = self.scenery(ended.frame);
        Ok(sweep_and_prune::lesson(states, ended.seen, verdict, found, rows, scenery, cost::counted::<D>))
    }

    fn bytes(memory: &Handed<D>) -> usize {
        let rows = memory.rows.as_ref().map_or(0, |rows| rows.bytes());
        size_of::<Handed<D>>() + size_of::<SweepAndPrune<D>>() + memory.world.heap_bytes() + rows
    }

    fn hand_on(&self, ended: &Ended<'_, Self>) -> Result<Option<Handed<D>>, QueryError> {
        let is_seen = matches!(self.boxed, Boxed::Bodies(_));
        let rows = is_seen.then(|| self.rows(&ended.run.boxes, ended.from));
        Ok(Some(Handed { world: Arc::clone(&ended.run), rows }))
    }

    fn record(&self, frame: usize, from: &Handed<D>) -> Result<Option<Recorded<Self>>, QueryError> {
        let ended = Ended::of(self, frame, from)?;
        let world = &ended.run;
        let record = FrameSwaps {
            swaps: world.swaps.to_vec(),
            began: world.began.len(),
            ended: world.ended.len(),
            pairs: world.pairs.len(),
            built: ended.outcome == Outcome::Built,
        };
        Ok(self.hand_on(&ended)?.map(|handed| (record, handed)))
    }

    fn strip(&self, records: &[FrameSwaps], frame: usize) -> Option<Strip> {
        sweep_and_prune::strip(records, frame)
    }
}
