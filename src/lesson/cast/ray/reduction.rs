//! Reduction of the simplex in a step of the ray cast: its sentence and its table.

use super::RayView;
use crate::answer::number::{count, length, vector, weight};
use crate::lesson::{Row, Table};
use crate::snapshot::simplex::members;

impl RayView<'_> {
    /// Sentence on the point of `W ∪ {p}` nearest to `x`, which is `apart` away; `is_there` if that is rounding error.
    pub(super) fn reduction_sentence(&self, apart: f64, is_there: bool) -> String {
        let filled = self.after.filled;
        if filled == 0 {
            return String::from("W has come no nearer to x, so a distance query decides.");
        }
        let part = ["a vertex", "an edge", "a face", "the inside"][filled.count_ones() as usize - 1];
        let nearest = match is_there {
            true => format!("x is on {part} of W, to rounding."),
            false if apart < 0.0 => format!("x is {} deep in the margin around {part} of W.", &*length(-apart)),
            false => format!("x is {} from W, and {part} of W is nearest.", &*length(apart)),
        };
        match (self.after.joined & !filled).count_ones() {
            0 => nearest,
            1 => format!("{nearest} The vertex not needed for it is removed."),
            _ => format!("{nearest} The vertices not needed for it are removed."),
        }
    }

    /// Table of the simplex `W` with the new support point.
    pub(super) fn table(&self) -> Table {
        let space = &self.context().pair.space;
        let rows = members(self.after.joined)
            .map(|i| Row {
                cells: vec![
                    count(i),
                    vector(space.cso(self.after.simplex[i].w)),
                    weight(self.after.lambda[i]),
                    if i == usize::from(self.after.slot) { "p".into() } else { "".into() },
                ],
                key: Some(format!("simplex/{i}").into()),
                chosen: self.after.filled >> i & 1 == 1,
            })
            .collect();
        Table { title: "W ∪ {p}", columns: vec!["slot", "w", "weight", "new"], rows }
    }
}
