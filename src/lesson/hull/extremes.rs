//! Extreme points of the first tetrahedron, each far from the point, line or plane of those before it, and the
//! sentences on them.

use glam::DVec3;

use super::HullView;
use crate::answer::number::{count, length};
use crate::lesson::{Sentence, Value, say, symbol};

/// Relative difference of two distances up to which they count as equal.
const SAME_DISTANCE: f64 = 1e-6;

/// Largest number of tied points with names.
pub(super) const MAX_TIED_NAMES: usize = 4;

/// Extreme point with its distance from the span of the previous ones.
pub(super) struct Extreme {
    /// Point of the span nearest the extreme point, world.
    pub foot: DVec3,
    /// Extreme point, world.
    pub at: DVec3,
    /// Whether no other point is farther from the span.
    pub is_farthest: bool,
    /// Other points at the same distance from the span, to rounding.
    pub tied: Vec<u32>,
}

impl Extreme {
    /// Distance from the span, meters.
    pub fn distance(&self) -> f64 {
        self.foot.distance(self.at)
    }
}

impl HullView<'_> {
    /// Extreme point number `k`, from 0, with its distance from those before it; the first one for numbers without a
    /// point.
    pub(super) fn extreme(&self, k: usize) -> Extreme {
        let found: Vec<DVec3> = self.after.extremes.iter().map(|&point| self.context.position(point)).collect();
        let first = found.first().copied().unwrap_or_default();
        let Some(&at) = found.get(k).filter(|_| k > 0) else {
            return Extreme { foot: first, at: first, is_farthest: true, tied: self.tied_in_x(first) };
        };
        let span = &found[..k];
        let least = (1.0 - SAME_DISTANCE) * distance_from_span(span, at);
        let mut farthest = 0.0_f64;
        let mut tied = Vec::new();
        for point in 0..self.context.points.len() as u32 {
            let position = self.context.position(point);
            let distance = distance_from_span(span, position);
            farthest = farthest.max(distance);
            if position != at && distance >= least {
                tied.push(point);
            }
        }
        let is_farthest = distance_from_span(span, at) >= (1.0 - SAME_DISTANCE) * farthest;
        Extreme { foot: nearest_in_span(span, at), at, is_farthest, tied }
    }

    /// Sentence on the extreme point number `k`, which exists.
    pub(super) fn extreme_sentence(&self, k: usize, extreme: &Extreme) -> Sentence {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| self.extreme_mark(k));
        let distance = Value::of(symbol::HEIGHT, length(extreme.distance()), "height");
        match k {
            0 => self.first_sentence(a),
            1 => second_sentence([a, b], distance, extreme),
            _ => later_sentence(k, [a, b, c, d], distance, extreme),
        }
    }

    /// Sentence on the first point in the order of coordinates, `a`.
    fn first_sentence(&self, a: Sentence) -> Sentence {
        let first = self.after.extremes.first().map_or_else(Default::default, |&first| self.context.position(first));
        let least = Value::of(symbol::LEAST_COORDINATE, length(first.x), "least");
        let tied: Vec<u32> = self.tied_in_x(first);
        if self.context.points.iter().all(|place| *place == first) {
            return say!("{} is a vertex of the hull.", a);
        }
        if tied.is_empty() {
            return say!("{} has the smallest x of all points, {}, so it is a vertex of the hull.", a, least);
        }
        let level_count = tied.iter().filter(|point| self.context.position(**point).y == first.y).count();
        let how = match level_count {
            0 => "smallest y",
            level if level == tied.len() => "smallest z",
            _ => "smallest y, then z",
        };
        let others = match tied.len() {
            few if few <= MAX_TIED_NAMES => Sentence::list(tied.iter().map(|&point| self.context.point_mark(point))),
            many => say!("{} others", Value::number(symbol::TIES, count(many))),
        };
        say!(
            "{} and {} share the smallest x, {}. {} has the {} of them, so it is a vertex of the hull.",
            &a,
            others,
            least,
            &a,
            how
        )
    }

    /// Other points with the same x as `first`, the point with the smallest x.
    pub(super) fn tied_in_x(&self, first: DVec3) -> Vec<u32> {
        let points = 0..self.context.points.len() as u32;
        points
            .filter(|&point| {
                let place = self.context.position(point);
                place.x == first.x && place != first
            })
            .collect()
    }

    /// Sentence on a cloud all of whose points are in the span of the extreme points, so that there is no next one.
    pub(super) fn all_spanned_sentence(&self) -> Sentence {
        let found = self.after.extremes.len();
        let [a, b, c] = [0, 1, 2].map(|k| self.extreme_mark(k));
        match (found, self.context.points.len() == found) {
            (1, _) => say!("All points coincide with {}.", a),
            (2, true) => say!("There are no points besides {} and {}: they span only a line.", a, b),
            (2, false) => say!("All points are on the line {} {}, by exact arithmetic.", a, b),
            (_, true) => say!("There are no points besides {}, {} and {}: they span only a plane.", a, b, c),
            (_, false) => say!("All points are in the plane {} {} {}, by exact arithmetic.", a, b, c),
        }
    }

    /// Name of the extreme point number `k`; empty without one.
    pub(super) fn extreme_mark(&self, k: usize) -> Sentence {
        self.after.extremes.get(k).map_or_else(Sentence::default, |&point| self.context.point_mark(point))
    }
}

/// Point nearest to `p` in the span: a point, the line of two points, or the plane of three.
fn nearest_in_span(span: &[DVec3], p: DVec3) -> DVec3 {
    match *span {
        [] => p,
        [a] => a,
        [a, b] => a + (p - a).project_onto(b - a),
        [a, b, c, ..] => p - (p - a).project_onto((b - a).cross(c - a)),
    }
}

/// Distance of a point from the span of points, meters.
fn distance_from_span(span: &[DVec3], p: DVec3) -> f64 {
    nearest_in_span(span, p).distance(p)
}

/// Words for the extreme point: `the point`, or one of several at the same distance.
fn which_point(extreme: &Extreme) -> Sentence {
    match extreme.tied.len() {
        0 => Sentence::from("the point"),
        1 => Sentence::from("one of the two points"),
        others => say!("one of the {} points", Value::number(symbol::TIES, count(others + 1))),
    }
}

/// Sentence on the second extreme point, `b`, at a distance from the first.
fn second_sentence([a, b]: [Sentence; 2], distance: Value, extreme: &Extreme) -> Sentence {
    if extreme.is_farthest {
        let which = which_point(extreme);
        return say!(
            "{} is {} farthest from {}, at a distance of {}: {} and {} span a line.",
            &b,
            which,
            &a,
            distance,
            a,
            b
        );
    }
    // The search compares largest components instead of lengths.
    say!(
        "{} is {} from {}, and no point differs from {} by more in any coordinate: the two points span a line.",
        b,
        distance,
        &a,
        &a
    )
}

/// Sentence on the third (`k` = 2) or the fourth extreme point, at a distance from the line or plane of those before.
fn later_sentence(k: usize, [a, b, c, d]: [Sentence; 4], distance: Value, extreme: &Extreme) -> Sentence {
    let which = which_point(extreme);
    match (k, extreme.is_farthest) {
        (2, true) => say!(
            "{} is {} farthest from the line {} {}, at a distance of {}: {}, {} and {} span a plane.",
            &c,
            which,
            &a,
            &b,
            distance,
            a,
            b,
            c
        ),
        (2, false) => say!(
            "{} is {} from the line {} {}, and no cross product with the line has a larger component: the three points \
         span a plane.",
            c,
            distance,
            a,
            b
        ),
        (_, true) => say!(
            "{} is {} farthest from the plane {} {} {}, at a distance of {}: {}, {}, {} and {} span a tetrahedron.",
            &d,
            which,
            &a,
            &b,
            &c,
            distance,
            a,
            b,
            c,
            d
        ),
        (_, false) => say!(
            "{} is at a distance of {} from the plane {} {} {}: the four points span a tetrahedron.",
            d,
            distance,
            a,
            b,
            c
        ),
    }
}
