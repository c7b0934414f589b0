//! Chart of the convergence of a solve: the distance of the velocities from those of the direct solution, on a
//! logarithmic scale, over the number of iterations.

use contact_lens_model::answer::number;
use contact_lens_model::ask::WorldSolver;
use contact_lens_model::snapshot::dynamics::Phase;
use contact_lens_picture::{Form, NOTE_KEY, Picture, Role};
use glam::DVec3;

use super::WorldContext;
use super::history::{MAX_REFERENCE_ROWS, StepDistance};
use super::iteration_beat::IterationBeat;
use super::shown_rows::ShownRows;
use crate::model::plot;

/// Largest number of plotted steps, in addition to the ends of iterations: enough for a smooth curve.
const MAX_POINTS: usize = 400;

/// Number of iterations above which the curve has no dots, which would merge.
const MAX_DOTS: f64 = 15.0;

/// Least number of iterations on the horizontal axis, so that a short run does not fill the chart with one iteration.
const MIN_ITERATIONS: f64 = 3.0;

/// Largest number of decades on the vertical axis; smaller values are zero to rounding.
const MAX_DECADES: f64 = 9.0;

/// Least number of decades on the vertical axis.
const MIN_DECADES: f64 = 1.0;

/// Least number of decades on the vertical axis if a value is below rounding error: that value is drawn at the lower
/// end, several decades below all others.
const MIN_DECADES_TO_ROUNDING: f64 = 4.0;

/// Fraction of an iteration below which a number of completed iterations counts as an integer: rounding error of the
/// fractions that are added up.
const WHOLE_ROUNDING: f64 = 1e-9;

/// Smallest distance whose logarithm is taken, m/s; a distance of 0 has none.
const LEAST_POSITIVE: f64 = 1e-300;

/// Mark id and label of the curve of later iterations.
const TO_COME: &str = "to come";

/// Point of the curve, after one step.
#[derive(Clone, Copy)]
struct CurvePoint {
    /// Number of completed iterations; a fraction within an iteration.
    iterations: f64,
    /// Whether the step is executed at the shown beat.
    is_known: bool,
    /// Distance of the velocities from those of the direct solution, m/s.
    distance: f64,
}

impl CurvePoint {
    /// Whether the step ends an iteration or precedes the first one.
    fn is_end_of_iteration(&self) -> bool {
        self.iterations.fract() < WHOLE_ROUNDING
    }
}

/// Ranges of the two axes.
struct AxisRanges {
    /// Number of iterations at the right end; the left end is 0.
    last_iteration: f64,
    /// Decimal logarithms of the distances, m/s, at the lower and the upper end.
    decades: [f64; 2],
    /// Distance below which a value is zero to rounding, m/s.
    rounding: f64,
}

impl AxisRanges {
    /// Ranges that contain a curve; `None` if the curve has no positive distance.
    fn containing(curve: &[CurvePoint]) -> Option<Self> {
        let positive = curve.iter().map(|point| point.distance).filter(|distance| *distance > 0.0);
        let largest = positive.clone().reduce(f64::max)?;
        let rounding = largest * 10f64.powf(-MAX_DECADES);
        let least = positive.fold(largest.log10(), |low, distance| low.min(distance.log10())).max(rounding.log10());
        let has_rounding = curve.iter().any(|point| point.distance <= rounding);
        let min_decades = if has_rounding { MIN_DECADES_TO_ROUNDING } else { MIN_DECADES };
        let top = largest.log10().ceil();
        let bottom = least.floor().min(top - min_decades);
        let last_iteration = curve.iter().map(|point| point.iterations).fold(MIN_ITERATIONS, f64::max).ceil();
        Some(Self { last_iteration, decades: [bottom, top], rounding })
    }

    /// Position of a point in the chart: iterations, and the decimal logarithm of the distance in m/s. Distances beyond
    /// the vertical axis are at its ends.
    fn position(&self, point: &CurvePoint) -> DVec3 {
        let [bottom, top] = self.decades;
        DVec3::new(point.iterations, point.distance.max(LEAST_POSITIVE).log10().clamp(bottom, top), 0.0)
    }
}

/// Chart of the solve up to the shown beat, with a dot per iteration; later steps are pale. Without a curve, a note
/// says why there is none.
pub(super) fn picture(shows: &ShownRows<'_>, context: &WorldContext, beat: IterationBeat) -> Picture {
    let mut picture = Picture::default();
    let curve = curve_points(shows, context, beat);
    let (Some(solve), Some(ranges)) = (shows.solve.or(shows.next_solve), AxisRanges::containing(&curve)) else {
        let name = reason_without_curve(shows, context).to_owned();
        picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
        return picture;
    };
    let pass_noun = solve.pass_noun();
    let vertical_caption = rate_caption(&curve, ranges.rounding, pass_noun);
    picture.add(Role::Grid, "axis", plot::horizontal_axis([0.0, ranges.last_iteration], pass_noun));
    picture.add(Role::Grid, "axis", plot::vertical_decades(ranges.decades, vertical_caption));
    let executed: Vec<DVec3> =
        curve.iter().filter(|point| point.is_known).map(|point| ranges.position(point)).collect();
    // The pale curve begins at the last executed step.
    let later = curve.iter().filter(|point| !point.is_known).map(|point| ranges.position(point));
    let to_come: Vec<DVec3> = executed.last().copied().into_iter().chain(later).collect();
    // The label is in the middle of the line: at its end, it would change the frame until the last step.
    if to_come.len() > 2 {
        picture.label(Role::Member, TO_COME, to_come[(to_come.len() - 1) / 2], TO_COME);
    }
    // A curve of later steps alone does not make the view worth showing in a figure.
    let key = if executed.is_empty() { NOTE_KEY } else { TO_COME };
    picture.add(Role::Member, key, Form::Polyline { points: to_come, closed: false });
    if ranges.last_iteration <= MAX_DOTS {
        for point in curve.iter().filter(|point| point.is_known && point.is_end_of_iteration()) {
            picture.point(Role::Inside, "iteration", ranges.position(point));
        }
    }
    picture.add(Role::Witness, "distance", Form::Polyline { points: executed, closed: false });
    if let Some(point) = curve.iter().rfind(|point| point.is_known) {
        add_current_point(&mut picture, &ranges, point);
    }
    if !changes_velocities(shows, context, beat) {
        picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
    }
    picture
}

/// Adds the newest known point of the curve with its distance.
fn add_current_point(picture: &mut Picture, ranges: &AxisRanges, point: &CurvePoint) {
    let text = if point.distance > ranges.rounding {
        format!("{} m/s", number::brief(point.distance))
    } else {
        String::from("below rounding error")
    };
    let position = ranges.position(point);
    picture.point(Role::Simplex, "now", position);
    picture.label(Role::Simplex, "now", position, text);
}

/// Whether the beat changes velocities by impulses; in other beats, the chart is not worth showing in a figure.
fn changes_velocities(shows: &ShownRows<'_>, context: &WorldContext, beat: IterationBeat) -> bool {
    let Some(iteration) = shows.iteration else { return shows.phase == Some(Phase::Direct) };
    let has_change = (iteration.to - iteration.from).length() > context.least_impulse();
    matches!(shows.phase, Some(Phase::Iterate { .. })) && beat == IterationBeat::Apply && has_change
}

/// Points of the curve at the shown beat, in order. A long run has only every nth step, all ends of iterations and the
/// current step.
fn curve_points(shows: &ShownRows<'_>, context: &WorldContext, beat: IterationBeat) -> Vec<CurvePoint> {
    let step_of_solve = shows.next_solve.map_or(shows.step, |solve| solve.first_step);
    let distances = context.history.curve(step_of_solve);
    let stride = distances.len().div_ceil(MAX_POINTS).max(1);
    // The velocities change only at the last beat of the shown step.
    let known_steps = if beat == IterationBeat::Apply { shows.step + 1 } else { shows.step };
    let mut points = Vec::new();
    for (index, StepDistance { step, iterations, distance }) in distances.into_iter().enumerate() {
        let point = CurvePoint { iterations, is_known: step < known_steps, distance };
        if index.is_multiple_of(stride) || step == shows.step || point.is_end_of_iteration() {
            points.push(point);
        }
    }
    points
}

/// Caption of the vertical axis: the unit, and from one known iteration on the mean factor by which an iteration
/// changes the distance. Distances up to `rounding`, m/s, are not compared.
fn rate_caption(curve: &[CurvePoint], rounding: f64, pass_noun: &str) -> String {
    let mut ends =
        curve.iter().filter(|point| point.is_known && point.distance > rounding && point.is_end_of_iteration());
    // Several points may precede the first iteration; the last of them is after the warm start.
    let start = ends.clone().rfind(|point| point.iterations < WHOLE_ROUNDING);
    let last = ends.next_back();
    if let (Some(start), Some(last)) = (start, last) {
        let iterations = last.iterations - start.iterations;
        if iterations >= 1.0 {
            let rate = (last.distance / start.distance).powf(1.0 / iterations);
            // Rates close to 1 need three digits.
            let ratio = if (0.9..1.0).contains(&rate) { format!("{rate:.3}") } else { number::two_digits(rate) };
            return format!("m/s, × {ratio} per {pass_noun} on average");
        }
    }
    String::from("m/s")
}

/// Sentence on why there is no curve.
fn reason_without_curve(shows: &ShownRows<'_>, context: &WorldContext) -> &'static str {
    if context.setting.solver == WorldSolver::Direct {
        return "The direct solver solves all rows at once: there is nothing to compare.";
    }
    let Some(solve) = shows.solve else {
        return if matches!(shows.phase, Some(Phase::Move | Phase::Record)) {
            "This solve has no rows."
        } else {
            "The curve begins with the first row."
        };
    };
    if solve.row_names.len() > MAX_REFERENCE_ROWS {
        "The solve has too many rows for a direct solve to compare with."
    } else if solve.abandoned_rounds.is_some() {
        "The direct solve for comparison did not settle its friction limits."
    } else if solve.reference.is_none() {
        "The distance is measured when the run is paused."
    } else {
        "The distance from the direct solve is zero to rounding."
    }
}
