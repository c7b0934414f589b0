//! `contact-lens predict`: the questions of a run, its answer key, and the score of given answers.

use super::args::PredictOptions;
use super::progress::Progress;
use super::stdout::Out;
use super::terminal_text::Style;
use super::{Ending, Failure, Result, source};
use crate::lesson::recorded::score::{Answered, Score, questions, why};
use crate::lesson::{Choice, Lesson};
use crate::play::{self, ScoreReport};
use crate::scene::Document;
use crate::scene::save;

/// Runs `contact-lens predict`.
pub(super) fn predict(options: &PredictOptions) -> Result {
    let progress = Progress::begin("Computing");
    let mut document = source::target(&options.target)?;
    let target = &options.target;
    if let Some(seed) = options.seed {
        let (_, query) = source::query(&document, target)?;
        let exercise = play::exercise(target.precision.into(), &document.scene, query, seed);
        let exercise = exercise.map_err(|error| Failure::Message(format!("{}: {error}", document.file())))?;
        if let Some(path) = &options.output {
            super::destination::is_free(path, false)?;
            save::to_file(&exercise, path)?;
        }
        document.scene = exercise;
    }
    let lesson = source::play(&document, target)?;
    let questions: Vec<(usize, Choice)> = questions(lesson.as_ref()).collect();
    let answers = parse_answers(&options.answers, &questions)?;
    drop(progress);
    let score = (options.key || !answers.is_empty()).then(|| graded(lesson.as_ref(), &questions, &answers));
    let has_wrong_answer = score.as_ref().is_some_and(|score| !answers.is_empty() && score.right < score.asked);
    let mut out = Out::standard();
    if options.json {
        out.line(&json(options, &document, lesson.as_ref(), &questions, score.as_ref())?)?;
    } else {
        text(&mut |line| out.line(line), &questions, score.as_ref(), !answers.is_empty())?;
    }
    Ok(if has_wrong_answer { Ending::SomethingFails } else { Ending::Fine })
}

/// Parses answers as indices of candidates.
fn parse_answers(answers: &[String], questions: &[(usize, Choice)]) -> Result<Vec<Option<usize>>> {
    if answers.len() > questions.len() {
        let message = format!("there are {} answers, and only {} questions", answers.len(), questions.len());
        return Err(Failure::Message(message));
    }
    answers.iter().zip(questions).map(|(text, (_, choice))| read_answer(text.trim(), choice)).collect()
}

/// Parses an answer as the index of a candidate; `None` for a skipped question.
fn read_answer(text: &str, choice: &Choice) -> Result<Option<usize>> {
    if matches!(text, "-" | "") {
        return Ok(None);
    }
    let count = choice.candidates.len();
    match text.parse::<usize>() {
        Ok(number) if (1..=count).contains(&number) => Ok(Some(number - 1)),
        _ => Err(Failure::Message(format!("`{text}` is no answer to “{}”: 1 to {count}, or -", choice.asks))),
    }
}

/// Grades all questions; those without an answer count as unanswered.
fn graded(lesson: &dyn Lesson, questions: &[(usize, Choice)], answers: &[Option<usize>]) -> Score {
    let mut score = Score::default();
    for (i, (step, choice)) in questions.iter().enumerate() {
        let answer = answers.get(i).copied().flatten();
        score.add(Answered::new(*step, choice, answer, why(lesson, *step, choice)));
    }
    score
}

/// The report as JSON.
fn json(
    options: &PredictOptions,
    document: &Document,
    lesson: &dyn Lesson,
    questions: &[(usize, Choice)],
    score: Option<&Score>,
) -> Result<String> {
    let (_, query) = source::query(document, &options.target)?;
    let frame = source::frame(&options.target, lesson);
    let report = ScoreReport::new(&document.scene, query, options.target.precision.into(), frame, options.seed);
    let report = match score {
        Some(score) => report.answered(score),
        None => report.asked(questions),
    };
    report.json().map_err(|error| Failure::Message(error.to_string()))
}

/// Prints the questions, and their answers if graded.
fn text(
    out: &mut dyn FnMut(&str) -> Result<()>,
    questions: &[(usize, Choice)],
    score: Option<&Score>,
    graded: bool,
) -> Result<()> {
    let style = Style::of(&std::io::stdout());
    if questions.is_empty() {
        out("No step of this run makes a choice that could be asked about.")?;
    }
    for (i, (step, choice)) in questions.iter().enumerate() {
        let answered = score.and_then(|score| score.answers.get(i));
        out(&format!("{}. Step {}: {}", i + 1, step + 1, style.strong(&choice.asks)))?;
        for (number, candidate) in (1..).zip(&choice.candidates) {
            let mark = match answered {
                Some(answered) if answered.right.contains(&number) => style.good("✓"),
                Some(answered) if answered.answer == Some(number) => style.bad("✗"),
                _ => String::from(" "),
            };
            out(&format!("   {mark} {number}  {}", candidate.name))?;
        }
        if let Some(answered) = answered {
            out(&format!("     {}", style.faint(&answered.why)))?;
        } else if choice.has_several() {
            out(&format!("     {}", style.faint("Several are right: any of them counts.")))?;
        }
    }
    if let Some(score) = score.filter(|_| graded) {
        out(&style.strong(&format!("{} of {} right", score.right, score.asked)))?;
    }
    Ok(())
}
