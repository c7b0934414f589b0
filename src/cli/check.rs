//! `contact-lens check`: checks every query of the scenes, prints a line per case and a summary, and writes a report
//! and pictures of failures. A case is a query of a scene.

mod captured;
mod captured_chart;
mod html;
mod junit;
mod names;
mod picture;
mod tally;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use contact_lens_check::{self as check, Case, CaseSummary};
use contact_lens_long_run::watch;
use contact_lens_model::answer::FindingFacts as _;
use contact_lens_scene::model::Query;
use contact_lens_scene::{self as scene, Document, io_message};

use super::args::CheckOptions;
use super::progress::Progress;
use super::stdout::Out;
use super::terminal_text::{Style, exact_value, line_width, wrap};
use super::{Ending, Failure, Result, destination, interrupt, source};
use tally::Tally;

/// Maximum number of failures printed per case; a moving scene may have one in every frame. Reports contain all.
const MAX_PRINTED: usize = 6;

/// Indentation of the lines below that of a case.
const INDENT: &str = "          ";

/// Scene file with the results of its queries.
struct CheckedScene {
    /// Path of the scene file.
    file: PathBuf,
    /// Short name of the file for lines and reports, with as many folders as distinguish it from the others.
    name: String,
    /// Unique beginning of the names of its pictures.
    picture_name: String,
    /// Scene with the cases of its first queries, which are all unless the check was interrupted; or the reason why the
    /// scene could not be read.
    cases: std::result::Result<(Document, Vec<Case>), String>,
}

impl CheckedScene {
    /// Returns the queries that an interruption left unchecked.
    fn unchecked(&self) -> &[Query] {
        let queries = self.cases.as_ref().ok().and_then(|(document, cases)| document.scene.queries.get(cases.len()..));
        queries.unwrap_or_default()
    }
}

/// Checks all scenes of the paths, prints the results, and writes the report and the pictures.
pub(super) fn check(options: &CheckOptions) -> Result {
    let kind = options.report.as_deref().map(report_kind).transpose()?;
    let files = find_scene_files(&options.paths)?;
    if let Some(folder) = &options.screenshots {
        destination::check_is_no_file("--screenshots", folder)?;
    }
    if let Some(report) = &options.report {
        destination::check_is_no_input(report, &files)?;
        destination::check_is_replaceable(report, false, "remove it, or choose another file")?;
    }
    let names = names::short_names(&files);
    let picture_names = names::file_names(names.iter().map(String::as_str));
    let style = Style::of(&std::io::stdout());
    let mut out = Out::standard();
    let progress = Progress::begin("Checking");
    interrupt::stop_watched_work();
    let count = files.len();
    let mut checked_scenes: Vec<CheckedScene> = Vec::new();
    for ((file, name), picture_name) in files.into_iter().zip(names).zip(picture_names) {
        progress.set_description(format!("Checking {name}, scene {} of {count}", checked_scenes.len() + 1));
        let checked = CheckedScene { cases: read_and_check(&file, options), file, name, picture_name };
        let mut lines = scene_lines(&checked, options.quiet, style);
        if let Some(folder) = &options.screenshots {
            let pictures = picture::write_failures(&checked, folder)?;
            lines.extend(pictures.iter().map(|picture| format!("{INDENT}picture: {}", picture.display())));
        }
        checked_scenes.push(checked);
        // Without findings, nothing is printed, not even an empty line.
        progress.hidden_while(|| lines.iter().try_for_each(|line| out.print_line(line)))?;
        if watch::is_interrupted() {
            break;
        }
    }
    let is_interrupted = watch::is_interrupted();
    let tally = Tally::of(&checked_scenes, is_interrupted);
    // Checked before the summary, which would say that everything passes although the exit code is 2.
    if !is_interrupted {
        options.solvers.check_each_is_used(
            checked_scenes.iter().flat_map(|checked| checked.cases.iter()).map(|(document, _)| &document.scene),
        )?;
    }
    if let (Some(kind), Some(file)) = (kind, &options.report) {
        progress.set_description(String::from("Writing the report"));
        let text = match kind {
            ReportKind::Html => html::report(&checked_scenes, &tally),
            ReportKind::Junit => junit::report(&checked_scenes),
        };
        destination::check_is_no_input(file, &files_read(&checked_scenes))?;
        destination::write(file, text.as_bytes())?;
    }
    drop(progress);
    out.print_line(&summary_line(&tally, style))?;
    let ending = tally.ending()?;
    if ending == Ending::Interrupted {
        out.print_line(&interruption_message(&checked_scenes, count))?;
    }
    Ok(ending)
}

/// Returns the sentence about a check that was interrupted in the last of `checked_scenes`, out of `count` scenes.
fn interruption_message(checked_scenes: &[CheckedScene], count: usize) -> String {
    let read: Vec<_> = checked_scenes.iter().filter_map(|checked| checked.cases.as_ref().ok()).collect();
    let queries: usize = read.iter().map(|(document, _)| document.scene.queries.len()).sum();
    let judged: usize = read.iter().map(|(_, cases)| cases.len()).sum();
    let scene = checked_scenes.len();
    format!("Interrupted in scene {scene} of {count}: {judged} of the {queries} queries up to this scene were checked.")
}

/// Returns the files that the scenes were made of: their own, their meshes, and the buffers of these.
fn files_read(checked_scenes: &[CheckedScene]) -> Vec<PathBuf> {
    let files = checked_scenes.iter().flat_map(|checked| match &checked.cases {
        Ok((document, _)) => destination::files_of_scene(&checked.file, document),
        Err(_) => vec![checked.file.clone()],
    });
    files.collect()
}

/// Format of a report.
#[derive(Clone, Copy)]
enum ReportKind {
    Html,
    Junit,
}

/// Returns the format of a report, by its file's extension; an error for any other extension.
fn report_kind(file: &Path) -> Result<ReportKind> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "htm") => Ok(ReportKind::Html),
        Some("xml") => Ok(ReportKind::Junit),
        _ => Err(Failure::Message(format!("--report {}: must end in .html or .xml", file.display()))),
    }
}

/// Returns the scene files that the paths name, each once. A folder names every `*.scene.json` in it and its
/// subfolders, sorted by path. Fails for a folder without any, or one that cannot be read.
fn find_scene_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut scene_files = Vec::new();
        let mut unread_folders = vec![path.clone()];
        while let Some(folder) = unread_folders.pop() {
            for entry in std::fs::read_dir(&folder).map_err(|error| unreadable(&folder, &error))? {
                let entry = entry.map_err(|error| unreadable(&folder, &error))?;
                // Links to folders are not followed, so that cycles of links end.
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    unread_folders.push(entry.path());
                } else if entry.file_name().to_string_lossy().ends_with(".scene.json") {
                    scene_files.push(entry.path());
                }
            }
        }
        if scene_files.is_empty() {
            return Err(Failure::Message(format!("{}: contains no *.scene.json file", path.display())));
        }
        scene_files.sort();
        files.extend(scene_files);
    }
    // A file that is named twice is checked once.
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    Ok(files)
}

/// Returns the error about a folder that cannot be read.
fn unreadable(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::Message(format!("{}: cannot be read: {}", folder.display(), io_message(error)))
}

/// Reads a scene and checks its queries until an interruption. Returns the scene with its cases, or the reason why it
/// could not be read.
fn read_and_check(file: &Path, options: &CheckOptions) -> std::result::Result<(Document, Vec<Case>), String> {
    let opened = source::open_scene(file).and_then(|mut document| {
        options.solvers.apply_where_used(&mut document.scene)?;
        Ok(document)
    });
    match opened {
        Ok(document) => {
            let mut cases = check::check_scene_until_interrupted(&document.scene, options.budget);
            captured::judge(&document.scene, &mut cases, options.tolerance);
            Ok((document, cases))
        }
        Err(Failure::Message(message)) => Err(message),
        Err(Failure::OutputClosed) => Err(String::from("cannot be read")),
    }
}

/// Returns the lines printed about one scene: a line per case, each with its first failures and external answers, and a
/// line per field without effect. If `quiet` is true, only failing cases and scenes that could not be read get lines.
fn scene_lines(checked: &CheckedScene, quiet: bool, style: Style) -> Vec<String> {
    let (document, cases) = match &checked.cases {
        Ok((document, cases)) => (document, cases),
        Err(message) => return vec![format!("{}     {message}", style.bad("ERROR"))],
    };
    if !quiet && document.scene.queries.is_empty() {
        return vec![format!(
            "{}      {}  {}",
            style.faint("none"),
            checked.name,
            style.faint("the scene has no query")
        )];
    }
    let mut lines = Vec::new();
    for case in cases.iter().filter(|case| !quiet || !case.holds()) {
        let name = format!("{} › {}", checked.name, case.query);
        lines.push(format!("{}  {name}  {}", result_word(case.summary(), style), style.faint(&answer_text(case))));
        for failure in case.failures.iter().take(MAX_PRINTED) {
            let position = failure_position(case, failure);
            let text = format!("{} ({position}): {}", failure.kind.name(), failure.message);
            lines.extend(wrap(&text, line_width() - INDENT.len()).iter().map(|line| format!("{INDENT}{line}")));
        }
        if case.failures.len() > MAX_PRINTED {
            lines.push(format!("{INDENT}… and {} more", case.failures.len() - MAX_PRINTED));
        }
        lines.extend(captured::lines(case, style));
    }
    if !quiet {
        let remarks = scene::no_effect(&document.scene).into_iter().chain(scene::inner_points(&document.scene));
        lines.extend(remarks.map(|remark| format!("{}  {}  {remark}", style.faint("idle    "), checked.name)));
    }
    lines
}

/// Returns a word for the result of a case, padded to eight characters.
fn result_word(summary: CaseSummary, style: Style) -> String {
    match summary {
        CaseSummary::Verified => style.good("ok      "),
        CaseSummary::Computed => style.faint("computed"),
        CaseSummary::Open => style.strong("open    "),
        CaseSummary::Fails => style.bad("FAILS   "),
    }
}

/// Returns the precision, the frame (if there are several, from 0) and the step (from 1) of a failure.
fn failure_position(case: &Case, failure: &check::Failure) -> String {
    let frame = if case.frames > 1 { format!(", frame {}", failure.frame) } else { String::new() };
    format!("{}{frame}, step {}", failure.precision, failure.step + 1)
}

/// Returns the answer of a case in a few words, with the numbers of expectations, frames and answers that did not
/// converge.
fn answer_text(case: &Case) -> String {
    let Some(verdict) = &case.verdict else { return String::from("no answer") };
    let number = verdict.finding.headline().map_or(String::new(), |fact| format!(" {}", exact_value(&fact.value)));
    let expectations = match case.expectations {
        0 => String::from(", no expectations"),
        count => format!(", {}", plural(count, "expectation")),
    };
    let frames = if case.frames > 1 { format!(", {} frames", case.frames) } else { String::new() };
    let open = match case.open {
        0 => String::new(),
        count => format!(", {count} of {} not converged", plural(2 * case.frames, "answer")),
    };
    let hulls: String = case.hulls.iter().map(|hull| format!(", {}", hull.brief())).collect();
    format!("{}{number}{expectations}{frames}{open}{hulls}", verdict.finding.status())
}

/// Returns the line that ends the output: the headline, the other counts, and the extent of the check.
fn summary_line(tally: &Tally, style: Style) -> String {
    let headline = tally.headline();
    let headline = match tally.worst() {
        Some(CaseSummary::Fails) => style.bad(&headline),
        Some(CaseSummary::Verified) => style.good(&headline),
        _ => style.strong(&headline),
    };
    format!("\n{headline}{}  {}", tally.details(), style.faint(&format!("({})", tally.extent())))
}

/// Formats a count with its noun, which gets an `s` in the plural.
fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
