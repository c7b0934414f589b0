//! Figures of a recorded run: panes, cameras and texts.

mod framing;
mod subject;

use std::io::{Read, Seek, Write};

use framing::MARGIN;
pub(super) use framing::Panes;
use glam::DVec3;
use subject::turn_to_subject;

use super::planar_scene::is_in_plane;
use super::progress::Progress;
use crate::lesson::{Beat, Focus, FrameStrip, Lesson, SPHERE, View, ViewKind, WORLD, beat_before, key_numbers};
use crate::picture::gif::{Animation, Moving, Pace};
use crate::picture::view::legend::{Samples, gathered, samples_in};
use crate::picture::{Bounds, Camera, Cells, Figure, FigureError, Pane, Picture, Reserve, Role, Seal, Theme};
use crate::play::{self, Precision};
use crate::scene::model::{Query, Scene};

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
    /// Recorded run.
    pub lesson: &'a dyn Lesson,
    /// Time of a motion that is shown with every beat, seconds.
    pub moment: Option<f64>,
    /// Whether bodies that the query does not name are drawn.
    pub bystanders: bool,
    /// Views of the lesson to draw, side by side.
    pub views: &'a [View],
    /// Colors of the figures.
    pub theme: Theme,
    /// Width and height, points.
    pub size: [u32; 2],
}

/// Maximum number of steps that determine the cameras.
const MAX_FRAMED_STEPS: usize = 300;

/// Maximum total number of points in the pictures of these steps: pictures of large hulls are slow to make.
const MAX_FRAMED_POINTS: usize = 400_000;

/// Minimum number of steps that determine the cameras, however large their pictures are.
const MIN_FRAMED_STEPS: usize = 8;

/// Maximum number of steps over all frames of a motion that determine the cameras, unless two per frame are more.
const MAX_FRAMED_STEPS_OF_MOTION: usize = 3000;

/// Properties common to all figures of a sequence, so that nothing moves between them: the bounds for their cameras,
/// and the space for texts and legends.
#[derive(Default)]
pub struct Common {
    /// Bounds for the camera of each view, in the order of the views.
    bounds: Vec<Bounds>,
    /// Space outside the panes.
    reserve: Reserve,
    /// Whether each view has content in any figure of an animation; empty where this is not known.
    has_content: Vec<bool>,
}

impl Common {
    /// Extends the properties so that they hold for the figures of `other` too.
    pub(super) fn join(&mut self, other: Self) {
        self.reserve.join(other.reserve);
        self.bounds.resize_with(other.bounds.len(), Bounds::default);
        self.bounds.iter_mut().zip(other.bounds).for_each(|(all, here)| all.join(here));
        self.join_content(other.has_content.into_iter());
    }

    /// Records which panes of another figure have content.
    fn join_content(&mut self, panes: impl ExactSizeIterator<Item = bool>) {
        self.has_content.resize(self.has_content.len().max(panes.len()), false);
        self.has_content.iter_mut().zip(panes).for_each(|(all, here)| *all |= here);
    }
}

impl RunFigures<'_> {
    /// Returns one figure: step and beat from 0; the last beat when absent or too large. `common` is that of all
    /// stills.
    pub fn still(&self, step: usize, beat: Option<usize>, common: &Common) -> Figure {
        let beat = beat.unwrap_or(usize::MAX).min(self.last_beat(step));
        let beats = self.lesson.beats(step);
        let mut figure = self.figure_from((step, beat), &beats, self.lesson);
        if !is_in_plane(self.scene) {
            turn_to_subject(&mut figure, &beats[beat].pictures);
        }
        let figure = self.framed(figure, common, Panes::WithContent);
        self.in_focus(figure, &beats[beat], common)
    }

    /// The figure of a sub-step with the camera that its focus requests.
    fn in_focus(&self, mut figure: Figure, beat: &Beat, common: &Common) -> Figure {
        if let Some(front) = beat.pictures.sphere_front {
            self.rotate_sphere(&mut figure, front);
        }
        match &beat.pictures.focus {
            Some(focus) => self.focused(figure, focus, common),
            None => figure,
        }
    }

    /// Turns the direction `front` of the spheres of directions to the viewer, unless the scene states their camera.
    fn rotate_sphere(&self, figure: &mut Figure, front: DVec3) {
        for pane in figure.panes.iter_mut().filter(|pane| pane.kind == ViewKind::Sphere) {
            let is_given = self.scene.cameras.as_ref().is_some_and(|own| own.get(SPHERE).is_some());
            if !is_given {
                let Camera { azimuth, elevation, up, .. } = Camera::straight(front);
                pane.camera = Camera { azimuth, elevation, up, ..pane.camera };
                pane.title.push_str(", seen along the axis");
            }
        }
    }

    /// Turns the camera of the first view to the focus of a sub-step, unless the scene states a camera.
    fn focused(&self, mut figure: Figure, focus: &Focus, common: &Common) -> Figure {
        let area = figure.layout().panes.into_iter().next();
        let first = figure.panes.first_mut().zip(area).zip(self.views.first().zip(common.bounds.first()));
        let Some(((pane, area), (view, bounds))) = first else { return figure };
        let is_given = self.scene.cameras.as_ref().is_some_and(|own| own.get(view.id).is_some());
        // The camera of a plane can move but not rotate.
        let is_movable = match view.kind {
            ViewKind::Space => !is_in_plane(self.scene),
            ViewKind::Plane => focus.side.is_none() && !focus.points.is_empty(),
            ViewKind::Sphere | ViewKind::Lanes | ViewKind::Chart | ViewKind::Tiles => false,
        };
        if view.id != WORLD || is_given || !is_movable {
            return figure;
        }
        let camera = focus.facing(pane.camera, play::up(self.scene));
        let camera = Camera { orthographic: camera.orthographic && focus.side.is_none(), ..camera };
        let shown = focus.bounds().unwrap_or_else(|| bounds.clone());
        pane.camera = view.kind.framing_beside_axes(camera, &shown, area.size, MARGIN);
        figure
    }

    /// Returns the common properties of the figures of all beats, so that figures of two steps can be overlaid. In a
    /// long run they come from some of its steps, and from the step `drawn`.
    pub fn common_to_stills(&self, drawn: Option<usize>) -> Common {
        let bounds = self.views.iter().map(|view| Bounds::of(&self.backdrop(view)));
        let mut common = Common { bounds: bounds.collect(), ..Common::default() };
        let at_rest = self.samples_at_rest();
        // Step and last beat before the current step, which most steps follow at once.
        let mut previous: Option<(usize, Beat)> = None;
        for step in self.framed_steps(drawn, MAX_FRAMED_STEPS) {
            let mut beats = self.lesson.beats(step);
            let last = previous.take().filter(|(number, _)| number + 1 == step);
            let before_step =
                last.map_or_else(|| beat_before(self.lesson, (step, 0), &[]).into_owned(), |(_, beat)| beat);
            for beat in 0..beats.len() {
                self.widen(&mut common.bounds, &beats[beat]);
                let before = if beat == 0 { &before_step } else { &beats[beat - 1] };
                common.reserve.join(self.space_for((step, beat), &beats, before, &at_rest));
            }
            previous = beats.pop().map(|beat| (step, beat));
        }
        common.bounds.iter_mut().for_each(Bounds::thin);
        common
    }

    /// Returns the static marks of a view; those of bystanders only if they are drawn.
    fn backdrop(&self, view: &View) -> Picture {
        let backdrop = self.lesson.backdrop();
        backdrop.pictures.of(view.id).filtered(|mark| self.bystanders || mark.role != Role::Bystander)
    }

    /// Returns the legend entries of the static marks.
    fn samples_at_rest(&self) -> Samples {
        gathered(self.views.iter().flat_map(|view| samples_in(view.kind, &self.backdrop(view).marks)))
    }

    /// Returns the space that a beat, which follows `before`, takes outside the panes. `at_rest` are the legend entries
    /// of the static marks.
    fn space_for(&self, (step, beat): (usize, usize), beats: &[Beat], before: &Beat, at_rest: &Samples) -> Reserve {
        let mut figure = self.words((step, beat), beats, before);
        let pictures = &beats[beat].pictures;
        let own = self.views.iter().flat_map(|view| samples_in(view.kind, &pictures.of(view.id).marks));
        figure.reserve.samples = gathered(at_rest.clone().into_iter().chain(own));
        Reserve { samples: Samples::new(), ..figure.reserved_space() }
    }

    /// Returns the figure of the last beat of a step, from 0. `common` is that of these figures.
    pub(super) fn step(&self, step: usize, common: &Common) -> Figure {
        self.framed(self.figure(step, self.last_beat(step)), common, Panes::WithContent)
    }

    /// Returns the common properties of the last beats of all steps.
    pub(super) fn common_to_steps(&self) -> Common {
        self.common((0..self.lesson.steps()).map(|step| (step, self.last_beat(step))))
    }

    /// Writes every beat of every step as an animation to `out`. `kept` stores the frames meanwhile.
    pub(super) fn animation<K, E>(
        &self,
        progress: &Progress,
        (moving, pace): (Moving, Pace),
        kept: K,
        out: impl Write,
    ) -> Result<(), E>
    where
        K: Read + Write + Seek,
        E: From<FigureError>,
    {
        let steps = 0..self.lesson.steps();
        let all: Vec<(usize, usize)> =
            steps.flat_map(|step| (0..self.lesson.outline(step).len()).map(move |beat| (step, beat))).collect();
        let common = self.common(all.iter().copied());
        let animation = Animation { moving, scale: 1.0, pace, count: all.len(), kept };
        animation.write(
            out,
            |i| {
                let (step, beat) = all[i];
                let beats = self.lesson.beats(step);
                let figure = self.figure_from((step, beat), &beats, self.lesson);
                Ok(self.in_focus(self.framed(figure, &common, Panes::All), &beats[beat], &common))
            },
            |drawn| progress.say(format!("Drew {drawn} of {} frames", all.len())),
        )
    }

    /// Returns the figure of the last beat of this run, one of `count` frames, from the camera that suits the lesson
    /// `first` of the first frame.
    pub(super) fn end(&self, count: usize, first: &dyn Lesson) -> Figure {
        let step = self.lesson.steps() - 1;
        let beats = self.lesson.beats(step);
        let last = beats.len().saturating_sub(1);
        let figure = self.figure_from((step, last), &beats, first);
        Figure {
            numbers: key_numbers(None, &beats[last]),
            step: format!("{}, frame {} of 0 to {}", self.lesson.card().title, self.frame, count - 1),
            progress: Some((self.frame + 1) as f64 / count as f64),
            ..figure
        }
    }

    /// Returns what the end of a frame contributes to the common properties of a motion with `count` frames.
    pub(super) fn common_to_ends(&self, count: usize, first: &dyn Lesson) -> Common {
        let most = (MAX_FRAMED_STEPS_OF_MOTION / count).clamp(2, MAX_FRAMED_STEPS);
        let end = self.end(count, first);
        let has_content = end.panes.iter().map(|pane| pane.has_content).collect();
        Common { bounds: self.bounds(most), reserve: end.needs(), has_content }
    }

    /// Number of the last beat of a step, from 0.
    fn last_beat(&self, step: usize) -> usize {
        self.lesson.outline(step).len().saturating_sub(1)
    }

    /// Returns the common properties of the figures of some beats, given by step and beat from 0.
    fn common(&self, all: impl Iterator<Item = (usize, usize)>) -> Common {
        let mut common = Common { bounds: self.bounds(MAX_FRAMED_STEPS), ..Common::default() };
        for (step, beat) in all {
            let figure = self.figure(step, beat);
            common.join_content(figure.panes.iter().map(|pane| pane.has_content));
            common.reserve.join(figure.needs());
        }
        common
    }

    /// Draws the figure of a beat from the camera that suits the run.
    fn figure(&self, step: usize, beat: usize) -> Figure {
        self.figure_from((step, beat), &self.lesson.beats(step), self.lesson)
    }

    /// Draws the figure of one of the `beats` of a step from the camera that suits the lesson `from`.
    fn figure_from(&self, (step, beat): (usize, usize), beats: &[Beat], from: &dyn Lesson) -> Figure {
        let shown = &beats[beat];
        let flat = is_in_plane(self.scene);
        let moment = self.moment.map(|t| self.lesson.at_moment(t)).unwrap_or_default();
        let panes = self.views.iter().map(|view| {
            let still = &self.backdrop(view);
            let mut moving = shown.pictures.of(view.id).clone();
            moving.append(moment.of(view.id));
            // Bodies that happen to lie in a plane are shown from above, like planar bodies.
            let camera = if flat && view.kind == ViewKind::Space {
                Camera::flat()
            } else {
                play::first_camera(self.scene, from, view)
            };
            let pane = Pane::of_kind(view.kind, view.title, still, &moving, camera);
            let is_unused = self.moment.is_none() && shown.pictures.unused.contains(&view.id);
            let has_content = pane.has_content && !is_unused;
            Pane { below: view.below, has_content, ..pane }
        });
        let before = beat_before(self.lesson, (step, beat), beats);
        Figure { panes: panes.collect(), ..self.words((step, beat), beats, &before) }
    }

    /// Returns the figure without its panes. The beat follows `before` in the run.
    fn words(&self, (step, beat): (usize, usize), beats: &[Beat], before: &Beat) -> Figure {
        let count = beats.len();
        let shown = &beats[beat];
        let within = if count > 1 { format!(", sub-step {} of {count}", beat + 1) } else { String::new() };
        let place = self.place(step);
        let moves = self.scene.frames_of(Some(self.query)) > 1;
        let frame = if moves { format!(", frame {}", self.frame) } else { String::new() };
        let names = play::role_names(&self.query.ask, self.lesson, Some(shown));
        Figure {
            title: self.scene.name.clone(),
            step: format!(
                "{}{frame}, step {} of {}{place}{within}",
                self.lesson.card().title,
                step + 1,
                self.lesson.steps()
            ),
            seal: (step + 1 == self.lesson.steps() && beat + 1 == count).then(|| seal(self.lesson)),
            progress: Some((step as f64 + (beat + 1) as f64 / count as f64) / self.lesson.steps() as f64),
            cells: self.lesson.strip().map(cells),
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
    fn place(&self, step: usize) -> String {
        let [.., level, _] = self.lesson.levels() else { return String::new() };
        let group = level.at(step);
        let title = level.title(group);
        let steps = level.steps(group);
        if title.is_empty() {
            return String::new();
        }
        format!(" ({title}, {} of {})", step + 1 - steps.start, steps.len())
    }

    /// Names and values written into the file.
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

    /// Returns the bounds of each view over the run. In a run of more than `most` steps they come from some of them,
    /// including the last: adjacent steps are similar, and drawing all would take minutes.
    fn bounds(&self, most: usize) -> Vec<Bounds> {
        let mut all: Vec<Bounds> = self.views.iter().map(|view| Bounds::of(&self.backdrop(view))).collect();
        for step in self.framed_steps(None, most) {
            self.lesson.beats(step).iter().for_each(|beat| self.widen(&mut all, beat));
        }
        all.iter_mut().for_each(Bounds::thin);
        all
    }

    /// Returns at most about `most` steps, fewer for large pictures, including the last step, and then the step
    /// `drawn`.
    fn framed_steps(&self, drawn: Option<usize>, most: usize) -> impl Iterator<Item = usize> + use<> {
        let mut last = vec![Bounds::default(); self.views.len()];
        let beats = self.lesson.beats(self.lesson.steps() - 1);
        beats.iter().for_each(|beat| self.widen(&mut last, beat));
        let points: usize = last.iter().map(Bounds::len).sum();
        let affordable = (MAX_FRAMED_POINTS / points.max(1)).clamp(MIN_FRAMED_STEPS, MAX_FRAMED_STEPS);
        play::spread(self.lesson.steps(), most.min(affordable)).chain(drawn)
    }

    /// Extends the bounds of each view by a beat.
    fn widen(&self, all: &mut [Bounds], beat: &Beat) {
        for (bounds, view) in all.iter_mut().zip(self.views) {
            play::widen(bounds, beat, view);
        }
    }
}

/// Returns the seal for the ending of a run.
fn seal(lesson: &dyn Lesson) -> Seal {
    let kind = lesson.card().ending_kind(lesson.verdict());
    Seal { role: kind.role(), marker: kind.marker(), word: lesson.card().ending(lesson.verdict()) }
}

/// Converts the strip of frames to the cells of a figure.
fn cells(strip: &FrameStrip) -> Cells {
    let kinds = strip.kinds.iter().map(|kind| (kind.role, kind.name.to_owned())).collect();
    Cells { kinds, frames: strip.frames.clone(), now: strip.now }
}
