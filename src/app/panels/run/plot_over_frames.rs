//! Plot of a number of the answer over all frames. A vertical line is at the frame shown; a click goes to a frame.

use egui::{RichText, Ui};
use egui_plot::{AxisHints, Line, PlotPoints, Points, VLine};

use crate::app::command::{Command, TimeCommand};
use crate::app::panels::plot_base::still_plot;
use crate::app::state::State;
use crate::app::text::numbers;
use crate::app::theme::Look;
use crate::picture::Role;
use crate::play::Curve;

/// Draws the choice between a plot over the steps and one over all frames. Returns whether frames are chosen.
pub(in crate::app::panels) fn show_choice(ui: &mut Ui) -> bool {
    let memory = egui::Id::unique("plot over frames");
    let mut frames: bool = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (value, name, tip) in [
            (false, "Steps", "Plot the numbers of this frame over its steps"),
            (true, "Frames", "Plot the answer over all frames"),
        ] {
            let label = ui.selectable_label(frames == value, RichText::new(name).size(11.5));
            if label.accessible_name(format!("Plot over {}", name.to_lowercase())).on_hover_text(tip).clicked() {
                frames = value;
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(memory, frames));
    frames
}

/// Draws the plot, or the button that computes it.
pub(in crate::app::panels) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let curves = state.request.question.as_ref().and_then(|question| state.survey.curves_of(question));
    match curves {
        _ if state.hides_answers() => {
            crate::app::panels::empty_panel(
                ui,
                "Hidden until the end of the run",
                "The answers of the frames would show the result before the last step.",
            );
        }
        Some(Ok(curves)) => draw_plot(ui, state, curves, &mut out),
        Some(Err(why)) => crate::app::panels::empty_panel(ui, "No curves", why),
        None if state.survey.is_running => {
            crate::app::panels::empty_panel(ui, "Running all frames…", "The curves appear when the last frame is done.")
        }
        None => {
            crate::app::panels::empty_panel(
                ui,
                "The answer over all frames",
                "The plot needs the answers of all frames.",
            );
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

/// Value of a curve in a frame; `None` where there is none or it is not finite.
fn value_at(curve: &Curve, frame: usize) -> Option<f64> {
    curve.values.get(frame).copied().filter(|value| value.is_finite())
}

/// Text about a curve in a frame.
fn caption(curve: &Curve, frame: usize) -> String {
    match value_at(curve, frame) {
        Some(value) => format!("frame {frame}: {} {}", numbers::six_digits(value), curve.unit),
        None => format!("frame {frame}: no value"),
    }
}

/// Draws the chosen curve and the choice of the curve. Curves have different units, so only one is drawn.
fn draw_plot(ui: &mut Ui, state: &State, curves: &[Curve], out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let memory = egui::Id::unique("curve over frames");
    let mut name: String = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    let Some(curve) = curves.iter().find(|curve| curve.name == name).or(curves.first()) else {
        return crate::app::panels::empty_panel(
            ui,
            "Nothing to plot",
            "No value in the answer changes from frame to frame.",
        );
    };
    let now = state.frame_shown();
    ui.horizontal(|ui| {
        let list = egui::ComboBox::from_id_salt("curve").width(96.0).selected_text(curve.name);
        let list = list.show_ui(ui, |ui| {
            for other in curves {
                let label = ui.selectable_label(other.name == curve.name, other.name);
                if label.accessible_name(format!("Curve {}", other.name)).clicked() {
                    other.name.clone_into(&mut name);
                }
            }
        });
        list.response.accessible_name("Curve");
        ui.add(egui::Label::new(RichText::new(caption(curve, now)).size(11.5).color(look.text)).truncate());
    });
    ui.data_mut(|data| data.insert_temp(memory, name));
    // Frames without the number are gaps between pieces of the curve.
    let frames = 0..curve.values.len();
    let points: Vec<[f64; 2]> = frames.filter_map(|frame| Some([frame as f64, value_at(curve, frame)?])).collect();
    let pieces: Vec<Vec<[f64; 2]>> = points.chunk_by(|one, next| next[0] - one[0] == 1.0).map(<[_]>::to_vec).collect();
    let response = still_plot("over frames", look)
        .custom_x_axes(vec![AxisHints::new_x().label_spacing(24.0..=48.0)])
        .custom_y_axes(vec![AxisHints::new_y().label_spacing(10.0..=14.0).min_thickness(44.0)])
        .label_formatter(|_| None)
        .show(ui, |plot| {
            plot.vline(VLine::new("", now as f64).color(look.accent).width(2.0).allow_hover(false));
            for piece in pieces {
                let ink = look.ink(Role::Upper);
                if let [point] = piece[..] {
                    plot.points(Points::new(curve.name, vec![point]).color(ink).radius(2.0).allow_hover(false));
                }
                plot.line(Line::new(curve.name, PlotPoints::from(piece)).color(ink).width(2.0).allow_hover(false));
            }
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
