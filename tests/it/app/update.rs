//! `update` alone: no window, no disk, no clock.

use std::collections::BTreeMap;
use std::path::PathBuf;

use contact_lens::app::{
    ACTIONS, BreakCommand, Command, Condition, Edit, Effect, ExportFormat, FigureCommand, FileCommand, Guard, Jump,
    Prefs, Reading, RunCommand, RunProgress, SaveCommand, SceneCommand, SelectCommand, Severity, Stamp, State,
    TimeCommand, ViewCommand, WindowCommand,
};
use contact_lens::check::Precision;
use contact_lens::lesson::{BeatIndex, CSO, EndingKind, Event, WORLD};
use contact_lens::scene::model::Shape;

use super::fake::STEPS;
use super::{act as update, state, two_boxes};

fn moved(x: f64) -> Command {
    Command::Scene(SceneCommand::Edit(Edit::Pose {
        body: 1,
        frame: 0,
        position: [x, 0.0, 0.0],
        rotation: [0.0, 0.0, 0.0, 1.0],
    }))
}

#[test]
fn no_two_commands_share_a_shortcut() {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    for action in ACTIONS {
        for shortcut in action.shortcuts {
            let keys = format!("{:?}+{:?}", shortcut.modifiers, shortcut.logical_key);
            if let Some(other) = taken.insert(keys.clone(), action.title) {
                panic!("{keys} is both {other} and {}", action.title);
            }
        }
    }
    assert!(taken.len() > 40, "the registry has lost its keys");
}

#[test]
fn every_action_has_a_title_of_its_own_and_a_tip() {
    let mut titles: Vec<&str> = ACTIONS.iter().map(|action| action.title).collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), ACTIONS.len());
    assert!(ACTIONS.iter().all(|action| !action.tip.is_empty()));
}

#[test]
fn an_edit_runs_the_query_again_and_a_drag_is_one_undo() {
    let mut state = state();
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(2.0));
    for x in [2.5, 3.0, 3.5] {
        update(&mut state, moved(x));
    }
    update(&mut state, SceneCommand::EndGesture);
    update(&mut state, moved(4.0));
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(4.0));
    assert!(state.doc.dirty);
    update(&mut state, SceneCommand::Undo);
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(3.5));
    update(&mut state, SceneCommand::Undo);
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(2.0));
    assert!(!state.doc.dirty, "back where it was saved");
    update(&mut state, SceneCommand::Redo);
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(3.5));
}

#[test]
fn jumps_go_where_they_say() {
    let mut state = state();
    let now = |state: &State| {
        let BeatIndex { step, beat } = state.beat_index();
        (step, beat)
    };
    for (jump, there) in [
        (Jump::Next, (0, 1)),
        (Jump::NextStep, (1, 0)),
        (Jump::Previous, (0, 2)),
        (Jump::PreviousStep, (0, 0)),
        (Jump::NextEvent, (0, 2)),
        (Jump::NextEvent, (1, 0)),
        (Jump::PreviousEvent, (0, 2)),
        (Jump::Line("stop"), (1, 1)),
        (Jump::Last, (STEPS - 1, 2)),
        (Jump::Next, (STEPS - 1, 2)),
        (Jump::Line("support"), (0, 0)),
        (Jump::To(7), (2, 1)),
        (Jump::First, (0, 0)),
        (Jump::Previous, (0, 0)),
    ] {
        update(&mut state, TimeCommand::Jump(jump));
        assert_eq!(now(&state), there, "{jump:?}");
    }
}

#[test]
fn time_runs_at_its_speed_and_stops_at_the_end() {
    let mut state = state();
    update(&mut state, TimeCommand::SetSpeed(2.0));
    update(&mut state, TimeCommand::TogglePlay);
    assert!(state.playhead.is_playing);
    update(&mut state, TimeCommand::Tick(0.4));
    assert_eq!(state.playhead.position, 0);
    update(&mut state, TimeCommand::Tick(0.4));
    assert_eq!(state.playhead.position, 1, "a short sentence is shown for 1.5 s at the speed 1");
    update(&mut state, TimeCommand::Tick(100.0));
    assert_eq!(state.beat_index(), BeatIndex { step: STEPS - 1, beat: 2 });
    assert!(!state.playhead.is_playing, "stops at the end");
    update(&mut state, TimeCommand::TogglePlay);
    assert_eq!((state.playhead.position, state.playhead.is_playing), (0, true), "starts again from there");
    update(&mut state, TimeCommand::SetSpeed(f64::NAN));
    assert_eq!(state.playhead.speed, 2.0);
}

#[test]
fn a_refused_query_says_why_and_comes_back() {
    let mut state = state();
    update(&mut state, TimeCommand::Jump(Jump::To(4)));
    update(&mut state, SceneCommand::Edit(Edit::Shape(0, Shape::Sphere { radius: 13.0 })));
    assert_eq!(state.refusal.as_ref().unwrap().message, "is unlucky");
    assert!(state.recording.is_none() && state.beat().is_none());
    update(&mut state, SceneCommand::Undo);
    assert!(state.refusal.is_none() && state.recording.is_some());
}

#[test]
fn disagreement_of_the_precisions_is_said() {
    let mut state = state();
    assert_eq!(state.disagreement(), None);
    update(&mut state, moved(7.0));
    let said = state.disagreement().unwrap();
    assert!(said.contains("f32") && said.contains("f64"), "{said}");
    update(&mut state, RunCommand::TogglePrecision);
    assert_eq!(state.focus.precision, Precision::F32);
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(8.0));
}

#[test]
fn a_file_that_changed_on_disk_keeps_the_step_and_never_overwrites_edits() {
    let mut state = state();
    update(&mut state, TimeCommand::Jump(Jump::To(8)));
    let camera = *state.camera(WORLD);
    let mut other = two_boxes();
    other.bodies[1].position = [5.0, 0.0, 0.0];
    state.doc.path = Some(PathBuf::from("pair.scene.json"));
    let reloaded = |scene, text: &[u8]| {
        Command::File(FileCommand::Reloaded { stamp: Stamp::of(text), scene: Box::new(scene), revert: false })
    };
    update(&mut state, reloaded(other, b"other"));
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(5.0));
    assert_eq!(state.playhead.position, 8);
    assert_eq!(*state.camera(WORLD), camera);
    update(&mut state, moved(1.0));
    update(&mut state, reloaded(two_boxes(), b"third"));
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(1.0), "the edit is kept");
    assert!(state.banners.iter().any(|banner| banner.severity == Severity::Error));
}

#[test]
fn a_bad_file_leaves_the_scene_and_says_so() {
    let mut state = state();
    let effects = update(&mut state, FileCommand::Open(PathBuf::from("no/such.scene.json")));
    assert!(matches!(effects.as_slice(), [Effect::Read { how: Reading::Open, .. }]));
    let answer = contact_lens::app::perform(&effects[0], &state).unwrap();
    update(&mut state, answer);
    assert!(state.banners[0].text.contains("no/such.scene.json"), "{:?}", state.banners);
    assert_eq!(*state.doc.scene, two_boxes());
    update(&mut state, WindowCommand::Dismiss);
    assert!(state.banners.is_empty());
}

#[test]
fn unsaved_edits_are_asked_about() {
    let mut state = state();
    update(&mut state, moved(3.0));
    assert!(update(&mut state, WindowCommand::Quit).is_empty());
    assert!(state.pending_command.is_some());
    update(&mut state, WindowCommand::Dismiss);
    assert!(state.pending_command.is_none() && state.doc.dirty);
    update(&mut state, WindowCommand::Quit);
    assert_eq!(update(&mut state, WindowCommand::Discard), [Effect::Quit]);
}

#[test]
fn save_goes_on_to_what_was_asked_once_the_scene_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.scene.json");
    let mut state = state();
    // No file yet: a dialog asks where, and only then the window closes.
    update(&mut state, moved(3.0));
    update(&mut state, WindowCommand::Quit);
    assert!(matches!(update(&mut state, SaveCommand::SaveFirst).as_slice(), [Effect::PickSave(_)]));
    let write = update(&mut state, SaveCommand::SaveAs(path.clone()));
    let written = contact_lens::app::perform(&write[0], &state).unwrap();
    assert_eq!(update(&mut state, written), [Effect::Watch(Some(path)), Effect::Quit]);
    // A new scene after the edits of this one.
    update(&mut state, moved(4.0));
    update(&mut state, FileCommand::New);
    let write = update(&mut state, SaveCommand::SaveFirst);
    let written = contact_lens::app::perform(&write[0], &state).unwrap();
    update(&mut state, written);
    assert_eq!((state.doc.scene.name.as_str(), &state.doc.path), ("New scene", &None));
}

#[test]
fn a_save_that_fails_or_is_cancelled_stays() {
    let mut state = state();
    update(&mut state, moved(3.0));
    update(&mut state, WindowCommand::Quit);
    update(&mut state, SaveCommand::SaveFirst);
    let nowhere = PathBuf::from("/no/such/folder/x.scene.json");
    let write = update(&mut state, SaveCommand::SaveAs(nowhere));
    let failed = contact_lens::app::perform(&write[0], &state).unwrap();
    assert_eq!(update(&mut state, failed), [], "the window stays open");
    assert!(state.doc.dirty && state.banners[0].severity == Severity::Error);
    // Nor does a later save of another kind close it.
    let saved = PathBuf::from("x.scene.json");
    assert_eq!(
        update(&mut state, SaveCommand::Saved(saved.clone(), Stamp::of(b"saved"))),
        [Effect::Watch(Some(saved.clone()))]
    );
    for forget in [Command::Save(SaveCommand::Unanswered), Command::Window(WindowCommand::Dismiss)] {
        update(&mut state, moved(5.0));
        update(&mut state, WindowCommand::Quit);
        update(&mut state, SaveCommand::SaveFirst);
        update(&mut state, SaveCommand::AskPath(contact_lens::app::PathPurpose::Save, String::new()));
        update(&mut state, forget);
        assert_eq!(
            update(&mut state, SaveCommand::Saved(saved.clone(), Stamp::of(b"saved"))),
            [Effect::Watch(Some(saved.clone()))]
        );
        update(&mut state, moved(2.0));
    }
}

#[test]
fn the_engine_is_asked_only_when_its_inputs_changed() {
    let mut state = state();
    let asks = |state: &mut State, command| {
        let effects = contact_lens::app::update(state, command);
        effects.iter().any(|effect| matches!(effect, Effect::Ask(_)))
    };
    for idle in [
        Command::Time(TimeCommand::Jump(Jump::Next)),
        Command::Scene(SceneCommand::Edit(Edit::Name(String::from("Another title")))),
        Command::Scene(SceneCommand::Edit(Edit::Note(String::from("Another note")))),
        Command::Scene(SceneCommand::Undo),
        Command::Window(WindowCommand::ToggleTheme),
        Command::Time(TimeCommand::SetFrame(7)),
        moved(2.0),
        Command::Select(SelectCommand::SelectQuery(0)),
        Command::Select(SelectCommand::ToggleBody(1)),
    ] {
        assert!(!asks(&mut state, idle.clone()), "{idle:?}");
    }
    for busy in [
        moved(2.5),
        Command::Select(SelectCommand::SelectQuery(1)),
        Command::Run(RunCommand::TogglePrecision),
        Command::Run(RunCommand::Rerun),
        Command::File(FileCommand::New),
    ] {
        update(&mut state, SaveCommand::Saved(PathBuf::from("x"), Stamp::of(b"x")));
        assert!(asks(&mut state, busy.clone()), "{busy:?}");
    }
}

#[test]
fn a_late_answer_of_another_query_is_dropped_and_a_run_can_be_ended() {
    let mut state = state();
    let late = contact_lens::app::update(&mut state, moved(3.0)).remove(0);
    let late = contact_lens::app::perform(&late, &state).unwrap();
    let newer = contact_lens::app::update(&mut state, SelectCommand::SelectQuery(1)).remove(0);
    contact_lens::app::update(&mut state, late);
    assert!(state.recording.is_none(), "that was the answer to the query before");
    contact_lens::app::update(&mut state, RunCommand::Progress(RunProgress { iterations: 99, seconds: 9.0 }));
    assert_eq!(contact_lens::app::update(&mut state, RunCommand::Cancel), [Effect::Cancel]);
    assert!(state.run_progress.is_none() && state.refusal.as_ref().unwrap().message.contains("canceled"));
    let newer = contact_lens::app::perform(&newer, &state).unwrap();
    contact_lens::app::update(&mut state, newer);
    assert!(state.recording.is_none(), "a run that was ended has no answer");
    update(&mut state, RunCommand::Rerun);
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(-3.0), "of the second query");
}

#[test]
fn conditions_hold_where_they_say() {
    let state = state();
    let reel = state.recording.as_ref().unwrap();
    let hits = |condition: Condition| condition.hits(reel, Some(4));
    let name = |index: usize| reel.lesson.card().series[index].name.to_owned();
    let every: Vec<usize> = (0..STEPS).map(|step| 3 * step).collect();
    assert_eq!(hits(Condition::Step(2)), [3]);
    assert_eq!(hits(Condition::Step(99)), [] as [usize; 0]);
    assert_eq!(hits(Condition::Line(String::from("support"))), every);
    // The line of a stop test is run wherever the test is tried, not only where it ends the run.
    let tried = hits(Condition::Line(String::from("narrow")));
    assert!(every.iter().all(|step| tried.contains(step)), "{tried:?}");
    assert_eq!(hits(Condition::Event(Event::Stop(EndingKind::Success))), [reel.position(STEPS - 1, 1)]);
    assert_eq!(hits(Condition::StopTestFired), [reel.position(STEPS - 1, 1)]);
    // The first series halves from 1, the second rises from −0.8 to 0.2.
    assert_eq!(hits(Condition::Below(name(0), 0.4)), every[2..]);
    assert_eq!(hits(Condition::Above(name(0), 0.4)), every[..2]);
    assert_eq!(hits(Condition::Grows(name(0))), [] as [usize; 0]);
    assert_eq!(hits(Condition::Grows(name(1))), every[1..]);
    assert_eq!(hits(Condition::Below(String::from("no such number"), 1.0)), [] as [usize; 0]);
    assert_eq!(hits(Condition::Says(String::from("IS 0.5 M"))), [3, 4, 5]);
    assert_eq!(hits(Condition::Diverged), [4]);
}

#[test]
fn the_timeline_runs_to_breakpoints_and_playing_stops_there() {
    let mut state = state();
    update(&mut state, TimeCommand::Jump(Jump::NextBreak));
    assert!(state.banners[0].text.contains("No breakpoint"), "{:?}", state.banners);
    update(&mut state, BreakCommand::ToggleBreak(Condition::Step(3)));
    update(&mut state, BreakCommand::ToggleBreak(Condition::StopTestFired));
    assert_eq!(state.breakpoint_positions, [6, 3 * STEPS - 2]);
    update(&mut state, TimeCommand::Jump(Jump::NextBreak));
    assert_eq!(state.playhead.position, 6);
    update(&mut state, TimeCommand::Jump(Jump::NextBreak));
    assert_eq!(state.playhead.position, 3 * STEPS - 2);
    update(&mut state, TimeCommand::Jump(Jump::PreviousBreak));
    assert_eq!(state.playhead.position, 6);
    update(&mut state, TimeCommand::Jump(Jump::First));
    update(&mut state, TimeCommand::TogglePlay);
    update(&mut state, TimeCommand::Tick(100.0));
    assert_eq!((state.playhead.position, state.playhead.is_playing), (6, false), "playing stops at a breakpoint");
    update(&mut state, BreakCommand::SwitchBreak(0));
    assert_eq!(state.breakpoint_positions, [3 * STEPS - 2]);
    update(&mut state, BreakCommand::BreakHere(None));
    assert_eq!(state.breakpoints[2].condition, Condition::Line(String::from("support")));
    update(&mut state, BreakCommand::BreakHere(None));
    update(&mut state, BreakCommand::RemoveBreak(1));
    assert_eq!((state.breakpoints.len(), state.breakpoint_positions.as_slice()), (1, [].as_slice()));
    update(&mut state, TimeCommand::RunTo(Condition::Says(String::from("0.25 m"))));
    assert_eq!(state.beat_index(), BeatIndex { step: 2, beat: 1 }, "the first beat of that step is behind");
    update(&mut state, TimeCommand::RunTo(Condition::VertexRemoved));
    assert_eq!(state.beat_index(), BeatIndex { step: 2, beat: 2 }, "the next reduction");
    update(&mut state, TimeCommand::RunTo(Condition::Diverged));
    assert!(state.banners.last().unwrap().text.contains("No sub-step of this run"));
}

#[test]
fn saving_asks_where_once_and_then_knows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.scene.json");
    let mut state = state();
    update(&mut state, moved(3.0));
    assert_eq!(update(&mut state, SaveCommand::Save), [Effect::PickSave(String::from("two-boxes.scene.json"))]);
    let effects = update(&mut state, SaveCommand::SaveAs(path.clone()));
    let answer = contact_lens::app::perform(&effects[0], &state).unwrap();
    assert_eq!(update(&mut state, answer), [Effect::Watch(Some(path.clone()))]);
    assert!(!state.doc.dirty);
    let guard = Guard::Known(Stamp::read(&path).unwrap());
    assert_eq!(update(&mut state, SaveCommand::Save), [Effect::Write { path: path.clone(), guard }]);
    let again = contact_lens::app::perform(&Effect::Read { path, how: Reading::Open }, &state).unwrap();
    let Command::File(FileCommand::Loaded { scene, .. }) = again else { panic!("{again:?}") };
    assert_eq!(*scene, *state.doc.scene);
}

#[test]
fn renaming_a_body_takes_its_queries_along_and_no_name_twice() {
    let mut state = state();
    update(&mut state, SceneCommand::Edit(Edit::RenameBody(0, String::from("B"))));
    assert_eq!(state.doc.scene.bodies[0].name, "A", "B is taken");
    update(&mut state, SceneCommand::Edit(Edit::RenameBody(0, String::from("crate"))));
    let lists: Vec<String> = state.doc.scene.queries.iter().map(|query| query.ask.subjects().list()).collect();
    assert_eq!(lists, ["crate, B", "B, crate"]);
    update(&mut state, SceneCommand::Edit(Edit::RemoveBody(0)));
    assert!(state.doc.scene.queries.is_empty() && state.recording.is_none(), "its queries went with it");
    update(&mut state, SceneCommand::Undo);
    assert_eq!(state.doc.scene.queries.len(), 2);
}

#[test]
fn a_camera_moved_by_hand_is_left_alone() {
    let mut state = state();
    let before = *state.camera(CSO);
    update(&mut state, ViewCommand::Size(CSO, glam::dvec2(126.0, 420.0)));
    let framed = *state.camera(CSO);
    assert!(framed.distance > before.distance, "a narrow pane is looked at from farther");
    let mut by_hand = framed;
    by_hand.azimuth += 0.1;
    update(&mut state, ViewCommand::Camera(CSO, by_hand));
    update(&mut state, ViewCommand::Size(CSO, glam::dvec2(840.0, 420.0)));
    assert_eq!(*state.camera(CSO), by_hand);
    update(&mut state, ViewCommand::FrameAll);
    assert_ne!(*state.camera(CSO), by_hand);
}

#[test]
fn a_query_that_takes_the_place_of_a_removed_one_is_shown_whole_from_its_start() {
    let mut state = state();
    update(&mut state, TimeCommand::Jump(Jump::Next));
    let framed = *state.camera(CSO);
    update(&mut state, ViewCommand::Camera(CSO, contact_lens::picture::Camera { distance: 400.0, ..framed }));
    update(&mut state, SceneCommand::Edit(Edit::RemoveQuery(0)));
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(-2.0), "of the second query");
    assert_eq!(state.beat_index(), BeatIndex { step: 0, beat: 0 });
    assert!(state.camera(CSO).distance < 40.0, "the camera came back");
    update(&mut state, SceneCommand::Edit(Edit::RemoveQuery(0)));
    assert!(state.recording.is_none() && state.doc.scene.queries.is_empty());
    update(&mut state, SceneCommand::Undo);
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(-2.0));
}

#[test]
fn any_order_of_commands_leaves_a_sound_state() {
    // Every command of the registry, in a fixed random order, many times over.
    let mut state = state();
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    for _ in 0..5_000 {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let action = &ACTIONS[(seed % ACTIONS.len() as u64) as usize];
        update(&mut state, (action.command)());
        if seed.is_multiple_of(11) {
            update(&mut state, moved((seed % 9) as f64));
        }
        let reel = state.recording.as_ref().unwrap();
        assert!(state.playhead.position < reel.beats());
        assert!(state.beat().is_some());
    }
}

#[test]
fn frames_run_round_and_each_one_is_asked_anew() {
    let mut scene = two_boxes();
    scene.frames = serde_json::from_str(
        r#"[{"poses": []}, {"poses": [{"body": "B", "position": [3, 0, 0]}]}, {"poses": [{"body": "B", "position": [4, 0, 0]}]}]"#,
    )
    .unwrap();
    let mut state = State::new(scene, None, Prefs::default(), super::fake::play);
    let distance = |state: &State| state.verdict().unwrap().pair().unwrap().signed_distance.unwrap();
    update(&mut state, TimeCommand::StepFrames(-1));
    assert_eq!((state.focus.frame, distance(&state)), (0, 2.0));
    update(&mut state, TimeCommand::TogglePlayFrames);
    let mut seen = vec![distance(&state)];
    for _ in 0..3 {
        update(&mut state, TimeCommand::Tick(1.0 / 11.9));
        seen.push(distance(&state));
    }
    assert_eq!(seen, [2.0, 3.0, 4.0, 2.0]);
    update(&mut state, TimeCommand::TogglePlayFrames);
    update(&mut state, TimeCommand::Tick(9.0));
    assert_eq!(state.focus.frame, 0);
    // A pose that is edited in a frame is the frame's, not the body's own.
    update(&mut state, TimeCommand::SetFrame(2));
    let edit = Edit::Pose { body: 1, frame: 2, position: [6.0, 0.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] };
    update(&mut state, SceneCommand::Edit(edit));
    assert_eq!((distance(&state), state.doc.scene.bodies[1].position[0]), (6.0, 2.0));
}

#[test]
fn a_figure_shows_the_beat_at_which_it_was_asked_for() {
    let mut state = state();
    update(&mut state, TimeCommand::Jump(Jump::To(4)));
    update(&mut state, TimeCommand::TogglePlay);
    let asked = state.beat_index();
    assert!(matches!(
        update(&mut state, FigureCommand::AskExport(ExportFormat::Svg)).as_slice(),
        [Effect::PickExport(..)]
    ));
    // The dialog is open, and time runs on.
    update(&mut state, TimeCommand::Tick(3.0));
    assert_ne!(state.beat_index(), asked);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("beat.svg");
    let effects = update(&mut state, FigureCommand::Export(path.clone()));
    let [Effect::Figure { shot, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(shot.beat_index(), asked);
    let said = contact_lens::app::perform(&effects[0], &state).unwrap();
    assert!(matches!(said, Command::Window(WindowCommand::Note(..))), "{said:?}");
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains("step 2 of 5, 2 of 3"), "the figure names the beat that was asked for");
}

#[test]
fn the_last_answer_stays_while_the_next_one_is_computed() {
    let mut state = state();
    let asked = contact_lens::app::update(&mut state, moved(3.0));
    assert!(matches!(asked.as_slice(), [Effect::Ask(_)]));
    contact_lens::app::update(&mut state, RunCommand::Progress(RunProgress { iterations: 7, seconds: 0.1 }));
    assert_eq!(state.verdict().unwrap().pair().unwrap().signed_distance, Some(2.0), "until the next answer comes");
    let answer = contact_lens::app::perform(&asked[0], &state).unwrap();
    contact_lens::app::update(&mut state, answer);
    assert_eq!((state.verdict().unwrap().pair().unwrap().signed_distance, state.run_progress), (Some(3.0), None));
}

#[test]
fn keys_move_by_groups_of_steps() {
    let scenes = contact_lens::scene::SHIPPED.iter().filter_map(|shipped| {
        contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).ok().filter(|scene| scene.queries.len() == 1)
    });
    let mut states = scenes.map(|scene| {
        let mut state = State::new(scene, None, Prefs::default(), contact_lens::app::open_in_engine);
        update(&mut state, RunCommand::Rerun);
        state
    });
    let grouped =
        |state: &State| state.recording.as_ref().unwrap().lesson.levels().first().is_some_and(|l| l.count() > 2);
    let mut state = states.find(grouped).expect("a lesson in parts");
    let level = state.recording.as_ref().unwrap().lesson.levels()[0].clone();
    let jump = |state: &mut State, jump| {
        update(state, TimeCommand::Jump(jump));
        let BeatIndex { step, beat } = state.beat_index();
        (step, beat)
    };
    for group in 1..level.count() {
        assert_eq!(jump(&mut state, Jump::NextGroup), (level.steps(group).start, 0), "forwards");
    }
    let end = state.recording.as_ref().unwrap().beats() - 1;
    jump(&mut state, Jump::NextGroup);
    assert_eq!(state.playhead.position, end, "after the last group comes the end");
    if end > state.recording.as_ref().unwrap().position(level.steps(level.count() - 1).start, 0) {
        assert_eq!(jump(&mut state, Jump::PreviousGroup), (level.steps(level.count() - 1).start, 0));
    }
    for group in (0..level.count() - 1).rev() {
        assert_eq!(jump(&mut state, Jump::PreviousOuterGroup), (level.steps(group).start, 0), "backwards");
    }
    assert_eq!(jump(&mut state, Jump::PreviousGroup), (0, 0), "before the first is nothing");
}

/// The file was written again with its bodies in another order, and then without the one that is selected.
#[test]
fn a_selected_body_stays_so_by_its_name_when_the_file_is_read_again() {
    let mut state = state();
    state.doc.mark_saved(PathBuf::from("pair.scene.json"), Stamp::of(b"before"));
    update(&mut state, SelectCommand::SelectBody(Some(1)));
    let mut turned = two_boxes();
    let b = turned.bodies.remove(1);
    turned.bodies = vec![b.as_ref().clone(), turned.bodies[0].clone()].into();
    let reload = |scene: &contact_lens::scene::model::Scene| {
        let stamp = Stamp::of(scene.name.as_bytes());
        Command::File(FileCommand::Reloaded { stamp, scene: Box::new(scene.clone()), revert: false })
    };
    update(&mut state, reload(&turned));
    assert_eq!(state.focus.body, Some(0), "B stands first now");
    let mut gone = turned.clone();
    gone.bodies.remove(0);
    gone.queries.clear();
    update(&mut state, reload(&gone));
    assert_eq!(state.focus.body, None);
    assert!(state.banners.iter().any(|banner| banner.text.contains("“B” was selected and is no longer in the file")));
}
