//! `contact-lens render`: writes figures of a run, an animation of them, or a picture of the window. Needs no display.

mod format;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use contact_lens_figures::page::page;
use contact_lens_figures::{CommonLayout, Panes, RunFigures};
use contact_lens_lesson::{self as lesson, Lesson};
use contact_lens_picture::gif::{Animation, AnimationFormat, Pace};
use contact_lens_picture::png::encode;
use contact_lens_picture::{Figure, FigureError, Theme};
use contact_lens_play::{self as play, Run, WindowOptions};
use contact_lens_scene::model::Query;
use contact_lens_scene::{self as scene, Document};

use self::format::{Format, check_combination, encode_figure, format_of_file};
use super::args::{self, RenderOptions, ShownViews, Step};
use super::progress::Progress;
use super::requested_substep::RequestedSubstep;
use super::{Desktop, Ending, Failure, Result, destination, source};

/// Display time of a frame in a motion whose frames have no times, hundredths of a second: 12.5 frames per second.
const UNTIMED_FRAME_TIME: f64 = 8.0;

/// Minimum display time of a frame, hundredths of a second: at most 25 frames per second.
const MIN_FRAME_TIME: f64 = 4.0;

/// Display time of the last frame, hundredths of a second.
const LAST_FRAME_TIME: u16 = 100;

/// Pace of an animation of a moving scene.
struct MotionPace {
    pace: Pace,
    /// Number of frames from one that is drawn to the next, at least 1.
    interval: usize,
}

impl MotionPace {
    /// Returns the pace at which the motion has its true speed, and an interval for which no drawn frame is shown for
    /// less than [`MIN_FRAME_TIME`]. `count` is the number of frames.
    fn at_true_speed(document: &Document, query: &Query, count: usize) -> Self {
        let [first, last] = [0, count.saturating_sub(1)].map(|frame| document.scene.time_of(Some(query), frame));
        let duration = first.zip(last).map(|(first, last)| 100.0 * (last - first));
        let frame_time = duration.map(|duration| duration / (count.max(2) - 1) as f64);
        let frame_time = frame_time.filter(|time| *time > 0.0 && time.is_finite());
        let interval = frame_time.map_or(1, |time| (MIN_FRAME_TIME / time).ceil().clamp(1.0, count as f64) as usize);
        // Display time of a drawn frame: that of `interval` frames.
        let frame = frame_time.unwrap_or(UNTIMED_FRAME_TIME) * interval as f64;
        Self { pace: Pace::Steady { frame, last: LAST_FRAME_TIME }, interval }
    }
}

impl From<FigureError> for Failure {
    fn from(error: FigureError) -> Self {
        Self::Message(error.to_string())
    }
}

impl From<args::Theme> for Theme {
    fn from(theme: args::Theme) -> Self {
        match theme {
            args::Theme::Light => Self::Light,
            args::Theme::Dark => Self::Dark,
            args::Theme::Print => Self::Print,
        }
    }
}

/// Draws the requested figures.
pub(super) fn render(options: &RenderOptions, desktop: &Desktop) -> Result {
    let format = format_of_file(&options.output)?;
    check_combination(options, format)?;
    let document = source::open_target(&options.target)?;
    for ignored in scene::inner_points(&document.scene) {
        let _ = writeln!(std::io::stderr(), "{}: {ignored}", document.file());
    }
    let output = Output::new(options, &document);
    if !(options.frames || options.step == Some(Step::All) && format != Format::Animation) {
        output.check(&options.output)?;
    }
    if matches!(options.view, ShownViews::Window | ShownViews::Browser) {
        return render_window(&document, options, format, desktop);
    }
    if options.frames {
        return render_frames(&document, options, format, &output);
    }
    let (_, query) = source::find_query(&document, &options.target)?;
    let progress = Progress::begin("Computing");
    let lesson = source::record_run(&document, &options.target)?;
    progress.set_description(String::from("Drawing"));
    let frame = source::shown_frame(&options.target, lesson.as_ref());
    let figures = figures_of_run(&document, options, query, frame, lesson.as_ref())?;
    if format == Format::Page {
        let count = figures.substeps().len();
        let html = page(&figures, |drawn| progress.set_description(format!("Drew {drawn} of {count} sub-steps")));
        let html = html.map_err(|error| Failure::Message(format!("{}: {error}", options.output.display())))?;
        destination::write(&options.output, html.as_bytes())?;
        return Ok(Ending::Fine);
    }
    let default_step = if format == Format::Animation { Step::All } else { Step::Last };
    let animation_format = AnimationFormat::of(&options.output).unwrap_or_default();
    match options.step.unwrap_or(default_step) {
        Step::All if format == Format::Animation => {
            let pace = Pace::Reading { speed: options.speed };
            let count = figures.substeps().len();
            destination::write_streaming(&options.output, |storage, out| {
                figures.write_animation(animation_format, pace, storage, out, |drawn| {
                    progress.set_description(format!("Drew {drawn} of {count} frames"));
                })
            })?;
        }
        Step::All => {
            let count = lesson.steps();
            let common = figures.common_to_steps();
            output.check_numbered(1..count + 1, count)?;
            for step in 0..count {
                progress.set_description(format!("Drawing figure {} of {count}", step + 1));
                let file = numbered_file(&options.output, step + 1, count);
                destination::write(&file, &encode_figure(&figures.draw_end_of_step(step, &common), format)?)?;
            }
        }
        step => {
            let RequestedSubstep { step, substep } = RequestedSubstep::find(step, options.substep, lesson.as_ref())?;
            let figure = figures.draw_still(step, substep, &figures.common_to_stills(Some(step)));
            destination::write(&options.output, &encode_figure(&figure, format)?)?;
        }
    }
    Ok(Ending::Fine)
}

/// Output files of the job, checked before they are written.
struct Output<'a> {
    options: &'a RenderOptions,
    /// Files that the job reads.
    inputs: Vec<PathBuf>,
}

impl<'a> Output<'a> {
    /// Collects the files that the job reads.
    fn new(options: &'a RenderOptions, document: &Document) -> Self {
        Self { options, inputs: destination::files_of_scene(&options.target.scene, document) }
    }

    /// Fails if writing the file would replace an input, or a file that is no picture unless `--force` is given.
    fn check(&self, file: &Path) -> Result<()> {
        if file.as_os_str() == "-" {
            return Ok(());
        }
        destination::check_is_no_input(file, &self.inputs)?;
        destination::check_is_replaceable(file, self.options.force, "--force replaces it")
    }

    /// Checks all files of a sequence before the first one is written, as [`Self::check`] does. `greatest` is the
    /// number that determines how many digits the names have.
    fn check_numbered(&self, mut numbers: std::ops::Range<usize>, greatest: usize) -> Result<()> {
        numbers.try_for_each(|number| self.check(&numbered_file(&self.options.output, number, greatest)))
    }
}

/// Prepares the figures of a run with the requested views, colors and size.
fn figures_of_run<'a>(
    document: &'a Document,
    options: &RenderOptions,
    query: &'a Query,
    frame: usize,
    lesson: &'a dyn Lesson,
) -> Result<RunFigures<'a>> {
    let views = requested_views(&options.view, lesson.card().views)?;
    let precision = options.target.precision.into();
    let theme = options.theme.into();
    let size = options.size;
    let moment = options.moment.map(|time| check_moment(lesson, time)).transpose()?;
    let bystanders = options.bystanders;
    Ok(RunFigures { scene: &document.scene, query, frame, precision, lesson, moment, bystanders, views, theme, size })
}

/// Returns `time`, seconds, if it is a time of the lesson's motion; fails for a lesson without motion, or a time
/// outside of it.
fn check_moment(lesson: &dyn Lesson, time: f64) -> Result<f64> {
    let reason = match lesson.moments() {
        None => String::from("the query has no motion; --moment is for casts"),
        Some(moments) if moments.nearest(time) == time => return Ok(time),
        Some(lesson::Moments { range: [first, last], .. }) => format!("the motion runs from {first} to {last} s"),
    };
    Err(Failure::Message(format!("--moment {time}: {reason}")))
}

/// Returns the requested views out of `views`, those of a lesson; all of them for a picture of the window. Fails for an
/// unknown id.
fn requested_views(requested: &ShownViews, views: &'static [lesson::View]) -> Result<&'static [lesson::View]> {
    let id = match requested {
        ShownViews::One(id) => id,
        ShownViews::Initial => return Ok(lesson::initial_views(views)),
        ShownViews::All | ShownViews::Window | ShownViews::Browser => return Ok(views),
    };
    match views.iter().position(|view| view.id == id) {
        Some(index) => Ok(&views[index..=index]),
        None => {
            let ids: Vec<&str> = views.iter().map(|view| view.id).collect();
            Err(Failure::Message(format!(
                "--view {id}: the views of this query are {}, all, window and browser",
                ids.join(", ")
            )))
        }
    }
}

/// Draws the end of every frame for `--frames`. Each frame runs twice, first for the common properties. Steps before
/// the last are not recorded where that is slow: the reference solves of a world take seconds per frame.
fn render_frames(document: &Document, options: &RenderOptions, format: Format, output: &Output<'_>) -> Result {
    let (_, query) = source::find_query(document, &options.target)?;
    let progress = Progress::begin("Computing");
    let count = document.scene.frames_of(Some(query));
    match format {
        Format::Animation => output.check(&options.output)?,
        Format::Svg | Format::Png | Format::Page => output.check_numbered(0..count, count)?,
    }
    if count < 2 {
        progress.hidden_while(|| writeln!(std::io::stderr(), "note: the scene has one frame, which --frames draws"))?;
    }
    let run = play::open(options.target.precision.into(), &document.scene, query);
    let run = run.map_err(|why| source::query_failure(document, &why))?;
    let FramesOverview { present, first, common } = run_all_frames(document, options, query, run.as_ref(), &progress)?;
    let draw_frame = |frame: usize| -> Result<Figure> {
        let lesson = run.end_of(frame).map_err(|why| source::query_failure(document, &why))?;
        let figures = figures_of_run(document, options, query, frame, lesson.as_ref())?;
        Ok(figures.with_cameras(figures.draw_end_of_run(count, first.as_ref()), &common, Panes::All))
    };
    if format == Format::Animation {
        let MotionPace { pace, interval } = MotionPace::at_true_speed(document, query, count);
        let drawn = present.len().div_ceil(interval);
        destination::write_streaming(&options.output, |storage, out| {
            let format = AnimationFormat::of(&options.output).unwrap_or_default();
            let animation = Animation { format, scale: 1.0, pace, count: drawn, kept: storage };
            animation.write(
                out,
                |number| draw_frame(present[number * interval]),
                |done| progress.set_description(format!("Drew {done} of {drawn} frames")),
            )
        })?;
        return Ok(Ending::Fine);
    }
    for frame in present {
        progress.set_description(format!("Drawing frame {frame} of 0 to {}", count - 1));
        let file = numbered_file(&options.output, frame, count);
        destination::write(&file, &encode_figure(&draw_frame(frame)?, format)?)?;
    }
    Ok(Ending::Fine)
}

/// Result of the first pass over all frames.
struct FramesOverview {
    /// Frames that can be drawn, at least one.
    present: Vec<usize>,
    /// Lesson of the first of these frames, which determines the cameras.
    first: Arc<dyn Lesson>,
    /// Properties common to the figures of all these frames.
    common: CommonLayout,
}

/// Runs all frames once. Frames in which a body is absent are skipped and reported; fails if no frame is left.
fn run_all_frames(
    document: &Document,
    options: &RenderOptions,
    query: &Query,
    run: &dyn Run,
    progress: &Progress,
) -> Result<FramesOverview> {
    run.compare().map_err(|why| source::query_failure(document, &why))?;
    let count = document.scene.frames_of(Some(query));
    let mut present = Vec::new();
    let mut absence = None;
    let mut first = None;
    let mut common = CommonLayout::default();
    for frame in 0..count {
        progress.set_description(format!("Computing frame {frame} of 0 to {}", count - 1));
        let lesson = match run.end_of(frame) {
            Err(why) if why.absent => {
                absence.get_or_insert(why);
                continue;
            }
            lesson => lesson.map_err(|why| source::query_failure(document, &why))?,
        };
        present.push(frame);
        let figures = figures_of_run(document, options, query, frame, lesson.as_ref())?;
        common.join(figures.common_to_ends(count, first.get_or_insert_with(|| Arc::clone(&lesson)).as_ref()));
    }
    match (first, absence) {
        (Some(first), None) => Ok(FramesOverview { present, first, common }),
        (Some(first), Some(why)) => {
            let skipped = match count - present.len() {
                1 => String::from("1 frame"),
                several => format!("{several} frames"),
            };
            progress.hidden_while(|| writeln!(std::io::stderr(), "note: skipped {skipped} of {count}: {why}"))?;
            Ok(FramesOverview { present, first, common })
        }
        (None, Some(why)) => Err(source::query_failure(document, &why)),
        (None, None) => Err(Failure::Message(String::from("the query has no frame to draw"))),
    }
}

/// Returns a file name like `pair-03.png`. It has as many digits as the number `greatest`, at least two.
fn numbered_file(output: &Path, number: usize, greatest: usize) -> PathBuf {
    let digits = greatest.to_string().len().max(2);
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!("{stem}-{number:0digits$}.{extension}"))
}

/// Writes a picture of the window as PNG; fails for other formats.
fn render_window(document: &Document, options: &RenderOptions, format: Format, desktop: &Desktop) -> Result {
    if format != Format::Png {
        return Err(Failure::Message(format!(
            "{}: --view window and --view browser can only write .png",
            options.output.display()
        )));
    }
    let (query, _) = source::find_query(document, &options.target)?;
    // The window would show the nearest existing step; a step that was named must exist.
    let lesson = source::record_run(document, &options.target)?;
    let step = options.step.unwrap_or(Step::Last);
    let RequestedSubstep { step, substep } = RequestedSubstep::find(step, options.substep, lesson.as_ref())?;
    let frame = source::shown_frame(&options.target, lesson.as_ref());
    drop(lesson);
    let window_options = WindowOptions {
        query,
        step: options.step.map(|_| step),
        beat: substep,
        frame,
        precision: options.target.precision.into(),
        size: options.size,
        dark: options.theme == args::Theme::Dark,
        browser: options.view == ShownViews::Browser,
        ..WindowOptions::default()
    };
    let pixels = (desktop.draw_window)(&document.scene, &window_options).map_err(Failure::Message)?;
    destination::write(&options.output, &encode(&pixels, &[])?)?;
    Ok(Ending::Fine)
}
