//! Sentences of contact manifolds.

use super::numbers::length_or_rounding;
use super::world::replaced;
use super::{CandidateKind, ContactPoint, Line, ManifoldContext, ManifoldState, Picked, Query, StepKind};
use crate::answer::number::{self, Unit, is_rounding, number};
use crate::lesson::Verdict;
use crate::snapshot::manifold::{Pick, QueryStep};

/// State with everything that its sentences need.
pub(super) struct Narrator<'a> {
    state: &'a ManifoldState,
    before: Option<&'a ManifoldState>,
    names: &'a [String; 2],
    unit: Unit,
    /// Rounding error of lengths, meters.
    rounding: f64,
}

impl<'a> Narrator<'a> {
    pub(super) fn new(context: &'a ManifoldContext, step: usize, state: &'a ManifoldState) -> Self {
        let before = step.checked_sub(1).and_then(|before| context.states.get(before));
        Self { state, before, names: &context.pair.names, unit: context.unit, rounding: context.pair.rounding() }
    }

    /// Sentence of the step at this line; the last line states the verdict.
    pub(super) fn sentence(&self, line: Line, verdict: &Verdict) -> String {
        let state = self.state;
        match line {
            Line::Axes | Line::Gaps => self.axes(),
            Line::Distance => state.query.map_or_else(String::new, |query| self.queried(&query)),
            Line::Apart => {
                format!("{}, more than the margin of {}: there is no contact.", self.gap(), self.length(state.margin))
            }
            Line::Reference => self.reference(),
            Line::Corners => String::from(
                "The two nearest corners are farther apart than any side's gap tells, by more than the bias: so these corners, and \
                 no side, make the contact.",
            ),
            Line::Incident => self.incident(),
            Line::Clip => match state.kind {
                StepKind::Clip(k) if state.side_ends.is_some() => self.clipped_at_end(k),
                StepKind::Clip(k) => self.clipped(k),
                _ => String::new(),
            },
            Line::Depth => self.depths(),
            Line::Keep => self.kept(),
            Line::Edges if state.query_follows => String::from(
                "No two edges cross where they are nearest, so the closest points of the cores are looked for.",
            ),
            Line::Edges => {
                format!("Two edges cross, so one point is enough: where they come closest.{}", self.first_depth())
            }
            Line::Closest => self.closest(),
            Line::Pick | Line::Reduce => self.picked(),
            Line::End => verdict.say.clone(),
        }
    }

    fn length(&self, meters: f64) -> String {
        length_or_rounding(meters, self.unit, self.rounding)
    }

    /// Clause on the overlap or the distance of the bodies.
    fn gap(&self) -> String {
        let [a, b] = self.names;
        match self.state.gap {
            None => format!("How far {a} and {b} are apart is not known yet"),
            Some(gap) if is_rounding(gap, self.rounding) => {
                format!("{a} and {b} just touch: the gap is 0 within rounding")
            }
            Some(gap) if gap < 0.0 => format!("{a} and {b} overlap by {}", self.unit.length(-gap)),
            Some(gap) => {
                // The separation along an axis is a lower bound of the distance.
                let at_least = if self.state.lines.contains(&Line::Distance) { "" } else { "at least " };
                format!("{a} and {b} are {at_least}{} apart", self.unit.length(gap))
            }
        }
    }

    fn is_flat(&self) -> bool {
        self.state.side_ends.is_some()
    }

    /// Word for a face, which is a side in the plane.
    fn face(&self) -> &'static str {
        if self.is_flat() { "side" } else { "face" }
    }

    fn corners(&self, n: usize) -> String {
        let one = if self.is_flat() { "end" } else { "corner" };
        if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
    }

    /// Name of the body whose face is clipped.
    fn other(&self) -> &str {
        &self.names[usize::from(!self.state.reference_is_b)]
    }

    fn axes(&self) -> String {
        let state = self.state;
        // In the plane a side is chosen before the distance query, so its separation is already known.
        let next = if state.query_follows && state.gap.is_none() {
            " For round bodies, and for bodies apart, gaps tell too little, so the distance is computed next."
        } else {
            ""
        };
        if state.candidates.is_empty() {
            return format!("Neither body has a face along which a gap could be measured.{next}");
        }
        let of_edges = state.candidates.iter().any(|candidate| candidate.kind == CandidateKind::EdgePair);
        let edges = if of_edges { " and pair of edges" } else { "" };
        let measured = "Along each axis on which the bodies could be apart, their gap is measured.";
        match state.gap.map(|gap| self.length(gap)) {
            None if state.query_follows => {
                format!("The gap of the bodies along the axis of each face{edges} is measured.{next}")
            }
            None => String::from(
                "There are very many axes along which the bodies could be apart. The gap along the first ones is measured.",
            ),
            Some(largest) if state.query_follows => {
                format!("{measured} The largest gap is {largest}, but the bodies may be farther apart than that.")
            }
            Some(largest) => format!("{measured} The largest gap is {largest}: {}.", self.gap()),
        }
    }

    /// Sentence of a step of the distance query, with the new bounds.
    fn queried(&self, query: &Query) -> String {
        let action = match query.kind {
            Some(QueryStep::Gjk) => "GJK looks for the points of the cores that are closest",
            Some(QueryStep::Newton) => "Newton's method moves the closest points along the curved cores",
            Some(QueryStep::Overlap) => "The cores touch or overlap, so their depth is looked for",
            Some(QueryStep::Proof) => "A direction is tried that may be the depth's, and what proves it",
            Some(QueryStep::Epa) => "EPA looks for the face of A − B nearest the origin",
            Some(QueryStep::Conclusion) => "The distance of the cores is known",
            None => "The pair is so small that the distance of the cores is asked for in another unit, at once",
        };
        let known = match query.bracket.map(|bound| bound.map(|bound| self.unit.length(bound).text)) {
            [Some(lower), Some(upper)] if lower == upper => format!(": the bodies' signed distance is {lower}"),
            [Some(lower), Some(upper)] => format!(": the bodies' signed distance is from {lower} to {upper}"),
            [Some(lower), None] => format!(": the bodies' signed distance is {lower} or more"),
            [None, Some(upper)] => format!(": the bodies' signed distance is {upper} or less"),
            [None, None] => String::new(),
        };
        format!("{action}{known}.")
    }

    fn reference(&self) -> String {
        let state = self.state;
        let begin = format!("The contact is measured from {}, the reference", state.reference_name);
        let paid = state.bias_paid().filter(|paid| !is_rounding(*paid, self.rounding));
        let others = state.candidates.iter().filter(|candidate| !candidate.is_reference);
        let largest = others.max_by(|one, other| one.gap.total_cmp(&other.gap));
        let Some(((paid, largest), chosen)) = paid.zip(largest).zip(state.chosen_candidate()) else {
            return format!("{begin}: no gap is larger than its own.");
        };
        let article = if largest.kind.is_face() { "" } else { "the " };
        let whose = format!("The gap of {article}{}", largest.name);
        if paid > state.bias_limit {
            return format!("{begin}, as the query asks. {whose} is larger, by {}.", self.unit.length(paid));
        }
        let why = if largest.kind.is_face() { "as it was the reference before" } else { "as it gives more points" };
        let bias = self.unit.length(state.bias_limit);
        let face = if chosen.kind == CandidateKind::Side { "side" } else { "face" };
        format!(
            "{begin}. {whose} is larger, but by less than the bias of {bias}: up to that this {face} is preferred, {why}."
        )
    }

    fn incident(&self) -> String {
        let other = self.other();
        match self.state.incident_vertices.len() {
            _ if self.is_flat() => format!(
                "The incident side is the side of {other} that lies most directly opposite. It is clipped at both ends of the \
                 reference."
            ),
            1 => format!(
                "One point of {other} lies opposite the reference. It is kept if it lies outside none of its sides."
            ),
            2 => format!("An edge of {other} lies opposite: the incident edge. Each side of the reference clips it."),
            n => format!(
                "The incident face is the face of {other} that lies most directly opposite. It has {n} corners; each side of the \
                 reference clips it."
            ),
        }
    }

    fn clipped(&self, k: u32) -> String {
        let state = self.state;
        let side = self.state.side_name(k);
        let left = state.polygon.len();
        if left == 0 {
            return format!("All that was left lies outside side {side}: nothing stays.");
        }
        let new: Vec<(&str, &str)> = state
            .new_vertices()
            .filter_map(|corner| Some((corner.cut.as_ref()?.name.as_str(), &*corner.name)))
            .collect();
        let left = format!("{} {} left", self.corners(left), if left == 1 { "is" } else { "are" });
        match new[..] {
            [] => format!("Nothing lies outside side {side}, so nothing is cut off: {left}."),
            [(edge, corner)] => {
                format!(
                    "Side {side} cuts off what lies outside it. It cuts edge {edge} at the new corner {corner}; {left}."
                )
            }
            _ => {
                let (edges, corners): (Vec<&str>, Vec<&str>) = new.iter().copied().unzip();
                let edges = edges.join(" and ");
                let corners = corners.join(" and ");
                format!(
                    "Side {side} cuts off what lies outside it. It cuts edges {edges} at the new corners {corners}; {left}."
                )
            }
        }
    }

    /// Sentence of a clip in the plane.
    fn clipped_at_end(&self, k: u32) -> String {
        let state = self.state;
        let end = state.side_ends.as_ref().and_then(|ends| ends.get(k as usize)).map_or("the end", String::as_str);
        if state.polygon.is_empty() {
            return format!("The incident side lies wholly beyond {end}: nothing is left.");
        }
        match state.new_vertices().next() {
            Some(corner) => {
                let name = &corner.name;
                format!(
                    "The incident side reaches beyond {end}. What lies beyond is cut off: end {name} of the rest lies there."
                )
            }
            None => format!("The incident side does not reach beyond {end}: nothing is cut off."),
        }
    }

    fn depths(&self) -> String {
        let state = self.state;
        let face = self.face();
        let each = match state.polygon.len() {
            1 => format!("How deep the corner lies below the reference {face} is measured"),
            n => format!("How deep each of the {} lies below the reference {face} is measured", self.corners(n)),
        };
        match state.deepest() {
            Some(deepest) if deepest.depth < 0.0 && !is_rounding(deepest.depth, self.rounding) => {
                let above = self.unit.length(-deepest.depth);
                format!("{each}. The lowest, point {}, is still {above} above it.", deepest.name())
            }
            Some(deepest) => {
                format!("{each}. The deepest is point {}: {}.", deepest.name(), self.length(deepest.depth))
            }
            None => format!("{each}."),
        }
    }

    fn kept(&self) -> String {
        let state = self.state;
        let face = self.face();
        let all = state.polygon.len();
        let near = state.points.len();
        let margin = self.unit.length(state.margin);
        let below = state.points.iter().all(|point| point.depth > 0.0 || is_rounding(point.depth, self.rounding));
        let within = if below {
            format!("below the reference {face} or on it")
        } else {
            format!("below the reference {face} or less than {margin} above it")
        };
        match near {
            0 => String::from(
                "None of them lies as low as the bodies touch, so this makes no contact: clipping has cut off where they do.",
            ),
            1 if all == 1 => format!("It lies {within}, so it is a contact point."),
            2 if all == 2 => format!("Both lie {within}, so both are contact points."),
            _ if near == all => format!("All {} lie {within}, so all are contact points.", self.corners(all)),
            _ if self.is_flat() && state.polygon.len() == 2 && state.points.len() == 1 => format!(
                "End {} lies {within}, so it is the contact point. The other lies more than the margin, {margin}, above it.",
                state.points[0].number
            ),
            1 => format!(
                "1 of {} lies {within}, so it is a contact point. The others are more than the margin, {margin}, above it.",
                self.corners(all)
            ),
            _ => format!(
                "{near} of {} lie {within}, so they are contact points. The rest are more than the margin, {margin}, above it.",
                self.corners(all)
            ),
        }
    }

    /// Sentence on the depth of the only point.
    fn first_depth(&self) -> String {
        match self.state.deepest() {
            Some(point) if is_rounding(point.depth, self.rounding) => {
                String::from(" The depth there is 0 within rounding.")
            }
            Some(point) if point.depth > 0.0 => {
                format!(" There the bodies overlap by {}.", self.unit.length(point.depth))
            }
            Some(point) => format!(" There the bodies are {} apart.", self.unit.length(-point.depth)),
            None => String::new(),
        }
    }

    fn closest(&self) -> String {
        let depth = self.first_depth();
        match self.state.points.len() {
            0 => format!("{}, so there is no contact.", self.gap()),
            1 => format!(
                "Neither body lies flat on the other, so the points where they come closest make the contact.{depth}"
            ),
            _ => {
                format!("Two edges run side by side, so the contact has a point at either end of where they do.{depth}")
            }
        }
    }

    fn picked(&self) -> String {
        let picks = self.state.points.iter().filter_map(|point| Some((point, point.picked?)));
        let Some((point, pick)) = picks.max_by_key(|(_, pick)| pick.index) else { return String::new() };
        if self.is_flat() {
            return format!("Only one point is asked for: point {}, the deepest, stays.", point.number);
        }
        let said = format!("Pick {}: {}.", pick.index + 1, self.reason(point, pick));
        match self.before.and_then(|before| replaced(before, self.state)) {
            Some([old, new]) => format!(
                "{said} Point {} is deeper than all these, and the deepest must stay: it takes the place of point {}, the nearest to \
                 it.",
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
            Pick::Deepest if less > 0.0 && !is_rounding(less, self.rounding) => {
                let much = if less <= 0.01 * point.depth.abs() { "1 %" } else { "a twentieth" };
                format!("point {name}, {} deep, is as deep as the deepest, within {much}", self.length(score))
            }
            Pick::Deepest if index > 0 => {
                format!("point {name}, as it is deeper than all that were picked, and the deepest must stay")
            }
            Pick::Deepest => format!("point {name} is the deepest, {}", self.length(score)),
            Pick::Farthest => {
                format!(
                    "point {name} is the farthest from point {}, by {}",
                    earlier_points(then, 1).concat(),
                    number::length(score)
                )
            }
            Pick::Area => {
                let others = earlier_points(then, index);
                let others = match others.split_last() {
                    Some((last, rest)) if !rest.is_empty() => format!("points {} and {last}", rest.join(", ")),
                    _ => format!("point {}", others.concat()),
                };
                format!("point {name} spans the largest area with {others}, {} m²", number(score))
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
