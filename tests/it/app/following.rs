//! A capture that grows in the window: who is at its end stays there, anybody else stays where he is.

use contact_lens::app::{FileCommand, State, TimeCommand, update};
use contact_lens::import::follow::{Follower, Grown};

use super::state;

const HEAD: &str = r#"{"capture": {"version": 1, "name": "drop"}}
{"body": {"name": "floor", "shape": {"type": "box", "half_extents": [1, 1, 1]}}}
{"body": {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 3, 0]}}
"#;

fn frame(height: f64) -> String {
    format!("{{\"frame\": {{\"poses\": [{{\"body\": \"ball\", \"position\": [0, {height}, 0]}}]}}}}\n")
}

/// A capture of which more and more is there.
struct Capture {
    _folder: tempfile::TempDir,
    text: String,
    follower: Follower,
}

impl Capture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let follower = Follower::new(folder.path().join("run.jsonl"));
        Self { _folder: folder, text: String::new(), follower }
    }

    fn add(&mut self, text: &str) -> FileCommand {
        self.text += text;
        std::fs::write(self.follower.path(), &self.text).unwrap();
        FileCommand::Grown(Box::new(self.follower.poll().unwrap().unwrap()))
    }
}

fn following() -> (State, Capture) {
    let (mut state, mut capture) = (state(), Capture::new());
    update(&mut state, FileCommand::Follow(capture.follower.path().to_owned()));
    assert!(state.doc.awaits() && state.doc.title() == "run.jsonl");
    let grown = capture.add(&(HEAD.to_owned() + &frame(3.0) + &frame(2.0)));
    update(&mut state, grown);
    (state, capture)
}

#[test]
fn the_timeline_stays_at_the_end_or_where_it_was() {
    let (mut state, mut capture) = following();
    assert_eq!((state.frames(), state.focus.frame), (2, 1), "it begins at the end");
    let grown = capture.add(&(frame(1.5) + &frame(1.0)));
    update(&mut state, grown);
    assert_eq!((state.frames(), state.focus.frame), (4, 3), "it stays at the end");
    update(&mut state, TimeCommand::SetFrame(1));
    let grown = capture.add(&frame(0.5));
    update(&mut state, grown);
    assert_eq!((state.frames(), state.focus.frame), (5, 1), "it stays where it was");
    assert!(!state.doc.unsaved() && state.doc.scene.queries.len() == 1);
}

#[test]
fn edits_are_not_overwritten_and_wrong_lines_are_told() {
    let (mut state, mut capture) = following();
    update(&mut state, contact_lens::app::SceneCommand::Edit(contact_lens::app::Edit::AddBody(None)));
    let grown = capture.add(&frame(1.0));
    update(&mut state, grown);
    assert_eq!((state.frames(), state.doc.scene.bodies.len()), (2, 3), "the edit stays");
    update(&mut state, contact_lens::app::SceneCommand::Undo);
    let grown = capture.add(&("nonsense\n".to_owned() + &frame(0.5)));
    update(&mut state, grown);
    assert_eq!((state.frames(), state.doc.scene.bodies.len()), (4, 2));
    let told = state.banners.iter().any(|banner| banner.text.contains("run.jsonl:7: `nonsense`"));
    assert!(told, "{:?}", state.banners);
}

#[test]
fn another_scene_is_not_replaced_by_frames_that_come_late() {
    let (mut state, mut capture) = following();
    let late = capture.add(&frame(1.0));
    update(&mut state, FileCommand::New);
    let before = state.doc.scene.clone();
    update(&mut state, late);
    assert_eq!(state.doc.scene, before);
    let nothing =
        Grown { scene: (*before).clone(), frames_before: 0, is_restarted: false, skipped: Vec::new(), has_more: false };
    update(&mut state, FileCommand::Grown(Box::new(nothing)));
    assert!(state.doc.follows.is_none());
}
