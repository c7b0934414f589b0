//! Sentences on the selection of the contact points to keep, where a manifold has more points than the query allows.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{Exact, count, number};
use contact_lens_model::snapshot::manifold::Pick;

use super::super::world::replaced;
use super::super::{ContactPoint, ManifoldState, Picked, StepKind};
use super::Narrator;
use crate::{Sentence, Value, say, symbol};

/// Relative difference up to which the reduction treats depths as equal: `TIE_FRACTION` in
/// `engine/source/dim3/manifold/reduce.rs`.
const TIE_FRACTION: f64 = 0.01;

/// Relative difference up to which the reduction prefers a point of the previous frame to a deeper one: `HYSTERESIS` in
/// `engine/contact.rs`.
const PREVIOUS_POINT_FRACTION: f64 = 0.05;

impl Narrator<'_> {
    /// Sentence on the newest selected point, and on the point that it replaces; empty without selected points.
    pub(super) fn pick_sentence(&self) -> Sentence {
        let picks = self.state.points.iter().filter_map(|point| Some((point, point.picked?)));
        let Some((point, pick)) = picks.max_by_key(|(_, pick)| pick.index) else { return Sentence::default() };
        if self.is_planar() {
            return say!("Point {}, the deepest, is kept: the query requests one point.", self.point_number(point));
        }
        let index = Value::number(symbol::PICK, count(pick.index + 1));
        let choice = say!("Pick {} is {}.", index, self.pick_reason(point, pick));
        match self.before.and_then(|before| replaced(before, self.state)) {
            Some([old, new]) => say!(
                "{} Point {} is deeper than all picks, so it replaces point {}, the pick nearest to it.",
                choice,
                self.point_mark(new),
                self.point_mark(old)
            ),
            None => choice,
        }
    }

    /// Noun phrase on a picked point and the reason for picking it.
    fn pick_reason(&self, point: &ContactPoint, Picked { index, reason, score }: Picked) -> Sentence {
        let name = self.point_mark(point);
        // The last pick may have replaced an earlier one; the state before it still has both.
        let state_of_pick = self.before.filter(|before| before.kind == StepKind::Pick).unwrap_or(self.state);
        match reason {
            Pick::Deepest => self.deepest_reason(point, index, score),
            Pick::Farthest => say!(
                "point {}, the farthest from point {}: {}",
                name,
                Sentence::list(self.earlier_points(state_of_pick, 1)),
                self.length(symbol::SPREAD, score, format!("point/{}", point.id))
            ),
            Pick::Area => {
                let others = self.earlier_points(state_of_pick, index);
                let noun = if others.len() == 1 { "point" } else { "points" };
                let text = format!("{} m²", number(score));
                let area = Shown { text, exact: Some(Exact::Number(score)) };
                say!(
                    "point {}: with {} {} it spans the largest area, {}",
                    name,
                    noun,
                    Sentence::list(others),
                    Value::of(symbol::AREA, area, "area")
                )
            }
        }
    }

    /// Noun phrase on a point that was picked as the deepest: pick `index`, from 0, whose depth is `score`, meters.
    fn deepest_reason(&self, point: &ContactPoint, index: usize, score: f64) -> Sentence {
        let name = self.point_mark(point);
        let depth_deficit = self.state.deepest().map_or(0.0, |deepest| deepest.depth - point.depth);
        if depth_deficit > 0.0 && !self.is_rounding(depth_deficit) {
            // The reduction preferred this point to a slightly deeper one, by one of two rules.
            let is_tie = depth_deficit <= TIE_FRACTION * point.depth.abs();
            let fraction = if is_tie { TIE_FRACTION } else { PREVIOUS_POINT_FRACTION };
            let text = format!("{} %", number(100.0 * fraction));
            let share = Value::number(symbol::DEPTH_SHARE, Shown { text, exact: Some(Exact::Number(fraction)) });
            return say!("point {}, {} deep: within {} of the deepest point", name, self.depth_of(point), share);
        }
        if index > 0 {
            return say!("point {}, deeper than all points picked before", name);
        }
        if self.is_rounding(score) {
            return say!("point {}, the deepest: its depth is below rounding error", name);
        }
        if score < 0.0 {
            return say!("point {}, the closest: {} outside the reference face", name, self.depth_of(point));
        }
        say!("point {}, the deepest: {}", name, self.depth_of(point))
    }

    /// Numbers of the first `count` selected points of a state, in the order of selection.
    fn earlier_points(&self, state: &ManifoldState, count: usize) -> Vec<Sentence> {
        let mut names = Vec::new();
        for index in 0..count {
            let point = state.points.iter().find(|point| point.picked.is_some_and(|pick| pick.index == index));
            names.extend(point.map(|point| self.point_number(point)));
        }
        names
    }
}
