//! `contact-lens [SCENE]`: the window. Without a display it says so and does the main job all the same: it prints the steps
//! and writes the animated picture beside them. It takes no other file's place.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::{Opening, Target};
use super::figure::Film;
use super::out::Out;
use super::progress::Progress;
use super::solvers::Solvers;
use super::{Desktop, Failure, Opened, Result, args, run, source, term};
use crate::lesson::at_first;
use crate::picture::{Figure, Theme};
use crate::play;
use crate::scene::{self, plain_io};

pub(super) fn open(opening: &Opening, desktop: &Desktop) -> Result {
    source::not_a_job(opening.scene.as_deref())?;
    match show(opening, desktop) {
        Ok(()) => Ok(super::Ending::Fine),
        Err(reason) => without_window(opening, plain(&reason)),
    }
}

/// The reason without the places in source files and the error numbers that window libraries put around it.
fn plain(reason: &str) -> &str {
    let line = reason.lines().next().unwrap_or_default().trim_end_matches('.');
    let behind_place = line.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    let words = behind_place.map_or(line, |(_, words)| words);
    words.split(" (os error").next().unwrap_or(words)
}

fn show(opening: &Opening, desktop: &Desktop) -> std::result::Result<(), String> {
    let Opening { scene, query, precision, frame } = opening;
    let precision = (*precision).into();
    (desktop.open)(Opened { scene: scene.clone(), query: query.clone(), frame: *frame, precision })
}

fn without_window(opening: &Opening, reason: &str) -> Result {
    let Opening { query, precision, frame, .. } = opening;
    let scene = opening.scene.clone().unwrap_or_else(|| PathBuf::from(scene::welcome().name));
    let solvers = Solvers::default();
    let target = Target { scene, query: query.clone(), precision: *precision, solvers, frame: *frame };
    let document = source::open(&target.scene)?;
    let lesson = source::play(&document, &target)?;
    // Said before the work, which may take long.
    let forbidden = not_writable(Path::new("")).err();
    let plan = match &forbidden {
        None => String::from("The steps are printed and drawn instead."),
        Some(error) => format!(
            "The steps are printed instead, but not drawn: this folder cannot be written ({}).",
            plain_io(error)
        ),
    };
    let strong = term::Style::of(&io::stderr());
    writeln!(io::stderr(), "{} {reason}. {plan}\n", strong.strong("No window:"))?;
    let mut out = Out::standard();
    let (lines, ending) = run::report(&document, &target, lesson.as_ref())?;
    out.line(&lines.join("\n"))?;
    let style = term::Style::of(&io::stdout());
    if forbidden.is_none() {
        let progress = Progress::begin("Drawing");
        let film = Film {
            scene: &document.scene,
            query: source::query(&document, &target)?.1,
            frame: source::frame(&target, lesson.as_ref()),
            precision: target.precision.into(),
            lesson: lesson.as_ref(),
            moment: None,
            views: at_first(lesson.card().views),
            theme: Theme::Light,
            size: Figure::default().size,
        };
        let mut bytes = Vec::new();
        film.gif::<_, Failure>(&progress, io::Cursor::new(Vec::new()), &mut bytes)?;
        drop(progress);
        let (file, new) = write_beside(Path::new(""), &stem(&target.scene), &bytes)
            .map_err(|error| Failure::Message(format!("the picture cannot be written: {}", plain_io(&error))))?;
        let shown = style.strong(&file.display().to_string());
        out.line(&match new {
            true => format!("\nWrote {shown}: every step, animated. More:"),
            false => format!("\n{shown} shows every step, animated; it is there already. More:"),
        })?;
    } else {
        out.line("\nMore:")?;
    }
    for (command, what) in more(&target) {
        out.line(&format!("  {command:<56} {}", style.faint(what)))?;
    }
    Ok(ending)
}

/// What else can be done with what was shown.
fn more(target: &Target) -> [(String, &'static str); 3] {
    let scene = quoted(&target.scene.to_string_lossy());
    let mut same = scene.clone();
    if let Some(query) = &target.query {
        same += &format!(" --query {}", quoted(query));
    }
    if let Some(frame) = target.frame {
        same += &format!(" --frame {frame}");
    }
    if target.precision != args::Precision::F64 {
        same += &format!(" --precision {}", play::Precision::from(target.precision));
    }
    [
        (format!("contact-lens run {same} --steps"), "everything that was weighed in each step"),
        (format!("contact-lens render {same} -o last.svg"), "a figure of the last step"),
        (format!("contact-lens check {scene}"), "verify its expectations and certificates"),
    ]
}

/// As a shell takes it.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:+,=@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// The name of the picture without its ending.
fn stem(scene: &Path) -> String {
    let name = scene.file_name().map_or_else(|| String::from("scene"), |name| name.to_string_lossy().into_owned());
    match name.trim_end_matches(".json").trim_end_matches(".scene") {
        "-" | "" => String::from("scene"),
        stem => stem.to_owned(),
    }
}

/// Whether a file can be made in a folder, found out by making one.
fn not_writable(folder: &Path) -> io::Result<()> {
    let file = folder.join(format!(".contact-lens-{}.tmp", std::process::id()));
    OpenOptions::new().write(true).create_new(true).open(&file)?;
    fs::remove_file(&file)
}

/// Writes `stem.gif`, or `stem-2.gif` and so on where another picture has that name. Tells the file, and whether it is new:
/// the same picture is not written twice.
fn write_beside(folder: &Path, stem: &str, bytes: &[u8]) -> io::Result<(PathBuf, bool)> {
    let mut number = 1;
    loop {
        let file = folder.join(if number == 1 { format!("{stem}.gif") } else { format!("{stem}-{number}.gif") });
        match OpenOptions::new().write(true).create_new(true).open(&file) {
            Ok(mut out) => {
                let written = out.write_all(bytes).inspect_err(|_| drop(fs::remove_file(&file)));
                return written.map(|()| (file, true));
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) if fs::read(&file).is_ok_and(|there| there == bytes) => return Ok((file, false)),
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
        let write = |bytes: &[u8]| write_beside(folder.path(), "pair", bytes).unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("pair.gif"), "the user's own").unwrap();
        assert_eq!(write(b"first"), (file("pair-2.gif"), true));
        assert_eq!(write(b"second"), (file("pair-3.gif"), true));
        assert_eq!(write(b"first"), (file("pair-2.gif"), false), "the same picture again");
        assert_eq!(fs::read(file("pair.gif")).unwrap(), b"the user's own");
        assert!(not_writable(folder.path()).is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left of the test");
        assert!(not_writable(&file("missing")).is_err());
    }

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        assert_eq!(quoted("scenes/pair.scene.json"), "scenes/pair.scene.json");
        assert_eq!(quoted("margins off"), "'margins off'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
