//! Predicting in the window: questions that stop the run, answers by key, list and picture, the score, exercises.

use std::fs;

use contact_lens::app::{
    Effect, Jump, PredictionCommand, Prefs, RunCommand, State, TimeCommand, Window, open_in_engine, perform,
};
use contact_lens::lesson::recorded::score::Answered;
use contact_lens::lesson::{BeatIndex, Candidate};
use contact_lens::scene;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{act, harness};

/// The window on a shipped scene, answered by the engine.
fn open(name: &str) -> State {
    let shipped = scene::shipped(name).unwrap();
    let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    act(&mut state, RunCommand::Rerun);
    state
}

/// The index of a right answer to the open question, and of a wrong one.
fn right_and_wrong(state: &State) -> [usize; 2] {
    let open = state.prediction.as_ref().unwrap().open.as_ref().unwrap();
    [true, false].map(|right| open.choice.candidates.iter().position(|candidate| candidate.right == right).unwrap())
}

fn last(state: &State) -> &Answered {
    state.prediction.as_ref().unwrap().score.answers.last().unwrap()
}

#[test]
fn a_question_hides_the_step_until_it_is_answered() {
    let mut state = open("gjk-box-octahedron");
    act(&mut state, PredictionCommand::Toggle);
    let told = state.recording.as_ref().unwrap().summary(0).say.clone();
    let beat = state.beat().unwrap();
    assert!(beat.say.text().starts_with("Which vertex of block"), "{}", beat.say);
    assert!(beat.values.is_empty() && beat.tables.is_empty() && beat.line.is_empty(), "nothing of the step is told");
    assert_eq!(state.revealed_beats(), 0);
    // No way leads past it: neither steps nor the end of the run nor time.
    for jump in [Jump::Next, Jump::NextStep, Jump::Last, Jump::Beat(BeatIndex { step: 3, beat: 0 })] {
        act(&mut state, TimeCommand::Jump(jump));
        assert_eq!((state.playhead.position, state.revealed_beats()), (0, 0), "{jump:?}");
        assert!(state.beat().unwrap().say.text().starts_with("Which"), "{jump:?}");
    }
    let [right, _] = right_and_wrong(&state);
    act(&mut state, PredictionCommand::Answer(right));
    assert_eq!(state.beat().unwrap().say.text(), told);
    assert!(last(&state).correct);
    assert_eq!(state.revealed_beats(), 1);
    // The next question stands before the second step; what was shown before it stays.
    act(&mut state, TimeCommand::Jump(Jump::Last));
    let position = state.playhead.position;
    let before = state.recording.as_ref().unwrap().build_beats(state.beat_index().step);
    let open = state.prediction.as_ref().unwrap().open.clone().unwrap();
    assert_eq!((open.position, open.step), (position + 1, 1));
    assert_eq!(state.beat().unwrap().values, before[state.beat_index().beat].values, "the values are those of before");
    // Back, and the question is put off; forth, and it is asked again.
    act(&mut state, TimeCommand::Jump(Jump::First));
    assert!(state.prediction.as_ref().unwrap().open.is_none());
    assert_eq!(state.beat().unwrap().say.text(), told);
    act(&mut state, TimeCommand::Jump(Jump::Last));
    assert_eq!(state.prediction.as_ref().unwrap().open, Some(open));
}

#[test]
fn the_whole_run_can_be_predicted_and_is_scored() {
    for name in ["gjk-box-octahedron", "epa-box-box", "sat-boxes-edge-edge"] {
        let mut state = open(name);
        act(&mut state, PredictionCommand::Toggle);
        let all: Vec<_> =
            contact_lens::lesson::recorded::score::questions(&*state.recording.as_ref().unwrap().lesson).collect();
        let mut answered = 0;
        act(&mut state, TimeCommand::Jump(Jump::Last));
        while state.prediction.as_ref().unwrap().open.is_some() {
            let [right, wrong] = right_and_wrong(&state);
            act(&mut state, PredictionCommand::Answer(if answered % 3 == 2 { wrong } else { right }));
            answered += 1;
            act(&mut state, TimeCommand::Jump(Jump::Last));
        }
        let score = &state.prediction.as_ref().unwrap().score;
        assert_eq!((score.asked, answered), (all.len(), all.len()), "{name}");
        assert_eq!(score.right, answered - answered / 3, "{name}");
        assert_eq!(state.playhead.position + 1, state.recording.as_ref().unwrap().beats(), "{name} is at its end");
        assert_eq!(score.kinds.iter().map(|tally| tally.asked).sum::<usize>(), answered);
    }
}

#[test]
fn digits_and_buttons_answer_and_say_why() {
    let mut harness = harness(open("gjk-box-octahedron"));
    harness.run();
    harness.key_press(Key::Q);
    harness.run();
    let [right, wrong] = right_and_wrong(&harness.state().state);
    let camera = *harness.state().state.camera("world");
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];
    harness.key_press(digits[wrong]);
    harness.run();
    assert_eq!(*harness.state().state.camera("world"), camera, "no view was turned by the digit");
    assert!(!last(&harness.state().state).correct);
    harness.get_by_label("Wrong answer");
    let right_name = last(&harness.state().state).right_names().next().unwrap().to_owned();
    harness.get_by_label(&format!("Right answer: {right_name}."));
    let why = contact_lens::picture::font::with_hard_spaces(&last(&harness.state().state).why);
    harness.get_by_label(&why);
    assert_ne!(right, wrong);
    // The rest by the list.
    harness.key_press(Key::ArrowDown);
    harness.run();
    let [right, _] = right_and_wrong(&harness.state().state);
    let open = harness.state().state.prediction.as_ref().unwrap().open.clone().unwrap();
    harness.get_by_label(&format!("Answer {}: {}", right + 1, open.choice.candidates[right].name)).click();
    harness.run();
    harness.get_by_label("Right");
    harness.get_by_label("1 of 2 right");
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::A);
    harness.run();
    assert_eq!(last(&harness.state().state).answer, None, "given up");
    harness.get_by_label("1 of 3 right");
    harness.get_by_label("Stop").click();
    harness.run();
    assert!(harness.state().state.prediction.is_none());
}

#[test]
fn a_click_on_a_mark_answers() {
    let mut harness = harness(open("gjk-box-octahedron"));
    harness.run();
    harness.key_press(Key::Q);
    harness.run();
    let [right, _] = right_and_wrong(&harness.state().state);
    // Where the candidate's badge stands in the view.
    let view = harness.get_by_label("World view").rect();
    let state = &harness.state().state;
    let key = Candidate::key(right);
    let badge = state.picture("world").unwrap().marks.iter().find_map(|mark| match &mark.form {
        contact_lens::picture::Form::Badge { at, .. } if mark.key == key => Some(*at),
        _ => None,
    });
    let size = glam::DVec2::new(view.width().into(), view.height().into());
    let at = state.camera("world").lens().project(badge.unwrap(), size).unwrap();
    let at = view.min + egui::vec2(at.x as f32, at.y as f32);
    harness.hover_at(at);
    harness.run();
    assert_eq!(harness.state().state.hover, Some(key), "the badge is under the pointer");
    harness.drag_at(at);
    harness.drop_at(at);
    harness.run();
    assert!(last(&harness.state().state).correct);
    assert_eq!(harness.state().state.focus.body, None, "no body was selected");
}

#[test]
fn the_score_is_written_and_never_over_a_file() {
    let folder = std::env::temp_dir().join(format!("contact-lens-score-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("score.json");
    let mut state = open("gjk-box-octahedron");
    act(&mut state, PredictionCommand::Toggle);
    let [right, _] = right_and_wrong(&state);
    act(&mut state, PredictionCommand::Answer(right));
    let asked = act(&mut state, PredictionCommand::AskScore);
    assert!(asked.iter().any(|effect| matches!(effect, Effect::PickScore(name) if name.ends_with("score.json"))));
    let mut write = |over: bool| {
        for effect in act(&mut state, PredictionCommand::WriteScore { path: path.clone(), overwrite: over }) {
            if let Some(command) = perform(&effect, &state) {
                act(&mut state, command);
            }
        }
        state.banners.last().map(|banner| banner.text.clone()).unwrap_or_default()
    };
    assert!(write(false).starts_with("Wrote"));
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(json["algorithm"], "gjk");
    assert_eq!(json["score"]["right"], 1);
    assert_eq!(json["score"]["answers"][0]["correct"], true);
    assert_eq!(json["score"]["answers"][0]["right"][0], right as u64 + 1);
    fs::write(&path, "mine").unwrap();
    assert!(write(false).contains("already exists"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    assert!(write(true).starts_with("Wrote"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn another_one_like_this_is_made_of_the_next_seed() {
    let mut harness = harness(open("gjk-box-octahedron"));
    harness.run();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Q);
    harness.run();
    let name = |harness: &Harness<'_, Window>| harness.state().state.doc.scene.name.clone();
    assert_eq!(name(&harness), "GJK: a box and an octahedron, separated, exercise 1");
    harness.get_by_label("seed 1");
    assert!(harness.state().state.prediction.as_ref().unwrap().open.is_some(), "it asks at once");
    harness.get_by_label("Similar exercise").click();
    harness.run();
    assert_eq!(name(&harness), "GJK: a box and an octahedron, separated, exercise 2");
    harness.get_by_label("seed 2");
    assert!(!harness.state().state.doc.unsaved(), "nothing would be lost");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::PageDown);
    harness.run();
    assert!(harness.state().state.prediction.is_some(), "the next scene is asked about as well");
    assert!(harness.query_by_label_contains("seed ").is_none(), "and is no exercise");
}

#[test]
fn another_run_has_another_score() {
    let mut state = open("gjk-box-octahedron");
    act(&mut state, PredictionCommand::Toggle);
    let [right, _] = right_and_wrong(&state);
    act(&mut state, PredictionCommand::Answer(right));
    act(&mut state, RunCommand::TogglePrecision);
    let predict = state.prediction.as_ref().unwrap();
    assert_eq!((predict.score.asked, predict.revealed, state.playhead.position), (0, 0, 0));
    assert!(predict.open.is_some());
}

/// How the frames went, and how many beats a step takes, would tell what is asked.
#[test]
fn neither_the_strip_of_frames_nor_the_plot_over_them_hints_an_answer() {
    let strips = |state: &State| state.recording.as_ref().is_some_and(|run| run.lesson.strip().is_some());
    let names =
        scene::SHIPPED.iter().filter(|shipped| shipped.text.contains("\"frames\"") && shipped.text.len() < 20_000);
    let mut seen = 0;
    for name in names.map(|shipped| shipped.name) {
        let mut state = open(name);
        if !strips(&state) {
            continue;
        }
        act(&mut state, PredictionCommand::Toggle);
        if !state.hides_answers() {
            continue;
        }
        let kinds: Vec<String> = {
            let recording = state.recording.as_ref().unwrap();
            let strip = recording.lesson.strip().unwrap();
            let of =
                |(i, kind): (usize, &contact_lens::lesson::FrameCategory)| format!("{}: {}", kind.name, strip.count(i));
            strip.kinds.iter().enumerate().filter(|(i, _)| strip.count(*i) > 0).map(of).collect()
        };
        let mut harness = harness(state);
        harness.run();
        assert!(harness.query_by_label("The result of the frames is shown at the end of the run.").is_some(), "{name}");
        assert!(kinds.iter().all(|kind| harness.query_by_label(kind).is_none()), "{name}: {kinds:?}");
        harness.state_mut().send(PredictionCommand::Toggle);
        harness.run();
        assert!(kinds.iter().all(|kind| harness.query_by_label(kind).is_some()), "{name}: {kinds:?}");
        seen += 1;
        if seen == 2 {
            break;
        }
    }
    assert!(seen > 0, "no shipped scene has a strip of frames and asks");
}
