//! Contact queries of 3D bodies: the contact points of a pair with their ids (a manifold), and the code that 3D and 2D
//! contact queries share. A frame may continue from the reference face and the point ids of the previous one.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::manifold::{self, Setting, Surface, WorldRotation};
use contact_lens_lesson::{FrameCategory, FrameStrip, Row, Table, Verdict, watch};
use contact_lens_model::answer::{Shown, number};
use contact_lens_model::snapshot::manifold::Answer;
use contact_lens_model::snapshot::{Snapshots, ToF64};
use contact_lens_picture::Role;
use contact_lens_scene::batch_line::Previous;
use contact_lens_scene::model::{Ask, Dimension, ManifoldOptions};

use super::convert::dim3::{Bodies, Dim3};
use super::convert::pair::Member;
use super::engine::contact::{Options, PointIds, Reference, parse_id};
use super::engine::dim3::manifold::{Body, Manifold, Round, Workspace, b_is_first};
use super::engine::dim3::polyhedron::PolyhedronError;
use super::engine::dim3::queries;
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::{
    Ended, LessonResult, Method, Prepared, QueryError, RecordAndMemory, Run, SceneQuery, States, misdirected, run,
};

/// Change of the contact points from the previous frame to a frame.
#[derive(Clone, Copy, Debug)]
enum PointChange {
    /// Neither frame has points.
    NoPoints,
    /// The frame has the same points as the previous one.
    AllKept,
    /// The frame has new points, and all of the previous ones.
    SomeAdded,
    /// Points were dropped, and none was added.
    SomeDropped,
    /// Points were dropped and others added.
    SomeDroppedSomeAdded,
}

/// Kinds of frames in the strip, in the order of [`PointChange`].
const KINDS: &[FrameCategory] = &[
    FrameCategory { name: "no points", letter: '·', role: Role::Ghost },
    FrameCategory { name: "all kept", letter: 'k', role: Role::Witness },
    FrameCategory { name: "some added", letter: 'a', role: Role::NewSupport },
    FrameCategory { name: "some dropped", letter: 'd', role: Role::Removed },
    FrameCategory { name: "some dropped, some added", letter: 'x', role: Role::Simplex },
];

/// Memory that a frame passes to the next.
#[derive(Clone, Debug)]
pub(super) struct PreviousManifold {
    /// Reference face of the contact; `None` without one.
    pub reference: Option<Reference>,
    /// Ids of the points.
    pub ids: Vec<u64>,
}

/// Numbers of contact points of a frame, compared with the previous frame by their ids.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramePoints {
    /// Points of this frame.
    points: usize,
    /// Points that the previous frame has too.
    kept: usize,
    /// Points of the previous frame that this frame lacks.
    dropped: usize,
    /// Points that the previous frame lacks.
    added: usize,
}

/// A 3D or 2D search for contact points.
pub(super) trait ManifoldSearch: Snapshots<Snapshot: manifold::Search> + Clone + Send + Sync + 'static {
    /// Pose of a body.
    type Pose;

    /// Result of the search; see [`Manifold::plain_answer`].
    fn plain_answer(&self, pose: &Self::Pose, swapped: bool) -> Answer;
}

/// Pairs of all frames, 3D or 2D.
pub(super) trait ManifoldPairs: Send + Sync + 'static {
    /// Stepper of a frame.
    type Search: ManifoldSearch;

    /// Returns the search of a frame before its first step, with the bodies in the order of computation.
    fn start(&self, frame: usize, options: Options) -> Result<ManifoldStart<Self::Search>, QueryError>;

    /// Whether the poses are used as written, in world coordinates.
    fn uses_poses_as_written(&self) -> bool;

    /// Query of a frame as a closure for timing; see [`Method::prepared`].
    fn prepared(&self, frame: usize, options: Options) -> Result<Prepared<'_>, QueryError>;
}

/// A search before its first step, and its setting for the lesson.
pub(super) struct ManifoldStart<S: ManifoldSearch> {
    /// The search before its first step.
    pub search: S,
    /// Pose of its first body relative to A's origin, with world axes.
    pub pose: S::Pose,
    /// Poses, order and names of the bodies for the lesson.
    pub setting: Setting,
}

/// Contact searches over all frames.
pub(super) struct ManifoldQuery<T> {
    pub pairs: T,
    pub options: Options,
    /// Memory before the first frame, given by a batch line; `None` without one.
    pub initial_memory: Option<PreviousManifold>,
}

impl<T: ManifoldPairs> ManifoldQuery<T> {
    /// The search of a frame before its first step, and its setting. `from` is the memory of the previous frame.
    fn start_in_setting(
        &self,
        frame: usize,
        from: &Option<PreviousManifold>,
    ) -> Result<ManifoldStart<T::Search>, QueryError> {
        let previous = from.as_ref().or(self.initial_memory.as_ref());
        let start = self.pairs.start(frame, self.options_after(previous))?;
        let previous_ids = previous.map(|previous| previous.ids.clone());
        Ok(ManifoldStart { setting: Setting { previous_ids, ..start.setting }, ..start })
    }

    /// Engine options of a frame after the manifold `previous`.
    fn options_after(&self, previous: Option<&PreviousManifold>) -> Options {
        let ids = previous.map_or(&[][..], |previous| &previous.ids);
        let previous_ids = PointIds::from_ids(ids.iter().copied());
        Options { previous: previous.and_then(|previous| previous.reference), previous_ids, ..self.options }
    }

    /// Result of an ended search, and its setting.
    fn answer_in_setting(&self, ended: &Ended<'_, Self>) -> Result<(Answer, Setting), QueryError> {
        let ManifoldStart { pose, setting, .. } = self.start_in_setting(ended.frame, ended.from)?;
        Ok((ended.run.plain_answer(&pose, setting.is_swapped), setting))
    }
}

impl<T: ManifoldPairs> Method for ManifoldQuery<T> {
    type Run = T::Search;
    type Observed = ();
    type Memory = Option<PreviousManifold>;
    type Record = FramePoints;

    fn start(&self, frame: usize, from: &Self::Memory) -> Result<T::Search, QueryError> {
        self.start_in_setting(frame, from).map(|start| start.search)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let (answer, setting) = self.answer_in_setting(ended)?;
        if self.pairs.uses_poses_as_written() {
            return Ok(manifold::verdict_in_world(&answer, &setting));
        }
        Ok(Verdict { iterations: ended.steps as u32, ..manifold::verdict(&answer, &setting) })
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        self.pairs.prepared(frame, self.options_after(self.initial_memory.as_ref()))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(manifold::lesson(states, self.start_in_setting(ended.frame, ended.from)?.setting, verdict))
    }

    fn bytes(memory: &Self::Memory) -> usize {
        let ids = memory.as_ref().map_or(0, |previous| previous.ids.capacity());
        size_of::<Self::Memory>() + ids * size_of::<u64>()
    }

    fn memory_after(&self, ended: &Ended<'_, Self>) -> Result<Option<Self::Memory>, QueryError> {
        let (answer, _) = self.answer_in_setting(ended)?;
        let ids = answer.points.iter().map(|point| point.id).collect();
        Ok(Some(Some(PreviousManifold { reference: answer.reference, ids })))
    }

    fn record(&self, frame: usize, from: &Self::Memory) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        let next_memory = self.next_memory(frame, from)?;
        let ids = next_memory.as_ref().map_or(&[][..], |memory| &memory.ids);
        let previous_ids = from.as_ref().map_or(&[][..], |memory| &memory.ids);
        let kept = ids.iter().filter(|id| previous_ids.contains(id)).count();
        let points = ids.len();
        let record = FramePoints { points, kept, dropped: previous_ids.len() - kept, added: points - kept };
        Ok(Some((record, next_memory)))
    }

    fn strip(&self, records: &[FramePoints], frame: usize) -> Option<FrameStrip> {
        strip(records, frame)
    }
}

impl FramePoints {
    /// Change of the points since the previous frame.
    fn change(&self) -> PointChange {
        match (self.dropped > 0, self.added > 0) {
            (false, false) if self.points == 0 => PointChange::NoPoints,
            (false, false) => PointChange::AllKept,
            (false, true) => PointChange::SomeAdded,
            (true, false) => PointChange::SomeDropped,
            (true, true) => PointChange::SomeDroppedSomeAdded,
        }
    }

    /// Index of the frame's kind in [`KINDS`].
    fn kind(&self) -> usize {
        self.change() as usize
    }
}

/// Strip of all frames, in which the frame with the index `frame` is chosen; `None` for a scene with fewer than two
/// frames.
fn strip(records: &[FramePoints], frame: usize) -> Option<FrameStrip> {
    if records.len() < 2 {
        return None;
    }
    let rows = records.iter().enumerate().map(|(i, record)| {
        let FramePoints { points, kept, dropped, added } = *record;
        let mut cells: Vec<Shown> = [i, points, kept, dropped, added].into_iter().map(number::count).collect();
        cells.push(KINDS[record.kind()].name.into());
        Row { cells, key: None, chosen: i == frame }
    });
    let columns = vec!["frame", "points", "kept", "dropped", "added", "change"];
    let table = Table { title: "Points over frames", columns, rows: rows.collect() };
    let kept: usize = records.iter().map(|frame| frame.kept).sum();
    let dropped: usize = records.iter().map(|frame| frame.dropped).sum();
    let added: usize = records.iter().map(|frame| frame.added).sum();
    let say = format!(
        "Contact points are matched with those of the previous frame by their ids. In all {} frames: kept {kept}, \
         dropped {dropped}, added {added}.",
        records.len()
    );
    Some(FrameStrip {
        kinds: KINDS,
        frames: records.iter().map(|record| Some(record.kind())).collect(),
        now: frame,
        say,
        table,
    })
}

/// Engine options of a query without a previous manifold.
pub(super) fn options(requested: &ManifoldOptions, dimension: Dimension) -> Options {
    Options {
        margin: requested.margin() as Real,
        max_points: requested.max_points(dimension),
        previous: None,
        previous_ids: PointIds::default(),
        reference: requested.reference,
    }
}

/// Two 3D bodies over all frames.
struct SpatialPairs {
    bodies: Bodies,
    /// A and B in the type of the engine's contact search.
    solids: [Arc<Body>; 2],
}

/// Memory of the previous frame as a batch line states it. Invalid ids are ignored.
pub(super) fn previous_manifold(previous: &Previous) -> PreviousManifold {
    let reference = previous.reference.map(|(body, face)| Reference { body, face });
    PreviousManifold { reference, ids: previous.ids.iter().filter_map(|id| parse_id(id)).collect() }
}

/// Opens a contact query in 3D.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    open_after(query, None)
}

/// Opens a contact query in 3D whose first frame continues from `initial_memory`; `None` to start without memory.
pub(super) fn open_after(
    query: &SceneQuery<'_>,
    initial_memory: Option<PreviousManifold>,
) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Manifold { options: requested, .. } = query.ask() else { return Err(misdirected()) };
    let bodies = Bodies::new(query)?;
    bodies.at(0)?;
    let [a, b] = &bodies.members;
    let solids = [solid(a)?, solid(b)?];
    let pairs = SpatialPairs { bodies, solids };
    Ok(run(query, ManifoldQuery { pairs, options: options(requested, query.scene.dimension), initial_memory }))
}

/// A body in the type of the engine's contact search.
fn solid(member: &Member<Dim3>) -> Result<Arc<Body>, QueryError> {
    let body = Body::new(member.shape()?);
    body.map(Arc::new).map_err(|error: PolyhedronError| QueryError::new(member.path("shape"), error.to_string()))
}

impl ManifoldSearch for Manifold<Arc<Body>> {
    type Pose = Pose;

    fn plain_answer(&self, pose: &Pose, swapped: bool) -> Answer {
        self.plain_answer(pose, swapped)
    }
}

/// Kind of a body's surface.
fn surface(body: &Body) -> Surface {
    match (&body.round, body.points.len()) {
        (Round::No, 1) if body.ball > 0.0 => Surface::Ball,
        (Round::No, 2) if body.ball > 0.0 => Surface::Capsule,
        (Round::No, _) => Surface::Faceted,
        _ => Surface::Curved(body.features().faces.len() as u32),
    }
}

impl ManifoldPairs for SpatialPairs {
    type Search = Manifold<Arc<Body>>;

    fn start(&self, frame: usize, options: Options) -> Result<ManifoldStart<Self::Search>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let [pose_a, pose_b] = pair.poses();
        let [a, b] = &self.solids;
        let swapped = b_is_first(a, &pose_a, b, &pose_b);
        let surfaces = [a, b].map(|body| surface(body));
        let a = Arc::clone(a);
        let b = Arc::clone(b);
        let (search, pose) = if swapped {
            (Manifold::new(b, &pose_b, a, &pose_a, options.exchanged()), pose_b)
        } else {
            (Manifold::new(a, &pose_a, b, &pose_b, options), pose_a)
        };
        let position = pose.position.to_f64();
        let rotation = WorldRotation::Space(pose.rotation().to_f64());
        let setting = Setting {
            pair: pair.context(false),
            position,
            rotation,
            is_swapped: swapped,
            previous_ids: None,
            surfaces,
        };
        Ok(ManifoldStart { search, pose, setting })
    }

    fn uses_poses_as_written(&self) -> bool {
        self.bodies.as_written.is_some()
    }

    fn prepared(&self, frame: usize, options: Options) -> Result<Prepared<'_>, QueryError> {
        let poses = self.bodies.poses(frame)?;
        let workspace = RefCell::<Workspace>::default();
        Ok(Box::new(move || {
            let [a, b] = &self.solids;
            let [pose_a, pose_b] = &poses;
            let mut workspace = workspace.borrow_mut();
            let options = black_box(&options);
            black_box(queries::manifold(&mut workspace, [a, b], [pose_a, pose_b], options, watch::tick));
        }))
    }
}
