//! One step of ISA-GJK as people see it: the axis, the gap, the simplex, the ending.

use glam::DVec3;

use super::super::Outcome;
use super::corners::{self, Corner};
use crate::lesson::number::{length, number_or, vector};
use crate::lesson::{Beat, Event, Stage, StopTest, Value, Verdict};
use crate::picture::{Picture, Role};

/// One step, in the coordinates of the panes.
pub(super) struct Seen {
    pub(super) before: Vec<Corner>,
    pub(super) after: Vec<Corner>,
    pub(super) w: Option<Corner>,
    pub(super) d: DVec3,
    pub(super) next: DVec3,
    pub(super) v: DVec3,
    pub(super) g: f64,
    pub(super) mu: f64,
    pub(super) margin: f64,
    pub(super) allowance: f64,
    pub(super) vanishing: f64,
    /// `w` joined `W`.
    pub(super) joined: bool,
    pub(super) first: bool,
    pub(super) warm: bool,
    pub(super) end: Option<Outcome>,
}

impl Seen {
    pub(super) fn tell(&self, stage: &Stage, verdict: &Verdict) -> Vec<Beat> {
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
            text: number_or(x, "none yet"),
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
            left: self.g,
            relation: ">",
            right: bound,
            fired: self.g > bound,
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
