//! Every word explained: the tooltips of values, legends, titles, columns and listing lines, and their links.

use contact_lens::app::{Jump, Prefs, RunCommand, State, TimeCommand, Window, open_in_engine};
use contact_lens::scene::{SHIPPED, parse, shipped};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

fn opened(name: &str) -> Harness<'static, Window> {
    let shipped = shipped(name).unwrap();
    let scene = parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    state.doc.shipped = SHIPPED.iter().position(|other| other.name == name);
    let mut window = Window::new(state);
    window.send(RunCommand::Rerun);
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(60)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), window);
    harness.run();
    harness
}

/// Rests the pointer on the widget of this name, else on the first one whose name contains it, until its tooltip is
/// there.
fn rest_on(harness: &mut Harness<'static, Window>, text: &str) {
    let exact = harness.query_all_by_label(text).next().map(|node| node.rect());
    let found = exact.or_else(|| harness.query_all_by_label_contains(text).next().map(|node| node.rect()));
    harness.hover_at(found.unwrap_or_else(|| panic!("no {text}")).center());
    for _ in 0..8 {
        harness.step();
    }
}

fn says(harness: &Harness<'_, Window>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn words_everywhere_are_explained() {
    let mut harness = opened("gjk-margins");
    harness.state_mut().send(TimeCommand::Jump(Jump::NextStep));
    harness.state_mut().send(TimeCommand::Jump(Jump::NextStep));
    harness.run();
    for (widget, explanation) in [
        (", distance to origin", "an upper bound of the distance of the bodies"),
        ("listing line support", "The point of a shape farthest along a direction"),
        ("Layer simplex", "One to four support points"),
        ("Sort by weight λ", "Share of a vertex in a point of the simplex"),
    ] {
        assert!(!says(&harness, explanation), "{widget}: not before the pointer rests");
        rest_on(&mut harness, widget);
        assert!(says(&harness, explanation), "{widget}");
        harness.hover_at(egui::pos2(2.0, 2.0));
        for _ in 0..8 {
            harness.step();
        }
    }
}

#[test]
fn titles_of_panes_are_explained() {
    let mut harness = opened("gjk-box-octahedron");
    for (title, explanation) in [
        ("Configuration space", "the set of all differences of a point of A and a point of B"),
        ("This step", "Pane with one sentence of the run"),
        ("Plot", "Pane with the numbers of the run over its steps"),
    ] {
        rest_on(&mut harness, title);
        assert!(says(&harness, explanation), "{title}");
        harness.hover_at(egui::pos2(2.0, 2.0));
        for _ in 0..8 {
            harness.step();
        }
    }
}

#[test]
fn more_opens_the_scene_that_teaches_the_word() {
    let mut harness = opened("gjk-margins");
    rest_on(&mut harness, "listing line support");
    let more = harness.get_by_label("More: Support mapping of a triangle");
    let at = more.rect().center();
    harness.hover_at(at);
    harness.step();
    harness.get_by_label("More: Support mapping of a triangle").click();
    harness.run();
    let shown = harness.state().state.doc.shipped.map(|index| SHIPPED[index].name);
    assert_eq!(shown, Some("support-triangle"));
    // On that scene there is nothing more to open.
    rest_on(&mut harness, "listing line on-a");
    assert!(!says(&harness, "More: Support mapping of a triangle"));
}
