//! What people see of the search in the plane: the sides, what faces the reference, two clips, depths.

use std::sync::Arc;

use glam::DVec3;

use super::super::super::contact::lesson::search::{self, ENDINGS, SERIES, Search};
use super::super::super::contact::{Reference, lesson::told, spelled};
use super::super::prelude::*;
use super::super::support::lift;
use super::side::Side;
use super::stepper::{Manifold, Phase};
use super::{ContactReference, End, Outcome, Point, Pose, Shape};
use crate::lesson::touch::{self, Did, Dot, Touch};
use crate::lesson::{Card, PlotAxis, SourceFile, ToF64, View, WORLD};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "manifold",
    title: "Contact manifold in the plane",
    summary: "Where do two shapes touch? What faces the reference is clipped at both its ends.",
    sources: &["Catto 2010: contact manifolds", "Gregorius 2013"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim2/manifold/stepper.rs", text: include_str!("stepper.rs") }],
    views: &[View::plane(WORLD, "world")],
    plot_over: PlotAxis::Step,
    series: SERIES,
    // Edges of the plane touch in faces and corners alone.
    endings: &[ENDINGS[0], ENDINGS[1], ENDINGS[3], ENDINGS[5], ENDINGS[6]],
};

type State = Manifold<Arc<Shape>>;

type Setting = search::Setting<Pose>;

impl Setting {
    fn world(&self, p: Vec2) -> DVec3 {
        self.pair.space.position + lift(self.pose.point(p)).to_f64()
    }

    fn turned(&self, d: Vec2) -> DVec3 {
        lift(self.pose.rotation.rotate(d)).to_f64()
    }
}

impl Search for State {
    type Pose = Pose;
    type Phase = Phase;
    const CARD: &'static Card = &CARD;

    fn phase(&self) -> Phase {
        self.phase
    }

    fn touch(&self, phase: Phase, setting: &Setting) -> Touch {
        let (did, lines) = did(phase, self);
        let reference = self.reference.filter(|_| did != Did::Axes);
        let incident = self.incident.filter(|_| reference.is_some());
        let corner = |end: &End| touch::Corner {
            at: setting.world(end.point),
            name: if end.cut { String::from("cut") } else { String::from("corner") },
            share: end.cut.then(|| reference.map_or(0.0, |side| (end.along / side.length).to_f64())),
        };
        let clips = reference.is_some() && matches!(did, Did::Incident | Did::Clip(_) | Did::Keep);
        let ends = self.ends.filter(|_| clips);
        let face =
            |side: Side| [side.origin, side.origin + side.tangent * side.length].map(|p| setting.world(p)).to_vec();
        Touch {
            did,
            lines,
            gap: self.largest.is_finite().then(|| (self.largest - self.balls()).to_f64()),
            normal: self.normal.map(|n| setting.turned(n) * setting.sign()),
            reference: self.reference.map_or_else(String::new, |side| side_name(&side, setting)),
            of_b: self.reference.map_or(setting.swapped, |side| (side.body == 1) != setting.swapped),
            face: reference.map_or_else(Vec::new, face),
            outward: reference.map_or(DVec3::ZERO, |side| setting.turned(side.normal)),
            incident: incident.map_or_else(Vec::new, |incident| incident.ends.map(|p| setting.world(p)).to_vec()),
            polygon: ends.map_or_else(Vec::new, |ends| ends.iter().map(corner).collect()),
            ghost: Vec::new(),
            dots: dots(self, did, setting),
            candidates: candidates(self, setting),
            band: self.band().to_f64(),
            margin: self.options.margin.to_f64(),
            areas: None,
        }
    }

    fn found<'a>(&self, outcome: Outcome, setting: &'a Setting) -> told::Found<'a> {
        let answer = self.answer();
        let point = |p: &Point| {
            let [on_a, on_b] = setting.ordered([p.on_a, p.on_b]).map(|p| setting.world(p));
            (on_a, on_b, p.depth.to_f64(), p.id, p.why)
        };
        told::Found {
            outcome,
            normal: answer.normal.map(|n| setting.turned(n) * setting.sign()),
            points: answer.points.iter().map(point).collect(),
            reference: answer.reference.map(|face| if setting.swapped { face.exchanged() } else { face }),
            separation: answer.separation.to_f64(),
            bias_paid: answer.bias_paid.to_f64(),
            // What is forced may cost whatever it costs.
            band: if self.options.reference == ContactReference::Auto { self.band().to_f64() } else { f64::INFINITY },
            margin: self.options.margin.to_f64(),
            reduced: u32::from(answer.reduced),
            area_kept: None,
            before: setting.before.as_deref(),
        }
    }

    fn handed(&self) -> (Option<Reference>, Vec<u64>) {
        let answer = self.answer();
        (answer.reference, answer.points.iter().map(|point| point.id).collect())
    }
}

/// What a step did, and the labels of the lines that it ran.
fn did(phase: Phase, run: &State) -> (Did, Vec<&'static str>) {
    match phase {
        Phase::Reference | Phase::End => {
            let apart = run.phase == Phase::End && run.answer().outcome == Outcome::Apart;
            let decided = if apart { Some("apart") } else { run.reference.map(|_| "reference") };
            (Did::Axes, std::iter::once("gaps").chain(decided).collect())
        }
        Phase::Incident if run.phase == Phase::Closest => (Did::Incident, vec!["corners"]),
        Phase::Incident => (Did::Incident, vec!["incident"]),
        Phase::Clip(k) => (Did::Clip(u32::from(k)), vec!["clip"]),
        Phase::Keep => (Did::Keep, vec!["depth", "keep"]),
        Phase::Closest => (Did::Edges, vec!["closest"]),
        Phase::Reduce => (Did::Pick, vec!["reduce"]),
    }
}

fn side_name(side: &Side, setting: &Setting) -> String {
    format!("side {} of {}", side.index + 1, setting.who(side.body))
}

fn candidates(run: &State, setting: &Setting) -> Vec<(String, f64, bool)> {
    let taken = |side: &Side| run.reference.is_some_and(|taken| (taken.body, taken.index) == (side.body, side.index));
    let row = |side: Side| (side_name(&side, setting), (side.gap - run.balls()).to_f64(), taken(&side));
    run.sides().map(row).collect()
}

fn dots(run: &State, did: Did, setting: &Setting) -> Vec<Dot> {
    let dot = |point: &Point| {
        let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
        let features = point.features.map(|feature| told::part(feature, setting.who(feature.body)));
        Dot {
            on_a: setting.world(on_a),
            on_b: setting.world(on_b),
            depth: point.depth.to_f64(),
            id: spelled(point.id),
            corner: String::new(),
            lies_on: features.join(", "),
            why: point.why.words(),
            picked: (did == Did::Pick).then(|| (0, "is the deepest", point.depth.to_f64())),
        }
    };
    run.points.iter().map(dot).collect()
}
