//! A world that can be looked at in any frame: run forward once, with as many states kept as fit into a budget of memory. A world
//! does the same every time, to the bit.

use std::hint::black_box;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::engine::dim2::dynamics::{Outcome, Problem, World as Engine};
use super::frame_run::FrameRun;
use super::{World, watched_frame};
use crate::answer::{Diverged, Finding, WorldFinding, number};
use crate::keys::Keys;
use crate::lesson::dynamics::Names;
use crate::lesson::{Lesson, Scenery, Verdict};
use crate::play::{Broken, Prepared, QueryError, Run, Simulation as _};
use crate::scene::model::{Query, Scene};
use crate::step::Stepper as _;

/// What the states of a run may take together, bytes.
const BUDGET: usize = 192 << 20;

/// A world and what is known of its run.
pub(super) struct Frames {
    world: World,
    known: Mutex<Known>,
}

/// The states that were met so far, by frame, and how the run broke down, if it did.
struct Known {
    keys: Keys<Engine>,
    broken: Option<Outcome>,
}

impl Known {
    /// The state after `frame` frames, or how the run broke down before.
    fn state(&mut self, frame: u32, problem: &Arc<Problem>) -> Result<Arc<Engine>, Outcome> {
        if let Some(outcome) = self.broken.filter(|outcome| frame >= gone(*outcome)) {
            return Err(outcome);
        }
        let next = |_, world: &mut Engine| {
            if !Arc::ptr_eq(world.problem(), problem) {
                *world = world.clone().in_run(Arc::clone(problem));
            }
            watched_frame(world).filter(|outcome| *outcome != Outcome::Completed).map_or(Ok(()), Err)
        };
        let state = self.keys.state(frame as usize, next).inspect_err(|outcome| self.broken = Some(*outcome))?;
        // What was met by another run goes on as this one does.
        let ours = Arc::ptr_eq(state.problem(), problem);
        Ok(if ours { state } else { Arc::new(Engine::clone(&state).in_run(Arc::clone(problem))) })
    }

    /// What another run, which is the same up to a frame, need not do again.
    fn shared(&self, until: u32) -> Self {
        let broken = self.broken.filter(|outcome| gone(*outcome) <= until);
        Self { keys: self.keys.until(until as usize), broken }
    }
}

fn bytes(world: &Engine) -> usize {
    size_of::<Engine>() + world.heap_bytes()
}

/// The first frame that is not there.
fn gone(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Completed => u32::MAX,
        Outcome::Diverged { frame, .. } | Outcome::TooLarge { frame, .. } => frame,
    }
}

impl Frames {
    /// Before the first frame.
    pub fn new(world: World) -> Self {
        let known = Known { keys: Keys::new(world.started(), BUDGET, bytes), broken: None };
        Self { world, known: Mutex::new(known) }
    }

    /// Goes on from the frames that another run has in common with this one; `None` where it has none but the start.
    fn going_on(&self, world: World) -> Option<Self> {
        let until = self.world.problem.same_until(&world.problem).filter(|until| *until > 0)?;
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).shared(until);
        Some(Self { world, known: Mutex::new(known) })
    }

    fn names(&self) -> Names {
        Names { bodies: Arc::clone(&self.world.names), joints: Arc::clone(&self.world.joint_names) }
    }

    fn state(&self, frame: usize) -> Result<Arc<Engine>, Outcome> {
        let last = self.world.problem.options().steps;
        let frame = u32::try_from(frame).unwrap_or(last).min(last);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).state(frame, &self.world.problem)
    }

    /// The last frame that there is up to this one.
    fn there(&self, frame: usize) -> Result<Arc<Engine>, Outcome> {
        self.state(frame).or_else(|outcome| self.state(gone(outcome).saturating_sub(1) as usize))
    }

    /// What is told of a frame; of one that is not there the last that is, and how the run broke down.
    fn conclude(&self, frame: usize) -> Verdict {
        match self.state(frame) {
            Ok(state) => self.world.told(self.world.finding(&state), Outcome::Completed),
            Err(outcome) => {
                let found = self.there(frame).map(|state| self.world.finding(&state)).unwrap_or_default();
                self.world.told(found, outcome)
            }
        }
    }
}

impl Run for Frames {
    fn frames(&self) -> usize {
        self.world.problem.options().steps as usize + 1
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        Ok(self.conclude(frame))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let last = [u32::try_from(frame).unwrap_or(u32::MAX)];
        Ok(Box::new(move || _ = self.world.play(&last, &mut |found| _ = black_box(found))))
    }

    fn going_on(&self, scene: &Scene, query: &Query) -> Option<Arc<dyn Run>> {
        let next = Self::going_on(self, World::new(scene, query).ok()?)?;
        Some(Arc::new(next))
    }

    /// The steps that lead to a frame from the one before; of one that is not there those in which the run broke down.
    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let broken = self.state(frame).err().map(gone);
        let shown = broken.unwrap_or_else(|| u32::try_from(frame).unwrap_or(u32::MAX));
        let start = self.there(shown.saturating_sub(1) as usize).map_err(|_| super::super::misdirected())?;
        let verdict = self.conclude(frame);
        let run = FrameRun::new(Engine::clone(&start), shown);
        Ok(Arc::from(run.lesson(self.names(), |_, _| verdict, bare())))
    }

    /// One frame is run, once, and nothing is solved beside it.
    fn end_of(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let Ok(number) = u32::try_from(frame) else { return self.lesson(frame) };
        let Ok(start) = self.state(frame.saturating_sub(1)) else { return self.lesson(frame) };
        let run = FrameRun::new(Engine::clone(&start), number.min(self.world.problem.options().steps));
        let conclude = |world: &Engine, outcome| {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.keys.adopt(world.frames as usize, world.clone());
            drop(known);
            self.world.told(self.world.finding(world), outcome)
        };
        match run.end(self.names(), conclude, bare()) {
            Some(lesson) => Ok(Arc::from(lesson)),
            None => self.lesson(frame),
        }
    }
}

/// Nothing but the world is seen.
fn bare() -> Scenery {
    std::sync::LazyLock::new(Box::new(Arc::default))
}

impl World {
    /// The answer, in words.
    pub(super) fn told(&self, found: WorldFinding, outcome: Outcome) -> Verdict {
        let iterations = self.iterations();
        let diverged = match outcome {
            Outcome::Completed => None,
            Outcome::Diverged { frame, body } => Some(Diverged { frame: frame as usize, body: Some(body) }),
            Outcome::TooLarge { frame, .. } => Some(Diverged { frame: frame as usize, body: None }),
        };
        let say = match self.broken(outcome) {
            None => in_a_sentence(&found),
            Some(Broken::Diverged { frame, body, .. }) => format!(
                "The run breaks down in frame {frame}: the state of `{body}` is not finite, or it is faster than 1e6 m/s or rad/s."
            ),
            Some(Broken::TooLarge { frame, rows }) => {
                format!("Frame {frame} has {rows} rows: more than are solved at once.")
            }
        };
        let finding = Finding::World(Box::new(WorldFinding { diverged, ..found }));
        Verdict { outcome: outcome.name(), say, iterations, finding }
    }
}

/// A frame in one sentence.
fn in_a_sentence(found: &WorldFinding) -> String {
    let (frame, time, points) = (found.frame, found.time, found.points().count());
    let deepest = match found.deepest().filter(|depth| *depth > 0.0) {
        Some(depth) => format!(", the deepest {}", &*number::length(depth)),
        None => String::new(),
    };
    let (word, energy) = (if points == 1 { "point" } else { "points" }, number::number(found.energy()));
    format!("After frame {frame}, at {time:.3} s: {points} {word} of contact{deepest}; energy {} J.", &*energy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{WORLD, Watch};
    use crate::scene;

    /// Recording a frame takes a tick a step; a film takes one a frame, and shows the same.
    #[test]
    fn a_film_of_a_world_runs_each_frame_once_and_draws_what_its_record_ends_with() {
        let shipped = scene::shipped("world-pyramid").expect("a shipped scene");
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).expect("a scene");
        for query in &scene.queries {
            let open = || Frames::new(World::new(&scene, query).expect("a world"));
            let (film, watch) = (open(), Arc::new(Watch::default()));
            let frames = watch.over(|| (1..=20).map(|frame| film.end_of(frame)).collect::<Vec<_>>());
            // A whole record takes one a step, some thousands a frame.
            assert!(watch.ticks() <= 800, "{}: {} ticks in 20 frames", query.name, watch.ticks());
            for (frame, passed) in (1..).zip(frames.expect("nobody canceled")) {
                let passed = passed.expect("an end");
                assert_eq!(passed.steps(), 1, "frame {frame}");
                let run = open();
                let verdict = run.answer(frame).expect("an answer");
                assert_eq!(*passed.verdict(), verdict, "{}, frame {frame}", query.name);
                if frame != 2 {
                    continue;
                }
                let whole = run.lesson(frame).expect("a record");
                let (end, last) = (whole.beats(whole.steps() - 1), passed.beats(0));
                let drawn = |beats: &[crate::lesson::Beat]| beats.last().map(|beat| beat.pictures.of(WORLD).clone());
                assert_eq!(drawn(&end), drawn(&last), "{}", query.name);
                assert_eq!(end.last().map(|beat| &beat.say), last.last().map(|beat| &beat.say));
            }
        }
    }
}
