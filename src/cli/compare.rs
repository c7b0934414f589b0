//! `contact-lens compare`: compares the answers of every solver in both precisions, in a table or as JSON.

use contact_lens_check::compare::{Entry, answers_of_all_solvers, are_proven_and_agree, conclusion, first_difference};
use contact_lens_model::answer::FindingFacts as _;
use contact_lens_play::{self as play, Precision};
use contact_lens_scene::Document;
use contact_lens_scene::model::Query;
use serde_json::{Value, json};

use super::args::CompareOptions;
use super::progress::Progress;
use super::stdout::Out;
use super::terminal_text::{Style, Table, exact_value, line_width, wrap};
use super::{Ending, Failure, Result, source};

/// Compares the answers of all solvers to each query.
pub(super) fn compare(options: &CompareOptions) -> Result {
    let progress = Progress::begin("Comparing");
    let document = source::open_scene(&options.scene)?;
    let queries = requested_queries(&document, options.query.as_deref())?;
    let style = Style::of(&std::io::stdout());
    let mut out = Out::standard();
    let mut records = Vec::new();
    let mut holds = true;
    for query in queries {
        progress.set_description(format!("Comparing {}", query.name));
        let frame = compared_frame(&document, query, options.frame)?;
        let entries = answers_of_all_solvers(&document.scene, query, frame);
        holds &= are_proven_and_agree(&entries);
        let comparison = Comparison { document: &document, query, frame, entries };
        if options.json {
            records.push(comparison.record());
        } else {
            let lines = comparison.lines(style);
            progress.hidden_while(|| lines.iter().try_for_each(|line| out.print_line(line)))?;
        }
    }
    drop(progress);
    if options.json {
        let text = serde_json::to_string_pretty(&records).map_err(|error| Failure::Message(error.to_string()))?;
        out.print_line(&text)?;
    }
    Ok(if holds { Ending::Fine } else { Ending::SomethingFails })
}

/// Returns the query with this name; without a name, all queries. Fails if there is none.
fn requested_queries<'a>(document: &'a Document, name: Option<&str>) -> Result<Vec<&'a Query>> {
    let queries = &document.scene.queries;
    let requested: Vec<&Query> = queries.iter().filter(|query| name.is_none_or(|name| query.name == name)).collect();
    let names = queries.iter().map(|query| query.name.as_str());
    if requested.is_empty() { Err(source::missing_query(document.file(), name, names)) } else { Ok(requested) }
}

/// Returns the requested frame, or the one that opens by default. Fails if the requested one does not exist.
fn compared_frame(document: &Document, query: &Query, requested: Option<usize>) -> Result<usize> {
    let frames = document.scene.frames_of(Some(query));
    source::check_frame(document, requested, frames)?;
    if let Some(frame) = requested.or((frames == 1).then_some(0)) {
        return Ok(frame);
    }
    let opening_frame = play::open(Precision::F64, &document.scene, query).and_then(|run| run.opening());
    opening_frame.map_err(|why| source::query_failure(document, &why))
}

/// Answers of all solvers to a query in one frame.
struct Comparison<'a> {
    document: &'a Document,
    query: &'a Query,
    /// Index of the frame, from 0.
    frame: usize,
    /// Answers of each solver in each precision.
    entries: Vec<Entry>,
}

impl Comparison<'_> {
    /// Returns the lines of the comparison: its heading, the table of answers, the conclusion, and the step at which
    /// the precisions diverge.
    fn lines(&self, style: Style) -> Vec<String> {
        let frames = self.document.scene.frames_of(Some(self.query));
        let frame = if frames > 1 { format!(", frame {} of 0 to {}", self.frame, frames - 1) } else { String::new() };
        let mut lines = vec![style.strong(&format!("{} › {}{frame}", self.document.scene.name, self.query.name))];
        lines.extend(self.table().format_lines(2, style));
        let holds = are_proven_and_agree(&self.entries);
        let conclusion = wrap(&conclusion(&self.entries), line_width() - 2).into_iter();
        lines.extend(conclusion.map(|line| format!("  {}", if holds { style.good(&line) } else { style.bad(&line) })));
        let divergence = self.divergence().map_or_else(Vec::new, |text| wrap(&text, line_width() - 2));
        lines.extend(divergence.into_iter().map(|line| format!("  {}", style.bad(&line))));
        lines.push(String::new());
        lines
    }

    /// Returns the table with a row for each answer.
    fn table(&self) -> Table {
        let mut table = Table::new(["solver", "precision", "ending", "iterations", "answer", "proof"]);
        for entry in &self.entries {
            let [ending, iterations, answer] = match &entry.answer {
                Ok(verdict) => {
                    let number = verdict.finding.headline().map_or_else(String::new, |fact| exact_value(&fact.value));
                    let answer = format!("{} {number}", verdict.finding.status()).trim_end().to_owned();
                    [verdict.outcome.to_owned(), verdict.iterations.to_string(), answer]
                }
                Err(_) => ["–", "", "no answer"].map(str::to_owned),
            };
            let precision = entry.precision.to_string();
            table.add_row(vec![entry.solver.clone(), precision, ending, iterations, answer, proof(entry)]);
        }
        table
    }

    /// Describes in a sentence the step at which the runs of both precisions diverge; `None` unless their statuses
    /// differ.
    fn divergence(&self) -> Option<String> {
        let divergence = first_difference(&self.document.scene, self.query, self.frame, &self.entries)?;
        let [wide, narrow] = Precision::BOTH.map(Precision::name);
        let step = divergence.step + 1;
        Some(format!("{wide} and {narrow} diverge at step {step}: {}.", divergence.between([wide, narrow])))
    }

    /// Returns the comparison as JSON.
    fn record(&self) -> Value {
        let do_agree = are_proven_and_agree(&self.entries);
        json!({
            "query": self.query.name, "algorithm": self.query.ask.algorithm().id(), "frame": self.frame,
            "say": conclusion(&self.entries), "agree": do_agree, "parting": self.divergence(),
            "answers": self.entries.iter().map(answer_record).collect::<Vec<_>>(),
        })
    }
}

/// Describes how far an answer is proven, or why there is none.
fn proof(entry: &Entry) -> String {
    match (&entry.answer, entry.violations.first(), &entry.contradiction) {
        (Err(error), ..) => error.to_string(),
        (_, Some(violation), _) => format!("does not hold: {}", violation.message),
        (_, None, Some(contradiction)) => format!("holds, but {contradiction}"),
        (Ok(verdict), None, None) if verdict.finding.proof_extent().is_open() => {
            String::from("holds; the search did not converge")
        }
        _ => String::from("holds"),
    }
}

/// Returns the answer of one solver in one precision as JSON.
fn answer_record(entry: &Entry) -> Value {
    let precision = entry.precision.to_string();
    let proven = entry.is_proven();
    let violations: Vec<&str> = entry.violations.iter().map(|violation| violation.message.as_str()).collect();
    match &entry.answer {
        Ok(verdict) => json!({
            "solver": entry.solver, "precision": precision, "proven": proven, "status": verdict.finding.status(),
            "outcome": verdict.outcome, "iterations": verdict.iterations, "bracket": verdict.finding.bracket(),
            "say": verdict.say, "violations": violations, "against": entry.contradiction,
        }),
        Err(error) => {
            json!({"solver": entry.solver, "precision": precision, "proven": false, "refused": error.to_string()})
        }
    }
}
