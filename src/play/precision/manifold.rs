//! Points of contact, with the reference and the names handed from frame to frame.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use super::engine::contact::{Names, Options, Reference, read};
use super::engine::dim3::manifold::{Body, Manifold, Workspace, b_is_first};
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::pair::Bodies;
use super::{Answered, Player, Prepared, QueryError, Recorded, Run, bodies, misdirected, run};
use crate::answer::number;
use crate::lesson::manifold::{self, Setting, Turn};
use crate::lesson::{Kind, Lesson, Row, Strip, Table, Tape, recording, watch};
use crate::picture::Role;
use crate::scene::case::Previous;
use crate::scene::model::{Ask, Dimension, ManifoldOptions, Query, Scene};
use crate::snapshot::manifold::Answer;
use crate::snapshot::{Snapshots, ToF64};

/// What a frame hands to the next.
#[derive(Clone, Debug)]
pub(super) struct Before {
    /// The face that made the contact.
    pub reference: Option<Reference>,
    /// Names of the points.
    pub ids: Vec<u64>,
}

/// How many points a frame had, and how many it kept, dropped and added.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramePoints([usize; 4]);

/// A search in space or in the plane.
pub(super) trait Search: Snapshots<Snapshot: manifold::Search> + Clone + Send + Sync + 'static {
    /// Where a body is.
    type Pose;

    /// What it found; see [`Manifold::found`].
    fn found(&self, pose: &Self::Pose, swapped: bool) -> Answer;
}

/// The pairs of all frames, in space or in the plane.
pub(super) trait Pairs: Send + Sync + 'static {
    /// What is run.
    type Search: Search;

    /// Number of frames.
    fn frames(&self) -> usize;

    /// Before the first step of a frame, in the order in which the pair is computed.
    fn start(
        &self,
        frame: usize,
        options: Options,
        before: Option<Vec<u64>>,
    ) -> Result<Start<Self::Search>, QueryError>;

    /// Whether the scene is asked as it is written.
    fn is_written(&self) -> bool;

    /// See [`Player::prepared`].
    fn prepared(&self, frame: usize, options: Options) -> Result<Prepared<'_>, QueryError>;
}

/// A search before its first step, and where it is played.
pub(super) struct Start<S: Search> {
    pub search: S,
    /// Where its first body is, seen from A's origin with the world's axes.
    pub pose: S::Pose,
    pub setting: Setting,
}

/// A search over all frames.
pub(super) struct Contacts<T> {
    pub pairs: T,
    pub options: Options,
    /// Whether the reference is handed on, and the points are matched.
    pub warm: bool,
    /// What was found before the first frame.
    pub first: Option<Before>,
}

/// What is handed on of an answer.
fn handed(found: &Answer) -> Before {
    Before { reference: found.reference, ids: found.points.iter().map(|point| point.id).collect() }
}

impl<T: Pairs> Contacts<T> {
    fn start(&self, frame: usize, memory: &Option<Before>) -> Result<Start<T::Search>, QueryError> {
        let before = memory.as_ref().or(self.first.as_ref());
        self.pairs.start(frame, self.after(before), before.map(|before| before.ids.clone()))
    }

    /// How the engine is asked after this.
    fn after(&self, before: Option<&Before>) -> Options {
        let known = Names::of(before.into_iter().flat_map(|before| before.ids.iter().copied()));
        Options { previous: before.and_then(|before| before.reference), known, ..self.options }
    }

    fn played(&self, frame: usize, memory: &Option<Before>) -> Result<(Answer, Setting), QueryError> {
        let Start { mut search, pose, setting } = self.start(frame, memory)?;
        search.run_with(watch::tick);
        Ok((search.found(&pose, setting.swapped), setting))
    }
}

impl<T: Pairs> Player for Contacts<T> {
    type Memory = Option<Before>;
    type Record = FramePoints;

    fn frames(&self) -> usize {
        self.pairs.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn bytes(memory: &Self::Memory) -> usize {
        let ids = memory.as_ref().map_or(0, |before| before.ids.capacity());
        size_of::<Self::Memory>() + ids * size_of::<u64>()
    }

    fn pass(&self, frame: usize, memory: &Self::Memory) -> Result<Self::Memory, QueryError> {
        watch::tick();
        Ok(Some(handed(&self.played(frame, memory)?.0)))
    }

    fn record(&self, frame: usize, memory: &Self::Memory) -> Result<Option<Recorded<Self>>, QueryError> {
        if !self.warm {
            return Ok(None);
        }
        let handed = handed(&self.played(frame, memory)?.0);
        let now = &handed.ids;
        let old = memory.as_ref().map_or(&[][..], |before| &before.ids);
        let kept = now.iter().filter(|id| old.contains(id)).count();
        let record = FramePoints([now.len(), kept, old.len() - kept, now.len() - kept]);
        Ok(Some((record, Some(handed))))
    }

    fn strip(&self, records: &[FramePoints], frame: usize) -> Option<Strip> {
        strip(records, frame)
    }

    fn answer(&self, frame: usize, memory: &Self::Memory) -> Result<Answered<Self>, QueryError> {
        let (found, setting) = self.played(frame, memory)?;
        if self.pairs.is_written() {
            return Ok((manifold::conclude_in_world(&found, &setting), None));
        }
        Ok((manifold::conclude(&found, &setting), Some(Some(handed(&found)))))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        self.pairs.prepared(frame, self.after(self.first.as_ref()))
    }

    fn lesson(&self, frame: usize, memory: &Self::Memory, _: &[FramePoints]) -> Result<Arc<dyn Lesson>, QueryError> {
        let Start { search, pose, setting } = self.start(frame, memory)?;
        let tape = Tape::record(search);
        let found = tape.last().found(&pose, setting.swapped);
        Ok(Arc::from(manifold::lesson(recording(tape), &found, setting)))
    }
}

/// What became of the points of the frame before, in the order of [`FramePoints::went`].
const KINDS: &[Kind] = &[
    Kind { name: "no points", letter: '·', role: Role::Ghost },
    Kind { name: "all kept", letter: 'k', role: Role::Witness },
    Kind { name: "some added", letter: 'a', role: Role::NewSupport },
    Kind { name: "some dropped", letter: 'd', role: Role::Removed },
    Kind { name: "some dropped, some added", letter: 'x', role: Role::Simplex },
];

impl FramePoints {
    /// Among [`KINDS`].
    fn went(&self) -> usize {
        match self.0 {
            [0, _, 0, _] => 0,
            [_, _, 0, 0] => 1,
            [_, _, 0, _] => 2,
            [_, _, _, 0] => 3,
            _ => 4,
        }
    }
}

/// All frames, this one chosen; none of a single frame.
fn strip(records: &[FramePoints], now: usize) -> Option<Strip> {
    let [_, _, ..] = records else { return None };
    let row = |(i, frame): (usize, &FramePoints)| {
        let counts = std::iter::once(i).chain(frame.0).map(number::count);
        Row { cells: counts.chain(Some(KINDS[frame.went()].name.into())).collect(), key: None, chosen: i == now }
    };
    let columns = vec!["frame", "points", "kept", "dropped", "added", "went"];
    let table = Table { title: "Points over frames", columns, rows: records.iter().enumerate().map(row).collect() };
    let sum = |k: usize| records.iter().map(|FramePoints(counts)| counts[k]).sum::<usize>();
    let say = format!(
        "Points are matched with those of the frame before by their names: {} are kept, {} dropped and {} added in {} frames.",
        sum(1),
        sum(2),
        sum(3),
        records.len()
    );
    Some(Strip { kinds: KINDS, frames: records.iter().map(FramePoints::went).collect(), now, say, table })
}

/// How the engine is asked; the sides a and b are those of the query.
pub(super) fn options(asked: &ManifoldOptions, dimension: Dimension) -> Options {
    Options {
        margin: asked.margin() as Real,
        max_points: asked.max_points(dimension),
        previous: None,
        known: Names::default(),
        reference: asked.reference,
    }
}

/// Two bodies in space.
struct Spatial {
    bodies: Bodies,
    solids: [Arc<Body>; 2],
}

/// What a line says was found before, for the engine. Names that are none are passed over.
pub(super) fn before(previous: &Previous) -> Before {
    let reference = previous.reference.map(|(body, face)| Reference { body, face });
    Before { reference, ids: previous.ids.iter().filter_map(|id| read(id)).collect() }
}

/// Opens a query in space.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    after(scene, query, None)
}

/// The same after something was found.
pub(super) fn after(scene: &Scene, query: &Query, first: Option<Before>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Manifold { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let all = Bodies::new(scene, query)?;
    let pair = all.at(0)?;
    let members = bodies::pair(scene, query)?;
    let solid = |shape, i: usize| {
        watch::tick(); // a hull of very many points takes its time
        Body::new(shape).map(Arc::new).map_err(|error| QueryError::new(members[i].path("shape"), error.to_string()))
    };
    let [a, b] = pair.shapes();
    let solids = [solid(a, 0)?, solid(b, 1)?];
    let pairs = Spatial { bodies: all, solids };
    Ok(run(Contacts { pairs, options: options(asked, scene.dimension), warm: asked.warm_start, first }))
}

impl Search for Manifold<Arc<Body>> {
    type Pose = Pose;

    fn found(&self, pose: &Pose, swapped: bool) -> Answer {
        self.found(pose, swapped)
    }
}

impl Pairs for Spatial {
    type Search = Manifold<Arc<Body>>;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn start(
        &self,
        frame: usize,
        options: Options,
        before: Option<Vec<u64>>,
    ) -> Result<Start<Self::Search>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let ((pose_a, pose_b), [a, b]) = (pair.poses(), &self.solids);
        let swapped = b_is_first(a, &pose_a, b, &pose_b);
        let (a, b) = (Arc::clone(a), Arc::clone(b));
        let (search, pose) = match swapped {
            true => (Manifold::new(b, &pose_b, a, &pose_a, options.exchanged()), pose_b),
            false => (Manifold::new(a, &pose_a, b, &pose_b, options), pose_a),
        };
        let (position, turn) = (pose.position.to_f64(), Turn::Space(pose.rotation.to_f64()));
        let setting = Setting { pair: pair.context(false), position, turn, swapped, before };
        Ok(Start { search, pose, setting })
    }

    fn is_written(&self) -> bool {
        self.bodies.written().is_some()
    }

    fn prepared(&self, frame: usize, options: Options) -> Result<Prepared<'_>, QueryError> {
        let ((pose_a, pose_b), [a, b]) = (self.bodies.poses(frame)?, &self.solids);
        let workspace = RefCell::<Workspace>::default();
        Ok(Box::new(move || {
            let mut workspace = workspace.borrow_mut();
            black_box(workspace.manifold_with([a, b], [&pose_a, &pose_b], black_box(&options), watch::tick));
        }))
    }
}
