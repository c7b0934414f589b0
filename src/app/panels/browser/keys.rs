//! Keys that choose a card of the browser.

use egui::{Id, Key, Modifiers, Ui};

/// Situation in which the keys of the cards are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListKeys {
    /// Id of the search field; `None` before it was drawn.
    pub search_field: Option<Id>,
    /// Whether words are typed in the search field. The keys that move its cursor then stay with it.
    pub is_searching: bool,
}

/// Shape of the list of cards, in cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardGrid {
    pub columns: usize,
    /// Number of cards that are visible at once.
    pub page: usize,
    /// Number of all cards.
    pub count: usize,
}

/// Result of the pressed keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardKeys {
    /// Index of the chosen card.
    pub chosen: usize,
    /// Whether a key moved the choice.
    pub has_moved: bool,
    /// Whether Enter was pressed.
    pub enter: bool,
}

impl ListKeys {
    /// Moves the choice by the pressed keys. They belong to the cards while the search field, the list of cards with
    /// the id `list`, or nothing has the focus; every other widget uses them itself.
    pub(super) fn read(self, ui: &Ui, list: Id, chosen: usize, grid: CardGrid) -> CardKeys {
        let focused = ui.memory(|memory| memory.focused());
        let is_in_field = focused.is_some() && focused == self.search_field;
        let is_for_cards = is_in_field || focused.is_none() || focused == Some(list);
        let last = grid.count.saturating_sub(1);
        let unchanged = CardKeys { chosen: chosen.min(last), has_moved: false, enter: false };
        if !is_for_cards {
            return unchanged;
        }
        let columns = grid.columns as isize;
        let page = grid.page as isize;
        let count = grid.count as isize;
        let mut moves =
            vec![(Key::ArrowDown, columns), (Key::ArrowUp, -columns), (Key::PageDown, page), (Key::PageUp, -page)];
        if !(is_in_field && self.is_searching) {
            moves.extend([(Key::ArrowRight, 1), (Key::ArrowLeft, -1), (Key::End, count), (Key::Home, -count)]);
        }
        ui.input_mut(|input| {
            let pressed = moves
                .into_iter()
                .map(|(key, cards)| cards.saturating_mul(input.count_and_consume_key(Modifiers::NONE, key) as isize));
            let movement = pressed.fold(0, isize::saturating_add);
            let moved = chosen.saturating_add_signed(movement).min(last);
            let enter = input.consume_key(Modifiers::NONE, Key::Enter);
            CardKeys { chosen: moved, has_moved: movement != 0, enter }
        })
    }
}
