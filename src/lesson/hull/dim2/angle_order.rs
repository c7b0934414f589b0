//! Order of the points by angle around the pivot of Graham's scan: the sentence on the order, and its table.

use contact_lens_model::answer::number::{count, number};
use contact_lens_model::answer::{Shown, point_name};

use super::graham::{GrahamView, MAX_NAMED};
use crate::{BodyContext, Row, Sentence, Table, Value, say, symbol};

/// Angle below which two directions look the same in a picture, radians.
const MIN_VISIBLE_ANGLE: f64 = 1e-3;

impl GrahamView<'_> {
    /// Sentence on the order of the points by angle, and on the skipped duplicates.
    pub(super) fn order_sentence(&self) -> Sentence {
        let context = self.context;
        let sorted = &self.after.sorted;
        let pivot = context.point_mark(self.after.pivot);
        let skipped = match context.points.len() - sorted.len() {
            0 => Sentence::default(),
            1 => Sentence::from(" One duplicate point is skipped."),
            n => say!(" {} duplicate points are skipped.", Value::number(symbol::DUPLICATES, count(n))),
        };
        match &sorted[1..] {
            [] => say!("{} is the only position: no other point is left to sort.", pivot),
            [only] => say!("{} is the only other point to visit.{}", context.point_mark(*only), skipped),
            rest if rest.len() > MAX_NAMED => say!(
                "The {} other points are sorted by angle around {}{}.{}",
                Value::number(symbol::OTHER_POINTS, count(rest.len())),
                pivot,
                self.clause_on_ties(rest),
                skipped
            ),
            rest => say!(
                "The order by angle around {} is {}{}.{}",
                pivot,
                Sentence::list(rest.iter().map(|&i| context.point_mark(i))),
                self.clause_on_ties(rest),
                skipped
            ),
        }
    }

    /// Clause on points at equal angles, or on those whose angles only seem equal in the picture; empty if there are
    /// none. `rest` are the points after the pivot, in order.
    fn clause_on_ties(&self, rest: &[u32]) -> Sentence {
        let context = self.context;
        let pivot = context.position(self.after.pivot);
        let sines = rest.windows(2).map(|ends| {
            let [a, b] = [ends[0], ends[1]].map(|point| context.position(point));
            let [pivot_2d, a_2d, b_2d] = [pivot, a, b].map(|p| robust::Coord { x: p.x, y: p.y });
            robust::orient2d(pivot_2d, a_2d, b_2d) / (a.distance(pivot) * b.distance(pivot))
        });
        let sines: Vec<f64> = sines.collect();
        if sines.contains(&0.0) {
            return Sentence::from("; at equal angles the nearer comes first");
        }
        let Some(k) = sines.iter().position(|sine| sine.abs() < MIN_VISIBLE_ANGLE) else { return Sentence::default() };
        let [a, b] = [rest[k], rest[k + 1]].map(|point| context.point_mark(point));
        say!(", where the angle of {} is greater than that of {} by less than the picture shows", b, a)
    }

    /// Table of the sorted points with their angles, in which the point `chosen` is marked.
    pub(super) fn order_table(&self, chosen: Option<u32>) -> Table {
        let context = self.context;
        let pivot = self.after.pivot;
        let rows = self
            .after
            .sorted
            .iter()
            .enumerate()
            .map(|(rank, &point)| Row {
                cells: vec![count(rank), point_name(point).into(), angle_text(context, pivot, point)],
                key: Some(context.key(point)),
                chosen: chosen == Some(point),
            })
            .collect();
        Table { title: "Order", columns: vec!["rank", "point", "angle, °"], rows }
    }
}

/// Text of the angle of a point around the pivot, degrees, counterclockwise from the x axis.
fn angle_text(context: &BodyContext, pivot: u32, point: u32) -> Shown {
    let arm = context.position(point) - context.position(pivot);
    if point == pivot { Shown::from("pivot") } else { number(arm.y.atan2(arm.x).to_degrees()) }
}
