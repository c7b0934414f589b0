//! Chart of the number of vertices that a search compares, over the number n of vertices of the body: with the
//! hierarchy, by hill climbing and by brute force. The counts of the first two are the engine's means over 100
//! directions for vertices on a sphere; the search of this lesson is a ring among them.

use contact_lens_model::answer::number::number;
use contact_lens_model::snapshot::hierarchy::Counted;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::HierarchyContext;
use crate::Pictures;
use crate::model::plot::{horizontal_decades, vertical_axis};

/// Id of the view.
pub const VISITED: &str = "visited";

/// Height of the plot, in heights of the highest curve of the hierarchy and of hill climbing from 26 starts.
const CURVE_SPACE: f64 = 1.35;

/// Least height of the plot, in counts of this search.
const POINT_SPACE: f64 = 1.12;

/// Multiple of the plot's height from which on the count of this search is not shown at its true height.
const FAR_ABOVE: f64 = 2.5;

/// Number of intervals of the drawn curve of brute force.
const BRUTE_INTERVALS: u32 = 60;

/// Decades of n by which the curve of brute force extends beyond the top of the plot.
const BRUTE_BEYOND: f64 = 0.1;

/// Height of the name of brute force, in heights of the plot.
const BRUTE_NAME: f64 = 0.92;

/// Greatest height of the ring of this search, in heights of the plot; a greater count is drawn there.
const MAX_RING: f64 = 0.97;

/// Distance from other curves, in heights of the plot, beyond which more distance does not improve the place of a name.
const ENOUGH_DISTANCE: f64 = 0.12;

/// Preference for places near the end of a curve, in heights of the plot per decade of n.
const NEAR_END: f64 = 0.02;

/// Decades of n beyond the first and the last count.
const SIDE_SPACE: f64 = 0.15;

/// Step to which the height of the plot is rounded up, in compared vertices.
const HEIGHT_STEP: f64 = 10.0;

/// Last decade of n without any counts.
const DEFAULT_DECADES: f64 = 4.0;

/// Least-squares line through the hierarchy's counts, as `[slope, height]`: the count is `slope · log₁₀ n + height`.
pub fn fitted(counted: &[Counted]) -> [f64; 2] {
    let n = counted.len().max(1) as f64;
    let x = counted.iter().map(|count| count.decades).sum::<f64>() / n;
    let y = counted.iter().map(|count| count.levels).sum::<f64>() / n;
    let up: f64 = counted.iter().map(|count| (count.decades - x) * (count.levels - y)).sum();
    let across: f64 = counted.iter().map(|count| (count.decades - x).powi(2)).sum();
    let slope = if across > 0.0 { up / across } else { 0.0 };
    [slope, y - slope * x]
}

/// Ranges of the chart's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct AxisRanges {
    /// First and last log₁₀ n.
    decades: [f64; 2],
    /// Largest number of compared vertices.
    most: f64,
}

impl AxisRanges {
    /// Ranges for a body of `n` vertices and a search that makes `visited` comparisons. A search far above all curves
    /// is off the plot, so that the curves stay distinguishable.
    fn new(counted: &[Counted], n: f64, visited: f64) -> Self {
        let curves = counted.iter().map(|count| count.levels.max(count.seeded)).fold(0.0, f64::max) * CURVE_SPACE;
        let height = if visited < FAR_ABOVE * curves { curves.max(POINT_SPACE * visited) } else { curves };
        let last_decade = counted.last().map_or(DEFAULT_DECADES, |last| last.decades) + SIDE_SPACE;
        let low = 1.0_f64.min(n.log10() - SIDE_SPACE);
        let high = last_decade.max(n.log10() + SIDE_SPACE);
        Self { decades: [low, high], most: (height / HEIGHT_STEP).ceil() * HEIGHT_STEP }
    }
}

/// Position in the chart: `decades` of n, and a number of compared vertices.
fn chart_point(decades: f64, visited: f64) -> DVec3 {
    DVec3::new(decades, visited, 0.0)
}

/// Curve of one method.
struct Curve<'a> {
    role: Role,
    /// Mark id of the curve and its name.
    key: &'static str,
    /// Name at the curve.
    name: &'a str,
    /// Mean number of vertices that the method compares.
    visited: fn(&Counted) -> f64,
}

impl Curve<'_> {
    /// Points of the curve in the chart, one per counted sphere.
    fn points(&self, counted: &[Counted]) -> Vec<DVec3> {
        counted.iter().map(|count| chart_point(count.decades, (self.visited)(count))).collect()
    }
}

/// Position of a curve's name at one of its `points`: away from the points `others` of the other curves, preferably
/// near the end. `None` if all points are above `most`, the top of the plot.
fn name_position(points: &[DVec3], others: &[DVec3], most: f64) -> Option<DVec3> {
    let rated = points.iter().filter(|p| p.y <= most).map(|p| {
        let same_n = others.iter().filter(|other| other.x == p.x);
        let nearest = same_n.map(|other| (other.y - p.y).abs()).fold(f64::INFINITY, f64::min);
        (*p, nearest.min(ENOUGH_DISTANCE * most) + NEAR_END * most * p.x)
    });
    rated.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(position, _)| position)
}

/// Marks that do not change from step to step: the curves, and the line of this body's n.
pub(super) fn fixed_marks(context: &HierarchyContext) -> Picture {
    let counted = (context.searched.counted)();
    let n = context.vertex_count();
    let AxisRanges { decades, most } = AxisRanges::new(counted, n, context.comparison_count());
    let mut plot = Picture::default();
    plot.add(Role::Grid, "axis/n", horizontal_decades(decades, "vertices n"));
    plot.add(Role::Grid, "axis/visited", vertical_axis([0.0, most], "vertices compared, mean of 100 directions"));
    add_brute_force(&mut plot, decades[0], most);
    let [slope, height] = fitted(counted);
    let sign = if height < 0.0 { '−' } else { '+' };
    let fit = format!("hierarchy: {} · log₁₀ n {sign} {}", tenths(slope), tenths(height.abs()));
    let curves: [Curve<'_>; 3] = [
        Curve { role: Role::Interval, key: "method/cold", name: "hill climbing, cold", visited: |count| count.cold },
        Curve {
            role: Role::Bound,
            key: "method/climb",
            name: "hill climbing, 26 starts",
            visited: |count| count.seeded,
        },
        Curve { role: Role::Simplex, key: "method/hierarchy", name: &fit, visited: |count| count.levels },
    ];
    for curve in &curves {
        let points = curve.points(counted);
        points.iter().for_each(|p| plot.point(curve.role, curve.key, *p));
        let other_curves = curves.iter().filter(|other| other.key != curve.key);
        let others: Vec<DVec3> = other_curves.flat_map(|other| other.points(counted)).collect();
        if let Some(position) = name_position(&points, &others, most) {
            plot.label(curve.role, curve.key, position, curve.name);
        }
        plot.add(curve.role, curve.key, Form::Polyline { points, closed: false });
    }
    plot.segment(Role::Ghost, "this", chart_point(n.log10(), 0.0), chart_point(n.log10(), most));
    plot
}

/// Adds the curve of brute force from the first decade `start` on, up to slightly above the top `most` of the plot. Its
/// count is n, not a measurement.
fn add_brute_force(plot: &mut Picture, start: f64, most: f64) {
    let mut points = Vec::new();
    for k in 0..=BRUTE_INTERVALS {
        let decades = start + (most.log10() + BRUTE_BEYOND - start) * f64::from(k) / f64::from(BRUTE_INTERVALS);
        points.push(chart_point(decades, 10f64.powf(decades)));
    }
    plot.add(Role::Text, "method/brute", Form::Polyline { points, closed: false });
    let name_height = BRUTE_NAME * most;
    plot.label(Role::Text, "method/brute", chart_point(name_height.log10(), name_height), "brute force: n");
}

/// Text of a number with one decimal.
fn tenths(x: f64) -> String {
    format!("{x:.1}")
}

/// Picture of the number `visited` of comparisons that this lesson's search has made: a ring over this body's n.
pub(super) fn search_count(context: &HierarchyContext, visited: u32) -> Picture {
    let n = context.vertex_count();
    let AxisRanges { most, .. } = AxisRanges::new((context.searched.counted)(), n, context.comparison_count());
    let mut plot = Picture::default();
    let visited = f64::from(visited);
    let center = chart_point(n.log10(), visited.min(MAX_RING * most));
    plot.add(Role::Horizon, "weighed", Form::Circle { center, normal: DVec3::Z, radius: 0.0 });
    plot.point(Role::Simplex, "weighed", center);
    let name = if visited > most { "this search, above the plot" } else { "this search" };
    // A proof may compare a vertex twice, so the count can exceed a small number of vertices.
    let total = if visited > n { String::from(" compared") } else { format!(" of {}", number(n).text) };
    plot.label(Role::Horizon, "weighed", center, format!("{name}: {}{total}", number(visited).text));
    plot
}

/// Adds the picture of the chart to those of a beat.
pub(super) fn with_chart(mut pictures: Pictures, plot: Picture) -> Pictures {
    *pictures.edit(VISITED) = plot;
    pictures
}

impl HierarchyContext {
    /// Number of vertices of the body, at least 1.
    fn vertex_count(&self) -> f64 {
        self.searched.hierarchy.sources.len().max(1) as f64
    }

    /// Number of comparisons of the whole search; a vertex may be compared twice.
    fn comparison_count(&self) -> f64 {
        self.searched.walk.compared.iter().map(|points| points.len() as f64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_far_above_the_curves_is_off_the_plot() {
        let counted = [[1.5, 21.0, 10.0, 24.0], [3.0, 95.0, 35.0, 44.0], [4.0, 290.0, 68.0, 57.0]]
            .map(|[decades, cold, seeded, levels]| Counted { decades, cold, seeded, levels });
        let plain = AxisRanges::new(&counted, 100.0, 40.0).most;
        assert_eq!(AxisRanges::new(&counted, 100.0, 10_000.0).most, plain);
        assert!(AxisRanges::new(&counted, 100.0, 1.5 * plain).most > 1.5 * plain);
        assert!(AxisRanges::new(&counted, 1e6, 60.0).decades[1] > 6.0);
        assert!(AxisRanges::new(&counted, 4.0, 4.0).decades[0] < 0.6);
    }
}
