//! `contact-lens [SCENE]`: opens the window. Without a display it reports that, prints the steps, and writes an
//! animated picture into the current folder. Existing files are not overwritten.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::{Opening, Target};
use super::figure::RunFigures;
use super::progress::Progress;
use super::solvers::Solvers;
use super::stdout::Out;
use super::{Desktop, Failure, Result, args, follow, render, run, source, terminal_text};
use crate::lesson::{Lesson, at_first};
use crate::picture::gif::{AnimationFormat, Pace};
use crate::picture::{Figure, Theme};
use crate::play::{self, WindowStart};
use crate::scene::{self, Document, io_message, shell_quoted};

/// Opens the window; without a display, follows the capture or prints and draws the steps.
pub(super) fn open(opening: &Opening, desktop: &Desktop) -> Result {
    source::check_is_no_command(opening.scene.as_deref())?;
    match show(opening, desktop) {
        Ok(()) => Ok(super::Ending::Fine),
        Err(reason) if opening.follow.is_some() => follow::follow(opening, plain(&reason)),
        Err(reason) => without_window(opening, plain(&reason)),
    }
}

/// Removes what window libraries add to a reason: the position in a source (`file.rs:123: `) and `(os error 2)`.
fn plain(reason: &str) -> &str {
    let line = reason.lines().next().unwrap_or_default().trim_end_matches('.');
    let after_position = line.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    let words = after_position.map_or(line, |(_, words)| words);
    words.split(" (os error").next().unwrap_or(words)
}

/// Opens the window; returns when it is closed, or with the reason why there is none.
fn show(opening: &Opening, desktop: &Desktop) -> std::result::Result<(), String> {
    let Opening { scene, follow, query, precision, frame, .. } = opening;
    let precision = (*precision).into();
    let [step, beat] = [opening.step, opening.beat].map(|number| number.map(|number| number as usize - 1));
    let file = follow.as_ref().or(scene.as_ref()).cloned();
    let query = query.clone();
    let follow = follow.is_some();
    (desktop.open)(WindowStart { scene: file, follow, query, frame: *frame, step, beat, precision })
}

/// Prints the steps and writes a picture unless the folder cannot be written; `reason` says why there is no window.
fn without_window(opening: &Opening, reason: &str) -> Result {
    let Opening { query, precision, frame, .. } = opening;
    let scene = opening.scene.clone().unwrap_or_else(|| PathBuf::from(scene::welcome().name));
    let solvers = Solvers::default();
    let target = Target { scene, query: query.clone(), precision: *precision, solvers, frame: *frame };
    let document = source::open(&target.scene)?;
    let lesson = source::play(&document, &target)?;
    let place = opening.step.map(|step| requested_beat(step, opening.beat, lesson.as_ref())).transpose()?;
    // Reported before the work, which may take long.
    let forbidden = check_writable(Path::new("")).err();
    let plan = match &forbidden {
        None => String::from("The steps are printed and drawn instead."),
        Some(error) => format!(
            "The steps are printed instead, but not drawn: this folder cannot be written ({}).",
            io_message(error)
        ),
    };
    let strong = terminal_text::Style::of(&io::stderr());
    writeln!(io::stderr(), "{} {reason}. {plan}\n", strong.strong("No window:"))?;
    let mut out = Out::standard();
    let (lines, extension) = run::report(&document, &target, lesson.as_ref())?;
    out.line(&lines.join("\n"))?;
    if let Some((step, _)) = place {
        out.line("")?;
        out.line(&run::step(lesson.as_ref(), step).join("\n"))?;
    }
    let style = terminal_text::Style::of(&io::stdout());
    if forbidden.is_none() {
        let picture = picture(&document, &target, lesson.as_ref(), place)?;
        let (file, new) = write_next_to(Path::new(""), &picture)
            .map_err(|error| Failure::Message(format!("the picture cannot be written: {}", io_message(&error))))?;
        let shown = style.strong(&file.display().to_string());
        let what = picture.what;
        out.line(&if new {
            format!("\nWrote {shown}: {what}. More:")
        } else {
            format!("\n{shown} shows {what} and already exists. More:")
        })?;
    } else {
        out.line("\nMore:")?;
    }
    for (command, what) in further_commands(&target, opening) {
        out.line(&format!("  {command:<56} {}", style.faint(what)))?;
    }
    Ok(extension)
}

/// Returns the requested step and beat, converted from numbers from 1 to indices from 0; the first beat when absent.
fn requested_beat(step: u32, beat: Option<u32>, lesson: &dyn Lesson) -> std::result::Result<(usize, usize), Failure> {
    let (step, beat) = render::requested_place(args::Step::Number(step as usize), beat.or(Some(1)), lesson)?;
    Ok((step, beat.unwrap_or(0)))
}

/// Picture that replaces the window.
struct Picture {
    /// File name without the ending.
    stem: String,
    /// Ending of the file name, without the dot.
    extension: &'static str,
    /// Content of the file.
    bytes: Vec<u8>,
    /// Description for the user: `every step, animated`.
    what: &'static str,
}

/// Draws every step as an animation, or the requested beat.
fn picture(
    document: &Document,
    target: &Target,
    lesson: &dyn Lesson,
    place: Option<(usize, usize)>,
) -> std::result::Result<Picture, Failure> {
    let progress = Progress::begin("Drawing");
    let figures = RunFigures {
        scene: &document.scene,
        query: source::query(document, target)?.1,
        frame: source::frame(target, lesson),
        precision: target.precision.into(),
        lesson,
        moment: None,
        bystanders: false,
        views: at_first(lesson.card().views),
        theme: Theme::Light,
        size: Figure::default().size,
    };
    let stem = stem(&target.scene);
    let Some((step, beat)) = place else {
        let mut bytes = Vec::new();
        let kept = io::Cursor::new(Vec::new());
        figures.animation::<_, Failure>(&progress, (AnimationFormat::Gif, Pace::default()), kept, &mut bytes)?;
        return Ok(Picture { stem, extension: "gif", bytes, what: "every step, animated" });
    };
    let bytes = figures.still(step, Some(beat), &figures.common_to_stills(Some(step))).png(1.0)?;
    let stem = format!("{stem}-step-{}-substep-{}", step + 1, beat + 1);
    Ok(Picture { stem, extension: "png", bytes, what: "this sub-step" })
}

/// Lists further commands for the same run.
fn further_commands(target: &Target, opening: &Opening) -> [(String, &'static str); 3] {
    let scene = shell_quoted(&target.scene.to_string_lossy());
    let mut same = scene.clone();
    if let Some(query) = &target.query {
        same += &format!(" --query {}", shell_quoted(query));
    }
    if let Some(frame) = target.frame {
        same += &format!(" --frame {frame}");
    }
    if target.precision != args::Precision::F64 {
        same += &format!(" --precision {}", play::Precision::from(target.precision));
    }
    let beat = opening.beat.unwrap_or(1);
    let beat = opening.step.map_or_else(String::new, |step| format!(" --step {step} --substep {beat}"));
    let (figure, what) = match opening.step {
        Some(_) => ("substep.svg", "a vector figure of this sub-step"),
        None => ("last.svg", "a figure of the last step"),
    };
    [
        (format!("contact-lens run {same} --steps"), "every candidate and stop test of each step"),
        (format!("contact-lens render {same}{beat} -o {figure}"), what),
        (format!("contact-lens check {scene}"), "verify its expectations and certificates"),
    ]
}

/// Returns the name of the picture of a scene, without its ending.
fn stem(scene: &Path) -> String {
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

/// Writes `pair.gif`, or `pair-2.gif` and so on if another file has that name. Returns the file, and whether it is new:
/// a file with the same content is not written again.
fn write_next_to(folder: &Path, picture: &Picture) -> io::Result<(PathBuf, bool)> {
    let Picture { stem, extension, bytes, .. } = picture;
    let mut number = 1;
    loop {
        let name = if number == 1 { format!("{stem}.{extension}") } else { format!("{stem}-{number}.{extension}") };
        let file = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&file) {
            Ok(mut out) => {
                let written = out.write_all(bytes).inspect_err(|_| drop(fs::remove_file(&file)));
                return written.map(|()| (file, true));
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) if fs::read(&file).is_ok_and(|there| there == *bytes) => return Ok((file, false)),
            Err(_) => number += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_lose_places_in_source_files_and_numbers() {
        assert_eq!(plain("no EventLoop: os error at a/b.rs:788: Failed to connect.\nmore"), "Failed to connect");
        assert_eq!(plain("there is no driver."), "there is no driver");
        assert_eq!(plain("No such file or directory (os error 2)."), "No such file or directory");
    }

    #[test]
    fn a_picture_takes_no_other_files_place() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let [own, second, third] = ["pair.gif", "pair-2.gif", "pair-3.gif"].map(|name| folder.join(name));
        fs::write(&own, "the user's own").unwrap();
        assert_eq!(write_pair(folder, b"first"), (second.clone(), true));
        assert_eq!(write_pair(folder, b"second"), (third, true));
        assert_eq!(write_pair(folder, b"first"), (second, false), "the same picture again");
        assert_eq!(fs::read(own).unwrap(), b"the user's own");
        assert!(check_writable(folder).is_ok());
        assert_eq!(fs::read_dir(folder).unwrap().count(), 3, "nothing is left of the test");
        assert!(check_writable(&folder.join("missing")).is_err());
    }

    fn write_pair(folder: &Path, bytes: &[u8]) -> (PathBuf, bool) {
        let picture = Picture { stem: String::from("pair"), extension: "gif", bytes: bytes.to_vec(), what: "" };
        write_next_to(folder, &picture).unwrap()
    }
}
