//! The bounds over the steps, on a logarithmic axis. The cursor is the playhead; a click seeks.

use egui::{Stroke, Ui};
use egui_plot::{Line, LineStyle, MarkerShape, Plot, PlotPoints, Points, VLine};

use crate::app::command::{Command, Jump};
use crate::app::numbers;
use crate::app::state::State;
use crate::app::theme::Look;
use crate::lesson::Series;

/// The whole panel.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(reel) = &state.reel else {
        super::empty(ui, "No bounds", "They appear when the query can be asked.");
        return out;
    };
    let card = reel.lesson.card();
    let curves: Vec<_> = (0..card.series.len()).map(|index| reel.series(index)).collect();
    if curves.iter().all(|curve| curve.is_empty()) {
        super::empty(ui, "Nothing to plot", "This lesson has no numbers that change from step to step.");
        return out;
    }
    let (lowest, highest) = decades(curves.iter().copied().flatten().map(|(_, value)| *value));
    let look = Look::get(ui);
    let steps = reel.steps();
    let step = state.now().0;
    legend(ui, card.series, look);
    let plot = Plot::new("bounds")
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .grid_color(look.line)
        .show_x(false)
        .show_y(false)
        .y_axis_min_width(44.0)
        .x_grid_spacer(move |_| whole_steps(steps))
        .y_grid_spacer(move |_| whole_decades(lowest, highest))
        .x_axis_formatter(|mark, _| format!("{}", mark.value.round() as i64 + 1))
        .y_axis_formatter(|mark, _| power(mark.value))
        .label_formatter(|_| None);
    let response = plot.show(ui, |plot| {
        plot.set_plot_bounds_x(-0.4..=steps as f64 - 0.6);
        plot.set_plot_bounds_y(lowest - 0.25..=highest + 0.25);
        plot.vline(VLine::new("", step as f64).color(look.accent).width(2.0).allow_hover(false));
        for (series, points) in card.series.iter().zip(&curves) {
            curve(plot, series.name, look.ink(series.role), points, lowest, step);
        }
        plot.pointer_coordinate()
    });
    let pointer = response.inner;
    let response = response.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Bounds over the steps"));
    if let Some(pointer) = pointer {
        let near = (pointer.x.round().max(0.0) as usize).min(steps - 1);
        if response.clicked() || response.dragged() {
            out.push(Command::Jump(Jump::To(reel.position(near, usize::MAX))));
        }
        if response.hovered() {
            let text = card.series.iter().zip(&curves).filter_map(|(series, points)| {
                let (_, value) = points.iter().find(|(step, _)| *step == near)?;
                Some(format!("\n{}  {}", series.name, numbers::short(*value)))
            });
            let text = format!("Step {}{}", near + 1, text.collect::<String>());
            egui::Tooltip::for_widget(&response).at_pointer().gap(14.0).show(|ui| ui.label(text));
        }
    }
    out
}

/// The names of the curves, each with a piece of its line.
fn legend(ui: &mut Ui, series: &[Series], look: Look) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add_space(52.0);
        for one in series {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 14.0), egui::Sense::hover());
            let ends = [rect.left_center(), rect.right_center()];
            let stroke = Stroke::new(2.0, look.ink(one.role));
            if is_dashed(one.name) {
                ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
            } else {
                ui.painter().line_segment(ends, stroke);
            }
            ui.label(egui::RichText::new(one.name).size(11.5).color(look.text));
            ui.add_space(8.0);
        }
    });
}

/// Lower bounds are dashed: the second cue beside the colour.
fn is_dashed(name: &str) -> bool {
    name.contains("low")
}

/// A series; values that are not above 0 have no logarithm and stand as triangles on the floor.
fn curve(
    plot: &mut egui_plot::PlotUi<'_>,
    name: &str,
    ink: egui::Color32,
    points: &[(usize, f64)],
    lowest: f64,
    now: usize,
) {
    let above: Vec<[f64; 2]> =
        points.iter().filter(|(_, v)| *v > 0.0 && v.is_finite()).map(|(s, v)| [*s as f64, v.log10()]).collect();
    let below: Vec<[f64; 2]> =
        points.iter().filter(|(_, v)| *v <= 0.0).map(|(s, _)| [*s as f64, lowest - 0.1]).collect();
    let at_now: Vec<[f64; 2]> = above.iter().filter(|p| p[0] == now as f64).copied().collect();
    let style = if is_dashed(name) { LineStyle::dashed_dense() } else { LineStyle::Solid };
    plot.line(Line::new(name, PlotPoints::from(above.clone())).color(ink).width(2.0).style(style).allow_hover(false));
    plot.points(Points::new(name, PlotPoints::from(above)).color(ink).radius(2.6).allow_hover(false));
    plot.points(Points::new(name, PlotPoints::from(at_now)).color(ink).radius(5.0).allow_hover(false));
    let floor = Points::new(name, PlotPoints::from(below)).color(ink).shape(MarkerShape::Down).radius(4.0);
    plot.points(floor.filled(true).allow_hover(false));
}

/// The powers of ten that hold every positive value, at least one decade and at most 18.
fn decades(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let logs = values.filter(|value| *value > 0.0 && value.is_finite()).map(f64::log10);
    let (low, high) = logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), log| (low.min(log), high.max(log)));
    if low > high {
        return (-1.0, 1.0);
    }
    let (low, high) = (low.floor(), high.ceil());
    (low.max(high - 18.0), high.max(low + 1.0))
}

fn whole_steps(steps: usize) -> Vec<egui_plot::GridMark> {
    let every = (steps / 12).max(1);
    (0..steps).step_by(every).map(|step| egui_plot::GridMark { value: step as f64, step_size: every as f64 }).collect()
}

fn whole_decades(lowest: f64, highest: f64) -> Vec<egui_plot::GridMark> {
    let count = (highest - lowest) as usize;
    let every = (count / 5).max(1);
    let marks = (0..=count).step_by(every);
    marks.map(|i| egui_plot::GridMark { value: lowest + i as f64, step_size: every as f64 }).collect()
}

/// `10⁻³` for −3.
fn power(exponent: f64) -> String {
    let sign = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    };
    match exponent.round() as i64 {
        0 => String::from("1"),
        whole => format!("10{}", whole.to_string().chars().map(sign).collect::<String>()),
    }
}
