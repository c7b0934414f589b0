//! Chart of captured and computed distances over the frames of a case, as SVG for the HTML report.

use std::fmt::Write as _;

use contact_lens_check::{Case, FailureKind};
use contact_lens_figures::markup::escape;
use contact_lens_model::answer::{Exact, number};
use contact_lens_play::Compared;

/// Width and height of the chart, SVG units.
const SIZE: [f64; 2] = [960.0, 200.0];

/// Free space at the left for the numbers of the axis, and at the other sides, SVG units.
const LEFT: f64 = 110.0;
const MARGIN: f64 = 24.0;

/// Captured distance and computed distance of one frame, meters.
struct Sample {
    /// Index of the frame, from 0.
    frame: usize,
    captured: f64,
    computed: f64,
    /// Text for the pointer: the comparison as a sentence.
    text: String,
    /// Whether the captured distance is beyond the tolerance.
    is_failure: bool,
}

/// Mapping from frames and distances to the chart.
struct Scale {
    /// First and last frame.
    frames: [f64; 2],
    /// Least and largest distance, meters.
    meters: [f64; 2],
}

impl Scale {
    /// Scale of all samples.
    fn of(samples: &[Sample]) -> Self {
        let frames = samples.iter().map(|sample| sample.frame as f64);
        let meters = samples.iter().flat_map(|sample| [sample.captured, sample.computed]);
        Self { frames: range(frames), meters: range(meters) }
    }

    /// Point of the chart for a frame and a distance, SVG units.
    fn point(&self, frame: usize, meters: f64) -> [f64; 2] {
        let x = fraction(frame as f64, self.frames);
        let y = fraction(meters, self.meters);
        [LEFT + x * (SIZE[0] - LEFT - MARGIN), SIZE[1] - MARGIN - y * (SIZE[1] - 2.0 * MARGIN)]
    }

    /// Points of a line through one value of every sample, for the attribute `points`.
    fn line(&self, samples: &[Sample], value: impl Fn(&Sample) -> f64) -> String {
        let points = samples.iter().map(|sample| self.point(sample.frame, value(sample)));
        points.map(|[x, y]| format!("{x:.1},{y:.1} ")).collect()
    }
}

/// Least and largest of some numbers; `[0, 1]` without any.
fn range(numbers: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let least = numbers.clone().reduce(f64::min).unwrap_or(0.0);
    [least, numbers.reduce(f64::max).unwrap_or(1.0)]
}

/// Position of a number in a range, from 0 to 1; 0.5 in a range of length 0.
fn fraction(number: f64, [least, largest]: [f64; 2]) -> f64 {
    if largest > least { (number - least) / (largest - least) } else { 0.5 }
}

/// Draws the captured and the computed distance of a case over its frames, with a dot at every captured distance beyond
/// the tolerance; `None` unless distances or depths were captured in several frames.
pub(super) fn draw(case: &Case) -> Option<String> {
    let mut samples = samples(case, "distance");
    if samples.is_empty() {
        samples = self::samples(case, "greatest depth");
    }
    if samples.len() < 2 {
        return None;
    }
    let scale = Scale::of(&samples);
    let [width, height] = SIZE;
    let mut svg = format!("<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n");
    add_axes(&scale, &samples, &mut svg);
    let captured = scale.line(&samples, |sample| sample.captured);
    let computed = scale.line(&samples, |sample| sample.computed);
    let _ = writeln!(svg, "<polyline class=\"computed\" points=\"{computed}\"/>");
    let _ = writeln!(svg, "<polyline class=\"captured\" points=\"{captured}\"/>");
    for sample in samples.iter().filter(|sample| sample.is_failure) {
        let [x, y] = scale.point(sample.frame, sample.captured);
        let text = escape(&format!("frame {}: {}", sample.frame, sample.text));
        let _ = writeln!(
            svg,
            "<circle class=\"beyond\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{text}</title></circle>"
        );
    }
    svg += "</svg>\n";
    Some(svg)
}

/// Adds the least and largest distance at the left, and the first and last frame below.
fn add_axes(scale: &Scale, samples: &[Sample], svg: &mut String) {
    let [width, height] = SIZE;
    let bottom = height - MARGIN;
    let right = width - MARGIN;
    let _ = writeln!(svg, "<path class=\"axis\" d=\"M{LEFT} {MARGIN}V{bottom}H{right}\"/>");
    let x = LEFT - 8.0;
    for (meters, y) in [(scale.meters[1], MARGIN), (scale.meters[0], bottom)] {
        let text = number::length(meters).text;
        let _ =
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" dominant-baseline=\"middle\">{text}</text>");
    }
    let y = height - 6.0;
    let ends = [
        samples.first().map(|first| (first.frame, LEFT, "start")),
        samples.last().map(|last| (last.frame, right, "end")),
    ];
    for (frame, x, anchor) in ends.into_iter().flatten() {
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">frame {frame}</text>");
    }
}

/// Samples of a quantity that was captured and computed, by frame. Of several engines, the one that is farthest off.
fn samples(case: &Case, quantity: &str) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    for (frame, row) in case.external.iter().filter(|(_, row)| row.quantity == quantity) {
        let Some([captured, computed]) = both_numbers(row) else { continue };
        let mut failures = case.failures.iter().filter(|failure| failure.kind == FailureKind::Captured);
        let is_failure = failures.any(|failure| failure.frame == *frame);
        let sample = Sample { frame: *frame, captured, computed, text: row.say(), is_failure };
        match samples.last_mut().filter(|last| last.frame == *frame) {
            Some(last) if (last.captured - last.computed).abs() >= (captured - computed).abs() => {}
            Some(last) => *last = sample,
            None => samples.push(sample),
        }
    }
    samples
}

/// Captured and computed number of a row; `None` unless both are finite.
fn both_numbers(row: &Compared) -> Option<[f64; 2]> {
    let (Some(Exact::Number(captured)), Some(Exact::Number(computed))) = (row.captured.exact, row.computed.exact)
    else {
        return None;
    };
    (captured.is_finite() && computed.is_finite()).then_some([captured, computed])
}
