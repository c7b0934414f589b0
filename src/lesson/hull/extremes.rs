//! Extreme points of the first tetrahedron, each far from the point, line or plane of those before it, and the
//! sentences on them.

use contact_lens_model::answer::number::{count, length};
use glam::DVec3;

use super::HullView;
use crate::{Sentence, Value, say, symbol};

/// Relative difference of two distances up to which they count as equal.
const SAME_DISTANCE: f64 = 1e-6;

/// Largest number of tied points with names.
pub(super) const MAX_TIED_NAMES: usize = 4;

/// Extreme point with its distance from the span of the previous ones: a point, a line or a plane.
pub(super) struct Extreme {
    /// Point of the span nearest to the extreme point, world.
    pub foot: DVec3,
    /// Position of the extreme point, world.
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
        let extremes: Vec<DVec3> = self.after.extremes.iter().map(|&point| self.context.position(point)).collect();
        let first = extremes.first().copied().unwrap_or_default();
        if k == 0 || k >= extremes.len() {
            return Extreme { foot: first, at: first, is_farthest: true, tied: self.tied_in_x(first) };
        }
        let at = extremes[k];
        let span = &extremes[..k];
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
            2 => third_sentence([a, b, c], distance, extreme),
            _ => fourth_sentence([a, b, c, d], distance, extreme),
        }
    }

    /// Sentence on the extreme point `a`, the first of all points in the order of x, then y, then z.
    fn first_sentence(&self, a: Sentence) -> Sentence {
        let first = self.after.extremes.first().map_or(DVec3::ZERO, |&first| self.context.position(first));
        let least = Value::of(symbol::LEAST_COORDINATE, length(first.x), "least");
        let tied = self.tied_in_x(first);
        if self.context.points.iter().all(|position| *position == first) {
            return say!("{} is a vertex of the hull.", a);
        }
        if tied.is_empty() {
            return say!("{} has the smallest x of all points, {}, so it is a vertex of the hull.", a, least);
        }
        // The coordinate that decides among the points with the smallest x.
        let same_y_count = tied.iter().filter(|point| self.context.position(**point).y == first.y).count();
        let criterion = if same_y_count == 0 {
            "smallest y"
        } else if same_y_count == tied.len() {
            "smallest z"
        } else {
            "smallest y, then z"
        };
        let others = if tied.len() <= MAX_TIED_NAMES {
            Sentence::list(tied.iter().map(|&point| self.context.point_mark(point)))
        } else {
            say!("{} others", Value::number(symbol::TIES, count(tied.len())))
        };
        say!(
            "{} and {} share the smallest x, {}. {} has the {} of them, so it is a vertex of the hull.",
            &a,
            others,
            least,
            &a,
            criterion
        )
    }

    /// Other points with the same x as `first`, the point with the smallest x.
    pub(super) fn tied_in_x(&self, first: DVec3) -> Vec<u32> {
        let mut tied = Vec::new();
        for point in 0..self.context.points.len() as u32 {
            let position = self.context.position(point);
            if position.x == first.x && position != first {
                tied.push(point);
            }
        }
        tied
    }

    /// Sentence on points that are all in the span of the extreme points, so that there is no next extreme point.
    pub(super) fn all_spanned_sentence(&self) -> Sentence {
        let extreme_count = self.after.extremes.len();
        let has_others = self.context.points.len() != extreme_count;
        let [a, b, c] = [0, 1, 2].map(|k| self.extreme_mark(k));
        match extreme_count {
            1 => say!("All points coincide with {}.", a),
            2 if has_others => say!("All points are on the line {} {}, by exact arithmetic.", a, b),
            2 => say!("There are no points besides {} and {}: they span only a line.", a, b),
            _ if has_others => say!("All points are in the plane {} {} {}, by exact arithmetic.", a, b, c),
            _ => say!("There are no points besides {}, {} and {}: they span only a plane.", a, b, c),
        }
    }

    /// Name of the extreme point number `k`, from 0; empty without one.
    pub(super) fn extreme_mark(&self, k: usize) -> Sentence {
        self.after.extremes.get(k).map_or_else(Sentence::default, |&point| self.context.point_mark(point))
    }
}

/// Point nearest to `p` in the span of points: the point itself, the line of two points, or the plane of the first
/// three. `p` for an empty span.
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

/// Noun phrase for the extreme point: `the point`, or `one of the two points` at the same distance.
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

/// Sentence on the third extreme point, `c`, at a distance from the line of those before.
fn third_sentence([a, b, c]: [Sentence; 3], distance: Value, extreme: &Extreme) -> Sentence {
    if extreme.is_farthest {
        return say!(
            "{} is {} farthest from the line {} {}, at a distance of {}: {}, {} and {} span a plane.",
            &c,
            which_point(extreme),
            &a,
            &b,
            distance,
            a,
            b,
            c
        );
    }
    // The search compares largest components of cross products instead of distances.
    say!(
        "{} is {} from the line {} {}, and no cross product with the line has a larger component: the three points \
         span a plane.",
        c,
        distance,
        a,
        b
    )
}

/// Sentence on the fourth extreme point, `d`, at a distance from the plane of those before.
fn fourth_sentence([a, b, c, d]: [Sentence; 4], distance: Value, extreme: &Extreme) -> Sentence {
    if extreme.is_farthest {
        return say!(
            "{} is {} farthest from the plane {} {} {}, at a distance of {}: {}, {}, {} and {} span a tetrahedron.",
            &d,
            which_point(extreme),
            &a,
            &b,
            &c,
            distance,
            a,
            b,
            c,
            d
        );
    }
    say!("{} is at a distance of {} from the plane {} {} {}: the four points span a tetrahedron.", d, distance, a, b, c)
}
