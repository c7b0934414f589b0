//! What people see of the search in the plane: the sides, what faces the reference, two clips, depths.

use glam::DVec3;

use super::answer::part;
use super::touch::{self, Did, Dot, Touch};
use super::{ENDINGS, SERIES, Search, Setting};
use crate::lesson::{Card, PlotAxis, SourceFile, View, WORLD};
use crate::snapshot::manifold::plane::{End, Manifold, Phase, Side};
use crate::snapshot::manifold::{Outcome, Point, spelled};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "manifold",
    title: "Contact manifold in the plane",
    summary: "Where do two shapes touch? What faces the reference is clipped at both its ends.",
    sources: &["Catto 2010: contact manifolds", "Gregorius 2013"],
    listing: include_str!("../../engine/dim2/manifold/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim2/manifold/stepper.rs",
            text: include_str!("../../engine/dim2/manifold/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim2/manifold/query.rs",
            text: include_str!("../../engine/dim2/manifold/query.rs"),
        },
    ],
    views: &[View::plane(WORLD, "world")],
    plot_over: PlotAxis::Step,
    series: SERIES,
    // Edges of the plane touch in faces and corners alone.
    endings: &[ENDINGS[0], ENDINGS[1], ENDINGS[3], ENDINGS[5], ENDINGS[6]],
};

impl Search for Manifold {
    const CARD: &'static Card = &CARD;

    fn touch(&self, before: &Self, setting: &Setting) -> Touch {
        let (did, lines) = did(before.phase, self);
        let reference = self.reference.filter(|_| did != Did::Axes);
        let incident = self.incident.filter(|_| reference.is_some());
        let corner = |end: &End| touch::Corner {
            at: setting.world(end.point),
            name: if end.share.is_some() { String::from("cut") } else { String::from("corner") },
            share: end.share,
        };
        let clips = reference.is_some() && matches!(did, Did::Incident | Did::Clip(_) | Did::Keep);
        let ends = self.ends.filter(|_| clips);
        let placed = |ends: [DVec3; 2]| ends.map(|p| setting.world(p)).to_vec();
        Touch {
            did,
            lines,
            query: touch::Query::of(before.query, self.query, matches!(before.phase, Phase::Distance(_))),
            asks: matches!(self.phase, Phase::Distance(_)),
            gap: self.largest,
            normal: self.normal.map(|n| setting.turned(n) * setting.sign()),
            reference: self.reference.map_or_else(String::new, |side| side_name(&side, setting)),
            of_b: self.reference.map_or(setting.swapped, |side| (side.body == 1) != setting.swapped),
            face: reference.map_or_else(Vec::new, |side| placed(side.ends)),
            outward: reference.map_or(DVec3::ZERO, |side| setting.turned(side.normal)),
            incident: incident.map_or_else(Vec::new, placed),
            polygon: ends.map_or_else(Vec::new, |ends| ends.iter().map(corner).collect()),
            ghost: Vec::new(),
            dots: dots(self, did, setting),
            candidates: candidates(self, setting),
            band: self.band,
            margin: self.margin,
            areas: None,
        }
    }
}

/// What a step did, and the labels of the lines that it ran.
fn did(phase: Phase, run: &Manifold) -> (Did, Vec<&'static str>) {
    match phase {
        Phase::Reference | Phase::End(_) => {
            let apart = run.phase == Phase::End(Outcome::Apart);
            let decided = if apart { Some("apart") } else { run.reference.map(|_| "reference") };
            (Did::Axes, std::iter::once("gaps").chain(decided).collect())
        }
        Phase::Distance(_) => (Did::Distance, vec!["distance"]),
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

fn candidates(run: &Manifold, setting: &Setting) -> Vec<(String, f64, bool)> {
    let taken = |side: &Side| run.reference.is_some_and(|taken| (taken.body, taken.index) == (side.body, side.index));
    let row = |side: &Side| (side_name(side, setting), side.gap, taken(side));
    run.sides.iter().map(row).collect()
}

fn dots(run: &Manifold, did: Did, setting: &Setting) -> Vec<Dot> {
    let dot = |point: &Point| {
        let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
        let features = point.features.map(|feature| part(feature, setting.who(feature.body)));
        Dot {
            on_a: setting.world(on_a),
            on_b: setting.world(on_b),
            depth: point.depth,
            id: spelled(point.id),
            corner: String::new(),
            lies_on: features.join(", "),
            why: point.why.words(),
            picked: (did == Did::Pick).then_some((0, "is the deepest", point.depth)),
        }
    };
    run.points.iter().map(dot).collect()
}
