//! Points of contact, with the reference and the names handed from frame to frame.

use std::sync::Arc;

use super::engine::contact::{Choice, Names, Options, Outcome, Point, Reference};
use super::engine::dim3::manifold::{Body, Manifold, b_is_first, lesson};
use super::engine::prelude::*;
use super::pair::Bodies;
use super::{Player, QueryError, Run, bodies, misdirected, run};
use crate::lesson::{Kind, Lesson, Row, Strip, Table, Verdict, number, watch};
use crate::picture::Role;
use crate::scene::model::{Ask, ContactReference, ManifoldOptions, Query, Scene};

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

/// A kind of search for contacts: in space or in the plane.
pub(super) trait Search: Send + Sync + 'static {
    /// The search of a frame, run to its end.
    type Done;

    /// Number of frames.
    fn frames(&self) -> usize;

    /// How it is asked.
    fn options(&self) -> &Options;

    /// Plays a frame.
    fn played(&self, frame: usize, options: Options, before: Option<Vec<u64>>) -> Result<Self::Done, QueryError>;

    /// What a frame hands to the next.
    fn handed(done: &Self::Done) -> Before;

    /// What was found.
    fn verdict(done: &Self::Done) -> Verdict;

    /// The search step by step.
    fn lesson(
        &self,
        frame: usize,
        options: Options,
        before: Option<Vec<u64>>,
        frames: Option<Strip>,
    ) -> Result<Box<dyn Lesson>, QueryError>;
}

/// A search over all frames.
pub(super) struct Contacts<T> {
    pub search: T,
    /// Whether the reference is handed on, and the points are matched.
    pub warm: bool,
}

impl<T: Search> Contacts<T> {
    fn asked(&self, memory: &Option<Before>) -> (Options, Option<Vec<u64>>) {
        let previous = memory.as_ref().and_then(|before| before.reference);
        let before = memory.as_ref().map(|before| before.ids.clone());
        let known = Names::of(before.iter().flatten().copied());
        (Options { previous, known, ..*self.search.options() }, before)
    }
}

impl<T: Search> Player for Contacts<T> {
    type Memory = Option<Before>;
    type Record = FramePoints;

    fn frames(&self) -> usize {
        self.search.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn pass(&self, frame: usize, memory: &Self::Memory) -> Result<Self::Memory, QueryError> {
        let (options, before) = self.asked(memory);
        watch::tick();
        Ok(Some(T::handed(&self.search.played(frame, options, before)?)))
    }

    fn record(&self, frame: usize, memory: &Self::Memory) -> Result<Option<FramePoints>, QueryError> {
        if !self.warm {
            return Ok(None);
        }
        let (options, before) = self.asked(memory);
        let now = T::handed(&self.search.played(frame, options, before.clone())?).ids;
        let old = before.unwrap_or_default();
        let kept = now.iter().filter(|id| old.contains(id)).count();
        Ok(Some(FramePoints([now.len(), kept, old.len() - kept, now.len() - kept])))
    }

    fn answer(&self, frame: usize, memory: &Self::Memory) -> Result<Verdict, QueryError> {
        let (options, before) = self.asked(memory);
        Ok(T::verdict(&self.search.played(frame, options, before)?))
    }

    fn lesson(
        &self,
        frame: usize,
        memory: &Self::Memory,
        records: &[FramePoints],
    ) -> Result<Arc<dyn Lesson>, QueryError> {
        let (options, before) = self.asked(memory);
        self.search.lesson(frame, options, before, strip(records, frame)).map(Arc::from)
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
pub(super) fn options(asked: &ManifoldOptions, most: u32) -> Options {
    Options {
        margin: asked.margin.unwrap_or(0.0) as Real,
        max_points: asked.max_points.unwrap_or(most),
        previous: None,
        known: Names::default(),
        choice: match asked.reference {
            ContactReference::Auto => Choice::Auto,
            ContactReference::FaceA => Choice::FaceOfA,
            ContactReference::FaceB => Choice::FaceOfB,
            ContactReference::EdgePair => Choice::EdgePair,
        },
    }
}

/// Names of points.
pub(super) fn names<V>(points: &[Point<V>]) -> Vec<u64> {
    points.iter().map(|point| point.id).collect()
}

/// Two bodies in space.
struct Spatial {
    bodies: Bodies,
    solids: [Arc<Body>; 2],
    options: Options,
}

/// A search in space at its end.
struct Done {
    run: Manifold<Arc<Body>>,
    outcome: Outcome,
    setting: lesson::Setting,
}

/// Opens a query in space.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Manifold { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let all = Bodies::new(scene, query)?;
    let cso = all.at(0)?.cso();
    let members = bodies::pair(scene, query)?;
    let solid = |shape, i: usize| {
        watch::tick(); // a hull of very many points takes its time
        Body::new(shape).map(Arc::new).map_err(|error| QueryError::new(members[i].path("shape"), error.to_string()))
    };
    let solids = [solid(&cso.a, 0)?, solid(&cso.b, 1)?];
    let search = Spatial { bodies: all, solids, options: options(asked, 4) };
    Ok(run(Contacts { search, warm: asked.warm_start }))
}

impl Spatial {
    /// Before the first step of a frame, in the order in which the pair is computed.
    fn start(
        &self,
        frame: usize,
        options: Options,
        before: Option<Vec<u64>>,
        frames: Option<Strip>,
    ) -> Result<(Manifold<Arc<Body>>, lesson::Setting), QueryError> {
        let pair = self.bodies.at(frame)?;
        let ((pose_a, pose_b), [a, b]) = (pair.poses(), &self.solids);
        let swapped = b_is_first(a, &pose_a, b, &pose_b);
        let (a, b) = (Arc::clone(a), Arc::clone(b));
        let (run, pose) = match swapped {
            true => (Manifold::new(b, &pose_b, a, &pose_a, options.exchanged()), pose_b),
            false => (Manifold::new(a, &pose_a, b, &pose_b, options), pose_a),
        };
        Ok((run, lesson::Setting { pair: pair.context(false), pose, swapped, before, frames }))
    }
}

impl Search for Spatial {
    type Done = Done;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn played(&self, frame: usize, options: Options, before: Option<Vec<u64>>) -> Result<Done, QueryError> {
        let (mut run, setting) = self.start(frame, options, before, None)?;
        let outcome = run.run();
        Ok(Done { run, outcome, setting })
    }

    fn handed(done: &Done) -> Before {
        let answer = done.run.answer();
        let reference = answer.reference.map(|face| if done.setting.swapped { face.exchanged() } else { face });
        Before { reference, ids: names(&answer.points) }
    }

    fn verdict(done: &Done) -> Verdict {
        lesson::conclude(&done.run, done.outcome, &done.setting)
    }

    fn lesson(
        &self,
        frame: usize,
        options: Options,
        before: Option<Vec<u64>>,
        frames: Option<Strip>,
    ) -> Result<Box<dyn Lesson>, QueryError> {
        let (run, setting) = self.start(frame, options, before, frames)?;
        Ok(lesson::play(run, setting))
    }
}
