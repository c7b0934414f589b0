//! What people see of signed volumes: the whole simplex is judged first, then the faces that its signs point to.

use glam::DVec3;

use super::super::super::prelude::*;
use super::super::lesson::{self, Search, Setting};
use super::super::signed_volumes::judge;
use super::super::subset::{Nearest, Subset, Weighed, members, name, size};
use super::{Outcome, Signed};
use crate::answer::Shown;
use crate::answer::number::{number, weight};
use crate::lesson::{Card, Ending, Lesson, PAIR, PlotAxis, Row, SourceFile, Table, ToF64};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "signed_volumes",
    title: "Simplex: signed volumes",
    summary: "Which face of a simplex is nearest to a point, told by comparing signs of volumes, areas and lengths?",
    sources: &["Montanari, Petrinic & Barbieri 2017, S3D, S2D, S1D"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim3/simplex/signed/stepper.rs", text: include_str!("stepper.rs") }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: &[Ending::success(
        "Nearest",
        "Every face that signs did not rule out was judged; this is the nearest of the points found.",
    )],
};

/// The nearest point to `query` of the simplex of 1 to 4 `points`, in the world.
pub fn play(points: &[DVec3], query: DVec3, names: [String; 2]) -> Box<dyn Lesson> {
    lesson::play(points, query, names, Signed::new)
}

impl Signed {
    /// The corners of a face across which is searched on: their parts have the other sign, or none that is certain.
    fn searched(&self, face: Subset) -> Subset {
        judge(&self.points, face).2
    }
}

impl Search for Signed {
    const CARD: &'static Card = &CARD;
    const WHAT: &'static str = "face";
    const MEASURE: &'static str = "weigh";

    fn asked(&self) -> &[Weighed] {
        &self.weighed[..self.next]
    }

    /// Everything is measured face by face, none beforehand.
    fn measured(&self) -> usize {
        4
    }

    fn share(&self, subset: Subset, i: usize) -> Real {
        let judged = self.asked().iter().find(|weighed| weighed.subset == subset);
        let sum: Real = judged.map_or(0.0, |weighed| members(subset).map(|i| weighed.tests[i]).sum());
        judged.filter(|_| sum > 0.0).map_or(0.0, |weighed| weighed.tests[i] / sum)
    }

    /// A part whose sign is not certain is 0; one of a face without a size is no share, and is shown as it is.
    fn tested(&self, subset: Subset, i: usize) -> f64 {
        let share = self.share(subset, i).to_f64();
        match self.asked().iter().find(|weighed| weighed.subset == subset) {
            _ if self.searched(subset) >> i & 1 == 1 => share.min(0.0),
            Some(weighed) if share <= 0.0 => weighed.tests[i].to_f64(),
            _ => share,
        }
    }

    fn passes(&self, weighed: &Weighed, i: usize) -> bool {
        self.searched(weighed.subset) >> i & 1 == 0
    }

    fn symbol(subset: Subset, i: usize) -> String {
        format!("C_{},{}", name(subset), name(1 << i))
    }

    fn share_symbol(subset: Subset, i: usize) -> String {
        Self::symbol(subset, i)
    }

    fn explain(&self, _vertices: usize, _setting: &Setting) -> String {
        String::from("Signs are compared face by face.")
    }

    fn outsiders() -> bool {
        false
    }

    fn told(&self, weighed: &Weighed, _setting: &Setting) -> Option<String> {
        let face = name(weighed.subset);
        let what = match size(weighed.subset) {
            4 => "volumes that Q spans with the sides of",
            3 => "areas that the foot of Q spans with the sides of",
            2 => "lengths from the foot of Q to the ends of",
            _ => return Some(format!("{face} is a single corner: it is its own nearest point.")),
        };
        let waiting: Vec<String> = self.queue[self.next..self.len].iter().map(|&face| name(face)).collect();
        Some(if weighed.holds {
            format!("The {what} {face} all have its own sign: the foot of Q lies inside, and is a candidate.")
        } else {
            let next = if waiting.is_empty() { String::from("none") } else { waiting.join(", ") };
            format!(
                "Of the {what} {face}, some have the other sign, or none that is certain: those sides are searched. Waiting: {next}."
            )
        })
    }

    fn table(&self, _setting: &Setting) -> Table {
        let row = |weighed: &Weighed| {
            let face = name(weighed.subset);
            let mut cells = vec![Shown::from(face.as_str()), number(self.whole[usize::from(weighed.subset)].to_f64())];
            for i in 0..4 {
                let own = weighed.subset >> i & 1 == 1 && size(weighed.subset) > 1;
                cells.push(if own { weight(self.share(weighed.subset, i).to_f64()) } else { "".into() });
            }
            Row { cells, key: Some(format!("face/{face}").into()), chosen: false }
        };
        Table {
            title: "Signed parts, as shares of the whole",
            columns: vec!["face", "whole (scaled)", "across A", "across B", "across C", "across D"],
            rows: self.asked().iter().map(row).collect(),
        }
    }

    fn answer(outcome: &Outcome) -> (Nearest, Option<Option<Subset>>) {
        let Outcome::Nearest(nearest) = *outcome;
        (nearest, None)
    }
}
