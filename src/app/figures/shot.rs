//! A [`Shot`]: the content of a figure (PNG, SVG) or an animation (GIF, APNG) that the window exports. The window
//! captures a shot when the export dialog opens, since playback continues behind the dialog, and writes the shot to a
//! file when the path is chosen.
//!
//! A beat is a sub-step of the run, with one picture per view.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;

use contact_lens_figures::RunFigures;
use contact_lens_figures::page::{PageError, page};
use contact_lens_lesson::{Beat, BeatIndex, Lesson, beat_before, initial_views, key_numbers};
use contact_lens_picture::gif::{Animation, AnimationFormat, Pace};
use contact_lens_picture::{
    Camera, Figure, FigureError, KeyNumber, Mark, Pane, Picture, Reserve, Role, Theme, ground_of, shown_panes,
};
use contact_lens_play::{QueryError, Run, shape_notes};
use contact_lens_scene::atomic_write::{replace, replace_streaming};
use contact_lens_scene::io_message;
use egui::ColorImage;

use super::animation_options::AnimationOptions;
use super::png_image::color_image;
use crate::run::pace::frame_rate;
use crate::run::query_opener::QueryOpener;
use crate::run::question::Question;
use crate::run::recording::Recording;
use crate::view::hover::belongs_to_body;
use crate::view::layers::Layers;

/// Pixels per point of a raster figure.
const SCALE: f32 = 2.0;

/// Maximum number of figures in an animation, which limits its size and the time to draw it. A longer animation of
/// frames skips frames; one of beats ends early.
const MAX_FIGURES: usize = 300;

/// Width and height of the figures of a page, points.
const PAGE_FIGURE_SIZE: [u32; 2] = [1280, 800];

/// Number of GIF time units, hundredths of a second, in a second.
const HUNDREDTHS: f64 = 100.0;

/// Shortest duration of a figure, hundredths of a second. Most viewers slow down shorter ones.
const MIN_DURATION: f64 = 3.0;

/// Shortest duration of the last figure, hundredths of a second, so that the end can be read.
const MIN_LAST_DURATION: f64 = 100.0;

/// Longest duration of the last figure, hundredths of a second, so that a slow animation soon starts again.
const MAX_LAST_DURATION: f64 = 600.0;

/// One beat of a run, seen through the window's cameras; for an animation, the run that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// Recorded run that the beat belongs to.
    pub(crate) recording: Arc<Recording>,
    /// Step and beat of the run.
    pub(crate) index: BeatIndex,
    /// Beat at that index.
    pub(crate) beat: Beat,
    /// One camera per view.
    pub(crate) cameras: Vec<Camera>,
    /// Names of hidden bodies.
    pub(crate) hidden: BTreeSet<String>,
    /// Layers hidden by legends.
    pub(crate) layers: Layers,
    /// Whether the theme is dark.
    pub(crate) dark: bool,
    /// Title of the scene.
    pub(crate) scene: String,
    /// Name of the query.
    pub(crate) query: String,
    /// Names of roles in the legend.
    pub(crate) names: Vec<(Role, String)>,
    /// Choices for an animation.
    pub(crate) animation: AnimationOptions,
    /// Question of the run. An animation of frames plays it again.
    pub(crate) question: Box<Question>,
}

impl Shot {
    /// Step and beat of the run that the figure shows.
    pub fn beat_index(&self) -> BeatIndex {
        self.index
    }

    /// Writes a figure of all views; the extension selects the format.
    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let extension =
            path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default();
        let bytes = match extension.as_str() {
            "svg" => self.draw_captured_beat().svg().into_bytes(),
            "png" => self.draw_captured_beat().png(SCALE).map_err(|error| file_error(path, error))?,
            "html" | "htm" => self.page().map_err(|error| file_error(path, error))?.into_bytes(),
            _ => return Err(file_error(path, "a figure ends in .png, .svg, .gif, .apng or .html")),
        };
        replace(path, &bytes[..]).map_err(|error| file_error(path, io_message(&error)))
    }

    /// Whether the extension of `path` is that of an animation.
    pub(crate) fn is_animation(path: &Path) -> bool {
        AnimationFormat::of(path).is_some()
    }

    /// Writes an animation through the window's cameras: the last beat of each chosen frame, or every beat of the
    /// chosen steps of a query with one frame. Frames in which a body of the query is absent are skipped; see also
    /// [`MAX_FIGURES`].
    ///
    /// Every figure is drawn twice: a first pass measures the space that the texts of all figures need, so that all
    /// have the same layout, and a second pass writes the figures. `report` receives the number of drawn figures and
    /// the number of all figures, both counted over the two passes. A canceled animation leaves no file.
    pub(crate) fn write_animation(
        &self,
        path: &Path,
        open_query: QueryOpener,
        report: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<(), String> {
        let figures = Figures::new(self, open_query).map_err(|error| file_error(path, error))?;
        let count = figures.count();
        let mut reserve = Reserve::default();
        for i in 0..count {
            report(i, 2 * count);
            reserve.join(figures.draw(i).map_err(|error| file_error(path, error))?.own_reserve());
        }
        let format = AnimationFormat::of(path).unwrap_or_default();
        let written = replace_streaming(
            path,
            |storage, out: &mut BufWriter<File>| {
                let scale = self.animation.scale;
                let animation = Animation { format, scale, pace: figures.pace, count, kept: storage };
                animation.write(out, |i| figures.draw_with_space(i, &reserve), |drawn| report(count + drawn, 2 * count))
            },
            AnimationError::from,
        );
        written.map_err(|AnimationError(error)| file_error(path, error))
    }

    /// Returns the run as a page with every sub-step, in the size of exported figures.
    fn page(&self) -> Result<String, PageError> {
        let lesson = &*self.recording.lesson;
        let figures = RunFigures {
            scene: &self.question.scene,
            query: &self.question.query,
            frame: lesson.strip().map_or(self.question.frame, |strip| strip.now),
            precision: self.question.precision,
            lesson,
            moment: None,
            bystanders: false,
            views: initial_views(lesson.card().views),
            theme: Theme::Light,
            size: PAGE_FIGURE_SIZE,
        };
        page(&figures, |_| ())
    }

    /// Draws the figure as an image, for the clipboard.
    pub(crate) fn image(&self) -> Result<ColorImage, String> {
        let bytes = self.draw_captured_beat().png(SCALE).map_err(|error| error.to_string())?;
        color_image(&bytes)
    }

    /// Draws the captured beat, without empty panes.
    fn draw_captured_beat(&self) -> Figure {
        let mut figure = self.draw_beat(&*self.recording.lesson, self.index, &self.beat);
        let panes_with_content = shown_panes(std::mem::take(&mut figure.panes), |_, pane| pane.has_content);
        figure.panes = panes_with_content.into_iter().map(|(_, pane)| pane).collect();
        figure
    }

    /// Draws the beat at `index` with the cameras and layers of the shot.
    fn draw_beat(&self, lesson: &dyn Lesson, index: BeatIndex, beat: &Beat) -> Figure {
        let backdrop = lesson.backdrop();
        let views = lesson.card().views;
        let panes = views.iter().zip(&self.cameras).map(|(view, camera)| {
            let static_picture = backdrop.pictures.of(view.id);
            let beat_picture = beat.pictures.of(view.id);
            let unchanging = self.without_hidden(view.id, static_picture);
            let changing = self.without_hidden(view.id, beat_picture);
            let mut pane = Pane::of_kind(view.kind, view.title, &unchanging, &changing, *camera);
            // The ground is below all bodies, hidden ones included, as in the window.
            pane.ground = pane.ground.map(|_| ground_of(static_picture, camera.up));
            pane.below = view.below;
            pane
        });
        let card = lesson.card();
        // The screen counts steps and beats from 1.
        let step_number = index.step + 1;
        let beat_number = index.beat + 1;
        let metadata = [
            ("Software", format!("Contact Lens {}", env!("CARGO_PKG_VERSION"))),
            ("Scene", self.scene.clone()),
            ("Query", self.query.clone()),
            ("Precision", self.question.precision.name().to_owned()),
            ("Step", format!("{step_number}.{beat_number}")),
        ];
        Figure {
            title: self.scene.clone(),
            step: format!(
                "{}, step {step_number} of {}, {beat_number} of {}",
                card.title,
                lesson.steps(),
                lesson.outline(index.step).len()
            ),
            caption: beat.caption(&backdrop.pictures, &self.names),
            notes: shape_notes(&self.recording.hulls, &self.question.scene, &self.question.query),
            numbers: self.key_numbers(lesson, index, beat),
            panes: panes.collect(),
            names: self.names.clone(),
            theme: if self.dark { Theme::Dark } else { Theme::Light },
            metadata: metadata.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            ..Figure::default()
        }
    }

    /// Key numbers of the beat at `index`: the numbers that the beat before does not have, or in a moving scene the
    /// first values of the beat.
    fn key_numbers(&self, lesson: &dyn Lesson, index: BeatIndex, beat: &Beat) -> Vec<KeyNumber> {
        if self.question.scene.frames_of(Some(&self.question.query)) > 1 {
            return key_numbers(None, beat);
        }
        key_numbers(Some(&beat_before(lesson, index, &lesson.beats(index.step))), beat)
    }

    /// Marks of the picture, without those of hidden layers and hidden bodies.
    fn without_hidden(&self, view: &str, picture: &Picture) -> Picture {
        picture.filtered(|mark| self.is_visible(view, mark))
    }

    /// Whether a mark of a view belongs neither to a hidden layer nor to a hidden body.
    fn is_visible(&self, view: &str, mark: &Mark) -> bool {
        self.layers.shows(view, mark) && !self.hidden.iter().any(|name| belongs_to_body(&mark.key, name))
    }
}

/// Error message about a file.
fn file_error(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// Reason why an animation failed.
struct AnimationError(String);

impl From<FigureError> for AnimationError {
    fn from(error: FigureError) -> Self {
        Self(error.to_string())
    }
}

impl From<std::io::Error> for AnimationError {
    fn from(error: std::io::Error) -> Self {
        Self(io_message(&error))
    }
}

impl From<QueryError> for AnimationError {
    fn from(error: QueryError) -> Self {
        Self(error.to_string())
    }
}

/// Error of a frame in which a body of the query is absent; `None` for other frames.
fn error_of_absence(run: &dyn Run, frame: usize) -> Option<QueryError> {
    run.answer(frame).err().filter(|why| why.absent)
}

/// Returns those of `frames` in which all bodies of the query are present.
///
/// # Errors
/// Error of the first frame, if a body is absent in all of them.
fn frames_with_bodies(run: &dyn Run, mut frames: Vec<usize>) -> Result<Vec<usize>, QueryError> {
    let first_error = frames.first().and_then(|frame| error_of_absence(run, *frame));
    frames.retain(|frame| error_of_absence(run, *frame).is_none());
    match first_error {
        Some(error) if frames.is_empty() => Err(error),
        _ => Ok(frames),
    }
}

/// Figures of an animation, made on demand.
struct Figures<'a> {
    shot: &'a Shot,
    sequence: Sequence,
    pace: Pace,
}

/// Content of an animation, figure by figure.
enum Sequence {
    /// Beats of a query with one frame.
    Beats(Vec<BeatIndex>),
    /// Last beats of frames.
    Frames(FrameSequence),
}

/// Frames of an animation.
struct FrameSequence {
    /// Run that plays the frames.
    run: Arc<dyn Run>,
    /// Frames to show, ascending.
    frames: Vec<usize>,
    /// Number of all frames of the scene.
    frame_count: usize,
}

impl<'a> Figures<'a> {
    /// Chooses the frames or beats of the animation; plays the scene again if it has frames.
    fn new(shot: &'a Shot, open_query: QueryOpener) -> Result<Self, QueryError> {
        let Question { scene, query, precision, .. } = &*shot.question;
        let frame_count = scene.frames_of(Some(query));
        if frame_count < 2 {
            let pace = Pace::Reading { speed: shot.animation.speed };
            return Ok(Self { shot, sequence: Sequence::Beats(beats_to_show(shot)), pace });
        }
        let range = shot.animation.range(frame_count);
        let rate = frame_rate(Some(query)) * shot.animation.speed;
        let stride = stride_of_frames(range.clone().count(), rate);
        let duration = HUNDREDTHS * stride as f64 / rate;
        let last = duration.clamp(MIN_LAST_DURATION, MAX_LAST_DURATION) as u16;
        let pace = Pace::Steady { frame: duration, last };
        let run = open_query(scene, query, *precision)?;
        let mut frames: Vec<usize> = range.step_by(stride).collect();
        if scene.frames.iter().any(|frame| !frame.gone.is_empty()) {
            frames = frames_with_bodies(&*run, frames)?;
        }
        Ok(Self { shot, sequence: Sequence::Frames(FrameSequence { run, frames, frame_count }), pace })
    }

    /// Number of figures of the animation.
    fn count(&self) -> usize {
        match &self.sequence {
            Sequence::Beats(beats) => beats.len(),
            Sequence::Frames(sequence) => sequence.frames.len(),
        }
    }

    /// Draws the figure with the index `i`, with the space `reserve` that is common to all figures.
    fn draw_with_space(&self, i: usize, reserve: &Reserve) -> Result<Figure, AnimationError> {
        Ok(Figure { reserve: reserve.clone(), ..self.draw(i)? })
    }

    /// Draws the figure with the index `i`, below [`Self::count`].
    fn draw(&self, i: usize) -> Result<Figure, QueryError> {
        match &self.sequence {
            Sequence::Beats(beats) => {
                let lesson = &*self.shot.recording.lesson;
                let index = beats[i];
                Ok(self.shot.draw_beat(lesson, index, &lesson.beats(index.step)[index.beat]))
            }
            Sequence::Frames(sequence) => sequence.draw(self.shot, sequence.frames[i]),
        }
    }
}

impl FrameSequence {
    /// Draws the last beat of a frame.
    fn draw(&self, shot: &Shot, frame: usize) -> Result<Figure, QueryError> {
        let lesson = self.run.lesson(frame)?;
        let step = lesson.steps() - 1;
        let beats = lesson.beats(step);
        // A step has at least one beat.
        let last = beats.len() - 1;
        let figure = shot.draw_beat(&*lesson, BeatIndex { step, beat: last }, &beats[last]);
        Ok(Figure {
            step: format!("{}, frame {frame} of 0 to {}", lesson.card().title, self.frame_count - 1),
            progress: Some((frame + 1) as f64 / self.frame_count as f64),
            ..figure
        })
    }
}

/// Beats of the chosen steps; at most [`MAX_FIGURES`].
fn beats_to_show(shot: &Shot) -> Vec<BeatIndex> {
    let lesson = &*shot.recording.lesson;
    let steps = shot.animation.range(lesson.steps());
    let mut beats = Vec::new();
    for step in steps {
        let count = lesson.outline(step).len();
        beats.extend((0..count).map(|beat| BeatIndex { step, beat }));
        if beats.len() >= MAX_FIGURES {
            break;
        }
    }
    beats.truncate(MAX_FIGURES);
    beats
}

/// Smallest stride through `count` frames, played at `rate` frames per second, at which the shown frames last at least
/// [`MIN_DURATION`] each and are at most [`MAX_FIGURES`].
fn stride_of_frames(count: usize, rate: f64) -> usize {
    let for_duration = (MIN_DURATION * rate / HUNDREDTHS).ceil() as usize;
    let for_count = count.div_ceil(MAX_FIGURES);
    for_duration.max(for_count).max(1)
}
