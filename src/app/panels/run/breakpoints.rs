//! Panel with the list of breakpoints, and a row of fields to add one.

use contact_lens_lesson::{Card, Event, split_label};
use egui::{Button, RichText, ScrollArea, Sense, Ui, vec2};

use crate::actions::registry::tooltip;
use crate::command::{BreakCommand, Command, Jump, TimeCommand};
use crate::panels::fields::{self, NumberKind};
use crate::panels::icons::{self, ButtonState, Icon};
use crate::run::breakpoint::{Breakpoint, Condition};
use crate::state::State;
use crate::theme::Look;

/// Draws the list of breakpoints, below the fields for a new one and the buttons that go to matches.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(recording) = &state.recording else {
        crate::panels::no_answer(ui, state, "No steps to stop at");
        return out;
    };
    ui.horizontal_wrapped(|ui| {
        draw_new_breakpoint(ui, recording.lesson.card(), &mut out);
        draw_run_buttons(ui, state, &mut out);
    });
    ui.add_space(2.0);
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (index, breakpoint) in state.breakpoints.iter().enumerate() {
            let hits = breakpoint.condition.hits(recording, state.divergence_position());
            draw_row(ui, index, breakpoint, &hits, state.playhead.position, &mut out);
        }
        if state.breakpoints.is_empty() {
            let hint = "Choose a condition above, or click to the left of a line of the listing. Playback and F5 \
                        stop at breakpoints.";
            ui.add(egui::Label::new(RichText::new(hint).color(Look::get(ui).weak)).wrap());
        }
    });
    out
}

/// Draws the buttons that go to the previous and the next match of any breakpoint.
fn draw_run_buttons(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let has_stops = !state.breakpoint_positions.is_empty();
    for (icon, name, jump) in [
        (Icon::PreviousStep, "Run back to breakpoint", Jump::PreviousBreak),
        (Icon::NextStep, "Run to breakpoint", Jump::NextBreak),
    ] {
        let command = Command::Time(TimeCommand::Jump(jump));
        let button = icons::button(ui, icon, name, vec2(24.0, 20.0), ButtonState::enabled(has_stops));
        if button.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
            out.push(command);
        }
    }
}

/// Draws a breakpoint: checkbox, condition, number of matches, buttons to go to the next match or remove it. `hits` are
/// the positions of its matches, and `current` is the position shown.
fn draw_row(
    ui: &mut Ui,
    index: usize,
    breakpoint: &Breakpoint,
    hits: &[usize],
    current: usize,
    out: &mut Vec<Command>,
) {
    let look = Look::get(ui);
    let name = breakpoint.condition.to_string();
    ui.horizontal(|ui| {
        let mut on = breakpoint.is_enabled;
        if ui.checkbox(&mut on, "").accessible_name(format!("Stop at {name}")).changed() {
            out.push(BreakCommand::SwitchBreak(index).into());
        }
        let (rect, _) = ui.allocate_exact_size(vec2(10.0, 18.0), Sense::hover());
        let ink = if breakpoint.is_enabled { look.bad } else { look.weak.gamma_multiply(0.5) };
        ui.painter().circle_filled(rect.center(), 4.0, ink);
        let name_ink = if breakpoint.is_enabled { look.strong } else { look.weak };
        ui.label(RichText::new(&name).color(name_ink));
        let count = match hits.len() {
            0 => String::from("never in this run"),
            1 => String::from("1 sub-step"),
            count => format!("{count} sub-steps"),
        };
        ui.label(RichText::new(count).size(11.5).color(look.weak));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let remove =
                icons::button(ui, Icon::Cross, &format!("Remove {name}"), vec2(22.0, 18.0), ButtonState::NORMAL);
            if remove.on_hover_text("Remove").clicked() {
                out.push(BreakCommand::RemoveBreak(index).into());
            }
            let next_state = ButtonState::enabled(hits.iter().any(|position| *position > current));
            let go = icons::button(ui, Icon::Next, &format!("Run to {name}"), vec2(22.0, 18.0), next_state);
            if go.on_hover_text("Go to the next sub-step that matches this condition").clicked() {
                out.push(TimeCommand::RunTo(breakpoint.condition.clone()).into());
            }
        });
    });
}

/// Entries in the fields for a new condition. Every kind of condition uses some of them; the others are kept, in case
/// the user chooses another kind.
#[derive(Clone, Debug)]
struct Draft {
    kind: ConditionKind,
    /// Name of a plotted series.
    series: String,
    /// Label of a line of the listing.
    line: String,
    event: Event,
    /// Text that the sentence must contain.
    words: String,
    /// Number of a step, from 1; rounded when the condition is made.
    step: f64,
    /// Bound of a number or of the width of the bracket, in its unit.
    bound: f64,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            kind: ConditionKind::Below,
            series: String::new(),
            line: String::new(),
            event: Event::Warning,
            words: String::new(),
            step: 1.0,
            bound: 1e-3,
        }
    }
}

/// Kind of a [`Condition`], without its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConditionKind {
    Below,
    Above,
    Grows,
    BracketWider,
    BoundsCrossed,
    VertexRemoved,
    Line,
    Event,
    StopTestFired,
    Step,
    Says,
    Diverged,
}

impl ConditionKind {
    /// All kinds, as listed.
    const ALL: [Self; 12] = [
        Self::Below,
        Self::Above,
        Self::Grows,
        Self::BracketWider,
        Self::BoundsCrossed,
        Self::VertexRemoved,
        Self::Line,
        Self::Event,
        Self::StopTestFired,
        Self::Step,
        Self::Says,
        Self::Diverged,
    ];

    /// Name in the list.
    fn name(self) -> &'static str {
        match self {
            Self::Below => "number below",
            Self::Above => "number above",
            Self::Grows => "number grows",
            Self::BracketWider => "bracket wider than",
            Self::BoundsCrossed => "lower bound > upper bound",
            Self::VertexRemoved => "vertex removed",
            Self::Line => "line of the listing",
            Self::Event => "event",
            Self::StopTestFired => "stop test fires",
            Self::Step => "step number",
            Self::Says => "sentence contains",
            Self::Diverged => "f32 and f64 diverge",
        }
    }
}

/// Draws the choice of a condition with its fields, and the button that adds a breakpoint.
fn draw_new_breakpoint(ui: &mut Ui, card: &Card, out: &mut Vec<Command>) {
    let memory = ui.scope_id().with("breakpoint draft");
    let mut draft: Draft = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    ui.label(RichText::new("Stop when").color(Look::get(ui).weak));
    let names = ConditionKind::ALL.into_iter().map(ConditionKind::name);
    if let Some(name) = draw_narrow_choice(ui, "Kind of condition", 148.0, draft.kind.name(), names) {
        draft.kind = ConditionKind::ALL.into_iter().find(|kind| kind.name() == name).unwrap_or(draft.kind);
    }
    draw_arguments(ui, card, &mut draft);
    let condition = condition(&draft);
    let add = ui.add_enabled(condition.is_some(), Button::new("Add")).accessible_name("Add breakpoint");
    if let Some(condition) = condition.filter(|_| add.clicked()) {
        out.push(BreakCommand::ToggleBreak(condition).into());
    }
    ui.data_mut(|data| data.insert_temp(memory, draft));
}

/// Draws the fields for the arguments of the chosen kind of condition. `card` lists the series and the lines of the
/// run's lesson, from which an argument is chosen.
fn draw_arguments(ui: &mut Ui, card: &Card, draft: &mut Draft) {
    let series: Vec<&str> = card.series.iter().map(|series| series.name).collect();
    keep_among(&mut draft.series, &series);
    match draft.kind {
        ConditionKind::Below | ConditionKind::Above | ConditionKind::Grows => {
            let current = draft.series.clone();
            if let Some(name) = draw_narrow_choice(ui, "Number", 104.0, &current, series.into_iter()) {
                name.clone_into(&mut draft.series);
            }
            if draft.kind != ConditionKind::Grows {
                fields::number(ui, "Bound", &mut draft.bound, NumberKind::NUMBER, 76.0);
            }
        }
        ConditionKind::BracketWider => {
            fields::number(ui, "Bound", &mut draft.bound, NumberKind::FACTOR, 76.0);
        }
        ConditionKind::Step => {
            let kind = NumberKind { speed: Some(0.1), ..NumberKind::COUNT };
            fields::number(ui, "Step", &mut draft.step, kind, 56.0);
        }
        ConditionKind::Line => {
            let lines = card.listing.lines();
            let labels: Vec<&str> = lines.filter_map(|line| split_label(line).1).collect();
            keep_among(&mut draft.line, &labels);
            let current = draft.line.clone();
            if let Some(label) = draw_narrow_choice(ui, "Line", 140.0, &current, labels.into_iter()) {
                label.clone_into(&mut draft.line);
            }
        }
        ConditionKind::Event => {
            let names = Event::ALL.into_iter().map(Event::name);
            if let Some(name) = draw_narrow_choice(ui, "Event", 120.0, draft.event.name(), names) {
                draft.event = Event::ALL.into_iter().find(|event| event.name() == name).unwrap_or(draft.event);
            }
        }
        ConditionKind::Says => {
            let field = egui::TextEdit::singleline(&mut draft.words).hint_text("degenerate").desired_width(140.0);
            ui.add(field).accessible_name("Words");
        }
        ConditionKind::BoundsCrossed
        | ConditionKind::VertexRemoved
        | ConditionKind::StopTestFired
        | ConditionKind::Diverged => {}
    }
}

/// Replaces a choice that is not among the options by the first option, or by nothing without options.
fn keep_among(choice: &mut String, options: &[&str]) {
    if !options.contains(&choice.as_str()) {
        *choice = options.first().copied().unwrap_or_default().to_owned();
    }
}

/// Condition of the chosen kind, with the arguments in its fields; `None` while a field that it needs is empty.
fn condition(draft: &Draft) -> Option<Condition> {
    let series = draft.series.clone();
    let words = draft.words.trim();
    let has_series = !series.is_empty();
    match draft.kind {
        ConditionKind::Below => has_series.then_some(Condition::Below(series, draft.bound)),
        ConditionKind::Above => has_series.then_some(Condition::Above(series, draft.bound)),
        ConditionKind::Grows => has_series.then_some(Condition::Grows(series)),
        ConditionKind::BracketWider => Some(Condition::BracketWider(draft.bound)),
        ConditionKind::BoundsCrossed => Some(Condition::BoundsCrossed),
        ConditionKind::VertexRemoved => Some(Condition::VertexRemoved),
        ConditionKind::Line => (!draft.line.is_empty()).then(|| Condition::Line(draft.line.clone())),
        ConditionKind::Event => Some(Condition::Event(draft.event)),
        ConditionKind::StopTestFired => Some(Condition::StopTestFired),
        ConditionKind::Step => Some(Condition::Step(draft.step.round().max(1.0) as usize)),
        ConditionKind::Says => (!words.is_empty()).then(|| Condition::Says(words.to_owned())),
        ConditionKind::Diverged => Some(Condition::Diverged),
    }
}

/// Draws a choice field of a given width, points. Returns the option that was clicked, which may be the current one.
fn draw_narrow_choice<'a>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    current: &str,
    options: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let mut chosen = None;
    let list = egui::ComboBox::from_id_salt(name).selected_text(current).width(width).truncate().height(320.0);
    let list = list.show_ui(ui, |ui| {
        // The list is as wide as its longest line.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        for option in options {
            if ui.selectable_label(option == current, option).clicked() {
                chosen = Some(option);
            }
        }
    });
    list.response.accessible_name(name);
    chosen
}
