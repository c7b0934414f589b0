//! What people see of Johnson's algorithm: the determinants grow, then one subset a step is weighed.

use glam::DVec3;

use super::super::super::prelude::*;
use super::super::lesson::{self, Search, Setting};
use super::super::subset::{Nearest, Subset, Weighed, members, name, size};
use super::{Johnson, Outcome, Products};
use crate::answer::Shown;
use crate::answer::number::number;
use crate::lesson::{Card, Ending, Lesson, PAIR, PlotAxis, Row, SourceFile, Table, ToF64};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "johnson",
    title: "Simplex: Johnson's algorithm",
    summary: "Which subset of a simplex holds the point nearest the query point, told by determinants that grow?",
    sources: &["Advanced Collision Detection, 2011: Johnson's distance algorithm", "Gilbert, Johnson & Keerthi 1988"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim3/simplex/johnson/stepper.rs", text: include_str!("stepper.rs") }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: &[
        Ending::success("Subset", "One subset passes every test, and no corner contradicts."),
        Ending::success(
            "Backup",
            "Rounding has left no subset, or a wrong one; the backup procedure took the nearest of all valid ones.",
        ),
    ],
};

/// The nearest point to `query` of the simplex of 1 to 4 `points`, in the world.
pub fn play(points: &[DVec3], query: DVec3, names: [String; 2]) -> Box<dyn Lesson> {
    lesson::play(points, query, names, |points, filled| Johnson::new(&Products::of(points, filled), None))
}

impl Johnson {
    /// `Δ_{M,i}` of the points as given.
    fn unscaled(&self, subset: Subset, i: usize) -> f64 {
        self.delta[subset as usize][i].to_f64() / self.scale.to_f64().powi(2 * size(subset) as i32 - 2)
    }
}

impl Search for Johnson {
    const CARD: &'static Card = &CARD;
    const WHAT: &'static str = "subset";
    const MEASURE: &'static str = "recursion";

    fn asked(&self) -> &[Weighed] {
        self.asked()
    }

    fn measured(&self) -> usize {
        self.grown
    }

    fn share(&self, subset: Subset, i: usize) -> Real {
        let sum = self.sum[subset as usize];
        if sum > 0.0 { self.delta[subset as usize][i] / sum } else { 0.0 }
    }

    fn tested(&self, subset: Subset, i: usize) -> f64 {
        self.unscaled(subset, i)
    }

    fn symbol(subset: Subset, i: usize) -> String {
        format!("Δ_{},{}", name(subset), name(1 << i))
    }

    fn share_symbol(subset: Subset, i: usize) -> String {
        format!("β_{},{}", name(subset), name(1 << i))
    }

    fn explain(&self, vertices: usize, setting: &Setting) -> String {
        let count = setting.subsets().filter(|&j| size(j) == vertices).count() * vertices;
        match vertices {
            2 => format!(
                "The recursion starts from Δ = 1 for a single corner. Joining k to one corner p gives Δ_p∪k,k = (p − k)·p: {count} numbers, two an edge."
            ),
            3 => format!(
                "Joining a third corner k: Δ_M∪k,k = Σ Δ_M,i (p − k)·i over the edge M = {{i}}: {count} numbers, each from two that are known."
            ),
            _ => String::from(
                "The fourth corner: the same sum over each face. Σ Δ is the determinant, 36 times the squared volume.",
            ),
        }
    }

    fn table(&self, setting: &Setting) -> Table {
        let corners: Vec<usize> = members(setting.all).collect();
        let subsets = setting.subsets().filter(|&j| size(j) <= self.grown);
        let row = |subset: Subset| {
            let mut cells = vec![Shown::from(name(subset))];
            for &i in &corners {
                let own = subset >> i & 1 == 1;
                cells.push(if own { number(self.unscaled(subset, i)) } else { "".into() });
            }
            cells.push(number(members(subset).map(|i| self.unscaled(subset, i)).sum()));
            Row { cells, key: Some(format!("face/{}", name(subset)).into()), chosen: false }
        };
        let mut columns = vec!["M"];
        columns.extend(&["Δ_M,A", "Δ_M,B", "Δ_M,C", "Δ_M,D"][..corners.len()]);
        columns.push("Σ");
        Table { title: "Determinants Δ", columns, rows: subsets.map(row).collect() }
    }

    fn answer(outcome: &Outcome) -> (Nearest, Option<Option<Subset>>) {
        (outcome.nearest(), outcome.doubt())
    }
}
