//! Lesson of a ray at a body of many parts (child shapes, triangles or cells): the search of its tree of boxes for the
//! part that is hit first. In the plane every part is tested.

use std::sync::Arc;

use contact_lens_model::answer::number::{count, number};
use contact_lens_model::snapshot::ray::{Answer, Outcome, Search, Visit};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::context::RayContext;
use super::pictures::add_hit;
use super::{CARD, ROLE_NAMES as CONVEX_ROLE_NAMES};
use crate::parts::SearchBody;
use crate::recorded::narrated::Step;
use crate::{
    BODY_IN_PLANE, Backdrop, Beat, Card, Context, Event, Lesson, Narrated, Narration, Pictures, Recording, Row,
    Sentence, SourceFile, Symbol, Table, Value, Verdict, say, symbol,
};

/// Card of a ray at a body of many parts.
pub const PARTS: Card = Card {
    title: "Ray at a body of many parts",
    summary: "Which part of a body does a ray hit first? Boxes that the ray misses or enters too late are skipped.",
    sources: &["Ericson, Real-Time Collision Detection, 2005: 6.3", "Kay and Kajiya 1986"],
    listing: include_str!("../engine/dim3/parts/ray.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/parts/ray.rs",
        text: include_str!("../engine/dim3/parts/ray.rs"),
    }],
    series: &[],
    ..CARD
};

/// Card of a ray at a compound in the plane.
pub const PARTS_IN_PLANE: Card = Card {
    title: "Ray at a compound in the plane",
    summary: "Which part of a body does a ray hit first? The ray is cast at every part.",
    sources: &["Ericson, Real-Time Collision Detection, 2005: 5.3"],
    listing: include_str!("../engine/dim2/parts/ray.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/parts/ray.rs",
        text: include_str!("../engine/dim2/parts/ray.rs"),
    }],
    views: BODY_IN_PLANE,
    ..PARTS
};

/// Ray, and the body with its parts.
pub struct PartsContext {
    /// The ray and the whole body.
    pub ray: RayContext,
    /// Parts and tree of the body.
    pub body: SearchBody,
}

impl Context for PartsContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        self.ray.backdrop()
    }
}

/// Lesson of a recorded search, in the plane if `planar`.
pub fn lesson(
    planar: bool,
    recording: Box<dyn Recording<Search>>,
    context: PartsContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let card = if planar { &PARTS_IN_PLANE } else { &PARTS };
    let context = PartsContext { ray: context.ray.showing(&verdict), ..context };
    Box::new(Narrated { recording, context, verdict, narration: PartsNarration { card } })
}

/// Narration of the nodes and parts on the ray.
struct PartsNarration {
    /// Description of the lesson, in space or in the plane.
    card: &'static Card,
}

/// Names of roles in the legend: those of a convex body, except for the chord.
const ROLE_NAMES: &[(Role, &str)] = &[
    CONVEX_ROLE_NAMES[0],
    (Role::Candidate, "tested part"),
    (Role::Bound, "entered box"),
    (Role::Removed, "skipped box or part"),
    (Role::Closest, "first part so far"),
    CONVEX_ROLE_NAMES[3],
    CONVEX_ROLE_NAMES[4],
];

impl Narration for PartsNarration {
    type State = Search;
    type Context = PartsContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;
    const ORTHOGRAPHIC: bool = true;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let search = SearchStep { step: &step, context: step.context };
        let mut beats = match step.after.visit {
            None => Vec::new(),
            Some(Visit::Pruned) => vec![search.pruned_beat()],
            Some(Visit::FromBehind { part }) => vec![search.skipped_part_beat(part)],
            Some(Visit::Tested { part, answer, is_best }) => search.tested_beats(part, &answer, is_best),
            Some(Visit::Opened { children, entries }) => vec![search.opened_beat(children, entries)],
        };
        if step.end.is_some() {
            beats.push(Beat {
                line: "return",
                say: Sentence::answer(&step.verdict.say),
                pictures: step.detail.full(|| search.pictures(|_| {})),
                tables: step.detail.full(|| vec![search.table()]),
                event: Some(Event::Stop(self.card.ending_kind(step.verdict))),
                ..Beat::default()
            });
        }
        for beat in &mut beats {
            beat.add_stated_values(step.detail);
        }
        beats
    }
}

/// Step of the search.
struct SearchStep<'a> {
    /// States before and after the step.
    step: &'a Step<'a, PartsNarration>,
    /// Ray and body of the query.
    context: &'a PartsContext,
}

impl SearchStep<'_> {
    /// Beat with pictures of the current state.
    fn beat(&self, line: &'static str, say: Sentence, event: Event, draw: impl FnOnce(&mut Picture)) -> Beat {
        Beat {
            line,
            say,
            pictures: self.step.detail.full(|| self.pictures(draw)),
            tables: self.step.detail.full(|| vec![self.table()]),
            event: Some(event),
            ..Beat::default()
        }
    }

    /// Picture of the best hit so far, with the marks that `draw` adds.
    fn pictures(&self, draw: impl FnOnce(&mut Picture)) -> Pictures {
        let mut world = Picture::default();
        if let Some((part, Answer { t: Some(t), normal, .. })) = self.step.after.best {
            self.add_part(&mut world, Role::Closest, "best", part);
            add_hit(&mut world, &self.context.ray, t, normal);
        }
        draw(&mut world);
        let best = if self.step.end.is_some() { "hit part" } else { "first part so far" };
        Pictures::world(world).naming(Role::Closest, best)
    }

    /// Adds a part as its edges, with its name at the mean of its vertices.
    fn add_part(&self, world: &mut Picture, role: Role, key: &'static str, part: u32) {
        let solid = self.context.body.part(part);
        crate::parts::add_part(world, &solid, key.to_owned(), role);
        if !solid.vertices.is_empty() && self.context.body.named.count > 1 {
            let middle = solid.vertices.iter().sum::<DVec3>() / solid.vertices.len() as f64;
            world.label(role, key, middle, (self.context.body.named.label)(part));
        }
    }

    /// Adds the box of a node, with its name at its last vertex.
    fn add_box(&self, world: &mut Picture, role: Role, node: u32) {
        let edges = self.context.body.edges(node);
        if let Some(top) = edges.vertices.last() {
            world.label(role, node_key(node), *top, self.context.body.node_short(node));
        }
        world.add(role, node_key(node), Form::Solid(Arc::new(edges)));
    }

    /// Name of a node in a sentence.
    fn node(&self, node: u32) -> Sentence {
        Sentence::mark(self.context.body.node_short(node), node_key(node))
    }

    /// Beat of a node whose box is entered after the best hit.
    fn pruned_beat(&self) -> Beat {
        let Search { node, entry, until, .. } = *self.step.after;
        let node = node.unwrap_or_default();
        let say = say!(
            "The ray enters the box of {} at t = {}, after the first hit so far at t = {}, so the node is skipped.",
            self.node(node),
            Value::of(symbol::BOX_ENTRY, number(entry), node_key(node)),
            Value::of(symbol::FIRST_HIT, number(until), "hit")
        );
        self.beat("prune", say, Event::Silhouette, |world| self.add_box(world, Role::Removed, node))
    }

    /// Beat of a one-sided triangle that the ray approaches from behind.
    fn skipped_part_beat(&self, part: u32) -> Beat {
        let name = Sentence::mark((self.context.body.named.label)(part), "part");
        let say = say!("The ray approaches {} from behind. The triangle is one-sided, so it is skipped.", name);
        self.beat("behind", say, Event::Warning, |world| self.add_part(world, Role::Removed, "part", part))
    }

    /// Beats of a part at which the ray is cast.
    fn tested_beats(&self, part: u32, answer: &Answer, is_best: bool) -> Vec<Beat> {
        let key = if is_best { "best" } else { "part" };
        let name = Sentence::mark((self.context.body.named.label)(part), key);
        let t = Value::number(symbol::PART_HIT, number(answer.t.unwrap_or_default()));
        let say = match answer.outcome {
            Outcome::Hit => say!("The ray hits {} at t = {}.", name, t),
            Outcome::StartsInside => say!("The ray starts inside {}, so it hits it at t = {}.", name, t),
            Outcome::Miss => say!("The ray does not hit {}.", name),
            Outcome::Grazing => say!("Whether the ray hits {} cannot be decided because of rounding errors.", name),
        };
        let mut beats = vec![self.beat("cast", say, Event::Bound, |world| {
            if !is_best {
                self.add_part(world, Role::Candidate, "part", part);
            }
        })];
        if is_best {
            let name = Sentence::mark((self.context.body.named.label)(part), "best");
            let consequence =
                if self.step.after.node.is_some() { " Boxes that the ray enters later are skipped." } else { "" };
            let say = say!("No part so far is hit earlier than {}.{}", name, consequence);
            beats.push(self.beat("best", say, Event::Bound, |_| {}));
        }
        beats
    }

    /// Clause on the parameter at which the ray enters the box of a child.
    fn entry_clause(&self, child: u32, entry: Option<f64>, symbol: Symbol) -> Sentence {
        match entry {
            Some(t) => say!(
                "The ray enters the box of {} at t = {}",
                self.node(child),
                Value::of(symbol, number(t), node_key(child))
            ),
            None if self.step.after.best.is_none() => {
                say!("The ray does not enter the box of {}", self.node(child))
            }
            None => say!("The ray does not enter the box of {} before the first hit so far", self.node(child)),
        }
    }

    /// Beat of the boxes of the children of a node.
    fn opened_beat(&self, children: [u32; 2], entries: [Option<f64>; 2]) -> Beat {
        let consequence = match entries {
            [Some(a), Some(b)] => {
                let first = if a < b { children[0] } else { children[1] };
                say!("Both join the stack; {} is next.", self.node(first))
            }
            [Some(_), None] => say!("Only {} joins the stack.", self.node(children[0])),
            [None, Some(_)] => say!("Only {} joins the stack.", self.node(children[1])),
            [None, None] => Sentence::from("Neither joins the stack."),
        };
        let say = say!(
            "{}. {}. {}",
            self.entry_clause(children[0], entries[0], symbol::FIRST_CHILD_ENTRY),
            self.entry_clause(children[1], entries[1], symbol::SECOND_CHILD_ENTRY),
            consequence
        );
        self.beat("children", say, Event::Silhouette, |world| {
            for (child, entry) in children.into_iter().zip(entries) {
                self.add_box(world, if entry.is_some() { Role::Bound } else { Role::Removed }, child);
            }
        })
    }

    /// Table of the counts of the search.
    fn table(&self) -> Table {
        let Search { waiting, queries, skipped, .. } = *self.step.after;
        let waiting_name = if self.step.after.node.is_some() { "nodes on the stack" } else { "parts left" };
        let rows = [
            (waiting_name, waiting),
            ("parts tested", queries as usize),
            ("parts skipped from behind", skipped as usize),
        ];
        let rows = rows.map(|(name, number)| Row { cells: vec![name.into(), count(number)], ..Row::default() });
        Table { title: "Search", columns: vec!["what", "number"], rows: rows.into() }
    }
}

/// Mark id of the box of a node.
fn node_key(node: u32) -> String {
    format!("node/{node}")
}
