//! Lesson of the search for all contacts of two bodies made of parts, in space and in the plane: nearby nodes, tested
//! parts, and contact points.

use glam::DVec3;

use super::context::Bodies;
use super::pair_search::{Asking, Seen};
use super::values::pair_key;
use super::{IN_PLANE, IN_SPACE, Named, PartsContext, bounds, ending, world};
use crate::answer::number::{is_rounding, length, rounding, with_noun};
use crate::answer::{Finding, ManifoldsFinding, PartsContact, Shown};
use crate::lesson::manifold;
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Lesson, Narrated, Narration, PlotAxis, Recording, Sentence, Series, SourceFile, Symbol, Value,
    Verdict, say, symbol,
};
use crate::picture::{Picture, Role};
use crate::snapshot::manifold::{Answer, Outcome as OfPair};
use crate::snapshot::parts::{NodePair, Outcome, QueriedParts, Search};

const SERIES: &[Series] = &[Series { name: "contact points", role: Role::Witness }];

/// Card in space.
pub const TOUCHES: Card = Card {
    id: "parts-contacts",
    title: "Contacts of bodies of parts",
    summary: "Which parts of two bodies touch, and where? A tree of boxes finds them with few convex queries.",
    listing: include_str!("../../engine/tree/contacts.txt"),
    code: &[
        IN_SPACE.code[0],
        SourceFile { path: "src/engine/tree/contacts.rs", text: include_str!("../../engine/tree/contacts.rs") },
    ],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: &[ending(Outcome::Contacts), ending(Outcome::Apart)],
    ..IN_SPACE
};

/// Card in the plane.
pub const TOUCHES_IN_PLANE: Card = Card { views: IN_PLANE.views, ..TOUCHES };

/// Texts of the search for contacts.
struct Contacts {
    card: &'static Card,
    margin: f64,
}

impl Contacts {
    /// Text of the contact margin.
    fn margin(&self, bodies: &Bodies) -> String {
        if self.margin > 0.0 { bodies.length(self.margin).text } else { String::from("0 m") }
    }
}

impl Contacts {
    /// Contact margin, with its line as the mark.
    fn margin_value(&self, bodies: &Bodies, upper: f64) -> Sentence {
        self.limit(bodies, upper).map_or_else(Sentence::default, Sentence::from)
    }
}

/// Number of contact points found so far.
fn points(state: &Search<Answer>) -> usize {
    state.all.iter().filter_map(|asked| asked.answer.as_ref()).map(|answer| answer.points.len()).sum()
}

/// Depth of the deepest contact point, meters; `None` without points.
fn deepest(answer: &Answer) -> Option<f64> {
    answer.points.iter().map(|point| point.depth).max_by(f64::total_cmp)
}

impl Asking for Contacts {
    type Answer = Answer;
    const STOP: &'static str = "bound(a, b) > margin";
    const LINE: &'static str = "contact margin";
    const LIMIT: Symbol = symbol::CONTACT_MARGIN;

    fn clause(&self, bodies: &Bodies, bound: f64, key: String) -> Sentence {
        match bound {
            bound if bodies.is_rounding(bound) => Sentence::from("touch"),
            bound if bound > 0.0 => say!("are {} apart", Value::of(symbol::GAP, bodies.length(bound), key)),
            bound => say!("overlap: their lower bound is {}", Value::of(symbol::BOUND, bodies.length(bound), key)),
        }
    }

    fn shown(&self, bodies: &Bodies, bound: f64) -> Shown {
        bodies.bound(bound)
    }

    fn goal(&self, bodies: &Bodies, state: &Search<Answer>) -> Sentence {
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

    fn pruned(&self, bodies: &Bodies, entry: &NodePair, upper: f64) -> Sentence {
        let gap = Value::of(symbol::GAP, bodies.length(entry.bound), pair_key(entry.nodes));
        if self.margin > 0.0 {
            say!("is at least {} away, more than the margin of {}", gap, self.margin_value(bodies, upper))
        } else {
            say!("is at least {} away", gap)
        }
    }

    fn ending(&self, state: &Search<Answer>) -> &'static str {
        let has_points = state.all.iter().any(|queried| queried.answer.as_ref().is_some_and(|a| !a.points.is_empty()));
        ending(if has_points { Outcome::Contacts } else { Outcome::Apart }).name
    }

    fn nothing_left(&self, bodies: &Bodies, upper: f64) -> Sentence {
        if self.margin > 0.0 {
            say!(
                "That is more than the margin of {}, so no queued pair is in contact.",
                self.margin_value(bodies, upper)
            )
        } else {
            Sentence::from("No queued pair overlaps, so none is in contact.")
        }
    }

    fn answered(&self, bodies: &Bodies, answer: &Answer) -> Sentence {
        let many = with_noun(answer.points.len() as u64, "contact point");
        let many = Value::of(symbol::CONTACT_POINTS, many, "contact");
        match (answer.outcome, deepest(answer)) {
            (OfPair::NotFinite, _) => Sentence::from("have numbers that are too large to compute with"),
            (_, Some(depth)) if bodies.is_rounding(depth) => say!("touch at {}, with no depth", many),
            (_, Some(depth)) if depth > 0.0 && answer.points.len() == 1 => {
                say!("have {}, {} deep", many, Value::of(symbol::DEPTH, bodies.length(depth), "contact"))
            }
            (_, Some(depth)) if depth > 0.0 => {
                let text = bodies.length(depth).text;
                let are_equal = answer.points.iter().all(|point| bodies.length(point.depth).text == text);
                let extent = if are_equal { "each" } else { "at most" };
                say!("have {}, {} {} deep", many, extent, Value::of(symbol::DEPTH, bodies.length(depth), "contact"))
            }
            (_, Some(depth)) => say!(
                "are {} apart, within the margin: {}",
                Value::of(symbol::GAP, bodies.length(-depth), "contact"),
                many
            ),
            // No pair of points is known that is as far apart as the proven gap.
            (_, None) if answer.separation > 0.0 => Sentence::from("are apart, so they have no contact point"),
            (_, None) => Sentence::from("have no contact point"),
        }
    }

    fn numbers(&self, bodies: &Bodies, answer: &Answer) -> Vec<Value> {
        vec![match deepest(answer) {
            Some(depth) if depth >= 0.0 => Value::of(symbol::DEPTH, bodies.length(depth), "contact"),
            Some(depth) => Value::of(symbol::GAP, bodies.length(-depth), "contact"),
            None => return Vec::new(),
        }]
    }

    fn kept(&self, _: &Bodies, _: &Search<Answer>, after: &Search<Answer>) -> Option<Beat> {
        let has_points =
            |asked: &&QueriedParts<Answer>| asked.answer.as_ref().is_some_and(|answer| !answer.points.is_empty());
        after.all.last().filter(has_points)?;
        let say = match after.all.iter().filter(has_points).count() {
            1 => Sentence::from("The contact is stored: one pair of parts is in contact so far."),
            n => say!(
                "The contact is stored: {} of parts are in contact so far.",
                Value::number(symbol::TOUCHING_PARTS, format!("{n} pairs"))
            ),
        };
        Some(Beat::new("all", say))
    }

    fn reason_for_skipping(&self, bodies: &Bodies, other: usize) -> Sentence {
        say!("faces away from {}, whose center is behind its plane", bodies.body(other))
    }

    fn shown_points(&self, bodies: &Bodies, asked: &QueriedParts<Answer>) -> Vec<DVec3> {
        let points = asked.answer.iter().flat_map(|answer| &answer.points);
        points.map(|point| bodies.home() + 0.5 * (point.on_a + point.on_b)).collect()
    }

    fn compared(&self, bound: f64, _: f64) -> Option<[f64; 2]> {
        Some([bound, self.margin])
    }

    fn draw(&self, picture: &mut Picture, bodies: &Bodies, asked: &QueriedParts<Answer>, role: Role) {
        let Some(answer) = &asked.answer else { return };
        let [i, j] = asked.parts;
        if answer.points.is_empty() && role == Role::Closest {
            return;
        }
        for (body, search_body) in bodies.pair.iter().enumerate().filter(|(_, search_body)| search_body.named.count > 1)
        {
            let key = format!("part/{}/{}", ["a", "b"][body], asked.parts[body]);
            world::outlined(picture, &search_body.part(asked.parts[body]), key.clone(), role);
            world::name_tested_part(picture, search_body, asked.parts[body], (role, key));
        }
        for (k, point) in answer.points.iter().enumerate() {
            let at = bodies.home() + 0.5 * (point.on_a + point.on_b);
            let key = format!("contact/{i}/{j}/{k}");
            picture.point(Role::Witness, key.clone(), at);
            if let Some(normal) = answer.normal {
                picture.arrow(Role::Normal, "normal", at, at + normal * (0.05 * bodies.size()));
            }
            let is_deepest = answer.points.iter().position(|point| deepest(answer) == Some(point.depth)) == Some(k);
            if is_deepest && role == Role::Candidate && point.depth > 0.0 && !bodies.is_rounding(point.depth) {
                picture.label(Role::Witness, key, at, bodies.length(point.depth).text);
            }
        }
    }

    fn place(&self, bound: f64) -> f64 {
        bound
    }

    fn upper(&self, bodies: &Bodies, _: f64) -> Option<String> {
        Some(self.margin(bodies))
    }

    fn points(&self, state: &Search<Answer>) -> Vec<(usize, f64)> {
        vec![(0, points(state) as f64)]
    }
}

/// Verdict of a search; points are relative to `home`.
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
    let sound = all.iter().all(|(_, answer)| answer.outcome != OfPair::NotFinite);
    let found = ManifoldsFinding { parts, sound, queries, left_out, pairs };
    let asked = super::tested(queries, pairs);
    let points = all.iter().flat_map(|(_, answer)| &answer.points);
    let reach = points.map(|point| point.on_a.length().max(point.on_b.length())).fold(0.0, f64::max);
    let off = rounding(reach, single);
    let say = match (found.parts.len(), found.deepest().and_then(|of| of.manifold.deepest())) {
        (1, Some(depth)) => {
            let [one, other] = [0, 1].map(|i| named[i].part(touching[0].0[i]));
            let points = found.points();
            let many = if points == 1 { String::from("1 contact point") } else { format!("{points} contact points") };
            let deep = deep(depth, off);
            format!("{} and {other} have {many}; {deep}. {asked}", super::beats::capitalized(&one))
        }
        (n, Some(depth)) => format!(
            "{} and {} are in contact at {n} pairs of parts, with {} points; {}. {asked}",
            a.name,
            b.name,
            found.points(),
            deep(depth, off)
        ),
        (_, None) if queries == 0 && left_out == 0 => format!(
            "{} and {} have no contact: their boxes are farther apart than the contact margin. {asked}",
            a.name, b.name
        ),
        (_, None) => format!("{} and {} have no contact. {asked}", a.name, b.name),
    };
    Verdict { outcome: ending(outcome).name, say, iterations: queries, finding: Finding::PartsInContact(found) }
}

/// Clause on the depth of the deepest point; `off` is the rounding error, meters.
fn deep(depth: f64, off: f64) -> String {
    match depth {
        _ if is_rounding(depth, off) => String::from("the depth is below rounding error"),
        _ if depth < 0.0 => format!("the parts are {} apart, within the margin", length(-depth)),
        _ => format!("the greatest depth is {}", length(depth)),
    }
}

/// Lesson of a recorded search.
pub fn lesson(
    planar: bool,
    recording: Box<dyn Recording<Search<Answer>>>,
    mut context: PartsContext,
    margin: f64,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let card = if planar { &TOUCHES_IN_PLANE } else { &TOUCHES };
    let asking = Contacts { card, margin };
    context.ends = bounds::ends(&recording.state(1), &recording.last());
    Box::new(Narrated { recording, context, verdict, narration: asking })
}

impl Narration for Contacts {
    type State = Search<Answer>;
    type Context = PartsContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &super::roles("parts in contact");

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        Seen::of(&step, step.context, self).beats()
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        Seen::of(step, step.context, self).choice(beats).into_iter().collect()
    }
}
