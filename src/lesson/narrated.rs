//! The lesson of a recorded run, told from its snapshots: everything that does not differ from algorithm to algorithm.

use std::sync::Arc;

use glam::DVec3;

use super::{
    Backdrop, Beat, Card, Choice, Detail, Hint, Lesson, Level, Moments, PairContext, Pictures, Recording, Table,
    Verdict, View, ViewKind,
};
use crate::answer::Found as _;
use crate::picture::{Camera, Key, Role};
use crate::snapshot::Snapshot;

/// Where a run is played: what stays while it is stepped.
pub trait Context: Send + Sync {
    /// The bodies, the CSO, the origin.
    fn backdrop(&self) -> Arc<Backdrop>;

    /// The moments of a motion; see [`Lesson::moments`].
    fn moments(&self) -> Option<Moments> {
        None
    }

    /// What is where at one of them; see [`Lesson::at_moment`].
    fn at_moment(&self, _t: f64) -> Pictures {
        Pictures::default()
    }

    /// What a mark tells; see [`Lesson::hint`].
    fn hint(&self, _key: &Key) -> Option<Hint> {
        None
    }
}

impl Context for PairContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        PairContext::backdrop(self)
    }
}

/// One step of a recorded run, and what is known of the whole.
pub struct Step<'a, N: Narration + ?Sized> {
    /// Counts from 0.
    pub number: usize,
    /// The state before.
    pub before: &'a N::State,
    /// The state after.
    pub after: &'a N::State,
    /// How the run ended, if it did in this step.
    pub end: Option<<N::State as Snapshot>::Outcome>,
    /// Where it is played.
    pub context: &'a N::Context,
    /// The answer and its proof.
    pub verdict: &'a Verdict,
    /// How much is told of it.
    pub detail: Detail,
}

/// All in which one lesson differs from another: what is told of a step, from the states before and after it.
pub trait Narration: Send + Sync {
    /// The states that are told.
    type State: Snapshot;
    /// Where.
    type Context: Context;
    /// Everything fixed.
    const CARD: &'static Card;
    /// What roles are called in it, where their usual names do not fit.
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[];

    /// The same, where a run says more of them.
    fn role_names(&self, _context: &Self::Context) -> Vec<(Role, String)> {
        Self::ROLE_NAMES.iter().map(|(role, name)| (*role, (*name).to_owned())).collect()
    }

    /// Whether bodies are looked at in parallel projection at first, so that lengths across the line of sight are true.
    const PARALLEL: bool = false;

    /// What is to be seen of a step: at least one beat. The last beat of the last step tells the ending. In an outline
    /// pictures, values and tables stay empty ([`Detail::full`]); everything else is the same.
    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat>;

    /// The choices that a step makes, which has these beats; see [`Lesson::choices`].
    fn choices(&self, _step: &Step<'_, Self>, _beats: &[Beat]) -> Vec<Choice> {
        Vec::new()
    }

    /// What belongs to the marks with a key in a state, in all views; see [`Lesson::linked`].
    fn linked(&self, _state: &Self::State, _context: &Self::Context, _key: &str) -> Pictures {
        Pictures::default()
    }

    /// The step that is about the mark with a key; see [`Lesson::step_about`].
    fn step_about(&self, _context: &Self::Context, _key: &str) -> Option<usize> {
        None
    }

    /// The corners of the simplex or polytope in a state, in the coordinates of the configuration space.
    fn corners(&self, _state: &Self::State, _context: &Self::Context) -> Vec<DVec3> {
        Vec::new()
    }

    /// Groups of steps that belong together, the coarsest level first.
    fn levels(&self) -> &[Level] {
        &[]
    }

    /// How many levels there are in the frames that have most.
    fn most_levels(&self) -> usize {
        self.levels().len()
    }

    /// What happens on this side of a body, outward from it, is to be seen; `None` where the answer says where to look from.
    fn side(&self) -> Option<DVec3> {
        None
    }

    /// From where bodies and directions are looked at; `None` where [`Narration::side`] or the answer says it.
    fn sight(&self) -> Option<Camera> {
        None
    }

    /// From where one view alone is looked at, given the normal of the answer (zero where there is none); `None` where the others
    /// say it.
    fn camera(&self, _view: &View, _normal: DVec3) -> Option<Camera> {
        None
    }

    /// The numbers of all frames, which stand beside every beat, where its sentences tell of them.
    fn frames(&self) -> Option<Table> {
        None
    }
}

/// A recorded run, and what is told of it.
pub struct Narrated<N: Narration> {
    /// The states.
    pub recording: Box<dyn Recording<N::State>>,
    /// Where it is played.
    pub context: N::Context,
    /// The answer and its proof.
    pub verdict: Verdict,
    /// What is told of them.
    pub narration: N,
}

impl<N: Narration> Narrated<N> {
    fn tell(&self, step: usize, detail: Detail) -> Vec<Beat> {
        self.with(step, detail, |step| self.narration.beats(step))
    }

    fn with<T>(&self, step: usize, detail: Detail, of: impl FnOnce(Step<'_, N>) -> T) -> T {
        let number = step.min(self.recording.steps() - 1);
        let (before, after) = (self.recording.state(number), self.recording.state(number + 1));
        let end = (number + 1 == self.recording.steps()).then(|| self.recording.outcome());
        let (before, after, context, verdict) = (&*before, &*after, &self.context, &self.verdict);
        of(Step { number, before, after, end, context, verdict, detail })
    }
}

impl<N: Narration> Lesson for Narrated<N> {
    fn card(&self) -> &'static Card {
        N::CARD
    }

    fn steps(&self) -> usize {
        self.recording.steps()
    }

    fn beats(&self, step: usize) -> Vec<Beat> {
        let mut beats = self.tell(step, Detail::Full);
        if let Some(table) = self.narration.frames() {
            beats.iter_mut().for_each(|beat| beat.tables.push(table.clone()));
        }
        beats
    }

    fn outline(&self, step: usize) -> Vec<Beat> {
        self.tell(step, Detail::Outline)
    }

    fn choices(&self, step: usize) -> Vec<Choice> {
        let beats = self.tell(step, Detail::Full);
        let mut choices = self.with(step, Detail::Full, |step| self.narration.choices(&step, &beats));
        choices.retain(|choice| choice.beat < beats.len());
        choices.sort_by_key(|choice| choice.beat);
        choices
    }

    fn linked(&self, step: usize, key: &str) -> Pictures {
        self.narration.linked(&self.recording.state(step + 1), &self.context, key)
    }

    fn step_about(&self, key: &str) -> Option<usize> {
        self.narration.step_about(&self.context, key).filter(|step| *step < self.recording.steps())
    }

    fn corners(&self, step: usize) -> Vec<DVec3> {
        self.narration.corners(&self.recording.state(step + 1), &self.context)
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.context.backdrop()
    }

    fn moments(&self) -> Option<Moments> {
        self.context.moments()
    }

    fn at_moment(&self, t: f64) -> Pictures {
        self.context.at_moment(t)
    }

    fn hint(&self, key: &Key) -> Option<Hint> {
        self.context.hint(key)
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn levels(&self) -> &[Level] {
        self.narration.levels()
    }

    fn most_levels(&self) -> usize {
        self.narration.most_levels().max(self.narration.levels().len())
    }

    fn role_names(&self) -> Vec<(Role, String)> {
        self.narration.role_names(&self.context)
    }

    fn camera(&self, view: &View) -> Camera {
        let normal = self.verdict.finding.normal().unwrap_or_default();
        if let Some(camera) = self.narration.camera(view, normal) {
            return camera;
        }
        let sight = self.narration.sight().filter(|_| matches!(view.kind, ViewKind::Space | ViewKind::Sphere));
        match (self.narration.side(), view.kind) {
            _ if sight.is_some() => sight.unwrap_or_default(),
            (Some(side), ViewKind::Space) => Camera::facing(side),
            _ => {
                let camera = view.camera(normal);
                Camera { orthographic: camera.orthographic || N::PARALLEL, ..camera }
            }
        }
    }
}
