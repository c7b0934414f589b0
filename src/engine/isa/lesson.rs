//! What people see of ISA-GJK: each axis tried as a plane between the bodies, and what the cached axis saves.

pub mod corners;

use std::sync::Arc;

use glam::DVec3;

use super::super::answer::{Answer, Status};
use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::super::support::{Cso, Support, Vertex};
use super::super::tolerance;
use super::{Isa, Options, Outcome};
use crate::lesson::number::{length, number, vector};
use crate::lesson::{
    Backdrop, Beat, Card, Ending, Event, Lesson, Proof, Row, Series, Stage, StopTest, Table, Tape, Value, Verdict, Wide,
};
use crate::picture::{Picture, Role};
use corners::Corner;

/// Everything fixed.
pub const CARD: Card = Card {
    id: "isa",
    title: "ISA-GJK intersection",
    summary: "Do two convex bodies overlap, and if not, along which axis are they apart?",
    sources: &["S0, Intersection test", "van den Bergen 1999"],
    listing: include_str!("listing.txt"),
    code: include_str!("stepper.rs"),
    code_path: "src/engine/isa/stepper.rs",
    series: &[Series { name: "gap g", role: Role::Bound }, Series { name: "|v|", role: Role::Closest }],
    endings: &[
        Ending {
            name: "Separated", meaning: "The plane through w has A − B on one side and the origin on the other."
        },
        Ending { name: "Inside", meaning: "The origin lies inside the tetrahedron W: the bodies overlap." },
        Ending { name: "Shallow", meaning: "The cores are apart by less than the margins: the bodies overlap." },
        Ending { name: "Vanished", meaning: "The origin lies on W as far as numbers tell: a common point." },
        Ending { name: "Stalled", meaning: "Neither an axis nor a common point can be proven: they touch, or nearly." },
        Ending { name: "IterationLimit", meaning: "The cap on turns was reached first." },
    ],
};

/// How one frame of a moving scene went, with and without the axis of the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameCount {
    /// Turns when started from the last frame's axis.
    pub cached: u32,
    /// Turns when started cold.
    pub cold: u32,
    /// Whether the pair was proven apart.
    pub apart: bool,
}

/// Records the run of a pair, as frame `frame` of a scene whose frames went as `history` tells.
pub fn play<A, B>(
    cso: Cso<A, B>,
    options: Options,
    stage: Stage,
    history: Vec<FrameCount>,
    frame: usize,
) -> Box<dyn Lesson>
where
    A: Support + Clone + Send + Sync + 'static,
    B: Support + Clone + Send + Sync + 'static,
{
    let tape = Tape::record(Isa::new(cso, options));
    let last = tape.around(tape.steps() - 1).1;
    let verdict = verdict(&last.answer(*tape.outcome()), name(*tape.outcome()), &stage);
    let run = (0..tape.steps()).filter_map(|step| tape.around(step).1.w).collect();
    Box::new(IsaLesson { tape, run, stage, verdict, history, frame })
}

/// The name of an outcome, as on the card.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated => "Separated",
        Outcome::Inside => "Inside",
        Outcome::Shallow => "Shallow",
        Outcome::Vanished => "Vanished",
        Outcome::Stalled => "Stalled",
        Outcome::IterationLimit => "IterationLimit",
        Outcome::Degenerate => "Degenerate",
    }
}

/// A yes-or-no answer as a verdict: no distance, but the axis with its gap, or the common point.
pub fn verdict(answer: &Answer, outcome: &'static str, stage: &Stage) -> Verdict {
    let [a, b] = &stage.names;
    let (status, say) = match answer.status {
        Status::Separated => (
            "separated",
            format!(
                "{a} and {b} are apart: along the axis there is a gap of at least {}.",
                length(answer.lower.wide())
            ),
        ),
        Status::Penetrating => ("penetrating", format!("{a} and {b} overlap: they share the point shown.")),
        Status::Touching => ("touching", format!("{a} and {b} touch, as far as numbers tell.")),
        Status::NotConverged(_) => {
            let (low, high) = (length(answer.lower.wide()), length(answer.upper.wide()));
            ("not converged", format!("Not decided: the signed distance of {a} and {b} is between {low} and {high}."))
        }
    };
    Verdict {
        signed_distance: None,
        normal: stage.space.cso(answer.normal).normalize_or_zero(),
        witness_a: stage.space.world(answer.witness_a),
        witness_b: stage.space.world(answer.witness_b),
        proof: Proof { lower: answer.lower.wide(), upper: answer.upper.wide(), tolerance: f64::INFINITY },
        status,
        outcome,
        say,
        iterations: answer.iterations,
    }
}

struct IsaLesson<A: Support, B: Support> {
    tape: Tape<Isa<A, B>>,
    /// All support points, in order.
    run: Vec<Vertex>,
    stage: Stage,
    verdict: Verdict,
    history: Vec<FrameCount>,
    frame: usize,
}

impl<A, B> Lesson for IsaLesson<A, B>
where
    A: Support + Clone + Send + Sync,
    B: Support + Clone + Send + Sync,
{
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn steps(&self) -> usize {
        self.tape.steps()
    }

    fn beats(&self, step: usize) -> Vec<Beat> {
        let (before, after, end) = self.tape.around(step);
        let corners = |state: &Isa<A, B>| -> Vec<Corner> {
            let corner = |i: usize| Corner::new(&state.simplex[i], Some(state.lambda[i]), &self.run, &self.stage);
            members(state.filled).map(corner).collect()
        };
        let seen = Seen {
            before: corners(before),
            after: corners(after),
            w: after.w.map(|w| Corner::new(&w, None, &self.run, &self.stage)),
            d: self.stage.space.cso(before.d),
            next: self.stage.space.cso(after.d),
            v: self.stage.space.cso(after.v),
            g: after.g.wide(),
            mu: after.mu.wide(),
            margin: after.cso.margin().wide(),
            allowance: after.allowance().wide(),
            vanishing: (tolerance::VANISHING * EPS).wide(),
            joined: after.newest.is_some(),
            first: before.k == 0,
            warm: before.k == 0 && before.options.start.is_some(),
            end: end.copied(),
        };
        let mut beats = seen.tell(&self.stage, &self.verdict);
        if self.history.len() > 1 {
            let table = frames(&self.history, self.frame);
            beats.iter_mut().for_each(|beat| beat.tables.push(table.clone()));
        }
        beats
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.stage.backdrop()
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

/// What the cached axis saves, frame by frame.
fn frames(history: &[FrameCount], now: usize) -> Table {
    let row = |(i, count): (usize, &FrameCount)| Row {
        cells: vec![
            i.to_string(),
            count.cached.to_string(),
            count.cold.to_string(),
            String::from(if count.apart { "apart" } else { "together" }),
        ],
        key: None,
        chosen: i == now,
    };
    let mut rows: Vec<Row> = history.iter().enumerate().map(row).collect();
    let sum = |of: fn(&FrameCount) -> u32| history.iter().map(of).sum::<u32>().to_string();
    let total = vec![String::from("all"), sum(|c| c.cached), sum(|c| c.cold), String::new()];
    rows.push(Row { cells: total, key: None, chosen: false });
    Table { title: "Turns by frame", columns: vec!["frame", "from the last axis", "cold", "result"], rows }
}

/// One step, in the coordinates of the panes.
struct Seen {
    before: Vec<Corner>,
    after: Vec<Corner>,
    w: Option<Corner>,
    d: DVec3,
    next: DVec3,
    v: DVec3,
    g: f64,
    mu: f64,
    margin: f64,
    allowance: f64,
    vanishing: f64,
    /// `w` joined `W`.
    joined: bool,
    first: bool,
    warm: bool,
    end: Option<Outcome>,
}

impl Seen {
    fn tell(&self, stage: &Stage, verdict: &Verdict) -> Vec<Beat> {
        let Some(w) = &self.w else {
            return vec![self.beat("direction", verdict.say.clone(), self.old(stage), None)];
        };
        let mut beats = vec![self.support(w, stage), self.gap(w, stage)];
        if self.joined {
            beats.push(self.nearest(w));
            beats.push(self.keep());
        }
        match self.end {
            Some(end) => beats.push(self.ending(end, stage, verdict)),
            None => beats.push(self.direction(stage)),
        }
        beats
    }

    fn beat(&self, line: &'static str, say: String, (world, cso): (Picture, Picture), event: Option<Event>) -> Beat {
        let fresh = self.joined && !matches!(line, "support" | "gap");
        let mut shown = if fresh { self.after.clone() } else { self.before.clone() };
        if let (Some(w), false) = (&self.w, fresh) {
            shown.push(w.clone());
        }
        let value = |symbol, meaning, x: f64, key: &'static str| Value {
            symbol,
            meaning,
            text: if x.is_finite() { number(x) } else { String::from("none yet") },
            key: Some(key.into()),
        };
        let mut values = vec![
            value("g", "gap along this axis; negative: an overlap", self.g, "gap"),
            value("μ", "widest gap, or least overlap, of all axes tried", self.mu, "gap"),
            value("|v|", "from the origin to the nearest point of W", self.v.length(), "v"),
        ];
        if self.margin > 0.0 {
            values.push(value("μ_A + μ_B", "balls around the cores", self.margin, "margin"));
        }
        Beat {
            line,
            say,
            world,
            cso,
            values,
            tables: vec![corners::table(&shown, self.w.as_ref().map(|w| w.id))],
            stops: if line == "support" { Vec::new() } else { self.stops(fresh) },
            points: match line {
                "gap" => vec![(0, self.g)],
                "nearest" => vec![(1, self.v.length())],
                _ => Vec::new(),
            },
            event,
        }
    }

    fn stops(&self, fresh: bool) -> Vec<StopTest> {
        let bound = self.margin + self.allowance;
        let mut stops = vec![StopTest {
            name: "Separated",
            formula: "v·w/|v| > margins + rounding",
            left: bound,
            relation: "<",
            right: self.g,
            fired: bound < self.g,
        }];
        if fresh {
            let farthest = self.after.iter().map(|c| c.w.length()).fold(0.0, f64::max);
            let (left, right) = (self.v.length(), self.vanishing * farthest);
            let fired = self.end == Some(Outcome::Vanished);
            let relation = if (left <= right) == fired { "≤" } else { "<" };
            stops.push(StopTest { name: "Vanished", formula: "|v| ≤ ε max|w|", left, relation, right, fired });
        }
        stops
    }

    fn old(&self, _stage: &Stage) -> (Picture, Picture) {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        corners::simplex((&mut world, &mut cso), &self.before, Role::Simplex);
        (world, cso)
    }

    fn support(&self, w: &Corner, stage: &Stage) -> Beat {
        let (mut world, mut cso) = self.old(stage);
        corners::support((&mut world, &mut cso), w, self.d, stage);
        stage.direction(&mut cso, "d", DVec3::ZERO, self.d);
        let from = match () {
            () if self.warm => "The axis of the last frame is tried first",
            () if self.first => "Any axis will do for a start",
            () => "The axis from W to the origin is tried",
        };
        let say = format!("{from}: −v/|v| = {}. {} is the farthest point of A − B along it.", vector(self.d), w.name());
        self.beat("support", say, (world, cso), Some(Event::Support))
    }

    fn gap(&self, w: &Corner, stage: &Stage) -> Beat {
        let (mut world, mut cso) = self.old(stage);
        corners::support((&mut world, &mut cso), w, self.d, stage);
        corners::gap((&mut world, &mut cso), w, self.d, self.g);
        let say = if self.g > self.margin + self.allowance {
            format!("v·w/|v| = {}: all of A − B lies beyond the plane, the origin before it.", length(self.g))
        } else if self.g > 0.0 && self.margin > 0.0 {
            format!(
                "The cores are {} apart along this axis, which the margins of {} fill.",
                length(self.g),
                length(self.margin)
            )
        } else if self.g > 0.0 {
            format!("v·w/|v| = {}, but rounding alone may make {}: no proof.", length(self.g), length(self.allowance))
        } else {
            format!("v·w/|v| = {}: along this axis the bodies overlap, so it separates nothing.", length(self.g))
        };
        self.beat("gap", say, (world, cso), None)
    }

    fn nearest(&self, w: &Corner) -> Beat {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        let mut joined = self.before.clone();
        joined.push(w.clone());
        corners::simplex((&mut world, &mut cso), &joined, Role::Simplex);
        self.point(&mut cso);
        let say = format!(
            "{} joins {}. The point of this {} nearest the origin is v, {} away.",
            w.name(),
            corners::list(&self.before),
            corners::kind(joined.len()),
            length(self.v.length())
        );
        self.beat("nearest", say, (world, cso), None)
    }

    fn point(&self, cso: &mut Picture) {
        crate::lesson::named(cso, Role::Closest, "v", self.v, "v");
        if self.v != DVec3::ZERO {
            cso.segment(Role::Closest, "v", DVec3::ZERO, self.v);
        }
    }

    fn now(&self) -> (Picture, Picture) {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        corners::simplex((&mut world, &mut cso), &self.after, Role::Simplex);
        self.point(&mut cso);
        (world, cso)
    }

    fn keep(&self) -> Beat {
        let gone = self.before.len() + 1 - self.after.len();
        let kept = corners::list(&self.after);
        let say = match gone {
            0 => format!("Every corner has a share in v, so W = {kept} is kept whole."),
            1 => format!("One corner has no share in v and goes: W is {kept} now."),
            n => format!("{n} corners have no share in v and go: W is {kept} now."),
        };
        self.beat("keep", say, self.now(), (gone > 0).then_some(Event::Reduction))
    }

    fn direction(&self, stage: &Stage) -> Beat {
        let (world, mut cso) = self.now();
        stage.direction(&mut cso, "d", self.v, self.next);
        let say = format!("The next axis to try points from v at the origin: −v/|v| = {}.", vector(self.next));
        self.beat("direction", say, (world, cso), None)
    }

    fn ending(&self, end: Outcome, stage: &Stage, verdict: &Verdict) -> Beat {
        let line = match end {
            Outcome::Separated => "separated",
            Outcome::Inside => "inside",
            Outcome::Shallow => "shallow",
            Outcome::Vanished => "vanished",
            Outcome::Stalled => "stalled",
            Outcome::IterationLimit => "limit",
            Outcome::Degenerate => "direction",
        };
        let (mut world, mut cso) = if self.joined { self.now() } else { self.old(stage) };
        let why = match end {
            Outcome::Separated => {
                if let Some(w) = &self.w {
                    corners::support((&mut world, &mut cso), w, self.d, stage);
                    corners::gap((&mut world, &mut cso), w, self.d, self.g);
                }
                "An axis with a gap is all that is needed, so the search stops long before the distance is known. The next frame starts from this axis."
            }
            Outcome::Inside => "All four shares are positive: the origin lies inside W, which lies inside A − B.",
            Outcome::Shallow => "The cores are nearer to each other than the balls around them are thick.",
            Outcome::Vanished => "v is nothing beside the size of W: the origin lies on it.",
            Outcome::Stalled => "Neither the gap nor |v| gets better: what is left is rounding.",
            Outcome::IterationLimit => "The limit on turns is reached.",
            Outcome::Degenerate => "There are no usable numbers to go on with.",
        };
        if matches!(end, Outcome::Inside | Outcome::Vanished | Outcome::Shallow) {
            let (a, b) = (verdict.witness_a, verdict.witness_b);
            crate::lesson::named(&mut world, Role::Witness, "witness/a", a, "p_A");
            world.point(Role::Witness, "witness/b", b);
            world.segment(Role::Witness, "witness", a, b);
        }
        self.beat(line, format!("{why} {}", verdict.say), (world, cso), Some(Event::Stop))
    }
}
