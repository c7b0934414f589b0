//! `update` alone: no window, no disk, no clock.

use std::collections::BTreeMap;
use std::path::PathBuf;

use contact_lens::app::{ACTIONS, Command, Edit, Effect, Jump, Pane, Precision, Prefs, Severity, State, update};
use contact_lens::scene::model::Shape;

use super::fake::STEPS;
use super::{state, two_boxes};

fn moved(x: f64) -> Command {
    Command::Edit(Edit::Pose { body: 1, frame: 0, position: [x, 0.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] })
}

#[test]
fn no_two_commands_share_a_chord() {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    for action in ACTIONS {
        for chord in action.chords {
            let keys = format!("{:?}+{:?}", chord.modifiers, chord.logical_key);
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
    assert_eq!(state.verdict().unwrap().signed_distance, Some(2.0));
    for x in [2.5, 3.0, 3.5] {
        update(&mut state, moved(x));
    }
    update(&mut state, Command::EndGesture);
    update(&mut state, moved(4.0));
    assert_eq!(state.verdict().unwrap().signed_distance, Some(4.0));
    assert!(state.doc.dirty);
    update(&mut state, Command::Undo);
    assert_eq!(state.verdict().unwrap().signed_distance, Some(3.5));
    update(&mut state, Command::Undo);
    assert_eq!(state.verdict().unwrap().signed_distance, Some(2.0));
    assert!(!state.doc.dirty, "back where it was saved");
    update(&mut state, Command::Redo);
    assert_eq!(state.verdict().unwrap().signed_distance, Some(3.5));
}

#[test]
fn jumps_go_where_they_say() {
    let mut state = state();
    let now = |state: &State| state.now();
    for (jump, there) in [
        (Jump::Next, (0, 1)),
        (Jump::NextStep, (1, 0)),
        (Jump::Back, (0, 2)),
        (Jump::BackStep, (0, 0)),
        (Jump::NextEvent, (0, 2)),
        (Jump::NextEvent, (1, 0)),
        (Jump::BackEvent, (0, 2)),
        (Jump::Line("stop"), (1, 1)),
        (Jump::Last, (STEPS - 1, 2)),
        (Jump::Next, (STEPS - 1, 2)),
        (Jump::Line("support"), (0, 0)),
        (Jump::To(7), (2, 1)),
        (Jump::First, (0, 0)),
        (Jump::Back, (0, 0)),
    ] {
        update(&mut state, Command::Jump(jump));
        assert_eq!(now(&state), there, "{jump:?}");
    }
}

#[test]
fn time_runs_at_its_speed_and_stops_at_the_end() {
    let mut state = state();
    update(&mut state, Command::SetSpeed(2.0));
    update(&mut state, Command::TogglePlay);
    assert!(state.head.playing);
    update(&mut state, Command::Tick(0.4));
    assert_eq!(state.head.position, 0);
    update(&mut state, Command::Tick(0.2));
    assert_eq!(state.head.position, 1);
    update(&mut state, Command::Tick(100.0));
    assert_eq!(state.now(), (STEPS - 1, 2));
    assert!(!state.head.playing, "stops at the end");
    update(&mut state, Command::TogglePlay);
    assert_eq!((state.head.position, state.head.playing), (0, true), "starts again from there");
    update(&mut state, Command::SetSpeed(f64::NAN));
    assert_eq!(state.head.speed, 2.0);
}

#[test]
fn a_refused_query_says_why_and_comes_back() {
    let mut state = state();
    update(&mut state, Command::Jump(Jump::To(4)));
    update(&mut state, Command::Edit(Edit::Shape(0, Shape::Sphere { radius: 13.0 })));
    assert_eq!(state.refusal.as_ref().unwrap().message, "is unlucky");
    assert!(state.reel.is_none() && state.beat().is_none());
    update(&mut state, Command::Undo);
    assert!(state.refusal.is_none() && state.reel.is_some());
}

#[test]
fn disagreement_of_the_precisions_is_said() {
    let mut state = state();
    assert_eq!(state.disagreement(), None);
    update(&mut state, moved(7.0));
    let said = state.disagreement().unwrap();
    assert!(said.contains("f32") && said.contains("f64"), "{said}");
    update(&mut state, Command::TogglePrecision);
    assert_eq!(state.focus.precision, Precision::Single);
    assert_eq!(state.verdict().unwrap().signed_distance, Some(8.0));
}

#[test]
fn a_file_that_changed_on_disk_keeps_the_step_and_never_overwrites_edits() {
    let mut state = state();
    update(&mut state, Command::Jump(Jump::To(8)));
    let camera = *state.camera(Pane::World);
    let mut other = two_boxes();
    other.bodies[1].position = [5.0, 0.0, 0.0];
    update(&mut state, Command::Reloaded(Box::new(other.clone())));
    assert_eq!(state.verdict().unwrap().signed_distance, Some(5.0));
    assert_eq!(state.head.position, 8);
    assert_eq!(*state.camera(Pane::World), camera);
    update(&mut state, moved(1.0));
    update(&mut state, Command::Reloaded(Box::new(two_boxes())));
    assert_eq!(state.verdict().unwrap().signed_distance, Some(1.0), "the edit is kept");
    assert!(state.banners.iter().any(|banner| banner.severity == Severity::Error));
}

#[test]
fn a_bad_file_leaves_the_scene_and_says_so() {
    let mut state = state();
    let effects = update(&mut state, Command::Open(PathBuf::from("no/such.scene.json")));
    assert!(matches!(effects.as_slice(), [Effect::Read { again: false, .. }]));
    let answer = contact_lens::app::perform(&effects[0], &state).unwrap();
    update(&mut state, answer);
    assert!(state.banners[0].text.contains("no/such.scene.json"), "{:?}", state.banners);
    assert_eq!(state.doc.scene, two_boxes());
    update(&mut state, Command::Dismiss);
    assert!(state.banners.is_empty());
}

#[test]
fn unsaved_edits_are_asked_about() {
    let mut state = state();
    update(&mut state, moved(3.0));
    assert!(update(&mut state, Command::Quit).is_empty());
    assert!(state.pending.is_some());
    update(&mut state, Command::Dismiss);
    assert!(state.pending.is_none() && state.doc.dirty);
    update(&mut state, Command::Quit);
    assert_eq!(update(&mut state, Command::Discard), [Effect::Quit]);
}

#[test]
fn saving_asks_where_once_and_then_knows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.scene.json");
    let mut state = state();
    update(&mut state, moved(3.0));
    assert_eq!(update(&mut state, Command::Save), [Effect::PickSave(String::from("two-boxes.scene.json"))]);
    let effects = update(&mut state, Command::SaveAs(path.clone()));
    let answer = contact_lens::app::perform(&effects[0], &state).unwrap();
    assert_eq!(update(&mut state, answer), [Effect::Watch(Some(path.clone()))]);
    assert!(!state.doc.dirty);
    assert_eq!(update(&mut state, Command::Save), [Effect::Write(path.clone())]);
    let again = contact_lens::app::perform(&Effect::Read { path, again: false }, &state).unwrap();
    let Command::Loaded { scene, .. } = again else { panic!("{again:?}") };
    assert_eq!(*scene, state.doc.scene);
}

#[test]
fn renaming_a_body_takes_its_queries_along_and_no_name_twice() {
    let mut state = state();
    update(&mut state, Command::Edit(Edit::RenameBody(0, String::from("B"))));
    assert_eq!(state.doc.scene.bodies[0].name, "A", "B is taken");
    update(&mut state, Command::Edit(Edit::RenameBody(0, String::from("crate"))));
    assert_eq!((state.doc.scene.queries[0].a.as_str(), state.doc.scene.queries[1].b.as_str()), ("crate", "crate"));
    update(&mut state, Command::Edit(Edit::RemoveBody(0)));
    assert!(state.doc.scene.queries.is_empty() && state.reel.is_none(), "its queries went with it");
    update(&mut state, Command::Undo);
    assert_eq!(state.doc.scene.queries.len(), 2);
}

#[test]
fn a_camera_moved_by_hand_is_left_alone() {
    let mut state = state();
    let before = *state.camera(Pane::Cso);
    update(&mut state, Command::Aspect(Pane::Cso, 0.3));
    let framed = *state.camera(Pane::Cso);
    assert!(framed.distance > before.distance, "a narrow pane is looked at from farther");
    let mut by_hand = framed;
    by_hand.azimuth += 0.1;
    update(&mut state, Command::Camera(Pane::Cso, by_hand));
    update(&mut state, Command::Aspect(Pane::Cso, 2.0));
    assert_eq!(*state.camera(Pane::Cso), by_hand);
    update(&mut state, Command::FrameAll);
    assert_ne!(*state.camera(Pane::Cso), by_hand);
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
        let reel = state.reel.as_ref().unwrap();
        assert!(state.head.position < reel.beats());
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
    let distance = |state: &State| state.verdict().unwrap().signed_distance.unwrap();
    update(&mut state, Command::TurnFrame(-1));
    assert_eq!((state.focus.frame, distance(&state)), (0, 2.0));
    update(&mut state, Command::ToggleFilm);
    let mut seen = vec![distance(&state)];
    for _ in 0..3 {
        update(&mut state, Command::Tick(1.0 / 11.9));
        seen.push(distance(&state));
    }
    assert_eq!(seen, [2.0, 3.0, 4.0, 2.0]);
    update(&mut state, Command::ToggleFilm);
    update(&mut state, Command::Tick(9.0));
    assert_eq!(state.focus.frame, 0);
    // A pose that is edited in a frame is the frame's, not the body's own.
    update(&mut state, Command::SetFrame(2));
    let edit = Edit::Pose { body: 1, frame: 2, position: [6.0, 0.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] };
    update(&mut state, Command::Edit(edit));
    assert_eq!((distance(&state), state.doc.scene.bodies[1].position[0]), (6.0, 2.0));
}
