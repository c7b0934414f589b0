//! `contact-lens audit`: judges captured steps of a physics engine and prints a sentence per stage.

mod scene_steps;

use std::io::Read as _;
use std::path::Path;

use contact_lens_audit::{FileStep, Parting, Report, Verdict, answer, read_steps, sentences, why_sentence};
use contact_lens_scene::io_message;

use super::args::AuditOptions;
use super::progress::Progress;
use super::stdout::Out;
use super::terminal_text::{Style, every_digit};
use super::{Ending, Failure, Result};

/// Judges the steps of a file.
pub(super) fn audit(options: &AuditOptions) -> Result {
    let progress = Progress::begin("Auditing");
    let steps = requested_steps(options)?;
    if steps.is_empty() {
        return Err(Failure::Message(format!(
            "{}: has no captured step{}",
            options.file.display(),
            frame_text(options)
        )));
    }
    let other = options.against.as_deref().map(read_file).transpose()?;
    let other =
        other.map(|steps| steps.into_iter().next().ok_or(Failure::Message(String::from("--against: has no step"))));
    let other = other.transpose()?;
    let why = options.why.as_deref().and_then(|names| <[String; 2]>::try_from(names.to_vec()).ok());
    let mut reports = Vec::with_capacity(steps.len());
    for mut step in steps {
        step.question.laws |= options.laws;
        step.question.why = why.clone().or(step.question.why);
        step.question.against = other.as_ref().map(|other| other.question.step.clone()).or(step.question.against);
        let report = answer(&step.question)
            .map_err(|error| Failure::Message(format!("{}: line {}: {error}", options.file.display(), step.line)))?;
        reports.push((step, report));
        progress.set_description(format!("Auditing, {} steps done", reports.len()));
    }
    drop(progress);
    let mut out = Out::standard();
    for (step, report) in &reports {
        if options.print_step {
            let text =
                serde_json::to_string(&step.question.step).map_err(|error| Failure::Message(error.to_string()))?;
            out.print_line(&text)?;
        } else if options.json {
            let text = serde_json::to_string(report).map_err(|error| Failure::Message(error.to_string()))?;
            out.print_line(&text)?;
        } else {
            out.print_line(&text_of(step, report))?;
        }
    }
    let is_broken = !options.print_step && reports.iter().any(|(_, report)| report.verdict == Verdict::Broken);
    Ok(if is_broken { Ending::SomethingFails } else { Ending::Fine })
}

/// Steps of a scene, or of a file of captured steps; of a file only those of the requested frame.
fn requested_steps(options: &AuditOptions) -> Result<Vec<FileStep>> {
    let text = std::fs::read_to_string(&options.file).ok();
    if scene_steps::is_scene(&options.file, text.as_deref()) {
        return scene_steps::steps_of_scene(options);
    }
    let mut steps = read_file(&options.file)?;
    if let Some(frame) = options.frame {
        steps.retain(|step| step.frame == Some(frame));
    }
    Ok(steps)
}

/// Returns the end of the message about a file without steps.
fn frame_text(options: &AuditOptions) -> String {
    options.frame.map(|frame| format!(" in frame {frame}")).unwrap_or_default()
}

/// Reads the steps of a file, or of standard input for `-`.
fn read_file(path: &Path) -> Result<Vec<FileStep>> {
    let text = if path.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.map_err(|error| Failure::Message(format!("{}: {}", path.display(), io_message(&error))))?;
    read_steps(&text).map_err(|error| Failure::Message(format!("{}: {error}", path.display())))
}

/// Returns the report as text: the verdict, a sentence per stage, and what else was asked.
fn text_of(step: &FileStep, report: &Report) -> String {
    let style = Style::of(&std::io::stdout());
    let place = match (step.frame, step.question.id.as_str()) {
        (Some(frame), _) => format!("Step after frame {frame}"),
        (None, Some(id)) => format!("Step {id}"),
        (None, None) => String::from("Step"),
    };
    let verdict = report.verdict.name();
    let verdict = if report.verdict == Verdict::Broken { style.bad(verdict) } else { style.strong(verdict) };
    let mut lines = vec![format!("{place}: {verdict}")];
    lines.extend(sentences(report).into_iter().map(|sentence| format!("  {sentence}")));
    if let Some(gap) = &report.gap {
        let [lower, upper] = gap.value;
        lines.push(format!("  Gap of the convex model: between {lower:.3e} and {upper:.3e} {}.", gap.unit));
    }
    let names = step.question.why.as_ref();
    let why = names.and_then(|[a, b]| why_sentence(report, &step.question.step, [a, b]));
    lines.extend(why.map(|sentence| format!("  {sentence}")));
    if let Some(parting) = &report.parting {
        lines.push(match parting {
            Some(parting) => format!("  First proven difference from the other capture: {}.", parting_text(parting)),
            None => String::from("  The other capture is the same within rounding."),
        });
    }
    lines.join("\n")
}

/// Returns the stage, the quantity, the items and both values of a difference between two captures.
fn parting_text(parting: &Parting) -> String {
    let items = match (&parting.pair, &parting.body) {
        (Some([a, b]), _) => format!(" of {a} and {b}"),
        (None, Some(body)) => format!(" of {body}"),
        (None, None) => String::new(),
    };
    let [here, there] = [&parting.value, &parting.other].map(|numbers| numbers_text(numbers));
    format!("{}, {}{items}: {here} here, {there} there", parting.stage, parting.quantity)
}

/// Returns numbers with every digit, several in parentheses.
fn numbers_text(numbers: &[f64]) -> String {
    let texts: Vec<String> = numbers.iter().copied().map(every_digit).collect();
    if texts.len() == 1 { texts.concat() } else { format!("({})", texts.join(", ")) }
}
