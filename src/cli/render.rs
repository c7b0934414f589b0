//! `contact-lens render`: figures of a run, without a display.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{self, RenderOptions, ShownViews, Step};
use super::figure::{Common, Panes, RunFigures};
use super::progress::Progress;
use super::{Desktop, Ending, Failure, Result, destination, source};
use crate::lesson::{self, Lesson};
use crate::picture::gif::{Animation, AnimationFormat, Pace};
use crate::picture::png::encode;
use crate::picture::{Figure, FigureError, Theme};
use crate::play::{self, Run, WindowOptions};
use crate::scene::model::Query;
use crate::scene::{self, Document};

/// Display time of a frame in a motion whose frames have no times, hundredths of a second.
const UNTIMED_FRAME: f64 = 8.0;

/// Minimum display time of a frame, hundredths of a second.
const MIN_FRAME: f64 = 4.0;

/// Display time of the last frame, hundredths of a second.
const LAST_FRAME: u16 = 100;

/// Returns the pace of the scene's own clock, and the number of frames per drawn one, so that none is shorter than
/// [`MIN_FRAME`]. `count` is the number of frames.
fn true_speed(document: &Document, query: &Query, count: usize) -> (Pace, usize) {
    let [first, last] = [0, count.saturating_sub(1)].map(|frame| document.scene.time_of(Some(query), frame));
    let whole = first.zip(last).map(|(first, last)| 100.0 * (last - first));
    let frame = whole.map(|whole| whole / (count.max(2) - 1) as f64).filter(|frame| *frame > 0.0 && frame.is_finite());
    let every = frame.map_or(1, |frame| (MIN_FRAME / frame).ceil().clamp(1.0, count as f64) as usize);
    (Pace::Steady { frame: frame.unwrap_or(UNTIMED_FRAME) * every as f64, last: LAST_FRAME }, every)
}

/// Format of a figure's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    /// Animation: GIF or APNG.
    Animation,
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
    let format = format(&options.output)?;
    check_combination(options, format)?;
    let document = source::target(&options.target)?;
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
    let (_, query) = source::query(&document, &options.target)?;
    let progress = Progress::begin("Computing");
    let lesson = source::play(&document, &options.target)?;
    progress.say(String::from("Drawing"));
    let figures = figures(&document, options, query, source::frame(&options.target, lesson.as_ref()), lesson.as_ref())?;
    let all = if format == Format::Animation { Step::All } else { Step::Last };
    let animation_format = AnimationFormat::of_path(&options.output).unwrap_or_default();
    match options.step.unwrap_or(all) {
        Step::All if format == Format::Animation => {
            let look = (animation_format, Pace::Reading { speed: options.speed });
            destination::stream(&options.output, |kept, out| figures.animation(&progress, look, kept, out))?;
        }
        Step::All => {
            let count = lesson.steps();
            let common = figures.common_to_steps();
            output.check_numbered(1..count + 1, count)?;
            for step in 0..count {
                progress.say(format!("Drawing figure {} of {count}", step + 1));
                let file = numbered(&options.output, step + 1, count);
                destination::write(&file, &still(&figures.step(step, &common), format)?)?;
            }
        }
        step => {
            let (step, beat) = requested_place(step, options.beat, lesson.as_ref())?;
            let figure = figures.still(step, beat, &figures.common_to_stills(Some(step)));
            destination::write(&options.output, &still(&figure, format)?)?;
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
    fn new(options: &'a RenderOptions, document: &Document) -> Self {
        Self { options, inputs: destination::files_of_scene(&options.target.scene, document) }
    }

    /// Refuses to replace an input, or a file that is no picture.
    fn check(&self, file: &Path) -> Result<()> {
        if file.as_os_str() == "-" {
            return Ok(());
        }
        destination::check_is_no_input(file, &self.inputs)?;
        destination::check_is_replaceable(file, self.options.force, "--force replaces it")
    }

    /// Checks all files of a sequence before the first one is written, as [`Self::check`] does. `of` is the number that
    /// determines how many digits the names have.
    fn check_numbered(&self, mut numbers: std::ops::Range<usize>, of: usize) -> Result<()> {
        numbers.try_for_each(|number| self.check(&numbered(&self.options.output, number, of)))
    }
}

/// Figures of a run with the requested options.
fn figures<'a>(
    document: &'a Document,
    options: &RenderOptions,
    query: &'a Query,
    frame: usize,
    lesson: &'a dyn Lesson,
) -> Result<RunFigures<'a>> {
    let views = views(&options.view, lesson.card().views)?;
    let precision = options.target.precision.into();
    let theme = options.theme.into();
    let size = options.size.into();
    let moment = options.moment.map(|t| moment(lesson, t)).transpose()?;
    let bystanders = options.bystanders;
    Ok(RunFigures { scene: &document.scene, query, frame, precision, lesson, moment, bystanders, views, theme, size })
}

/// Returns a time of the lesson's motion; fails for a lesson without motion, or a time outside of it.
fn moment(lesson: &dyn Lesson, t: f64) -> Result<f64> {
    let why = match lesson.moments() {
        None => String::from("the query has no motion; --moment is for casts"),
        Some(moments) if moments.nearest(t) == t => return Ok(t),
        Some(lesson::Moments { range: [first, last], .. }) => format!("the motion runs from {first} to {last} s"),
    };
    Err(Failure::Message(format!("--moment {t}: {why}")))
}

/// Returns the requested views of a lesson; all for a picture of the window.
fn views(asked: &ShownViews, all: &'static [lesson::View]) -> Result<&'static [lesson::View]> {
    let id = match asked {
        ShownViews::One(id) => id,
        ShownViews::AtFirst => return Ok(lesson::at_first(all)),
        ShownViews::All | ShownViews::Window | ShownViews::Browser => return Ok(all),
    };
    match all.iter().position(|view| view.id == id) {
        Some(index) => Ok(&all[index..=index]),
        None => {
            let ids: Vec<&str> = all.iter().map(|view| view.id).collect();
            Err(Failure::Message(format!(
                "--view {id}: the views of this query are {}, all, window and browser",
                ids.join(", ")
            )))
        }
    }
}

/// Refuses options that would have no effect, and several figures on standard output.
fn check_combination(options: &RenderOptions, format: Format) -> Result<()> {
    let all = options.step == Some(Step::All) || options.step.is_none() && format == Format::Animation;
    let several = options.frames || all && format != Format::Animation;
    let in_window = matches!(options.view, ShownViews::Window | ShownViews::Browser);
    let why = if in_window && options.frames {
        "--frames cannot draw the window, which shows one frame; use --frame N"
    } else if in_window && options.step == Some(Step::All) {
        "--step all cannot draw the window, which shows one step; use --step N"
    } else if in_window && options.theme == args::Theme::Print {
        "--theme print is not a theme of the window; use light or dark"
    } else if in_window && options.moment.is_some() {
        "--moment has no effect on the window, only on figures"
    } else if in_window {
        return Ok(());
    } else if all && options.beat.is_some() {
        "--substep needs one step (--step N); otherwise all sub-steps are drawn"
    } else if several && options.output.as_os_str() == "-" {
        "several figures need a file name, not `-`"
    } else {
        return Ok(());
    };
    Err(Failure::Message(why.to_owned()))
}

/// Draws the end of every frame for `--frames`. Each frame runs twice, first for the common properties. Steps before
/// the last are not recorded where that is slow: the reference solves of a world take seconds per frame.
fn render_frames(document: &Document, options: &RenderOptions, format: Format, output: &Output<'_>) -> Result {
    let (_, query) = source::query(document, &options.target)?;
    let progress = Progress::begin("Computing");
    let count = document.scene.frames_of(Some(query));
    match format {
        Format::Animation => output.check(&options.output)?,
        Format::Svg | Format::Png => output.check_numbered(0..count, count)?,
    }
    if count < 2 {
        progress.aside(|| writeln!(std::io::stderr(), "note: the scene has one frame, which --frames draws"))?;
    }
    let run = play::open(options.target.precision.into(), &document.scene, query);
    let run = run.map_err(|why| source::refused(document, &why))?;
    let FramesOverview { present, first, common } =
        frames_overview(document, options, query, (run.as_ref(), count), &progress)?;
    let figure_of = |frame: usize| -> Result<Figure> {
        let lesson = run.end_of(frame).map_err(|why| source::refused(document, &why))?;
        let figures = figures(document, options, query, frame, lesson.as_ref())?;
        Ok(figures.framed(figures.end(count, first.as_ref()), &common, Panes::All))
    };
    if format == Format::Animation {
        let (pace, every) = true_speed(document, query, count);
        let drawn = present.len().div_ceil(every);
        destination::stream(&options.output, |kept, out| {
            let format = AnimationFormat::of_path(&options.output).unwrap_or_default();
            let animation = Animation { format, scale: 1.0, pace, count: drawn, kept };
            animation.write(
                out,
                |number| figure_of(present[number * every]),
                |done| progress.say(format!("Drew {done} of {drawn} frames")),
            )
        })?;
        return Ok(Ending::Fine);
    }
    for frame in present {
        progress.say(format!("Drawing frame {frame} of 0 to {}", count - 1));
        destination::write(&numbered(&options.output, frame, count), &still(&figure_of(frame)?, format)?)?;
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
    common: Common,
}

/// Runs all frames once. Frames in which a body is absent are skipped and reported; fails if no frame is left.
fn frames_overview(
    document: &Document,
    options: &RenderOptions,
    query: &Query,
    (run, count): (&dyn Run, usize),
    progress: &Progress,
) -> Result<FramesOverview> {
    run.compare().map_err(|why| source::refused(document, &why))?;
    let mut present = Vec::new();
    let mut away = None;
    let mut first = None;
    let mut common = Common::default();
    for frame in 0..count {
        progress.say(format!("Computing frame {frame} of 0 to {}", count - 1));
        let lesson = match run.end_of(frame) {
            Err(why) if why.absent => {
                away.get_or_insert(why);
                continue;
            }
            played => played.map_err(|why| source::refused(document, &why))?,
        };
        present.push(frame);
        let figures = figures(document, options, query, frame, lesson.as_ref())?;
        common.join(figures.common_to_ends(count, first.get_or_insert_with(|| Arc::clone(&lesson)).as_ref()));
    }
    match (first, away) {
        (Some(first), None) => Ok(FramesOverview { present, first, common }),
        (Some(first), Some(why)) => {
            let left = match count - present.len() {
                1 => String::from("1 frame"),
                left => format!("{left} frames"),
            };
            progress.aside(|| writeln!(std::io::stderr(), "note: skipped {left} of {count}: {why}"))?;
            Ok(FramesOverview { present, first, common })
        }
        (None, Some(why)) => Err(source::refused(document, &why)),
        (None, None) => Err(Failure::Message(String::from("the query has no frame to draw"))),
    }
}

/// Returns the format by the file's ending, SVG for standard output (`-`); fails for an unknown ending.
fn format(output: &Path) -> Result<Format> {
    if output.as_os_str() == "-" {
        return Ok(Format::Svg);
    }
    match output.extension().and_then(|extension| extension.to_str()).map(str::to_lowercase).as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("gif" | "apng") => Ok(Format::Animation),
        _ => Err(Failure::Message(format!("{}: must end in .svg, .png, .gif or .apng", output.display()))),
    }
}

/// Returns step and beat from 0; fails if the run does not have them.
pub(super) fn requested_place(step: Step, beat: Option<u32>, lesson: &dyn Lesson) -> Result<(usize, Option<usize>)> {
    let steps = lesson.steps();
    let step = match step {
        Step::Number(number) if number > steps => {
            return Err(Failure::Message(format!("--step {number}: the run has {steps} steps")));
        }
        Step::Number(number) => number - 1,
        Step::Last | Step::All => steps - 1,
    };
    let beats = lesson.outline(step).len();
    match beat {
        Some(beat) if beat as usize > beats => {
            Err(Failure::Message(format!("--substep {beat}: step {} has {beats} sub-steps", step + 1)))
        }
        beat => Ok((step, beat.map(|beat| beat as usize - 1))),
    }
}

/// One figure as a file of this format.
fn still(figure: &Figure, format: Format) -> Result<Vec<u8>> {
    Ok(match format {
        Format::Svg => figure.svg().into_bytes(),
        Format::Png => figure.png(1.0)?,
        Format::Animation => {
            crate::picture::gif::animate(std::slice::from_ref(figure), 1.0, crate::picture::gif::Pace::default())?
        }
    })
}

/// Returns a name like `pair-03.png`, with as many digits as the last number needs.
fn numbered(output: &Path, number: usize, of: usize) -> PathBuf {
    let digits = of.to_string().len().max(2);
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!("{stem}-{number:0digits$}.{extension}"))
}

/// Draws a picture of the window.
fn render_window(document: &Document, options: &RenderOptions, format: Format, desktop: &Desktop) -> Result {
    if format != Format::Png {
        return Err(Failure::Message(format!(
            "{}: --view window and --view browser can only write .png",
            options.output.display()
        )));
    }
    let (query, _) = source::query(document, &options.target)?;
    // The window would show the nearest existing step; a step that was named must exist.
    let lesson = source::play(document, &options.target)?;
    let (step, beat) = requested_place(options.step.unwrap_or(Step::Last), options.beat, lesson.as_ref())?;
    let frame = source::frame(&options.target, lesson.as_ref());
    drop(lesson);
    let options_of_window = WindowOptions {
        query,
        step: options.step.map(|_| step),
        beat,
        frame,
        precision: options.target.precision.into(),
        size: options.size.into(),
        dark: options.theme == args::Theme::Dark,
        browser: options.view == ShownViews::Browser,
        ..WindowOptions::default()
    };
    let pixels = (desktop.photograph)(&document.scene, &options_of_window).map_err(Failure::Message)?;
    destination::write(&options.output, &encode(&pixels, &[])?)?;
    Ok(Ending::Fine)
}
