//! Sentences on the selection of contact points.

use super::super::world::replaced;
use super::super::{ContactPoint, ManifoldState, Picked, StepKind};
use super::Narrator;
use crate::answer::Shown;
use crate::answer::number::{Exact, count, number};
use crate::lesson::{Sentence, Value, say, symbol};
use crate::snapshot::manifold::Pick;

/// Shares of the greatest depth within which a point may be picked as deepest: any point, as if equally deep, and a
/// point of the previous frame.
const DEPTH_SHARES: [f64; 2] = [0.01, 0.05];

impl Narrator<'_> {
    /// Sentence on the newest selected point.
    pub(super) fn picked(&self) -> Sentence {
        let picks = self.state.points.iter().filter_map(|point| Some((point, point.picked?)));
        let Some((point, pick)) = picks.max_by_key(|(_, pick)| pick.index) else { return Sentence::default() };
        if self.is_flat() {
            return say!("Point {}, the deepest, is kept: the query requests one point.", self.point_number(point));
        }
        let index = Value::number(symbol::PICK, count(pick.index + 1));
        let said = say!("Pick {} is {}.", index, self.reason(point, pick));
        match self.before.and_then(|before| replaced(before, self.state)) {
            Some([old, new]) => say!(
                "{} Point {} is deeper than all picks, so it replaces point {}, the pick nearest to it.",
                said,
                self.point(new),
                self.point(old)
            ),
            None => said,
        }
    }

    /// Noun phrase on a picked point and the reason for picking it.
    fn reason(&self, point: &ContactPoint, Picked { index, reason, score }: Picked) -> Sentence {
        let state = self.state;
        let name = self.point(point);
        // The last selection may have discarded an earlier one.
        let then = self.before.filter(|before| before.kind == StepKind::Pick).unwrap_or(state);
        let less = state.deepest().map_or(0.0, |deepest| deepest.depth - point.depth);
        match reason {
            Pick::Deepest if less > 0.0 && !self.is_rounding(less) => {
                let [small, large] = DEPTH_SHARES;
                let share = if less <= small * point.depth.abs() { small } else { large };
                let text = format!("{} %", number(100.0 * share));
                let share = Value::number(symbol::DEPTH_SHARE, Shown { text, exact: Some(Exact::Number(share)) });
                say!("point {}, {} deep: within {} of the deepest point", name, self.depth_of(point), share)
            }
            Pick::Deepest if index > 0 => say!("point {}, deeper than all points picked before", name),
            Pick::Deepest if self.is_rounding(score) => {
                say!("point {}, the deepest: its depth is below rounding error", name)
            }
            Pick::Deepest if score < 0.0 => {
                say!("point {}, the lowest: {} above the reference face", name, self.depth_of(point))
            }
            Pick::Deepest => say!("point {}, the deepest: {}", name, self.depth_of(point)),
            Pick::Farthest => say!(
                "point {}, the farthest from point {}: {}",
                name,
                Sentence::list(self.earlier_points(then, 1)),
                self.length(symbol::SPREAD, score, format!("point/{}", point.id))
            ),
            Pick::Area => {
                let others = self.earlier_points(then, index);
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

    /// Names of the first `below` selected points.
    fn earlier_points(&self, state: &ManifoldState, below: usize) -> Vec<Sentence> {
        let picked = (0..below)
            .filter_map(|index| state.points.iter().find(|point| point.picked.is_some_and(|pick| pick.index == index)));
        picked.map(|point| self.point_number(point)).collect()
    }
}
