//! Generic lesson of a recorded run. [`Narrated`] implements [`Lesson`] for all algorithms: access to the recorded
//! states, cameras, order of the quiz questions. An algorithm supplies a [`Narration`], which makes the sub-steps
//! (beats) of a step from the states before and after it.

use std::sync::Arc;

use contact_lens_model::answer::FindingFacts as _;
use contact_lens_model::snapshot::Snapshot;
use contact_lens_picture::{Camera, Key, Role};
use glam::DVec3;

use crate::{
    Backdrop, Beat, Card, Choice, Context, Detail, Hint, Lesson, Level, Moments, Pictures, Recording, Table,
    VelocityChanges, Verdict, View, ViewKind,
};

/// One step of a recorded run, with the data of the whole run.
pub struct Step<'a, N: Narration + ?Sized> {
    /// Index of the step.
    pub number: usize,
    /// State before the step.
    pub before: &'a N::State,
    /// State after the step.
    pub after: &'a N::State,
    /// Outcome if the run ended in this step; `None` otherwise.
    pub end: Option<<N::State as Snapshot>::Outcome>,
    /// Data that is the same in all steps of the run: bodies, fixed marks, hints.
    pub context: &'a N::Context,
    /// Answer with its proof.
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
}

/// Algorithm-specific part of a lesson: beats of a step, made from the states before and after it.
pub trait Narration: Send + Sync {
    /// Snapshot of a state.
    type State: Snapshot;
    /// Data that is the same in all steps of the run: bodies, fixed marks, hints.
    type Context: Context;
    /// Names of roles in the legend that differ from the usual ones.
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[];

    /// Whether the initial camera is orthographic, so that lengths across the line of sight are to scale. No effect on
    /// a camera from [`Narration::camera`], [`Narration::sight`] or [`Narration::side`].
    const ORTHOGRAPHIC: bool = false;

    /// Fixed description of the lesson.
    fn card(&self) -> &'static Card;

    /// Names of roles that depend on the run; [`Narration::ROLE_NAMES`] by default.
    fn role_names(&self, _context: &Self::Context) -> Vec<(Role, String)> {
        Self::ROLE_NAMES.iter().map(|(role, name)| (*role, (*name).to_owned())).collect()
    }

    /// Beats of a step, at least one. The last beat of the last step reports the ending. An outline differs only in
    /// empty pictures, values and tables ([`Detail::full`]).
    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat>;

    /// Quiz questions of a step with these beats; see [`Lesson::choices`].
    fn choices(&self, _step: &Step<'_, Self>, _beats: &[Beat]) -> Vec<Choice> {
        Vec::new()
    }

    /// Marks that belong to a mark id in a state, by view; see [`Lesson::linked`].
    fn linked(&self, _state: &Self::State, _context: &Self::Context, _key: &str) -> Pictures {
        Pictures::default()
    }

    /// Index of the step that is about the mark id `key`; see [`Lesson::step_about`].
    fn step_about(&self, _context: &Self::Context, _key: &str) -> Option<usize> {
        None
    }

    /// Step at which the lesson opens; see [`Lesson::opening_step`].
    fn opening_step(&self, _context: &Self::Context) -> usize {
        0
    }

    /// Vertices of the simplex or polytope in a state, configuration space.
    fn corners(&self, _state: &Self::State, _context: &Self::Context) -> Vec<DVec3> {
        Vec::new()
    }

    /// Groupings of the steps, the coarsest first.
    fn levels(&self) -> &[Level] {
        &[]
    }

    /// Largest number of levels in any frame of the query, for which the timeline reserves space.
    fn most_levels(&self) -> usize {
        self.levels().len()
    }

    /// Outward direction of the side of the body that the initial camera of a space view faces, if there is no
    /// [`Narration::sight`]; `None` to use the answer's normal.
    fn side(&self) -> Option<DVec3> {
        None
    }

    /// Initial camera of space and sphere views; `None` to use [`Narration::side`] or the answer's normal.
    fn sight(&self) -> Option<Camera> {
        None
    }

    /// Initial camera of one view, before all other rules, given the answer's normal (zero without one); `None` to use
    /// [`Narration::sight`], [`Narration::side`] or the answer's normal.
    fn camera(&self, _view: &View, _normal: DVec3) -> Option<Camera> {
        None
    }

    /// Table with a row per frame, added to the tables of every beat in full detail; `None` where beats do not refer to
    /// it.
    fn frames(&self) -> Option<Table> {
        None
    }
}

/// Recorded run with its narration.
pub struct Narrated<N: Narration> {
    /// Recorded states.
    pub recording: Box<dyn Recording<N::State>>,
    /// Data that is the same in all steps of the run: bodies, fixed marks, hints.
    pub context: N::Context,
    /// Answer with its proof.
    pub verdict: Verdict,
    /// Algorithm-specific part of the lesson.
    pub narration: N,
}

impl<N: Narration> Narrated<N> {
    /// Beats of a step, with pictures, values and tables only in full detail.
    fn beats_in(&self, step: usize, detail: Detail) -> Vec<Beat> {
        let mut beats = self.with_step(step, detail, |step| self.narration.beats(step));
        beats.iter_mut().for_each(|beat| beat.say.trim_end());
        beats
    }

    /// Calls `use_step` with the step of index `step`, or with the last step if the index is past the end.
    fn with_step<T>(&self, step: usize, detail: Detail, use_step: impl FnOnce(Step<'_, N>) -> T) -> T {
        let number = step.min(self.recording.steps() - 1);
        let before = self.recording.state(number);
        let after = self.recording.state(number + 1);
        let is_last = number + 1 == self.recording.steps();
        let end = is_last.then(|| self.recording.outcome());
        let before = &*before;
        let after = &*after;
        let context = &self.context;
        let verdict = &self.verdict;
        use_step(Step { number, before, after, end, context, verdict, detail })
    }
}

impl<N: Narration> Lesson for Narrated<N> {
    fn card(&self) -> &'static Card {
        self.narration.card()
    }

    fn steps(&self) -> usize {
        self.recording.steps()
    }

    fn beats(&self, step: usize) -> Vec<Beat> {
        let mut beats = self.beats_in(step, Detail::Full);
        if let Some(table) = self.narration.frames() {
            beats.iter_mut().for_each(|beat| beat.tables.push(table.clone()));
        }
        beats
    }

    fn outline(&self, step: usize) -> Vec<Beat> {
        self.beats_in(step, Detail::Outline)
    }

    fn choices(&self, step: usize) -> Vec<Choice> {
        let beats = self.beats_in(step, Detail::Full);
        let mut choices = self.with_step(step, Detail::Full, |step| self.narration.choices(&step, &beats));
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

    fn opening_step(&self) -> usize {
        self.narration.opening_step(&self.context).min(self.recording.steps() - 1)
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

    fn velocity_changes(&self, body: &str) -> Option<VelocityChanges> {
        self.context.velocity_changes(body)
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
        if matches!(view.kind, ViewKind::Space | ViewKind::Sphere)
            && let Some(camera) = self.narration.sight()
        {
            return camera;
        }
        if view.kind == ViewKind::Space
            && let Some(side) = self.narration.side()
        {
            return Camera::facing(side);
        }
        let camera = view.camera(normal);
        Camera { orthographic: camera.orthographic || N::ORTHOGRAPHIC, ..camera }
    }
}
