//! What goes to the clipboard, and what comes from it.

use contact_lens::app::{
    ClipboardCommand, Effect, RunCommand, SceneCommand, Severity, State, TimeCommand, Window, WindowCommand,
    open_in_engine,
};
use egui::{Key, Modifiers, OutputCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{TWO_BOXES, act, state};

fn text(effects: &[Effect]) -> &str {
    match effects {
        [Effect::Copy(text)] => text,
        other => panic!("{other:?}"),
    }
}

fn engine(name: &str) -> State {
    let scene = contact_lens::scene::shipped(name).unwrap();
    let scene = contact_lens::scene::parse(scene.name, scene.text.as_bytes()).unwrap();
    let mut state = State::new(scene, None, Default::default(), open_in_engine);
    act(&mut state, RunCommand::Rerun);
    state
}

/// The number behind a name, as whoever reads the text would find it.
fn number(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name} in {text}"));
    line.trim_start_matches(": ").trim_end_matches(" m").parse().unwrap()
}

#[test]
fn the_answer_is_copied_to_the_last_bit() {
    let mut state = engine("gjk-box-octahedron");
    let verdict = state.verdict().unwrap().clone();
    let pair = verdict.pair().unwrap();
    let effects = act(&mut state, ClipboardCommand::CopyAnswer);
    let text = text(&effects);
    assert_eq!(number(text, "signed distance").to_bits(), pair.signed_distance.unwrap().to_bits());
    assert_eq!(number(text, "lower bound").to_bits(), pair.proof.lower.to_bits());
    assert_eq!(number(text, "upper bound").to_bits(), pair.proof.upper.to_bits());
    let normal = text.lines().find_map(|line| line.strip_prefix("normal: ")).unwrap();
    assert_eq!(serde_json::from_str::<[f64; 3]>(normal).unwrap(), pair.normal.unwrap().to_array());
    assert!(text.ends_with(&format!("{}\n", verdict.say)));
    assert!(state.banners[0].text == "Copied the answer." && state.banners[0].severity == Severity::Note);
}

#[test]
fn tables_and_values_are_copied_with_tabs_between() {
    let mut state = state();
    let effects = act(&mut state, ClipboardCommand::CopyTables);
    assert_eq!(text(&effects), "Weighed\nvertex\tλ\nw\t0.75\nold\t0.25\n");
    let effects = act(&mut state, ClipboardCommand::CopyValues);
    assert_eq!(text(&effects), "|v|\t1\tupper bound\nw\t(1, 2, 3)\tnew support\n");
    // A spreadsheet knows the plain minus sign alone.
    let mut state = engine("epa-box-box");
    for position in 0..state.recording.as_ref().unwrap().beats() {
        act(&mut state, TimeCommand::Jump(contact_lens::app::Jump::To(position)));
        for effect in act(&mut state, ClipboardCommand::CopyTables) {
            let Effect::Copy(text) = effect else { continue };
            assert!(!text.contains('−'), "{text}");
            for (table, lines) in state.beat().unwrap().tables.iter().zip(text.split("\n\n")) {
                let tabs = lines.lines().skip(1).map(|line| line.matches('\t').count() + 1);
                assert!(tabs.into_iter().all(|columns| columns == table.columns.len()), "{lines}");
            }
        }
    }
}

#[test]
fn the_query_is_copied_as_a_scene_that_gives_the_same_answer() {
    for (name, frame) in [("gjk-box-octahedron", 0), ("distance-in-and-out", 12), ("gjk-warm-start-moving", 5)] {
        let mut state = engine(name);
        act(&mut state, TimeCommand::SetFrame(frame));
        let before = state.verdict().unwrap().clone();
        let effects = act(&mut state, ClipboardCommand::CopyQuery);
        let copied = text(&effects).to_owned();
        act(&mut state, ClipboardCommand::Paste(copied));
        let last = state.doc.scene.frame_count() - 1;
        act(&mut state, TimeCommand::SetFrame(last));
        assert_eq!((state.doc.scene.queries.len(), state.doc.scene.bodies.len()), (1, 2), "{name}");
        assert_eq!(state.verdict().unwrap(), &before, "{name}");
    }
}

#[test]
fn a_scene_or_a_path_is_pasted_and_anything_else_is_told() {
    let mut state = state();
    act(&mut state, ClipboardCommand::Paste(TWO_BOXES.replace("Two boxes", "Pasted")));
    assert_eq!((state.doc.scene.name.as_str(), &state.doc.path), ("Pasted", &None));
    for path in ["/tmp/x.scene.json", "\"/tmp/x.scene.json\"", "file:///tmp/x.scene.json\n"] {
        let effects = act(&mut state, ClipboardCommand::Paste(path.to_owned()));
        let there = |effect: &Effect| matches!(effect, Effect::Read { path, .. } if path.ends_with("x.scene.json"));
        assert!(matches!(effects.as_slice(), [effect] if there(effect)), "{path}: {effects:?}");
    }
    // A line of a batch is a pair, asked for everything.
    let line = r#"{"id": 7, "a": {"shape": {"type": "sphere", "radius": 1}},
        "b": {"shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [3, 0, 0]}}"#;
    act(&mut state, ClipboardCommand::Paste(line.replace('\n', " ")));
    assert_eq!((state.doc.scene.bodies.len(), state.doc.scene.bodies[1].position), (2, [3.0, 0.0, 0.0]));
    let before = state.doc.scene.clone();
    for (wrong, said) in
        [("", "no text"), ("What a nice day", "“What a nice day”"), (r#"{"version": 1, "nmae": "x"}"#, "nmae")]
    {
        assert!(act(&mut state, ClipboardCommand::Paste(wrong.to_owned())).is_empty());
        assert!(state.banners.last().unwrap().text.contains(said), "{:?}", state.banners);
        assert_eq!(state.doc.scene, before);
    }
    assert_eq!(state.banners.len(), 1, "one message about the clipboard, the newest");
}

#[test]
fn pasting_over_edits_asks_but_bad_text_does_not() {
    let mut state = state();
    act(&mut state, SceneCommand::Edit(contact_lens::app::Edit::Name(String::from("Mine"))));
    act(&mut state, ClipboardCommand::Paste(String::from("no scene")));
    assert!(state.pending_command.is_none());
    act(&mut state, ClipboardCommand::Paste(TWO_BOXES.replace("Two boxes", "Pasted")));
    assert!(state.pending_command.is_some() && state.doc.scene.name == "Mine");
    act(&mut state, WindowCommand::Discard);
    assert_eq!(state.doc.scene.name, "Pasted");
}

fn harness() -> Harness<'static, Window> {
    Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state()))
}

/// What the window put into the clipboard in this frame.
fn copied(harness: &Harness<'_, Window>) -> Vec<OutputCommand> {
    harness.output().platform_output.commands.clone()
}

#[test]
fn keys_and_menus_reach_the_clipboard() {
    let mut harness = harness();
    harness.run();
    harness.event(egui::Event::Copy);
    harness.step();
    assert!(
        matches!(copied(&harness).as_slice(), [OutputCommand::CopyText(text)] if text.contains("signed distance: 2.0 m"))
    );
    harness.run();
    harness.event(egui::Event::Key {
        key: Key::C,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND | Modifiers::SHIFT,
    });
    harness.step();
    let [OutputCommand::CopyImage(image)] = &copied(&harness)[..] else { panic!("a picture") };
    assert!(image.width() > 600 && image.pixels.iter().any(|pixel| *pixel != image.pixels[0]));
    harness.run();
    harness.event(egui::Event::Paste(TWO_BOXES.replace("Two boxes", "Pasted")));
    harness.run();
    assert_eq!(harness.state().state.doc.scene.name, "Pasted");
}

#[test]
fn a_value_and_a_row_are_copied_by_right_click() {
    let mut harness = harness();
    harness.run();
    harness.get_by_label("|v| = 1, upper bound").click_secondary();
    harness.run();
    harness.get_by_label("Copy |v|").click();
    harness.step();
    assert!(matches!(copied(&harness).as_slice(), [OutputCommand::CopyText(text)] if text == "1"));
    harness.run();
    harness.get_by_label("w, 0.75").click_secondary();
    harness.run();
    harness.get_by_label("Copy this row").click();
    harness.step();
    assert!(matches!(copied(&harness).as_slice(), [OutputCommand::CopyText(text)] if text == "w\t0.75"));
    harness.run();
    harness.get_by_label("Copy “Weighed”").click();
    harness.step();
    assert!(matches!(copied(&harness).as_slice(), [OutputCommand::CopyText(text)] if text.starts_with("vertex\tλ\n")));
}

#[test]
fn pasting_into_a_field_is_typing() {
    let mut harness = harness();
    harness.run();
    harness.get_by_label("B").click();
    harness.run();
    harness.get_by_label("Body name").click();
    harness.run();
    harness.event(egui::Event::Paste(String::from("x")));
    harness.run();
    let state = &harness.state().state;
    assert!(state.doc.scene.bodies[1].name.contains('x') && state.banners.is_empty());
}
