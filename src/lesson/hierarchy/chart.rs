//! Chart of the number of compared vertices over the number of vertices: hierarchy, hill climbing and brute force. The
//! engine counted them for vertices on a sphere, the same in every run, as means over many directions.

use glam::DVec3;

use super::HierarchyContext;
use crate::answer::number::number;
use crate::lesson::Pictures;
use crate::lesson::model::plot::{horizontal_decades, vertical_axis};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::hierarchy::Counted;

/// Id of the view.
pub const VISITED: &str = "visited";

/// Least-squares line `slope · x + height` through the hierarchy's counts.
pub fn fitted(counted: &[Counted]) -> [f64; 2] {
    let n = counted.len().max(1) as f64;
    let x = counted.iter().map(|one| one.decades).sum::<f64>() / n;
    let y = counted.iter().map(|one| one.levels).sum::<f64>() / n;
    let up: f64 = counted.iter().map(|one| (one.decades - x) * (one.levels - y)).sum();
    let across: f64 = counted.iter().map(|one| (one.decades - x).powi(2)).sum();
    let slope = if across > 0.0 { up / across } else { 0.0 };
    [slope, y - slope * x]
}

/// Height of the plot, in heights of the highest curve.
const CURVE_SPACE: f64 = 1.35;

/// Least height of the plot, in counts of this search.
const POINT_SPACE: f64 = 1.12;

/// Multiple of the plot's height from which on the count of this search is not shown at its true height.
const FAR_ABOVE: f64 = 2.5;

/// Number of intervals of the drawn curve of brute force.
const BRUTE_INTERVALS: u32 = 60;

/// Decades by which that curve extends beyond the top of the plot.
const BRUTE_BEYOND: f64 = 0.1;

/// Height of the name of that curve, in heights of the plot.
const BRUTE_NAME: f64 = 0.92;

/// Greatest height of the ring of this search, in heights of the plot; a greater count is drawn there.
const MAX_RING: f64 = 0.97;

/// Distance from other curves, in heights of the plot, beyond which more distance does not improve the place of a name.
const ENOUGH_DISTANCE: f64 = 0.12;

/// Preference for places near the end of a curve, in heights of the plot per decade of n.
const NEAR_END: f64 = 0.02;

/// Decades of n beyond the first and the last count.
const SIDE_SPACE: f64 = 0.15;

/// Range of the axes for a body of `n` vertices and a search that compares `visited` of them: decades of n, and the
/// largest count. A search far above all curves is off the plot, so that the curves stay distinguishable.
fn axis_ranges(counted: &[Counted], n: f64, visited: f64) -> ([f64; 2], f64) {
    let most = counted.iter().map(|one| one.levels.max(one.seeded)).fold(0.0, f64::max) * CURVE_SPACE;
    let most = if visited < FAR_ABOVE * most { most.max(POINT_SPACE * visited) } else { most };
    let ends = [1.0, counted.last().map_or(4.0, |last| last.decades) + SIDE_SPACE];
    ([ends[0].min(n.log10() - SIDE_SPACE), ends[1].max(n.log10() + SIDE_SPACE)], (most / 10.0).ceil() * 10.0)
}

/// Position in the chart: decades of n, and a number of vertices.
fn at(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

/// Marks that do not change from step to step: the curves, and the line of this body's n.
pub(super) fn fixed_marks(context: &HierarchyContext) -> Picture {
    let counted = (context.searched.counted)();
    let n = context.vertices();
    let (ends, most) = axis_ranges(counted, n, context.visited());
    let mut plot = Picture::default();
    plot.add(Role::Grid, "axis/n", horizontal_decades(ends, "vertices n"));
    plot.add(Role::Grid, "axis/visited", vertical_axis([0.0, most], "vertices compared, mean of 100 directions"));
    // The count of brute force is n, not a measurement.
    let steps = (0..=BRUTE_INTERVALS)
        .map(|k| ends[0] + (most.log10() + BRUTE_BEYOND - ends[0]) * f64::from(k) / f64::from(BRUTE_INTERVALS));
    let points = steps.map(|x| at(x, 10f64.powf(x))).collect();
    plot.add(Role::Text, "method/brute", Form::Polyline { points, closed: false });
    plot.label(Role::Text, "method/brute", at((BRUTE_NAME * most).log10(), BRUTE_NAME * most), "brute force: n");
    let [slope, height] = fitted(counted);
    let sign = if height < 0.0 { '−' } else { '+' };
    let fit = format!("hierarchy: {} · log₁₀ n {sign} {}", tenths(slope), tenths(height.abs()));
    type Curve<'a> = (Role, &'static str, &'a str, fn(&Counted) -> f64);
    let curves: [Curve<'_>; 3] = [
        (Role::Interval, "method/cold", "hill climbing, cold", |one| one.cold),
        (Role::Bound, "method/climb", "hill climbing, 26 starts", |one| one.seeded),
        (Role::Simplex, "method/hierarchy", &fit, |one| one.levels),
    ];
    for (role, key, name, of) in curves {
        let points: Vec<DVec3> = counted.iter().map(|one| at(one.decades, of(one))).collect();
        points.iter().for_each(|p| plot.point(role, key, *p));
        let others = curves.iter().filter(|(_, other, ..)| *other != key);
        let others: Vec<DVec3> =
            others.flat_map(|(.., of)| counted.iter().map(move |one| at(one.decades, of(one)))).collect();
        // A name is placed away from other curves, preferably near the end.
        let rated = points.iter().filter(|p| p.y <= most).map(|p| {
            let same = others.iter().filter(|other| other.x == p.x);
            let nearest = same.map(|other| (other.y - p.y).abs()).fold(f64::INFINITY, f64::min);
            (*p, nearest.min(ENOUGH_DISTANCE * most) + NEAR_END * most * p.x)
        });
        if let Some((place, _)) = rated.max_by(|(_, a), (_, b)| a.total_cmp(b)) {
            plot.label(role, key, place, name);
        }
        plot.add(role, key, Form::Polyline { points, closed: false });
    }
    plot.segment(Role::Ghost, "this", at(n.log10(), 0.0), at(n.log10(), most));
    plot
}

/// Text of a number with one decimal.
fn tenths(x: f64) -> String {
    format!("{x:.1}")
}

/// Picture of the search's count: a ring over this body's n.
pub(super) fn now(context: &HierarchyContext, visited: u32) -> Picture {
    let n = context.vertices();
    let (_, most) = axis_ranges((context.searched.counted)(), n, context.visited());
    let mut plot = Picture::default();
    let visited = f64::from(visited);
    let place = at(n.log10(), visited.min(MAX_RING * most));
    plot.add(Role::Horizon, "weighed", Form::Circle { center: place, normal: DVec3::Z, radius: 0.0 });
    plot.point(Role::Simplex, "weighed", place);
    let beyond = if visited > most { "this search, above the plot" } else { "this search" };
    // A proof may compare a vertex twice, so the count can exceed a small number of vertices.
    let of = if visited > n { String::from(" compared") } else { format!(" of {}", number(n).text) };
    plot.label(Role::Horizon, "weighed", place, format!("{beyond}: {}{of}", number(visited).text));
    plot
}

/// Adds the picture of the chart to those of a beat.
pub(super) fn with_chart(mut pictures: Pictures, plot: Picture) -> Pictures {
    *pictures.edit(VISITED) = plot;
    pictures
}

impl HierarchyContext {
    /// Number of vertices of the body, at least 1.
    fn vertices(&self) -> f64 {
        self.searched.hierarchy.sources.len().max(1) as f64
    }

    /// Number of vertices that the whole walk compares.
    fn visited(&self) -> f64 {
        self.searched.walk.compared.iter().map(|of| of.len() as f64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_far_above_the_curves_leaves_the_plot() {
        let counted = [[1.5, 21.0, 10.0, 24.0], [3.0, 95.0, 35.0, 44.0], [4.0, 290.0, 68.0, 57.0]]
            .map(|[decades, cold, seeded, levels]| Counted { decades, cold, seeded, levels });
        let (_, plain) = axis_ranges(&counted, 100.0, 40.0);
        assert_eq!(axis_ranges(&counted, 100.0, 10_000.0).1, plain);
        assert!(axis_ranges(&counted, 100.0, 1.5 * plain).1 > 1.5 * plain);
        assert!(axis_ranges(&counted, 1e6, 60.0).0[1] > 6.0 && axis_ranges(&counted, 4.0, 4.0).0[0] < 0.6);
    }
}
