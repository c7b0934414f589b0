//! Lesson of the search for all contacts of two bodies made of parts, in space and in the plane: the pairs of nodes
//! whose boxes are within the contact margin, the queries of their parts, and the contact points.

use contact_lens_model::answer::number::{is_rounding, length, rounding, with_noun};
use contact_lens_model::answer::{Finding, ManifoldsFinding, PartsContact, Shown};
use contact_lens_model::snapshot::manifold::{Answer, Outcome as PairOutcome};
use contact_lens_model::snapshot::parts::{NodePair, Outcome, QueriedParts, Search};
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::context::Bodies;
use super::pair_search::SearchStep;
use super::search_kind::SearchKind;
use super::values::pair_key;
use super::{IN_PLANE, IN_SPACE, Named, PartsContext, bounds, capitalized, ending, world};
use crate::manifold;
use crate::recorded::narrated::Step;
use crate::{
    Beat, Card, Choice, Lesson, Narrated, Narration, PlotAxis, Recording, Sentence, Series, SourceFile, Symbol, Value,
    Verdict, say, symbol,
};

/// Plotted curve: the number of contact points so far.
const SERIES: &[Series] = &[Series { name: "contact points", role: Role::Witness }];

/// Length of the arrow of a contact normal, as a fraction of the bodies' size.
const NORMAL_LENGTH: f64 = 0.05;

/// Card of the search for all contacts in space.
pub const CONTACTS: Card = Card {
    id: "parts-contacts",
    title: "Contacts of bodies of parts",
    summary: "Which parts of two bodies touch, and where? A tree of boxes finds them with few convex queries.",
    listing: include_str!("../engine/tree/contacts.txt"),
    code: &[
        IN_SPACE.code[0],
        SourceFile { path: "src/engine/source/tree/contacts.rs", text: include_str!("../engine/tree/contacts.rs") },
    ],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: &[ending(Outcome::Contacts), ending(Outcome::Apart)],
    ..IN_SPACE
};

/// Card of the search for all contacts in the plane.
pub const CONTACTS_IN_PLANE: Card = Card { views: IN_PLANE.views, ..CONTACTS };

/// Search for all contacts.
struct ContactSearch {
    card: &'static Card,
    /// Greatest distance of parts in contact, meters; at least 0.
    margin: f64,
}

impl ContactSearch {
    /// Text of the contact margin.
    fn margin_text(&self, bodies: &Bodies) -> String {
        if self.margin > 0.0 { bodies.length(self.margin).text } else { String::from("0 m") }
    }

    /// Contact margin in a sentence, which refers to the line of the pruning limit `upper`, meters.
    fn margin_value(&self, bodies: &Bodies, upper: f64) -> Sentence {
        self.limit_value(bodies, upper).map_or_else(Sentence::default, Sentence::from)
    }
}

/// Number of contact points found so far.
fn count_points(state: &Search<Answer>) -> usize {
    state.all.iter().filter_map(|queried| queried.answer.as_ref()).map(|answer| answer.points.len()).sum()
}

/// Depth of the deepest contact point, meters; negative for a gap, `None` without points.
fn greatest_depth(answer: &Answer) -> Option<f64> {
    answer.points.iter().map(|point| point.depth).max_by(f64::total_cmp)
}

/// Whether the query of two parts found contact points.
fn has_contact(queried: &QueriedParts<Answer>) -> bool {
    queried.answer.as_ref().is_some_and(|answer| !answer.points.is_empty())
}

impl SearchKind for ContactSearch {
    type Answer = Answer;
    const STOP_FORMULA: &'static str = "bound(a, b) > margin";
    const LIMIT_NAME: &'static str = "contact margin";
    const LIMIT_SYMBOL: Symbol = symbol::CONTACT_MARGIN;

    fn bound_clause(&self, bodies: &Bodies, bound: f64, key: String) -> Sentence {
        if bodies.is_rounding(bound) {
            Sentence::from("touch")
        } else if bound > 0.0 {
            say!("are {} apart", Value::of(symbol::GAP, bodies.length(bound), key))
        } else {
            say!("overlap: their lower bound is {}", Value::of(symbol::BOUND, bodies.length(bound), key))
        }
    }

    fn bound_text(&self, bodies: &Bodies, bound: f64) -> Shown {
        bodies.bound(bound)
    }

    fn goal_sentence(&self, bodies: &Bodies, state: &Search<Answer>) -> Sentence {
        if self.margin > 0.0 {
            say!("Pairs within the margin of {} may be in contact.", self.margin_value(bodies, state.upper))
        } else {
            Sentence::from("Overlapping boxes may contain parts in contact.")
        }
    }

    fn reason_for_queueing(&self, bodies: &Bodies, upper: f64, other: Sentence) -> Sentence {
        if self.margin > 0.0 {
            say!("have bounds within the margin of {}", self.margin_value(bodies, upper))
        } else {
            say!("overlap the box of {}", other)
        }
    }

    fn reason_for_pruning(&self, bodies: &Bodies, entry: &NodePair, upper: f64) -> Sentence {
        let gap = Value::of(symbol::GAP, bodies.length(entry.bound), pair_key(entry.nodes));
        if self.margin > 0.0 {
            say!("is at least {} away, more than the margin of {}", gap, self.margin_value(bodies, upper))
        } else {
            say!("is at least {} away", gap)
        }
    }

    fn proven_ending(&self, state: &Search<Answer>) -> &'static str {
        let has_points = state.all.iter().any(has_contact);
        ending(if has_points { Outcome::Contacts } else { Outcome::Apart }).name
    }

    fn reason_for_stopping(&self, bodies: &Bodies, upper: f64) -> Sentence {
        if self.margin > 0.0 {
            say!(
                "That is more than the margin of {}, so no queued pair is in contact.",
                self.margin_value(bodies, upper)
            )
        } else {
            Sentence::from("No queued pair overlaps, so none is in contact.")
        }
    }

    fn answer_clause(&self, bodies: &Bodies, answer: &Answer) -> Sentence {
        if answer.outcome == PairOutcome::NotFinite {
            return Sentence::from("have numbers that are too large to compute with");
        }
        let Some(depth) = greatest_depth(answer) else {
            // A proven gap has no points that are known to be that far apart.
            return Sentence::from(if answer.separation > 0.0 {
                "are apart, so they have no contact point"
            } else {
                "have no contact point"
            });
        };
        let point_count = with_noun(answer.points.len() as u64, "contact point");
        let points = Value::of(symbol::CONTACT_POINTS, point_count, "contact");
        if bodies.is_rounding(depth) {
            return say!("touch at {}, with no depth", points);
        }
        if depth <= 0.0 {
            let gap = Value::of(symbol::GAP, bodies.length(-depth), "contact");
            return say!("are {} apart, within the margin: {}", gap, points);
        }
        let depth_text = bodies.length(depth);
        let are_equal = answer.points.iter().all(|point| bodies.length(point.depth).text == depth_text.text);
        let depth_value = Value::of(symbol::DEPTH, depth_text, "contact");
        if answer.points.len() == 1 {
            say!("have {}, {} deep", points, depth_value)
        } else {
            let extent = if are_equal { "each" } else { "at most" };
            say!("have {}, {} {} deep", points, extent, depth_value)
        }
    }

    fn answer_values(&self, bodies: &Bodies, answer: &Answer) -> Vec<Value> {
        let Some(depth) = greatest_depth(answer) else { return Vec::new() };
        if depth >= 0.0 {
            vec![Value::of(symbol::DEPTH, bodies.length(depth), "contact")]
        } else {
            vec![Value::of(symbol::GAP, bodies.length(-depth), "contact")]
        }
    }

    fn result_beat(&self, bodies: &Bodies, _: &Search<Answer>, after: &Search<Answer>) -> Option<Beat> {
        let stored = after.all.last().filter(|queried| has_contact(queried))?;
        let [a, b] = [0, 1].map(|body| bodies.part(body, stored.parts[body]));
        let pair_count = after.all.iter().filter(|queried| has_contact(queried)).count();
        let say = if pair_count == 1 {
            say!("The contact of {} and {} is stored: one pair of parts is in contact so far.", a, b)
        } else {
            let pairs = Value::number(symbol::TOUCHING_PARTS, format!("{pair_count} pairs"));
            say!("The contact of {} and {} is stored: {} of parts are in contact so far.", a, b, pairs)
        };
        Some(Beat::new("all", say))
    }

    fn reason_for_skipping(&self, bodies: &Bodies, other: usize) -> Sentence {
        say!("faces away from {}, whose center is behind its plane", bodies.body(other))
    }

    fn points_to_show(&self, bodies: &Bodies, queried: &QueriedParts<Answer>) -> Vec<DVec3> {
        let points = queried.answer.iter().flat_map(|answer| &answer.points);
        points.map(|point| bodies.origin_of_a() + 0.5 * (point.on_a + point.on_b)).collect()
    }

    fn comparable_numbers(&self, bound: f64, _: f64) -> Option<[f64; 2]> {
        Some([bound, self.margin])
    }

    fn draw_parts(&self, picture: &mut Picture, bodies: &Bodies, queried: &QueriedParts<Answer>, role: Role) {
        let Some(answer) = &queried.answer else { return };
        // Tested parts without a contact are not part of the result.
        if answer.points.is_empty() && role == Role::Closest {
            return;
        }
        for (body, search_body) in bodies.pair.iter().enumerate() {
            if search_body.named.count > 1 {
                let part = queried.parts[body];
                let solid = search_body.part(part);
                let key = format!("part/{}/{part}", ["a", "b"][body]);
                world::add_part(picture, &solid, key.clone(), role);
                world::name_tested_part(picture, search_body, (part, &solid), (role, key));
            }
        }
        let deepest = answer.points.iter().position(|point| greatest_depth(answer) == Some(point.depth));
        let [part_a, part_b] = queried.parts;
        for (k, point) in answer.points.iter().enumerate() {
            let middle = bodies.origin_of_a() + 0.5 * (point.on_a + point.on_b);
            let key = format!("contact/{part_a}/{part_b}/{k}");
            picture.point(Role::Witness, key.clone(), middle);
            if let Some(normal) = answer.normal {
                picture.arrow(Role::Normal, "normal", middle, middle + normal * (NORMAL_LENGTH * bodies.size()));
            }
            // The deepest point of the tested parts is labeled with its depth.
            let has_depth = point.depth > 0.0 && !bodies.is_rounding(point.depth);
            if deepest == Some(k) && role == Role::Candidate && has_depth {
                picture.label(Role::Witness, key, middle, bodies.length(point.depth).text);
            }
        }
    }

    fn position_on_scale(&self, bound: f64) -> f64 {
        bound
    }

    fn limit_text(&self, bodies: &Bodies, _: f64) -> Option<String> {
        Some(self.margin_text(bodies))
    }

    fn plot_points(&self, state: &Search<Answer>) -> Vec<(usize, f64)> {
        vec![(0, count_points(state) as f64)]
    }
}

/// Verdict of a search. `all` holds the queried parts of A and B with their answers, whose points are relative to
/// `home`, the origin of A in the world, meters. `queries` and `left_out` are the numbers of tested and of skipped
/// pairs of parts; `single` says whether the run computes in `f32`.
pub fn verdict(
    all: &[([u32; 2], Answer)],
    [queries, left_out]: [u32; 2],
    outcome: Outcome,
    home: DVec3,
    names: &[String; 2],
    named: [Named; 2],
    single: bool,
) -> Verdict {
    let [a, b] = &named;
    let pairs = u64::from(a.count) * u64::from(b.count);
    let mut touching: Vec<&([u32; 2], Answer)> = all.iter().filter(|(_, answer)| !answer.points.is_empty()).collect();
    touching.sort_by_key(|(parts, _)| *parts);
    let parts = touching.iter().map(|(parts, answer)| PartsContact {
        part_a: (a.path)(parts[0]),
        part_b: (b.path)(parts[1]),
        manifold: manifold::finding(answer, names, Some(home), single),
    });
    let parts = parts.collect();
    let sound = all.iter().all(|(_, answer)| answer.outcome != PairOutcome::NotFinite);
    let finding = ManifoldsFinding { parts, sound, queries, left_out, pairs };
    let points = all.iter().flat_map(|(_, answer)| &answer.points);
    let farthest = points.map(|point| point.on_a.length().max(point.on_b.length())).fold(0.0, f64::max);
    let rounding_error = rounding(farthest, single);
    let tested = super::sentence_on_tested_pairs(queries, pairs);
    let deepest = finding.deepest().and_then(|contact| contact.manifold.deepest());
    let say = match deepest {
        Some(depth) => {
            let depth = depth_clause(depth, rounding_error);
            format!("{}; {depth}. {tested}", contacts_clause(&finding, touching[0].0, &named))
        }
        None if queries == 0 && left_out == 0 => format!(
            "{} and {} have no contact: their boxes are farther apart than the contact margin. {tested}",
            a.name, b.name
        ),
        None => format!("{} and {} have no contact. {tested}", a.name, b.name),
    };
    Verdict { outcome: ending(outcome).name, say, iterations: queries, finding: Finding::PartsInContact(finding) }
}

/// Clause on the number of contact points, with the names of the parts `first` if only these are in contact.
fn contacts_clause(finding: &ManifoldsFinding, first: [u32; 2], [a, b]: &[Named; 2]) -> String {
    let points = finding.points();
    let pair_count = finding.parts.len();
    if pair_count == 1 {
        let part_a = capitalized(&a.part(first[0]));
        let part_b = b.part(first[1]);
        let points = if points == 1 { String::from("1 contact point") } else { format!("{points} contact points") };
        format!("{part_a} and {part_b} have {points}")
    } else {
        format!("{} and {} are in contact at {pair_count} pairs of parts, with {points} points", a.name, b.name)
    }
}

/// Clause on the depth of the deepest point, meters, negative for a gap. `rounding_error` is that of the depth, meters.
fn depth_clause(depth: f64, rounding_error: f64) -> String {
    if is_rounding(depth, rounding_error) {
        String::from("the depth is below rounding error")
    } else if depth < 0.0 {
        format!("the parts are {} apart, within the margin", length(-depth))
    } else {
        format!("the greatest depth is {}", length(depth))
    }
}

/// Lesson of a recorded search for all contacts. `planar` says whether the bodies are in the plane; `margin` is the
/// contact margin, meters.
pub fn lesson(
    planar: bool,
    recording: Box<dyn Recording<Search<Answer>>>,
    mut context: PartsContext,
    margin: f64,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let card = if planar { &CONTACTS_IN_PLANE } else { &CONTACTS };
    let kind = ContactSearch { card, margin };
    context.ends = bounds::scale_ends(&recording.state(1), &recording.last());
    Box::new(Narrated { recording, context, verdict, narration: kind })
}

impl Narration for ContactSearch {
    type State = Search<Answer>;
    type Context = PartsContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &super::roles("parts in contact", "contact point", "normal");

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        SearchStep::of(&step, step.context, self).beats()
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        SearchStep::of(step, step.context, self).half_to_prune(beats).into_iter().collect()
    }
}
