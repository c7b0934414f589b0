//! Plot of the lesson's series over the steps, logarithmic unless a value is negative. A vertical line is at the
//! current step; a click goes to a step.

use contact_lens_lesson::{Card, PlotAxis, Series};
use contact_lens_picture::power_of_ten;
use egui::{Stroke, Ui};
use egui_plot::{AxisHints, GridMark, Line, LineStyle, MarkerShape, Plot, PlotPoints, Points, VLine};

use crate::command::{Command, Jump, TimeCommand};
use crate::panels::plot_base::still_plot;
use crate::run::recording::Recording;
use crate::state::State;
use crate::text::numbers;
use crate::theme::Look;

/// Width of the labels of the vertical axis, points.
const AXIS_LABEL_WIDTH: f32 = 44.0;

/// Height of the labels of the horizontal axis, points.
const AXIS_LABEL_HEIGHT: f32 = 22.0;

/// Width of a digit of a label, points.
const DIGIT_WIDTH: f32 = 7.0;

/// Width of the gap between labels, points.
const LABEL_GAP: f32 = 8.0;

/// Width per digit by which the last label may extend to the right of its step, points.
const OVERHANG_PER_DIGIT: f32 = 3.7;

/// Least distance of labels of the vertical axis, points; egui hides closer ones.
const LABEL_DISTANCE: f32 = 16.0;

/// Width of the sample of a line in the legend, with its gap, points.
const SAMPLE: f32 = 23.0;

/// Largest magnitude of a negative value that counts as a rounding error, relative to the largest magnitude.
const ROUNDING: f64 = 1e-6;

/// Maximum number of decades in the range. An `f64` has about 16 decimal digits.
const MAX_DECADES: f64 = 18.0;

/// Margin above and below the range, relative to the range.
const MARGIN: f64 = 0.07;

/// Difference of heights below which points coincide on the screen, relative to the range.
const MIN_VISIBLE_DIFFERENCE: f64 = 0.01;

/// Maximum number of intervals between the labels of the vertical axis.
const MAX_INTERVALS: f32 = 5.0;

/// Curve of a series: the step, from 0, and the value of each point, in the order of the steps.
type Curve<'a> = &'a [(usize, f64)];

/// Plot with axes and grid, without curves, of this width and height in points.
fn empty_plot(steps: usize, axis: PlotAxis, scale: Scale, look: Look, [width, height]: [f32; 2]) -> Plot<'static> {
    let label_width = LABEL_GAP + DIGIT_WIDTH * steps.to_string().len() as f32;
    let max_steps = ((width - AXIS_LABEL_WIDTH) / label_width).clamp(2.0, 12.0);
    let max_intervals = (height - AXIS_LABEL_HEIGHT) / LABEL_DISTANCE;
    still_plot("bounds", look)
        .width(width)
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label_spacing(16.0..=24.0)
                .formatter(move |mark, _| format!("{}", mark.value.round() as i64 + axis.first())),
        ])
        .custom_y_axes(vec![
            AxisHints::new_y()
                .label_spacing(10.0..=14.0)
                .min_thickness(AXIS_LABEL_WIDTH)
                .formatter(move |mark, _| scale.label(mark.value)),
        ])
        .x_grid_spacer(move |_| step_marks(steps, max_steps))
        .y_grid_spacer(move |_| scale.marks(max_intervals))
        .label_formatter(|_| None)
}

/// Draws the plot over the steps or over the frames, as chosen.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let has_frames = state.recording.is_some() && state.frames() > 1;
    if has_frames && super::plot_over_frames::show_choice(ui) {
        super::plot_over_frames::show(ui, state)
    } else {
        draw_over_steps(ui, state)
    }
}

/// Draws the reason why there is no curve.
fn draw_no_curve(ui: &mut Ui, state: &State) {
    let (title, why) = if state.request.shows_end_only {
        ("Frames are playing", "Pause the frames to see the steps of one frame.")
    } else {
        ("Nothing to plot", "This lesson has no numbers that change from step to step.")
    };
    crate::panels::empty_panel(ui, title, why);
}

/// Draws the series of the frame shown over its steps.
fn draw_over_steps(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(recording) = &state.recording else {
        crate::panels::no_answer(ui, state, "No plot");
        return out;
    };
    let card = recording.lesson.card();
    let curves: Vec<_> = (0..card.series.len()).map(|index| recording.series(index)).collect();
    if curves.iter().all(|curve| curve.is_empty()) {
        draw_no_curve(ui, state);
        return out;
    }
    let scale = Scale::of(curves.iter().copied().flatten().map(|(_, value)| *value));
    let curves: Vec<_> = curves.into_iter().map(|curve| revealed_part(curve, state, recording)).collect();
    let look = Look::get(ui);
    let steps = recording.steps();
    let axis = card.plot_over;
    let step = state.beat_index().step;
    let coverings: Vec<_> = (0..curves.len()).map(|index| covering_curve(&curves, index, scale)).collect();
    let strokes: Vec<Stroke> = card.series.iter().map(|series| Stroke::new(2.0, look.ink(series.role))).collect();
    draw_legend(ui, &legend_names(card.series, &coverings), &strokes, look);
    // Half of the last label extends to the right of its step.
    let overhang = OVERHANG_PER_DIGIT * steps.to_string().len() as f32;
    let size = [ui.available_width() - overhang, ui.available_height()];
    let response = empty_plot(steps, axis, scale, look, size).show(ui, |plot| {
        // The steps 0 to steps − 1, with a margin of 0.4 steps at both ends.
        plot.set_plot_bounds_x(-0.4..=steps as f64 - 0.6);
        plot.set_plot_bounds_y(scale.low - scale.margin()..=scale.high + scale.margin());
        plot.vline(VLine::new("", step as f64).color(look.accent).width(2.0).allow_hover(false));
        for (index, (series, points)) in card.series.iter().zip(&curves).enumerate() {
            if coverings[index].is_some() {
                continue;
            }
            draw_curve(plot, series.name, strokes[index], points, scale, step);
        }
        plot.pointer_coordinate()
    });
    let pointer = response.inner;
    let response = response.response;
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Bounds over the {}", axis.plural()))
    });
    // The name of the axis is left of its labels, where no curve is.
    let corner = response.rect.left_bottom() + egui::vec2(-8.0, 2.0);
    let font = egui::FontId::proportional(11.0);
    ui.painter().text(corner, egui::Align2::RIGHT_TOP, axis.name(), font, look.weak);
    if let Some(pointer) = pointer {
        let nearest = (pointer.x.round().max(0.0) as usize).min(steps - 1);
        out.extend(handle_pointer(&response, recording, &curves, nearest));
    }
    out
}

/// Returns the jump to the last beat of the step `nearest`, from 0, if the plot is clicked or dragged. Draws the
/// tooltip of that step while the pointer is over the plot.
fn handle_pointer(
    response: &egui::Response,
    recording: &Recording,
    curves: &[Curve<'_>],
    nearest: usize,
) -> Option<Command> {
    if response.hovered() {
        let text = text_of_step(recording.lesson.card(), curves, nearest);
        egui::Tooltip::for_widget(response).at_pointer().gap(14.0).show(|ui| ui.label(text));
    }
    let is_pressed = response.clicked() || response.dragged();
    is_pressed.then(|| TimeCommand::Jump(Jump::To(recording.position(nearest, usize::MAX))).into())
}

/// Text of the tooltip at a step, from 0: the number of the step, and the values of all curves there, one per line.
fn text_of_step(card: &Card, curves: &[Curve<'_>], step: usize) -> String {
    let mut text = format!("{} {}", card.plot_over.name(), step as i64 + card.plot_over.first());
    for (series, points) in card.series.iter().zip(curves) {
        if let Some((_, value)) = points.iter().find(|(other, _)| *other == step) {
            text += &format!("\n{}  {}", series.name, numbers::six_digits(*value));
        }
    }
    text
}

/// Name of each drawn curve, with the names of the curves that coincide with it; `None` for a curve that another one
/// covers, which is not drawn.
fn legend_names(series: &[Series], coverings: &[Option<usize>]) -> Vec<Option<String>> {
    let indices = 0..series.len();
    let names = indices.clone().map(|index| {
        if coverings[index].is_some() {
            return None;
        }
        let same = indices.clone().filter(|other| *other == index || coverings[*other] == Some(index));
        Some(same.map(|other| series[other].name).collect::<Vec<_>>().join(" = "))
    });
    names.collect()
}

/// Part of a curve that prediction mode has revealed; the whole curve outside of prediction mode.
fn revealed_part<'a>(curve: Curve<'a>, state: &State, recording: &Recording) -> Curve<'a> {
    let beats = state.revealed_beats();
    let steps = if beats < recording.beats() { recording.beat_index(beats).step } else { recording.steps() };
    let count = curve.partition_point(|(step, _)| *step < steps);
    &curve[..count]
}

/// Draws the names of the curves with samples of their lines, wrapped.
fn draw_legend(ui: &mut Ui, names: &[Option<String>], strokes: &[Stroke], look: Look) {
    let margin = egui::Margin { left: 12, ..egui::Margin::ZERO };
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(10.0, 2.0);
            ui.spacing_mut().interact_size.y = 15.0;
            for (name, stroke) in names.iter().zip(strokes) {
                if let Some(name) = name {
                    draw_legend_entry(ui, name, *stroke, look);
                }
            }
        });
    });
}

/// Draws a sample of a curve's line and its name.
fn draw_legend_entry(ui: &mut Ui, name: &str, stroke: Stroke, look: Look) {
    let dashed = is_dashed(name);
    // A name wider than the panel would widen the plot.
    let max_width = (ui.max_rect().width() - SAMPLE).max(60.0);
    let name = ui.painter().layout(name.to_owned(), egui::FontId::proportional(11.5), look.text, max_width);
    let size = egui::vec2(SAMPLE + name.size().x, name.size().y.max(15.0));
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let ends = [rect.left_center(), rect.left_center() + egui::vec2(18.0, 0.0)];
    if dashed {
        ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
    } else {
        ui.painter().line_segment(ends, stroke);
    }
    ui.painter().galley(egui::pos2(rect.left() + SAMPLE, rect.center().y - name.size().y / 2.0), name, look.text);
}

/// Index of the last curve, drawn after the one with this index, that covers all its points; `None` without one.
fn covering_curve(curves: &[Curve<'_>], index: usize, scale: Scale) -> Option<usize> {
    let curve = curves[index];
    let later = index + 1..curves.len();
    later.rev().find(|other| !curve.is_empty() && is_covered(curve, curves[*other], scale))
}

/// Whether `other` has a point of almost the same height at each step of a curve.
fn is_covered(curve: Curve<'_>, other: Curve<'_>, scale: Scale) -> bool {
    curve.iter().all(|(step, value)| match other.binary_search_by_key(step, |(other_step, _)| *other_step) {
        Ok(index) => {
            let (_, other_value) = other[index];
            scale.are_close(other_value, *value)
        }
        Err(_) => false,
    })
}

/// Whether the curve with this name is dashed, for readers who cannot distinguish the colors. Curves called “lower
/// bound” are dashed, since they are drawn next to an upper bound.
fn is_dashed(name: &str) -> bool {
    name.contains("low")
}

/// Draws a series, with a larger dot at the step `current`. Values without a height, such as those ≤ 0 on a logarithmic
/// scale, are triangles at the lower edge.
fn draw_curve(
    plot: &mut egui_plot::PlotUi<'_>,
    name: &str,
    Stroke { color: ink, width }: Stroke,
    points: Curve<'_>,
    scale: Scale,
    current: usize,
) {
    let lower_edge = scale.low - 0.4 * scale.margin();
    let mut above: Vec<[f64; 2]> = Vec::with_capacity(points.len());
    let mut below: Vec<[f64; 2]> = Vec::new();
    for (step, value) in points {
        match scale.height(*value) {
            Some(height) => above.push([*step as f64, height]),
            None => below.push([*step as f64, lower_edge]),
        }
    }
    let current_points: Vec<[f64; 2]> = above.iter().filter(|point| point[0] == current as f64).copied().collect();
    let style = if is_dashed(name) { LineStyle::dashed_dense() } else { LineStyle::Solid };
    plot.line(Line::new(name, PlotPoints::from(above.clone())).color(ink).width(width).style(style).allow_hover(false));
    let dot = 1.6 + 0.5 * width;
    plot.points(Points::new(name, PlotPoints::from(above)).color(ink).radius(dot).allow_hover(false));
    plot.points(Points::new(name, PlotPoints::from(current_points)).color(ink).radius(dot + 2.4).allow_hover(false));
    let floor = Points::new(name, PlotPoints::from(below)).color(ink).shape(MarkerShape::Down).radius(4.0);
    plot.points(floor.filled(true).allow_hover(false));
}

/// Vertical scale of the plot, and the range of heights.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    /// Whether heights are decimal logarithms of the values; else they are the values.
    is_logarithmic: bool,
    /// Lower end of the range of heights.
    low: f64,
    /// Upper end of the range of heights.
    high: f64,
}

impl Scale {
    /// Scale for these values: linear when one is negative beyond rounding or none is positive, else logarithmic. A
    /// linear range contains 0 and every value. A logarithmic one consists of the whole decades that contain the
    /// positive values, at most the upper [`MAX_DECADES`].
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let largest = min.abs().max(max.abs());
        if min < -ROUNDING * largest {
            let low = min.min(0.0);
            let high = max.max(0.0);
            return Self { is_logarithmic: false, low, high };
        }
        let logs = values.iter().filter(|value| **value > 0.0).map(|value| value.log10());
        let low = logs.clone().fold(f64::INFINITY, f64::min);
        let high = logs.fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            // Zeros alone have no decades.
            return Self { is_logarithmic: false, low: 0.0, high: 1.0 };
        }
        let low = low.floor();
        let high = high.ceil();
        Self { is_logarithmic: true, low: low.max(high - MAX_DECADES), high: high.max(low + 1.0) }
    }

    /// Height of a value; `None` when it has no logarithm or is not finite.
    fn height(self, value: f64) -> Option<f64> {
        if self.is_logarithmic {
            (value > 0.0 && value.is_finite()).then(|| value.log10())
        } else {
            value.is_finite().then_some(value)
        }
    }

    /// Whether the heights of two values differ by less than [`MIN_VISIBLE_DIFFERENCE`] of the range, or both have
    /// none.
    fn are_close(self, a: f64, b: f64) -> bool {
        match (self.height(a), self.height(b)) {
            (Some(a), Some(b)) => (a - b).abs() < MIN_VISIBLE_DIFFERENCE * (self.high - self.low),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// Margin above and below the range.
    fn margin(self) -> f64 {
        MARGIN * (self.high - self.low)
    }

    /// Grid marks at round heights within the range. Their distance divides the range into at most `max_count` parts;
    /// `max_count` is clamped to 2 to [`MAX_INTERVALS`].
    fn marks(self, max_count: f32) -> Vec<GridMark> {
        let span = self.high - self.low;
        let max_count = f64::from(max_count.clamp(2.0, MAX_INTERVALS));
        let interval =
            if self.is_logarithmic { (span / max_count).ceil().max(1.0) } else { round_up(span / max_count) };
        let first = (self.low / interval).ceil() as i64;
        let last = (self.high / interval).floor() as i64;
        (first..=last).map(|i| GridMark { value: i as f64 * interval, step_size: interval }).collect()
    }

    /// Label of a height.
    fn label(self, height: f64) -> String {
        if self.is_logarithmic { power_of_ten(height.round() as i64) } else { numbers::six_digits(height) }
    }
}

/// Smallest of the numbers …, 0.2, 0.5, 1, 2, 5, 10, 20, … that is at least `least`.
fn round_up(least: f64) -> f64 {
    let decade = 10f64.powf(least.log10().floor());
    let candidates = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * decade);
    candidates.into_iter().find(|number| *number >= least).unwrap_or(least)
}

/// Grid marks at round step numbers, counted from 1, at most `max_count` of them; also at the first step if they are
/// more than two steps apart. The values of the marks count steps from 0, as the plot does.
fn step_marks(steps: usize, max_count: f32) -> Vec<GridMark> {
    let interval = round_up((steps as f64 / f64::from(max_count)).max(1.0)) as usize;
    let first = (interval > 2).then_some(1);
    let numbers = first.into_iter().chain((interval..=steps).step_by(interval));
    numbers.map(|number| GridMark { value: (number - 1) as f64, step_size: interval as f64 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(steps: usize) -> Vec<usize> {
        step_marks(steps, 12.0).iter().map(|mark| mark.value as usize + 1).collect()
    }

    #[test]
    fn marks_are_at_round_numbers_of_steps() {
        assert_eq!(numbers(3), [1, 2, 3]);
        assert_eq!(numbers(24), [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]);
        assert_eq!(numbers(50), [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]);
        assert_eq!(numbers(447), [1, 50, 100, 150, 200, 250, 300, 350, 400]);
        let few: Vec<_> = step_marks(2000, 4.0).iter().map(|mark| mark.value as usize + 1).collect();
        assert_eq!(few, [1, 500, 1000, 1500, 2000]);
        assert_eq!((numbers(0).len(), numbers(1)), (0, vec![1]));
    }
}
