//! World queries with access to any frame. A world, a simulation of rigid bodies in 2D, runs forward once; its states
//! at some frames are kept within a memory limit, and the frames between them are computed again from the nearest
//! earlier one. The repeated frames are exact, since every run gives the same bits.

use std::sync::Arc;

use contact_lens_lesson::dynamics::{History, MAX_REFERENCE_ROWS, Names, lesson};
use contact_lens_lesson::{Scenery, Verdict, watch};
use contact_lens_model::answer::{Diverged, Finding, WorldFinding, number};
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_model::step::Stepper as _;
use contact_lens_scene::model::{Query, Scene};

use super::super::engine::dim2::dynamics::{Outcome, World};
use super::super::{
    Ended, LessonResult, Method, QueryError, Run, SceneQuery, States, method::Continuation, method::LessonAndMemory,
};
use super::SceneWorld;
use super::frame_run::FrameRun;
use crate::RunEnd;
use crate::replay::Replay;

/// Opens a world query, frame by frame.
pub(in super::super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let world = SceneWorld::new(query)?;
    let frames = world.frames();
    Ok(Arc::new(Replay::new(world, frames, true)))
}

/// State that a frame passes to the next one.
#[derive(Clone, Default)]
pub(in super::super) struct WorldMemory {
    /// The last completed frame; `None` before the first.
    last: Option<Arc<FrameRun>>,
    /// Outcome of a run that broke down in the frame after `last`; `None` if it did not break down.
    breakdown: Option<Outcome>,
}

/// First frame after the end of the run.
pub(in super::super) fn first_missing_frame(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Completed => u32::MAX,
        Outcome::Diverged { frame, .. } | Outcome::TooLarge { frame, .. } => frame,
    }
}

/// An empty backdrop: a world draws all of its bodies in every step.
fn empty_scenery() -> Scenery {
    std::sync::LazyLock::new(Box::new(Arc::default))
}

impl SceneWorld {
    /// Number of frames, the start included.
    pub fn frames(&self) -> usize {
        self.problem.options().steps as usize + 1
    }

    /// Names of bodies and joints for the lesson.
    fn names(&self) -> Names {
        Names { bodies: Arc::clone(&self.names), joints: Arc::clone(&self.joint_names) }
    }

    /// The world after the frame that passed on `from`; the initial world for the empty memory. A state of another run
    /// continues with this run's problem.
    fn world_after(&self, from: &WorldMemory) -> World {
        match &from.last {
            None => self.initial_world(),
            Some(last) if Arc::ptr_eq(last.world.problem(), &self.problem) => last.world.clone(),
            Some(last) => last.world.clone().continued_in(Arc::clone(&self.problem)),
        }
    }

    /// History that a lesson gathers, before the first step.
    fn history(&self, start: &FrameRun) -> History {
        let history = History::new(start.snapshot(), Arc::new(start.world.setting()), self.names());
        if self.has_few_rows() { history.traced() } else { history }
    }
}

impl Method for SceneWorld {
    type Run = FrameRun;
    type Observed = Option<History>;
    type Memory = WorldMemory;
    type Record = ();

    /// 192 MiB: the state of a world is larger than the memory of other methods.
    const MEMORY_LIMIT: usize = 192 << 20;
    /// Ten seconds at 60 frames per second.
    const MAX_SEARCHED_FRAMES: usize = 600;

    /// Starts the steps that lead to a frame from the previous one, or those in which the run breaks down if the frame
    /// does not exist.
    fn start(&self, frame: usize, from: &WorldMemory) -> Result<FrameRun, QueryError> {
        let frame = u32::try_from(frame).unwrap_or(u32::MAX);
        Ok(FrameRun::new(self.world_after(from), from.breakdown.map_or(frame, first_missing_frame)))
    }

    fn observe(&self, observed: &mut Option<History>, start: &FrameRun, state: &FrameRun) {
        let history = observed.get_or_insert_with(|| self.history(start));
        history.add_state(state.snapshot(), || Some(state.world.solve_directly(MAX_REFERENCE_ROWS, watch::tick)));
    }

    /// Verdict of a frame; if the run broke down before, that of the last frame with the reason.
    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let finding = match ended.outcome {
            Outcome::Completed => self.finding(&ended.run.world),
            Outcome::Diverged { .. } | Outcome::TooLarge { .. } => self.finding(&self.world_after(ended.from)),
        };
        Ok(self.verdict_of_finding(finding, ended.outcome))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let run = &ended.run;
        let setting = Arc::new(ended.run.world.setting());
        let drawn = run.drawn(setting);
        let history = ended.observed.unwrap_or_else(|| self.history(run));
        Ok(lesson(states, history, drawn, verdict, empty_scenery()))
    }

    fn bytes(memory: &WorldMemory) -> usize {
        let last = memory.last.as_ref().map_or(0, |last| size_of::<FrameRun>() + last.heap_bytes());
        size_of::<WorldMemory>() + last
    }

    fn memory_after(&self, ended: &Ended<'_, Self>) -> Result<Option<WorldMemory>, QueryError> {
        let memory = match ended.outcome {
            Outcome::Completed => WorldMemory { last: Some(Arc::clone(&ended.run)), breakdown: None },
            outcome => WorldMemory { last: ended.from.last.clone(), breakdown: Some(outcome) },
        };
        Ok(Some(memory))
    }

    /// Whether the frame has rows, or the run breaks down in it.
    fn is_worth_seeing(&self, next_memory: &WorldMemory) -> bool {
        next_memory.breakdown.is_some() || next_memory.last.as_ref().is_some_and(|last| last.world.has_rows())
    }

    fn next_memory(&self, frame: usize, from: &WorldMemory) -> Result<WorldMemory, QueryError> {
        if from.breakdown.is_some() {
            return Ok(from.clone());
        }
        self.memory_after(&Ended::run_to_end(self, frame, from)?).map(Option::unwrap_or_default)
    }

    /// Runs the frame once without recording it.
    fn end_of(&self, frame: usize, from: &WorldMemory) -> Result<Option<LessonAndMemory<Self>>, QueryError> {
        if from.breakdown.is_some() {
            return Ok(None);
        }
        let run = self.start(frame, from)?;
        let mut next_memory = None;
        let lesson = run.lesson_of_last_step(
            self.names(),
            |ended, outcome| {
                next_memory = Some(WorldMemory { last: Some(Arc::new(ended.clone())), breakdown: None });
                self.verdict_of_finding(self.finding(&ended.world), outcome)
            },
            empty_scenery(),
        );
        Ok(lesson.map(|lesson| (Arc::from(lesson), next_memory)))
    }

    /// Method of the same world after a change of the bodies that the user drags. Frames before the change and their
    /// memories are shared. `None` if the query cannot be opened, or if the worlds share no frame after the start.
    fn continued_as(&self, scene: &Scene, query: &Query) -> Option<Continuation<Self>> {
        let next = Self::new(&SceneQuery::new(scene, query)).ok()?;
        let last_common = self.problem.last_common_frame(&next.problem).filter(|frame| *frame > 0)?;
        let frames = next.frames();
        Some(Continuation { method: next, frames, last_shared: last_common as usize + 1 })
    }
}

impl SceneWorld {
    /// Verdict of a run that ended with `outcome`, with sentences; `finding` is its last frame.
    pub(super) fn verdict_of_finding(&self, finding: WorldFinding, outcome: Outcome) -> Verdict {
        let iterations = self.iterations();
        let diverged = match outcome {
            Outcome::Completed => None,
            Outcome::Diverged { frame, body } => Some(Diverged { frame: frame as usize, body: Some(body) }),
            Outcome::TooLarge { frame, .. } => Some(Diverged { frame: frame as usize, body: None }),
        };
        let say = match self.run_end(outcome) {
            None => frame_sentences(&finding),
            Some(RunEnd::Diverged { frame, body, .. }) => format!(
                "The run breaks down in frame {frame}: {body} is faster than 1e6 m/s or 1e6 rad/s, or its position is \
                 not finite."
            ),
            Some(RunEnd::TooLarge { frame, rows }) => {
                format!("The run ends before frame {frame}, whose {rows} rows are too many for the direct solver.")
            }
        };
        let finding = Finding::World(Box::new(WorldFinding { diverged, ..finding }));
        Verdict { outcome: outcome.name(), say, iterations, finding }
    }
}

/// Two sentences about a frame. Contacts are detected before the bodies move, so the second sentence is about the state
/// before the last move.
fn frame_sentences(finding: &WorldFinding) -> String {
    let frame = finding.frame;
    let time = finding.time;
    let points = finding.points().count();
    let depth = finding.deepest().filter(|depth| *depth > 0.0 && !finding.only_touches()).map(number::length);
    let contacts = match (points, depth) {
        (0, _) => String::from("no contact points"),
        (1, None) => String::from("one contact point"),
        (1, Some(depth)) => format!("one contact point, {} deep", &*depth),
        (_, None) => format!("{points} contact points"),
        (_, Some(depth)) => format!("{points} contact points, the deepest {}", &*depth),
    };
    let energy = finding.energy_in_words();
    format!(
        "After frame {frame}, at {time:.3} s, the total energy is {energy}. The last contact detection found \
         {contacts}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_lesson::{WORLD, Watch};
    use contact_lens_scene as scene;

    /// Recording a frame takes a tick per step; a film takes one per frame, and shows the same.
    #[test]
    fn a_film_of_a_world_runs_each_frame_once_and_draws_what_its_record_ends_with() {
        let shipped = scene::shipped("world-pyramid").expect("a shipped scene");
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).expect("a scene");
        for query in &scene.queries {
            let open = || super::open(&SceneQuery::new(&scene, query)).expect("a world");
            let film = open();
            let watch = Arc::new(Watch::default());
            let frames = watch.run(|| (1..=20).map(|frame| film.end_of(frame)).collect::<Vec<_>>());
            // A whole record takes one tick per step, some thousands per frame.
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
                let end = whole.beats(whole.steps() - 1);
                let last = passed.beats(0);
                let drawn =
                    |beats: &[contact_lens_lesson::Beat]| beats.last().map(|beat| beat.pictures.of(WORLD).clone());
                assert_eq!(drawn(&end), drawn(&last), "{}", query.name);
                assert_eq!(end.last().map(|beat| &beat.say), last.last().map(|beat| &beat.say));
            }
        }
    }

    /// Solving by colors gives the same rows as solving by bodies. The color of a contact is reported once, and the
    /// beginning of a color in every iteration.
    #[test]
    fn the_colors_of_contacts_are_reported_and_drawn() {
        let shipped = scene::shipped("world-colors").expect("a shipped scene");
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).expect("a scene");
        let lessons = [0, 1].map(|query| {
            let run = super::open(&SceneQuery::new(&scene, &scene.queries[query])).expect("a world");
            run.lesson(1).expect("a record")
        });
        assert_eq!(lessons[0].steps(), lessons[1].steps());
        for (lesson, colors) in lessons.iter().zip([4, 0]) {
            let beats: Vec<_> = (0..lesson.steps()).flat_map(|step| lesson.beats(step)).collect();
            let colored: Vec<_> = beats.iter().filter(|beat| beat.line == "color").collect();
            assert_eq!(colored.len(), usize::from(colors > 0));
            let begun = beats.iter().filter(|beat| beat.say.text().contains(" begins: ")).count();
            assert_eq!(begun, 10 * colors, "each color in each of ten iterations");
            let groups = |beat: &contact_lens_lesson::Beat| {
                let marks = &beat.pictures.of(WORLD).marks;
                let mut groups: Vec<u8> = marks.iter().filter_map(|mark| group(mark.role)).collect();
                groups.sort_unstable();
                groups.dedup();
                groups
            };
            assert!(colored.iter().all(|beat| groups(beat) == [0, 1, 2, 3]));
            let solving = beats.iter().filter(|beat| beat.line == "apply");
            assert!(solving.clone().count() == 640 && solving.map(groups).all(|seen| seen.len() == colors.min(1)));
        }
    }

    fn group(role: contact_lens_picture::Role) -> Option<u8> {
        match role {
            contact_lens_picture::Role::Group(number) => Some(number),
            _ => None,
        }
    }
}
