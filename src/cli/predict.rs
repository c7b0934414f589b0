//! `contact-lens predict`: prints the questions of a run, each about the candidate that a step chooses, with the right
//! answers if requested, and grades the user's answers.

use contact_lens_lesson::recorded::score::{Answered, Score, questions, why};
use contact_lens_lesson::{Choice, Lesson};
use contact_lens_model::answer::number::with_noun;
use contact_lens_play::{self as play, ScoreReport};
use contact_lens_scene::Document;
use contact_lens_scene::save;

use super::args::PredictOptions;
use super::progress::Progress;
use super::stdout::Out;
use super::terminal_text::Style;
use super::{Ending, Failure, Result, source};

/// Prints the questions of a run, and grades the given answers.
pub(super) fn predict(options: &PredictOptions) -> Result {
    let progress = Progress::begin("Computing");
    let mut document = source::open_target(&options.target)?;
    let target = &options.target;
    if let Some(seed) = options.seed {
        let (_, query) = source::find_query(&document, target)?;
        let generated = play::exercise(target.precision.into(), &document.scene, query, seed);
        let generated = generated.map_err(|error| Failure::Message(format!("{}: {error}", document.file())))?;
        if let Some(path) = &options.output {
            super::destination::check_is_free(path, false)?;
            save::to_file(&generated, path)?;
        }
        document.scene = generated;
    }
    let lesson = source::record_run(&document, target)?;
    let all_questions: Vec<(usize, Choice)> = questions(lesson.as_ref()).collect();
    let answers = parse_answers(&options.answers, &all_questions)?;
    drop(progress);
    let score = (options.key || !answers.is_empty()).then(|| grade(lesson.as_ref(), &all_questions, &answers));
    let has_wrong_answer = score.as_ref().is_some_and(|score| !answers.is_empty() && score.right < score.asked);
    let mut out = Out::standard();
    if options.json {
        out.print_line(&json_report(options, &document, lesson.as_ref(), &all_questions, score.as_ref())?)?;
    } else {
        print_text(&mut |line| out.print_line(line), &all_questions, score.as_ref(), !answers.is_empty())?;
    }
    Ok(if has_wrong_answer { Ending::SomethingFails } else { Ending::Fine })
}

/// Parses the answers to the first questions as indices of candidates, `None` for skipped questions.
/// `all_questions` are the questions of all steps, each with its step, from 0. Fails if there are more answers than
/// questions.
fn parse_answers(answers: &[String], all_questions: &[(usize, Choice)]) -> Result<Vec<Option<usize>>> {
    if answers.len() > all_questions.len() {
        let count = with_noun(answers.len() as u64, "answer");
        let message =
            format!("--answers gives {count}, but the run has {}", with_noun(all_questions.len() as u64, "question"));
        return Err(Failure::Message(message));
    }
    answers.iter().zip(all_questions).map(|(text, (_, choice))| parse_answer(text.trim(), choice)).collect()
}

/// Parses an answer, a number from 1, as the index of a candidate; `None` for a skipped question.
fn parse_answer(text: &str, choice: &Choice) -> Result<Option<usize>> {
    if matches!(text, "-" | "") {
        return Ok(None);
    }
    let count = choice.candidates.len();
    match text.parse::<usize>() {
        Ok(number) if (1..=count).contains(&number) => Ok(Some(number - 1)),
        _ => Err(Failure::Message(format!(
            "`{text}` is not an answer to “{}”: expected 1 to {count}, or -",
            choice.question
        ))),
    }
}

/// Grades the answers to all questions. Questions after the last answer count as unanswered.
fn grade(lesson: &dyn Lesson, all_questions: &[(usize, Choice)], answers: &[Option<usize>]) -> Score {
    let mut score = Score::default();
    for (index, (step, choice)) in all_questions.iter().enumerate() {
        let answer = answers.get(index).copied().flatten();
        score.add(Answered::new(*step, choice, answer, why(lesson, *step, choice)));
    }
    score
}

/// Formats the questions as JSON; with a score, also the right answers and the given ones.
fn json_report(
    options: &PredictOptions,
    document: &Document,
    lesson: &dyn Lesson,
    all_questions: &[(usize, Choice)],
    score: Option<&Score>,
) -> Result<String> {
    let (_, query) = source::find_query(document, &options.target)?;
    let frame = source::shown_frame(&options.target, lesson);
    let report = ScoreReport::new(&document.scene, query, options.target.precision.into(), frame, options.seed);
    let report = match score {
        Some(score) => report.with_answers(score),
        None => report.with_questions(all_questions),
    };
    report.json().map_err(|error| Failure::Message(error.to_string()))
}

/// Prints the questions by calls of `out`; with a score, also the right answers. The number of right answers is printed
/// if `prints_score` is true and there is a score.
fn print_text(
    out: &mut dyn FnMut(&str) -> Result<()>,
    all_questions: &[(usize, Choice)],
    score: Option<&Score>,
    prints_score: bool,
) -> Result<()> {
    let style = Style::of(&std::io::stdout());
    if all_questions.is_empty() {
        out("No step of this run makes a choice to predict.")?;
    }
    for (index, (step, choice)) in all_questions.iter().enumerate() {
        let answered = score.and_then(|score| score.answers.get(index));
        out(&format!("{}. Step {}: {}", index + 1, step + 1, style.strong(&choice.question)))?;
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
        } else if choice.has_several_answers() {
            out(&format!("     {}", style.faint("Several answers are right; any of them counts.")))?;
        }
    }
    if let Some(score) = score
        && prints_score
    {
        out(&style.strong(&format!("{} of {} right", score.right, score.asked)))?;
    }
    Ok(())
}
