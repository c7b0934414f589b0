//! Plot of a number of the answer over all frames, with the captured numbers. A vertical line is at the frame shown; a
//! click goes to a frame.

use contact_lens_picture::Role;
use contact_lens_play::Curve;
use egui::{Color32, RichText, Ui};
use egui_plot::{AxisHints, Line, PlotPoints, PlotUi, Points, VLine};

use crate::command::{Command, TimeCommand};
use crate::panels::plot_base::still_plot;
use crate::state::State;
use crate::text::numbers;
use crate::theme::Look;

/// Draws the choice between a plot over the steps and one over all frames. Returns whether frames are chosen.
pub(in crate::panels) fn show_choice(ui: &mut Ui) -> bool {
    let memory = egui::Id::unique("plot over frames");
    let mut is_over_frames: bool = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (value, name, tip) in [
            (false, "Steps", "Plot the numbers of this frame over its steps"),
            (true, "Frames", "Plot the answer over all frames"),
        ] {
            let label = ui.selectable_label(is_over_frames == value, RichText::new(name).size(11.5));
            if label.accessible_name(format!("Plot over {}", name.to_lowercase())).on_hover_text(tip).clicked() {
                is_over_frames = value;
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(memory, is_over_frames));
    is_over_frames
}

/// Draws the plot, or the button that computes the answers of all frames.
pub(in crate::panels) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    if state.hides_answers() {
        crate::panels::empty_panel(
            ui,
            "Hidden until the end of the run",
            "The answers of the frames would show the result before the last step.",
        );
        return out;
    }
    let curves = state.request.question.as_ref().and_then(|question| state.survey.curves_of(question));
    match curves {
        Some(Ok(curves)) => draw_plot(ui, state, curves, &mut out),
        Some(Err(why)) => crate::panels::empty_panel(ui, "No curves", why),
        None if state.survey.is_running => {
            crate::panels::empty_panel(ui, "Running all frames…", "The curves appear when the last frame is done.")
        }
        None => {
            crate::panels::empty_panel(ui, "The answer over all frames", "The plot needs the answers of all frames.");
            ui.vertical_centered(|ui| {
                ui.add_space(6.0);
                if ui.button("Run all frames").clicked() {
                    out.push(TimeCommand::Survey.into());
                }
            });
        }
    }
    out
}

/// Value of a frame; `None` if the frame has no value or one that is not finite.
fn value_at(values: &[f64], frame: usize) -> Option<f64> {
    values.get(frame).copied().filter(|value| value.is_finite())
}

/// Text with the number of a frame, the value of a curve there, and the captured value if there is one.
fn caption(curve: &Curve, frame: usize) -> String {
    let computed = match value_at(&curve.values, frame) {
        Some(value) => format!("frame {frame}: {} {}", numbers::six_digits(value), curve.unit),
        None => format!("frame {frame}: no value"),
    };
    match value_at(&curve.captured, frame) {
        Some(captured) => format!("{computed}, captured {} {}", numbers::six_digits(captured), curve.unit),
        None => computed,
    }
}

/// Draws the choice among `curves`, with `current` chosen. Returns the name of the curve that was clicked; `None`
/// without a click.
fn draw_curve_choice<'a>(ui: &mut Ui, curves: &'a [Curve], current: &Curve) -> Option<&'a str> {
    let mut chosen = None;
    let list = egui::ComboBox::from_id_salt("curve").width(96.0).selected_text(current.name);
    let list = list.show_ui(ui, |ui| {
        for curve in curves {
            let label = ui.selectable_label(curve.name == current.name, curve.name);
            if label.accessible_name(format!("Curve {}", curve.name)).clicked() {
                chosen = Some(curve.name);
            }
        }
    });
    list.response.accessible_name("Curve");
    chosen
}

/// Pieces of a curve, separated by frames without a value. A point of a piece is a frame and the value there.
fn curve_pieces(values: &[f64]) -> Vec<Vec<[f64; 2]>> {
    let frames = 0..values.len();
    let points: Vec<[f64; 2]> = frames.filter_map(|frame| Some([frame as f64, value_at(values, frame)?])).collect();
    let pieces = points.chunk_by(|one, next| next[0] - one[0] == 1.0);
    pieces.map(<[_]>::to_vec).collect()
}

/// Adds the pieces of a curve to a plot.
fn add_curve(plot: &mut PlotUi<'_>, name: &str, values: &[f64], ink: Color32) {
    for piece in curve_pieces(values) {
        // A line through one point is invisible.
        if let [point] = piece[..] {
            plot.points(Points::new(name, vec![point]).color(ink).radius(2.0).allow_hover(false));
        }
        plot.line(Line::new(name, PlotPoints::from(piece)).color(ink).width(2.0).allow_hover(false));
    }
}

/// Draws the chosen curve and the choice of the curve. Curves have different units, so only one is drawn.
fn draw_plot(ui: &mut Ui, state: &State, curves: &[Curve], out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let memory = egui::Id::unique("curve over frames");
    let mut name: String = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    let Some(curve) = curves.iter().find(|curve| curve.name == name).or(curves.first()) else {
        return crate::panels::empty_panel(
            ui,
            "Nothing to plot",
            "No value in the answer changes from frame to frame.",
        );
    };
    let shown_frame = state.frame_shown();
    ui.horizontal(|ui| {
        if let Some(chosen) = draw_curve_choice(ui, curves, curve) {
            chosen.clone_into(&mut name);
        }
        let text = RichText::new(caption(curve, shown_frame)).size(11.5).color(look.text);
        ui.add(egui::Label::new(text).truncate());
    });
    ui.data_mut(|data| data.insert_temp(memory, name));
    let response = still_plot("over frames", look)
        .custom_x_axes(vec![AxisHints::new_x().label_spacing(24.0..=48.0)])
        .custom_y_axes(vec![AxisHints::new_y().label_spacing(10.0..=14.0).min_thickness(44.0)])
        .label_formatter(|_| None)
        .show(ui, |plot| {
            plot.vline(VLine::new("", shown_frame as f64).color(look.accent).width(2.0).allow_hover(false));
            // The captured curve is below: where both agree, the computed one covers it.
            add_curve(plot, "captured", &curve.captured, look.ink(Role::Theirs));
            add_curve(plot, curve.name, &curve.values, look.ink(Role::Upper));
            plot.pointer_coordinate()
        });
    let pointer = response.inner;
    let response = response.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Answer over the frames"));
    if let Some(pointer) = pointer {
        let nearest = (pointer.x.round().max(0.0) as usize).min(curve.values.len().saturating_sub(1));
        if response.clicked() || response.dragged() {
            out.push(TimeCommand::SetFrame(nearest).into());
        }
        if response.hovered() {
            egui::Tooltip::for_widget(&response).at_pointer().gap(14.0).show(|ui| ui.label(caption(curve, nearest)));
        }
    }
}
