//! Lessons of searches over two trees of boxes, in space and in the plane. The *parts* of a body are the child shapes
//! of a compound, the triangles of a mesh or the cells of a height field; they are the leaves of the body's tree.
//!
//! This file has the search for the closest pair of parts; [`cast`] has the search for the first contact of moving
//! bodies, and [`contacts`] the search for all contacts.

mod beats;
mod bounds;
mod box_gap;
pub mod cast;
mod cast_verdict;
mod choice;
pub mod contacts;
mod context;
mod icicle;
mod pair_search;
mod search_kind;
mod sentences;
mod states;
mod values;
mod world;

pub use context::{Named, Node, SearchBody};

pub(crate) use world::add_part;

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::{Finding, PartsFinding};
use contact_lens_model::snapshot::answer::Answer;
use contact_lens_model::snapshot::parts::{Outcome, Search};
use contact_lens_picture::{Role, Solid};
use glam::DVec3;

use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Ending, Lesson, Narrated, Narration, Pictures, PlotAxis, Recording, Series,
    SourceFile, Verdict, View, WORLD, pair_verdict_in_world,
};

const VIEWS: &[View] = &[
    View::space(WORLD, "world"),
    View::lanes(icicle::TREE, "trees of boxes"),
    View::lanes(bounds::BOUNDS, "lower bound of each pair of nodes").below().in_figures(),
];

const VIEWS_IN_PLANE: &[View] = &[
    View::plane(WORLD, "world"),
    View::lanes(icicle::TREE, "trees of boxes"),
    View::lanes(bounds::BOUNDS, "lower bound of each pair of nodes").below().in_figures(),
];

/// Plotted curves: the bracket of the distance.
const SERIES: &[Series] =
    &[Series { name: "upper bound", role: Role::Upper }, Series { name: "lower bound", role: Role::Lower }];

/// Index in [`SERIES`] of the curve of the upper bound, for the plot points of a beat.
const UPPER_CURVE: usize = 0;

/// Index in [`SERIES`] of the curve of the lower bound.
const LOWER_CURVE: usize = 1;

const CODE: &[SourceFile] =
    &[SourceFile { path: "src/engine/source/tree/stepper.rs", text: include_str!("../engine/tree/stepper.rs") }];

/// Card of the search for the closest parts in space.
pub const IN_SPACE: Card = Card {
    id: "parts",
    title: "Distance of bodies of parts",
    summary: "Which parts of two bodies are closest? A tree of boxes finds them with few convex queries.",
    sources: &["Ericson 2005, chapter 6", "Hjaltason and Samet 1999"],
    listing: include_str!("../engine/tree/listing.txt"),
    code: CODE,
    views: VIEWS,
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: &[ending(Outcome::Closest), ending(Outcome::NoneMet), ending(Outcome::NotConverged)],
};

/// Card of the search for the closest parts in the plane.
pub const IN_PLANE: Card = Card { views: VIEWS_IN_PLANE, ..IN_SPACE };

/// Context of a search: both bodies and their surroundings.
pub struct PartsContext {
    bodies: context::Bodies,
    /// Ends of the scale of the bounds, in [`Self::unit`]; `None` without a scale.
    ends: Option<[f64; 2]>,
    /// Unit of the scale of the bounds: `m`, or `s` where bounds are contact times.
    unit: &'static str,
    /// Positions of the centers of A and B at the start and at the end of the motion, world, meters; empty without
    /// a motion.
    arrows: Vec<[DVec3; 2]>,
    /// Names and solids of the bodies that the query is not about, world.
    others: Vec<(String, Solid)>,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl PartsContext {
    /// Context of bodies A and B, with the names and solids of the bodies that the query is not about. `single` says
    /// whether the run computes in `f32`.
    pub fn new(pair: [SearchBody; 2], others: Vec<(String, Solid)>, single: bool) -> Self {
        Self {
            bodies: context::Bodies { pair, single },
            ends: None,
            unit: "m",
            arrows: Vec::new(),
            others,
            backdrop: OnceLock::new(),
        }
    }
}

impl Context for PartsContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::world(world::fixed_marks(&self.bodies, &self.others));
            let bodies = [(Role::ShapeA, "velocity/a"), (Role::ShapeB, "velocity/b")];
            for ((role, key), [start, end]) in bodies.into_iter().zip(&self.arrows) {
                if start != end {
                    pictures.edit(WORLD).arrow(role, key, *start, *end);
                    pictures.edit(WORLD).label(role, key, *end, "motion");
                }
            }
            *pictures.edit(bounds::BOUNDS) = bounds::fixed_marks(self.ends, self.unit);
            Arc::new(Backdrop { pictures })
        }))
    }
}

/// Result of a search, with world axes and positions relative to A's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched {
    /// Indices of the closest parts of A and of B; `None` if all pairs were skipped.
    pub parts: Option<[u32; 2]>,
    /// Answer for the closest parts; its bounds hold for all pairs. `None` if all pairs were skipped.
    pub answer: Option<Answer>,
    /// Number of tested pairs of parts.
    pub queries: u32,
    /// Number of skipped pairs of parts.
    pub left_out: u32,
}

endings! {
    fn ending(Outcome), _:
    Outcome::Closest => success "Closest" called "Closest parts found":
        "The pair found is the closest: every pair that was not tested is proven to be no closer.";
    Outcome::NoneMet => success "NoneMet":
        "In every pair of parts, the center of one body is behind a one-sided triangle of the other, so all pairs are \
         skipped and no distance exists.";
    Outcome::NotConverged => no_answer "NotConverged" called "Bounds stay apart":
        "The convex query of a pair of parts did not converge, so the bounds are wide.";
    Outcome::FirstContact => success "FirstContact":
        "The pair found touches first: every pair that was not tested is proven not to touch earlier.";
    Outcome::Missed => success "Missed":
        "No two parts touch, and every pair that was not tested is proven to stay at least as far apart.";
    Outcome::Contacts => success "Contacts":
        "All contacts are found: every pair that was not tested is proven to be farther apart than the margin.";
    Outcome::Apart => success "Apart":
        "No two parts are within the contact margin, so there is no contact.";
}

/// Verdict of a search. `home` is the origin of A in the world, meters, to which the answer's points are relative;
/// `named` are the names of the bodies and of their parts.
pub fn verdict(searched: Searched, outcome: Outcome, home: DVec3, named: [Named; 2]) -> Verdict {
    let Searched { parts, answer, queries, left_out } = searched;
    let [a, b] = &named;
    let pairs = u64::from(a.count) * u64::from(b.count);
    let pair_verdict = parts.zip(answer).map(|(parts, answer)| {
        let moved = Answer { witness_a: answer.witness_a + home, witness_b: answer.witness_b + home, ..answer };
        let names = [a.part(parts[0]), b.part(parts[1])];
        pair_verdict_in_world(&moved, &names)
    });
    let tested = if pairs == 1 {
        String::from("There is only one pair of parts.")
    } else {
        sentence_on_tested_pairs(queries, pairs)
    };
    let say = match &pair_verdict {
        Some(verdict) => format!("{} {tested}", capitalized(&verdict.say)),
        None => format!(
            "In every pair of parts, the center of one body is behind a one-sided triangle of the other, so there is \
             no distance: {left_out} of {pairs} pairs were skipped."
        ),
    };
    // Without an answer there are no closest parts.
    let parts = parts.filter(|_| pair_verdict.is_some());
    let part_a = parts.map(|parts| (a.path)(parts[0]));
    let part_b = parts.map(|parts| (b.path)(parts[1]));
    let pair = pair_verdict.and_then(|verdict| verdict.pair().cloned());
    let finding = Finding::Parts(PartsFinding { pair, part_a, part_b, queries, left_out, pairs });
    Verdict { outcome: ending(outcome).name, say, iterations: queries, finding }
}

/// Text with a capital first letter if it begins with the kind of a part or a node, such as `triangle 7 of …`; names of
/// bodies keep their case.
fn capitalized(text: &str) -> String {
    let begins_with_kind = ["node", "triangle", "part", "cell", "segment"].iter().any(|kind| text.starts_with(kind));
    if !begins_with_kind {
        return text.to_owned();
    }
    let mut capitalized = text.to_owned();
    capitalized[..1].make_ascii_uppercase();
    capitalized
}

/// Sentence on the number of tested pairs of parts.
fn sentence_on_tested_pairs(queries: u32, pairs: u64) -> String {
    let were = if queries == 1 { "was" } else { "were" };
    format!("{queries} of {pairs} pairs of parts {were} tested.")
}

/// Lesson of a recorded search for the closest parts; `planar` says whether the bodies are in the plane.
pub fn lesson(
    planar: bool,
    recording: Box<dyn Recording<Search>>,
    mut context: PartsContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    context.ends = bounds::scale_ends(&recording.state(1), &recording.last());
    let card = if planar { &IN_PLANE } else { &IN_SPACE };
    Box::new(Narrated { recording, context, verdict, narration: ClosestPartsNarration { card } })
}

/// Names of the roles in the legend of a search: `best` for the parts in the result so far, `point` and `normal` for
/// the points and normals of contacts; empty for marks that carry their names in the picture.
const fn roles(best: &'static str, point: &'static str, normal: &'static str) -> [(Role, &'static str); 10] {
    [
        (Role::Closest, best),
        (Role::Normal, normal),
        (Role::Upper, ""),
        (Role::Witness, point),
        (Role::Gap, ""),
        (Role::Simplex, "current nodes"),
        (Role::Bound, "queued"),
        (Role::Removed, "pruned now"),
        (Role::Ghost, "pruned before"),
        (Role::Candidate, "tested parts"),
    ]
}

/// Narration of the closest pair search.
struct ClosestPartsNarration {
    card: &'static Card,
}

impl Narration for ClosestPartsNarration {
    type State = Search;
    type Context = PartsContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &roles("closest parts so far", "", "");

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        let ends = context.ends;
        let context = &context.bodies;
        beats::beats(&beats::ClosestPartsStep { number, before, after, end, context, ends, verdict, detail })
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::half_to_prune(&step.context.bodies, step.before, step.after, beats).into_iter().collect()
    }
}
