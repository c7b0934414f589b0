//! Sentences on the selection of contact points.

use super::super::world::replaced;
use super::super::{ContactPoint, ManifoldState, Picked, StepKind};
use super::Narrator;
use crate::answer::number::number;
use crate::snapshot::manifold::Pick;

impl Narrator<'_> {
    pub(super) fn picked(&self) -> String {
        let picks = self.state.points.iter().filter_map(|point| Some((point, point.picked?)));
        let Some((point, pick)) = picks.max_by_key(|(_, pick)| pick.index) else { return String::new() };
        if self.is_flat() {
            return format!("Point {}, the deepest, is kept: the query requests one point.", point.number);
        }
        let said = format!("Pick {} is {}.", pick.index + 1, self.reason(point, pick));
        match self.before.and_then(|before| replaced(before, self.state)) {
            Some([old, new]) => format!(
                "{said} Point {} is deeper than all picks, so it replaces point {}, the pick nearest to it.",
                new.name(),
                old.name(),
            ),
            None => said,
        }
    }

    fn reason(&self, point: &ContactPoint, Picked { index, reason, score }: Picked) -> String {
        let state = self.state;
        let name = point.name();
        // The last selection may have discarded an earlier one.
        let then = self.before.filter(|before| before.kind == StepKind::Pick).unwrap_or(state);
        let less = state.deepest().map_or(0.0, |deepest| deepest.depth - point.depth);
        match reason {
            Pick::Deepest if less > 0.0 && !self.is_rounding(less) => {
                let much = if less <= 0.01 * point.depth.abs() { "1 %" } else { "5 %" };
                format!("point {name}, {} deep: within {much} of the deepest point", self.length(score))
            }
            Pick::Deepest if index > 0 => format!("point {name}, deeper than all picks before"),
            Pick::Deepest if self.is_rounding(score) => {
                format!("point {name}, the deepest: its depth is zero to rounding")
            }
            Pick::Deepest if score < 0.0 => {
                format!("point {name}, the lowest: {} above the reference face", self.length(-score))
            }
            Pick::Deepest => format!("point {name}, the deepest: {}", self.length(score)),
            Pick::Farthest => {
                format!(
                    "point {name}, the farthest from point {}: {}",
                    earlier_points(then, 1).concat(),
                    self.unit.length(score)
                )
            }
            Pick::Area => {
                let others = earlier_points(then, index);
                let others = match others.split_last() {
                    Some((last, rest)) if !rest.is_empty() => format!("points {} and {last}", rest.join(", ")),
                    _ => format!("point {}", others.concat()),
                };
                format!("point {name}: with {others} it spans the largest area, {} m²", number(score))
            }
        }
    }
}

/// Numbers of the first `below` selected points.
fn earlier_points(state: &ManifoldState, below: usize) -> Vec<String> {
    (0..below)
        .filter_map(|index| state.points.iter().find(|point| point.picked.is_some_and(|pick| pick.index == index)))
        .map(|point| point.number.to_string())
        .collect()
}
