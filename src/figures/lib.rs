//! Figures of a recorded run, without a display: stills and animations of its sub-steps, each with a pane per view,
//! cameras and texts, and the run as a page. The command line draws them, and the window exports them.

mod common_layout;
mod framing;
pub mod markup;
mod open_view;
pub mod page;
mod planar_scene;
mod sequence;
mod subject;

use contact_lens_lesson::{
    Beat, BeatIndex, Focus, FrameStrip, Lesson, SPHERE, View, ViewKind, WORLD, beat_before, key_numbers,
};
use contact_lens_picture::view::legend::{Samples, merge_samples, samples_in};
use contact_lens_picture::{Bounds, Camera, Cells, Figure, FigureOutcome, Pane, Picture, Reserve, Role, Theme};
use contact_lens_play::{self as play, Precision};
use contact_lens_scene::model::{Query, Scene};
use glam::DVec3;

pub use common_layout::CommonLayout;
use framing::MARGIN;
pub use framing::Panes;
use open_view::open_view;
use planar_scene::is_in_plane;
use subject::{omit_unused_bodies, turn_to_subject};

/// Run to draw. All its figures share their cameras, so that nothing moves between steps.
pub struct RunFigures<'a> {
    /// Scene of the run.
    pub scene: &'a Scene,
    /// Query of the run.
    pub query: &'a Query,
    /// Frame of a moving scene, from 0.
    pub frame: usize,
    /// Precision of the engine.
    pub precision: Precision,
    /// Recording of the run.
    pub lesson: &'a dyn Lesson,
    /// Time of the motion, seconds from its start, at which the moving bodies of a cast are also drawn with every
    /// sub-step; `None` to draw only those of the sub-step.
    pub moment: Option<f64>,
    /// Whether bodies that the query does not name are drawn.
    pub bystanders: bool,
    /// Views of the lesson to draw, side by side.
    pub views: &'a [View],
    /// Colors of the figures.
    pub theme: Theme,
    /// Width and height of each figure, points.
    pub size: [u32; 2],
}

/// Maximum number of steps from which the cameras are determined.
const MAX_FRAMED_STEPS: usize = 300;

/// Maximum total number of points in the pictures of these steps, since pictures of large hulls are slow to make.
const MAX_FRAMED_POINTS: usize = 400_000;

/// Minimum number of steps from which the cameras are determined, however large their pictures are.
const MIN_FRAMED_STEPS: usize = 8;

/// Maximum number of steps, over all frames of a motion, from which the cameras are determined; but at least two steps
/// of each frame are used.
const MAX_FRAMED_STEPS_OF_MOTION: usize = 3000;

impl RunFigures<'_> {
    /// Returns the figure of the sub-step `beat` of `step`, both from 0; of the last sub-step when `beat` is `None` or
    /// too large. `common` is the layout of all stills.
    pub fn draw_still(&self, step: usize, beat: Option<usize>, common: &CommonLayout) -> Figure {
        let beat = beat.unwrap_or(usize::MAX).min(self.last_beat(step));
        let beats = self.lesson.beats(step);
        let mut figure = self.draw_beat_from(BeatIndex { step, beat }, &beats, self.lesson);
        omit_unused_bodies(&mut figure, &beats[beat].pictures);
        if !is_in_plane(self.scene) {
            turn_to_subject(&mut figure, &beats[beat].pictures);
            open_view(&mut figure, &beats[beat]);
        }
        let figure = self.with_cameras(figure, common, Panes::WithContent);
        self.with_focus_cameras(figure, &beats[beat], common)
    }

    /// Turns the cameras of a figure to the sphere's front and to the focus that its sub-step states.
    fn with_focus_cameras(&self, mut figure: Figure, beat: &Beat, common: &CommonLayout) -> Figure {
        if let Some(front) = beat.pictures.sphere_front {
            self.rotate_sphere(&mut figure, front);
        }
        match &beat.pictures.focus {
            Some(focus) => self.turn_to_focus(figure, focus, beat.pictures.measured_direction, common),
            None => figure,
        }
    }

    /// Turns the spheres of directions so that the direction `front` points to the viewer, unless the scene states
    /// their camera.
    fn rotate_sphere(&self, figure: &mut Figure, front: DVec3) {
        for pane in figure.panes.iter_mut().filter(|pane| pane.kind == ViewKind::Sphere) {
            let is_stated = self.scene.cameras.as_ref().is_some_and(|cameras| cameras.get(SPHERE).is_some());
            if !is_stated {
                let Camera { azimuth, elevation, up, .. } = Camera::straight(front);
                pane.camera = Camera { azimuth, elevation, up, ..pane.camera };
                pane.title.push_str(", seen along the axis");
            }
        }
    }

    /// Turns the camera of the first view to the focus of a sub-step, unless the scene states a camera or the view is
    /// not that of the world. A parallel view stays parallel where the sub-step measures along the direction
    /// `measured`.
    fn turn_to_focus(
        &self,
        mut figure: Figure,
        focus: &Focus,
        measured: Option<DVec3>,
        common: &CommonLayout,
    ) -> Figure {
        let Some(area) = figure.layout().panes.into_iter().next() else { return figure };
        let Some(view) = self.views.first() else { return figure };
        let Some(bounds) = common.bounds.first() else { return figure };
        let Some(pane) = figure.panes.first_mut() else { return figure };
        let is_stated = self.scene.cameras.as_ref().is_some_and(|cameras| cameras.get(view.id).is_some());
        // The camera of a plane can move but not rotate.
        let is_movable = match view.kind {
            ViewKind::Space => !is_in_plane(self.scene),
            ViewKind::Plane => focus.side.is_none() && !focus.points.is_empty(),
            ViewKind::Sphere | ViewKind::Lanes | ViewKind::Chart | ViewKind::Tiles => false,
        };
        if view.id != WORLD || is_stated || !is_movable {
            return figure;
        }
        let camera = focus.facing(pane.camera, play::up_axis(self.scene));
        let is_parallel = camera.orthographic && (focus.side.is_none() || measured.is_some());
        let camera = Camera { orthographic: is_parallel, ..camera };
        let shown = focus.bounds().unwrap_or_else(|| bounds.clone());
        pane.camera = view.kind.framing_clear_of_axes(camera, &shown, area.size, MARGIN);
        figure
    }

    /// Returns the layout of the figures of all sub-steps, so that figures of two steps can be overlaid. In a long run
    /// it comes from some of the steps, and from the step `drawn`.
    pub fn common_to_stills(&self, drawn: Option<usize>) -> CommonLayout {
        let bounds = self.views.iter().map(|view| Bounds::of(&self.backdrop(view)));
        let mut common = CommonLayout { bounds: bounds.collect(), ..CommonLayout::default() };
        let static_samples = self.static_samples();
        // The last sub-step drawn, with its step. It usually precedes the first sub-step of the next framed step.
        let mut previous: Option<(usize, Beat)> = None;
        for step in self.framed_steps(drawn, MAX_FRAMED_STEPS) {
            let mut beats = self.lesson.beats(step);
            let last = previous.take().filter(|(number, _)| number + 1 == step);
            let before_step = last.map_or_else(
                || beat_before(self.lesson, BeatIndex { step, beat: 0 }, &[]).into_owned(),
                |(_, beat)| beat,
            );
            for beat in 0..beats.len() {
                self.extend_bounds(&mut common.bounds, &beats[beat]);
                let before = if beat == 0 { &before_step } else { &beats[beat - 1] };
                common.reserve.join(self.space_for(BeatIndex { step, beat }, &beats, before, &static_samples));
            }
            previous = beats.pop().map(|beat| (step, beat));
        }
        common.bounds.iter_mut().for_each(Bounds::remove_duplicates);
        common
    }

    /// Returns the static marks of a view; those of bystanders only if they are drawn.
    fn backdrop(&self, view: &View) -> Picture {
        let backdrop = self.lesson.backdrop();
        backdrop.pictures.of(view.id).filtered(|mark| self.bystanders || mark.role != Role::Bystander)
    }

    /// Returns the legend entries of the static marks.
    fn static_samples(&self) -> Samples {
        merge_samples(self.views.iter().flat_map(|view| samples_in(view.kind, &self.backdrop(view).marks)))
    }

    /// Returns the space that a sub-step, which follows `before`, takes outside the panes. `static_samples` are the
    /// legend entries of the static marks.
    fn space_for(&self, index: BeatIndex, beats: &[Beat], before: &Beat, static_samples: &Samples) -> Reserve {
        let mut figure = self.figure_without_panes(index, beats, before);
        let pictures = &beats[index.beat].pictures;
        let samples = self.views.iter().flat_map(|view| samples_in(view.kind, &pictures.of(view.id).marks));
        figure.reserve.samples = merge_samples(static_samples.clone().into_iter().chain(samples));
        Reserve { samples: Samples::new(), ..figure.used_space() }
    }

    /// Draws the last sub-step of a step, from 0. `common` is the layout of these figures.
    pub fn draw_end_of_step(&self, step: usize, common: &CommonLayout) -> Figure {
        let figure = self.draw_beat(BeatIndex { step, beat: self.last_beat(step) });
        self.with_cameras(figure, common, Panes::WithContent)
    }

    /// Returns the layout of the figures of the last sub-steps of all steps.
    pub fn common_to_steps(&self) -> CommonLayout {
        self.common_to((0..self.lesson.steps()).map(|step| BeatIndex { step, beat: self.last_beat(step) }))
    }

    /// Draws the last sub-step of this run, which is that of one of `count` frames, from the camera that suits the
    /// lesson `first` of the first frame.
    pub fn draw_end_of_run(&self, count: usize, first: &dyn Lesson) -> Figure {
        let step = self.lesson.steps() - 1;
        let beats = self.lesson.beats(step);
        let last = beats.len().saturating_sub(1);
        let figure = self.draw_beat_from(BeatIndex { step, beat: last }, &beats, first);
        Figure {
            numbers: key_numbers(None, &beats[last]),
            step: format!("{}, frame {} of 0 to {}", self.lesson.card().title, self.frame, count - 1),
            progress: Some((self.frame + 1) as f64 / count as f64),
            ..figure
        }
    }

    /// Returns the contribution of this run's end to the layout of the figures of a motion with `count` frames.
    pub fn common_to_ends(&self, count: usize, first: &dyn Lesson) -> CommonLayout {
        let max_steps = (MAX_FRAMED_STEPS_OF_MOTION / count).clamp(2, MAX_FRAMED_STEPS);
        let end = self.draw_end_of_run(count, first);
        let has_content = end.panes.iter().map(|pane| pane.has_content).collect();
        CommonLayout { bounds: self.bounds_of_run(max_steps), reserve: end.own_reserve(), has_content }
    }

    /// Returns the index of the last sub-step of a step.
    fn last_beat(&self, step: usize) -> usize {
        self.lesson.outline(step).len().saturating_sub(1)
    }

    /// Returns the layout of the figures of these sub-steps.
    fn common_to(&self, indices: impl Iterator<Item = BeatIndex>) -> CommonLayout {
        let mut common = CommonLayout { bounds: self.bounds_of_run(MAX_FRAMED_STEPS), ..CommonLayout::default() };
        for index in indices {
            let figure = self.draw_beat(index);
            common.join_content(figure.panes.iter().map(|pane| pane.has_content));
            common.reserve.join(figure.own_reserve());
        }
        common
    }

    /// Draws a sub-step from the camera that suits the run.
    fn draw_beat(&self, index: BeatIndex) -> Figure {
        self.draw_beat_from(index, &self.lesson.beats(index.step), self.lesson)
    }

    /// Draws the sub-step at `index`, one of the `beats` of its step, from the camera that suits the lesson
    /// `camera_lesson`.
    fn draw_beat_from(&self, index: BeatIndex, beats: &[Beat], camera_lesson: &dyn Lesson) -> Figure {
        let shown = &beats[index.beat];
        let is_planar = is_in_plane(self.scene);
        let moment = self.moment.map(|t| self.lesson.at_moment(t)).unwrap_or_default();
        let panes = self.views.iter().map(|view| {
            let backdrop = &self.backdrop(view);
            let mut moving = shown.pictures.of(view.id).clone();
            moving.append(moment.of(view.id));
            // Bodies that happen to lie in a plane are shown from above, like planar bodies.
            let camera = if is_planar && view.kind == ViewKind::Space {
                Camera::flat()
            } else {
                play::first_camera(self.scene, camera_lesson, view)
            };
            let pane = Pane::of_kind(view.kind, view.title, backdrop, &moving, camera);
            let is_unused = self.moment.is_none() && shown.pictures.unused.contains(&view.id);
            let has_content = pane.has_content && !is_unused;
            Pane { below: view.below, has_content, ..pane }
        });
        let before = beat_before(self.lesson, index, beats);
        Figure { panes: panes.collect(), ..self.figure_without_panes(index, beats, &before) }
    }

    /// Returns the figure of the sub-step at `index` without its panes. The sub-step follows `before` in the run.
    fn figure_without_panes(&self, index: BeatIndex, beats: &[Beat], before: &Beat) -> Figure {
        let BeatIndex { step, beat } = index;
        let count = beats.len();
        let shown = &beats[beat];
        let substep = if count > 1 { format!(", sub-step {} of {count}", beat + 1) } else { String::new() };
        let group = self.describe_group(step);
        let has_frames = self.scene.frames_of(Some(self.query)) > 1;
        let frame = if has_frames { format!(", frame {}", self.frame) } else { String::new() };
        let names = play::role_names(&self.query.ask, self.lesson, Some(shown));
        Figure {
            title: self.scene.name.clone(),
            step: format!(
                "{}{frame}, step {} of {}{group}{substep}",
                self.lesson.card().title,
                step + 1,
                self.lesson.steps()
            ),
            outcome: (step + 1 == self.lesson.steps() && beat + 1 == count).then(|| seal_of_ending(self.lesson)),
            progress: Some((step as f64 + (beat + 1) as f64 / count as f64) / self.lesson.steps() as f64),
            cells: self.lesson.strip().map(cells_of_strip),
            caption: shown.caption(&self.lesson.backdrop().pictures, &names),
            notes: play::shape_notes(&play::hulls_of_meshes(self.scene, self.query), self.scene, self.query),
            numbers: key_numbers(Some(before), shown),
            names,
            theme: self.theme,
            size: self.size,
            metadata: self.metadata(step, beat),
            ..Figure::default()
        }
    }

    /// Describes the position of a step within its group, such as an iteration with many rows; empty without groups.
    fn describe_group(&self, step: usize) -> String {
        let [.., level, _] = self.lesson.levels() else { return String::new() };
        let group = level.at(step);
        let title = level.title(group);
        let steps = level.steps(group);
        if title.is_empty() {
            return String::new();
        }
        format!(" ({title}, {} of {})", step + 1 - steps.start, steps.len())
    }

    /// Returns the names and values that describe the figure in its file.
    fn metadata(&self, step: usize, beat: usize) -> Vec<(String, String)> {
        let mut data = vec![
            ("Software", format!("Contact Lens {}", env!("CARGO_PKG_VERSION"))),
            ("Scene", self.scene.name.clone()),
            ("Query", self.query.name.clone()),
            ("Precision", self.precision.to_string()),
            ("Step", format!("{}.{}", step + 1, beat + 1)),
        ];
        if self.scene.frames_of(Some(self.query)) > 1 {
            data.push(("Frame", self.frame.to_string()));
        }
        data.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Returns the bounds of each view over the run. In a run of more than `max_steps` steps they come from some of
    /// them, including the last: adjacent steps are similar, and drawing all would take minutes.
    fn bounds_of_run(&self, max_steps: usize) -> Vec<Bounds> {
        let mut view_bounds: Vec<Bounds> = self.views.iter().map(|view| Bounds::of(&self.backdrop(view))).collect();
        for step in self.framed_steps(None, max_steps) {
            self.lesson.beats(step).iter().for_each(|beat| self.extend_bounds(&mut view_bounds, beat));
        }
        view_bounds.iter_mut().for_each(Bounds::remove_duplicates);
        view_bounds
    }

    /// Returns at most about `max_steps` steps, fewer for large pictures, including the last step, and then the step
    /// `drawn`.
    fn framed_steps(&self, drawn: Option<usize>, max_steps: usize) -> impl Iterator<Item = usize> + use<> {
        // The last step represents the size of all pictures.
        let mut last_bounds = vec![Bounds::default(); self.views.len()];
        let beats = self.lesson.beats(self.lesson.steps() - 1);
        beats.iter().for_each(|beat| self.extend_bounds(&mut last_bounds, beat));
        let points: usize = last_bounds.iter().map(Bounds::len).sum();
        let affordable = (MAX_FRAMED_POINTS / points.max(1)).clamp(MIN_FRAMED_STEPS, MAX_FRAMED_STEPS);
        play::evenly_spaced_indices(self.lesson.steps(), max_steps.min(affordable)).chain(drawn)
    }

    /// Extends the bounds of each view by the pictures of a sub-step.
    fn extend_bounds(&self, view_bounds: &mut [Bounds], beat: &Beat) {
        for (bounds, view) in view_bounds.iter_mut().zip(self.views) {
            play::add_beat_marks(bounds, beat, view);
        }
    }
}

/// Returns the seal of a run's last figure: the name of the ending, with its color and marker.
fn seal_of_ending(lesson: &dyn Lesson) -> FigureOutcome {
    let kind = lesson.card().ending_kind(lesson.verdict());
    FigureOutcome { role: kind.role(), marker: kind.marker(), word: lesson.card().ending(lesson.verdict()) }
}

/// Converts the strip of frames to the cells of a figure.
fn cells_of_strip(strip: &FrameStrip) -> Cells {
    let kinds = strip.kinds.iter().map(|kind| (kind.role, kind.name.to_owned())).collect();
    Cells { kinds, frames: strip.frames.clone(), now: strip.now }
}
