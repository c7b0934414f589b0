//! What people see of the direction-driven test: the questions of each case, and the part of the simplex that faces 0.

use std::sync::Arc;

use glam::DVec3;

use super::super::isa::lesson::corners::{self, Corner};
use super::super::isa::lesson::verdict;
use super::super::prelude::*;
use super::super::support::{Cso, Support, Vertex};
use super::{Asked, Directed, Next, Options, Outcome, Product};
use crate::lesson::number::{length, number, vector};
use crate::lesson::{
    Backdrop, Beat, Card, Ending, Event, Lesson, Row, Series, Stage, StopTest, Table, Tape, Value, Verdict, Wide, named,
};
use crate::picture::{Picture, Role};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "direction",
    title: "Direction-driven intersection",
    summary: "Do two convex bodies overlap? A simplex is steered towards the origin by the signs of triple products.",
    sources: &["S2, GJK algorithm; GJKLine, GJKTriangle", "Muratori 2006"],
    listing: include_str!("listing.txt"),
    code: include_str!("stepper.rs"),
    code_path: "src/engine/direction/stepper.rs",
    series: &[Series { name: "gap g", role: Role::Bound }],
    endings: &[
        Ending {
            name: "Separated", meaning: "No point of A − B lies as far as the origin in this direction: apart."
        },
        Ending { name: "Inside", meaning: "The simplex holds the origin: the bodies overlap." },
        Ending {
            name: "OnEdge",
            meaning: "A triple product is 0: the origin lies on an edge or in a corner; they share a point.",
        },
        Ending { name: "OnFace", meaning: "The origin lies on a face of the simplex; they share a point." },
        Ending { name: "Stalled", meaning: "Neither an axis nor a common point can be proven: they touch, or nearly." },
        Ending { name: "IterationLimit", meaning: "The cap on turns was reached first." },
    ],
};

/// Records the run of a pair.
pub fn play<A, B>(cso: Cso<A, B>, options: Options, stage: Stage) -> Box<dyn Lesson>
where
    A: Support + Clone + Send + Sync + 'static,
    B: Support + Clone + Send + Sync + 'static,
{
    let tape = Tape::record(Directed::new(cso, options));
    let last = tape.around(tape.steps() - 1).1;
    let verdict = verdict(&last.answer(*tape.outcome()), name(*tape.outcome()), &stage);
    let run = (0..tape.steps()).filter_map(|step| tape.around(step).1.w).collect();
    Box::new(DirectedLesson { tape, run, stage, verdict })
}

/// The name of an outcome, as on the card.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated => "Separated",
        Outcome::Inside => "Inside",
        Outcome::OnEdge => "OnEdge",
        Outcome::OnFace => "OnFace",
        Outcome::Stalled => "Stalled",
        Outcome::IterationLimit => "IterationLimit",
        Outcome::Degenerate => "Degenerate",
    }
}

struct DirectedLesson<A: Support, B: Support> {
    tape: Tape<Directed<A, B>>,
    /// All support points, in order.
    run: Vec<Vertex>,
    stage: Stage,
    verdict: Verdict,
}

impl<A, B> Lesson for DirectedLesson<A, B>
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
        let corners = |list: &[Vertex], lambda: Option<&[Real; 4]>| -> Vec<Corner> {
            let share = |i: usize| lambda.map(|lambda| lambda[i]);
            list.iter().enumerate().map(|(i, w)| Corner::new(w, share(i), &self.run, &self.stage)).collect()
        };
        let certified = after.lambda != [0.0; 4];
        let seen = Seen {
            before: corners(&before.points[..before.len], None),
            joined: corners(&after.joined[..after.joined_len], None),
            after: corners(&after.points[..after.len], certified.then_some(&after.lambda)),
            w: after.w.map(|w| Corner::new(&w, None, &self.run, &self.stage)),
            d: self.stage.space.cso(before.d).normalize_or_zero(),
            next: self.stage.space.cso(after.d).normalize_or_zero(),
            g: after.g.wide(),
            mu: after.mu.wide(),
            allowance: after.allowance().wide(),
            asked: after.questions(),
            decided: after.next,
            rescued: after.rescued,
            planar: after.options.planar,
            end: end.copied(),
        };
        seen.tell(&self.stage, &self.verdict)
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.stage.backdrop()
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

/// One step, in the coordinates of the panes.
struct Seen<'a> {
    before: Vec<Corner>,
    /// With `w`, newest first.
    joined: Vec<Corner>,
    after: Vec<Corner>,
    w: Option<Corner>,
    d: DVec3,
    next: DVec3,
    g: f64,
    mu: f64,
    allowance: f64,
    asked: &'a [Asked],
    decided: Option<Next>,
    rescued: bool,
    planar: bool,
    end: Option<Outcome>,
}

impl Seen<'_> {
    fn tell(&self, stage: &Stage, verdict: &Verdict) -> Vec<Beat> {
        let Some(w) = &self.w else {
            return vec![self.beat("support", verdict.say.clone(), self.draw(&self.before), Some(Event::Stop))];
        };
        let mut beats = vec![self.support(w, stage), self.gap(w, stage)];
        if self.end == Some(Outcome::Separated) {
            beats.push(self.separated(w, stage, verdict));
            return beats;
        }
        match self.decided {
            None if self.before.iter().any(|old| old.id == w.id) => beats.push(self.repeated(w)),
            None if self.end == Some(Outcome::IterationLimit) => beats.push(self.push(w)),
            None => {
                beats.push(self.push(w));
                beats.push(self.careful());
            }
            Some(next) => {
                beats.push(self.push(w));
                beats.push(self.case(stage));
                match next {
                    Next::Search { .. } => beats.push(self.direction(stage)),
                    Next::Inside | Next::NoSign => beats.push(self.certify(next)),
                }
            }
        }
        match self.end {
            Some(end) => beats.push(self.ending(end, verdict)),
            None if self.rescued && !matches!(self.decided, Some(Next::Search { .. })) => {
                beats.push(self.rescue(stage))
            }
            None => {}
        }
        beats
    }

    fn beat(&self, line: &'static str, say: String, (world, cso): (Picture, Picture), event: Option<Event>) -> Beat {
        let shown = match line {
            "support" | "gap" | "separated" => &self.before,
            "push" | "case" | "certify" | "repeated" => &self.joined,
            _ => &self.after,
        };
        let mut tables = vec![corners::table(shown, self.w.as_ref().map(|w| w.id))];
        if matches!(line, "case" | "direction" | "certify") {
            tables.push(self.questions());
        }
        let value = |symbol, meaning, x: f64| Value {
            symbol,
            meaning,
            text: if x.is_finite() { number(x) } else { String::from("none yet") },
            key: Some("gap".into()),
        };
        let bound = self.allowance;
        let stops = vec![StopTest {
            name: "Separated",
            formula: "−w·d/|d| > rounding",
            left: bound,
            relation: "<",
            right: self.g,
            fired: bound < self.g,
        }];
        Beat {
            line,
            say,
            world,
            cso,
            values: vec![
                value("g", "gap along this direction; negative: an overlap", self.g),
                value("μ", "widest gap, or least overlap, of all directions asked", self.mu),
            ],
            tables,
            stops: if line == "support" { Vec::new() } else { stops },
            points: if line == "gap" { vec![(0, self.g)] } else { Vec::new() },
            event,
        }
    }

    fn draw(&self, list: &[Corner]) -> (Picture, Picture) {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        corners::simplex((&mut world, &mut cso), list, Role::Simplex);
        (world, cso)
    }

    fn support(&self, w: &Corner, stage: &Stage) -> Beat {
        let (mut world, mut cso) = self.draw(&self.before);
        corners::support((&mut world, &mut cso), w, self.d, stage);
        stage.direction(&mut cso, "d", DVec3::ZERO, self.d);
        let say = format!("Search along d = {}: {} is the farthest point of A − B.", vector(self.d), w.name());
        self.beat("support", say, (world, cso), Some(Event::Support))
    }

    fn gap(&self, w: &Corner, stage: &Stage) -> Beat {
        let (mut world, mut cso) = self.draw(&self.before);
        corners::support((&mut world, &mut cso), w, self.d, stage);
        corners::gap((&mut world, &mut cso), w, self.d, self.g);
        let say = match self.g {
            g if g > self.allowance => {
                format!("w·d < 0: even the farthest point stays {} short of the origin.", length(g))
            }
            g if g > 0.0 => format!("w·d is below 0 by {}, which rounding alone may do: no proof.", length(g)),
            g => format!(
                "w·d ≥ 0: the farthest point passes the origin by {}, so this direction proves nothing.",
                length(-g)
            ),
        };
        self.beat("gap", say, (world, cso), None)
    }

    fn separated(&self, w: &Corner, stage: &Stage, verdict: &Verdict) -> Beat {
        let (mut world, mut cso) = self.draw(&self.before);
        corners::support((&mut world, &mut cso), w, self.d, stage);
        corners::gap((&mut world, &mut cso), w, self.d, self.g);
        self.beat(
            "separated",
            format!("All of A − B lies on the far side of the plane. {}", verdict.say),
            (world, cso),
            Some(Event::Stop),
        )
    }

    fn push(&self, w: &Corner) -> Beat {
        let (mut world, mut cso) = self.draw(&self.before);
        for old in &self.before {
            cso.segment(Role::Added, format!("edge/{}-{}", old.id, w.id), old.w, w.w);
        }
        named(&mut cso, Role::NewSupport, &format!("w/{}", w.id), w.w, format!("{} = a", w.name()));
        world.point(Role::NewSupport, format!("a/{}", w.id), w.a);
        world.point(Role::NewSupport, format!("b/{}", w.id), w.b);
        let say = match self.joined.len() {
            1 => format!("{} is the first corner, a. From a point, the way to the origin is straight.", w.name()),
            n => format!(
                "{} comes in front as a: the simplex is {} now, a {}.",
                w.name(),
                self.letters(n),
                corners::kind(n)
            ),
        };
        self.beat("push", say, (world, cso), None)
    }

    /// `a = w2, b = w0`.
    fn letters(&self, n: usize) -> String {
        let named =
            self.joined.iter().take(n).zip(["a", "b", "c", "d"]).map(|(w, letter)| format!("{letter} = {}", w.name()));
        named.collect::<Vec<_>>().join(", ")
    }

    fn questions(&self) -> Table {
        let row = |asked: &Asked| {
            let (product, yes, no) = meaning(asked.product);
            let named: Vec<String> =
                asked.places.iter().filter_map(|&p| self.joined.get(usize::from(p))).map(Corner::name).collect();
            let mut of = named.clone();
            of.dedup();
            let yes_no = if asked.value > 0.0 { yes } else { no };
            Row {
                cells: vec![product.into(), of.join(" "), number(asked.value.wide()), yes_no.into()],
                key: None,
                chosen: asked.value > 0.0,
            }
        };
        Table {
            title: "Signs asked for",
            columns: vec!["product", "of", "value", "so the origin is"],
            rows: self.asked.iter().map(row).collect(),
        }
    }

    fn case(&self, stage: &Stage) -> Beat {
        let (world, mut cso) = self.draw(&self.joined);
        if let Some(a) = self.joined.first() {
            cso.arrow(Role::Axis, "ao", a.w, DVec3::ZERO);
            cso.label(Role::Axis, "ao", 0.5 * a.w, "ao");
        }
        let _ = stage;
        let told: Vec<String> = self
            .asked
            .iter()
            .map(|asked| {
                let (product, yes, no) = meaning(asked.product);
                let sign = if asked.value > 0.0 { "> 0" } else { "≤ 0" };
                format!("{product} {sign}: {}", if asked.value > 0.0 { yes } else { no })
            })
            .collect();
        let what = match (self.joined.len(), self.planar) {
            (1, _) => "A single point asks no question",
            (2, _) => "The line case",
            (3, true) => "The triangle case, in the plane",
            (3, false) => "The triangle case",
            _ => "The tetrahedron case",
        };
        let end = if told.is_empty() { String::from(".") } else { format!(": {}.", told.join("; ")) };
        self.beat("case", format!("{what}{end}"), (world, cso), None)
    }

    fn kept(&self) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.after);
        for gone in self.joined.iter().filter(|one| !self.after.iter().any(|kept| kept.id == one.id)) {
            named(&mut cso, Role::Removed, &format!("w/{}", gone.id), gone.w, gone.name());
            world.point(Role::Removed, format!("a/{}", gone.id), gone.a);
            world.point(Role::Removed, format!("b/{}", gone.id), gone.b);
        }
        (world, cso)
    }

    fn middle(&self) -> DVec3 {
        self.after.iter().map(|corner| corner.w).sum::<DVec3>() / self.after.len().max(1) as f64
    }

    fn direction(&self, stage: &Stage) -> Beat {
        let (world, mut cso) = self.kept();
        stage.direction(&mut cso, "d", self.middle(), self.next);
        let say = format!(
            "The {} {} faces the origin and is kept. Next, search along its normal: d = {}.",
            corners::kind(self.after.len()),
            corners::list(&self.after),
            vector(self.next)
        );
        let event = (self.after.len() < self.joined.len()).then_some(Event::Reduction);
        self.beat("direction", say, (world, cso), event)
    }

    fn certify(&self, next: Next) -> Beat {
        let say = if next == Next::Inside {
            "No side of the simplex faces the origin, so it should be inside. Signs may lie: the shares λ of the corners decide."
        } else {
            "A product is 0 within rounding: the origin lies on the line or in the plane of the simplex. S2 would go on along a zero direction, for ever; the shares λ decide instead."
        };
        self.beat(
            "certify",
            String::from(say),
            self.draw(&self.joined),
            Some(Event::Warning).filter(|_| next == Next::NoSign),
        )
    }

    fn repeated(&self, w: &Corner) -> Beat {
        let (mut world, mut cso) = self.draw(&self.joined);
        named(&mut cso, Role::NewSupport, &format!("w/{}", w.id), w.w, w.name());
        world.point(Role::NewSupport, format!("a/{}", w.id), w.a);
        let say =
            format!("{} is in the simplex already: signs alone lead no further, and the shares λ decide.", w.name());
        self.beat("repeated", say, (world, cso), Some(Event::Warning))
    }

    fn careful(&self) -> Beat {
        let say =
            "Signs have failed before, so they are not asked again: the point of the simplex nearest the origin leads.";
        self.beat("certify", String::from(say), self.draw(&self.joined), None)
    }

    fn rescue(&self, stage: &Stage) -> Beat {
        let (world, mut cso) = self.kept();
        stage.direction(&mut cso, "d", self.middle(), self.next);
        let say = format!(
            "The origin is not in the simplex. The part nearest to it, {}, is kept, and the search goes from the nearest point straight at the origin: d = {}.",
            corners::list(&self.after),
            vector(self.next)
        );
        self.beat("rescue", say, (world, cso), Some(Event::Reduction))
    }

    fn ending(&self, end: Outcome, verdict: &Verdict) -> Beat {
        let (mut world, cso) = self.draw(&self.after);
        let (line, why) = match end {
            Outcome::Separated => ("separated", "A separating direction is found."),
            Outcome::Inside if self.planar => {
                ("on-face", "In the plane a triangle around the origin is enough: all shares are positive.")
            }
            Outcome::Inside => ("inside", "All four shares are positive: the origin is inside the tetrahedron."),
            Outcome::OnEdge => {
                ("on-edge", "The shares put the origin on an edge or a corner: A and B share that point.")
            }
            Outcome::OnFace => ("on-face", "The shares put the origin on the face: A and B share that point."),
            Outcome::Stalled => {
                ("stalled", "The nearest point leads back to the same corners: what is left is rounding.")
            }
            Outcome::IterationLimit => ("limit", "The limit on turns is reached."),
            Outcome::Degenerate => ("support", "There are no usable numbers to go on with."),
        };
        if matches!(end, Outcome::Inside | Outcome::OnEdge | Outcome::OnFace) {
            named(&mut world, Role::Witness, "witness/a", verdict.witness_a, "p");
        }
        self.beat(line, format!("{why} {}", verdict.say), (world, cso), Some(Event::Stop))
    }
}

/// The product in symbols, and where the origin is if it is positive, and if it is not.
fn meaning(product: Product) -> (&'static str, &'static str, &'static str) {
    match product {
        Product::Line => ("ab·ao", "on b's side of a", "behind a"),
        Product::BeyondAc => ("(abc × ac)·ao", "beyond ac", "not beyond ac"),
        Product::Ac => ("ac·ao", "on c's side of a", "not on c's side"),
        Product::BeyondAb => ("(ab × abc)·ao", "beyond ab", "not beyond ab"),
        Product::Above => ("abc·ao", "above the face", "below the face"),
        Product::BeyondFace => ("n·ao", "beyond this face", "not beyond this face"),
    }
}
