//! Tables in the window: what was chosen comes into view, heads stay there, rows sort and are picked.

use contact_lens::app::{Jump, Prefs, Slot, State, TimeCommand, Window, WindowCommand, open_in_engine};
use egui::Rect;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

fn shipped(name: &str) -> Harness<'static, Window> {
    let scene = contact_lens::scene::shipped(name).unwrap();
    let scene = contact_lens::scene::parse(scene.name, scene.text.as_bytes()).unwrap();
    let window = Window::new(State::new(scene, None, Prefs::default(), open_in_engine));
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), window);
    // In a low window they lie behind the plot.
    harness.state_mut().send(WindowCommand::Reveal(Slot::Tables));
    harness.run();
    harness
}

fn jump(harness: &mut Harness<'_, Window>, position: usize) {
    harness.state_mut().send(TimeCommand::Jump(Jump::To(position)));
    harness.run();
}

/// The rows of the first table with many rows, each with whether it was chosen.
fn rows(harness: &Harness<'_, Window>) -> Vec<(String, bool)> {
    let tables = &harness.state().state.beat().unwrap().tables;
    let table = tables.iter().find(|table| table.rows.len() > 8);
    let text = |row: &contact_lens::lesson::Row| row.texts().collect::<Vec<_>>().join(", ");
    table.map_or_else(Vec::new, |table| table.rows.iter().map(|row| (text(row), row.chosen)).collect())
}

fn place(harness: &Harness<'_, Window>, row: &str) -> Rect {
    harness.get_by_label(row).rect()
}

#[test]
fn a_row_that_was_chosen_is_in_view_in_every_beat_and_so_are_the_heads() {
    let mut harness = shipped("sat-boxes-edge-edge");
    let beats = harness.state().state.recording.as_ref().unwrap().beats();
    let (mut seen, mut scrolled) = (0, false);
    for position in 0..beats {
        jump(&mut harness, position);
        let end = harness.get_by_label_contains("Timeline, sub-step").rect().top();
        let head = harness.get_by_label("Sort by axis").rect();
        let chosen: Vec<Rect> =
            rows(&harness).iter().filter(|row| row.1).map(|(row, _)| place(&harness, row)).collect();
        if !chosen.is_empty() {
            let in_view = |rect: &Rect| rect.center().y > head.bottom() - 1.0 && rect.center().y < end;
            assert!(chosen.iter().any(in_view), "beat {position}: {chosen:?} between {head:?} and {end}");
            seen += 1;
        }
        let first = rows(&harness).first().map(|(row, _)| place(&harness, row).top());
        scrolled |= first.is_some_and(|top| top < head.bottom() - 1.0);
    }
    assert!(seen > 8 && scrolled, "{seen} beats with a row, scrolled: {scrolled}");
}

#[test]
fn a_click_on_a_head_sorts_and_letters_pick_rows() {
    let mut harness = shipped("sat-boxes-edge-edge");
    let last = harness.state().state.recording.as_ref().unwrap().beats() - 1;
    jump(&mut harness, last);
    let all = rows(&harness);
    assert!(all.len() > 8);
    // The rows from above to below, as they stand in the window.
    let order = |harness: &Harness<'_, Window>| {
        let mut places: Vec<(f32, String)> =
            all.iter().map(|(row, _)| (place(harness, row).top(), row.clone())).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        places.into_iter().map(|(_, row)| row).collect::<Vec<_>>()
    };
    let before = order(&harness);
    assert!(before.iter().eq(all.iter().map(|(row, _)| row)), "as the lesson has them");
    let mut sorted = before.clone();
    sorted.sort_by_key(|row| row.split(", ").next().map(str::to_owned));
    assert_ne!(before, sorted, "nothing to sort");
    harness.get_by_label("Sort by axis").click();
    harness.run();
    assert_eq!(order(&harness), sorted);
    for _ in 0..2 {
        harness.get_by_label("Sort by axis").click();
        harness.run();
    }
    assert_eq!(order(&harness), before, "a third click ends it");
    harness.get_by_label_contains("Filter rows of").focus();
    harness.run();
    harness.get_by_label_contains("Filter rows of").type_text("b1");
    harness.run();
    for (row, _) in &all {
        assert_eq!(harness.query_by_label(row).is_some(), row.contains("b1"), "{row}");
    }
}
