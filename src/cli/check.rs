//! `contact-lens check`: every query of every scene, judged; a line a case, a summary, reports and pictures.

mod html;
mod junit;
mod picture;

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::CheckOptions;
use super::solvers::Solvers;
use super::term::{Style, exact};
use super::{Ending, Failure, Result, source, term};
use crate::check::{self, Case};
use crate::scene::Document;

/// A scene file that was judged, or the reason why it could not be.
struct Judged {
    file: PathBuf,
    cases: std::result::Result<(Document, Vec<Case>), String>,
}

pub(super) fn check(options: &CheckOptions) -> Result {
    let report = options.report.as_deref().map(report_kind).transpose()?;
    let files = files(&options.paths)?;
    let style = Style::of(&std::io::stdout());
    let mut out = std::io::stdout().lock();
    let mut all = Vec::new();
    for file in files {
        let judged = judge(file, &options.solvers);
        for line in lines(&judged, options.quiet, style) {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
        if let Some(folder) = &options.screenshots {
            for picture in picture::failures(&judged, folder)? {
                writeln!(out, "       picture: {}", picture.display())?;
            }
        }
        all.push(judged);
    }
    writeln!(out, "{}", summary(&all, style))?;
    if let (Some(kind), Some(file)) = (report, &options.report) {
        let text = match kind {
            ReportKind::Html => html::report(&all),
            ReportKind::Junit => junit::report(&all),
        };
        std::fs::write(file, text).map_err(|error| Failure::Message(format!("{}: {error}", file.display())))?;
    }
    if all.iter().any(|judged| judged.cases.is_err()) {
        return Err(Failure::Message(String::from("not every scene could be read")));
    }
    let fails =
        all.iter().flat_map(|judged| judged.cases.iter()).flat_map(|(_, cases)| cases).any(|case| !case.holds());
    Ok(if fails { Ending::SomethingFails } else { Ending::Fine })
}

/// Findings of a case that are printed; a moving scene may have one in every frame. Reports hold all.
const SHOWN: usize = 6;

#[derive(Clone, Copy)]
enum ReportKind {
    Html,
    Junit,
}

fn report_kind(file: &Path) -> Result<ReportKind> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "htm") => Ok(ReportKind::Html),
        Some("xml") => Ok(ReportKind::Junit),
        _ => Err(Failure::Message(format!("--report {}: must end in .html or .xml", file.display()))),
    }
}

/// The scene files that the paths name: files as they are, folders searched for `*.scene.json`, sorted by name.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let (mut found, mut open) = (Vec::new(), vec![path.clone()]);
        while let Some(folder) = open.pop() {
            let unreadable = |error| Failure::Message(format!("{}: cannot be read: {error}", folder.display()));
            for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                // A link is not followed into folders, so that a loop of links ends.
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    open.push(entry.path());
                } else if entry.file_name().to_string_lossy().ends_with(".scene.json") {
                    found.push(entry.path());
                }
            }
        }
        if found.is_empty() {
            return Err(Failure::Message(format!("{}: holds no *.scene.json", path.display())));
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

fn judge(file: PathBuf, solvers: &Solvers) -> Judged {
    let opened = source::open(&file).and_then(|mut document| {
        solvers.apply(&mut document.scene)?;
        Ok(document)
    });
    let cases = match opened {
        Ok(document) => {
            let cases = check::check_scene(&document.scene);
            Ok((document, cases))
        }
        Err(Failure::Message(message)) => Err(message),
        Err(Failure::OutputClosed) => Err(String::from("cannot be read")),
    };
    Judged { file, cases }
}

fn lines(judged: &Judged, quiet: bool, style: Style) -> Vec<String> {
    let cases = match &judged.cases {
        Ok((_, cases)) => cases,
        Err(message) => return vec![format!("{}  {message}", style.bad("ERROR"))],
    };
    let mut lines = Vec::new();
    for case in cases.iter().filter(|case| !quiet || !case.holds()) {
        let mark = if case.holds() { style.good("ok   ") } else { style.bad("FAILS") };
        let name = format!("{} › {}", short_name(&judged.file), case.query);
        lines.push(format!("{mark}  {name}  {}", style.faint(&answer(case))));
        for finding in case.findings.iter().take(SHOWN) {
            let place = place(case, finding);
            let text = format!("{} ({place}): {}", finding.kind.name(), finding.message);
            lines.extend(term::wrapped(&text, term::width() - 7).into_iter().map(|line| format!("       {line}")));
        }
        if case.findings.len() > SHOWN {
            lines.push(format!("       … and {} more", case.findings.len() - SHOWN));
        }
    }
    lines
}

/// Which engine, frame and step a finding is about.
fn place(case: &Case, finding: &check::Finding) -> String {
    let frame = if case.frames > 1 { format!(", frame {}", finding.frame) } else { String::new() };
    format!("{}{frame}, step {}", finding.precision, finding.step + 1)
}

/// The answer in a few words.
fn answer(case: &Case) -> String {
    let frames = if case.frames > 1 { format!(", {} frames", case.frames) } else { String::new() };
    let expectations = match case.expectations {
        0 => String::from(", nothing expected"),
        1 => String::from(", 1 expectation"),
        count => format!(", {count} expectations"),
    };
    match &case.verdict {
        Some(verdict) => {
            let distance =
                verdict.signed_distance.map_or(String::new(), |distance| format!(" {}", exact(distance + 0.0)));
            format!("{}{distance}{expectations}{frames}", verdict.status)
        }
        None => format!("no answer{frames}"),
    }
}

fn short_name(file: &Path) -> String {
    let name = file.file_name().map_or(file.as_os_str(), |name| name).to_string_lossy();
    name.trim_end_matches(".scene.json").to_owned()
}

fn summary(all: &[Judged], style: Style) -> String {
    let cases: Vec<&Case> = all.iter().flat_map(|judged| judged.cases.iter()).flat_map(|(_, cases)| cases).collect();
    let failing = cases.iter().filter(|case| !case.holds()).count();
    let unreadable = all.iter().filter(|judged| judged.cases.is_err()).count();
    let frames: usize = cases.iter().map(|case| case.frames).sum();
    let time: f64 = cases.iter().map(|case| case.time.as_secs_f64()).sum();
    let (scenes, count) = (plural(all.len(), "scene"), plural(cases.len(), "case"));
    let counted = format!("{scenes}, {count}, {} in f64 and f32, {time:.1} s", plural(frames, "answer"));
    let mut verdict = if failing == 0 {
        style.good("everything holds")
    } else {
        style.bad(&format!("{} of {} fail", failing, cases.len()))
    };
    if unreadable > 0 {
        verdict += &style.bad(&format!(", {} could not be read", plural(unreadable, "scene")));
    }
    format!("\n{verdict}  {}", style.faint(&format!("({counted})")))
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
