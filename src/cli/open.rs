//! `contact-lens [SCENE]`: opens the window. Without a display it reports that, prints the steps, and writes an
//! animation of them, or a picture of the requested sub-step, into the current folder. Existing files are not
//! overwritten.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use contact_lens_figures::RunFigures;
use contact_lens_lesson::{BeatIndex, Lesson, initial_views};
use contact_lens_picture::gif::{AnimationFormat, Pace};
use contact_lens_picture::{Figure, Theme};
use contact_lens_play::{self as play, WindowStart};
use contact_lens_scene::{self as scene, Document, io_message, shell_quoted};

use super::args::{Opening, Target};
use super::progress::Progress;
use super::requested_substep::RequestedSubstep;
use super::solvers::Solvers;
use super::stdout::Out;
use super::{Desktop, Failure, Result, args, follow, run, source, terminal_text};

/// Width of the column of the commands that are suggested to the user, characters.
const COMMAND_WIDTH: usize = 56;

/// Opens the window; without a display, follows the capture or prints and draws the steps.
pub(super) fn open(opening: &Opening, desktop: &Desktop) -> Result {
    source::check_is_no_command(opening.scene.as_deref())?;
    let Err(reason) = open_window(opening, desktop) else { return Ok(super::Ending::Fine) };
    let reason = sentence_of_reason(&reason);
    match &opening.follow {
        Some(path) => follow::follow(path, opening, reason),
        None => print_and_draw(opening, reason),
    }
}

/// Removes from a reason the additions of window libraries: the position in a source file (`file.rs:123: `), the number
/// of the error (`(os error 2)`), further lines and the final period.
fn sentence_of_reason(reason: &str) -> &str {
    let line = reason.lines().next().unwrap_or_default().trim_end_matches('.');
    let after_position = line.rsplit_once(".rs:").and_then(|(_, position)| position.split_once(": "));
    let sentence = after_position.map_or(line, |(_, sentence)| sentence);
    sentence.split(" (os error").next().unwrap_or(sentence)
}

/// Opens the window and returns when it is closed; fails with the reason if there is no window.
fn open_window(opening: &Opening, desktop: &Desktop) -> std::result::Result<(), String> {
    let Opening { scene, follow, query, precision, frame, .. } = opening;
    let precision = (*precision).into();
    let step = opening.step.map(index_of_number);
    let beat = opening.substep.map(index_of_number);
    let file = follow.as_ref().or(scene.as_ref()).cloned();
    let query = query.clone();
    let follow = follow.is_some();
    (desktop.open)(WindowStart { scene: file, follow, query, frame: *frame, step, beat, precision })
}

/// Converts a number from 1 into an index from 0.
fn index_of_number(number: u32) -> usize {
    number as usize - 1
}

/// Prints the steps, and writes a picture unless the folder cannot be written; `reason` says why there is no window.
fn print_and_draw(opening: &Opening, reason: &str) -> Result {
    let Opening { query, precision, frame, .. } = opening;
    let scene = opening.scene.clone().unwrap_or_else(|| PathBuf::from(scene::welcome().name));
    let solvers = Solvers::default();
    let target = Target { scene, query: query.clone(), precision: *precision, solvers, frame: *frame };
    let document = source::open_scene(&target.scene)?;
    let lesson = source::record_run(&document, &target)?;
    let requested = opening.step.map(|step| requested_substep(step, opening.substep, lesson.as_ref())).transpose()?;
    // The plan is reported before the work, which may take long.
    let write_error = check_writable(Path::new("")).err();
    let plan = match &write_error {
        None => String::from("The steps are printed and drawn instead."),
        Some(error) => format!(
            "The steps are printed instead, but not drawn: this folder cannot be written ({}).",
            io_message(error)
        ),
    };
    let error_style = terminal_text::Style::of(&io::stderr());
    writeln!(io::stderr(), "{} {reason}. {plan}\n", error_style.strong("No window:"))?;
    let mut out = Out::standard();
    let (lines, ending) = run::report_lines(&document, &target, lesson.as_ref())?;
    out.print_line(&lines.join("\n"))?;
    if let Some(BeatIndex { step, .. }) = requested {
        out.print_line("")?;
        out.print_line(&run::step_lines(lesson.as_ref(), step).join("\n"))?;
    }
    let style = terminal_text::Style::of(&io::stdout());
    if write_error.is_none() {
        let picture = draw_picture(&document, &target, lesson.as_ref(), requested)?;
        let written = write_to_free_name(Path::new(""), &picture)
            .map_err(|error| Failure::Message(format!("the picture cannot be written: {}", io_message(&error))))?;
        let file = style.strong(&written.file.display().to_string());
        let description = picture.description;
        out.print_line(&if written.is_new {
            format!("\nWrote {file}: {description}. More:")
        } else {
            format!("\n{file} shows {description} and already exists. More:")
        })?;
    } else {
        out.print_line("\nMore:")?;
    }
    for FurtherCommand { command, description } in further_commands(&target, opening) {
        out.print_line(&format!("  {command:<COMMAND_WIDTH$} {}", style.faint(description)))?;
    }
    Ok(ending)
}

/// Returns the requested sub-step. `step` and `substep` are numbers from 1; without `substep`, the first one of the
/// step is meant.
fn requested_substep(step: u32, substep: Option<u32>, lesson: &dyn Lesson) -> std::result::Result<BeatIndex, Failure> {
    let requested = RequestedSubstep::find(args::Step::Number(step as usize), substep.or(Some(1)), lesson)?;
    Ok(BeatIndex { step: requested.step, beat: requested.substep.unwrap_or(0) })
}

/// Picture that is written when there is no window.
struct Picture {
    /// File name without the ending.
    stem: String,
    /// Ending of the file name, without the dot.
    extension: &'static str,
    /// Content of the file.
    bytes: Vec<u8>,
    /// Description for the user, such as `every step, animated`.
    description: &'static str,
}

/// Draws the requested sub-step; without one, every step as an animation.
fn draw_picture(
    document: &Document,
    target: &Target,
    lesson: &dyn Lesson,
    requested: Option<BeatIndex>,
) -> std::result::Result<Picture, Failure> {
    let progress = Progress::begin("Drawing");
    let figures = RunFigures {
        scene: &document.scene,
        query: source::find_query(document, target)?.1,
        frame: source::shown_frame(target, lesson),
        precision: target.precision.into(),
        lesson,
        moment: None,
        bystanders: false,
        views: initial_views(lesson.card().views),
        theme: Theme::Light,
        size: Figure::default().size,
    };
    let stem = picture_stem(&target.scene);
    let Some(BeatIndex { step, beat }) = requested else {
        let mut bytes = Vec::new();
        let storage = io::Cursor::new(Vec::new());
        let count = figures.substeps().len();
        figures.write_animation::<_, Failure>(AnimationFormat::Gif, Pace::default(), storage, &mut bytes, |drawn| {
            progress.set_description(format!("Drew {drawn} of {count} frames"));
        })?;
        return Ok(Picture { stem, extension: "gif", bytes, description: "every step, animated" });
    };
    let bytes = figures.draw_still(step, Some(beat), &figures.common_to_stills(Some(step))).png(1.0)?;
    let stem = format!("{stem}-step-{}-substep-{}", step + 1, beat + 1);
    Ok(Picture { stem, extension: "png", bytes, description: "this sub-step" })
}

/// Command that is suggested to the user.
struct FurtherCommand {
    command: String,
    /// Description of its output.
    description: &'static str,
}

/// Returns commands that print, draw and check the run in other ways.
fn further_commands(target: &Target, opening: &Opening) -> [FurtherCommand; 3] {
    let scene = shell_quoted(&target.scene.to_string_lossy());
    let mut run = scene.clone();
    if let Some(query) = &target.query {
        run += &format!(" --query {}", shell_quoted(query));
    }
    if let Some(frame) = target.frame {
        run += &format!(" --frame {frame}");
    }
    if target.precision != args::Precision::F64 {
        run += &format!(" --precision {}", play::Precision::from(target.precision));
    }
    let substep = opening.substep.unwrap_or(1);
    let substep = opening.step.map_or_else(String::new, |step| format!(" --step {step} --substep {substep}"));
    let (figure, description) = match opening.step {
        Some(_) => ("substep.svg", "a vector figure of this sub-step"),
        None => ("last.svg", "a figure of the last step"),
    };
    [
        FurtherCommand {
            command: format!("contact-lens run {run} --steps"),
            description: "every candidate and stop test of each step",
        },
        FurtherCommand { command: format!("contact-lens render {run}{substep} -o {figure}"), description },
        FurtherCommand {
            command: format!("contact-lens check {scene}"),
            description: "verify its expectations and certificates",
        },
    ]
}

/// Returns the file name of a scene's picture, without its ending.
fn picture_stem(scene: &Path) -> String {
    let name = scene.file_name().map_or_else(|| String::from("scene"), |name| name.to_string_lossy().into_owned());
    match name.trim_end_matches(".json").trim_end_matches(".scene") {
        "-" | "" => String::from("scene"),
        stem => stem.to_owned(),
    }
}

/// Fails when no file can be created in a folder, by creating one.
fn check_writable(folder: &Path) -> io::Result<()> {
    let file = folder.join(format!(".contact-lens-{}.tmp", std::process::id()));
    OpenOptions::new().write(true).create_new(true).open(&file)?;
    fs::remove_file(&file)
}

/// File that has the content of a picture.
#[derive(Debug, PartialEq, Eq)]
struct WrittenPicture {
    file: PathBuf,
    /// Whether the file was written now; false if it already existed with this content.
    is_new: bool,
}

/// Writes `pair.gif`, or `pair-2.gif` and so on if a file of that name has another content. A file with the content of
/// the picture is not written again.
fn write_to_free_name(folder: &Path, picture: &Picture) -> io::Result<WrittenPicture> {
    let Picture { stem, extension, bytes, .. } = picture;
    let mut number = 1;
    loop {
        let name = if number == 1 { format!("{stem}.{extension}") } else { format!("{stem}-{number}.{extension}") };
        let file = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&file) {
            Ok(mut out) => {
                let written = out.write_all(bytes).inspect_err(|_| drop(fs::remove_file(&file)));
                return written.map(|()| WrittenPicture { file, is_new: true });
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) if fs::read(&file).is_ok_and(|content| content == *bytes) => {
                return Ok(WrittenPicture { file, is_new: false });
            }
            Err(_) => number += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_lose_source_positions_and_error_numbers() {
        assert_eq!(
            sentence_of_reason("no EventLoop: os error at a/b.rs:788: Failed to connect.\nmore"),
            "Failed to connect"
        );
        assert_eq!(sentence_of_reason("there is no driver."), "there is no driver");
        assert_eq!(sentence_of_reason("No such file or directory (os error 2)."), "No such file or directory");
    }

    #[test]
    fn a_picture_replaces_no_existing_file() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let [existing, second, third] = ["pair.gif", "pair-2.gif", "pair-3.gif"].map(|name| folder.join(name));
        fs::write(&existing, "another file").unwrap();
        assert_eq!(write_pair(folder, b"first"), (second.clone(), true));
        assert_eq!(write_pair(folder, b"second"), (third, true));
        assert_eq!(write_pair(folder, b"first"), (second, false), "the same picture again");
        assert_eq!(fs::read(existing).unwrap(), b"another file");
        assert!(check_writable(folder).is_ok());
        assert_eq!(fs::read_dir(folder).unwrap().count(), 3, "the temporary file of the check is removed");
        assert!(check_writable(&folder.join("missing")).is_err());
    }

    /// Writes a picture of the scene `pair`; returns the file, and whether it is new.
    fn write_pair(folder: &Path, bytes: &[u8]) -> (PathBuf, bool) {
        let picture = Picture { stem: String::from("pair"), extension: "gif", bytes: bytes.to_vec(), description: "" };
        let WrittenPicture { file, is_new } = write_to_free_name(folder, &picture).unwrap();
        (file, is_new)
    }
}
