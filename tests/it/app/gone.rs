//! Recordings in which bodies come and go: what can be asked at each frame, and what the window says where nothing can.

use contact_lens::answer::{Finding, FindingFacts as _};
use contact_lens::app::{
    Edit, Prefs, RunCommand, SceneCommand, SelectCommand, State, TimeCommand, Window, open_in_engine,
};
use contact_lens::check::Bodies;
use contact_lens::check::judge::verify;
use contact_lens::play::{self, Precision};
use contact_lens::scene::{self, model::Scene};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{act, harness};

/// A ball that is away in the second frame, and back, farther off, in the third; and a box that stands.
const TEXT: &str = r#"{
  "version": 1, "name": "A ball that comes and goes",
  "bodies": [
    {"name": "box", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0, 0]},
    {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0.9, 0, 0]}
  ],
  "frames": [
    {"time": 0, "poses": [{"body": "ball", "position": [0.9, 0, 0]}]},
    {"time": 1, "poses": [], "gone": ["ball"]},
    {"time": 2, "poses": [{"body": "ball", "position": [2, 0, 0]}]}
  ],
  "queries": [
    {"name": "distance", "algorithm": "gjk", "a": "box", "b": "ball", "options": {"warm_start": true}},
    {"name": "pairs", "algorithm": "sweep_and_prune", "bodies": "all"}
  ]
}"#;

fn moving() -> Scene {
    scene::parse("gone", TEXT.as_bytes()).unwrap()
}

#[test]
fn a_pair_is_asked_where_both_are_there_and_pairs_end_where_one_goes() {
    let scene = moving();
    for precision in Precision::BOTH {
        let run = play::open(precision, &scene, &scene.queries[0]).unwrap();
        let error = run.lesson(1).err().expect("nobody is there to be asked about");
        assert!(error.absent, "{error}");
        assert_eq!(error.to_string(), "frames[1].gone[0]: `ball` is absent from this frame");
        // Whatever was asked before, and though frames hand their answers on.
        let distance = run.answer(2).unwrap().finding.pair().unwrap().signed_distance.unwrap();
        assert!((distance - 1.0).abs() < 1e-5, "{distance}");
        let pairs = play::open(precision, &scene, &scene.queries[1]).unwrap();
        let counts: Vec<_> = (0..3)
            .map(|frame| match pairs.answer(frame).unwrap().finding {
                Finding::Pairs(found) => (found.began.len(), found.ended.len()),
                other => panic!("{}", other.status()),
            })
            .collect();
        assert_eq!(counts, [(1, 0), (0, 1), (0, 0)]);
        let about = Bodies::of(&scene, &scene.queries[1]).unwrap();
        for frame in 0..3 {
            let finding = pairs.answer(frame).unwrap().finding;
            assert_eq!(verify(&about, frame, precision, &finding), [], "frame {frame}");
            // A box of somebody who is not there, or none of somebody who is, is a lie.
            let Finding::Pairs(mut lie) = finding else { panic!("pairs") };
            let mut boxes = lie.boxes.to_vec();
            boxes[1] = if boxes[1].is_some() { None } else { boxes[0] };
            lie.boxes = boxes.into();
            assert!(!verify(&about, frame, precision, &Finding::Pairs(lie)).is_empty(), "frame {frame}");
        }
        assert!(pairs.lesson(1).unwrap().steps() > 0);
    }
}

#[test]
fn a_file_says_who_is_gone_and_is_refused_where_that_makes_no_sense() {
    let scene = moving();
    let text = scene::save::to_string(&scene).unwrap();
    assert!(text.contains("\"gone\""), "{text}");
    assert_eq!(scene::parse("again", text.as_bytes()).unwrap(), scene);
    let wrong = |from: &str, to: &str| scene::parse("wrong", TEXT.replacen(from, to, 1).as_bytes()).unwrap_err();
    let unknown = wrong("\"gone\": [\"ball\"]", "\"gone\": [\"bell\"]").to_string();
    assert!(unknown.contains("frames[1].gone[0]") && unknown.contains("ball"), "{unknown}");
    let both = wrong("\"poses\": []", "\"poses\": [{\"body\": \"ball\", \"position\": [0, 0, 0]}]").to_string();
    assert!(both.contains("must not be listed as gone"), "{both}");
    let twice = wrong("[\"ball\"]", "[\"ball\", \"ball\"]").to_string();
    assert!(twice.contains("frames[1].gone"), "{twice}");
}

#[test]
fn edits_follow_who_is_gone_and_a_pose_brings_one_back() {
    let mut state = State::new(moving(), None, Prefs::default(), open_in_engine);
    act(&mut state, SceneCommand::Edit(Edit::RenameBody(1, String::from("marble"))));
    assert_eq!(state.doc.scene.frames[1].gone, ["marble"]);
    act(&mut state, SceneCommand::Edit(Edit::AddBody(Some(1))));
    assert_eq!(state.doc.scene.frames[1].gone.len(), 2, "a copy comes and goes with its model");
    act(&mut state, SceneCommand::Edit(Edit::RemoveBody(2)));
    let (position, rotation) = ([3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]);
    act(&mut state, SceneCommand::Edit(Edit::Pose { body: 1, frame: 1, position, rotation }));
    assert!(state.doc.scene.frames[1].gone.is_empty());
}

#[test]
fn the_window_says_who_is_not_there_and_goes_on() {
    let mut window = State::new(moving(), None, Prefs::default(), open_in_engine);
    window.focus.uses_default_frame = false;
    act(&mut window, RunCommand::Rerun);
    let mut harness: Harness<'_, Window> = harness(window);
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.state_mut().send(TimeCommand::SetFrame(0));
    harness.run();
    assert!(harness.state().state.recording.is_some());
    harness.state_mut().send(TimeCommand::SetFrame(1));
    harness.run();
    let state = &harness.state().state;
    assert!(state.recording.is_none() && state.refusal.as_ref().is_some_and(|refusal| refusal.absent));
    assert_eq!(state.focus.body, Some(1), "the selection stays");
    assert!(harness.query_all_by_label_contains("`ball` is absent from this frame").count() > 0);
    assert!(harness.query_by_label_contains("Absent in this frame").is_some(), "beside the fields of its pose");
    harness.get_by_label("Next frame").click();
    harness.run();
    assert_eq!(harness.state().state.focus.frame, 2);
    assert!(harness.state().state.recording.is_some() && harness.state().state.refusal.is_none());
}

#[test]
fn how_the_frames_went_is_told_of_those_in_which_both_are_there() {
    for algorithm in ["distance", "isa_gjk", "sat"] {
        let text = TEXT
            .replace("\"gjk\"", &format!("\"{algorithm}\""))
            .replace("\"type\": \"sphere\", \"radius\": 0.5", "\"type\": \"box\", \"half_extents\": [0.5, 0.5, 0.5]");
        let scene = scene::parse("gone", text.as_bytes()).unwrap();
        let run = play::open(Precision::F64, &scene, &scene.queries[0]).unwrap();
        run.compare().unwrap();
        let lesson = run.lesson(2).unwrap();
        let strip = lesson.strip().expect("two frames can be compared");
        assert!(matches!(strip.frames[..], [Some(_), None, Some(_)]), "{algorithm}: {:?}", strip.frames);
        assert_eq!(strip.now, 2);
        let numbers: Vec<&str> = strip.table.rows.iter().map(|row| row.cells[0].text.as_str()).collect();
        assert_eq!(numbers[..2], ["0", "2"], "{algorithm}");
        let chosen: Vec<bool> = strip.table.rows.iter().map(|row| row.chosen).collect();
        assert_eq!(chosen[..2], [false, true], "{algorithm}");
        assert!(strip.say.ends_with("In 1 frame, one of them is absent."), "{}", strip.say);
    }
}

#[test]
fn in_the_plane_a_lesson_that_tells_of_all_frames_tells_of_those_that_are_there() {
    let text = r#"{
      "version": 1, "dimension": 2, "name": "A disc that comes and goes",
      "bodies": [
        {"name": "box", "shape": {"type": "rectangle", "half_extents": [0.5, 0.5]}, "position": [0, 0]},
        {"name": "ball", "shape": {"type": "circle", "radius": 0.5}, "position": [0.9, 0]}
      ],
      "frames": [
        {"time": 0, "poses": [{"body": "ball", "position": [0.9, 0]}]},
        {"time": 1, "poses": [], "gone": ["ball"]},
        {"time": 2, "poses": [{"body": "ball", "position": [2, 0]}]}
      ],
      "queries": [
        {"name": "distance", "algorithm": "gjk", "a": "box", "b": "ball", "options": {"warm_start": true}}
      ]
    }"#;
    let scene = scene::parse("gone", text.as_bytes()).unwrap();
    let run = play::open(Precision::F64, &scene, &scene.queries[0]).unwrap();
    let lesson = run.lesson(2).unwrap();
    let tables: Vec<_> = (0..lesson.steps()).flat_map(|step| lesson.beats(step)).flat_map(|beat| beat.tables).collect();
    let table = tables.iter().find(|table| table.columns[0] == "frame").expect("a table of the frames");
    let numbers: Vec<&str> = table.rows.iter().map(|row| row.cells[0].text.as_str()).collect();
    assert_eq!(numbers[..2], ["0", "2"]);
    assert!(table.rows[1].chosen);
    let first = lesson.beats(0)[0].say.text();
    assert!(!first.contains("nearest in the last frame"), "there was none to start from: {first}");
}
