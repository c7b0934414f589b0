//! Reduction of the simplex in a step of the ray cast: its sentence and its table.

use super::RayView;
use crate::answer::number::{count, length, measured, weight};
use crate::lesson::{Row, Sentence, Table, Value, say, symbol};
use crate::snapshot::simplex::{Subset, members};

impl RayView<'_> {
    /// Distance `apart` of `x` from the margin around the simplex `W` as a value, meters, without a sign.
    /// `is_at_simplex` says whether it is below rounding error, and so has no mark.
    pub(super) fn distance_to_simplex(&self, apart: f64, is_at_simplex: bool) -> Value {
        if is_at_simplex {
            Value::number(symbol::DISTANCE_TO_W, measured(apart, self.after.progress.rounding))
        } else {
            Value::of(symbol::DISTANCE_TO_W, length(apart.abs()), "u")
        }
    }

    /// Names of vertices of `W ∪ {p}`.
    fn names(&self, subset: Subset) -> impl Iterator<Item = Sentence> {
        members(subset).map(|i| Sentence::mark(self.vertex_name(i), self.vertex_mark(i)))
    }

    /// Phrase on a point of `W`, with the names of its vertices: `on the edge w0 p`.
    fn place_on_simplex(&self) -> Sentence {
        let filled = self.after.filled;
        let kind = match filled.count_ones() {
            1 => "at the vertex",
            2 => "on the edge",
            3 => "on the triangle",
            _ => "inside the tetrahedron",
        };
        self.names(filled).fold(Sentence::from(kind), |name, vertex| say!("{} {}", name, vertex))
    }

    /// Sentence on the point of `W ∪ {p}` nearest to `x`, and on the vertices that are removed. `apart` is the distance
    /// of that point from `x` minus the margin around `W`, meters; negative for an `x` inside the margin.
    /// `is_at_simplex` says whether it is below rounding error.
    pub(super) fn reduction_sentence(&self, apart: f64, is_at_simplex: bool) -> Sentence {
        let filled = self.after.filled;
        if filled == 0 {
            return Sentence::from("The simplex W has come no nearer to x, so a distance query decides.");
        }
        let x = Sentence::mark("x", "x");
        let distance = self.distance_to_simplex(apart, is_at_simplex);
        let joined = self.after.joined;
        let place = self.place_on_simplex();
        let has_margin = self.after.progress.margin > self.after.progress.rounding;
        let nearest = if is_at_simplex && has_margin {
            say!("{} is on the surface of the margin around W, nearest to a point {}.", x, place)
        } else if is_at_simplex {
            say!("{} lies {} of W, to within rounding error.", x, place)
        } else if apart < 0.0 {
            say!("{} lies {} deep in the margin around W, nearest to a point {}.", x, distance, place)
        } else if joined.count_ones() == 1 && has_margin {
            say!(
                "{} is the first vertex of the simplex W; the margin around it begins {} from {}.",
                Sentence::list(self.names(filled)),
                distance,
                x
            )
        } else if joined.count_ones() == 1 {
            say!(
                "{} is the first vertex of the simplex W, {} from {}.",
                Sentence::list(self.names(filled)),
                distance,
                x
            )
        } else if has_margin {
            say!(
                "Of the simplex W with p, the point nearest to {} lies {}; the margin around W begins {} from {}.",
                &x,
                place,
                distance,
                &x
            )
        } else {
            say!("Of the simplex W with p, the point nearest to {} lies {}, {} from {}.", &x, place, distance, &x)
        };
        let removed = joined & !filled;
        match removed.count_ones() {
            0 => nearest,
            1 => say!("{} {} is not needed and is removed.", nearest, Sentence::list(self.names(removed))),
            _ => say!("{} {} are not needed and are removed.", nearest, Sentence::list(self.names(removed))),
        }
    }

    /// Table of the simplex `W` with the new support point.
    pub(super) fn table(&self) -> Table {
        let space = &self.context().pair.space;
        let rows = members(self.after.joined)
            .map(|i| Row {
                cells: vec![
                    count(i),
                    self.context().vector(space.cso(self.after.simplex[i].w)),
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
