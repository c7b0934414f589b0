//! Sentences of contact manifolds: [`Narrator::sentence`] makes the sentence of a line of the listing from the states
//! before and after a step. The submodules have the sentences on clips, depths, selected points and the distance query.

mod clips;
mod depths;
mod picks;
mod query;

use contact_lens_model::answer::number::{Unit, is_rounding};

use super::numbers::BRACKET;
use super::{CandidateKind, Line, ManifoldContext, ManifoldState, ReferenceCandidate, StepKind, gap_line};
use crate::{PairContext, Sentence, Symbol, Value, Verdict, say, symbol};

/// Mark id of the reference face.
const REFERENCE: &str = "reference";

/// Mark id of the incident feature.
const INCIDENT: &str = "incident";

/// States around a step, with the names and the unit that the step's sentences need.
pub(super) struct Narrator<'a> {
    /// State after the step.
    state: &'a ManifoldState,
    /// State before the step; `None` in the first step.
    before: Option<&'a ManifoldState>,
    /// Pair of the bodies A and B.
    pair: &'a PairContext,
    /// Common unit of all lengths of the run.
    unit: Unit,
    /// Rounding error of lengths, meters.
    rounding: f64,
}

impl<'a> Narrator<'a> {
    /// Narrator of the step that led to `state`.
    pub(super) fn new(context: &'a ManifoldContext, step: usize, state: &'a ManifoldState) -> Self {
        let before = step.checked_sub(1).and_then(|before| context.states.get(before));
        Self { state, before, pair: &context.pair, unit: context.unit, rounding: context.pair.rounding() }
    }

    /// Sentence of the step at this line; the last line states the verdict.
    pub(super) fn sentence(&self, line: Line, verdict: &Verdict) -> Sentence {
        let state = self.state;
        match line {
            Line::Axes | Line::Gaps => self.axes_sentence(),
            Line::Distance => state.query.map_or_else(Sentence::default, |query| self.query_sentence(&query)),
            Line::Apart => self.apart_sentence(),
            Line::Reference => self.reference_sentence(),
            Line::Corners => Sentence::from(
                "The closest vertices are farther apart than the gap of any side, by more than the bias: they make the \
                 contact, and no side does.",
            ),
            Line::Incident => self.incident_sentence(),
            Line::Clip => match state.kind {
                StepKind::Clip(k) if state.side_ends.is_some() => self.planar_clip_sentence(k),
                StepKind::Clip(k) => self.clip_sentence(k),
                StepKind::Axes
                | StepKind::Distance
                | StepKind::Incident
                | StepKind::Keep
                | StepKind::Edges
                | StepKind::Pick => Sentence::default(),
            },
            Line::Depth => self.depths_sentence(),
            Line::Keep => self.kept_points_sentence(),
            Line::Edges if state.query_follows => {
                Sentence::from("No two edges cross at their closest points. Next: the closest points of the bodies.")
            }
            Line::Edges => {
                say!("Two edges cross, so their closest points make one contact point.{}", self.first_depth_sentence())
            }
            Line::Closest => self.closest_points_sentence(),
            Line::Pick | Line::Reduce => self.pick_sentence(),
            Line::End => Sentence::answer(&verdict.say),
        }
    }

    /// Absolute value of a length, which refers to the mark `key`.
    fn length(&self, symbol: Symbol, meters: f64, key: impl Into<String>) -> Value {
        Value::of(symbol, self.unit.length(meters.abs()), key.into())
    }

    /// Whether a length, meters, is at most its rounding error.
    fn is_rounding(&self, meters: f64) -> bool {
        is_rounding(meters, self.rounding)
    }

    /// Whether the bodies are in the plane; `false` before the reference side is known.
    fn is_planar(&self) -> bool {
        self.state.side_ends.is_some()
    }

    /// Word for the reference: "side" in the plane, otherwise "face".
    fn face_word(&self) -> &'static str {
        if self.is_planar() { "side" } else { "face" }
    }

    /// Name of a feature with its body, such as `face 3 of crate`: the feature refers to the mark `key`, and the body
    /// has its color. A name without a body refers to the mark as a whole.
    fn feature_mark(&self, name: &str, key: &'static str) -> Sentence {
        for (body, body_sentence) in self.pair.names.iter().zip(self.pair.body_names()) {
            let feature = name.strip_suffix(body.as_str()).and_then(|start| start.strip_suffix(" of "));
            if let Some(feature) = feature {
                return say!("{} of {}", Sentence::mark(feature, key), body_sentence);
            }
        }
        Sentence::mark(name, key)
    }

    /// Name of the body whose face is clipped.
    fn incident_body(&self) -> Sentence {
        self.pair.body_names()[usize::from(!self.state.reference_is_b)].clone()
    }

    /// Sentence on bodies that are farther apart than the margin.
    fn apart_sentence(&self) -> Sentence {
        let Some(gap) = self.state.gap else { return Sentence::from("The bodies have no contact.") };
        // The separation along an axis is only a lower bound of the distance.
        let is_distance = self.state.lines.contains(&Line::Distance);
        let gap = if is_distance {
            self.length(symbol::DISTANCE, gap, BRACKET)
        } else {
            self.length(symbol::GAP, gap, gap_line::GAP)
        };
        if self.state.margin > 0.0 {
            let margin = Value::number(symbol::CONTACT_MARGIN, self.unit.length(self.state.margin));
            if is_distance {
                return say!(
                    "The distance, {}, is larger than the contact margin of {}: the search ends.",
                    gap,
                    margin
                );
            }
            return say!(
                "The gap, {}, is larger than the contact margin of {}, and the distance is at least as large: the \
                 search ends.",
                gap,
                margin
            );
        }
        let [a, b] = self.pair.body_names();
        if is_distance {
            return say!("{} and {} are {} apart: the search ends without contact.", a, b, gap);
        }
        say!(
            "The gap is {}. The distance of {} and {} is at least as large, so the search ends without contact.",
            gap,
            a,
            b
        )
    }

    /// Clause on the largest separation, without the article: `smallest overlap is 5 mm`. `gap` is signed, meters.
    fn gap_phrase(&self, gap: f64) -> Sentence {
        if self.is_rounding(gap) {
            Sentence::from("largest gap is below rounding error")
        } else if gap < 0.0 {
            say!("smallest overlap is {}", self.length(symbol::OVERLAP, gap, gap_line::GAP))
        } else {
            say!("largest gap is {}", self.length(symbol::GAP, gap, gap_line::GAP))
        }
    }

    /// Sentence on the largest separation along the axes, and on what follows from it: the next query, or whether the
    /// bodies overlap.
    fn axes_sentence(&self) -> Sentence {
        let state = self.state;
        let [a, b] = &self.pair.body_names();
        let Some(largest) = state.largest_candidate().map(|index| &state.candidates[index]) else {
            let next = if state.query_follows { " Next: the distance between them." } else { "" };
            return say!("{} and {} have no faces along whose normals a gap could be measured.{}", a, b, next);
        };
        let tie = self.edge_pair_clause(largest);
        let result = say!("The {}, {}{}", self.gap_phrase(largest.gap), self.axis_phrase(largest), tie);
        let Some(gap) = state.gap else {
            // The signed distance is not known yet: either more axes or the distance query follows.
            if !state.query_follows {
                return say!("{}, among the first axes. More axes follow in the next step.", result);
            }
            if largest.gap < 0.0 {
                return say!("{}. Other directions may give less, so the signed distance is computed next.", result);
            }
            return say!("{}. The bodies may be farther apart, so their distance is computed next.", result);
        };
        if state.query_follows && gap > 0.0 {
            say!("{}. The bodies may be farther apart, so their distance is computed next.", result)
        } else if state.query_follows {
            say!("{}. Next: the distance between {} and {}.", result, a, b)
        } else if self.is_rounding(gap) {
            say!("{}, so {} and {} touch.", result, a, b)
        } else if gap < 0.0 {
            say!("{}, so {} and {} overlap.", result, a, b)
        } else {
            say!("{}, so {} and {} are at least that far apart.", result, a, b)
        }
    }

    /// Clause on a pair of edges with the same gap as the face with the largest one; empty without one.
    fn edge_pair_clause(&self, largest: &ReferenceCandidate) -> Sentence {
        if gap_line::edge_pair_tied_with(self.state, largest, self.unit).is_none() {
            return Sentence::default();
        }
        say!(" and equally along the axis of the {}", Sentence::mark("best edge pair", gap_line::TIED_EDGES))
    }

    /// Phrase on the axis of a candidate, after its gap.
    fn axis_phrase(&self, candidate: &ReferenceCandidate) -> Sentence {
        match candidate.kind {
            CandidateKind::Face | CandidateKind::Side => say!(
                "along the normal {} of {}",
                Sentence::mark("n", gap_line::NORMAL),
                self.feature_mark(&candidate.name, gap_line::FACE_OF_GAP)
            ),
            CandidateKind::EdgePair => {
                say!("along the axis of the {}", Sentence::mark("best edge pair", gap_line::EDGES))
            }
            CandidateKind::ClosestPoints => Sentence::from("between the closest points"),
        }
    }

    /// Sentence on the choice of the reference: the face with the largest separation, or one within the bias of it.
    fn reference_sentence(&self) -> Sentence {
        let state = self.state;
        let face = self.face_word_of_search();
        let name = self.feature_mark(&capitalized(&state.reference_name), gap_line::FACE_OF_GAP);
        let choice = say!("{} is the reference {}", name, face);
        let Some(chosen) = state.chosen_candidate() else { return say!("{}.", choice) };
        let is_overlap = chosen.gap < 0.0 && !self.is_rounding(chosen.gap);
        let noun = if is_overlap { "overlap" } else { "gap" };
        let comparative = if is_overlap { "smaller" } else { "larger" };
        let others = state.candidates.iter().filter(|candidate| !candidate.is_reference);
        let largest = others.max_by(|one, other| one.gap.total_cmp(&other.gap));
        let paid = state.bias_paid().filter(|paid| !self.is_rounding(*paid));
        let Some((paid, largest)) = paid.zip(largest) else {
            return say!("{}: no other axis has a {} {}.", choice, comparative, noun);
        };
        let penalty = Value::number(symbol::BIAS, self.unit.short(paid));
        let rival_name = rival_phrase(largest);
        let rival = say!("The {} {} is {} by {}", noun, rival_name, comparative, penalty);
        if paid > state.bias_limit {
            return say!("{}, because the query prescribes it. {}.", choice, rival);
        }
        let bias = Value::number(symbol::BIAS_LIMIT, self.unit.length(state.bias_limit));
        let why = if largest.kind.is_face() {
            say!("The previous reference {} is kept", face)
        } else {
            say!("The {} is preferred, because it gives more points", face)
        };
        say!("{}. {}, less than the bias limit of {}. {}.", choice, rival, bias, why)
    }

    /// Word for a face before the reference is known: "side" in the plane, where the candidates are sides.
    fn face_word_of_search(&self) -> &'static str {
        let is_planar = self.state.candidates.iter().any(|candidate| candidate.kind == CandidateKind::Side);
        if is_planar { "side" } else { "face" }
    }
}

/// Phrase on a candidate that is not the reference, after the word "gap" or "overlap": `of face 3 of ground`.
fn rival_phrase(candidate: &ReferenceCandidate) -> Sentence {
    match candidate.kind {
        CandidateKind::Face | CandidateKind::Side => say!("of {}", Sentence::mark(candidate.name.as_str(), "gap")),
        CandidateKind::EdgePair => Sentence::from("along the axis of the best edge pair"),
        CandidateKind::ClosestPoints => Sentence::from("of the closest points"),
    }
}

/// Capitalizes the first letter of a feature's name for the start of a sentence: `Face 3 of ground`.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
