//! `contact-lens compare`: every solver and both precisions, in one table.

use serde_json::{Value, json};

use super::args::CompareOptions;
use super::progress::Progress;
use super::stdout::Out;
use super::terminal_text::{Style, Table, every_digit, width, wrapped};
use super::{Ending, Failure, Result, source};
use crate::answer::FindingFacts as _;
use crate::check::compare::{Entry, all_hold, by_all, conclusion, parting};
use crate::play::{self, Precision};
use crate::scene::Document;
use crate::scene::model::Query;

/// Compares the answers of all solvers to each query.
pub(super) fn compare(options: &CompareOptions) -> Result {
    let progress = Progress::begin("Comparing");
    let document = source::open(&options.scene)?;
    let queries = requested_queries(&document, options.query.as_deref())?;
    let style = Style::of(&std::io::stdout());
    let mut out = Out::standard();
    let mut records = Vec::new();
    let mut holds = true;
    for query in queries {
        progress.say(format!("Comparing {}", query.name));
        let frame = frame(&document, query, options.frame)?;
        let all = by_all(&document.scene, query, frame);
        holds &= all_hold(&all);
        if options.json {
            records.push(record(&document, (query, frame), &all));
        } else {
            let lines = lines(&document, (query, frame), &all, style);
            progress.aside(|| lines.iter().try_for_each(|line| out.line(line)))?;
        }
    }
    drop(progress);
    if options.json {
        let text = serde_json::to_string_pretty(&records).map_err(|error| Failure::Message(error.to_string()))?;
        out.line(&text)?;
    }
    Ok(if holds { Ending::Fine } else { Ending::SomethingFails })
}

/// Returns the query with this name, or all queries.
fn requested_queries<'a>(document: &'a Document, name: Option<&str>) -> Result<Vec<&'a Query>> {
    let queries = &document.scene.queries;
    let requested: Vec<&Query> = queries.iter().filter(|query| name.is_none_or(|name| query.name == name)).collect();
    let names = queries.iter().map(|query| query.name.as_str());
    if requested.is_empty() { Err(source::no_query(document.file(), name, names)) } else { Ok(requested) }
}

/// Returns the requested frame, or the one that opens by default.
fn frame(document: &Document, query: &Query, requested: Option<usize>) -> Result<usize> {
    let frames = document.scene.frames_of(Some(query));
    source::check_frame(document, requested, frames)?;
    if let Some(frame) = requested.or((frames == 1).then_some(0)) {
        return Ok(frame);
    }
    let opened = play::open(Precision::F64, &document.scene, query).and_then(|run| run.opening());
    opened.map_err(|why| source::refused(document, &why))
}

/// Returns the lines about one query in one frame: the table of its answers, the conclusion, and where the precisions
/// diverge.
fn lines(document: &Document, (query, frame): (&Query, usize), all: &[Entry], style: Style) -> Vec<String> {
    let frames = document.scene.frames_of(Some(query));
    let frame_text = if frames > 1 { format!(", frame {frame} of 0 to {}", frames - 1) } else { String::new() };
    let mut table = Table::new(["solver", "precision", "ending", "iterations", "answer", "proof"]);
    for entry in all {
        let (ending, iterations, answer) = match &entry.answer {
            Ok(verdict) => {
                let number = verdict.finding.headline().map_or_else(String::new, |fact| every_digit(&fact.value));
                let status = verdict.finding.status();
                (verdict.outcome.to_owned(), verdict.iterations.to_string(), format!("{status} {number}"))
            }
            Err(_) => (String::from("–"), String::new(), String::from("no answer")),
        };
        let precision = entry.precision.to_string();
        table.row(vec![
            entry.solver.clone(),
            precision,
            ending,
            iterations,
            answer.trim_end().to_owned(),
            proof(entry),
        ]);
    }
    let mut lines = vec![style.strong(&format!("{} › {}{frame_text}", document.scene.name, query.name))];
    lines.extend(table.lines(2, style));
    let conclusion = wrapped(&conclusion(all), width() - 2).into_iter();
    lines.extend(
        conclusion.map(|line| format!("  {}", if all_hold(all) { style.good(&line) } else { style.bad(&line) })),
    );
    let parts = parting_text(document, (query, frame), all);
    let parts = parts.map_or_else(Vec::new, |text| wrapped(&text, width() - 2));
    lines.extend(parts.into_iter().map(|line| format!("  {}", style.bad(&line))));
    lines.push(String::new());
    lines
}

/// Describes how far an answer is proven, or why there is none.
fn proof(entry: &Entry) -> String {
    match (&entry.answer, entry.violations.first(), &entry.against) {
        (Err(error), ..) => error.to_string(),
        (_, Some(violation), _) => format!("does not hold: {}", violation.message),
        (_, None, Some(against)) => format!("holds, but {against}"),
        (Ok(verdict), None, None) if verdict.finding.standing().is_open() => {
            String::from("holds; the search did not converge")
        }
        _ => String::from("holds"),
    }
}

/// Describes in a sentence where the runs of both precisions diverge; `None` unless their statuses differ.
fn parting_text(document: &Document, (query, frame): (&Query, usize), all: &[Entry]) -> Option<String> {
    let parting = parting(&document.scene, query, frame, all)?;
    let [wide, narrow] = Precision::BOTH.map(Precision::name);
    Some(format!("{wide} and {narrow} diverge at step {}: {}.", parting.step + 1, parting.between([wide, narrow])))
}

/// Answers to one query as JSON.
fn record(document: &Document, (query, frame): (&Query, usize), all: &[Entry]) -> Value {
    json!({
        "query": query.name, "algorithm": query.ask.algorithm().id(), "frame": frame, "say": conclusion(all),
        "agree": all_hold(all), "parting": parting_text(document, (query, frame), all),
        "answers": all.iter().map(answer_record).collect::<Vec<_>>(),
    })
}

/// Answer of one solver as JSON.
fn answer_record(entry: &Entry) -> Value {
    let precision = entry.precision.to_string();
    let proven = entry.is_proven();
    let violations: Vec<&str> = entry.violations.iter().map(|violation| violation.message.as_str()).collect();
    match &entry.answer {
        Ok(verdict) => json!({
            "solver": entry.solver, "precision": precision, "proven": proven, "status": verdict.finding.status(),
            "outcome": verdict.outcome, "iterations": verdict.iterations, "bracket": verdict.finding.bracket(),
            "say": verdict.say, "violations": violations, "against": entry.against,
        }),
        Err(error) => {
            json!({"solver": entry.solver, "precision": precision, "proven": false, "refused": error.to_string()})
        }
    }
}
