//! Queries for the pairs of bodies whose axis-aligned bounding boxes overlap, by sweep and prune, 3D and 2D. Each frame
//! starts from the sorted lists of the previous one.

mod cost;

use std::borrow::Cow;
use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use contact_lens_lesson::sweep_and_prune::moving_boxes::Rows;
use contact_lens_lesson::sweep_and_prune::{self, FrameSwaps, Log};
use contact_lens_lesson::{Backdrop, FrameStrip, Pictures, Scenery, Verdict, watch};
use contact_lens_model::snapshot::sweep_and_prune::FrameResult;
use contact_lens_picture::{Picture, Role};
use contact_lens_scene::Track;
use contact_lens_scene::batch_line::Corners;
use contact_lens_scene::model::{Ask, Body, Dimension, Shape};
use glam::DVec3;

use super::convert::dim2::Dim2;
use super::convert::dim3::Dim3;
use super::convert::outline::add_solid;
use super::convert::pair::{Space, bystander_outlines};
use super::engine::dim3::queries;
use super::engine::dim3::sweep_and_prune::{Bounds, BoundsError, Outcome, SweepAndPrune, axis_name, corners};
use super::engine::prelude::*;
use super::{
    Bystander, Ended, LessonResult, Method, Prepared, QueryError, RecordAndMemory, Run, SceneQuery, States,
    misdirected, run,
};
use crate::replay::Replay;

/// Maximum number of bystanders that are labeled with their names.
const MAX_LABELED_BYSTANDERS: usize = 12;

/// Maximum number of swaps of a lesson: bounds its memory and the time to record it.
const MAX_LESSON_SWAPS: u64 = 300_000;

/// Maximum number of bodies whose shapes are drawn inside their boxes.
const MAX_DRAWN_SHAPES: usize = 60;

/// A body with its shape in the engine's type.
struct BoxedBody<S: Space> {
    /// Shape with its margin.
    shape: S::Shape,
    /// Poses in all frames.
    track: Track,
    /// Index of the body in the scene.
    index: usize,
}

/// Bodies over all frames, with boxes along `D` axes.
struct SweepAndPruneQuery<S: Space, const D: usize> {
    /// Names of the bodies; empty for boxes without bodies.
    names: Arc<[String]>,
    /// Source of the boxes of each frame.
    boxes: BoxSource<S, D>,
    /// The engine's sort of one frame.
    sort: Sort<D>,
    /// Members whose shapes are drawn inside their boxes.
    drawn: Arc<[Bystander]>,
    /// Bodies that the query does not name, for drawing.
    bystanders: Arc<[Bystander]>,
    /// Path of the query's list of bodies.
    bodies_path: String,
}

/// Sorts the lists for the current boxes, see [`queries::sweep_and_prune`].
type Sort<const D: usize> = fn(&mut SweepAndPrune<D>, fn()) -> Outcome;

/// Source of the boxes.
enum BoxSource<S: Space, const D: usize> {
    /// Bodies of a scene.
    Bodies(Vec<BoxedBody<S>>),
    /// Boxes of each frame, without bodies and without a lesson; `None` for an absent box.
    Frames(Vec<Vec<Option<Bounds<D>>>>),
}

/// Memory that a frame passes to the next.
#[derive(Clone, Default)]
struct SortMemory<const D: usize> {
    /// Lists and pairs; empty before the first frame.
    world: Arc<SweepAndPrune<D>>,
    /// Rows of the bars in the lesson's chart; `None` where no lesson is made.
    rows: Option<Arc<Rows>>,
}

/// Opens a query, 3D or 2D.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::SweepAndPrune { .. } = query.ask() else { return Err(misdirected()) };
    Ok(match query.scene.dimension {
        Dimension::Two => run(query, SweepAndPruneQuery::<Dim2, 2>::new(query, queries::sweep_and_prune_in_plane)?),
        Dimension::Three => run(query, SweepAndPruneQuery::<Dim3, 3>::new(query, queries::sweep_and_prune)?),
    })
}

/// Opens a query about axis-aligned boxes given frame by frame, z = 0 in 2D; `None` marks an absent box. It has no
/// lesson.
pub fn open_overlapping_pairs(dimension: Dimension, frames: &[Vec<Option<Corners>>]) -> Arc<dyn Run> {
    let count = frames.len();
    match dimension {
        Dimension::Two => Arc::new(Replay::new(
            SweepAndPruneQuery::<Dim2, 2>::from_boxes(frames, queries::sweep_and_prune_in_plane),
            count,
            true,
        )),
        Dimension::Three => Arc::new(Replay::new(
            SweepAndPruneQuery::<Dim3, 3>::from_boxes(frames, queries::sweep_and_prune),
            count,
            true,
        )),
    }
}

impl<S: Space, const D: usize> SweepAndPruneQuery<S, D> {
    /// The bodies that a query names; `sort` is the engine's sort in this dimension.
    fn new(query: &SceneQuery<'_>, sort: Sort<D>) -> Result<Self, QueryError> {
        let subjects = query.subjects()?;
        let names = subjects.iter().map(|subject| subject.body.name.clone()).collect();
        let mut drawn = Vec::new();
        if subjects.len() <= MAX_DRAWN_SHAPES {
            for subject in &subjects {
                if let Some(body) = query.scene.bodies.shared(subject.index)
                    && !is_a_box(body)
                {
                    drawn.push(Bystander { body: Arc::clone(body), track: subject.track.clone() });
                }
            }
        }
        let members = subjects.into_iter().map(|subject| {
            let shape = S::shape(subject.body, false, &|field| subject.path(field))?;
            Ok(BoxedBody { shape, index: subject.index, track: subject.track })
        });
        let members = members.collect::<Result<_, QueryError>>()?;
        Ok(Self {
            names,
            boxes: BoxSource::Bodies(members),
            sort,
            drawn: drawn.into(),
            bystanders: query.bystanders(),
            bodies_path: query.path("bodies"),
        })
    }

    /// Boxes given frame by frame, without bodies; `None` marks an absent box.
    fn from_boxes(frames: &[Vec<Option<Corners>>], sort: Sort<D>) -> Self {
        let boxes = frames.iter().map(|boxes| boxes.iter().map(|corners| corners.map(narrow_box)).collect());
        let boxes = BoxSource::Frames(boxes.collect());
        Self {
            names: Arc::default(),
            boxes,
            sort,
            drawn: Arc::default(),
            bystanders: Arc::default(),
            bodies_path: String::from("frames"),
        }
    }

    /// Boxes of a frame; `None` for absent bodies.
    fn boxes(&self, frame: usize) -> Result<Cow<'_, [Option<Bounds<D>>]>, QueryError> {
        match &self.boxes {
            BoxSource::Bodies(members) => members.iter().map(|member| member.bounds_if_present(frame)).collect(),
            BoxSource::Frames(frames) => Ok(Cow::Borrowed(frames.get(frame).map_or(&[], Vec::as_slice))),
        }
    }

    /// The engine's error about the boxes of a frame, at the field of the invalid box or of the list of bodies.
    fn error_at(&self, frame: usize, error: BoundsError) -> QueryError {
        let (BoundsError::NotANumber { body, axis } | BoundsError::Inverted { body, axis }) = error else {
            return QueryError::new(self.bodies_path.clone(), error.to_string());
        };
        match &self.boxes {
            BoxSource::Bodies(members) => {
                let index = members.get(body).map_or(0, |member| member.index);
                let message = format!("has no valid bounding interval on {}", axis_name(axis));
                QueryError::new(format!("bodies[{index}].shape"), message)
            }
            BoxSource::Frames(_) => QueryError::new(format!("frames[{frame}][{body}]"), error.to_string()),
        }
    }

    /// Rows of the bars of a frame.
    fn rows(&self, boxes: &[Option<Bounds<D>>], memory: &SortMemory<D>) -> Arc<Rows> {
        Arc::new(Rows::packed(&corners(boxes), D, memory.rows.as_deref()))
    }

    /// Shapes of the bodies that are not their own boxes, and the bystanders.
    fn scenery(&self, frame: usize) -> Scenery {
        let drawn = Arc::clone(&self.drawn);
        let bystanders = Arc::clone(&self.bystanders);
        // A few bystanders are labeled; labels of many would clutter the picture.
        let has_labels = bystanders.len() <= MAX_LABELED_BYSTANDERS;
        LazyLock::new(Box::new(move || {
            let mut world = Picture::default();
            for (name, solid) in bystander_outlines::<S>(frame, drawn) {
                add_solid(&mut world, Role::Idle, format!("body/{name}"), solid);
            }
            for (name, solid) in bystander_outlines::<S>(frame, bystanders) {
                let key = format!("body/{name}");
                if has_labels {
                    let middle = solid.vertices.iter().sum::<DVec3>() / solid.vertices.len().max(1) as f64;
                    world.label(Role::Bystander, key.clone(), middle, name);
                }
                add_solid(&mut world, Role::Bystander, key, solid);
            }
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        }))
    }
}

/// Result of a frame. The engine's lists forget the previous box of a body that is absent from this frame; the memory
/// of the previous frame provides it.
fn frame_result<S: Space, const D: usize>(ended: &Ended<'_, SweepAndPruneQuery<S, D>>) -> FrameResult {
    let mut result = ended.run.frame_result();
    let remembered_boxes = corners(&ended.from.world.boxes);
    let boxes = result.previous_boxes.iter().enumerate();
    result.previous_boxes =
        boxes.map(|(body, known)| known.or_else(|| remembered_boxes.get(body).copied().flatten())).collect();
    result
}

/// A box with these corners in the engine's precision.
fn narrow_box<const D: usize>([min, max]: Corners) -> Bounds<D> {
    Bounds { min: narrow_point(min), max: narrow_point(max) }
}

/// A point in the engine's precision; z is dropped in 2D.
fn narrow_point<const D: usize>(point: [f64; 3]) -> [Real; D] {
    std::array::from_fn(|axis| point[axis] as Real)
}

impl<S: Space> BoxedBody<S> {
    /// Bounding box as in [`BoxedBody::bounds`]; `None` for an absent body.
    fn bounds_if_present<const D: usize>(&self, frame: usize) -> Result<Option<Bounds<D>>, QueryError> {
        match self.bounds(frame) {
            Err(error) if error.absent => Ok(None),
            bounds => bounds.map(Some),
        }
    }

    /// Axis-aligned bounding box of the body in a frame, by its support mapping, margin included.
    fn bounds<const D: usize>(&self, frame: usize) -> Result<Bounds<D>, QueryError> {
        let [min, max] = S::bounds(&self.shape, S::world_pose(&self.track, frame)?);
        Ok(narrow_box([min.to_array(), max.to_array()]))
    }
}

/// Whether a body equals its bounding box.
fn is_a_box(body: &Body) -> bool {
    let is_aligned = body.orientation() == [0.0, 0.0, 0.0, 1.0] && body.margin == 0.0;
    is_aligned && matches!(body.shape, Shape::Box { .. } | Shape::Rectangle { .. })
}

impl<S: Space, const D: usize> Method for SweepAndPruneQuery<S, D> {
    type Run = SweepAndPrune<D>;
    type Observed = Log;
    type Memory = SortMemory<D>;
    type Record = FrameSwaps;

    /// Starts with the sorted lists of the previous frame and the boxes of this one.
    fn start(&self, frame: usize, from: &SortMemory<D>) -> Result<SweepAndPrune<D>, QueryError> {
        let mut world = SweepAndPrune::clone(&from.world);
        world.begin(&self.boxes(frame)?).map_err(|error| self.error_at(frame, error))?;
        Ok(world)
    }

    fn observe(&self, log: &mut Log, _: &SweepAndPrune<D>, state: &SweepAndPrune<D>) {
        log.add_step(&state.last_action.map(|swap| swap.snapshot()));
    }

    fn lesson_limit_error(&self, state: &SweepAndPrune<D>, _: usize) -> Option<QueryError> {
        let swaps = state.swap_count();
        if swaps <= MAX_LESSON_SWAPS {
            return None;
        }
        let message =
            format!("take {swaps} swaps in this frame; a lesson has at most {MAX_LESSON_SWAPS}: choose another frame");
        Some(QueryError::new(self.bodies_path.clone(), message))
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        Ok(sweep_and_prune::verdict(frame_result(ended), ended.outcome, Arc::clone(&self.names)))
    }

    /// Runs from the first frame on, since the cost of a frame depends on the previous lists.
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
        let result_and_names = (frame_result(&ended), Arc::clone(&self.names));
        let scenery = self.scenery(ended.frame);
        Ok(sweep_and_prune::lesson(
            states,
            ended.observed,
            verdict,
            result_and_names,
            rows,
            scenery,
            cost::counted::<D>,
        ))
    }

    fn bytes(memory: &SortMemory<D>) -> usize {
        let rows = memory.rows.as_ref().map_or(0, |rows| rows.bytes());
        size_of::<SortMemory<D>>() + size_of::<SweepAndPrune<D>>() + memory.world.heap_bytes() + rows
    }

    fn memory_after(&self, ended: &Ended<'_, Self>) -> Result<Option<SortMemory<D>>, QueryError> {
        let has_lesson = matches!(self.boxes, BoxSource::Bodies(_));
        let rows = has_lesson.then(|| self.rows(&ended.run.boxes, ended.from));
        Ok(Some(SortMemory { world: Arc::clone(&ended.run), rows }))
    }

    fn record(&self, frame: usize, from: &SortMemory<D>) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        let ended = Ended::run_to_end(self, frame, from)?;
        let world = &ended.run;
        let record = FrameSwaps {
            swaps: world.swaps.to_vec(),
            began: world.began.len(),
            ended: world.ended.len(),
            pairs: world.pairs.len(),
            built_lists: ended.outcome == Outcome::Built,
        };
        Ok(self.memory_after(&ended)?.map(|next_memory| (record, next_memory)))
    }

    fn strip(&self, records: &[FrameSwaps], frame: usize) -> Option<FrameStrip> {
        sweep_and_prune::strip(records, frame)
    }
}
