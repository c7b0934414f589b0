//! What it takes to add an algorithm: its folder, a row in the table of questions, an entry in the registry, and a scene.
//! Everything here finds the toy, and nothing else has heard of it.

use clap::Parser as _;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::args::Arguments;
use super::{Desktop, Ending, perform};
use crate::app::{Command, State, Window, engine_player, update};
use crate::check::{self, Standing};
use crate::play;
use crate::scene::model::Dimension;

const SCENE: &str = r#"{
  "version": 1, "name": "Toy",
  "bodies": [
    {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}},
    {"name": "cube", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [2, 0, 0]}
  ],
  "queries": [{"name": "how far", "algorithm": "toy", "a": "ball", "b": "cube",
    "expect": {"intersects": false, "normal": [1, 0, 0], "outcome": "Measured", "iterations_at_most": 2}}]
}"#;

#[test]
fn a_new_algorithm_is_found_by_everything() {
    let scene = crate::scene::parse("toy", SCENE.as_bytes()).unwrap_or_else(|error| panic!("{error}"));

    let listed = play::lessons(Dimension::Three).any(|(algorithm, title)| (algorithm.id(), title) == ("toy", "A toy"));
    assert!(listed, "menus");

    let cases = check::check_scene(&scene);
    assert_eq!((cases[0].standing(), cases[0].expectations), (Standing::Verified, 4), "{:?}", cases[0].failures);
    let wrong = SCENE.replace("Measured", "Mesured");
    let wrong =
        check::check_scene(&crate::scene::parse("toy", wrong.as_bytes()).unwrap_or_else(|error| panic!("{error}")));
    assert!(wrong[0].failures[0].message.contains("did you mean `Measured`?"), "{:?}", wrong[0].failures);

    let schema = crate::scene::schema::schema().to_string();
    assert!(schema.contains("\"toy\""), "schema");

    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let (file, picture) = (folder.path().join("toy.scene.json"), folder.path().join("toy.svg"));
    std::fs::write(&file, SCENE).unwrap_or_else(|error| panic!("{error}"));
    let perform = |arguments: &[&str]| {
        let file = file.to_string_lossy();
        let all = ["contact-lens", arguments[0], &file].into_iter().chain(arguments[1..].iter().copied());
        let arguments = Arguments::try_parse_from(all).unwrap_or_else(|error| panic!("{error}"));
        perform(arguments, &Desktop::NONE).unwrap_or_else(|error| panic!("{error:?}"))
    };
    assert_eq!(perform(&["run", "--json"]), Ending::Fine);
    assert_eq!(perform(&["render", "-o", &picture.to_string_lossy()]), Ending::Fine);
    let drawn = std::fs::read_to_string(&picture).unwrap_or_default();
    assert!(drawn.contains("The gap is 1.000 m."), "a figure with the last sentence");

    let mut state = State::new(scene, None, Default::default(), engine_player);
    for effect in update(&mut state, Command::Rerun) {
        if let Some(answer) = crate::app::perform(&effect, &state) {
            update(&mut state, answer);
        }
    }
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state));
    harness.run_ok();
    assert!(harness.query_by_label_contains("A toy").is_some(), "the window shows the lesson");
}
