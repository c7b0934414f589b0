//! Sentences of contact manifolds.

mod picks;

use super::numbers::length_or_rounding;
use super::{CandidateKind, Line, ManifoldContext, ManifoldState, Query, ReferenceCandidate, StepKind};
use crate::answer::number::{Unit, is_rounding};
use crate::lesson::Verdict;
use crate::snapshot::manifold::QueryStep;

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
                format!("{}, more than the margin of {}: no contact.", self.gap(), self.length(state.margin))
            }
            Line::Reference => self.reference(),
            Line::Corners => String::from(
                "The closest vertices are farther apart than the gap of any side, by more than the bias. So these vertices, and \
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
            Line::Edges if state.query_follows => {
                String::from("No two edges cross at their closest points. Next: the closest points of the bodies.")
            }
            Line::Edges => {
                format!("Two edges cross, so their closest points make one contact point.{}", self.first_depth())
            }
            Line::Closest => self.closest(),
            Line::Pick | Line::Reduce => self.picked(),
            Line::End => verdict.say.clone(),
        }
    }

    fn length(&self, meters: f64) -> String {
        length_or_rounding(meters, self.unit, self.rounding)
    }

    fn is_rounding(&self, meters: f64) -> bool {
        is_rounding(meters, self.rounding)
    }

    /// Clause on the overlap or the distance of the bodies.
    fn gap(&self) -> String {
        let [a, b] = self.names;
        match self.state.gap {
            None => format!("The distance between {a} and {b} is not known yet"),
            Some(gap) if self.is_rounding(gap) => format!("{a} and {b} touch: their gap is zero to rounding"),
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

    /// Name of the body whose face is clipped.
    fn other(&self) -> &str {
        &self.names[usize::from(!self.state.reference_is_b)]
    }

    fn axes(&self) -> String {
        let state = self.state;
        let [a, b] = self.names;
        let largest = state.candidates.iter().max_by(|one, other| one.gap.total_cmp(&other.gap));
        let next = if state.query_follows { " Next: the distance between them." } else { "" };
        let Some(largest) = largest else {
            return format!("{a} and {b} have no faces along whose normals a gap could be measured.{next}");
        };
        let axis = axis_of(largest);
        match state.gap {
            None if state.query_follows => format!(
                "The largest gap is {axis}. For round bodies a gap is only a lower bound, so the distance is computed next."
            ),
            None => format!("The largest gap is {axis}, of the first axes. More axes follow in the next step."),
            Some(gap) if state.query_follows && gap > 0.0 => format!(
                "The largest gap is {} {axis}. The bodies may be farther apart, so their distance is computed next.",
                self.length(gap)
            ),
            Some(_) if state.query_follows => {
                format!("The largest gap is {axis}. Next: the distance between {a} and {b}.")
            }
            Some(gap) if self.is_rounding(gap) => {
                format!("The largest gap is {axis}. There {a} and {b} touch: the gap is zero to rounding.")
            }
            Some(gap) if gap < 0.0 => format!(
                "The smallest overlap is {} {axis}. No axis has a gap, so {a} and {b} overlap.",
                self.unit.length(-gap)
            ),
            Some(gap) => format!(
                "The largest gap is {} {axis}, so {a} and {b} are at least that far apart.",
                self.unit.length(gap)
            ),
        }
    }

    /// Sentence of a step of the distance query, with the new bounds.
    fn queried(&self, query: &Query) -> String {
        let [lower, upper] = query.bracket.map(|bound| bound.map(|bound| self.unit.length(bound).text));
        let action = match query.kind {
            Some(QueryStep::Gjk) if lower.is_some() && lower == upper => "The bounds of GJK agree.",
            Some(QueryStep::Gjk) => "GJK searches for the closest points of the bodies.",
            Some(QueryStep::Newton) => "Newton's method moves the closest points along the curved surfaces.",
            Some(QueryStep::Overlap) => "GJK has found no gap, so the search for the depth begins.",
            Some(QueryStep::Proof) => "One direction is tested as the direction of the least depth.",
            Some(QueryStep::Epa) => "EPA searches for the direction of the least depth.",
            Some(QueryStep::Conclusion) => "The distance query has converged.",
            None => "The bodies are so small that their distance is computed in scaled units, in one step.",
        };
        match self.known_distance(query.bracket) {
            Some(known) => format!("{known}. {action}"),
            None => String::from(action),
        }
    }

    /// Text of a length without its sign.
    fn magnitude(&self, meters: f64) -> String {
        self.unit.length(meters.abs()).text
    }

    /// Clause on the bounds of the signed distance; `None` without bounds.
    fn known_distance(&self, bracket: [Option<f64>; 2]) -> Option<String> {
        let [a, b] = self.names;
        let clause = match bracket {
            [Some(lower), Some(upper)] if self.magnitude(lower) == self.magnitude(upper) && lower * upper >= 0.0 => {
                match lower {
                    _ if self.is_rounding(lower) => format!("{a} and {b} touch: their distance is zero to rounding"),
                    _ if lower < 0.0 => format!("{a} and {b} overlap by {}", self.magnitude(lower)),
                    _ => format!("{a} and {b} are {} apart", self.magnitude(lower)),
                }
            }
            [Some(lower), Some(upper)] if lower < 0.0 && self.is_rounding(upper) => {
                format!("The depth is at most {}", self.magnitude(lower))
            }
            [Some(lower), Some(upper)] if upper < 0.0 => {
                format!("The depth is between {} and {}", self.magnitude(upper), self.magnitude(lower))
            }
            [Some(lower), Some(upper)] if upper > 0.0 && self.is_rounding(lower) => {
                format!("The distance is at most {}", self.magnitude(upper))
            }
            [Some(lower), Some(upper)] if lower > 0.0 => {
                format!("The distance is between {} and {}", self.magnitude(lower), self.magnitude(upper))
            }
            [Some(lower), Some(upper)] => {
                format!("The signed distance is between {} and {}", self.unit.length(lower), self.unit.length(upper))
            }
            [Some(lower), None] => format!("The signed distance is at least {}", self.unit.length(lower)),
            [None, Some(upper)] => format!("The signed distance is at most {}", self.unit.length(upper)),
            [None, None] => return None,
        };
        Some(clause)
    }

    fn reference(&self) -> String {
        let state = self.state;
        let Some(chosen) = state.chosen_candidate() else {
            return format!("{} is the reference.", capitalized(&state.reference_name));
        };
        let face = if chosen.kind == CandidateKind::Side { "side" } else { "face" };
        let begin = format!("{} is the reference {face}", capitalized(&state.reference_name));
        let paid = state.bias_paid().filter(|paid| !self.is_rounding(*paid));
        let others = state.candidates.iter().filter(|candidate| !candidate.is_reference);
        let largest = others.max_by(|one, other| one.gap.total_cmp(&other.gap));
        let Some((paid, largest)) = paid.zip(largest) else {
            return format!("{begin}: no gap is larger than its own.");
        };
        let article = if largest.kind.is_face() { "" } else { "the " };
        let much = self.unit.short(paid);
        let larger = format!("The gap of {article}{} is larger by {much}", largest.name);
        if paid > state.bias_limit {
            return format!("{begin} because the query prescribes it. {larger}.");
        }
        let bias = self.unit.length(state.bias_limit);
        let why = match (largest.kind.is_face(), face) {
            (true, _) => format!("the previous reference {face} is kept"),
            (false, _) => format!("the {face} wins because it gives more points"),
        };
        format!("{begin}. {larger}, within the bias of {bias}, so {why}.")
    }

    fn incident(&self) -> String {
        let other = self.other();
        match self.state.incident_vertices.len() {
            _ if self.is_flat() => format!(
                "The incident side is the side of {other} that most directly opposes the reference side. Next: clip it at both \
                 ends of the reference side."
            ),
            1 => format!(
                "One point of {other} faces the reference face. It is kept if it is inside all sides of the reference face."
            ),
            2 => format!(
                "The incident edge is the edge of {other} opposite the reference face. Next: clip it by each side of that face."
            ),
            n => format!(
                "The incident face, with {n} vertices, is the face of {other} that most directly opposes the reference face. Next: \
                 clip it by each side of that face."
            ),
        }
    }

    fn clipped(&self, k: u32) -> String {
        let state = self.state;
        let side = self.state.side_name(k);
        let new: Vec<(&str, &str)> = state
            .new_vertices()
            .filter_map(|vertex| Some((vertex.cut.as_ref()?.name.as_str(), &*vertex.name)))
            .collect();
        let left = match state.polygon.len() {
            0 => return format!("Side {side} clips all that was left: this reference face gives no points."),
            1 => String::from("1 vertex is left"),
            n => format!("{n} vertices are left"),
        };
        match new[..] {
            [] => format!("Side {side} clips nothing; {left}."),
            [(edge, vertex)] => format!("Side {side} clips edge {edge} at the new vertex {vertex}; {left}."),
            _ => {
                let (edges, vertices): (Vec<&str>, Vec<&str>) = new.iter().copied().unzip();
                let edges = edges.join(" and ");
                let vertices = vertices.join(" and ");
                format!("Side {side} clips edges {edges} at the new vertices {vertices}; {left}.")
            }
        }
    }

    /// Sentence of a clip in the plane.
    fn clipped_at_end(&self, k: u32) -> String {
        let state = self.state;
        let end = state.side_ends.as_ref().and_then(|ends| ends.get(k as usize)).map_or("the end", String::as_str);
        if state.polygon.is_empty() {
            return format!("The incident side is entirely beyond {end}, so nothing is left.");
        }
        match state.new_vertices().next() {
            Some(vertex) => {
                format!("The incident side reaches beyond {end} and is clipped there, at its new end {}.", vertex.name)
            }
            None => format!("The incident side does not reach beyond {end}, so nothing is clipped."),
        }
    }

    fn depths(&self) -> String {
        let state = self.state;
        let face = self.face();
        let Some(deepest) = state.deepest() else {
            return match state.polygon.len() {
                1 => format!("The vertex that is left is above the reference {face}."),
                n => format!("The {n} vertices that are left are above the reference {face}."),
            };
        };
        let name = deepest.name();
        let count = state.points.len();
        let is_tied =
            count > 1 && state.points.iter().all(|point| self.length(point.depth) == self.length(deepest.depth));
        let all = if count == 2 { String::from("Both points are") } else { format!("All {count} points are") };
        match deepest.depth {
            depth if self.is_rounding(depth) && is_tied => {
                format!("{all} on the reference {face}: their depth is zero to rounding.")
            }
            depth if self.is_rounding(depth) => {
                format!("Point {name} is the deepest; its depth below the reference {face} is zero to rounding.")
            }
            depth if depth < 0.0 && is_tied => {
                format!("{all} {} above the reference {face}.", self.unit.length(-depth))
            }
            depth if depth < 0.0 => {
                format!("Point {name} is the lowest, {} above the reference {face}.", self.unit.length(-depth))
            }
            depth if is_tied => format!("{all} {} below the reference {face}.", self.length(depth)),
            depth => format!("Point {name} is the deepest, {} below the reference {face}.", self.length(depth)),
        }
    }

    fn kept(&self) -> String {
        let state = self.state;
        let face = self.face();
        let all = state.polygon.len();
        let near = state.points.len();
        let margin = self.unit.length(state.margin);
        let is_below = state.points.iter().all(|point| point.depth > 0.0 || self.is_rounding(point.depth));
        let within = if is_below {
            format!("on or below the reference {face}")
        } else {
            format!("less than the margin of {margin} above the reference {face}")
        };
        // A margin of zero separates the points on the face from those above it.
        let beyond = if state.margin > 0.0 { format!("more than {margin} above") } else { String::from("above") };
        match (near, all) {
            (0, _) => format!(
                "No vertex is within the margin of the reference {face}: clipping removed the part where the bodies touch."
            ),
            (1, 1) => format!("Point 1 is {within}, so it is the contact point."),
            (2, 2) => format!("Points 1 and 2 are {within}, so both are contact points."),
            _ if near == all => format!("All {all} vertices are {within}, so all are contact points."),
            (1, 2) => format!(
                "Point {} is {within}, so it is the contact point. The other vertex is {beyond} it.",
                state.points[0].number
            ),
            (1, _) => format!(
                "Point {} is {within}, so it is the contact point. The other {} vertices are {beyond} it.",
                state.points[0].number,
                all - 1
            ),
            (near, all) if all == near + 1 => {
                format!("{near} vertices are {within}: the contact points. One vertex is {beyond} it.")
            }
            (near, all) => format!(
                "{near} vertices are {within}: the contact points. The other {} are {beyond} it.",
                all.saturating_sub(near)
            ),
        }
    }

    /// Sentence on the depth of the only point.
    fn first_depth(&self) -> String {
        match self.state.deepest() {
            Some(point) if self.is_rounding(point.depth) => String::from(" The depth there is zero to rounding."),
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
            1 => format!("Point 1 is the contact: the place where the bodies are closest.{depth}"),
            _ => {
                format!(
                    "Points 1 and 2 are the contact: the ends of the stretch where two edges run side by side.{depth}"
                )
            }
        }
    }
}

/// Phrase on the axis of a candidate, after its gap.
fn axis_of(candidate: &ReferenceCandidate) -> String {
    match candidate.kind {
        CandidateKind::Face | CandidateKind::Side => format!("along the normal of {}", candidate.name),
        CandidateKind::EdgePair => String::from("across the best edge pair"),
        CandidateKind::ClosestPoints => String::from("between the closest points"),
    }
}

/// Capitalizes the kind of a feature at the start of a sentence: `Face 3 of ground`.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
